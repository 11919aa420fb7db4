"""Looks the whole machine over for `dicebox check` and the service menu: every part is well, or has its remedy.

Nothing here raises, and nothing changes that starting the box would not change. What a running box holds is left alone.
"""

from __future__ import annotations

import grp
import os
import select
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from device.keeping import settings as settings_file
from device.keeping.places import Places
from device.keeping.store import Store
from device.start import Surroundings, ways
from display.screens.service import Finding
from hardware.clock import MonotonicClock
from hardware.equipment import Equipment, Machine
from hardware.inputs import Raw, Trouble
from hardware.panels.event_devices import EventDevice, event_devices
from hardware.panels.header import header_chip, pi_model
from hardware.reasons import reason

LEAST_ROOM = 50_000_000  # bytes on the card
AUDIO_LIMIT = 3.0  # seconds until silence is taken for a fault


@dataclass(frozen=True, slots=True)
class _Check:
    """What the parts are looked over for."""

    equipment: Equipment
    places: Places
    around: Surroundings
    machine: Machine


def check(
    equipment: Equipment,
    places: Places,
    around: Surroundings,
    machine: Machine | None = None,
    *,
    running: bool = False,
) -> list[Finding]:
    """All parts, from the board to the fonts. `running`: a box runs and holds its pins, screen, audio and ports."""
    about = _Check(equipment, places, around, machine or Machine())
    findings: list[Finding] = []
    for part, look, held in PARTS:
        if running and held:
            findings.append(Finding(part, True, "in use by this box"))
            continue
        try:
            findings += look(about)
        except Exception as error:  # a check that fails is a finding too
            findings.append(Finding(part, False, f"cannot be checked ({reason(error)}). Run the set-up again."))
    return findings


def report(findings: list[Finding]) -> list[str]:
    """The findings as lines to read."""
    width = max(len(finding.part) for finding in findings)
    return [f"{'ok' if finding.ok else '!!'}  {finding.part:{width}}  {finding.text}" for finding in findings]


# The board and its pins.


def _board(about: _Check) -> list[Finding]:
    return [Finding("board", True, pi_model(about.machine.model) or "not a Raspberry Pi")]


def _wants_pins(about: _Check) -> bool:
    panel = about.equipment.panel
    return panel not in ("none", "mock") and (panel != "auto" or pi_model(about.machine.model) is not None)


def _gpio(about: _Check) -> list[Finding]:
    if not _wants_pins(about):
        return [Finding("gpio", True, "not used here")]
    number = header_chip(about.machine.chips)
    if number is None:
        return [Finding("gpio", False, "There is no GPIO chip of a Raspberry Pi. Update the system of the Pi.")]
    node = about.machine.nodes / f"gpiochip{number}"
    if not os.access(node, os.R_OK | os.W_OK):
        return [Finding("gpio", False, f"{node} may not be used. {_join(node)}")]
    gpiod = _installed("gpiod")
    if gpiod is not None and gpiod.startswith("2"):
        return [Finding("gpio", True, f"{node.name}, through gpiod {gpiod}")]
    if (lgpio := _installed("lgpio")) is not None:
        return [Finding("gpio", True, f"{node.name}, through lgpio {lgpio}, which polls; the set-up installs gpiod")]
    return [Finding("gpio", False, "Neither gpiod 2 nor lgpio is installed. Run the set-up again.")]


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _pins(about: _Check) -> list[Finding]:
    pins, problems = about.equipment.pin_map()
    if problems:
        return [Finding("pins", False, problem) for problem in problems]
    if not _wants_pins(about):
        return [Finding("pins", True, "not used here")]
    from hardware.panels.gpio_panel import open_panel

    heard: list[Raw] = []
    clock, machine = MonotonicClock(), about.machine
    panel = open_panel(
        about.equipment.panel, pins, heard.append, now=clock.now, model_file=machine.model, chips=machine.chips
    )
    if panel is not None:
        panel.close()
    troubles = [raw.what for raw in heard if isinstance(raw, Trouble) and raw.what]
    if troubles:
        return [Finding("pins", False, trouble) for trouble in troubles]
    return [Finding("pins", True, f"{len(pins.lines)} lines and {len(pins.lamps)} lamps answer")]


# What people see, touch and hear.


def _screen(about: _Check) -> list[Finding]:
    around = about.around
    way = ways(around)[0]
    if way not in ("window", "full"):
        return [Finding("screen", True, "none; the box plays in a terminal")]
    from display.pixels.video import start_video, stop_video

    bare = way == "full" and around.driver is None
    driver = around.driver or ("kmsdrm" if bare else "of the desktop")
    try:
        width, height = start_video("kmsdrm" if bare else None)
    except OSError as error:
        remedy = "Add the user to the groups video, render and input, and stop whatever else uses the screen."
        return [Finding("screen", False, f"SDL cannot open it ({reason(error)}). {remedy}")]
    stop_video()
    return [Finding("screen", True, f"{width} × {height}, SDL driver {driver}")]


def _inputs(about: _Check) -> list[Finding]:
    devices = event_devices(about.machine.inputs, about.machine.input_devices)
    kinds: list[tuple[str, Callable[[EventDevice], bool]]] = [
        ("touch", lambda device: device.is_touchscreen),
        ("keyboards", lambda device: device.is_keyboard),
        ("controllers", lambda device: device.is_controller),
    ]
    return [_devices(part, [device for device in devices if fits(device)]) for part, fits in kinds]


def _devices(part: str, devices: list[EventDevice]) -> Finding:
    if not devices:
        return Finding(part, True, "none")
    names = ", ".join(device.name or device.path.name for device in devices)
    shut = [device.path for device in devices if not os.access(device.path, os.R_OK)]
    if shut:
        return Finding(part, False, f"{names} may not be read. {_join(shut[0])}")
    return Finding(part, True, names)


