"""The receipt printer: takes receipts at once and prints them in a thread of its own. No play waits for paper."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Full, Queue
from typing import Protocol

from hardware.clock import Clock
from hardware.inputs import Raw, Trouble
from hardware.panels.serial_port import BY_ID, SerialPort, find_ports, port_remedy
from hardware.parts.receipt import Receipt, fragments
from hardware.reasons import reason

PRINTER = "printer"
MOST_WAITING = 4  # receipts
WRITE_LIMIT = 20.0  # seconds for a piece; a slow line takes five
ANSWER_LIMIT = 0.5  # seconds; printers that can tell how they are do so at once
BREATH = 0.1  # seconds between two pieces
PATIENCE = 1.0  # seconds that closing waits for a printer
FILES = Path("/dev/usb")  # where the kernel puts printers that are not serial

# The questions of ESC/POS, and the bits of their answers.
ASK_PAPER, NO_PAPER = b"\x10\x04\x04", 0x60
ASK_READY, NOT_READY = b"\x10\x04\x01", 0x08
ANSWER_MASK, ANSWER = 0x93, 0x12

Inbox = Callable[[Raw], None]


class Port(Protocol):
    """The way to a printer: a serial line or a file."""

    def fileno(self) -> int: ...

    def read(self) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class NotPrinted(Exception):
    """Why a receipt was not printed: a sentence with its remedy."""


class Printer:
    """`wanted` is a part of the printer's id in /dev/serial/by-id, or its path. A receipt that fails is given up."""

    def __init__(
        self,
        clock: Clock,
        wanted: str,
        *,
        baud: int,
        dots: int,
        folder: Path = BY_ID,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        self._clock = clock
        self._wanted = wanted
        self._baud = baud
        self._dots = dots
        self._folder = folder
        self._stop = threading.Event()
        self._pause = pause or self._stop.wait
        self._waiting: Queue[Receipt | None] = Queue(MOST_WAITING)
        self._inbox: Inbox | None = None
        self._thread = threading.Thread(target=self._run, name="printer", daemon=True)

    def open(self, inbox: Inbox) -> None:
        """`inbox` hears of trouble, and of its end."""
        self._inbox = inbox
        self._thread.start()

    def print(self, receipt: Receipt) -> None:
        """Print when the printer is free; returns at once."""
        try:
            self._waiting.put_nowait(receipt)
        except Full:
            self._tell("The printer is still busy. Wait until it is done, then print again.")

    def close(self) -> None:
        """May be called twice; a receipt on its way is not waited for."""
        if self._thread.is_alive() and not self._stop.is_set():
            self._stop.set()
            while not self._waiting.empty():
                self._waiting.get()
            self._waiting.put(None)
            self._thread.join(PATIENCE)

    # The thread.

    def _run(self) -> None:
        while (receipt := self._waiting.get()) is not None:
            try:
                self._print(receipt)
                self._tell("")
            except NotPrinted as problem:
                self._tell(f"{problem} Then print again.")
            except Exception as error:  # python-escpos and the drivers have exceptions of their own
                self._tell(f"The receipt cannot be printed ({reason(error)}). Check the printer and its cable.")

    def _print(self, receipt: Receipt) -> None:
        port = self._open_port()
        try:
            check(port)
            for number, piece in enumerate(fragments(receipt, self._dots)):
                if number:
                    self._pause(BREATH)
                try:
                    port.write(piece)
                except OSError:
                    raise NotPrinted("The printer takes nothing more. Check its paper, cover and cable.") from None
            check(port)
        finally:
            port.close()

    def _open_port(self) -> Port:
        try:
            return open_printer(self._wanted, self._baud, self._folder)
        except FileNotFoundError:
            remedy = "Plug it in and switch it on, or name another one in the settings."
            raise NotPrinted(f"There is no printer {self._wanted!r}. {remedy}") from None
        except OSError as error:
            remedy = port_remedy(error, "lp" if self._wanted.startswith(str(FILES)) else "dialout")
            raise NotPrinted(f"The printer {self._wanted!r} cannot be opened. {remedy}") from None

    def _tell(self, what: str) -> None:
        if self._inbox is not None:
            self._inbox(Trouble(self._clock.now(), PRINTER, what))


def open_printer(wanted: str, baud: int, folder: Path = BY_ID) -> Port:
    """The printer's port; raises OSError if it is not there or may not be used."""
    found = find_ports(wanted, folder=folder)
    if not found:
        raise FileNotFoundError(f"there is no printer {wanted!r}")
    return File(found[0]) if FILES in found[0].parents else SerialPort(str(found[0]), baud, WRITE_LIMIT)


def check(port: Port) -> None:
    """Raises NotPrinted if the printer says that it cannot print. Printers that say nothing are taken at their word."""
    if _answer(port, ASK_PAPER) & NO_PAPER:
        raise NotPrinted("The printer has no paper. Put in a new roll.")
    if _answer(port, ASK_READY) & NOT_READY:
        raise NotPrinted("The printer is not ready. Close its cover and press its feed button.")


def _answer(port: Port, question: bytes) -> int:
    port.write(question)
    ready, _, _ = select.select([port.fileno()], [], [], ANSWER_LIMIT)
    answers = [byte for byte in (port.read() if ready else b"") if byte & ANSWER_MASK == ANSWER]
    return answers[-1] if answers else 0


class File:
    """A printer that the kernel offers as a file."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)

    def fileno(self) -> int:
        return self._file

    def read(self) -> bytes:
        return os.read(self._file, 64)

    def write(self, data: bytes) -> None:
        while data:
            if not select.select([], [self._file], [], WRITE_LIMIT)[1]:
                raise TimeoutError
            data = data[os.write(self._file, data) :]

    def close(self) -> None:
        os.close(self._file)
