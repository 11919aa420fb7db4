"""Game controllers: what they send as the kernel delivers it, plugged in and pulled out while somebody plays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from hardware.clock import SimClock
from hardware.inputs import BACK, NEXT, PREV, ROLL, SELECT, Edge, Lamp, Panel, Raw
from hardware.panels.controller import DROPPED, SYN, ControllerPanel, Pad
from hardware.panels.event_devices import event_devices
from tests.hardware.pads import EAST, LEFT, NORTH, RIGHT, SOUTH, START, PluggedPad, axis, bits, describe, event, key

STICK = {0: (0, 255), 1: (-32768, 32767), 0x10: (-1, 1), 0x11: (-1, 1)}
PATIENCE = 20  # seconds; only a test that fails waits for so long


@pytest.fixture
def pad() -> Pad:
    return Pad(Path("event7"), True, STICK)


def told(edges: list[Edge]) -> list[tuple[str, bool]]:
    assert all(edge.clean for edge in edges)
    return [(edge.line, edge.down) for edge in edges]


@pytest.mark.parametrize(
    ("code", "line"),
    [(SOUTH, SELECT), (EAST, BACK), (NORTH, ROLL), (START, ROLL), (LEFT, PREV), (RIGHT, NEXT), (0x120, SELECT)],
)
def test_every_button_has_its_meaning(pad: Pad, code: int, line: str) -> None:
    assert told(pad.feed(key(code, True) + key(code, False), 0.0)) == [(line, True), (line, False)]


def test_an_edge_has_the_kernels_time(pad: Pad) -> None:
    assert pad.feed(key(SOUTH, True, 12.25), 99.0) == [Edge(12.25, SELECT, True, clean=True)]
    late = Pad(Path("event7"), False, STICK)  # a kernel that stamps with another clock
    assert late.feed(key(SOUTH, True, 1e9), 99.0) == [Edge(99.0, SELECT, True, clean=True)]


def test_events_may_come_in_pieces(pad: Pad) -> None:
    data = key(SOUTH, True) + key(SOUTH, False)
    edges = [edge for at in range(0, len(data), 7) for edge in pad.feed(data[at : at + 7], 0.0)]
    assert told(edges) == [(SELECT, True), (SELECT, False)]


def test_keys_that_repeat_or_mean_nothing_are_ignored(pad: Pad) -> None:
    assert pad.feed(event(1, SOUTH, 2) + key(0x13C, True) + axis(0x02, 255), 0.0) == []


@pytest.mark.parametrize(
    ("code", "far", "near", "middle", "line"),
    [(0, 255, 200, 128, NEXT), (0, 0, 60, 127, PREV), (1, 32767, 15000, 0, NEXT), (0x10, -1, -1, 0, PREV)],
)
def test_a_stick_pushed_far_is_a_button_until_it_is_back(
    pad: Pad, code: int, far: int, near: int, middle: int, line: str
) -> None:
    assert told(pad.feed(axis(code, far), 0.0)) == [(line, True)]
    assert pad.feed(axis(code, near) + axis(code, far) + axis(code, near), 0.0) == []  # a hand that trembles
    assert told(pad.feed(axis(code, middle), 0.0)) == [(line, False)]
    assert pad.feed(axis(code, middle), 0.0) == []


def test_a_stick_thrown_from_side_to_side_lets_go_between(pad: Pad) -> None:
    assert told(pad.feed(axis(0, 255) + axis(0, 0), 0.0)) == [(NEXT, True), (NEXT, False), (PREV, True)]


def test_two_ways_to_hold_a_line_are_one_press(pad: Pad) -> None:
    assert told(pad.feed(key(NORTH, True) + key(START, True) + key(NORTH, False), 0.0)) == [(ROLL, True)]
    assert told(pad.feed(key(START, False), 0.0)) == [(ROLL, False)]


def test_what_was_lost_on_the_way_is_let_go(pad: Pad) -> None:
    pad.feed(key(SOUTH, True), 0.0)
    assert told(pad.feed(event(SYN, DROPPED, 0), 0.0)) == [(SELECT, False)]
    assert told(pad.feed(key(SOUTH, False) + key(SOUTH, True), 0.0)) == [(SELECT, True)]


# Plugging.


class Sofa:
    """A controller, and a panel that reads it."""

    def __init__(self, folder: Path) -> None:
        self.plugged = PluggedPad(folder)
        self.heard: Queue[Raw] = Queue()
        self.panel = ControllerPanel(SimClock(5.0), system=self.plugged.system, devices=self.plugged.devices)

    def next(self) -> tuple[str, bool]:
        raw = self.heard.get(timeout=PATIENCE)
        assert isinstance(raw, Edge)
        return raw.line, raw.down


@pytest.fixture
def sofa(tmp_path: Path) -> Iterator[Sofa]:
    sofa = Sofa(tmp_path)
    yield sofa
    sofa.panel.close()
    sofa.panel.close()
    sofa.plugged.unplug()


def test_a_controller_plays(sofa: Sofa) -> None:
    panel: Panel = sofa.panel
    panel.open(sofa.heard.put)
    panel.show({0: Lamp.LIT})
    sofa.plugged.send(key(SOUTH, True) + key(SOUTH, False) + key(NORTH, True))
    assert [sofa.next() for _ in range(3)] == [(SELECT, True), (SELECT, False), (ROLL, True)]


def test_a_controller_pulled_out_lets_go(sofa: Sofa) -> None:
    sofa.panel.open(sofa.heard.put)
    sofa.plugged.send(key(SOUTH, True))
    assert sofa.next() == (SELECT, True)
    sofa.plugged.unplug()
    assert sofa.next() == (SELECT, False)


def test_a_controller_plugged_in_later_is_found(sofa: Sofa, tmp_path: Path) -> None:
    sofa.panel.look()
    second = PluggedPad(tmp_path, "event9")
    sofa.panel.look()
    for pad in (sofa.plugged, second):
        pad.send(key(SOUTH, True))
    for file in list(sofa.panel._pads):
        sofa.panel.read(file, sofa.heard.put)
    assert [sofa.next(), sofa.next()] == [(SELECT, True)] * 2
    second.unplug()


def test_a_controller_that_may_not_be_read_is_passed_over(sofa: Sofa) -> None:
    os.unlink(sofa.plugged.path)  # noqa: PTH108
    sofa.panel.look()
    assert sofa.panel._pads == {}


def test_a_machine_without_input_devices(tmp_path: Path) -> None:
    panel = ControllerPanel(SimClock(), system=tmp_path / "none", devices=tmp_path / "none")
    panel.open(lambda raw: None)
    panel.close()


# What is plugged in.


def test_devices_are_told_apart(tmp_path: Path) -> None:
    system = tmp_path / "sys"
    describe(system, "event0", "Keys", keys=bits(28, 57, 1))
    describe(system, "event1", "Goodix", keys=bits(0x14A), axes=bits(0x35, 0x36), direct=True)
    describe(system, "event2", "Touchpad", keys=bits(0x14A), axes=bits(0x35, 0x36))
    describe(system, "event3", "Pad", keys=bits(SOUTH, EAST), axes=bits(0, 1, 0x10))
    describe(system, "event4", "Power", keys=bits(116))
    (system / "event5").mkdir()  # pulled out just now
    found = event_devices(system, Path("/dev/input"))
    assert [device.path.name for device in found] == [f"event{number}" for number in range(6)]
    kinds = [(device.is_keyboard, device.is_touchscreen, device.is_controller) for device in found]
    assert (
        kinds == [(True, False, False), (False, True, False), (False,) * 3, (False, False, True)] + [(False,) * 3] * 2
    )
    assert found[3].axes == {0, 1, 0x10}
