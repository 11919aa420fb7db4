"""The panel on gpiozero's mock pins: edges in, lamps out, and a sentence for everything that fails."""

from __future__ import annotations

import os
import sys
import threading
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import gpiozero
import pytest
from gpiozero.pins import mock

from hardware.clock import SimClock
from hardware.inputs import KNOB_A, ROLL, Edge, Lamp, Panel, Raw, Trouble
from hardware.panels.gpio_panel import CHOICES, GpioPanel, open_panel
from hardware.panels.header import header_chip, pi_model
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


# Choosing a panel.


Opening = Callable[..., GpioPanel | None]


@pytest.fixture
def heard() -> list[Raw]:
    return []


@pytest.fixture
def opening(tmp_path: Path, heard: list[Raw]) -> Opening:
    """Opens a panel on a machine that is described by files."""

    def opening(
        choice: str, model: str | None = None, chip: str | None = None, inbox: Callable[[Raw], None] = heard.append
    ) -> GpioPanel | None:
        model_file = tmp_path / "model"
        if model is not None:
            model_file.write_bytes(model.encode() + b"\0")
        if chip is not None:
            make_chip(tmp_path / "chips" / chip, "raspberrypi,rp1-gpio")
        return open_panel(choice, PINS, inbox, now=lambda: 7.0, model_file=model_file, chips=tmp_path / "chips")

    return opening


def make_chip(chip: Path, *compatible: str) -> None:
    chip.mkdir(parents=True)
    if compatible:
        (chip / "of_node").mkdir()
        (chip / "of_node" / "compatible").write_text("".join(f"{name}\0" for name in compatible))


