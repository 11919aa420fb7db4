"""Where the threads of the panels leave their raw events for the loop, and what the loop sleeps on."""

from __future__ import annotations

from queue import Empty, SimpleQueue

from hardware.inputs import Raw


class Inbox:
    """Filled from any thread, emptied by the loop alone.

    It stands on `SimpleQueue`, whose `put` may also be called by a signal handler that interrupts the loop's own
    `wait`; an `Event` would lock up there.
    """

    def __init__(self) -> None:
        self._queue: SimpleQueue[Raw | None] = SimpleQueue()
        self._taken: list[Raw] = []
        self._woken = False

    def put(self, raw: Raw) -> None:
        self._queue.put(raw)

    def wake(self) -> None:
        """Let the loop go round once, though there is nothing to read."""
        self._queue.put(None)

    def drain(self) -> list[Raw]:
        """All that has come, in the order in which it came."""
        while True:
            try:
                self._take(self._queue.get_nowait())
            except Empty:
                taken, self._taken = self._taken, []
                return taken

    def wait(self, timeout: float | None) -> None:
        """Sleep until something comes, or somebody wakes the loop, or the seconds are over; None is for ever."""
        if not self._woken and not self._taken:
            try:
                self._take(self._queue.get(timeout=None if timeout is None else max(0.0, timeout)))
            except Empty:
                return
        self._woken = False

    def _take(self, raw: Raw | None) -> None:
        # A wake-up met while draining counts for the next wait: what it announced may have been looked for before.
        if raw is None:
            self._woken = True
        else:
            self._taken.append(raw)
