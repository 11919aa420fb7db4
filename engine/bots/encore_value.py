"""What a sheet of Encore! is worth in the middle of a game: the points that its player may expect to have in the end.

The worth is a sum of small tables, one for every part of a sheet: a column, three columns side by side, a block, a
colour, two colours, the exclamation marks. They were learned by playing alone (`engine.training.encore`), and for each
stage of a game there are others. One value holds for any sheet, since it looks only at the kinds of columns and blocks;
each printed sheet adds what was learned on it alone. Worths are counted in 256ths of a point.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate
from operator import add, mul
from sys import byteorder
from zlib import decompress

from engine.encore import COLOUR_FIRST, COLUMN_FIRST, JOKER_POINTS, JOKERS, STAR_POINTS
from engine.seeds import SEEDS
from engine.sheets import COLOURS, COLUMNS, HEIGHT, MOST, PRINTED, Sheet, around, neighbours, numbers, within_reach

POINT = 256
WEIGHTS = SEEDS / "weights"

LINES = len(COLUMNS)
FULL = (1 << HEIGHT) - 1
BLOCK_SIZES = tuple(range(1, 7))
COLOUR_BOXES = sum(BLOCK_SIZES)
MOST_NEEDED = 11  # picks to complete a colour; more count as that many
PAIRS = tuple((one, other) for one in range(len(COLOURS)) for other in range(one))
LEFT_WING, RIGHT_WING = sum(COLUMNS[:7]), sum(COLUMNS[8:])

# By the rolls still to come: the stage of the game.
STAGES = tuple(stage for stage, rolls in enumerate((2, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 5, 5)) for _ in range(rolls))

# Of 36 throws with two dice: how many have this face, from worst to best, as the better one.
BETTER_OF_TWO = (1, 3, 5, 7, 9, 11)

# A box is free, free and within reach, or checked: 0, 1 or 2. These are the digits of a column's or a block's key.
REACHED = tuple(sum(3**box for box in range(HEIGHT) if bits >> box & 1) for bits in range(FULL + 1))
CHECKED = tuple(2 * key for key in REACHED)

# Tables of one stage: how many entries they have for any sheet, and for a printed one.
ANY = {
    "columns": 4 * 2 * 8 * 8 * 8,
    "counts": LINES * 8 * 8,
    "triples": (LINES - 2) * 8**3,
    "blocks": 6 * 7 * 7 * 4 * 2,
    "colours": (COLOUR_BOXES + 1) * (JOKERS + 1),
    "needs": (COLOUR_BOXES + 1) * (MOST_NEEDED + 1),
    "pairs": (COLOUR_BOXES + 1) ** 2,
    "extent": 8 * 8,
    "jokers": (JOKERS + 1) * (len(COLOURS) + 1),
    "wings": 50 * 50,
}
OWN = {
    "columns": LINES * 3**HEIGHT,
    "triples": ANY["triples"],
    "blocks": len(COLOURS) * sum(3**size for size in BLOCK_SIZES),
    "colours": len(COLOURS) * ANY["colours"],
    "needs": len(COLOURS) * ANY["needs"],
    "pairs": len(PAIRS) * ANY["pairs"],
    "extent": ANY["extent"],
    "jokers": ANY["jokers"],
    "wings": ANY["wings"],
}


def column_kinds(sheet: Sheet, column: int) -> dict[int, tuple[int, int]]:
    """For the key of every state of a column: where it looks in the tables "columns" and "counts" of any sheet."""
    star = sheet.stars >> column * HEIGHT & FULL
    colours = sheet.colour[column * HEIGHT : (column + 1) * HEIGHT]
    as_above = sum(1 << row for row in range(1, HEIGHT) if colours[row] == colours[row - 1])
    points = (5, 3, 2, 1).index(COLUMN_FIRST[column])
    kinds = {}
    for checked in range(FULL + 1):
        free = FULL & ~checked
        runs = (free & ~(free << 1 & as_above)).bit_count()  # of one colour
        for reached in range(free + 1):
            if not reached & checked:
                count = checked.bit_count() * 8 + reached.bit_count()
                kind = ((points * 2 + bool(free & star)) * 64 + count) * 8 + runs
                kinds[CHECKED[checked] + REACHED[reached]] = kind, column * 64 + count
    return kinds


def block_kinds(sheet: Sheet, block: int) -> list[tuple[int, int]]:
    """For every state of a block, in the order of the keys: how many picks it needs, and where it looks in the table
    "blocks" of any sheet."""
    boxes = tuple(numbers(sheet.blocks[block]))
    kinds = []
    for key in range(3 ** len(boxes)):
        states = [key // 3**place % 3 for place in range(len(boxes))]
        free = sum(1 << box for box, state in zip(boxes, states, strict=True) if state != 2)
        needed = picks_needed(free)
        kind = ((len(boxes) - 1) * 7 + free.bit_count()) * 7 + states.count(1)
        kinds.append((needed, (kind * 4 + min(needed, 3)) * 2 + bool(free & sheet.stars)))
    return kinds


@lru_cache(maxsize=65_536)
def picks_needed(free: int) -> int:
    """How many picks it takes at least to check these boxes of a block."""
    needed = 0
    while free:
        together = around(free & -free, free)
        needed += 1 if together.bit_count() <= MOST else 2
        free &= ~together
    return needed


class _Keys:
    """Where the states of a sheet's columns and blocks look in the tables."""

    def __init__(self, sheet: Sheet) -> None:
        by_column = [column_kinds(sheet, column) for column in range(LINES)]
        self.columns = [kinds[key] for kinds in by_column for key in range(3**HEIGHT)]
        self.blocks = [kind for block in range(len(sheet.blocks)) for _, kind in block_kinds(sheet, block)]
        self.starts = tuple(accumulate((3 ** block.bit_count() for block in sheet.blocks), initial=0))
        self.found: list[dict[tuple[int, int], int]] = [{} for _ in sheet.blocks]
        self.touched: dict[int, tuple[int, ...]] = {}

    def block(self, sheet: Sheet, block: int, free: int, reached: int) -> int:
        """Where a block looks in the table "blocks" of its own sheet."""
        boxes = enumerate(numbers(sheet.blocks[block]))
        key = sum((1 if reached >> box & 1 else 0 if free >> box & 1 else 2) * 3**place for place, box in boxes)
        return int(self.starts[block] + key)


