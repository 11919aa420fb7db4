"""What only those who play alone have: slashes in the letter boxes that count the rolls, and a rating of the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.colour_sheets.sheets import LETTERS
from engine.words import Message


class Rating(NamedTuple):
    """How good a result is: a step from 0 upwards, and what is said about it."""

    step: int
    says: Message


def rate(total: int, least: Sequence[int], says: Sequence[Message]) -> Rating:
    """The rating of so many points. Best first: the fewest points for each step, and what is said about them.

    >>> [rate(points, (10, 0), (Message("good"), Message("fair"), Message("poor"))).step for points in (12, 9, -1)]
    [2, 1, 0]
    """
    below = sum(total < points for points in least)
    return Rating(len(least) - below, says[below])


def slashes(rolls: int) -> tuple[int, ...]:
    """How many slashes each letter box A to O has after so many rolls: / in the first round, and a crossing one later.

    >>> slashes(17)
    (2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    """
    full, more = divmod(rolls, len(LETTERS))
    return tuple(full + (letter < more) for letter in range(len(LETTERS)))
