"""The rules of Durchmarsch: count a row down from 10 to 1 before anybody else does, and know when to stop.

A sheet has four rows. A turn begins with eight dice in the sheet's current row; a roll that hits the row's next box
checks it, and its roller stops or goes on with one die fewer. A roll that does not hit ends the turn; two such misses
strike the row. The numbered rules and the figures are in `seeds/durchmarsch`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import NamedTuple

from engine import refusals
from engine.contract import (
    Actions,
    Die,
    Game,
    IllegalEvent,
    Legal,
    Move,
    Option,
    Over,
    Roll,
    Score,
    State,
    Table,
    ToChoose,
    ToRoll,
    Turn,
)
from engine.games.durchmarsch import PLAYERS
from engine.naming import quoted
from engine.seeds import seed
from engine.sequences import with_item
from engine.words import say

NAME = "durchmarsch"
OPTIONS: tuple[Option, ...] = ()

_FIGURES = seed(NAME)
ROWS: int = _FIGURES["rows"]
MISSES: int = _FIGURES["misses"]
MOST_DICE: int = _FIGURES["dice"]["first"]
FEWEST_DICE: int = _FIGURES["dice"]["fewest"]
TWO_DICE_BOXES: tuple[int, ...] = tuple(_FIGURES["boxes"]["two_dice"])
BOXES: tuple[int, ...] = TWO_DICE_BOXES + tuple(_FIGURES["boxes"]["one_die"])

DIE = Die("die", tuple(str(pips) for pips in range(1, _FIGURES["dice"]["faces"] + 1)))
_PIPS = {face: int(face) for face in DIE.faces}


class Decision(Enum):
    """After a hit: roll for the next box, or keep what is checked and pass the dice on."""

    GO = "go"
    STOP = "stop"


class Row(NamedTuple):
    """A row of a sheet: how many of its boxes are checked, and how often it was missed."""

    checked: int = 0
    misses: int = 0

    @property
    def struck(self) -> bool:
        return self.misses == MISSES

    @property
    def complete(self) -> bool:
        return self.checked == len(BOXES)

    @property
    def next_box(self) -> int | None:
        """The box that a roll in this row has to hit."""
        return None if self.struck or self.complete else BOXES[self.checked]


class Sheet(NamedTuple):
    """A seat's sheet, the row in which its present or next turn is played, and how many turns it has begun."""

    rows: tuple[Row, ...] = (Row(),) * ROWS
    current: int = 0
    turns: int = 0

    @property
    def out(self) -> bool:
        """All rows are struck; only then is the current one."""
        return self.rows[self.current].struck


class Hit(NamedTuple):
    """A roll checked a box, with these dice of the roll."""

    seat: int
    row: int
    box: int
    dice: tuple[int, ...]


class Miss(NamedTuple):
    """A roll did not hit the box and ended the turn; if it was the row's second, the row is struck."""

    seat: int
    row: int
    box: int
    struck: bool


def hit(box: int, rolled: Sequence[int]) -> tuple[int, ...] | None:
    """Which dice of a roll hit a box, or None: exactly two that add up to 10, 9, 8 or 7, one that shows 6 to 1.

    >>> hit(10, (6, 1, 4)), hit(10, (5, 3, 2)), hit(6, (5, 1, 6)), hit(6, (5, 1))
    ((0, 2), None, (2,), None)
    """
    if box not in TWO_DICE_BOXES:
        return (rolled.index(box),) if box in rolled else None
    for one, pips in enumerate(rolled):
        rest = rolled[one + 1 :]
        if box - pips in rest:
            return one, one + 1 + rest.index(box - pips)
    return None


