"""The clock of a race: how long the dice have been seen, and how many seconds are left where they are counted."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from engine.contract import Event, Roll, Timed


class RaceClock:
    """Counts from the moment at which the dice lie still. A game that goes on counts on from its latest timed move."""

    def __init__(self, now: float, events: Sequence[Event]) -> None:
        self.dice_seen_at = now - _so_far(events)
        self._next_second: float | None = None

    def dice_lie(self, time: float) -> None:
        """The dice lie, or will lie, at this time."""
        self.dice_seen_at = time

    def milliseconds(self, time: float) -> int:
        """When something happened, by the clock of the race; less than 0 if the dice did not lie yet."""
        return floor(round((time - self.dice_seen_at) * 1000, 3))  # else a rounding error could cost a millisecond

    def left(self, allowed: int | None, now: float) -> int | None:
        """How many of the allowed seconds are left."""
        return None if allowed is None else max(0, ceil(self.dice_seen_at + allowed - now))

    def wind(self, allowed: int | None, now: float) -> None:
        """Wake when the number of seconds that are left is another one."""
        left = self.left(allowed, now)
        self._next_second = self.dice_seen_at + allowed - left + 1 if left and allowed else None

    def next_due(self) -> float | None:
        """When another number of seconds is left."""
        return self._next_second

    def hurry(self, seconds: float) -> None:
        """Go on as if it were later by so much."""
        self.dice_seen_at -= seconds


def _so_far(events: Sequence[Event]) -> float:
    """The seconds since the dice were shown, as far as the moves since then tell."""
    latest = 0
    for event in events:
        if isinstance(event, Roll):
            latest = 0
        elif isinstance(event.action, Timed):
            latest = max(latest, event.action.time)
    return latest / 1000
