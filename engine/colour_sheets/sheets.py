"""Sheets of coloured boxes: 15 columns of 7 coloured boxes, and which boxes can be checked together.

A box is a number, `column * 7 + row`, and a set of boxes is a mask: an int with one bit for each of them.
Columns A to O count from 0, and so do the rows from top to bottom; people call the boxes A1 to O7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.naming import quoted

COLOURS = ("yellow", "green", "blue", "red", "orange")
LETTERS = "ABCDEFGHIJKLMNO"
HEIGHT = 7
MOST = 5  # boxes of one placement

COLUMNS = tuple(0b1111111 << column * HEIGHT for column in range(len(LETTERS)))
ROWS = tuple(sum(1 << column * HEIGHT + row for column in range(len(LETTERS))) for row in range(HEIGHT))
ALL = sum(COLUMNS)
COLUMN_H = COLUMNS[7]
BOXES = tuple(f"{letter}{row}" for letter in LETTERS for row in range(1, HEIGHT + 1))

_NUMBERS = {name: number for number, name in enumerate(BOXES)}
_NOT_TOP, _NOT_BOTTOM = ALL & ~ROWS[0], ALL & ~ROWS[-1]

# By the number of boxes: index 1 to 5 has the masks of that many boxes, index 0 has them all.
Placements = tuple[tuple[int, ...], ...]


def mask(boxes: str) -> int:
    """The mask of boxes called by their names; raises ValueError with a sentence for a name that no box has.

    >>> mask("A1 A3 B1") == 1 << 0 | 1 << 2 | 1 << 7
    True
    """
    named = 0
    for name in boxes.split():
        if name not in _NUMBERS:
            raise ValueError(f"expected a box from A1 to O7, not {quoted(name)}")
        named |= 1 << _NUMBERS[name]
    return named


def names(boxes: int) -> str:
    """The names of the boxes, column by column.

    >>> names(mask("B1 A3 A1"))
    'A1 A3 B1'
    """
    return " ".join([BOXES[box] for box in numbers(boxes)])


def numbers(boxes: int) -> Iterator[int]:
    """The boxes of a mask one by one, in ascending order."""
    while boxes:
        lowest = boxes & -boxes
        yield lowest.bit_length() - 1
        boxes ^= lowest


def neighbours(boxes: int) -> int:
    """All boxes that share an edge with one of these."""
    return ((boxes & _NOT_BOTTOM) << 1 | (boxes & _NOT_TOP) >> 1 | boxes << HEIGHT | boxes >> HEIGHT) & ALL


def within_reach(checked: int) -> int:
    """The boxes at which a placement can begin: free, and in column H or next to a checked one."""
    return (COLUMN_H | neighbours(checked)) & ~checked


def connected(boxes: int) -> bool:
    """Whether the boxes are connected: one can walk between any two of them, from edge to edge."""
    return boxes == around(boxes & -boxes, boxes)


def around(boxes: int, within: int) -> int:
    """These boxes and all that are connected with them inside a larger set: a flood fill."""
    while (grown := (boxes | neighbours(boxes)) & within) != boxes:
        boxes = grown
    return boxes


@lru_cache(maxsize=65_536)
def placements(free: int, reach: int) -> Placements:
    """What one pick can check in a block: 1 to 5 connected boxes of its free ones, at least one of them within reach.

    >>> block = mask("G1 H1 H2")
    >>> [names(boxes) for boxes in placements(block, mask("H1 H2"))[2]]
    ['G1 H1', 'H1 H2']
    """
    grown = {1 << box for box in numbers(reach)}
    by_number = [sorted(grown)]
    while len(by_number) < MOST:
        grown = {boxes | 1 << box for boxes in grown for box in numbers(neighbours(boxes) & free & ~boxes)}
        by_number.append(sorted(grown))
    return (tuple(boxes for some in by_number for boxes in some), *map(tuple, by_number))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed or a generated sheet; there is only one of each name."""

    name: str
    colour: tuple[int, ...] = field(repr=False, compare=False)  # of each box, an index of COLOURS
    stars: int = field(repr=False, compare=False)
    golden: int = field(repr=False, compare=False)
    colours: tuple[int, ...] = field(repr=False, compare=False)  # the boxes of each colour
    blocks: tuple[int, ...] = field(repr=False, compare=False)  # colour by colour, smallest first
    blocks_of: tuple[tuple[int, ...], ...] = field(repr=False, compare=False)  # the same, for each colour
    block_of: tuple[int, ...] = field(repr=False, compare=False)  # of each box, an index of `blocks`

    def open_blocks(self, colour: int, checked: int, reach: int) -> list[Placements]:
        """What can be checked now in each block of a colour that is within reach."""
        return [placements(block & ~checked, begin) for block in self.blocks_of[colour] if (begin := block & reach)]


def drawn(name: str, rows: Sequence[str], stars: str, golden: str = "") -> Sheet:
    """The sheet with these rows from top to bottom, one letter a box: the initial of its colour."""
    first_letters = [colour[0] for colour in COLOURS]
    colour = tuple(first_letters.index(rows[row][column]) for column in range(len(LETTERS)) for row in range(HEIGHT))
    colours = tuple(sum(1 << box for box in range(len(BOXES)) if colour[box] == index) for index in range(len(COLOURS)))
    blocks_of = tuple(tuple(sorted(_blocks(boxes), key=int.bit_count)) for boxes in colours)
    blocks = tuple(block for some in blocks_of for block in some)
    block_of = tuple(next(index for index, block in enumerate(blocks) if block >> box & 1) for box in range(len(BOXES)))
    return Sheet(name, colour, mask(stars), mask(golden), colours, blocks, blocks_of, block_of)


def _blocks(boxes: int) -> Iterator[int]:
    while boxes:
        block = around(boxes & -boxes, boxes)
        yield block
        boxes ^= block
