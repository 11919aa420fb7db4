"""How much a sheet of Encore! is worth in the middle of a game: the points its player may expect in the end, as a sum of
small tables that were learned by playing.

Every part of a sheet - a column, three columns side by side, a block, a colour, two colours, the exclamation marks -
looks up what it adds. `Layout` says where the tables lie; `engine.training` fills them, and the bots read them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from sys import byteorder
from zlib import decompress

from engine.encore import COLUMN_FIRST, JOKERS, SOLO_ROLLS
from engine.seeds import SEEDS, seed
from engine.sheets import COLOURS, COLUMN_H, COLUMNS, HEIGHT, PRINTED, Sheet, around, numbers, sheet, within_reach

BOXES_OF_A_COLOUR = 21
FULL = (1 << HEIGHT) - 1  # the boxes of a column
SIZES = range(1, 7)  # of the blocks of a colour
MOST_NEEDED = 11  # picks for a colour; more count as that many

# The stages of a game have tables of their own. Alone, a stage goes by the rolls still to come; in a race, by the boxes
# that the player nearest to the end still has to check in two colours.
ALONE = tuple(stage for stage, rolls in enumerate((2, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 5, 5)) for _ in range(rolls))
RACE = tuple(stage for stage, boxes in enumerate((3, 2, 2, 2, 2, 3, 3, 4, 5, 6, 11)) for _ in range(boxes))

# How far the nearest rival is with a column or a colour, by the boxes missing there.
TAKEN, NEAR, BEGUN, FAR = range(4)
RIVAL_COLUMN = (TAKEN, NEAR, NEAR, BEGUN, BEGUN, FAR, FAR, FAR)
RIVAL_COLOUR = (TAKEN, *[NEAR] * 2, *[BEGUN] * 4, *[FAR] * 15)
# How far a player is from the end, by the boxes missing in the two colours that are nearest to completion.
END = (*range(10), *[10] * 3, *[11] * 4, *[12] * 6, *[13] * 8, *[14] * 12)
ENDS = 15

# The three states of a box - free, free and within reach, checked - are the digits of a column's or a block's key.
TERNARY = tuple(sum(3**box for box in range(HEIGHT) if bits >> box & 1) for bits in range(FULL + 1))


@dataclass(frozen=True)
class Layout:
    """The tables of one stage, laid end to end. A printed sheet has tables of its own for its columns, blocks and
    colours, while those for `any` sheet go by their kinds. In a race, columns and colours are also told apart by how far
    the nearest rival is."""

    printed: bool
    race: bool

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where the tables begin: columns, counts, triples, blocks, colours, needs, pairs, extent, jokers, wings, end;
        and where all end."""
        colours = len(COLOURS) if self.printed else 1
        sizes = (
            len(COLUMNS) * 3**HEIGHT if self.printed else 4 * 2 * 8 * 8 * 8,
            len(COLUMNS) * 8 * 8 * self.rivals,
            (len(COLUMNS) - 2) * 8**3,
            len(COLOURS) * sum(3**size for size in SIZES) if self.printed else 6 * 7 * 7 * 4 * 2,
            colours * self.per_colour,
            colours * self.per_need * self.rivals,
            10 * self.per_pair if self.printed else 22 * 22,
            8 * 8,
            (JOKERS + 1) * 6,
            50 * 50,
            ENDS * ENDS if self.race else 1,
        )
        return tuple(accumulate(sizes, initial=0))
