"""What a sheet of Encore! is worth in the middle of a game: the points that its player may expect to have in the end.

The worth is a sum of small tables (`engine.bots.encore_tables`), one for every part of a sheet, that were learned by
playing alone. A bot looks at hundreds of sheets that differ in a few boxes only, so a `Standing` tells the worth of
the sheets that come after it by what changes, and remembers that.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from engine.bots.encore_tables import (
    CHECKED,
    COLOUR_BOXES,
    FULL,
    LINES,
    MOST_NEEDED,
    PAIRS,
    POINT,
    REACHED,
    STAGES,
    keys,
    picks_needed,
    tables,
)
from engine.encore import COLOUR_FIRST, COLUMN_FIRST, JOKER_POINTS, JOKERS, STAR_POINTS
from engine.sheets import COLOURS, COLUMNS, HEIGHT, MOST, Sheet, neighbours, numbers, within_reach

MIDDLE = LINES // 2
LEFT_WING, RIGHT_WING = sum(COLUMNS[:MIDDLE]), sum(COLUMNS[MIDDLE + 1 :])
WING_BOXES = LEFT_WING.bit_count()

# Of 36 throws with two dice: how many have this face, from worst to best, as the better one.
BETTER_OF_TWO = (1, 3, 5, 7, 9, 11)


class Place(NamedTuple):
    """Some boxes of a block, and what is always true about them."""

    colour: int
    size: int
    first: int  # column, or that in the middle if they are right of it
    last: int
    left: int  # boxes left of the middle
    right: int
    window: int  # all boxes on which it depends what changes if these are checked


@lru_cache(maxsize=16_384)
def _place(sheet: Sheet, boxes: int) -> Place:
    first, last = _first_column(boxes), _last_column(boxes)
    window = sum(COLUMNS[max(first - 2, 0) : last + 3])
    for block in _touched(sheet, boxes):
        window |= sheet.blocks[block] | neighbours(sheet.blocks[block])
    return Place(
        sheet.colour[boxes.bit_length() - 1],
        boxes.bit_count(),
        min(first, MIDDLE),
        max(last, MIDDLE),
        (boxes & LEFT_WING).bit_count(),
        (boxes & RIGHT_WING).bit_count(),
        window,
    )


@lru_cache(maxsize=16_384)
def _touched(sheet: Sheet, boxes: int) -> tuple[int, ...]:
    """The blocks that have one of these boxes, or are next to one."""
    return tuple({sheet.block_of[box] for box in numbers(boxes | neighbours(boxes))})


def _first_column(boxes: int) -> int:
    return ((boxes & -boxes).bit_length() - 1) // HEIGHT


def _last_column(boxes: int) -> int:
    return (boxes.bit_length() - 1) // HEIGHT


class Standing:
    """A sheet with rolls still to come, and what it would be worth with some boxes more."""

    def __init__(self, sheet: Sheet, checked: int, rolls_left: int) -> None:
        self.sheet = sheet
        self.checked = checked
        self.left = [(boxes & ~checked).bit_count() for boxes in sheet.colours]
        self._tables = tables(sheet, STAGES[rolls_left])
        self._needed = [sum(picks_needed(block & ~checked) for block in blocks) for blocks in sheet.blocks_of]
        self._base = self._columns(checked, range(LINES)) + self._triples(checked, range(LINES - 2))
        self._base += self._blocks(checked, range(len(sheet.blocks)))
        self._first = min(_first_column(checked), MIDDLE) if checked else MIDDLE
        self._last = max(_last_column(checked), MIDDLE)
        self._wings = (checked & LEFT_WING).bit_count(), (checked & RIGHT_WING).bit_count()
        self._rests: dict[tuple[int, int, int], int] = {}
        self._changes: dict[tuple[int, int], tuple[int, int]] = {}
        self._places: dict[int, Place] = {}

    def then(self, boxes: int) -> Standing:
        """The same with these boxes of one block checked, if any."""
        if not boxes:
            return self
        after: Standing = object.__new__(Standing)
        place = _place(self.sheet, boxes)
        change, need = self._change(boxes, place.window)
        after.sheet, after._tables = self.sheet, self._tables
        after._changes, after._places = self._changes, self._places
        after.checked = self.checked | boxes
        after.left, after._needed = self.left.copy(), self._needed.copy()
        after.left[place.colour] -= place.size
        after._needed[place.colour] += need
        after._base = self._base + change
        after._first, after._last = min(self._first, place.first), max(self._last, place.last)
        after._wings = self._wings[0] + place.left, self._wings[1] + place.right
        after._rests = {}
        return after

    def after(self, boxes: int, jokers: int) -> int:
        """The worth once these boxes, if any, are checked and so many exclamation marks are left."""
        if not boxes:
            nothing = Place(0, 0, MIDDLE, MIDDLE, 0, 0, 0)
            return self._with(nothing, 0, 0) + self.rest(0, 0, jokers)
        place = _place(self.sheet, boxes)
        return self.ground(boxes) + self.rest(place.colour, place.size, jokers)

    def ground(self, boxes: int) -> int:
        """The part of the worth that depends on which boxes are checked, not only on their colour and number."""
        place = self._places.get(boxes)
        if place is None:
            place = self._places[boxes] = _place(self.sheet, boxes)
        change, need = self._change(boxes, place.window)
        return self._with(place, change, need)

    def rest(self, colour: int, count: int, jokers: int) -> int:
        """The part of the worth that depends only on the exclamation marks and on how many boxes of a colour are
        checked."""
        known = self._rests.get((colour, count, jokers))
        if known is not None:
            return known
        tables, left = self._tables, self.left.copy()
        left[colour] -= count
        worth = tables.jokers[jokers * (len(COLOURS) + 1) + left.count(0)]
        for index, boxes in enumerate(left):
            worth += tables.colours[index][boxes * (JOKERS + 1) + jokers]
            if index != colour:
                worth += tables.needs[index][boxes * (MOST_NEEDED + 1) + min(self._needed[index], MOST_NEEDED)]
        for table, (one, other) in zip(tables.pairs, PAIRS, strict=True):
            worth += table[left[one] * (COLOUR_BOXES + 1) + left[other]]
        self._rests[colour, count, jokers] = worth
        return worth

    def _with(self, place: Place, change: int, need: int) -> int:
        colour, count, first, last, left, right, _ = place
        tables, wings = self._tables, self._wings
        needed = min(self._needed[colour] + need, MOST_NEEDED)
        return (
            self._base
            + change
            + tables.needs[colour][(self.left[colour] - count) * (MOST_NEEDED + 1) + needed]
            + tables.extent[min(first, self._first) * (MIDDLE + 1) + max(last, self._last) - MIDDLE]
            + tables.wings[(wings[0] + left) * (WING_BOXES + 1) + wings[1] + right]
        )

    def _change(self, boxes: int, window: int) -> tuple[int, int]:
        """By how much columns and blocks are worth more with these boxes checked, and how many picks more their colour
        then needs. The same boxes in the same surroundings always change the same."""
        key = boxes, self.checked & window
        known = self._changes.get(key)
        if known is not None:
            return known
        before, after = self.checked, self.checked | boxes
        first, last = _first_column(boxes), _last_column(boxes)
        columns = range(max(first - 1, 0), min(last + 2, LINES))
        triples = range(max(first - 2, 0), min(last + 1, LINES - 2))
        blocks = _touched(self.sheet, boxes)
        worth = (
            self._columns(after, columns)
            - self._columns(before, columns)
            + self._triples(after, triples)
            - self._triples(before, triples)
            + self._blocks(after, blocks)
            - self._blocks(before, blocks)
        )
        block = self.sheet.blocks[self.sheet.block_of[boxes.bit_length() - 1]]
        change = worth, picks_needed(block & ~after) - picks_needed(block & ~before)
        self._changes[key] = change
        return change

    def _columns(self, checked: int, columns: Iterable[int]) -> int:
        tables, reach, worth = self._tables.columns, within_reach(checked), 0
        for column in columns:
            shift = column * HEIGHT
            worth += tables[column][CHECKED[checked >> shift & FULL] + REACHED[reach >> shift & FULL]]
        return worth

    def _triples(self, checked: int, columns: range) -> int:
        """Of the columns at which each three begin."""
        counts = [(checked >> column * HEIGHT & FULL).bit_count() for column in range(columns.start, columns.stop + 2)]
        tables, worth = self._tables.triples, 0
        for column, one, two, three in zip(columns, counts, counts[1:], counts[2:], strict=False):
            worth += tables[column][one * 64 + two * 8 + three]
        return worth

    def _blocks(self, checked: int, blocks: Iterable[int]) -> int:
        table, index_of, masks = self._tables.blocks, keys(self.sheet).block, self.sheet.blocks
        free, reach, worth = ~checked, within_reach(checked), 0
        for block in blocks:
            worth += table[index_of(block, masks[block] & free, masks[block] & reach)]
        return worth


class LastStanding:
    """A sheet after the last roll: its points count, and nothing else. It answers as `Standing` does."""

    def __init__(self, sheet: Sheet, checked: int) -> None:
        self.sheet = sheet
        self.checked = checked
        self.left = [(boxes & ~checked).bit_count() for boxes in sheet.colours]

    def then(self, boxes: int) -> LastStanding:
        return LastStanding(self.sheet, self.checked | boxes)

    def after(self, boxes: int, jokers: int) -> int:
        colour = self.sheet.colour[boxes.bit_length() - 1] if boxes else 0
        return self.ground(boxes) + self.rest(colour, boxes.bit_count(), jokers)

    def ground(self, boxes: int) -> int:
        free = ~(self.checked | boxes)
        points = STAR_POINTS * (self.sheet.stars & free).bit_count()
        for column, value in zip(COLUMNS, COLUMN_FIRST, strict=True):
            if not column & free:
                points += value
        return POINT * points

    def rest(self, colour: int, count: int, jokers: int) -> int:
        complete = sum(not boxes - (count if index == colour else 0) for index, boxes in enumerate(self.left))
        return POINT * (JOKER_POINTS * jokers + COLOUR_FIRST[0] * complete)


def standing(sheet: Sheet, checked: int, rolls_left: int) -> Standing | LastStanding:
    """The sheet of somebody who plays alone and has so many rolls to come."""
    return Standing(sheet, checked, rolls_left) if rolls_left else LastStanding(sheet, checked)


def before_a_roll(now: Standing | LastStanding, jokers: int) -> float:
    """What a sheet is worth to somebody who plays alone and is about to roll. `now` is the sheet as it will be judged
    after the roll."""
    return _mean([[worth for worth, _, _ in some] for some in _best(now, jokers)])


def before_two_rolls(now: Standing | LastStanding, later: Standing | LastStanding, jokers: int) -> float:
    """The same, looking one roll farther. `later` is the sheet as it will be judged after the second roll."""
    best = _best(now, jokers)
    worths = {
        (boxes, cost): before_a_roll(later.then(boxes), jokers - cost)
        for boxes, cost in {(boxes, cost) for some in best for _, boxes, cost in some}
    }
    return _mean([[worths[boxes, cost] for _, boxes, cost in some] for some in best])


def _best(now: Standing | LastStanding, jokers: int) -> list[list[tuple[int, int, int]]]:
    """By the faces of a colour die and of a number die, jokers last: the worth of the best that this pair can do, which
    boxes that are, and how many exclamation marks they cost."""
    best = [[(now.after(0, jokers), 0, 0)] * (MOST + 1) for _ in range(len(COLOURS) + 1)]
    reach = within_reach(now.checked)
    for colour in range(len(COLOURS)):
        blocks = now.sheet.open_blocks(colour, now.checked, reach)
        for number in range(1, MOST + 1):
            grounds = [(now.ground(boxes), boxes) for block in blocks for boxes in block[number]]
            if not grounds:
                continue
            ground, boxes = max(grounds)
            for cost, pairs in enumerate((((colour, number - 1),), ((colour, -1), (-1, number - 1)), ((-1, -1),))):
                if cost <= jokers:
                    found = ground + now.rest(colour, number, jokers - cost), boxes, cost
                    for row, column in pairs:
                        best[row][column] = max(best[row][column], found)
    return best


def _mean(best: list[list[float]]) -> float:
    """The mean over all rolls of the best that can be made of them, by what each pair of faces can do."""
    total = 0.0
    for one, worths in enumerate(best):
        for other in range(one + 1):
            better = sorted(map(max, worths, best[other]))
            total += (1 if one == other else 2) * sum(map(mul, better, BETTER_OF_TWO))
    return total / 36**2
