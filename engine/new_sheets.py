"""Sheets that nobody has printed: a short code is one sheet of Encore!, the same on every box and for ever.

A new sheet is as good as a printed one: every colour has one block of each size from 1 to 6, every column has all five
colours and one star, every colour has three stars, and no block has two. Nothing here depends on anything that could
change the sheet of a code one day; a test knows some of them by heart.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations
from random import Random

INITIALS = "ygbro"
WIDTH, HEIGHT = 15, 7
SIZES = (6, 5, 4, 3, 2, 1)  # of the blocks of one colour
STARS_PER_COLOUR = 3

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # of a code; none looks like another
CODE_LENGTH = 6
EXAMPLE = "N7K3QX"

# Boxes are bits, as in `engine.sheets`; these are the grid's edges, over which a shift by one must not lead.
_TOP = sum(1 << column * HEIGHT for column in range(WIDTH))
_NOT_TOP = ~_TOP
_NOT_BOTTOM = ~(_TOP << HEIGHT - 1)
_SWAPS = [
    (column * HEIGHT + one, column * HEIGHT + other)
    for column in range(WIDTH)
    for one, other in combinations(range(HEIGHT), 2)
]
_PATIENCE = 300  # a swap that makes a grid a little worse is accepted once in so many times


def code(luck: Random) -> str:
    """The code of some new sheet."""
    return EXAMPLE[0] + "".join(luck.choice(LETTERS) for _ in range(CODE_LENGTH - 1))


def is_code(text: str) -> bool:
    """Whether this is the code of a sheet."""
    return len(text) == CODE_LENGTH and text[0] == EXAMPLE[0] and all(letter in LETTERS for letter in text)


def rows_and_stars(code: str) -> tuple[list[str], list[int]]:
    """The rows of the code's sheet from top to bottom, one letter a box, and the boxes with stars, column by column."""
    draw = _Draw(code)
    while True:
        grid = _grid(draw)
        stars = _stars(grid, draw)
        if stars is not None:
            return ["".join(INITIALS[colour] for colour in grid[row::HEIGHT]) for row in range(HEIGHT)], stars


class _Draw:
    """Draws numbers that follow from a code: a linear congruential generator, of which the high bits are used."""

    def __init__(self, code: str) -> None:
        self._state = int.from_bytes(sha256(code.encode()).digest()[:8], "big")

    def __call__(self, below: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & 0xFFFF_FFFF_FFFF_FFFF
        return (self._state >> 32) * below >> 32

    def shuffled(self, items: list[int]) -> list[int]:
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def _grid(draw: _Draw) -> list[int]:
    """The colours of all boxes, column by column.

    Begins with columns that have every colour once and two boxes more, and swaps boxes within columns until the blocks
    have the right sizes. A swap is kept if the sizes get no worse, and rarely if they get a little worse.
    """
    every = list(range(len(INITIALS)))
    more = draw.shuffled(every * ((WIDTH * HEIGHT - WIDTH * len(every)) // len(every)))
    grid = [
        colour for column in range(WIDTH) for colour in draw.shuffled(every + more[2 * column : 2 * column + 2])
    ]
    boxes = [sum(1 << box for box, colour in enumerate(grid) if colour == wanted) for wanted in every]
    wrong = [_wrong(of_colour) for of_colour in boxes]
    while any(wrong):
        one, other = _SWAPS[draw(len(_SWAPS))]
        colour, instead = grid[one], grid[other]
        if colour == instead:
            continue
        swap = 1 << one | 1 << other
        fewer, more_ = boxes[colour] ^ swap, boxes[instead] ^ swap
        wrong_colour, wrong_instead = _wrong(fewer), _wrong(more_)
        worse = wrong_colour + wrong_instead - wrong[colour] - wrong[instead]
        if worse <= 0 or (worse == 2 and draw(_PATIENCE) == 0):
            grid[one], grid[other] = instead, colour
            boxes[colour], boxes[instead] = fewer, more_
            wrong[colour], wrong[instead] = wrong_colour, wrong_instead
    return grid


def _wrong(boxes: int) -> int:
    """How far the blocks of a colour are from one of each size."""
    sizes = sorted([block.bit_count() for block in _blocks(boxes)], reverse=True)
    return sum([abs(size - right) for size, right in zip_longest(sizes, SIZES, fillvalue=0)])


def _stars(grid, draw):
    return []
