"""`dicebox check` on machines that are described by files: in order, broken in every way, and no Pi at all."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device import checking
from device.checking import check, report
from device.keeping.places import Places, places
from device.start import Surroundings
from display.screens.service import Finding
from hardware.clock import MonotonicClock, SimClock
from hardware.equipment import Equipment, Machine, open_panels
from hardware.inbox import Inbox
from hardware.inputs import BUTTONS, KNOB_A, ROLL, Edge, Lamp, Raw, Trouble
from hardware.panels.live_view import LAMP_STEP, LiveView, watch
from hardware.panels.pinmap import default_pins
from hardware.panels.simulator import Simulator
from tests.hardware.pads import PluggedPad, bits, describe, key

PI = b"Raspberry Pi 4 Model B Rev 1.4\0"
AROUND = Surroundings({"SDL_VIDEODRIVER": "dummy"}, terminal=None, graphics=False)
QUIET = Equipment(volume=0.0)


class Shop:
    """A machine on the workbench."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("dev/input", "sys", "serial", "data"):
            (folder / name).mkdir(parents=True)
        self.machine = Machine(
            model=folder / "model",
            chips=folder / "chips",
            inputs=folder / "sys",
            input_devices=folder / "dev" / "input",
            serial=folder / "serial",
            nodes=folder / "dev",
        )
        self.places: Places = places({}, folder / "data")

    def make_pi(self) -> None:
        self.machine.model.write_bytes(PI)
        tree = self.machine.chips / "gpiochip0" / "of_node"
        tree.mkdir(parents=True)
        (tree / "compatible").write_text("brcm,bcm2711-gpio\0")
        (self.machine.nodes / "gpiochip0").touch()

    def look(self, equipment: Equipment = QUIET, around: Surroundings = AROUND, **how: Any) -> dict[str, Finding]:
        return {finding.part: finding for finding in check(equipment, self.places, around, self.machine, **how)}


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


