"""Which Raspberry Pi this is, and which of its chips is behind the header."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.panels.header import header_chip, pi_model
from tests.hardware.chips import make_chip


def no_label(number: int) -> str:
    return ""


def test_the_chip_behind_the_header(tmp_path: Path) -> None:
    assert header_chip(tmp_path / "none", no_label) is None
    make_chip(tmp_path / "gpiochip0", "brcm,brcmstb-gpio")
    make_chip(tmp_path / "gpiochip1", "raspberrypi,firmware-gpio")
    make_chip(tmp_path / "gpiochip2")
    make_chip(tmp_path / "gpiochipx", "raspberrypi,rp1-gpio")
    assert header_chip(tmp_path, no_label) is None
    make_chip(tmp_path / "gpiochip13", "raspberrypi,rp1-gpio")
    assert header_chip(tmp_path, no_label) == 13


@pytest.mark.parametrize("compatible", [("brcm,bcm2711-gpio",), ("brcm,bcm2837-gpio", "brcm,bcm2835-gpio")])
def test_the_chip_of_older_models(tmp_path: Path, compatible: tuple[str, ...]) -> None:
    make_chip(tmp_path / "gpiochip0", *compatible)
    assert header_chip(tmp_path, no_label) == 0


@pytest.mark.parametrize("label", ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"])
def test_the_chip_by_its_label(tmp_path: Path, label: str) -> None:
    for number in (0, 4, 10):
        make_chip(tmp_path / f"gpiochip{number}")
    labels = {0: "raspberrypi-exp-gpio", 4: label}
    assert header_chip(tmp_path, lambda number: labels.get(number, "")) == 4


def test_the_name_of_the_machine(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert pi_model(model) is None
    model.write_bytes(b"Acme Board\0")
    assert pi_model(model) is None
    model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert pi_model(model) == "Raspberry Pi Zero 2 W Rev 1.0"
