"""The screens of Initials in fixed states, for the layout rules and the pictures."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from display.choices import Path, Wrote
from display.games import VIEWS
from display.games.initials.word_entry import HasLetterOf
from display.screens.frame import View
from display.screens.game import Playing, game_screen
from display.screens.result import Ended, result_screen
from display.screens.table import Place, Sitter, TableShown, table_screen
from display.tree import AnyScreen
from engine.contract import Over, Roll, Seat, Table
from engine.games.initials import rules as initials
from engine.games.initials import variants
from engine.games.initials.rules import Initials
from engine.words import say
from tests.playing import NAMES, play, table

SHOWN = VIEWS["initials"]
SEAL = "3f9ac21e77d0b1a45c8e6f02d9b47a13"
SECRET = "b81d40e6fa2793c50c6f1e9d3a5728b4"
GREEN, BLACK = "roll B O R V A green", "roll B O R V A black"


def initials_screens(view: View) -> Iterator[tuple[str, AnyScreen]]:
    yield "initials-table", _table(view)
    yield "initials-first", game_screen(view, _playing(_game(4)))
    yield "initials-theme", game_screen(view, _playing(_game(4, "roll 2")))
    dice = _game(4, "roll 2", GREEN)
    yield "initials-dice", game_screen(view, _playing(dice))
    race = _game(6, "roll 2", GREEN, "2 buzz 2480", "4 buzz 2481", "1 buzz 3120")
    yield "initials-keys", game_screen(view, _playing(race, tuple(map(Wrote, "Bear"))))
    yield "initials-ring", game_screen(view, _playing(_game(2, "roll 2", GREEN, "2 buzz 2480")))
    spoken = _game(4, "roll 2", GREEN, "2 buzz 2480", "4 buzz 2481", way="spoken")
    yield "initials-spoken", game_screen(view, _playing(spoken, (HasLetterOf(2), HasLetterOf(4))))
    black = _game(3, "roll 2", BLACK, "2 buzz 2480", way="spoken")
    yield "initials-spoken-black", game_screen(view, _playing(black))
    contest = _game(6, "roll 2", GREEN, "2 buzz 2480", "4 buzz 2481", "2 word Beaver", "1 contest", "5 accept")
    yield "initials-contest", game_screen(view, _playing(contest, can_undo=True))
    root = play(initials.GAME, contest, "3 accept", "4 accept", "4 word beavers")
    yield "initials-root", game_screen(view, _playing(root, can_undo=True))
    unheard = play(initials.GAME, black, "2 says none")
    yield "initials-contest-black", game_screen(view, _playing(unheard, can_undo=True))
    yield "initials-open", game_screen(view, _playing(_open_round(), can_undo=True))
    naming = play(initials.GAME, _open_round(), "3 buzz 9120")
    yield "initials-open-theme", game_screen(view, _playing(naming, can_undo=True))
    yield "initials-round", game_screen(view, _playing(_after_a_round(), can_undo=True))
    yield (
        "initials-calm",
        game_screen(view, _playing(_game(3, "roll 2", GREEN, "1 word Bear", pace="calm"), tuple(map(Wrote, "Bo")))),
    )
    alone = _game(1, "roll 2", GREEN, "1 buzz 8120", "1 word Beaver", "roll 5", GREEN)
    yield "initials-alone", game_screen(view, _playing(alone))
    with_bot = Table((Seat("Ada"), Seat("Ben"), Seat("Cleo", bot="master")))
    speaking = play(initials.GAME, initials.start(with_bot), "roll 2", GREEN, "3 buzz 2100")
    yield "initials-bot", game_screen(view, _playing(speaking))
    yield "initials-result", _result(view, 4)
    yield "initials-result-solo", _result(view, 1)


def initials_tumbling(view: View) -> AnyScreen:
    """The letters in the air; somebody could not wait."""
    state = _game(4, "roll 2")
    roll = Roll(tuple(GREEN.split()[1:]))
    early = say("{name}: {why}", name="Cleo", why=say("too early"))
    return game_screen(view, replace(_playing(state), rolling=SHOWN.thrown(state, roll), thrown_at=0.0, news=early))


def _game(players: int, *events: str, **options: str) -> Initials:
    seats = Table(table(players).seats, options=tuple(options.items()))
    return play(initials.GAME, initials.start(seats), *events)


def _playing(state: Initials, path: Path = (), *, can_undo: bool = False) -> Playing:
    seat = state.waits_for[0]
    if state.table.seats[seat].bot is not None:
        seat = 0
    places = tuple(range(len(state.tokens)))
    return Playing(SHOWN, state, places, seat, path=path, can_undo=can_undo, news=SHOWN.news(state))


def _after_a_round() -> Initials:
    """Four have played a round: one word was refused, three brought tokens."""
    state = _game(4, "roll 2", GREEN, "2 buzz 2480", "4 buzz 2481", "1 buzz 3120")
    state = play(initials.GAME, state, "2 word Cow", "4 word Beaver", "1 accept", "2 accept", "1 word Boar")
    state = play(initials.GAME, state, "2 accept", "3 accept", "2 buzz 9000", "2 word Bream", "1 accept", "3 accept")
    return state


def _open_round() -> Initials:
    """Two of the six themes have their word, and a word was refused."""
    state = _game(3, GREEN, "2 buzz 2480", "1 buzz 3120", variant="open")
    state = play(
        initials.GAME, state, "2 theme 2 word Beaver", "1 accept", "1 theme 3 word Bread", "2 accept", "3 buzz 5000"
    )
    return play(initials.GAME, state, "3 theme 4 word Cow")


def _result(view: View, players: int) -> AnyScreen:
    state = _game(players)
    while not isinstance(state.turn, Over):
        state = play(initials.GAME, state, "roll 2", GREEN)
        for seat in (0, 1, 2)[:players]:
            state = play(initials.GAME, state, f"{seat + 1} buzz {2000 + 400 * seat}")
        for seat, word in enumerate(("Beaver", "Boar", "Bison")[:players]):
            if not isinstance(state.turn, Over):
                state = play(initials.GAME, state, f"{seat + 1} word {word}")
            while state.judged is not None:
                state = play(initials.GAME, state, f"{state.voting[0] + 1} accept")
    kept = say("The whole game is kept as a record.")
    return result_screen(view, Ended("initials", SHOWN, state, tuple(range(players)), SEAL, SECRET, kept))


def _table(view: View) -> AnyScreen:
    options = tuple((option.name, option.values[-1]) for option in variants.OPTIONS)
    places = tuple(Place(name, *((Sitter.PERSON,) if number < 4 else ())) for number, name in enumerate(NAMES))
    return table_screen(view, TableShown(initials.GAME, SHOWN, places, None, options, SEAL))
