"""Where the threads of the panels leave their raw events for the loop, and what the loop sleeps on."""

from __future__ import annotations

import os
import select
import signal
import weakref
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress

from hardware.inputs import Raw

LOOK_AGAIN = 0.25  # seconds


class Inbox:
    """Filled from any thread, emptied by the loop alone.

    `put` may also be called by a signal handler that interrupts the loop's own `wait`: it takes no lock.
    """

    def __init__(self) -> None:
        self._raws: deque[Raw] = deque()
        self._bell = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._sleeper = select.epoll()
        self._find: Callable[[], Collection[int]] = tuple
        self._spoken = False
        self._own = {self._bell}  # what wakes the loop, and belongs to nobody else
        self._listen(self._bell)
        weakref.finalize(self, os.close, self._bell)

    def put(self, raw: Raw) -> None:
        self._raws.append(raw)
        self.wake()

    def wake(self) -> None:
        """Let the loop go round once, though there is nothing to read."""
        os.eventfd_write(self._bell, 1)

    def drain(self) -> list[Raw]:
        """All that has come, in the order in which it came."""
        taken: list[Raw] = []
        while self._raws:
            taken.append(self._raws.popleft())
        return taken

    def watch(self, find: Callable[[], Collection[int]]) -> None:
        """Wake the loop also when something comes into one of the files that `find` names.

        Nobody reads them here; whoever owns them does, when the loop goes round. `find` is asked again now and then,
        since files come and go with the devices behind them.
        """
        self._find = find
        for file in find():
            self._listen(file)

    def hear_signals(self) -> None:
        """Wake the loop when a signal comes, whichever thread it interrupts.

        Python runs a handler in the main thread only, when that is awake; a signal that another thread takes, or that
        comes just before the loop falls asleep, would be handled with the next input, or never.
        """
        hear, tell = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        weakref.finalize(self, _close, hear, tell, signal.set_wakeup_fd(tell, warn_on_full_buffer=False))
        self._own.add(hear)
        self._listen(hear)

    def wait(self, timeout: float | None) -> None:
        """Sleep until something comes, or somebody wakes the loop, or the seconds are over; None is for ever.

        A wake-up while the loop was awake counts: what it announced may have been looked for before.
        """
        # The owner of a file may have read more of it than it has told, or does something a moment later.
        again = self._spoken and (timeout is None or timeout > LOOK_AGAIN)
        woken = self._sleeper.poll(LOOK_AGAIN if again else None if timeout is None else max(0.0, timeout))
        if again and not woken:
            self._spoken = False
            self.watch(self._find)
        elif any(file not in self._own for file, _ in woken):
            self._spoken = True

    def _listen(self, file: int) -> None:
        # Edge-triggered, that is, woken by what newly comes: what nobody wants to read must not wake the loop for ever,
        # and the bell need not be read. A file that was closed is forgotten by the kernel.
        with suppress(OSError):  # known already, or closed just now
            self._sleeper.register(file, select.EPOLLIN | select.EPOLLET)


def _close(hear: int, tell: int, before: int) -> None:
    """Give signals back to whoever heard them before."""
    with suppress(ValueError):  # this is not the main thread any more
        signal.set_wakeup_fd(before)
    os.close(hear)
    os.close(tell)
