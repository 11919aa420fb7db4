"""A turn at the table of a game on sheets of coloured boxes: on every roll everybody chooses, in the first rolls all
at once, later the seat that rolled first and then all others, without the dice it has taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.colour_sheets.sheets import Sheet
from engine.contract import Over, Score, ToChoose


@cache
def to_choose(seats: tuple[int, ...]) -> ToChoose:
    return ToChoose(seats)


def choosing(waiting: tuple[int, ...], active: int, free: bool) -> tuple[int, ...]:
    """The seats that may choose now: in a free roll all that are waiting, else the active one before all others."""
    return waiting if free or active not in waiting else (active,)


def most_colours(sheets: Sequence[Sheet], checked: Sequence[int]) -> int:
    """How many colours are complete on the sheet that has the most."""
    return max(
        sum(not boxes & ~crossed for boxes in sheet.colours) for sheet, crossed in zip(sheets, checked, strict=True)
    )


def outcome(scores: Sequence[Score], jokers: Sequence[int]) -> Over:
    """The most points win; among equals the most exclamation marks; who is equal in both wins together."""
    standing = [(score.total, left) for score, left in zip(scores, jokers, strict=True)]
    return Over(tuple(seat for seat, result in enumerate(standing) if result == max(standing)))
