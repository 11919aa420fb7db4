"""What hardware a box is to have, and all of its panels, opened."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hardware.clock import Clock
from hardware.inbox import Inbox
from hardware.inputs import Panel, Trouble
from hardware.panels.event_devices import DEVICES, SYSTEM
from hardware.panels.header import CHIPS, MODEL, wants_panel
from hardware.panels.pinmap import PinMap, load_pins
from hardware.panels.serial_port import BY_ID


class Equipment(NamedTuple):
    """What the settings say about the hardware; empty names and "none" are for what the box does not have."""

    panel: str = "auto"
    pins: str = ""
    serial_panel: str = "auto"
    printer: str = ""
    printer_baud: int = 19200
    printer_dots: int = 384
    volume: float = 0.7

    def pin_map(self) -> tuple[PinMap, tuple[str, ...]]:
        """The wiring, and a sentence for everything that is wrong with it."""
        return load_pins(Path(self.pins) if self.pins else None)


class Machine(NamedTuple):
    """Where a machine describes itself and keeps its devices."""

    model: Path = MODEL
    chips: Path = CHIPS
    inputs: Path = SYSTEM
    input_devices: Path = DEVICES
    serial: Path = BY_ID
    nodes: Path = Path("/dev")


def open_panels(equipment: Equipment, machine: Machine, clock: Clock, inbox: Inbox) -> list[Panel]:
    """Pins, serial panel and controllers, as far as there are any; what is wrong with one is told to the inbox."""
    from hardware.panels.controller import ControllerPanel
    from hardware.panels.serial_panel import SerialPanel

    gpio = _open_header(equipment, machine, clock, inbox)
    others: list[Panel] = [ControllerPanel(clock, system=machine.inputs, devices=machine.input_devices)]
    if equipment.serial_panel != "none":
        others.append(SerialPanel(clock, equipment.serial_panel, folder=machine.serial))
    for panel in others:
        panel.open(inbox.put)
    return others if gpio is None else [gpio, *others]


def _open_header(equipment: Equipment, machine: Machine, clock: Clock, inbox: Inbox) -> Panel | None:
    """The panel at the pins. Elsewhere than on a Pi its map is only read to tell what is wrong with a builder's own."""
    wanted = wants_panel(equipment.panel, machine.model)
    if not wanted and not equipment.pins:
        return None
    pins, problems = equipment.pin_map()
    for number, problem in enumerate(problems):
        inbox.put(Trouble(clock.now(), f"pins {number}", problem))
    if not wanted:
        return None
    from hardware.panels.gpio_panel import open_panel

    return open_panel(equipment.panel, pins, inbox.put, now=clock.now, model_file=machine.model, chips=machine.chips)