@pytest.fixture
def lgpio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A stand-in for lgpio that leaves the process in $LG_WD, as the real one does, and opens no chip."""
    folder = tmp_path / "stand-in"
    folder.mkdir()
    names = ("SET_PULL_NONE", "SET_PULL_UP", "SET_PULL_DOWN", "BOTH_EDGES", "RISING_EDGE", "FALLING_EDGE")
    (folder / "lgpio.py").write_text(
        "import os\n"
        "os.chdir(os.environ['LG_WD'])\n"
        "open('.pipe', 'w').close()\n"
        + "".join(f"{name} = {number}\n" for number, name in enumerate(names))
        + "def gpiochip_open(chip):\n    raise OSError(f'can not open gpiochip{chip}')\n"
    )
    monkeypatch.setenv("LG_WD", str(tmp_path / "pipes"))
    (tmp_path / "pipes").mkdir()
    monkeypatch.syspath_prepend(folder)
    forget_lgpio()
    yield folder
    forget_lgpio()


def forget_lgpio() -> None:
    for name in ("lgpio", "gpiozero.pins.lgpio"):
        sys.modules.pop(name, None)


@pytest.fixture
def no_lgpio(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    forget_lgpio()
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setitem(sys.modules, "lgpio", None)


def sentence(heard: list[Raw]) -> str:
    (trouble,) = heard
    assert isinstance(trouble, Trouble)
    assert (trouble.time, trouble.panel) == (7.0, "panel")
    assert trouble.what.startswith("The panel does not answer: ")
    assert trouble.what.endswith(" Touch and keyboard still work.")
    return trouble.what


@pytest.mark.parametrize("model", [None, "Acme Board"])
def test_auto_does_not_look_for_a_panel_elsewhere(opening: Opening, heard: list[Raw], model: str | None) -> None:
    assert opening("auto", model) is None
    assert heard == []


def test_no_panel_is_wanted(opening: Opening, heard: list[Raw]) -> None:
    assert opening("none", "Raspberry Pi 5 Model B Rev 1.0") is None
    assert heard == []


def test_the_mock_opens_when_it_is_asked_for(opening: Opening, heard: list[Raw]) -> None:
    panel = opening("mock")
    assert panel is not None
    panel.show({0: Lamp.LIT})
    panel.close()
    assert heard == []


@pytest.fixture
def no_gpiod(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "hardware.panels.gpiod_factory", raising=False)
    monkeypatch.setitem(sys.modules, "gpiod", None)


PI = "Raspberry Pi 4 Model B Rev 1.4"


@pytest.mark.usefixtures("no_lgpio", "no_gpiod")
@pytest.mark.parametrize(
    ("choice", "remedy"),
    [
        ("auto", "gpiod 2 is not installed. Run the set-up again"),
        ("gpiod", "gpiod 2 is not installed. Run the set-up again"),
        ("lgpio", "lgpio is not installed. Run sudo apt install python3-lgpio"),
    ],
)
def test_a_missing_driver_says_how_to_get_it(opening: Opening, heard: list[Raw], choice: str, remedy: str) -> None:
    assert opening(choice, PI, "gpiochip0") is None
    assert remedy in sentence(heard)


@pytest.mark.usefixtures("no_gpiod", "lgpio")
def test_auto_takes_lgpio_where_there_is_no_gpiod(opening: Opening, heard: list[Raw]) -> None:
    assert opening("auto", PI, "gpiochip0") is None
    assert "can not open gpiochip0" in sentence(heard)  # as the stand-in for lgpio says


def test_the_old_gpiod_of_the_system_is_not_taken_for_the_new_one(
    opening: Opening, heard: list[Raw], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "hardware.panels.gpiod_factory", raising=False)
    monkeypatch.delitem(sys.modules, "gpiod.line", raising=False)
    monkeypatch.setitem(sys.modules, "gpiod", types.ModuleType("gpiod"))
    assert opening("gpiod", PI, "gpiochip0") is None
    assert "gpiod 2 is not installed." in sentence(heard)


def test_rpigpio_on_another_machine_is_one_sentence(
    opening: Opening, heard: list[Raw], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "RPi").mkdir()
    (tmp_path / "RPi" / "__init__.py").touch()
    (tmp_path / "RPi" / "GPIO.py").write_text("raise RuntimeError('This module can only be run on a Raspberry Pi!')")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("gpiozero.pins.rpigpio", "RPi", "RPi.GPIO"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert opening("rpigpio") is None
    assert "This module can only be run on a Raspberry Pi. Check" in sentence(heard)


def test_rpigpio_missing_says_how_to_get_it(
    opening: Opening, heard: list[Raw], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    monkeypatch.setitem(sys.modules, "RPi", None)
    assert opening("rpigpio") is None
    assert "RPi.GPIO is not installed. Run sudo apt install python3-rpi.gpio" in sentence(heard)


def test_an_unknown_panel_names_the_known(opening: Opening, heard: list[Raw]) -> None:
    assert opening("pigpio") is None
    assert f"'pigpio'. Choose one of {', '.join(CHOICES)}." in sentence(heard)


@pytest.mark.usefixtures("lgpio")
def test_no_chip_of_a_pi(opening: Opening, heard: list[Raw]) -> None:
    assert opening("lgpio") is None
    assert "no GPIO chip of a Raspberry Pi" in sentence(heard)


@pytest.mark.usefixtures("lgpio")
def test_a_chip_that_does_not_open_is_one_sentence(opening: Opening, heard: list[Raw]) -> None:
    assert opening("lgpio", "Raspberry Pi 5 Model B Rev 1.0", "gpiochip13") is None
    assert "can not open gpiochip13. Check" in sentence(heard)
    assert "group gpio" in sentence(heard)


@pytest.mark.usefixtures("lgpio")
def test_the_process_stays_where_it_is(opening: Opening, tmp_path: Path) -> None:
    here = Path.cwd()
    opening("lgpio", chip="gpiochip0")
    assert Path.cwd() == here
    assert (tmp_path / "pipes" / ".pipe").exists()


@pytest.mark.usefixtures("lgpio")
def test_the_pipe_gets_a_folder_of_its_own(opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LG_WD")
    opening("lgpio", chip="gpiochip0")
    folder = Path(os.environ["LG_WD"])
    assert folder != Path.cwd()
    assert (folder / ".pipe").exists()
    assert folder.stat().st_mode & 0o777 == 0o700


# On libgpiod.


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Any:
    """GPIO chips in miniature; the wires of the header are on the Pi's own chip number."""
    from tests.hardware.fake_gpiod import install

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC03114)
    kernel = install(monkeypatch, SimClock(3.0).now)
    kernel.add(0)
    kernel.add(11)
    return kernel


