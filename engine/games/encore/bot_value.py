"""What a sheet of Encore! is worth in the middle of a game: the points that its player may expect to have in the end.

The worth is a sum of small tables (`bot_tables`), one for every part of a sheet. A bot looks at dozens
of sheets that differ in a few boxes only, so a `Standing` adds up one sheet and then tells only what changes.
"""

from __future__ import annotations

from operator import mul

from engine.colour_sheets.sheets import COLOURS, COLUMNS, HEIGHT, MOST, Sheet, within_reach
from engine.games.encore.bot_tables import (
    BLOCK_SIZES,
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
from engine.games.encore.rules import COLOUR_FIRST, COLUMN_FIRST, JOKER_POINTS, JOKERS, STAR_POINTS

MIDDLE = LINES // 2
LEFT_WING, RIGHT_WING = sum(COLUMNS[:MIDDLE]), sum(COLUMNS[MIDDLE + 1 :])

# For each face, from worst to best: in how many of the 36 throws of two dice it is the better one.
BETTER_OF_TWO = (1, 3, 5, 7, 9, 11)


class Standing:
    """A sheet with rolls still to come, and what it would be worth with some boxes more."""

    def __init__(self, sheet: Sheet, checked: int, rolls_left: int) -> None:
        self.sheet = sheet
        self.checked = checked
        self.left = [(boxes & ~checked).bit_count() for boxes in sheet.colours]
        self._tables = tables(sheet, STAGES[rolls_left])
        self._keys = keys(sheet)
        self._needed = [sum(picks_needed(block & ~checked) for block in blocks) for blocks in sheet.blocks_of]
        self._rests: dict[tuple[int, int, int], int] = {}
        reach = within_reach(checked)
        self._counts = [(checked & boxes).bit_count() for boxes in COLUMNS]
        self._columns = [self._column(column, checked, reach) for column in range(LINES)]
        self._triples = [
            table[one * 64 + two * 8 + three]
            for table, one, two, three in zip(
                self._tables.triples, self._counts, self._counts[1:], self._counts[2:], strict=False
            )
        ]
        self._blocks = [self._block(block, ~checked, reach) for block in range(len(sheet.blocks))]
        self._base = sum(self._columns) + sum(self._triples) + sum(self._blocks)

    def after(self, boxes: int, jokers: int) -> int:
        """The worth once these boxes, if any, are checked and so many exclamation marks are left."""
        if not boxes:
            return self._base + self._wide(self.checked) + self._need(0, self._needed[0]) + self.rest(0, 0, jokers)
        colour = self.sheet.colour[boxes.bit_length() - 1]
        return self.ground(boxes) + self.rest(colour, boxes.bit_count(), jokers)

    def ground(self, boxes: int) -> int:
        """The part of the worth that depends on which boxes are checked, not only on their colour and number."""
        tables, keys = self._tables, self._keys
        checked = self.checked | boxes
        reach = within_reach(checked)
        worth = self._base + self._wide(checked)
        first, last = ((boxes & -boxes).bit_length() - 1) // HEIGHT, (boxes.bit_length() - 1) // HEIGHT
        columns, old = tables.columns, self._columns
        for column in range(max(first - 1, 0), min(last + 2, LINES)):
            shift = column * HEIGHT
            worth += columns[column][CHECKED[checked >> shift & FULL] + REACHED[reach >> shift & FULL]] - old[column]
        counts = self._counts.copy()
        for column in range(first, last + 1):
            counts[column] = (checked >> column * HEIGHT & FULL).bit_count()
        for column in range(max(first - 2, 0), min(last + 1, LINES - 2)):
            key = counts[column] * 64 + counts[column + 1] * 8 + counts[column + 2]
            worth += tables.triples[column][key] - self._triples[column]
        free = ~checked
        for block in keys.touched(boxes):
            worth += self._block(block, free, reach) - self._blocks[block]
        block = self.sheet.block_of[boxes.bit_length() - 1]
        mask = self.sheet.blocks[block]
        colour = block // len(BLOCK_SIZES)
        needed = self._needed[colour] - picks_needed(mask & ~self.checked) + picks_needed(mask & free)
        return worth + self._need(colour, needed, boxes.bit_count())

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
                worth += self._need(index, self._needed[index])
        for table, (one, other) in zip(tables.pairs, PAIRS, strict=True):
            worth += table[left[one] * (COLOUR_BOXES + 1) + left[other]]
        self._rests[colour, count, jokers] = worth
        return worth

    def _column(self, column: int, checked: int, reach: int) -> int:
        shift = column * HEIGHT
        key: int = CHECKED[checked >> shift & FULL] + REACHED[reach >> shift & FULL]
        return self._tables.columns[column][key]

    def _block(self, block: int, free: int, reach: int) -> int:
        mask = self.sheet.blocks[block]
        return self._tables.blocks[self._keys.block(block, free & mask, reach & mask)]

    def _need(self, colour: int, needed: int, count: int = 0) -> int:
        return self._tables.needs[colour][(self.left[colour] - count) * (MOST_NEEDED + 1) + min(needed, MOST_NEEDED)]

    def _wide(self, checked: int) -> int:
        """How far the checked boxes extend from column H to both sides, and how many there are."""
        left, right = checked & LEFT_WING, checked & RIGHT_WING
        first = ((left & -left).bit_length() - 1) // HEIGHT if left else 7
        last = (right.bit_length() - 1) // HEIGHT if right else 7
        tables = self._tables
        return tables.extent[first * 8 + last - 7] + tables.wings[left.bit_count() * 50 + right.bit_count()]


class LastStanding:
    """A sheet after the last roll: its points count, and nothing else. It answers as `Standing` does."""

    def __init__(self, sheet: Sheet, checked: int) -> None:
        self.sheet = sheet
        self.checked = checked
        self.left = [(boxes & ~checked).bit_count() for boxes in sheet.colours]

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
    """What a sheet is worth to somebody who plays alone and is about to roll: the mean over all rolls of the best that
    can be made of them. `now` is the sheet as it will be judged after the roll."""
    # By the faces of a colour die and of a number die, jokers last: the best that this pair can do.
    best = [[now.after(0, jokers)] * (MOST + 1) for _ in range(len(COLOURS) + 1)]
    reach = within_reach(now.checked)
    for colour in range(len(COLOURS)):
        blocks = now.sheet.open_blocks(colour, now.checked, reach)
        for number in range(1, MOST + 1):
            grounds = [now.ground(boxes) for block in blocks for boxes in block[number]]
            if not grounds:
                continue
            ground = max(grounds)
            for cost, pairs in enumerate((((colour, number - 1),), ((colour, -1), (-1, number - 1)), ((-1, -1),))):
                if cost <= jokers:
                    worth = ground + now.rest(colour, number, jokers - cost)
                    for row, column in pairs:
                        best[row][column] = max(best[row][column], worth)
    total = 0
    for one, worths in enumerate(best):
        for other in range(one + 1):
            better = sorted(map(max, worths, best[other]))
            total += (1 if one == other else 2) * sum(map(mul, better, BETTER_OF_TWO))
    return total / 36**2
