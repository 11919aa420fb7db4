"""A serial port, through pyserial: the only module that knows it. Whatever goes wrong is an OSError."""

from __future__ import annotations

import termios
from pathlib import Path

BY_ID = Path("/dev/serial/by-id")
WRITE_LIMIT = 0.5  # seconds
MOST = 4096  # bytes at once


class SerialPort:
    """Open, and for nobody else. Reading gives what has come; writing fails if it takes too long."""

    def __init__(self, path: str, baud: int = 115200, write_limit: float = WRITE_LIMIT) -> None:
        import serial

        try:
            self._port = serial.Serial(path, baud, timeout=0, write_timeout=write_limit, exclusive=True)
        except termios.error as error:
            raise OSError(*error.args) from None

    def fileno(self) -> int:
        return int(self._port.fileno())

    def read(self) -> bytes:
        return bytes(self._port.read(MOST))

    def write(self, data: bytes) -> None:
        self._port.write(data)

    def close(self) -> None:
        self._port.close()
