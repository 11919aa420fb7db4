"""The clock that everything which waits is given: the machine's own, or one that tests move by hand."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells seconds that never go backwards; only differences mean anything."""

    def now(self) -> float: ...


class MonotonicClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        return time.monotonic()


class SimClock:
    """A clock that stands still until it is moved."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += seconds
