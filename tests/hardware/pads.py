"""A game controller without hardware: the kernel's description of it as files, and a pipe for what it sends."""

from __future__ import annotations

import os
from pathlib import Path

from hardware.panels.controller import ABS, EVENT, KEY, SYN
from hardware.panels.event_devices import WORD

SOUTH, EAST, NORTH, START, LEFT, RIGHT = 0x130, 0x131, 0x133, 0x13B, 0x222, 0x223


def bits(*numbers: int) -> str:
    """A list of bits as the kernel writes it."""
    words = [0] * (max(numbers, default=0) // WORD + 1)
    for number in numbers:
        words[number // WORD] |= 1 << number % WORD
    return " ".join(f"{word:x}" for word in reversed(words)) + "\n"


def describe(
    system: Path, event: str, name: str, *, keys: str = "0\n", axes: str = "0\n", direct: bool = False
) -> None:
    device = system / event / "device"
    (device / "capabilities").mkdir(parents=True)
    (device / "name").write_text(f"{name}\n")
    (device / "capabilities" / "key").write_text(keys)
    (device / "capabilities" / "abs").write_text(axes)
    (device / "properties").write_text("2\n" if direct else "0\n")


def event(kind: int, code: int, value: int, time: float = 0.0) -> bytes:
    seconds, part = divmod(time, 1)
    return EVENT.pack(int(seconds), round(part * 1e6), kind, code, value)


def key(code: int, down: bool, time: float = 0.0) -> bytes:
    return event(KEY, code, int(down), time) + event(SYN, 0, 0, time)


def axis(code: int, value: int) -> bytes:
    return event(ABS, code, value)


class PluggedPad:
    """A controller that is plugged in, with hands on it."""

    def __init__(self, folder: Path, event: str = "event7") -> None:
        self.system, self.devices = folder / "sys", folder / "dev"
        self.path = self.devices / event
        describe(self.system, event, "Acme Pad", keys=bits(SOUTH, EAST, NORTH, START))
        self.devices.mkdir(parents=True, exist_ok=True)
        os.mkfifo(self.path)
        self._wire: int | None = None

    def send(self, data: bytes) -> None:
        if self._wire is None:
            self._wire = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
        os.write(self._wire, data)

    def unplug(self) -> None:
        if self._wire is not None:
            os.close(self._wire)
            self._wire = None
