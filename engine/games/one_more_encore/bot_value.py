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

from engine.colour_sheets.sheets import COLUMN_H, COLUMNS, HEIGHT, ROWS, neighbours, numbers
from engine.games.one_more_encore.rules import SHEET
from engine.seeds import SEEDS

POINT = 100  # worths are kept in hundredths
FILE = SEEDS / "one_more_encore" / "weights" / "sheet.bin"

# By the rolls still to come: the stage of the game.
STAGE_ROLLS = tuple(min(9, (left + 2) // 3) for left in range(31))
STAGES = 10

_SIZES = {
    "columns": 15 * 128,  # which boxes of a column are checked
    "hearts": 15 * 8 * 6,  # how many of a column, and how many hearts are circled
    "rows": 7 * 16,
    "blocks": 30 * 128,  # which boxes of a block are checked, and whether a free one is within reach
    "left": 5 * 22,  # of a colour
    "end": 43,  # boxes to the end of the game: left of the two best colours together
    "signs": 7 * 6,  # exclamation marks and hearts
    "dice": 10,  # special dice to be used
}
LAYOUT = {**dict(zip(_SIZES, accumulate(_SIZES.values(), initial=0), strict=False)), "size": sum(_SIZES.values())}

_ROW_MASKS = tuple(ROWS)
_BLOCKS = tuple(SHEET.blocks)


@cache
def _tables() -> array[int]:
    """All stages; read when somebody asks for the first time."""
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
        bits = left & 127
        total += table[columns + bits] + table[with_hearts + 6 * bits.bit_count()]
        columns += 128
        with_hearts += 48
        left >>= HEIGHT
    at = base + LAYOUT["rows"]
    for row in _ROW_MASKS:
        total += table[at + (checked & row).bit_count()]
        at += 16
    reach = (neighbours(checked) | COLUMN_H) & ~checked
    at = base + LAYOUT["blocks"]
    for block, patterns in zip(_BLOCKS, _patterns(), strict=True):
        total += table[at + patterns[checked & block] + (1 if reach & block else 0)]
        at += 128
    at = base + LAYOUT["left"]
    lefts = [(colour & ~checked).bit_count() for colour in SHEET.colours]
    for count in lefts:
        total += table[at + count]
        at += 22
    lefts.sort()
    total += table[base + LAYOUT["end"] + lefts[0] + lefts[1]]
    total += table[base + LAYOUT["signs"] + jokers * 6 + hearts] + table[base + LAYOUT["dice"] + dice]
    return total / POINT