@pytest.fixture
def no_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may do everything; the rights count as they are written."""
    monkeypatch.setattr(
        os, "access", lambda path, mode: Path(path).exists() and bool(Path(path).stat().st_mode & 0o600)
    )


def test_a_desktop_without_hardware_is_well(shop: Shop) -> None:
    findings = shop.look()
    assert all(finding.ok for finding in findings.values()), report(list(findings.values()))
    assert findings["board"].text == "not a Raspberry Pi"
    assert findings["gpio"].text == findings["pins"].text == "not used here"
    assert "SDL driver dummy" in findings["screen"].text
    assert findings["touch"].text == findings["serial panel"].text == findings["printer"].text == "none"
    assert str(shop.places.store) in findings["store"].text


def test_every_line_is_ok_or_has_a_remedy(shop: Shop) -> None:
    lines = report(list(shop.look().values()))
    assert all(line.startswith("ok  ") for line in lines)
    assert report([Finding("roof", False, "It leaks. Mend it."), Finding("cellar", True, "dry")]) == [
        "!!  roof    It leaks. Mend it.",
        "ok  cellar  dry",
    ]


def test_a_terminal_needs_no_screen(shop: Shop) -> None:
    around = Surroundings({}, terminal="/dev/pts/1", graphics=False)
    assert shop.look(around=around)["screen"] == Finding("screen", True, "none; the box plays in a terminal")


def test_a_screen_that_does_not_open_says_the_groups(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(driver: str | None) -> tuple[int, int]:
        raise OSError("kmsdrm not available")

    monkeypatch.setattr("display.pixels.video.start_video", refuse)
    finding = shop.look()["screen"]
    assert not finding.ok
    assert "(kmsdrm not available). Add the user to the groups video, render and input" in finding.text


# A Pi.


@pytest.fixture
def kernel(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Any:
    from tests.hardware.fake_gpiod import install

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC03114)
    shop.make_pi()
    kernel = install(monkeypatch, MonotonicClock().now)
    kernel.add(0)
    return kernel


def test_a_pi_that_is_wired_right(shop: Shop, kernel: Any) -> None:
    findings = shop.look()
    assert findings["board"].text == "Raspberry Pi 4 Model B Rev 1.4"
    assert findings["gpio"].text.startswith("gpiochip0, through gpiod 2.")
    assert findings["pins"] == Finding("pins", True, "14 lines and 6 lamps answer")
    assert kernel.live == []  # nothing is kept


def test_a_line_in_use_is_told(shop: Shop, kernel: Any) -> None:
    kernel.others["/dev/gpiochip0", default_pins().lines[ROLL]] = "radio"
    finding = shop.look()["pins"]
    assert not finding.ok
    assert "(GPIO23 is in use by radio). Stop any other program" in finding.text


def test_a_mistake_in_the_pin_map_is_told(shop: Shop, kernel: Any) -> None:
    own = shop.folder / "own.toml"
    own.write_text("[buttons]\nroll = 99\n")
    finding = shop.look(Equipment(pins=str(own), volume=0.0))["pins"]
    assert not finding.ok
    assert "buttons.roll is not a GPIO of the 40-pin header" in finding.text


def test_a_pi_without_its_chip(shop: Shop) -> None:
    shop.machine.model.write_bytes(PI)
    finding = shop.look()["gpio"]
    assert not finding.ok
    assert finding.text.endswith("Update the system of the Pi.")


@pytest.mark.usefixtures("no_root", "kernel")
def test_a_chip_that_may_not_be_used_says_the_group(shop: Shop) -> None:
    (shop.machine.nodes / "gpiochip0").chmod(0)
    finding = shop.look()["gpio"]
    assert not finding.ok
    assert "may not be used. Run sudo usermod -aG " in finding.text


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(
    ("packages", "ok", "text"),
    [
        ({"gpiod": "2.5.0"}, True, "through gpiod 2.5.0"),
        ({"lgpio": "0.2.2.0"}, True, "through lgpio 0.2.2.0, which polls"),
        ({"gpiod": "1.5.4", "lgpio": "0.2.2.0"}, True, "through lgpio"),
        ({}, False, "Neither gpiod 2 nor lgpio is installed. Run the set-up again."),
    ],
)
def test_the_driver_is_named(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, packages: dict[str, str], ok: bool, text: str
) -> None:
    monkeypatch.setattr(checking, "_installed", packages.get)
    finding = shop.look()["gpio"]
    assert finding.ok is ok
    assert text in finding.text


# What is plugged in.


def test_touch_keys_and_controllers_are_named(shop: Shop) -> None:
    for event, name, keys, axes in (
        ("event0", "Goodix Touch", "0", bits(0x35)),
        ("event1", "Switch Interface", bits(28, 57), "0"),
        ("event2", "Adaptive Controller", bits(0x130), "0"),
    ):
        describe(shop.machine.inputs, event, name, keys=keys, axes=axes, direct=event == "event0")
        (shop.machine.input_devices / event).touch()
    findings = shop.look()
    assert [findings[part].text for part in ("touch", "keyboards", "controllers")] == [
        "Goodix Touch",
        "Switch Interface",
        "Adaptive Controller",
    ]


@pytest.mark.usefixtures("no_root")
def test_a_touchscreen_that_may_not_be_read_says_the_group(shop: Shop) -> None:
    describe(shop.machine.inputs, "event0", "Goodix", axes=bits(0x35), direct=True)
    (shop.machine.input_devices / "event0").touch()
    (shop.machine.input_devices / "event0").chmod(0)
    findings = shop.look()
    assert not findings["touch"].ok
    assert "Goodix may not be read. Run sudo usermod -aG" in findings["touch"].text
    assert not findings["rights"].ok


@pytest.fixture
def simulator(shop: Shop) -> Iterator[Simulator]:
    simulator = Simulator(shop.machine.serial / "usb-Dicebox-if00")
    clock, running = MonotonicClock(), True

    def run() -> None:
        while running:
            simulator.step(round(clock.now() * 1000))
            simulator.wait(0.002)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield simulator
    running = False
    thread.join()
    simulator.unplug()


@pytest.mark.usefixtures("simulator")
def test_a_serial_panel_introduces_itself(shop: Shop) -> None:
    assert shop.look()["serial panel"] == Finding("serial panel", True, "simulated: 12 buttons, 6 lamps")


def test_something_else_at_the_port_is_told(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.panels.serial_protocol.SILENCE", 0.05)
    mute = Simulator(shop.machine.serial / "usb-MicroPython-if00")
    finding = shop.look()["serial panel"]
    mute.unplug()
    assert not finding.ok
    assert "usb-MicroPython-if00 does not answer as a panel. Put the firmware" in finding.text


def test_a_panel_or_printer_that_is_missing_is_told(shop: Shop) -> None:
    findings = shop.look(Equipment(serial_panel="left", printer="acme", volume=0.0))
    assert findings["serial panel"].text == "There is no 'left'. Plug it in, or correct the settings."
    assert findings["printer"].text == "There is no 'acme'. Plug it in and switch it on."
    assert not findings["serial panel"].ok
    assert not findings["printer"].ok
    assert shop.look(Equipment(serial_panel="none", volume=0.0))["serial panel"].text == "switched off"


def test_a_printer_that_is_there(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.parts.printer.ANSWER_LIMIT", 0.01)
    port = Simulator(shop.machine.serial / "usb-Acme-if00")  # any terminal does: it answers nothing
    finding = shop.look(Equipment(printer="acme", volume=0.0))["printer"]
    port.unplug()
    assert finding == Finding("printer", True, "acme is ready")


# Sound, card and settings.


def test_sound(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shop.look()["sound"].text == "switched off"
    assert shop.look(Equipment())["sound"].ok
    monkeypatch.setattr("hardware.parts.sound._audio_is_there", lambda: False)
    finding = shop.look(Equipment())["sound"]
    assert not finding.ok
    assert finding.text.endswith("Plug in a speaker, or set the volume to 0.")


def test_a_mistake_in_the_settings_is_told(shop: Shop) -> None:
    shop.places.settings.write_text("rotation = 17\n")
    finding = shop.look()["settings"]
    assert not finding.ok
    assert "rotation cannot be 17" in finding.text


def test_a_full_card_is_told(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "LEAST_ROOM", 10**20)
    finding = shop.look()["store"]
    assert not finding.ok
    assert finding.text.endswith("Make room there.")


def test_a_store_in_use_is_told(shop: Shop) -> None:
    from device.keeping.store import Store

    other = Store.open(shop.places.store)
    finding = shop.look()["store"]
    other.close()
    assert not finding.ok


def test_a_check_that_fails_is_a_finding(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ModuleNotFoundError("No module named\n'font_source_sans_pro'")

    monkeypatch.setattr("display.pixels.text.Fonts", missing)
    finding = shop.look()["fonts"]
    assert finding == Finding(
        "fonts", False, "cannot be checked (No module named 'font_source_sans_pro'). Run the set-up again."
    )


def test_a_running_box_keeps_what_it_holds(shop: Shop) -> None:
    findings = shop.look(Equipment(serial_panel="left", printer="acme"), running=True)
    held = [part for part, finding in findings.items() if finding.text == "in use by this box"]
    assert held == ["pins", "screen", "sound", "serial panel", "printer", "store"]
    assert findings["fonts"].ok


# Live.


def test_the_live_view_shows_every_line() -> None:
    view = LiveView()
    assert [row.line for row in view.rows][: len(BUTTONS)] == list(BUTTONS)
    assert view.take(Edge(1.5, ROLL, True)) == "      1.5000  roll       down  1"
    assert view.take(Edge(1.6, ROLL, False)) == "      1.6000  roll       up    1"
    assert view.take(Edge(1.7, KNOB_A, True)) is not None
    assert {row.line: row.times for row in view.rows if row.times} == {ROLL: 1, KNOB_A: 1}
    assert [row.line for row in view.rows if row.down] == [KNOB_A]
    assert view.take(Edge(2.0, "trombone", True)) is None
    assert view.take(Trouble(2.0, "panel", "It smokes. Unplug it.")) == "It smokes. Unplug it."
    assert view.take(Trouble(2.0, "panel", "")) is None


def test_the_lamps_light_up_one_after_the_other() -> None:
    view = LiveView()
    assert [list(view.lamps(step * LAMP_STEP + 0.01)) for step in range(7)] == [[0], [1], [2], [3], [4], [5], [0]]


class Noting:
    def __init__(self) -> None:
        self.shown: list[dict[int, Lamp]] = []

    def open(self, inbox: Any) -> None:
        pass

    def show(self, lamps: Any) -> None:
        self.shown.append(dict(lamps))

    def close(self) -> None:
        pass


def test_watching_tells_what_happens() -> None:
    inbox, panel, told = Inbox(), Noting(), list[str]()
    raws: list[Raw] = [Edge(1.0, ROLL, True), Trouble(1.0, "x", "")]
    for raw in raws:
        inbox.put(raw)
    watch([panel], inbox, SimClock(1.2), told.append, rounds=1)
    assert told == ["      1.0000  roll       down  1"]
    assert panel.shown == [{2: Lamp.LIT}]


def test_all_panels_of_a_box_are_opened_together(shop: Shop, simulator: Simulator) -> None:
    pad = PluggedPad(shop.folder / "pad")
    machine = Machine(
        shop.machine.model, shop.machine.chips, pad.system, pad.devices, shop.machine.serial, shop.machine.nodes
    )
    inbox = Inbox()
    panels = open_panels(Equipment(panel="mock", pins="nowhere.toml"), machine, SimClock(), inbox)
    assert len(panels) == 3
    pad.send(key(0x133, True))
    heard: list[Raw] = []
    while not any(isinstance(raw, Edge) for raw in heard):
        inbox.wait(10)
        heard += inbox.drain()
    assert any(isinstance(raw, Trouble) and "nowhere.toml cannot be read" in raw.what for raw in heard)
    for panel in panels:
        panel.close()
    pad.unplug()
    (only,) = open_panels(Equipment(panel="none", serial_panel="none"), machine, SimClock(), inbox)
    only.close()
