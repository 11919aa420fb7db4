"""What a sheet of One More Encore! is worth in the middle of a game: the points its player may expect in the end.

The worth is a sum of small tables, one set for every stage of a game, learned by playing alone
(`training.learn`). They look at each column's crosses, hearts, rows, blocks, colours and dice.
"""

from __future__ import annotations

from array import array
from functools import cache
from itertools import accumulate
from sys import byteorder
from zlib import decompress

from engine.colour_sheets import learned
from engine.colour_sheets.sheets import COLUMN_H, COLUMNS, HEIGHT, ROWS, neighbours, numbers
from engine.games.encore.rules import SOLO_ROLLS
from engine.games.one_more_encore.rules import HEARTS, JOKERS, SHEET, SPECIAL_DICE
from engine.seeds import SEEDS, seed

POINT = 100  # worths are kept in hundredths
FILE = SEEDS / "one_more_encore" / "weights" / "sheet.bin"
LEDGER = "weights/learned"  # how the worths came about, as a part of the seed
# What they depend on, by the names in the seed.
FIGURES = (
    "one_more_encore.exclamation_marks",
    "one_more_encore.hearts",
    "one_more_encore.special_dice",
    "one_more_encore.circled",
    "one_more_encore.dice.special",
    "one_more_encore.points.columns_first",
    "one_more_encore.points.row",
    "one_more_encore.points.special_die",
    "one_more_encore.points.roll_left",
    "one_more_encore.rows.bonuses",
    "one_more_encore.special",
    "one_more_encore.sheet",
    "encore.solo_rolls",
    "encore.colours_to_end",
    "encore.dice.solo",
    "encore.points.colour_first",
    "encore.points.exclamation_mark",
    "encore.points.star",
)

# By the rolls still to come: the stage of the game.
STAGES = 10
STAGE_ROLLS = tuple(min(STAGES - 1, (left + 2) // 3) for left in range(SOLO_ROLLS + 1))

COLUMN_STATES = 1 << HEIGHT
BLOCK_STATES = 2 * 64  # of a block of six boxes, the largest there is
ROW_STATES = len(COLUMNS) + 1
COLOUR_STATES = len(COLUMNS) * HEIGHT // len(SHEET.colours) + 1
HEART_STATES = HEARTS + 1

_SIZES = {
    "columns": len(COLUMNS) * COLUMN_STATES,  # which boxes of a column are checked
    "hearts": len(COLUMNS) * (HEIGHT + 1) * HEART_STATES,  # how many of a column, and how many hearts are circled
    "rows": len(ROWS) * ROW_STATES,
    "blocks": len(SHEET.blocks) * BLOCK_STATES,  # which boxes are checked, and whether a free one is within reach
    "left": len(SHEET.colours) * COLOUR_STATES,  # of a colour
    "end": 2 * COLOUR_STATES - 1,  # boxes to the end of the game: left of the two best colours together
    "signs": (JOKERS + 1) * HEART_STATES,  # exclamation marks and hearts
    "dice": SPECIAL_DICE + 1,  # special dice to be used
}
LAYOUT = {**dict(zip(_SIZES, accumulate(_SIZES.values(), initial=0), strict=False)), "size": sum(_SIZES.values())}

_ROW_MASKS = tuple(ROWS)
_BLOCKS = tuple(SHEET.blocks)


@cache
def _tables() -> array[int]:
    """All stages; read when somebody asks for the first time."""
    learned.check(FILE, seed("one_more_encore", LEDGER), learned.figures(FIGURES))
    worths = array("h")
    worths.frombytes(decompress(FILE.read_bytes()))
    if byteorder == "big":
        worths.byteswap()
    return worths


@cache
def _patterns() -> tuple[dict[int, int], ...]:
    """For each block: the number of each way in which its boxes can be checked."""
    found = []
    for block in _BLOCKS:
        boxes = [1 << box for box in numbers(block)]
        found.append(
            {sum(one for i, one in enumerate(boxes) if key >> i & 1): 2 * key for key in range(1 << len(boxes))}
        )
    return tuple(found)


def worth(checked: int, jokers: int, hearts: int, dice: int, rolls_left: int) -> float:
    """The points to be expected in the end, without those that hearts have brought already."""
    table, size = _tables(), LAYOUT["size"]
    base = STAGE_ROLLS[rolls_left] * size
    total = 0
    columns, with_hearts = base + LAYOUT["columns"], base + LAYOUT["hearts"] + hearts
    left = checked
    for _ in range(len(COLUMNS)):
        bits = left & COLUMN_STATES - 1
        total += table[columns + bits] + table[with_hearts + HEART_STATES * bits.bit_count()]
        columns += COLUMN_STATES
        with_hearts += (HEIGHT + 1) * HEART_STATES
        left >>= HEIGHT
    at = base + LAYOUT["rows"]
    for row in _ROW_MASKS:
        total += table[at + (checked & row).bit_count()]
        at += ROW_STATES
    reach = (neighbours(checked) | COLUMN_H) & ~checked
    at = base + LAYOUT["blocks"]
    for block, patterns in zip(_BLOCKS, _patterns(), strict=True):
        total += table[at + patterns[checked & block] + (1 if reach & block else 0)]
        at += BLOCK_STATES
    at = base + LAYOUT["left"]
    lefts = [(colour & ~checked).bit_count() for colour in SHEET.colours]
    for count in lefts:
        total += table[at + count]
        at += COLOUR_STATES
    lefts.sort()
    total += table[base + LAYOUT["end"] + lefts[0] + lefts[1]]
    total += table[base + LAYOUT["signs"] + jokers * HEART_STATES + hearts] + table[base + LAYOUT["dice"] + dice]
    return total / POINT
