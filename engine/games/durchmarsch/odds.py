"""The exact odds of Durchmarsch: of one roll, of one turn, and of a whole sheet that is played on at a given pace.

What can become of a sheet depends only on its live rows, from the current one on and round to the one above it. Such a
standing is one number here. Every turn checks a box or ticks a miss, so no standing ever comes back, and one pass of
backward induction over all 168,421 of them tells exactly what each is worth.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from threading import Lock
from typing import NamedTuple

from engine.games.durchmarsch.rules import BOXES, DIE, FEWEST_DICE, MISSES, MOST_DICE, ROWS, Decision, Sheet, hit

LENGTH = len(BOXES)
LIVE_ROWS = LENGTH * MISSES  # a live row has 0 to 9 boxes checked and 0 or 1 misses
STANDINGS = sum(LIVE_ROWS**rows for rows in range(ROWS + 1))
LONG = 1 << 15  # figures in one of the arrays that keep what becomes of standings
MOST_TURNS = ROWS * (LENGTH - 1 + MISSES)  # each turn checks a box that does not complete its row, or ticks a miss
MOST_FIGURES = 2 * MOST_TURNS + 2  # of what becomes of a standing: two for each turn, and for turn 0


@cache
def hit_chance(box: int, dice: int) -> float:
    """How likely a roll of so many dice hits a box.

    >>> round(hit_chance(7, 8), 4), hit_chance(1, 1) == 1 / 6
    (0.9706, True)
    """
    faces = range(1, len(DIE.faces) + 1)
    hits = sum(_orders(roll) for roll in combinations_with_replacement(faces, dice) if hit(box, roll))
    rolls: int = len(faces) ** dice
    return hits / rolls


def _orders(roll: tuple[int, ...]) -> int:
    """In how many orders the same faces can come up."""
    return factorial(len(roll)) // prod(map(factorial, Counter(roll).values()))


# Standings.


def standing(sheet: Sheet) -> int:
    """The live rows of a sheet as one number: each is a digit from 1 to 20, the current row first; 0 is out.

    >>> standing(Sheet()) == 20**3 + 20**2 + 20 + 1
    True
    """
    number = 0
    for row in sheet.rows[sheet.current :] + sheet.rows[: sheet.current]:
        if not row.struck:
            number = number * LIVE_ROWS + row.misses * LENGTH + row.checked + 1
    return number


class Front(NamedTuple):
    """The current row of a standing, what its digit weighs, and the standing of the other rows."""

    checked: int
    misses: int
    weight: int
    others: int

    def at(self, checked: int) -> int:
        """The standing with so many boxes of the current row checked."""
        return (self.misses * LENGTH + checked + 1) * self.weight + self.others

    def missed(self, checked: int) -> int:
        """The standing after a miss with so many boxes checked: the row goes to the end, or is struck."""
        if self.misses + 1 == MISSES:
            return self.others
        return self.others * LIVE_ROWS + (self.misses + 1) * LENGTH + checked + 1


def front(number: int) -> Front:
    """The current row of a standing that is not out."""
    weight, fewest = 1, 0
    while number > (fewest + weight) * LIVE_ROWS:
        fewest += weight
        weight *= LIVE_ROWS
    row, others = divmod(number - fewest - weight, weight)
    misses, checked = divmod(row, LENGTH)
    return Front(checked, misses, weight, others + fewest)


# A turn.


class Worth(NamedTuple):
    """What it is worth to go on, and to stop; a completed row is worth 1."""

    go: float
    stop: float

    @property
    def better(self) -> Decision:
        return Decision.GO if self.go > self.stop else Decision.STOP


def weigh(number: int, dice: int, passed: Callable[[int], float]) -> Worth:
    """Going on with so many dice against stopping, if `passed` tells what a standing is worth when the turn is over."""
    row = front(number)
    go = 1.0
    for checked in reversed(range(row.checked, LENGTH)):
        if checked < LENGTH - 1:
            go = max(go, passed(row.at(checked + 1)))
        chance = hit_chance(BOXES[checked], max(dice - (checked - row.checked), FEWEST_DICE))
        go = chance * go + (1 - chance) * passed(row.missed(checked))
    return Worth(go, passed(number))


# A whole sheet.

_COMPLETED = (1.0, 0.0)


class _Ends:
    """What becomes of each standing that somebody has asked for. There are thousands of them, so their figures lie one
    behind the other in a few long arrays, which take far less memory than an array for each."""

    def __init__(self) -> None:
        self._long: list[array[float]] = []
        self._filled = LONG  # of the last one
        self._places: array[int] = array("I", (0,)) * STANDINGS  # 0, or where the figures lie, and how many
        self._adds = Lock()  # bots and hints may ask in several threads

    def of(self, number: int) -> array[float] | None:
        """The figures of a standing; None if nobody has asked for it."""
        place = self._places[number]
        if not place:
            return None
        where, length = divmod(place, MOST_FIGURES + 1)
        which, start = divmod(where, LONG)
        return self._long[which][start : start + length]

    def keep(self, number: int, ends: array[float]) -> array[float]:
        with self._adds:
            if self._filled + len(ends) > LONG:
                self._long.append(array("d", (0.0,)) * LONG)
                self._filled = 0
            self._long[-1][self._filled : self._filled + len(ends)] = ends
            where = (len(self._long) - 1) * LONG + self._filled
            self._filled += len(ends)
            self._places[number] = where * (MOST_FIGURES + 1) + len(
                ends
            )  # last, since other threads look at it unasked
        return ends


class Pace:
    """The best play of somebody to whom a row completed one turn later is worth `patience` times as much.

    The patience is a discount factor. With a patience of 1 only completing a row counts, whenever that
    is; near 0 only completing it this turn does.
    """

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._worth, self._stops = _solve(patience)
        self._ends = _Ends()
        self._ends.keep(0, array("d", (0.0, 1.0)))

    def worth(self, number: int) -> float:
        """What a standing is worth at the beginning of a turn."""
        return self._worth[number]

    def weigh(self, number: int, dice: int) -> Worth:
        return weigh(number, dice, lambda after: self.patience * self._worth[after])

    def ends(self, number: int) -> Sequence[float]:
        """What becomes of a standing that is played on at this pace: two figures for each of the turns 0 (that is now),
        1, 2 and so on, how likely it completes a row in that turn, and how likely it goes out."""
        known = self._ends.of(number)
        if known is not None:
            return known
        row = front(number)
        stop = self._stops[number]
        chance = 1.0
        parts = []
        for checked in range(row.checked, stop):
            here = hit_chance(BOXES[checked], max(MOST_DICE - (checked - row.checked), FEWEST_DICE))
            parts.append((chance * (1 - here), self.ends(row.missed(checked))))
            chance *= here
        parts.append((chance, _COMPLETED if stop == LENGTH else self.ends(row.at(stop))))
        total = [0.0] * max([len(later) for _, later in parts])
        for weight, later in parts:
            total[: len(later)] = [so_far + weight * part for so_far, part in zip(total, later, strict=False)]
        return self._ends.keep(number, array("d", [0.0, 0.0, *total]))


@cache
def pace(patience: float) -> Pace:
    """The pace of this patience: solved when somebody first asks for it, then kept."""
    return Pace(patience)


def _solve(patience: float) -> tuple[array[float], bytearray]:
    """For each standing: its worth, and with how many boxes of the current row checked a turn stops."""
    worth = array("d", (0.0,)) * STANDINGS
    stops = bytearray(STANDINGS)
    chances = [[hit_chance(box, dice) for dice in range(FEWEST_DICE, MOST_DICE + 1)] for box in BOXES]
    weight, fewest = 1, 0
    for _ in range(ROWS):
        # A miss takes a standing to one with fewer rows or with more misses, so those are solved before it.
        others = sorted(range(fewest, fewest + weight), key=_misses, reverse=True)
        for misses in reversed(range(MISSES)):
            for other in others:
                _solve_row(Front(0, misses, weight, other), patience, chances, worth, stops)
        fewest += weight
        weight *= LIVE_ROWS
    return worth, stops


def _solve_row(row: Front, patience: float, chances: list[list[float]], worth: array[float], stops: bytearray) -> None:
    """All standings that differ only in how much of the current row is checked, the nearest to its end first.

    `go5` is the worth of going on with 5 dice and `end5` says where that turn stops; likewise with 6 and 7.
    """
    stop = go5 = go6 = go7 = 1.0
    end5 = end6 = end7 = LENGTH
    for checked in reversed(range(LENGTH)):
        chance5, chance6, chance7, chance8 = chances[checked]
        miss = patience * worth[row.missed(checked)]
        if stop >= go5:
            go5, end5 = stop, checked + 1
        if stop >= go6:
            go6, end6 = stop, checked + 1
        if stop >= go7:
            go7, end7 = stop, checked + 1
        number = row.at(checked)
        worth[number] = here = miss + chance8 * (go7 - miss)
        stops[number] = end7
        go7, end7 = miss + chance7 * (go6 - miss), end6
        go6, end6 = miss + chance6 * (go5 - miss), end5
        go5 = miss + chance5 * (go5 - miss)
        stop = patience * here


def _misses(number: int) -> int:
    """How many misses the rows of a standing have."""
    misses = 0
    while number:
        number, row = divmod(number - 1, LIVE_ROWS)
        misses += row // LENGTH
    return misses