@dataclass(frozen=True, slots=True)
class Durchmarsch(State[Decision]):
    """A position of the game. `dice` is the size of the next roll or, while its roller chooses, of the last one."""

    table: Table
    sheets: tuple[Sheet, ...]
    active: int
    dice: int = MOST_DICE
    rolled: tuple[int, ...] = ()
    choosing: bool = False
    last: Hit | Miss | None = None
    over: Over | None = None

    @property
    def turn(self) -> Turn:
        if self.over is not None:
            return self.over
        if self.choosing:
            return ToChoose((self.active,))
        return _to_roll(self.active, self.dice)

    @property
    def aside(self) -> int | None:
        """The die of the last roll that the box sets aside if its roller goes on: one that was not needed."""
        if not self.choosing or self.dice == FEWEST_DICE or not isinstance(self.last, Hit):
            return None
        return max(set(range(self.dice)).difference(self.last.dice))

    def legal(self, seat: int) -> Legal[Decision]:
        if self.choosing and seat == self.active:
            return _GO_OR_STOP
        return Actions((), refusals.of_choosing(seat, self.turn, self.table.seats))

    def apply(self, event: Roll | Move[Decision]) -> Durchmarsch:
        return self._after_roll(event) if isinstance(event, Roll) else self._after_move(event)

    def scores(self) -> tuple[Score, ...]:
        winners = () if self.over is None else self.over.winners
        return tuple(_score(sheet, seat in winners) for seat, sheet in enumerate(self.sheets))

    def _after_move(self, move: Move[Decision]) -> Durchmarsch:
        reason = self.legal(move.seat).why_not(move.action)
        if reason is not None:
            raise IllegalEvent(reason)
        if move.action is Decision.GO:
            fewer = max(self.dice - 1, FEWEST_DICE)
            return Durchmarsch(self.table, self.sheets, self.active, fewer, self.rolled, False, self.last)
        return self._pass_on(self.sheets, self.rolled, self.last)

    def _after_roll(self, roll: Roll) -> Durchmarsch:
        reason = refusals.of_roll(roll, self.turn)
        if reason is not None:
            raise IllegalEvent(reason)
        rolled = tuple([_PIPS[face] for face in roll.faces])
        seat = self.active
        rows, current, turns = self.sheets[seat]
        checked, misses = rows[current]
        box = BOXES[checked]
        if self.dice == MOST_DICE:  # only the first roll of a turn has them all
            turns += 1
        used = hit(box, rolled)
        if used is None:
            row = Row(checked, misses + 1)
            rows = with_item(rows, current, row)
            sheets = with_item(self.sheets, seat, Sheet(rows, _row_below(rows, current), turns))
            return self._pass_on(sheets, rolled, Miss(seat, current, box, row.struck))
        row = Row(checked + 1, misses)
        sheets = with_item(self.sheets, seat, Sheet(with_item(rows, current, row), current, turns))
        won = Over((seat,)) if row.complete else None
        return Durchmarsch(self.table, sheets, seat, self.dice, rolled, won is None, Hit(seat, current, box, used), won)

    def _pass_on(self, sheets: tuple[Sheet, ...], rolled: tuple[int, ...], last: Hit | Miss | None) -> Durchmarsch:
        """All eight dice for the next seat that is not out, unless that ends the game."""
        left = [seat for seat, sheet in enumerate(sheets) if not sheet.out]
        if not left or len(left) == 1 < len(sheets):
            return Durchmarsch(self.table, sheets, self.active, self.dice, rolled, False, last, Over(tuple(left)))
        following = next((seat for seat in left if seat > self.active), left[0])
        return Durchmarsch(self.table, sheets, following, MOST_DICE, rolled, False, last)


_GO_OR_STOP = Actions(tuple(Decision), say("choose to go on or to stop"))


def start(table: Table) -> Durchmarsch:
    reason = refusals.of_table(table, PLAYERS, OPTIONS)
    if reason is not None:
        raise ValueError(str(reason))
    return Durchmarsch(table, (Sheet(),) * len(table.seats), table.first)


def text(action: Decision) -> str:
    return action.value


def parse(text: str) -> Decision:
    try:
        return Decision(text.strip().lower())
    except ValueError:
        raise ValueError(f"expected go or stop, not {quoted(text)}") from None


@cache
def _to_roll(seat: int, dice: int) -> ToRoll:
    return ToRoll(seat, (DIE,) * dice, at_once=dice < MOST_DICE)


def _score(sheet: Sheet, won: bool) -> Score:
    return Score(int(won), (("win", int(won)),), (("turns", sheet.turns),))


def _row_below(rows: tuple[Row, ...], current: int) -> int:
    """The next row that is not struck, the first after the last; the same one if no other is left."""
    for below in range(current + 1, current + ROWS):
        if not rows[below % ROWS].struck:
            return below % ROWS
    return current


GAME: Game[Decision] = Game(name=NAME, players=PLAYERS, start=start, text=text, parse=parse, options=OPTIONS)
