"""The tables behind the worth of a sheet of Encore!: which there are, where the parts of a sheet look in them, and how
they are read.

There are tables for a column, three columns side by side, a block, a colour, two colours, the exclamation marks, and
others of each for every stage of a game. One set holds for any sheet, since it looks only at the kinds of columns and
blocks; each printed sheet adds what was learned on it alone. Worths are counted in 256ths of a point.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from operator import add
from sys import byteorder
from zlib import decompress

from engine.colour_sheets import learned
from engine.colour_sheets.sheets import COLOURS, COLUMNS, HEIGHT, MOST, Sheet, around, neighbours, numbers
from engine.games.encore.printed import PRINTED
from engine.games.encore.rules import COLUMN_FIRST, JOKERS
from engine.seeds import SEEDS, seed

POINT = 256
LEDGER = "weights/learned"  # how each file of weights came about, as a part of the seed
# What the tables depend on besides the sheet, by the names in the seed.
FIGURES = (
    "encore.exclamation_marks",
    "encore.solo_rolls",
    "encore.dice.solo",
    "encore.points.columns_first",
    "encore.points.colour_first",
    "encore.points.exclamation_mark",
    "encore.points.star",
)
WEIGHTS = SEEDS / "encore" / "weights"
SHEETS = 6  # that are kept in memory: as many as there can be at a table

LINES = len(COLUMNS)
COLUMN_VALUES = sorted(set(COLUMN_FIRST), reverse=True)  # columns of the same value are of one kind
FULL = (1 << HEIGHT) - 1
BLOCK_SIZES = tuple(range(1, 7))
COLOUR_BOXES = sum(BLOCK_SIZES)
MOST_NEEDED = 11  # picks to complete a colour; a colour that needs more is counted as needing so many
PAIRS = tuple((one, other) for one in range(len(COLOURS)) for other in range(one))

# By the rolls still to come: the stage of the game.
STAGES = tuple(stage for stage, rolls in enumerate((2, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 5, 5)) for _ in range(rolls))

# A box is free, free and within reach, or checked: 0, 1 or 2. The key of a column or a block is a number
# with these digits in base 3.
REACHED = tuple(sum(3**box for box in range(HEIGHT) if bits >> box & 1) for bits in range(FULL + 1))
CHECKED = tuple(2 * key for key in REACHED)

# Tables of one stage: how many entries they have for any sheet, and for a printed one.
ANY = {
    "columns": len(COLUMN_VALUES) * 2 * 8 * 8 * 8,
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
    points = COLUMN_VALUES.index(COLUMN_FIRST[column])
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


class Keys:
    """Where the states of a sheet's columns and blocks look in the tables."""

    def __init__(self, sheet: Sheet) -> None:
        self.columns, self.counts = array("H"), array("H")
        for column in range(LINES):
            kinds = column_kinds(sheet, column)
            self.columns.extend([kinds[key][0] for key in range(3**HEIGHT)])
            self.counts.extend([kinds[key][1] for key in range(3**HEIGHT)])
        self.blocks = array("H", [kind for block in range(len(sheet.blocks)) for _, kind in block_kinds(sheet, block)])
        self._starts = tuple(accumulate((3 ** block.bit_count() for block in sheet.blocks), initial=0))
        self._boxes = tuple(tuple(numbers(block)) for block in sheet.blocks)
        self._block_of = sheet.block_of
        self._found: list[dict[tuple[int, int], int]] = [{} for _ in sheet.blocks]
        self._touched: dict[int, tuple[int, ...]] = {}

    def block(self, block: int, free: int, reached: int) -> int:
        """Where a block with these boxes free, and of them these within reach, looks in the table "blocks"."""
        found = self._found[block]
        index = found.get((free, reached))
        if index is None:
            digits = [1 if reached >> box & 1 else 0 if free >> box & 1 else 2 for box in self._boxes[block]]
            index = self._starts[block] + sum(digit * 3**place for place, digit in enumerate(digits))
            found[free, reached] = index
        return index

    def touched(self, boxes: int) -> tuple[int, ...]:
        """The blocks that have one of these boxes, or are next to one."""
        found = self._touched.get(boxes)
        if found is None:
            around = numbers(boxes | neighbours(boxes))
            found = self._touched[boxes] = tuple({self._block_of[box] for box in around})
        return found


@lru_cache(maxsize=SHEETS)
def keys(sheet: Sheet) -> Keys:
    return Keys(sheet)


class Tables:
    """The tables of one stage for one sheet: those for any sheet, and what was learned on this one on top of them."""

    def __init__(self, sheet: Sheet, stage: int) -> None:
        known = read("any", ANY, stage)
        own = read(sheet.name, OWN, stage) if sheet.name in PRINTED else {}

        def table(name: str, values: Iterable[int], parts: int = 1) -> list[array[int]]:
            total = array("h", map(add, values, own[name]) if own else values)
            size = len(total) // parts
            return [total[part * size : (part + 1) * size] for part in range(parts)]

        where = keys(sheet)
        columns = [known["columns"][kind] for kind in where.columns]
        counts = [known["counts"][count] for count in where.counts]
        self.columns = table("columns", map(add, columns, counts), LINES)
        self.triples = table("triples", known["triples"], LINES - 2)
        self.blocks = table("blocks", [known["blocks"][kind] for kind in where.blocks])[0]
        self.colours = table("colours", known["colours"] * len(COLOURS), len(COLOURS))
        self.needs = table("needs", known["needs"] * len(COLOURS), len(COLOURS))
        self.pairs = table("pairs", known["pairs"] * len(PAIRS), len(PAIRS))
        self.extent = table("extent", known["extent"])[0]
        self.jokers = table("jokers", known["jokers"])[0]
        self.wings = table("wings", known["wings"])[0]


@lru_cache(maxsize=SHEETS * (STAGES[-1] + 1))
def tables(sheet: Sheet, stage: int) -> Tables:
    return Tables(sheet, stage)


def read(name: str, sizes: dict[str, int], stage: int) -> dict[str, array[int]]:
    """The tables of one stage from a file of weights."""
    weights = _weights(name)
    start = stage * sum(sizes.values())
    starts = accumulate(sizes.values(), initial=start)
    return {table: weights[start : start + size] for (table, size), start in zip(sizes.items(), starts, strict=False)}


def figures(name: str) -> dict[str, object]:
    """The figures that a file of weights depends on, as they are now."""
    return learned.figures(FIGURES if name not in PRINTED else (*FIGURES, f"encore.sheets.{name}"))


@lru_cache(maxsize=2)  # those for any sheet, and those of the sheet whose tables are being built
def _weights(name: str) -> array[int]:
    file = WEIGHTS / f"{name}.bin"
    learned.check(file, seed("encore", LEDGER).get(name, {}), figures(name))
    weights = array("h")
    weights.frombytes(decompress(file.read_bytes()))
    if byteorder == "big":
        weights.byteswap()
    return weights
