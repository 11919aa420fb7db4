"""Tells systemd that the box is alive, if that started it: a loop that hangs falls silent, and is started again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress

MICROSECONDS = 1_000_000


class Watchdog:
    """`ping` as often as you like; it tells at most three times in the time after which silence counts as death."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        limit = environment.get("WATCHDOG_USEC", "")
        self._pause = int(limit) / MICROSECONDS / 3 if self._address and limit.isdecimal() else None
        self._due = 0.0

    def next_due(self) -> float | None:
        """When the next ping is wanted; None if nobody listens."""
        return None if self._pause is None else self._due

    def ping(self, now: float) -> None:
        if self._pause is not None and now >= self._due:
            self._due = now + self._pause
            self._tell(b"WATCHDOG=1")

    def ready(self) -> None:
        """The box has started."""
        if self._address:
            self._tell(b"READY=1")

    def _tell(self, what: bytes) -> None:
        """systemd may be gone or restarting; that is no reason to stop a game."""
        import socket

        name = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.sendto(what, name)