@lru_cache(maxsize=64)
def _keys(sheet: Sheet) -> _Keys:
    return _Keys(sheet)


class _Tables:
    """The tables of one stage for one sheet: those for any sheet, and what was learned on this one on top of them."""

    def __init__(self, sheet: Sheet, stage: int) -> None:
        known = read("encore-any", ANY, stage)
        own = read(f"encore-{sheet.name}", OWN, stage) if sheet.name in PRINTED else {}
        keys = _keys(sheet)

        def table(name: str, values: Sequence[int], parts: int = 1) -> list[list[int]]:
            total = list(map(add, values, own[name])) if own else list(values)
            size = len(total) // parts
            return [total[part * size : (part + 1) * size] for part in range(parts)]

        columns = [known["columns"][kind] + known["counts"][count] for kind, count in keys.columns]
        self.columns = table("columns", columns, LINES)
        self.triples = table("triples", known["triples"], LINES - 2)
        self.blocks = table("blocks", [known["blocks"][kind] for kind in keys.blocks])[0]
        self.colours = table("colours", known["colours"] * len(COLOURS), len(COLOURS))
        self.needs = table("needs", known["needs"] * len(COLOURS), len(COLOURS))
        self.pairs = table("pairs", known["pairs"] * len(PAIRS), len(PAIRS))
        self.extent = table("extent", known["extent"])[0]
        self.jokers = table("jokers", known["jokers"])[0]
        self.wings = table("wings", known["wings"])[0]


@lru_cache(maxsize=128)
def _tables(sheet: Sheet, stage: int) -> _Tables:
    return _Tables(sheet, stage)


def read(name: str, sizes: dict[str, int], stage: int) -> dict[str, array[int]]:
    """The tables of one stage from a file of weights."""
    weights = _weights(name)
    start = stage * sum(sizes.values())
    starts = accumulate(sizes.values(), initial=start)
    return {table: weights[start : start + size] for (table, size), start in zip(sizes.items(), starts, strict=False)}


@cache
def _weights(name: str) -> array[int]:
    weights = array("h")
    weights.frombytes(decompress((WEIGHTS / f"{name}.bin").read_bytes()))
    if byteorder == "big":
        weights.byteswap()
    return weights


class Standing:
    """A sheet with rolls still to come, and what it would be worth with some boxes more."""

    def __init__(self, sheet: Sheet, checked: int, rolls_left: int) -> None:
        self.sheet = sheet
        self.checked = checked
        self.left = [(boxes & ~checked).bit_count() for boxes in sheet.colours]
        self._tables = tables = _tables(sheet, STAGES[rolls_left])
        self._keys = _keys(sheet)
        self._needed = [sum(picks_needed(block & ~checked) for block in blocks) for blocks in sheet.blocks_of]
        self._rests: dict[tuple[int, int, int], int] = {}
        reach = within_reach(checked)
        self._counts = [(checked & boxes).bit_count() for boxes in COLUMNS]
        self._columns = [self._column(column, checked, reach) for column in range(LINES)]
        self._triples = [
            table[one * 64 + two * 8 + three]
            for table, one, two, three in zip(
                tables.triples, self._counts, self._counts[1:], self._counts[2:], strict=False
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
        touched = keys.touched.get(boxes)
        if touched is None:
            block_of = self.sheet.block_of
            touched = keys.touched[boxes] = tuple({block_of[box] for box in numbers(boxes | neighbours(boxes))})
        free = ~checked
        for block in touched:
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
        free, reach = free & mask, reach & mask
        found = self._keys.found[block]
        index = found.get((free, reach))
        if index is None:
            index = found[free, reach] = self._keys.block(self.sheet, block, free, reach)
        return self._tables.blocks[index]

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
    passing = now.after(0, jokers)
    # By the faces of a colour die and of a number die, jokers last: the best that this pair can do.
    best = [[passing] * (MOST + 1) for _ in range(len(COLOURS) + 1)]
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
            better = sorted([max(pair) for pair in zip(worths, best[other], strict=True)])
            total += (1 if one == other else 2) * sum(map(mul, better, BETTER_OF_TWO))
    return total / 36**2
