"""Every screen of the box in a fixed state: what the layout is checked on, and what the pictures show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Never

from display.games import VIEWS, card_of
from display.screens.frame import View
from display.screens.game import Playing, game_screen
from display.screens.leave import leave_screen
from display.screens.menu import Offered, menu_screen
from display.screens.name import name_screen
from display.screens.pause import pause_screen
from display.screens.result import Ended, result_screen
from display.screens.rules import rules_screen
from display.screens.seat import seat_screen
from display.screens.service import Finding, service_screen
from display.screens.settings import Changeable, settings_screen
from display.screens.statistics import Player, statistics_screen
from display.screens.table import BotOf, Place, Sitter, TableShown, Who, table_screen
from display.tree import AnyScreen, Face
from engine.contract import AnyState, Event, Over, Roll, Seat, Table, ToChoose, ToRoll
from engine.games import GAMES, players
from engine.games.durchmarsch import rules as durchmarsch
from engine.games.durchmarsch.rules import Durchmarsch, Miss
from engine.words import Message, say
from tests.display.gallery_initials import initials_screens, initials_tumbling
from tests.display.gallery_rounds import encore_screens, one_more_screens
from tests.playing import NAMES, random_game, table

SIZES = ((800, 480), (1280, 720), (1920, 1080), (720, 1280), (480, 800))
LONG_NAME = "Maximiliane-Charlotte W."  # the longest that the box takes
SEAL = "3f9ac21e77d0b1a45c8e6f02d9b47a13"
SECRET = "b81d40e6fa2793c50c6f1e9d3a5728b4"
STRENGTHS = ("beginner", "steady", "master")
TROUBLE = say(
    "Games are not saved: there is no room left in {folder}; delete something there, and the next game is saved again.",
    folder="/var/lib/dicebox",
)
HINT = say("Go on: {go} % against {stop} % for stopping", go=61, stop=38)
LONG_HINT = say("Go on: worth {go} of 100 against {stop} for stopping", go=61, stop=38)
SETTINGS = (
    (Changeable.LANGUAGE, say("Language: {language}", language="Français")),
    (Changeable.MOTION, say("Dice tumble: yes")),
    (Changeable.BOT_PAUSE, say("Bots take their time: {seconds} s", seconds="0.9")),
    (Changeable.VOLUME, say("Volume: {percent} %", percent=70)),
    (Changeable.ROTATION, say("Picture turned: {degrees}°", degrees=270)),
)
FINDINGS = (
    Finding("board", True, "Raspberry Pi 4 Model B Rev 1.5"),
    Finding("gpio", True, "gpiochip0, through gpiod 2.3.0"),
    Finding("pins", True, "in use by this box"),
    Finding("touch", True, "FT5406 memory based driver"),
    Finding("rights", False, "/dev/ttyACM0 may not be used. Run sudo usermod -aG dialout $USER and log in again."),
    Finding("settings", True, "the defaults"),
    Finding("store", True, "/var/lib/dicebox/games.db, 21430 MB free"),
    Finding("fonts", True, "the box's own typeface is there"),
)
PLAYERS = (Player("Maximiliane-Charlotte W.", 120, 43, 48, 21.4), Player("Ben", 3, 1, 30, -2.0))
SHOWN = VIEWS["durchmarsch"]


def gallery(view: View) -> dict[str, tuple[AnyScreen, float]]:
    """The screens by name, each with the time at which to paint it."""
    return dict(_screens(view))


def _screens(view: View) -> Iterator[tuple[str, tuple[AnyScreen, float]]]:
    for name, screen in (
        *_around_a_game(view),
        *_in_a_game(view),
        *_after_a_game(view),
        *encore_screens(view),
        *one_more_screens(view),
        *initials_screens(view),
    ):
        yield name, (screen, 0.0)
    yield "tumbling", (_tumbling(view), 0.3)
    yield "initials-tumbling", (initials_tumbling(view), 0.3)


def _around_a_game(view: View) -> Iterator[tuple[str, AnyScreen]]:
    set_table = _setting(Sitter.PERSON, Sitter.PERSON, BotOf("master"))
    yield "menu", menu_screen(view, [Offered(name, card_of(name), players(name)) for name in GAMES])
    yield "table", table_screen(view, set_table)
    yield "table-empty", table_screen(view, _setting())
    yield "seat", seat_screen(view, set_table, 2, STRENGTHS)
    yield "name", name_screen(view, 2, "Cleo", NAMES)
    yield "name-long", name_screen(view, 2, LONG_NAME, NAMES)
    yield "settings", settings_screen(view, SETTINGS)
    yield "service", service_screen(view, FINDINGS, "seat2", 0)
    yield "statistics", statistics_screen(view, "durchmarsch", PLAYERS, 0)
    yield "rules", rules_screen(view, SHOWN)
    yield "pause", pause_screen(view, SHOWN, True, 2, SEAL)
    yield "leave", leave_screen(view, SHOWN)


def _in_a_game(view: View) -> Iterator[tuple[str, AnyScreen]]:
    in_trouble = View(view.portrait, (TROUBLE,))
    yield "play-first", game_screen(view, _playing(durchmarsch.start(table(3))))
    yield "play-choosing", game_screen(view, _playing(_position(table(2), _chooses_late), can_undo=True, hint=HINT))
    yield "play-missed", game_screen(view, _playing(_position(table(3), _missed_late), can_undo=True))
    yield "play-six", game_screen(view, _playing(_position(table(6), _chooses_late)))
    yield "play-bot", game_screen(view, _playing(_position(_with_bot(), _bot_chooses), thinking=True))
    yield "play-struck", game_screen(view, _playing(_position(table(2), _nearly_out), can_undo=True))
    yield (
        "play-long",
        game_screen(view, _playing(_position(_long_names(), _chooses_late), can_undo=True, hint=LONG_HINT)),
    )
    yield "play-trouble", game_screen(in_trouble, _playing(_position(table(4), _chooses_late), can_undo=True))


def _after_a_game(view: View) -> Iterator[tuple[str, AnyScreen]]:
    yield "result", _result(view, table(4), winners=1)
    yield "result-printer", _result(view, table(2), winners=1, printable=True)
    yield "result-long", _result(view, _long_names(), winners=1)
    yield "result-solo-lost", _result(view, table(1), winners=0)


def _tumbling(view: View) -> AnyScreen:
    """Dice in the air: the sheet is still the one before the roll."""
    states, events = _game(table(3), 1)
    at = next(i for i, event in enumerate(events) if i >= 30 and isinstance(event, Roll) and len(event.faces) < 8)
    event, state = events[at], states[at]
    assert isinstance(event, Roll)
    assert isinstance(state, Durchmarsch)
    return game_screen(view, _playing(state, rolling=SHOWN.thrown(state, event), thrown_at=0.0))


# Tables.


def _setting(*who: Who) -> TableShown:
    """A table whose first places are taken."""
    places = tuple(Place(name, *who[number : number + 1]) for number, name in enumerate(NAMES))
    return TableShown(GAMES["durchmarsch"], SHOWN, places, None, (), SEAL)


def _with_bot() -> Table:
    return Table((Seat("Ada"), Seat("Ben"), Seat("Cleo", bot="master")))


def _long_names() -> Table:
    return Table((Seat(LONG_NAME), *(Seat(f"{name} {LONG_NAME}"[:24].strip()) for name in NAMES[1:])))


# Positions, from games that luck with a fixed seed plays.


@cache
def _game(seats: Table, seed: int) -> tuple[list[AnyState], list[Event]]:
    return random_game(durchmarsch.GAME, seats, Random(seed))


def _position(seats: Table, holds: Callable[[Durchmarsch], bool]) -> Durchmarsch:
    """The first such position of the first such game."""
    played = (state for seed in range(1, 200) for state in _game(seats, seed)[0])
    return next(state for state in played if isinstance(state, Durchmarsch) and holds(state))


def _chooses_late(state: Durchmarsch) -> bool:
    return isinstance(state.turn, ToChoose) and state.sheets[state.active].turns >= 6


def _missed_late(state: Durchmarsch) -> bool:
    return isinstance(state.turn, ToRoll) and isinstance(state.last, Miss) and state.sheets[state.active].turns >= 4


def _bot_chooses(state: Durchmarsch) -> bool:
    return _chooses_late(state) and state.table.seats[state.active].bot is not None


def _nearly_out(state: Durchmarsch) -> bool:
    return isinstance(state.turn, ToChoose) and sum(row.struck for row in state.sheets[state.active].rows) >= 2


def _playing(
    state: Durchmarsch,
    *,
    can_undo: bool = False,
    hint: Message | None = None,
    thinking: bool = False,
    rolling: tuple[Face[Never], ...] = (),
    thrown_at: float | None = None,
) -> Playing:
    places = tuple(range(len(state.table.seats)))
    return Playing(
        SHOWN,
        state,
        places,
        state.active,
        can_undo=can_undo,
        hint=hint,
        news=SHOWN.news(state),
        thinking=thinking,
        rolling=rolling,
        thrown_at=thrown_at,
    )


def _result(view: View, seats: Table, winners: int, printable: bool = False) -> AnyScreen:
    state = _position(seats, lambda state: isinstance(state.turn, Over) and len(state.turn.winners) == winners)
    kept = say("The whole game is kept as a record.")
    places = tuple(range(len(seats.seats)))
    return result_screen(view, Ended("durchmarsch", SHOWN, state, places, SEAL, SECRET, kept, printable))
