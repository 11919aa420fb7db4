"""The panel on gpiozero's mock pins: edges in, lamps out, and a sentence for everything that fails."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import gpiozero
import pytest
from gpiozero.pins import mock

from hardware.inputs import KNOB_A, ROLL, Edge, Lamp, Panel, Raw, Trouble
from hardware.panels.gpio_panel import GpioPanel
from hardware.panels.pinmap import PinMap, default_pins

PINS = default_pins()


class Box:
    """A panel on mock pins, fingers for its buttons and eyes for its lamps."""

    def __init__(self, factory: Any, pins: PinMap = PINS) -> None:
        self.factory = factory
        self.pins = pins
        self.heard: list[Raw] = []
        self.panel = GpioPanel(pins, factory)

    def line(self, name: str) -> Any:
        return self.factory.pin(self.pins.lines[name])

    def lamp(self, seat: int) -> Any:
        return self.factory.pin(self.pins.lamps[seat])

    def edges(self) -> list[tuple[str, bool]]:
        return [(raw.line, raw.down) for raw in self.heard if isinstance(raw, Edge)]

    def troubles(self) -> list[str]:
        return [raw.what for raw in self.heard if isinstance(raw, Trouble)]


@pytest.fixture
def factory() -> Iterator[Any]:
    before = gpiozero.Device.pin_factory
    factory = mock.MockFactory()
    yield factory
    factory.reset()
    gpiozero.Device.pin_factory = before


@pytest.fixture
def box(factory: Any) -> Iterator[Box]:
    box = Box(factory)
    box.panel.open(box.heard.append)
    yield box
    box.panel.close()


def test_it_is_a_panel(box: Box) -> None:
    panel: Panel = box.panel
    assert panel is box.panel
    assert box.heard == []


def test_every_line_tells_when_it_closes_and_opens(box: Box) -> None:
    for name in PINS.lines:
        box.line(name).drive_low()
        box.line(name).drive_high()
    assert box.edges() == [(name, down) for name in PINS.lines for down in (True, False)]


def test_nothing_is_debounced_here(box: Box) -> None:
    for _ in range(5):
        box.line(KNOB_A).drive_low()
        box.line(KNOB_A).drive_high()
    assert box.edges() == [(KNOB_A, True), (KNOB_A, False)] * 5
    assert not any(raw.clean for raw in box.heard if isinstance(raw, Edge))


def test_an_edge_carries_the_drivers_own_time(box: Box) -> None:
    pin = box.line(ROLL)
    # As a driver reports it: the time is of the edge, not of the report, and the level comes with it.
    pin.when_changed(12.5, 0)
    pin.when_changed(12.75, 1)
    assert box.heard == [Edge(12.5, ROLL, True), Edge(12.75, ROLL, False)]


def test_lines_are_pulled_up(box: Box) -> None:
    assert {box.line(name).pull for name in PINS.lines} == {"up"}


def test_an_inbox_that_fails_is_logged_and_does_not_end_the_drivers_thread(
    factory: Any, caplog: pytest.LogCaptureFixture
) -> None:
    box = Box(factory)
    calls = []

    def broken(raw: Raw) -> None:
        calls.append(raw)
        raise RuntimeError("full")

    box.panel.open(broken)
    box.line(ROLL).drive_low()
    box.line(ROLL).drive_high()
    assert len(calls) == 2
    assert "an edge of roll was lost" in caplog.text
    box.panel.close()


def test_a_button_that_is_down_when_the_box_starts_is_named_and_presses_nothing(factory: Any) -> None:
    box = Box(factory)
    gpiozero.InputDevice(PINS.lines[ROLL], pull_up=True, pin_factory=factory).close()
    keep_low(factory.pin(PINS.lines[ROLL]))
    box.panel.open(box.heard.append)
    (trouble,) = box.troubles()
    assert trouble.startswith(f"The Roll button on GPIO{PINS.lines[ROLL]} is down already.")
    box.line(ROLL).drive_high()
    assert box.troubles() == [trouble, ""]  # all is well again
    box.line(ROLL).drive_low()
    assert box.edges() == [(ROLL, False), (ROLL, True)]
    box.panel.close()


def keep_low(pin: Any) -> None:
    """The mock lets a pull-up win over a finger."""
    pull = pin._set_pull
    pin._set_pull = lambda value: (pull(value), pin._change_state(False))


def test_a_pin_in_use_is_reported_and_the_rest_works(factory: Any) -> None:
    box = Box(factory)
    with (
        gpiozero.LED(PINS.lines[ROLL], pin_factory=factory),
        gpiozero.LED(PINS.lamps[2], pin_factory=factory),
    ):
        box.panel.open(box.heard.append)
        roll, lamp = box.troubles()
        assert f"GPIO{PINS.lines[ROLL]}, the line roll," in roll
        assert f"GPIO{PINS.lamps[2]}, the lamp of seat 3," in lamp
        assert len({raw.panel for raw in box.heard if isinstance(raw, Trouble)}) == 2  # so that neither hides the other
        box.line("prev").drive_low()
        assert box.edges() == [("prev", True)]
        box.panel.show(dict.fromkeys(range(6), Lamp.LIT))
        assert [seat for seat in range(6) if box.lamp(seat).state] == [0, 1, 3, 4, 5]
        box.panel.close()


def test_lamps_begin_dark(box: Box) -> None:
    assert [box.lamp(seat).function for seat in range(6)] == ["output"] * 6
    assert [box.lamp(seat).state for seat in range(6)] == [False] * 6


def test_seats_not_named_are_off(box: Box) -> None:
    box.panel.show({0: Lamp.LIT, 3: Lamp.LIT})
    assert [box.lamp(seat).state for seat in range(6)] == [True, False, False, True, False, False]
    box.panel.show({3: Lamp.LIT, 5: Lamp.OFF})
    assert [box.lamp(seat).state for seat in range(6)] == [False, False, False, True, False, False]


class Blinks:
    """Counts how often a lamp was told to blink."""

    def __init__(self) -> None:
        self.pins: list[str] = []

    def __call__(self, led: Any, on_time: float, off_time: float) -> None:
        assert on_time + off_time == pytest.approx(1)
        self.pins.append(led.pin.info.name)


def test_an_unchanged_lamp_is_not_started_again(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    blinks = Blinks()
    monkeypatch.setattr(gpiozero.LED, "blink", lambda led, on, off: blinks(led, on, off))
    box.panel.show({1: Lamp.BLINKING})
    box.panel.show({1: Lamp.BLINKING, 2: Lamp.LIT})
    assert blinks.pins == [f"GPIO{PINS.lamps[1]}"]
    box.panel.show({})
    box.panel.show({1: Lamp.BLINKING})
    assert blinks.pins == [f"GPIO{PINS.lamps[1]}"] * 2


def test_a_blinking_lamp_blinks_beside_the_loop_until_told_otherwise(box: Box) -> None:
    before = threading.active_count()
    box.panel.show({4: Lamp.BLINKING})
    assert threading.active_count() == before + 1
    box.panel.show({4: Lamp.LIT})
    assert threading.active_count() == before
    assert box.lamp(4).state


def test_a_lamp_that_breaks_is_reported_once(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(led: Any) -> None:
        raise OSError("no\nsuch line.")

    with monkeypatch.context() as patch:
        patch.setattr(gpiozero.LED, "on", broken)
        box.panel.show({0: Lamp.LIT})
    box.panel.show({0: Lamp.LIT, 1: Lamp.LIT})
    (trouble,) = box.troubles()
    assert f"GPIO{PINS.lamps[0]}, the lamp of seat 1, does not answer (no such line)." in trouble
    assert box.lamp(1).state


def test_closing_puts_the_lamps_out_and_gives_the_pins_back(box: Box) -> None:
    before = threading.active_count()
    lamps = [box.lamp(seat) for seat in range(6)]
    roll = box.line(ROLL)
    box.panel.show({0: Lamp.LIT, 1: Lamp.BLINKING})
    box.panel.close()
    assert [lamp.state for lamp in lamps] == [False] * 6
    assert [lamp.function for lamp in lamps] == ["input"] * 6
    assert threading.active_count() == before
    roll.drive_low()
    assert box.heard == []
    again = Box(box.factory)
    again.panel.open(again.heard.append)
    assert again.heard == []
    again.panel.close()


def test_closing_twice_or_before_opening_is_fine(factory: Any) -> None:
    panel = GpioPanel(PINS, factory)
    panel.show({0: Lamp.LIT})
    panel.close()
    panel.close()
