"""Whether this is a Raspberry Pi, and which of its GPIO chips is behind the 40-pin header."""

from __future__ import annotations

import os
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path

MODEL = Path("/proc/device-tree/model")
CHIPS = Path("/sys/bus/gpio/devices")

# The controllers whose lines are on the header; a Pi has others, for its power supply and its own lamps.
HEADER_CHIPS = {"raspberrypi,rp1-gpio", "brcm,bcm2711-gpio", "brcm,bcm2835-gpio", "brcm,bcm7211-gpio"}
HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm")

GET_CHIP_INFO = 0x8044B401  # of linux/gpio.h: a name and a label of 32 bytes each, and the number of lines
LABEL = slice(32, 64)


def pi_model(model_file: Path = MODEL) -> str | None:
    """What the Raspberry Pi calls itself; None on another machine."""
    model = _text(model_file).rstrip("\0\n")
    return model if "Raspberry Pi" in model else None


def wants_panel(choice: str, model_file: Path = MODEL) -> bool:
    """Whether a panel is to be looked for at the pins: `auto` does so on a Raspberry Pi only."""
    return choice != "none" and (choice != "auto" or pi_model(model_file) is not None)


def chip_label(number: int) -> str:
    """What the kernel calls a GPIO chip; empty if it cannot be asked."""
    try:
        chip = os.open(f"/dev/gpiochip{number}", os.O_RDONLY | os.O_CLOEXEC)
        try:
            return ioctl(chip, GET_CHIP_INFO, bytes(68))[LABEL].rstrip(b"\0").decode(errors="replace")
        finally:
            os.close(chip)
    except OSError:
        return ""


def header_chip(chips: Path = CHIPS, label: Callable[[int], str] = chip_label) -> int | None:
    """The number of the GPIO chip behind the header: it differs between models and between kernels.

    The device tree names the chip's driver; where there is none, the kernel's label has to do.
    """
    found = {int(chip.name[8:]): chip for chip in chips.glob("gpiochip*") if chip.name[8:].isdecimal()}
    for number, chip in sorted(found.items()):
        compatible = _text(chip / "of_node" / "compatible").split("\0")
        if not HEADER_CHIPS.isdisjoint(compatible) or label(number).startswith(HEADER_LABELS):
            return number
    return None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
