"""Fingers for the machine: they pull the lines of its simulated GPIO chip, look at its lamps and touch its screen."""

from __future__ import annotations

import struct
import time
from collections.abc import Sequence
from fcntl import ioctl
from pathlib import Path
from typing import BinaryIO

from hardware.inputs import KNOB_A, KNOB_B
from hardware.panels.pinmap import PinMap

CHIPS = Path("/sys/kernel/config/gpio-sim/box")
MOMENT = 0.08  # seconds from down to up and on to the next; more than any debouncing


class Panel:
    """The header's lines from outside: buttons and knob close a contact to ground, lamps show what their pin drives."""

    def __init__(self, pins: PinMap) -> None:
        self._pins = pins
        device, chip = (CHIPS / name for name in ("dev_name", "header/chip_name"))
        self._lines = Path("/sys/devices/platform") / _text(device) / _text(chip)

    def pull(self, line: str, down: bool) -> None:
        """Close a contact, or let it go."""
        self._line(self._pins.lines[line], "pull").write_text("pull-down" if down else "pull-up")

    def press(self, button: str) -> None:
        for down in (True, False):
            self.pull(button, down)
            time.sleep(MOMENT)

    def turn(self, detents: int) -> None:
        """Turn the knob, clockwise if positive."""
        for line, down in abs(detents) * quarter_turns(clockwise=detents > 0):
            self.pull(line, down)
            time.sleep(MOMENT / 2)

    def lit(self) -> set[int]:
        """The seats whose lamps are on at this moment."""
        return {seat for seat, pin in self._pins.lamps.items() if _text(self._line(pin, "value")) == "1"}

    def _line(self, pin: int, attribute: str) -> Path:
        return self._lines / f"sim_gpio{pin}" / attribute


def quarter_turns(clockwise: bool) -> list[tuple[str, bool]]:
    """The edges of one detent."""
    first, second = (KNOB_A, KNOB_B) if clockwise else (KNOB_B, KNOB_A)
    return [(first, True), (second, True), (first, False), (second, False)]


def _text(path: Path) -> str:
    return path.read_text().strip()


# Numbers of linux/input-event-codes.h and linux/uinput.h.
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH, INPUT_PROP_DIRECT, BUS_USB = 0x14A, 1, 3
ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0, 1, 0x2F, 0x35, 0x36, 0x39
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_PROPBIT = 0x40045564, 0x40045565, 0x40045567, 0x4004556E
UI_DEV_SETUP, UI_ABS_SETUP, UI_DEV_CREATE = 0x405C5503, 0x401C5504, 0x5501


class Finger:
    """A touchscreen of the kernel's uinput, with one finger on it."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._device: BinaryIO = Path("/dev/uinput").open("wb", buffering=0)  # noqa: SIM115 open as long as the finger lives
        for kind in (EV_KEY, EV_ABS):
            ioctl(self._device, UI_SET_EVBIT, kind)
        ioctl(self._device, UI_SET_KEYBIT, BTN_TOUCH)
        ioctl(self._device, UI_SET_PROPBIT, INPUT_PROP_DIRECT)
        wide, tall = size
        for axis, most in (
            (ABS_X, wide - 1),
            (ABS_Y, tall - 1),
            (ABS_MT_SLOT, 4),
            (ABS_MT_POSITION_X, wide - 1),
            (ABS_MT_POSITION_Y, tall - 1),
            (ABS_MT_TRACKING_ID, 65535),
        ):
            ioctl(self._device, UI_SET_ABSBIT, axis)
            ioctl(self._device, UI_ABS_SETUP, struct.pack("Hxx6i", axis, 0, 0, most, 0, 0, 0))
        ioctl(self._device, UI_DEV_SETUP, struct.pack("HHHH80sI", BUS_USB, 1, 1, 1, b"finger", 0))
        ioctl(self._device, UI_DEV_CREATE)
        self._taps = 0

    def tap(self, x: int, y: int) -> None:
        self._taps += 1
        place = ((ABS_MT_POSITION_X, x), (ABS_MT_POSITION_Y, y), (ABS_X, x), (ABS_Y, y))
        self._send([(EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, self._taps)])
        self._send([*((EV_ABS, axis, where) for axis, where in place), (EV_KEY, BTN_TOUCH, 1), (EV_SYN, 0, 0)])
        time.sleep(MOMENT)
        self._send([(EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0), (EV_SYN, 0, 0)])
        time.sleep(MOMENT)

    def _send(self, events: Sequence[tuple[int, int, int]]) -> None:
        self._device.write(b"".join(struct.pack("llHHi", 0, 0, *event) for event in events))
