"""A serial port, through pyserial: the only module that knows it. Whatever goes wrong is an OSError."""

from __future__ import annotations

import errno
import termios
from pathlib import Path

BY_ID = Path("/dev/serial/by-id")
WRITE_LIMIT = 0.5  # seconds
MOST = 4096  # bytes at once


def find_ports(*marks: str, folder: Path = BY_ID) -> list[Path]:
    """The ports whose id contains one of the marks, or that have it as their path; never by a number like ttyACM0,
    which changes from plug to plug."""
    paths = [Path(mark) for mark in marks if mark.startswith("/") and Path(mark).exists()]
    parts = [mark.casefold() for mark in marks if not mark.startswith("/")]
    try:
        return paths + sorted(port for port in folder.iterdir() if any(part in port.name.casefold() for part in parts))
    except OSError:  # nothing is plugged in
        return paths


def port_remedy(error: OSError, group: str = "dialout") -> str:
    """What to do about a port that does not open; `group` may use it."""
    if error.errno == errno.EACCES:
        return f"Add the user of the box to the group {group}, then log in again."
    if error.errno in (errno.EBUSY, errno.EAGAIN):
        return "Stop the other program that uses it."
    return "Run the set-up again." if error.errno == errno.ENOPKG else "Plug it in again."


class SerialPort:
    """Open, and for nobody else. Reading gives what has come; writing fails if it takes too long."""

    def __init__(self, path: str, baud: int = 115200, write_limit: float = WRITE_LIMIT) -> None:
        try:
            import serial

            self._port = serial.Serial(path, baud, timeout=0, write_timeout=write_limit, exclusive=True)
        except termios.error as error:
            raise OSError(*error.args) from None
        except ImportError:
            raise OSError(errno.ENOPKG, "pyserial is not installed") from None

    def fileno(self) -> int:
        return int(self._port.fileno())

    def read(self) -> bytes:
        return bytes(self._port.read(MOST))

    def write(self, data: bytes) -> None:
        self._port.write(data)

    def close(self) -> None:
        self._port.close()