@pytest.mark.parametrize("choice", ["auto", "gpiod"])
def test_a_pi_5_with_its_header_on_an_odd_chip(opening: Opening, kernel: Any, choice: str) -> None:
    heard: Queue[Raw] = Queue()
    panel = opening(choice, "Raspberry Pi 5 Model B Rev 1.0", "gpiochip11", inbox=heard.put)
    assert panel is not None
    wires = kernel.chips["/dev/gpiochip11"]
    lines = next(request for request in kernel.live if len(request.offsets) > 1)
    assert sorted(lines.offsets) == sorted(PINS.lines.values())  # all inputs in one request
    kernel.drive(wires[PINS.lines[ROLL]], False)
    kernel.drive(wires[PINS.lines[KNOB_A]], False)
    kernel.drive(wires[PINS.lines[ROLL]], True)
    told = [heard.get(timeout=10) for _ in range(3)]
    assert told == [Edge(3.0, ROLL, True), Edge(3.0, KNOB_A, True), Edge(3.0, ROLL, False)]
    panel.show({0: Lamp.LIT, 2: Lamp.LIT})
    assert [wires[PINS.lamps[seat]].level for seat in range(6)] == [True, False, True, False, False, False]
    panel.close()
    assert kernel.live == []
    assert heard.empty()


def test_lines_of_other_programs_are_named_and_the_rest_plays(opening: Opening, kernel: Any, heard: list[Raw]) -> None:
    kernel.others["/dev/gpiochip0", PINS.lines[ROLL]] = "radio"
    kernel.others["/dev/gpiochip0", PINS.lamps[0]] = "fan"
    panel = opening("auto", PI, "gpiochip0")
    assert panel is not None
    roll, lamp = (raw.what for raw in heard if isinstance(raw, Trouble))
    assert "the line roll, does not answer (GPIO23 is in use by radio)" in roll
    assert "the lamp of seat 1, does not answer (GPIO13 is in use by fan)" in lamp
    panel.show({1: Lamp.LIT})
    assert kernel.chips["/dev/gpiochip0"][PINS.lamps[1]].level
    panel.close()


def test_the_first_pi_has_a_shorter_header(
    opening: Opening, kernel: Any, heard: list[Raw], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xE)  # a Model B with 26 pins
    panel = opening("auto", "Raspberry Pi Model B Rev 2", "gpiochip0")
    assert panel is not None
    missing = [raw.panel for raw in heard if isinstance(raw, Trouble)]
    assert missing == [f"panel GPIO{pin}" for pin in (5, 6, 12, 13, 19, 26, 16, 20, 21)]
    assert all("is not a valid pin name" in raw.what for raw in heard if isinstance(raw, Trouble))
    (lines,) = kernel.live
    assert PINS.lines[ROLL] in lines.offsets
    panel.close()


def test_a_chip_that_may_not_be_opened_is_named(opening: Opening, kernel: Any, heard: list[Raw]) -> None:
    assert opening("auto", PI, "gpiochip3") is None
    assert "/dev/gpiochip3 cannot be opened: No such file or directory. Check" in sentence(heard)
    assert kernel.requests == []


def test_a_machine_that_is_no_pi_gives_its_chip_back(
    opening: Opening, kernel: Any, heard: list[Raw], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown() -> int:
        raise gpiozero.PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", unknown)
    assert opening("gpiod", chip="gpiochip0") is None
    assert "unable to locate Pi revision. Check that this is a Raspberry Pi" in sentence(heard)
    assert kernel.live == []


# The machine.


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
