"""A panel of buttons, knob and lamps behind a microcontroller on a serial line, found and found again by its id."""

from __future__ import annotations

import errno
import os
import select
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from hardware.clock import Clock
from hardware.faults import note_fault
from hardware.inputs import Lamp, Raw, Trouble
from hardware.panels.serial_port import BY_ID, MOST, SerialPort, find_ports, port_remedy
from hardware.panels.serial_protocol import PANEL, Talk

AUTO = "auto"
MARKS = ("dicebox", "micropython")  # in the ids of boards that may be a panel
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 5.0  # seconds between two searches
BRAKE = 0.01  # seconds; a panel that talks without end must not take all of the processor

Inbox = Callable[[Raw], None]


def find_panels(wanted: str = AUTO, folder: Path = BY_ID) -> list[Path]:
    """The ports at which a panel may be."""
    return find_ports(*(MARKS if wanted == AUTO else (wanted,)), folder=folder)


class Gone(OSError):
    """The panel is silent, or not one that the box understands."""


class Connection:
    """A port and the talk over it. `step` is one round without waiting, so that tests can turn it by hand."""

    def __init__(self, port: SerialPort, clock: Clock) -> None:
        self.port = port
        self.talk = Talk(clock.now())
        self._clock = clock

    def step(self, inbox: Inbox, lamps: Mapping[int, Lamp]) -> bool:
        """Hear and answer; raises OSError if the panel has gone. True if it talks more than anybody can hear."""
        now = self._clock.now()
        data = self.port.read()
        for raw in self.talk.hear(data, now):
            inbox(raw)
        if self.talk.refused or self.talk.is_silent(now):
            raise Gone(errno.ENODEV, "it is silent")
        self.talk.show(lamps)
        if answers := self.talk.answers(now):
            self.port.write(answers)
        return len(data) == MOST


class SerialPanel:
    """`wanted` is a part of the panel's id in /dev/serial/by-id, the path of a port, or "auto"."""

    def __init__(
        self,
        clock: Clock,
        wanted: str = AUTO,
        *,
        folder: Path = BY_ID,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        self._clock = clock
        self._wanted = wanted
        self._folder = folder
        self._stop = threading.Event()
        self._pause = pause or self._stop.wait
        self._bell = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._lamps: Mapping[int, Lamp] = {}
        self._told = ""
        self._thread: threading.Thread | None = None

    def open(self, inbox: Inbox) -> None:
        """Begin to look for the panel."""
        self._thread = threading.Thread(target=self._run, args=(inbox,), name="serial panel", daemon=True)
        self._thread.start()

    def show(self, lamps: Mapping[int, Lamp]) -> None:
        if lamps != self._lamps:
            self._lamps = dict(lamps)
            os.eventfd_write(self._bell, 1)

    def close(self) -> None:
        """May be called twice, and before opening."""
        if self._stop.is_set():
            return
        self._stop.set()
        os.eventfd_write(self._bell, 1)
        if self._thread is not None:
            self._thread.join()
        os.close(self._bell)

    # The thread.

    def _run(self, inbox: Inbox) -> None:
        pause = FIRST_PAUSE
        while not self._stop.is_set():
            ports = find_panels(self._wanted, self._folder)
            if not ports and self._wanted != AUTO:
                fault = f"There is no serial panel {self._wanted!r}"
                self._tell(inbox, f"{fault}. Plug it in, or name another one in the settings.")
            met = [self._visit(port, inbox) for port in ports]
            if any(met):
                pause = FIRST_PAUSE
            if not self._stop.is_set():
                self._pause(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _visit(self, path: Path, inbox: Inbox) -> bool:
        """Talk with whatever is at a port until one of us goes; True if it was a panel."""
        try:
            port = SerialPort(str(path))
        except OSError as error:
            self._tell(inbox, f"The serial panel {path.name} cannot be opened. {port_remedy(error)}")
            return False
        connection = Connection(port, self._clock)
        try:
            self._talk(connection, inbox)
        except OSError:
            self._lost(connection.talk, path, inbox)
        except Exception:  # a fault of ours must not cost the panel for the rest of the evening
            note_fault(__name__, f"the talk with {path.name} broke off")
        finally:
            for raw in connection.talk.let_go(self._clock.now()):
                inbox(raw)
            port.close()
        return connection.talk.hello is not None

    def _talk(self, connection: Connection, inbox: Inbox) -> None:
        met = False
        while not self._stop.is_set():
            if connection.step(inbox, self._lamps):
                self._stop.wait(BRAKE)
            if connection.talk.hello is not None and not met:
                met = True
                self._tell(inbox, "")
            wait = max(0.0, connection.talk.next_due() - self._clock.now())
            ready, _, _ = select.select([connection.port.fileno(), self._bell], [], [], wait)
            if self._bell in ready:
                os.eventfd_read(self._bell)

    def _lost(self, talk: Talk, path: Path, inbox: Inbox) -> None:
        if talk.hello is not None:
            self._tell(inbox, f"The serial panel {talk.hello.name} has gone. Plug it in again, or check its cable.")
        elif not talk.refused and self._wanted != AUTO:
            self._tell(inbox, f"{path.name} does not answer as a panel. Put the firmware of the box onto it.")

    def _tell(self, inbox: Inbox, what: str) -> None:
        """Every trouble once, however often it is met."""
        if what != self._told:
            self._told = what
            inbox(Trouble(self._clock.now(), PANEL, what))
