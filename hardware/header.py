"""Whether this is a Raspberry Pi, and which of its GPIO chips is behind the 40-pin header."""

from __future__ import annotations

from pathlib import Path

MODEL = Path("/proc/device-tree/model")
CHIPS = Path("/sys/bus/gpio/devices")

# The controllers whose lines are on the header; a Pi has others, for its power supply and its own lamps.
HEADER_CHIPS = {"raspberrypi,rp1-gpio", "brcm,bcm2711-gpio", "brcm,bcm2835-gpio", "brcm,bcm7211-gpio"}
HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm")


def pi_model(model_file: Path = MODEL) -> str | None:
    """What the Raspberry Pi calls itself; None on another machine."""
    model = _text(model_file).rstrip("\0\n")
    return model if "Raspberry Pi" in model else None


def header_chip(chips: Path = CHIPS) -> int | None:
    """The number of the GPIO chip behind the header: it differs between models and between kernels."""
    found = [int(chip.name[8:]) for chip in chips.glob("gpiochip*") if chip.name[8:].isdecimal() and _on_header(chip)]
    return min(found, default=None)


def _on_header(chip: Path) -> bool:
    compatible = _text(chip / "of_node" / "compatible").split("\0")
    return not HEADER_CHIPS.isdisjoint(compatible) or _text(chip / "label").startswith(HEADER_LABELS)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