def _sound(about: _Check) -> list[Finding]:
    if about.equipment.volume <= 0:
        return [Finding("sound", True, "switched off")]
    from hardware.parts.sound import Sounds

    sounds = Sounds(about.equipment.volume)
    sounds.start()
    ready = sounds.wait(AUDIO_LIMIT)
    sounds.close()
    if sounds.problem is not None:
        return [Finding("sound", False, sounds.problem)]
    if not ready:
        return [
            Finding("sound", False, "The audio does not come up. Restart the sound service, or set the volume to 0.")
        ]
    return [Finding("sound", True, "the mixer is open")]


# What is plugged in.


def _serial(about: _Check) -> list[Finding]:
    from hardware.panels.serial_panel import find_panels

    wanted = about.equipment.serial_panel
    if wanted == "none":
        return [Finding("serial panel", True, "switched off")]
    ports = find_panels(wanted, about.machine.serial)
    if not ports and wanted != "auto":
        return [Finding("serial panel", False, f"There is no {wanted!r}. Plug it in, or correct the settings.")]
    return [_visit(port) for port in ports] or [Finding("serial panel", True, "none")]


def _visit(path: Path) -> Finding:
    from hardware.panels.serial_panel import Connection
    from hardware.panels.serial_port import SerialPort, port_remedy

    try:
        port = SerialPort(str(path))
    except OSError as error:
        return Finding("serial panel", False, f"{path.name} cannot be opened. {port_remedy(error)}")
    connection, heard = Connection(port, MonotonicClock()), list[Raw]()
    try:
        while connection.talk.hello is None:
            connection.step(heard.append, {})
            select.select([port.fileno()], [], [], 0.1)
    except OSError:
        told = [raw.what for raw in heard if isinstance(raw, Trouble)]
        text = f"{path.name} does not answer as a panel. Put the firmware of the box onto it, or unplug it."
        return Finding("serial panel", False, told[0] if told else text)
    finally:
        port.close()
    hello = connection.talk.hello
    return Finding("serial panel", True, f"{hello.name}: {len(hello.lines)} buttons, {hello.lamps} lamps")


def _printer(about: _Check) -> list[Finding]:
    wanted = about.equipment.printer
    if not wanted:
        return [Finding("printer", True, "none")]
    from hardware.panels.serial_port import port_remedy
    from hardware.parts.printer import NotPrinted, check, open_printer

    if _installed("python-escpos") is None:
        return [Finding("printer", False, "python-escpos is not installed. Run the set-up again.")]
    try:
        port = open_printer(wanted, about.equipment.printer_baud, about.machine.serial)
    except FileNotFoundError:
        return [Finding("printer", False, f"There is no {wanted!r}. Plug it in and switch it on.")]
    except OSError as error:
        return [Finding("printer", False, f"{wanted} cannot be opened. {port_remedy(error)}")]
    try:
        check(port)
    except NotPrinted as problem:
        return [Finding("printer", False, str(problem))]
    finally:
        port.close()
    return [Finding("printer", True, f"{wanted} is ready")]


# Rights, room and files.


NODES = ("gpiochip*", "dri/*", "input/event*", "ttyACM*", "ttyUSB*", "snd/*", "usb/lp*")


def _rights(about: _Check) -> list[Finding]:
    """The groups whose devices are here and out of reach."""
    nodes = [node for pattern in NODES for node in sorted(about.machine.nodes.glob(pattern)) if not node.is_dir()]
    shut = [node for node in nodes if not os.access(node, os.R_OK | os.W_OK)]
    if not shut:
        return [Finding("rights", True, f"{len(nodes)} devices may be used")]
    groups = sorted({_group(node) for node in shut})
    return [Finding("rights", False, f"{shut[0]} may not be used. {_usermod(','.join(groups))}")]


def _join(node: Path) -> str:
    return _usermod(_group(node)) if node.exists() else "Is it plugged in?"


def _usermod(groups: str) -> str:
    return f"Run sudo usermod -aG {groups} $USER and log in again."


def _group(node: Path) -> str:
    try:
        return grp.getgrgid(node.stat().st_gid).gr_name
    except (KeyError, OSError):
        return str(node.stat().st_gid)


def _settings(about: _Check) -> list[Finding]:
    path = about.places.settings
    _, problems = settings_file.read(path, about.around.environment)
    well = [Finding("settings", True, str(path) if path.exists() else "the defaults")]
    return [Finding("settings", False, problem) for problem in problems] or well


def _store(about: _Check) -> list[Finding]:
    store = Store.open(about.places.store)
    trouble = store.trouble
    store.close()
    if trouble is not None:
        return [Finding("store", False, str(trouble))]
    room = shutil.disk_usage(about.places.data).free
    if room < LEAST_ROOM:
        text = f"{about.places.data} has only {room // 1_000_000} MB left. Make room there."
        return [Finding("store", False, text)]
    return [Finding("store", True, f"{about.places.store}, {room // 1_000_000} MB free")]


def _fonts(about: _Check) -> list[Finding]:
    from display.pixels.text import Fonts

    Fonts().font(24, bold=False)
    return [Finding("fonts", True, "the box's own typeface is there")]


PARTS: tuple[tuple[str, Callable[[_Check], list[Finding]], bool], ...] = (  # and whether a running box holds it
    ("board", _board, False),
    ("gpio", _gpio, False),
    ("pins", _pins, True),
    ("screen", _screen, True),
    ("inputs", _inputs, False),
    ("sound", _sound, True),
    ("serial panel", _serial, True),
    ("printer", _printer, True),
    ("rights", _rights, False),
    ("settings", _settings, False),
    ("store", _store, True),
    ("fonts", _fonts, False),
)
