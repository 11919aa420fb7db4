"""The firmware of the serial panel as a board runs it: in MicroPython, with its pins and its USB line simulated."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.clock import MonotonicClock
from hardware.inputs import BUTTONS, ROLL, Edge, Lamp, Raw
from hardware.panels.serial_panel import Connection

MICROPYTHON = shutil.which("micropython")
ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "hardware" / "firmware"
PATIENCE = 200  # rounds of 50 ms at the most; only a test that fails takes them all
ROLL_PIN, LAMP_PINS = "6", ["16", "17", "18", "19", "20", "21"]

pytestmark = pytest.mark.skipif(MICROPYTHON is None, reason="micropython is not installed (apt install micropython)")


class Pipes:
    """The two ends of the board's line, in the place of a serial port."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._out, False)

    def fileno(self) -> int:
        return self._out

    def read(self) -> bytes:
        try:
            return os.read(self._out, 4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        os.write(self._in, data)


class Board:
    def __init__(self, folder: Path) -> None:
        self.contacts, self.lamps = folder / "contacts", folder / "lamps"
        self.contacts.write_text("")
        self.lamps.write_text("")
        places = f"{ROOT / 'tests' / 'board'}:{FIRMWARE}"
        files = {"BOARD_CONTACTS": str(self.contacts), "BOARD_LAMPS": str(self.lamps)}
        self.process = subprocess.Popen(
            [str(MICROPYTHON), str(FIRMWARE / "main.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "MICROPYPATH": places, **files},
        )
        port: Any = Pipes(self.process)
        self.connection = Connection(port, MonotonicClock())
        self.heard: list[Raw] = []
        self.shown: dict[int, Lamp] = {}

    def until(self, seen: Callable[[], bool]) -> None:
        for _ in range(PATIENCE):
            if seen():
                return
            select.select([self.connection.port], [], [], 0.05)
            self.connection.step(self.heard.append, self.shown)
        pytest.fail("the board did not do it")


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    board = Board(tmp_path)
    yield board
    board.process.kill()
    board.process.communicate()


def test_the_board_plays_along(board: Board) -> None:
    board.until(lambda: board.connection.talk.hello is not None)
    assert board.connection.talk.hello is not None
    assert board.connection.talk.hello.name == "cafe"
    assert sorted(board.connection.talk.hello.lines) == sorted(BUTTONS)  # MicroPython keeps no order
    board.shown = {0: Lamp.LIT, 5: Lamp.LIT}
    board.until(lambda: board.lamps.read_text().split() == [LAMP_PINS[0], LAMP_PINS[5]])
    board.contacts.write_text(ROLL_PIN)
    board.until(lambda: len(board.heard) == 1)
    board.contacts.write_text("")
    board.until(lambda: len(board.heard) == 2)
    assert [(raw.line, raw.down) for raw in board.heard if isinstance(raw, Edge)] == [(ROLL, True), (ROLL, False)]
    for contacts in ("14", "14 15", "15", ""):  # the knob, one detent clockwise
        told = len(board.heard)
        board.contacts.write_text(contacts)
        board.until(lambda told=told: len(board.heard) == told + 1)  # type: ignore[misc]
