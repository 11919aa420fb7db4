"""What is plugged in as an input device, as the kernel describes it in files: touchscreens, keyboards, controllers."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SYSTEM = Path("/sys/class/input")
DEVICES = Path("/dev/input")
WORD = struct.calcsize("l") * 8  # bits; the kernel writes its lists of bits in words of this size

# Of linux/input-event-codes.h.
KEY_ENTER, KEY_SPACE = 28, 57
BTN_JOYSTICK, BTN_SOUTH = 0x120, 0x130
ABS_MT_POSITION_X = 0x35
INPUT_PROP_DIRECT = 1


class EventDevice(NamedTuple):
    """An input device, and what it can send."""

    path: Path
    name: str
    keys: frozenset[int]
    axes: frozenset[int]
    properties: frozenset[int]

    @property
    def is_controller(self) -> bool:
        return bool(self.keys & {BTN_JOYSTICK, BTN_SOUTH})

    @property
    def is_keyboard(self) -> bool:
        return bool(self.keys & {KEY_ENTER, KEY_SPACE})

    @property
    def is_touchscreen(self) -> bool:
        return ABS_MT_POSITION_X in self.axes and INPUT_PROP_DIRECT in self.properties


def event_devices(system: Path = SYSTEM, devices: Path = DEVICES) -> list[EventDevice]:
    """All that are there now."""
    return [
        EventDevice(
            devices / entry.name,
            _text(entry / "device" / "name").strip(),
            frozenset(_bits(entry / "device" / "capabilities" / "key")),
            frozenset(_bits(entry / "device" / "capabilities" / "abs")),
            frozenset(_bits(entry / "device" / "properties")),
        )
        for entry in sorted(system.glob("event*"))
    ]


def _bits(path: Path) -> Iterator[int]:
    """The numbers in a list of bits, which is written as hexadecimal words, the highest first."""
    for number, word in enumerate(reversed(_text(path).split())):
        value = int(word, 16)
        yield from (number * WORD + bit for bit in range(WORD) if value >> bit & 1)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:  # it was pulled out just now
        return ""
