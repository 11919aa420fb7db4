"""How the tests of One More Encore! play it: a state with some boxes checked, events as they stand in a record, what is
legal.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.colour_sheets.sheets import COLUMNS, LETTERS, ROWS, mask
from engine.games.one_more_encore import rules as one_more_encore
from engine.games.one_more_encore.rules import (
    SHEET,
    Choices,
    OneMoreEncore,
)
from tests import playing as games

ADA, BEN, CLEO = 0, 1, 2
YELLOW, GREEN, BLUE, RED, ORANGE = range(5)
P, Q, R, S, T, U, V = range(7)


def play(state: OneMoreEncore, *events: str) -> OneMoreEncore:
    return games.play(one_more_encore.GAME, state, *events)


def all_pass(state: OneMoreEncore) -> OneMoreEncore:
    return games.all_pass(one_more_encore.GAME, state)


def why_not(state: OneMoreEncore, event: str) -> str:
    return games.why_not(one_more_encore.GAME, state, event)


def later(state: OneMoreEncore) -> OneMoreEncore:
    """The same table when the first three rolls are over."""
    return replace(state, rolls=3)


def at(state: OneMoreEncore, *checked: str | int, **others: Any) -> OneMoreEncore:
    """The same table, with these boxes checked on the sheets, seat by seat, and other fields changed."""
    boxes = [mask(some) if isinstance(some, str) else some for some in checked]
    return replace(state, checked=(*boxes, *state.checked[len(boxes) :]), **others)


def column(letter: str, but: str = "") -> int:
    """The boxes of a column, but some."""
    return COLUMNS[LETTERS.index(letter)] & ~mask(but)


def row(number: int, but: str = "") -> int:
    """The boxes of a row, but some."""
    return ROWS[number] & ~mask(but)


def colour(index: int, but: str = "") -> int:
    """The boxes of a colour, but some."""
    return SHEET.colours[index] & ~mask(but)


def choices(state: OneMoreEncore, seat: int) -> Choices:
    legal = state.legal(seat)
    assert isinstance(legal, Choices)
    return legal


def offered(state: OneMoreEncore, seat: int) -> set[str]:
    """What a seat can take: "blue 3" and so on, and "special"."""
    legal = choices(state, seat)
    pairs = {f"{pair.colour} {pair.number}" for pair in legal.picks.pairs}
    return pairs | ({"special"} if len(legal.specials) else set())


def parts(state: OneMoreEncore, seat: int) -> dict[str, int]:
    return dict(state.scores()[seat].parts)
