"""Which panel of pins is opened, through which driver, and what is said if that cannot be."""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import gpiozero
import pytest

from hardware.clock import SimClock
from hardware.inputs import KNOB_A, ROLL, Edge, Lamp, Raw, Trouble
from hardware.panels.gpio_panel import CHOICES, GpioPanel, open_panel
from hardware.panels.pinmap import default_pins
from tests.hardware.chips import make_chip

PINS = default_pins()


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
