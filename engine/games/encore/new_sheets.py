"""Sheets that nobody has printed: every short code is a sheet of Encore!, the same on every box and for ever.

A new sheet is as good as a printed one: each colour has one block of every size from 1 to 6, each column has all five
colours and one star, each colour has three stars, and no block has two. So that a code's sheet never changes, nothing
here depends on anything else of the box or on a random generator that is not its own.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from itertools import combinations, zip_longest
from random import Random

WIDTH, HEIGHT = 15, 7
COLOURS = "ygbro"
SIZES = (6, 5, 4, 3, 2, 1)  # of the blocks of a colour
STARS = 3  # of a colour

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # of a code: Crockford's base 32, in which no two look alike
LENGTH = 6
EXAMPLE = "N7K3QX"

# A box is a bit, column by column. These masks leave out the top and the bottom row, so that a shift by one never leads
# into the next column.
_NOT_TOP = sum(0b1111110 << column * HEIGHT for column in range(WIDTH))
_NOT_BOTTOM = _NOT_TOP >> 1
_SWAPS = tuple(
    (column * HEIGHT + one, column * HEIGHT + other)
    for column in range(WIDTH)
    for one, other in combinations(range(HEIGHT), 2)
)
_PATIENCE = 200  # one of so many worse swaps stays; of 100 to 800 this number makes a sheet soonest


def is_code(text: str) -> bool:
    """Whether this is the code of a sheet."""
    return len(text) == LENGTH and text[0] == EXAMPLE[0] and all(letter in LETTERS for letter in text)


def fresh_code(luck: Random) -> str:
    """The code of some sheet."""
    return EXAMPLE[0] + "".join(luck.choice(LETTERS) for _ in range(LENGTH - 1))


def rows_and_stars(code: str) -> tuple[list[str], str]:
    """The rows of a code's sheet from top to bottom, one letter a box, and the names of the boxes with stars."""
    draw = _Draw(code)
    while True:
        grid = _grid(draw)
        stars = _stars(grid, draw)
        if stars:
            rows = ["".join(COLOURS[colour] for colour in grid[row::HEIGHT]) for row in range(HEIGHT)]
            return rows, " ".join(f"{chr(ord('A') + box // HEIGHT)}{box % HEIGHT + 1}" for box in stars)


class _Draw:
    """Draws numbers that follow from a code: a linear congruential generator, of which the upper bits are used."""

    def __init__(self, code: str) -> None:
        self._state = int.from_bytes(sha256(code.encode()).digest()[:8], "big")

    def __call__(self, below: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 32) * below >> 32

    def shuffled(self, items: list[int]) -> list[int]:
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self(last + 1)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled


def _grid(draw: _Draw) -> list[int]:
    """The colours of all boxes, column by column.

    Every column begins with all colours and two boxes more. Then boxes of a column are swapped until all blocks have
    the right size: a swap stays if the sizes get no worse by it, and once in a while if they get a little worse.
    """
    every = list(range(len(COLOURS)))
    more = draw.shuffled(every * (sum(SIZES) - WIDTH))
    grid = [colour for column in range(WIDTH) for colour in draw.shuffled(every + more[2 * column : 2 * column + 2])]
    boxes = [sum(1 << box for box, colour in enumerate(grid) if colour == wanted) for wanted in every]
    wrong = [_wrong(some) for some in boxes]
    while any(wrong):
        one, other = _SWAPS[draw(len(_SWAPS))]
        mine, yours = grid[one], grid[other]
        if mine == yours:
            continue
        swap = 1 << one | 1 << other
        my_wrong, your_wrong = _wrong(boxes[mine] ^ swap), _wrong(boxes[yours] ^ swap)
        worse = my_wrong + your_wrong - wrong[mine] - wrong[yours]
        if worse <= 0 or (worse == 2 and draw(_PATIENCE) == 0):  # 2 is the least: all sizes have the same sum
            grid[one], grid[other] = yours, mine
            boxes[mine] ^= swap
            boxes[yours] ^= swap
            wrong[mine], wrong[yours] = my_wrong, your_wrong
    return grid


def _wrong(boxes: int) -> int:
    """How far the blocks of a colour are from having the right sizes: the sum of all differences."""
    return _distance(tuple(sorted([block.bit_count() for block in _blocks(boxes)], reverse=True)))


@cache
def _distance(sizes: tuple[int, ...]) -> int:
    return sum(abs(size - right) for size, right in zip_longest(sizes, SIZES, fillvalue=0))


def _blocks(boxes: int) -> list[int]:
    """The connected components of the boxes of a colour."""
    blocks = []
    while boxes:
        grown, block = boxes & -boxes, 0
        while grown != block:
            block = grown
            grown |= (block & _NOT_BOTTOM) << 1 | (block & _NOT_TOP) >> 1 | block << HEIGHT | block >> HEIGHT
            grown &= boxes
        blocks.append(block)
        boxes ^= block
    return blocks


def _stars(grid: list[int], draw: _Draw) -> list[int]:
    """One box of each column, no two in a block, as many of each colour, found by backtracking; empty if there is no
    such choice."""
    block_of = {}
    for colour in range(len(COLOURS)):
        for block in _blocks(sum(1 << box for box, other in enumerate(grid) if other == colour)):
            block_of.update({box: block for box in range(len(grid)) if block >> box & 1})

    def choose(stars: list[int]) -> list[int]:
        if len(stars) == WIDTH:
            return stars
        taken = [block_of[star] for star in stars]
        full = [grid[star] for star in stars]
        first = len(stars) * HEIGHT
        for box in draw.shuffled(list(range(first, first + HEIGHT))):
            if block_of[box] not in taken and full.count(grid[box]) < STARS and (found := choose([*stars, box])):
                return found
        return []

    return choose([])
