"""How much a sheet of Encore! in the middle of a game is worth: a sum of small tables, learned by playing.

Every part of a sheet (a column, three columns side by side, a block, a colour, two colours, the exclamation marks)
looks up what it adds to the points its player will have in the end. `Layout` says where each table begins;
`engine.training.encore` fills them, and the bots read them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.sheets import COLOURS, COLUMNS, HEIGHT, Sheet, around, numbers

COLOUR_BOXES = 21
JOKERS = 8
COLUMN_POINTS = (5, 3, 3, 3, 2, 2, 2, 1, 2, 2, 2, 3, 3, 3, 5)

# The stages of a game, for which there are separate tables. Alone: by the rolls still to come. At a table: by the boxes
# that the player nearest to the end still has to check.
STAGE_ALONE = (0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12)
STAGE_RACE = tuple(
    stage for stage, boxes in enumerate((3, 2, 2, 2, 2, 3, 3, 4, 5, 6, 11)) for _ in range(boxes)
)

# How far the nearest rival is with a column or a colour: it is taken, nearly complete, begun, or far away.
TAKEN, NEAR, BEGUN, FAR = range(4)
RIVAL_COLUMN = (TAKEN, NEAR, NEAR, BEGUN, BEGUN, FAR, FAR, FAR)  # by the boxes missing
RIVAL_COLOUR = (TAKEN, *(NEAR,) * 2, *(BEGUN,) * 4, *(FAR,) * 15)
# How far a player is from ending the game, by the boxes missing in the two colours nearest to completion.
TO_THE_END = (*range(10), *(10,) * 3, *(11,) * 4, *(12,) * 6, *(13,) * 8, *(14,) * 12)
ENDS = 15

SPREAD = tuple(sum(3**box for box in range(HEIGHT) if bits >> box & 1) for bits in range(1 << HEIGHT))
MOST_NEEDED = 11  # more picks than that for one colour are counted as that many


@dataclass(frozen=True)
class Layout:
    """Where the tables begin. A printed sheet has tables of its own for its columns, blocks and colours; the value for
    any sheet goes by their kinds. In a race, columns and colours are also told apart by how far the rivals are."""

    printed: bool
    race: bool

    def __post_init__(self) -> None:
        rivals = 4 if self.race else 1
        colours = len(COLOURS) if self.printed else 1
        pairs = 10 if self.printed else 1
        start = 0
        for name, size in (
            ("columns", 15 * 3**7 if self.printed else 4 * 2 * 8 * 8 * 8),
            ("counts", 15 * 8 * 8 * rivals),
            ("triples", 13 * 8**3),
            ("blocks", 5 * sum(3**size for size in range(1, 7)) if self.printed else 6 * 7 * 7 * 4 * 2),
            ("colours", colours * 22 * 9),
            ("needs", colours * 22 * 12 * rivals),
            ("pairs", pairs * 22 * 22),
            ("extent", 8 * 8),
            ("jokers", 9 * 6),
            ("wings", 50 * 50),
            ("end", ENDS * ENDS if self.race else 1),
        ):
            object.__setattr__(self, name, start)
            start += size
        object.__setattr__(self, "size", start)

    columns: int = 0
    counts: int = 0
    triples: int = 0
    blocks: int = 0
    colours: int = 0
    needs: int = 0
    pairs: int = 0
    extent: int = 0
    jokers: int = 0
    wings: int = 0
    end: int = 0
    size: int = 0
