"""The screens of Encore! in fixed states, for the layout rules and the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

from display.choices import Narrow
from display.games import VIEWS
from display.screens.frame import View
from display.screens.paper import Paper, paper_screen
from display.screens.play import Playing, play_screen
from display.screens.result import Ended, result_screen
from display.screens.statistics import history_screen
from display.screens.table import PERSON, Place, Setting, table_screen
from display.tree import Screen
from display.ways import REAL_DICE
from engine import encore
from engine.contract import Event, Move, Over, Roll, Table, ToChoose, ToRoll
from engine.encore import Encore
from engine.picks import PASS, Pick
from engine.words import say
from tests.games import NAMES, any_event, table

SHOWN = VIEWS["encore"]
SEAL = "3f9ac21e77d0b1a45c8e6f02d9b47a13"
SECRET = "b81d40e6fa2793c50c6f1e9d3a5728b4"


def encore_screens(view: View) -> Iterator[tuple[str, Screen]]:
    yield "encore-table", _table(view)
    yield "encore-first", play_screen(view, _playing(encore.start(table(3))))
    choosing = _position(table(4), lambda state: _chooses(state, after=12) and len(_picks(state)) > 20)
    yield "encore-colour", play_screen(view, _playing(choosing, can_undo=True))
    number = _stepped(choosing, 1)
    yield "encore-number", play_screen(view, number)
    preview = _stepped(choosing, 2)
    yield "encore-place", play_screen(view, preview)
    six = _position(table(6), lambda state: _chooses(state, after=20) and len(state.waiting) == 4)
    hint = say("not next to a cross")
    yield "encore-six", play_screen(view, replace(_playing(six), hint=hint))
    tapped = _playing(six, path=(f"box {next(_boxes(six))}",))
    yield "encore-tapped", play_screen(view, tapped)
    completed = _position(table(2), lambda state: bool(state.columns_done) and not state.roll)
    yield "encore-column", play_screen(view, _playing(completed))
    forced = _position(table(2), lambda state: _chooses(state, after=20) and not _picks(state))
    yield "encore-forced", play_screen(view, _playing(forced))
    alone = _position(table(1), lambda state: _chooses(state, after=19) and len(_picks(state)) > 3)
    yield "encore-solo", play_screen(view, _playing(alone))
    ready = _position(table(2), lambda state: isinstance(state.turn, ToRoll) and state.rolls == 9)
    entering = replace(_playing(ready, path=("red", "cross", "blue", "4")), real_dice=True)
    yield "encore-real-dice", play_screen(view, entering)
    yield "encore-paper", paper_screen(view, Paper(SHOWN, ("blue", "red", "cross", "2", "?", "5"), 7))
    yield "encore-result", _result(view, 4)
    yield "encore-result-six", _result(view, 6)
    yield "encore-result-solo", _result(view, 1)
    lines = [
        say("{name}: {what}", name=NAMES[i % 3], what=SHOWN.action(pick))
        for i, pick in enumerate(_picks(choosing)[:20])
    ]
    yield "encore-history", history_screen(view, SHOWN, lines, 1)


def _table(view: View) -> Screen:
    places = tuple(Place(name, *((PERSON,) if number < 4 else ())) for number, name in enumerate(NAMES))
    return table_screen(view, Setting(encore, SHOWN, places, 1, (("sheets", "each"),), SEAL, REAL_DICE))


def _playing(state: Encore, *, path: tuple[str, ...] = (), can_undo: bool = False) -> Playing:
    turn = state.turn
    seat = turn.seats[-1] if isinstance(turn, ToChoose) else turn.seat if isinstance(turn, ToRoll) else 0
    places = tuple(range(len(state.sheets)))
    return Playing(SHOWN, state, places, seat, path=path, can_undo=can_undo, news=SHOWN.news(state))


def _stepped(state: Encore, steps: int) -> Playing:
    """So many steps on the way to a pick, always by the first choice."""
    playing = _playing(state, can_undo=True)
    for _ in range(steps):
        screen = play_screen(View(), playing)
        choice = next(target.choice for target in screen.targets() if target.name == screen.start)
        assert isinstance(choice, Narrow)
        playing = replace(playing, path=choice.path)
    return playing


def _result(view: View, players: int) -> Screen:
    state = _position(table(players), lambda state: isinstance(state.turn, Over))
    kept = say("The whole game is kept as a record.")
    return result_screen(view, Ended("encore", SHOWN, state, tuple(range(players)), SEAL, SECRET, kept))


# Positions, from games that luck with a fixed seed plays: large picks, and seldom a pass.


@cache
def _game(seats: Table, seed: int) -> list[Encore]:
    luck = Random(seed)
    states = [encore.start(seats)]
    while not isinstance(states[-1].turn, Over):
        states.append(states[-1].apply(_eager(states[-1], luck)))
    return states


def _eager(state: Encore, luck: Random) -> Event:
    event = any_event(state, luck)
    if isinstance(event, Roll):
        return event
    picks = [pick for pick in state.legal(event.seat) if isinstance(pick, Pick)]
    luck.shuffle(picks)
    return Move(event.seat, max(picks, key=lambda pick: pick.boxes.bit_count() - 2 * pick.cost, default=PASS))


def _position(seats: Table, holds: Callable[[Encore], bool]) -> Encore:
    return next(state for seed in range(1, 50) for state in _game(seats, seed) if holds(state))


def _chooses(state: Encore, after: int) -> bool:
    return isinstance(state.turn, ToChoose) and state.rolls >= after


def _picks(state: Encore) -> list[Pick]:
    assert isinstance(state.turn, ToChoose)
    return [pick for pick in state.legal(state.turn.seats[-1]) if isinstance(pick, Pick)]


def _boxes(state: Encore) -> Iterator[int]:
    for pick in _picks(state):
        yield pick.boxes.bit_length() - 1
