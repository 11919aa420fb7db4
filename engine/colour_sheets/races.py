"""The race for columns and colours: all who complete one in the turn in which somebody first does get the high value,
and everybody who completes it later gets the low one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Won = tuple[int | None, ...]  # the value of each line of a sheet that is complete


class Completed(NamedTuple):
    """A line - a column or a colour - that these seats completed in one turn, and what each of them got for it."""

    line: int
    seats: tuple[int, ...]
    value: int
    first: bool


def judge(
    won: tuple[Won, ...],
    checked: Sequence[int],
    lines: Sequence[tuple[int, ...]],
    first: Sequence[int],
    later: Sequence[int],
) -> tuple[tuple[Won, ...], tuple[Completed, ...]]:
    """What each seat has won after a turn, and what was completed in it. `lines` are the boxes of each seat's lines."""
    finishers: dict[int, list[int]] = {}
    for seat, boxes in enumerate(checked):
        free, values = ~boxes, won[seat]
        for line, needed in enumerate(lines[seat]):
            if not needed & free and values[line] is None:
                finishers.setdefault(line, []).append(seat)
    if not finishers:
        return won, ()
    values_now = [list(values) for values in won]
    completed = []
    for line, seats in sorted(finishers.items()):
        is_first = all(values[line] is None for values in won)
        value = first[line] if is_first else later[line]
        for seat in seats:
            values_now[seat][line] = value
        completed.append(Completed(line, tuple(seats), value, is_first))
    return tuple(tuple(values) for values in values_now), tuple(completed)
