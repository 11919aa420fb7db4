"""The buttons, the knob and the lamps on the header of a Raspberry Pi: raw edges in, lamps out, through gpiozero.

Bounce, holds and turns are made of the edges elsewhere (`gestures`); gpiozero is imported only when a panel is opened.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.faults import note_fault
from hardware.gestures import button_name
from hardware.inputs import BUTTONS, Edge, Lamp, Raw, Trouble
from hardware.panels.header import CHIPS, MODEL, header_chip, wants_panel
from hardware.panels.pinmap import PinMap
from hardware.reasons import reason

if TYPE_CHECKING:
    from gpiozero import LED, Factory, InputDevice

PANEL = "panel"
CHOICES = ("auto", "none", "gpiod", "lgpio", "rpigpio", "mock")
HALF_BLINK = 0.5  # seconds
REMEDIES = {  # by the module that is missing
    "gpiod": "gpiod 2 is not installed. Run the set-up again with the network there, or choose the panel lgpio.",
    "lgpio": "lgpio is not installed. Run sudo apt install python3-lgpio, or choose the panel gpiod.",
    "RPi": "RPi.GPIO is not installed. Run sudo apt install python3-rpi.gpio, or choose the panel gpiod.",
}

Inbox = Callable[[Raw], None]


class GpioPanel:
    """Every wired line and lamp of a pin map; the panel owns the factory and closes it."""

    def __init__(self, pins: PinMap, factory: Factory) -> None:
        self._pins = pins
        self._factory = factory
        self._inbox: Inbox | None = None
        self._lines: dict[str, InputDevice] = {}
        self._reporters: list[Callable[[float, int], None]] = []
        self._down_from_the_start: set[str] = set()
        self._lamps: dict[int, LED] = {}
        self._shown: dict[int, Lamp] = {}

    def open(self, inbox: Inbox) -> None:
        """Claim the pins; one that cannot be claimed is reported and the others work."""
        from gpiozero import LED

        self._inbox = inbox
        for line, pin in self._pins.lines.items():
            try:
                self._watch(line, pin, inbox)
            except Exception as error:  # every driver has exceptions of its own
                self._report(f"the line {line}", pin, error)
        for seat, pin in self._pins.lamps.items():
            try:
                self._lamps[seat] = LED(pin, pin_factory=self._factory)
            except Exception as error:
                self._report(f"the lamp of seat {seat + 1}", pin, error)
            else:
                self._shown[seat] = Lamp.OFF
        self._notice_what_is_down()

    def show(self, lamps: Mapping[int, Lamp]) -> None:
        """Set the lamps; one that says the same as before is left alone, so that it blinks on evenly."""
        for seat, led in tuple(self._lamps.items()):
            lamp = lamps.get(seat, Lamp.OFF)
            if lamp is self._shown[seat]:
                continue
            try:
                if lamp is Lamp.BLINKING:
                    led.blink(HALF_BLINK, HALF_BLINK)
                elif lamp is Lamp.LIT:
                    led.on()
                else:
                    led.off()
            except Exception as error:
                del self._lamps[seat]
                self._report(f"the lamp of seat {seat + 1}", self._pins.lamps[seat], error)
            else:
                self._shown[seat] = lamp

    def close(self) -> None:
        """Put the lamps out and give every pin back; a pin that fails does not keep the others."""
        for device in self._lines.values():
            with suppress(Exception):
                device.pin.when_changed = None
                device.close()
        for led in self._lamps.values():
            with suppress(Exception):
                led.off()
                led.close()
        self._lines.clear()
        self._reporters.clear()
        self._lamps.clear()
        with suppress(Exception):
            self._factory.close()  # the drivers keep lines claimed until then

    def _watch(self, line: str, pin: int, inbox: Inbox) -> None:
        from gpiozero import InputDevice

        def changed(ticks: float, level: int) -> None:
            # An exception would end the driver's thread, and with it every other button.
            try:
                if line in self._down_from_the_start:
                    self._down_from_the_start.discard(line)
                    inbox(Trouble(ticks, f"{PANEL} GPIO{pin}", ""))
                inbox(Edge(ticks, line, down=not level))
            except Exception:
                note_fault(__name__, f"an edge of {line} was lost")

        device = InputDevice(pin, pull_up=True, pin_factory=self._factory)
        self._lines[line] = device
        # The pin itself and not gpiozero's Button: that drops edges, debounces and starts a thread for each button.
        device.pin.edges = "both"
        device.pin.when_changed = changed
        self._reporters.append(changed)  # the pin holds it weakly

    def _notice_what_is_down(self) -> None:
        """Nobody presses a button before the box runs. By now the pulls have had time to act on every line."""
        for line, device in self._lines.items():
            pin = self._pins.lines[line]
            try:
                is_down = line in BUTTONS and device.is_active
            except Exception as error:
                self._report(f"the line {line}", pin, error)
                continue
            if is_down:
                self._down_from_the_start.add(line)
                remedy = "Take away what presses on it, or check its wire; until then it does nothing."
                self._tell(pin, f"{button_name(line)} on GPIO{pin} is down already. {remedy}")

    def _report(self, what: str, pin: int, error: Exception) -> None:
        remedy = "Stop any other program that uses this pin, check its wire and the pin map."
        self._tell(pin, f"GPIO{pin}, {what}, does not answer ({_reason(error)}). {remedy}")

    def _tell(self, pin: int, sentence: str) -> None:
        if self._inbox is not None:
            self._inbox(Trouble(float(self._factory.ticks()), f"{PANEL} GPIO{pin}", sentence))


def open_panel(
    choice: str,
    pins: PinMap,
    inbox: Inbox,
    *,
    now: Callable[[], float],
    model_file: Path = MODEL,
    chips: Path = CHIPS,
) -> GpioPanel | None:
    """The panel, open, or None: because none is wanted, or with a sentence about what is wrong in the inbox.

    `auto` looks for a panel on a Raspberry Pi only. A panel that fails is never replaced by a mock:
    a box with dead buttons must say so.
    """
    if not wants_panel(choice, model_file):
        return None
    try:
        factory = _factory(choice, pins, chips)
        try:
            _ = factory.board_info  # fails at once, and not on every pin, where there is no Pi
        except Exception:
            factory.close()
            raise
    except Exception as error:
        what = f"The panel does not answer: {_sentence(error, choice)} Touch and keyboard still work."
        inbox(Trouble(now(), PANEL, what))
        return None
    panel = GpioPanel(pins, factory)
    panel.open(inbox)
    return panel


class _NoHeader(Exception):
    """No GPIO chip of a Raspberry Pi was found."""


class _UnknownChoice(Exception):
    """The panel named in the settings does not exist."""


def _factory(choice: str, pins: PinMap, chips: Path) -> Factory:
    match choice:
        case "auto":
            return _best_factory(pins, chips)
        case "gpiod":
            return _gpiod_factory(pins, chips)
        case "lgpio":
            return _lgpio_factory(chips)
        case "rpigpio":
            from gpiozero.pins.rpigpio import RPiGPIOFactory

            return RPiGPIOFactory()
        case "mock":
            from gpiozero.pins.mock import MockFactory

            return MockFactory()
    raise _UnknownChoice


def _best_factory(pins: PinMap, chips: Path) -> Factory:
    """lgpio comes with the system of a Pi; it polls and loses edges, but it is better than dead buttons."""
    try:
        return _gpiod_factory(pins, chips)
    except ImportError as missing:
        try:
            return _lgpio_factory(chips)
        except ImportError:
            raise missing from None


def _gpiod_factory(pins: PinMap, chips: Path) -> Factory:
    from hardware.panels.gpiod_factory import GPIODFactory

    factory = GPIODFactory(_chip(chips))
    try:
        factory.claim(*pins.lines.values())
    except Exception:
        factory.close()
        raise
    return factory


def _lgpio_factory(chips: Path) -> Factory:
    import atexit
    import shutil
    import tempfile

    here = Path.cwd()
    if "LG_WD" not in os.environ:
        os.environ["LG_WD"] = tempfile.mkdtemp(prefix="dicebox-lgpio-")
        atexit.register(shutil.rmtree, os.environ["LG_WD"], ignore_errors=True)
    try:
        # Its import makes a pipe in $LG_WD and leaves the process there.
        from gpiozero.pins.lgpio import LGPIOFactory
    finally:
        os.chdir(here)
    return LGPIOFactory(chip=_chip(chips))


def _chip(chips: Path) -> int:
    chip = header_chip(chips)
    if chip is None:
        raise _NoHeader
    return chip


def _sentence(error: Exception, choice: str) -> str:
    """What is wrong with the whole panel, and the remedy."""
    if isinstance(error, _UnknownChoice):
        return f"there is no panel called {choice!r}. Choose one of {', '.join(CHOICES)}."
    if isinstance(error, _NoHeader):
        return "this machine has no GPIO chip of a Raspberry Pi. Choose the panel none, or update the system of the Pi."
    if isinstance(error, ImportError):
        missing = (error.name or "").partition(".")[0]
        return REMEDIES.get(missing, f"gpiozero cannot be loaded ({_reason(error)}). Run the set-up again.")
    return f"{_reason(error)}. Check that this is a Raspberry Pi and that your user is in the group gpio."


def _reason(error: Exception) -> str:
    """An error of a driver as the inside of a sentence: on one line, without its full stop."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename} cannot be opened: {error.strerror}"
    return reason(error).strip("'\"")
