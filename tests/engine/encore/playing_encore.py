"""How the tests of Encore! play it: a table with some boxes checked, events as they are recorded, what is legal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.colour_sheets.picks import Picks
from engine.colour_sheets.sheets import COLUMNS, LETTERS, mask
from engine.games.encore import rules as encore
from engine.games.encore.printed import sheet
from engine.games.encore.rules import Encore
from tests import playing as games

ADA, BEN, CLEO = 0, 1, 2
YELLOW, GREEN, BLUE, RED, ORANGE = range(5)
ALL_JOKERS = "roll cross cross cross ? ? ?"


def play(state: Encore, *events: str) -> Encore:
    return games.play(encore.GAME, state, *events)


def all_pass(state: Encore) -> Encore:
    return games.all_pass(encore.GAME, state)


def why_not(state: Encore, event: str) -> str:
    return games.why_not(encore.GAME, state, event)


def later(state: Encore) -> Encore:
    """The same table when the first three rolls are over."""
    return replace(state, rolls=3)


def at(state: Encore, *checked: str | int, jokers: Iterable[int] = ()) -> Encore:
    """The same table, with these boxes checked on the sheets, seat by seat."""
    boxes = [mask(some) if isinstance(some, str) else some for some in checked]
    return replace(
        state,
        checked=(*boxes, *state.checked[len(boxes) :]),
        jokers=tuple(jokers) or state.jokers,
    )


def column(letter: str, but: str = "") -> int:
    """The boxes of a column, but some."""
    return COLUMNS[LETTERS.index(letter)] & ~mask(but)


def colour(index: int, but: str = "") -> int:
    """The boxes of a colour on sheet 01, but some."""
    return sheet("01").colours[index] & ~mask(but)


def picks(state: Encore, seat: int) -> Picks:
    legal = state.legal(seat)
    assert isinstance(legal, Picks)
    return legal


def offered(state: Encore, seat: int) -> set[str]:
    """The pairs that a seat can take: "blue 3" and so on."""
    return {f"{pair.colour} {pair.number}" for pair in picks(state, seat).pairs}


def total(state: Encore, seat: int) -> int:
    return state.scores()[seat].total


RED_AND_BLUE = "roll red blue blue 1 2 3"
