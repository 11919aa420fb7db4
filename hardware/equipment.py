"""What hardware a box is to have, and all of its panels, opened."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hardware.clock import Clock
from hardware.inbox import Inbox
from hardware.inputs import Panel, Trouble
from hardware.panels.event_devices import DEVICES, SYSTEM
from hardware.panels.header import CHIPS, MODEL
from hardware.panels.pinmap import PinMap, load_pins
from hardware.panels.serial_port import BY_ID


@dataclass(frozen=True, slots=True)
class Equipment:
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


@dataclass(frozen=True, slots=True)
class Machine:
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
    from hardware.panels.gpio_panel import open_panel
    from hardware.panels.serial_panel import SerialPanel

    pins, problems = equipment.pin_map()
    for number, problem in enumerate(problems):
        inbox.put(Trouble(clock.now(), f"pins {number}", problem))
    gpio = open_panel(equipment.panel, pins, inbox.put, now=clock.now, model_file=machine.model, chips=machine.chips)
    others: list[Panel] = [ControllerPanel(clock, system=machine.inputs, devices=machine.input_devices)]
    if equipment.serial_panel != "none":
        others.append(SerialPanel(clock, equipment.serial_panel, folder=machine.serial))
    for panel in others:
        panel.open(inbox.put)
    return others if gpio is None else [gpio, *others]
