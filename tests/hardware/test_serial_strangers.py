"""Panels and boards on a serial line that the box does not understand, and the page that says how they should talk."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from hardware.firmware import panel as firmware
from hardware.inputs import ROLL, Trouble
from hardware.panels import serial_protocol
from hardware.panels.serial_protocol import Talk, crc8, opened, sealed
from tests.hardware.wire import Wire

PAGE = Path(__file__).parents[2] / "docs" / "serial-panel.md"


# Panels that the box does not understand.


@pytest.mark.parametrize(
    "hello",
    [
        "HELLO dicebox-panel 2 x prev 6",
        "HELLO dicebox-panel 2",
        "HELLO dicebox-panel 1 x prev",
        "HELLO dicebox-panel 1 x prev six",
    ],
)
def test_a_panel_of_another_version_is_named_with_the_remedy(hello: str) -> None:
    talk = Talk(0.0)
    (trouble,) = talk.hear(sealed(hello), 1.0)
    assert isinstance(trouble, Trouble)
    assert "Put the firmware that comes with the box onto it." in trouble.what
    assert talk.refused


def test_something_else_is_no_panel() -> None:
    talk = Talk(0.0)
    assert talk.hear(sealed("HELLO coffee-machine 1 x prev 6") + b"ok\nHELLO dicebox-panel 1 x prev 6\n", 1.0) == []
    assert talk.hello is None
    assert not talk.refused


def test_a_button_nobody_knows_is_named_and_the_others_work() -> None:
    wire = Wire(buttons=("jump", ROLL))
    wire.wait(20)
    (trouble,) = wire.troubles
    assert "buttons that the box does not know: jump." in trouble
    assert "knob_push" in trouble
    wire.down("jump")
    wire.down(ROLL)
    wire.wait(20)
    assert wire.edges == [(ROLL, True)]


# The page.


def test_the_examples_of_the_page_are_sealed_right() -> None:
    lines = re.findall(r"^(?:[<>] )?([A-Z]+.* \*[0-9A-F]{2})$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert {line.split()[0] for line in lines} == {"HI", "HELLO", "STATE", "ACK", "LAMPS"}
    for line in lines:
        assert opened(line.encode()) is not None, line


def test_the_check_sum_is_the_known_one() -> None:
    assert crc8(b"123456789") == firmware.crc8(b"123456789") == 0xF4
    assert doctest.testmod(serial_protocol).failed == 0
