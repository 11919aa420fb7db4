"""The panel on gpiozero's mock pins: edges in, lamps out, and a sentence for everything that fails."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.gpio_panel import GpioPanel, header_chip, open_panel
from hardware.inputs import KNOB_A, ROLL, Edge, Lamp, Panel, Raw, Trouble
from hardware.pinmap import PinMap, default_pins

gpiozero = pytest.importorskip("gpiozero")
mock = pytest.importorskip("gpiozero.pins.mock")

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


def test_an_inbox_that_fails_does_not_end_the_drivers_thread(factory: Any) -> None:
    box = Box(factory)
    calls = []

    def broken(raw: Raw) -> None:
        calls.append(raw)
        raise RuntimeError("full")

    box.panel.open(broken)
    box.line(ROLL).drive_low()
    box.line(ROLL).drive_high()
    assert len(calls) == 2
    box.panel.close()


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
        assert all(isinstance(raw, Trouble) and raw.panel == "panel" for raw in box.heard)
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

    def opening(choice: str, model: str | None = None, chip: str | None = None) -> GpioPanel | None:
        model_file = tmp_path / "model"
        if model is not None:
            model_file.write_bytes(model.encode() + b"\0")
        if chip is not None:
            make_chip(tmp_path / "chips" / chip, "raspberrypi,rp1-gpio")
        return open_panel(choice, PINS, heard.append, now=lambda: 7.0, model_file=model_file, chips=tmp_path / "chips")

    return opening


def make_chip(chip: Path, *compatible: str, label: str | None = None) -> None:
    chip.mkdir(parents=True)
    if compatible:
        (chip / "of_node").mkdir()
        (chip / "of_node" / "compatible").write_text("".join(f"{name}\0" for name in compatible))
    if label is not None:
        (chip / "label").write_text(f"{label}\n")


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


@pytest.mark.usefixtures("no_lgpio")
@pytest.mark.parametrize("choice", ["auto", "lgpio"])
def test_a_pi_without_lgpio_says_how_to_get_it(opening: Opening, heard: list[Raw], choice: str) -> None:
    assert opening(choice, "Raspberry Pi 4 Model B Rev 1.4", "gpiochip0") is None
    assert "lgpio is not installed. Run sudo apt install python3-lgpio." in sentence(heard)


def test_rpigpio_missing_says_how_to_get_it(
    opening: Opening, heard: list[Raw], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    monkeypatch.setitem(sys.modules, "RPi", None)
    assert opening("rpigpio") is None
    assert "RPi.GPIO is not installed. Run sudo apt install python3-rpi.gpio" in sentence(heard)


def test_an_unknown_panel_names_the_known(opening: Opening, heard: list[Raw]) -> None:
    assert opening("pigpio") is None
    assert "'pigpio'. Choose one of auto, none, lgpio, rpigpio, mock." in sentence(heard)


@pytest.mark.usefixtures("lgpio")
def test_no_chip_of_a_pi(opening: Opening, heard: list[Raw]) -> None:
    assert opening("lgpio") is None
    assert "no GPIO chip of a Raspberry Pi" in sentence(heard)


@pytest.mark.usefixtures("lgpio")
def test_a_chip_that_does_not_open_is_one_sentence(opening: Opening, heard: list[Raw]) -> None:
    assert opening("auto", "Raspberry Pi 5 Model B Rev 1.0", "gpiochip13") is None
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


def test_the_chip_behind_the_header(tmp_path: Path) -> None:
    assert header_chip(tmp_path / "none") is None
    make_chip(tmp_path / "gpiochip0", "brcm,brcmstb-gpio")
    make_chip(tmp_path / "gpiochip1", "raspberrypi,firmware-gpio", label="raspberrypi-exp-gpio")
    make_chip(tmp_path / "gpiochip2")
    make_chip(tmp_path / "gpiochipx", "raspberrypi,rp1-gpio")
    assert header_chip(tmp_path) is None
    make_chip(tmp_path / "gpiochip13", "raspberrypi,rp1-gpio")
    assert header_chip(tmp_path) == 13


@pytest.mark.parametrize("compatible", [("brcm,bcm2711-gpio",), ("brcm,bcm2837-gpio", "brcm,bcm2835-gpio")])
def test_the_chip_of_older_models(tmp_path: Path, compatible: tuple[str, ...]) -> None:
    make_chip(tmp_path / "gpiochip0", *compatible)
    assert header_chip(tmp_path) == 0


def test_the_chip_by_its_label(tmp_path: Path) -> None:
    make_chip(tmp_path / "gpiochip4", label="pinctrl-rp1")
    assert header_chip(tmp_path) == 4
