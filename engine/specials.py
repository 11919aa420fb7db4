"""The special die of One More Encore! and the bombs: which boxes each of its faces can check.

`Specials` are the actions that a seat can take with the special die, and `Bombs` those for a bomb won with a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from engine.contract import Die
from engine.picks import PASS, Pass
from engine.seeds import seed
from engine.sheets import ALL, BOXES, HEIGHT, ROWS, Sheet, neighbours, numbers, within_reach
from engine.words import Message, say

HEART, BOMB, STARS, ROW, BLOCK = "heart", "bomb", "stars", "row", "block"
SPECIAL_DIE = Die("special", tuple(seed("one_more_encore")["dice"]["special"]))
MOST_STARS, MOST_IN_A_ROW = 2, 3
WORDS = {
    HEART: say("heart"),
    BOMB: say("bomb"),
    STARS: say("two stars"),
    ROW: say("three in a row"),
    BLOCK: say("colour block"),
}

_SQUARES = [
    [1 << column * HEIGHT + row for column in (left, left + 1) for row in (top, top + 1)]
    for left in range(len(BOXES) // HEIGHT - 1)
    for top in range(HEIGHT - 1)
]
# Whatever one bomb can check on an empty sheet, the fullest first. Squares overlap, hence the dict.
_CRATERS = dict.fromkeys(sum(boxes) for size in (4, 3, 2, 1) for square in _SQUARES for boxes in combinations(square, size))


class Special(NamedTuple):
    """To use the special die: its face, and the boxes checked with it."""

    face: str
    boxes: int = 0


class Bomb(NamedTuple):
    """To use a bomb won with a row."""

    boxes: int


def bombs(checked: int) -> list[int]:
    """One to four free boxes of any square of 2 × 2, wherever it is, the fullest first."""
    return [boxes for boxes in _CRATERS if not boxes & checked]


def placements(face: str, sheet: Sheet, checked: int) -> Sequence[int]:
    """All that this face of the special die can check; the heart checks nothing."""
    match face:
        case "bomb":
            return bombs(checked)
        case "stars":
            return _up_to(MOST_STARS, sheet.stars & within_reach(checked))
        case "row":
            beside = neighbours(checked) & ~checked
            return [boxes for row in ROWS for boxes in _up_to(MOST_IN_A_ROW, beside & row)]
        case "block":
            touched = checked | neighbours(checked)
            return [free for block in sheet.blocks if block & touched and (free := block & ~checked)]
    return ()


@lru_cache(maxsize=4_096)
def _up_to(most: int, boxes: int) -> tuple[int, ...]:
    """All choices of one box, of two and so on, the fullest first."""
    each = [1 << box for box in numbers(boxes)]
    return tuple(sum(chosen) for count in range(most, 0, -1) for chosen in combinations(each, count))
