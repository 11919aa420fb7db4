"""Game controllers as panels, read from the kernel's event devices: every pad that is plugged in drives the box.

USB switch interfaces and keyboards need nothing here: they type keys. So do controllers that pretend to be keyboards.
"""

from __future__ import annotations

import os
import select
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path

from hardware.clock import Clock
from hardware.inputs import BACK, NEXT, PREV, ROLL, SELECT, Edge, Lamp, Raw
from hardware.panels.event_devices import DEVICES, SYSTEM, event_devices

LOOK_AGAIN = 2.0  # seconds

# Of linux/input.h and linux/input-event-codes.h.
EVENT = struct.Struct("llHHi")  # seconds, microseconds, kind, code, value
SET_CLOCK, GET_AXIS = 0x400445A0, 0x80184540
MONOTONIC = 1
SYN, KEY, ABS = 0, 1, 3
DROPPED = 3
BUTTON_LINES = {
    0x120: SELECT,  # an old joystick's trigger
    0x121: BACK,
    0x130: SELECT,  # the lower of four
    0x131: BACK,  # the right
    0x133: ROLL,  # the upper
    0x134: ROLL,  # the left
    0x136: PREV,  # the shoulders
    0x137: NEXT,
    0x13A: BACK,  # the small one in the middle left, and right
    0x13B: ROLL,
    0x220: PREV,  # the cross: up, down, left, right
    0x221: NEXT,
    0x222: PREV,
    0x223: NEXT,
}
AXES = (0x00, 0x01, 0x10, 0x11)  # the left stick and the cross, to the right and downwards

Inbox = Callable[[Raw], None]


class ControllerPanel:
    """Reads all controllers in one thread, and looks for new ones now and then."""

    def __init__(self, clock: Clock, *, system: Path = SYSTEM, devices: Path = DEVICES) -> None:
        self._clock = clock
        self._system, self._devices = system, devices
        self._pads: dict[int, Pad] = {}
        self._known: frozenset[str] = frozenset()
        self._bell = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._closed = False
        self._thread: threading.Thread | None = None

    def open(self, inbox: Inbox) -> None:
        self.look()
        self._thread = threading.Thread(target=self._run, args=(inbox,), name="controllers", daemon=True)
        self._thread.start()

    def show(self, lamps: Mapping[int, Lamp]) -> None:
        """Controllers have no lamps for seats."""

    def close(self) -> None:
        """May be called twice."""
        if self._closed:
            return
        self._closed = True
        os.eventfd_write(self._bell, 1)
        if self._thread is not None:
            self._thread.join()
        for file in self._pads:
            os.close(file)
        os.close(self._bell)

    def look(self) -> None:
        """Open the controllers that have been plugged in."""
        there = frozenset(entry.name for entry in self._system.glob("event*"))
        if there == self._known:
            return
        self._known = there
        open_paths = {pad.path for pad in self._pads.values()}
        for device in event_devices(self._system, self._devices):
            if device.is_controller and device.path not in open_paths:
                with suppress(OSError):  # `dicebox check` tells of a missing right
                    file = os.open(device.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
                    self._pads[file] = Pad(device.path, _stamps(file), {axis: _range(file, axis) for axis in AXES})

    def read(self, file: int, inbox: Inbox) -> None:
        """Tell what a controller has sent; one that was pulled out lets go of everything."""
        pad = self._pads[file]
        try:
            data = os.read(file, 64 * EVENT.size)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            edges = pad.feed(data, self._clock.now())
        else:
            edges = pad.let_go(self._clock.now())
            del self._pads[file]
            os.close(file)
            self._known = frozenset()
        for edge in edges:
            inbox(edge)

    def _run(self, inbox: Inbox) -> None:
        look_at = self._clock.now() + LOOK_AGAIN
        while not self._closed:
            ready, _, _ = select.select([self._bell, *self._pads], [], [], LOOK_AGAIN)
            for file in ready:
                if file != self._bell:
                    self.read(file, inbox)
            if self._clock.now() >= look_at:
                look_at = self._clock.now() + LOOK_AGAIN
                self.look()


class Pad:
    """One controller: makes edges of what it sends. `ranges` are the ends of its axes, None for those it lacks."""

    def __init__(self, path: Path, stamped: bool, ranges: Mapping[int, tuple[int, int] | None]) -> None:
        self.path = path
        self._stamped = stamped
        self._ranges = ranges
        self._held: dict[tuple[int, int], str] = {}  # by what holds it
        self._rest = b""

    def feed(self, data: bytes, now: float) -> list[Edge]:
        data = self._rest + data
        whole = len(data) // EVENT.size * EVENT.size
        self._rest = data[whole:]
        edges: list[Edge] = []
        for seconds, micro, kind, code, value in EVENT.iter_unpack(data[:whole]):
            edges += self._event(seconds + micro / 1e6 if self._stamped else now, kind, code, value)
        return edges

    def let_go(self, now: float) -> list[Edge]:
        held, self._held = sorted(set(self._held.values())), {}
        return [Edge(now, line, False, clean=True) for line in held]

    def _event(self, time: float, kind: int, code: int, value: int) -> Iterator[Edge]:
        if kind == KEY and code in BUTTON_LINES and value in (0, 1):
            yield from self._hold(time, (kind, code), BUTTON_LINES[code] if value else None)
        elif kind == ABS and self._ranges.get(code) is not None:
            yield from self._lean(time, code, value)
        elif (kind, code) == (SYN, DROPPED):  # the kernel's queue was full and edges are lost
            yield from self.let_go(time)

    def _lean(self, time: float, axis: int, value: int) -> Iterator[Edge]:
        """A stick counts as a button when it is pushed far, and until it is nearly back."""
        low, high = self._ranges[axis] or (0, 0)
        lean = (2 * value - low - high) / (high - low)
        held = self._held.get((ABS, axis))
        line = None if abs(lean) < 0.3 else PREV if lean < 0 else NEXT
        if line is None or line != held:
            yield from self._hold(time, (ABS, axis), line if abs(lean) > 0.6 else None)

    def _hold(self, time: float, by: tuple[int, int], line: str | None) -> Iterator[Edge]:
        before = self._held.pop(by, None)
        if before is not None and before not in self._held.values():
            yield Edge(time, before, False, clean=True)
        if line is not None:
            if line not in self._held.values():
                yield Edge(time, line, True, clean=True)
            self._held[by] = line


def _stamps(file: int) -> bool:
    """Let the kernel stamp events with the monotonic clock; False if it does not."""
    try:
        ioctl(file, SET_CLOCK, struct.pack("i", MONOTONIC))
    except OSError:
        return False
    return True


def _range(file: int, axis: int) -> tuple[int, int] | None:
    """The ends of an axis; None if the controller does not have it."""
    try:
        _, low, high, *_ = struct.unpack("6i", ioctl(file, GET_AXIS + axis, bytes(24)))
    except OSError:
        return None
    return (low, high) if low < high else None
