"""A serial panel without hardware: the firmware's own code on a pseudo terminal, with switches for everything that can
go wrong on a wire. `python -m hardware.panels.simulator --help` tells how to use it."""

from __future__ import annotations

import argparse
import os
import pty
import select
import sys
import time
import tty
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from hardware.firmware.panel import Panel
from hardware.gestures import CLOCKWISE
from hardware.inputs import BUTTONS, SEATS

TICK = 0.002  # seconds
TAP = 80  # milliseconds
COMMANDS = (
    "press LINE, down LINE, up LINE, turn DETENTS, unplug, plug, restart, mute, unmute, drop P, corrupt P, noise P"
)


@dataclass(frozen=True, slots=True)
class Faults:
    """How likely it is that a line is lost, damaged or preceded by noise, and whether the panel says nothing at all."""

    drop: float = 0.0
    corrupt: float = 0.0
    noise: float = 0.0
    mute: bool = False


class Simulator:
    """A panel with all buttons. `step` is one round of its program; the hands are `down`, `up` and `turn`."""

    def __init__(self, link: Path, faults: Faults | None = None, luck: Random | None = None) -> None:
        self.faults = faults or Faults()
        self._link = link
        self._luck = luck or Random()
        self._closed = 0
        self._quarters: deque[int] = deque()
        self._phase = 0
        self._wire: tuple[int, int] | None = None
        self.restart()
        self.plug()

    # Hands.

    def down(self, line: str) -> None:
        self._closed |= 1 << BUTTONS.index(line)

    def up(self, line: str) -> None:
        self._closed &= ~(1 << BUTTONS.index(line))

    def turn(self, quarters: int) -> None:
        """Turn the knob by so many edges of its contacts, one in each round."""
        self._quarters.extend([1 if quarters > 0 else -1] * abs(quarters))

    def restart(self) -> None:
        self._panel = Panel("simulated", BUTTONS, len(SEATS))

    def plug(self) -> None:
        if self._wire is None:
            ours, theirs = self._wire = pty.openpty()
            tty.setraw(theirs)
            os.set_blocking(ours, False)
            self._link.unlink(missing_ok=True)
            self._link.symlink_to(os.ttyname(theirs))

    def unplug(self) -> None:
        if self._wire is not None:
            self._link.unlink(missing_ok=True)
            for end in self._wire:
                os.close(end)
            self._wire = None

    def lit(self, now: int) -> list[bool]:
        return self._panel.lit(now)

    # The program.

    def step(self, now: int) -> None:
        """Look at the contacts, hear and answer; `now` is in milliseconds."""
        if self._quarters:
            self._phase = (self._phase + self._quarters.popleft()) % 4
        self._panel.sample(self._closed, *CLOCKWISE[self._phase], now)
        self._panel.hear(self._read(), now)
        for line in self._panel.say(now).splitlines(keepends=True):
            self._write(self._spoilt(line))

    def wait(self, seconds: float) -> None:
        """Until the box says something."""
        select.select([] if self._wire is None else [self._wire[0]], [], [], seconds)

    def _read(self) -> bytes:
        with suppress(OSError):  # nobody has opened the other end
            return os.read(self._wire[0], 4096) if self._wire is not None else b""
        return b""

    def _write(self, data: bytes) -> None:
        with suppress(BlockingIOError):  # nobody reads, and the wire is full
            if self._wire is not None:
                os.write(self._wire[0], data)

    def _spoilt(self, line: bytes) -> bytes:
        luck, faults = self._luck, self.faults
        if faults.mute or luck.random() < faults.drop:
            return b""
        if luck.random() < faults.corrupt:
            at = luck.randrange(len(line))
            line = line[:at] + bytes([line[at] ^ 1 << luck.randrange(8)]) + line[at + 1 :]
        return luck.randbytes(luck.randrange(300)) + line if luck.random() < faults.noise else line


class Bench:
    """The simulator with a person at the keyboard."""

    def __init__(self, panel: Simulator) -> None:
        self._panel = panel
        self._lifts: list[tuple[int, str]] = []

    def run(self) -> None:
        began = time.monotonic()
        shown: list[bool] = []
        while True:
            now = round((time.monotonic() - began) * 1000)
            for due, line in [lift for lift in self._lifts if lift[0] <= now]:
                self._lifts.remove((due, line))
                self._panel.up(line)
            self._panel.step(now)
            if (lit := self._panel.lit(now)) != shown:
                shown = lit
                print("lamps", "".join("o" if lamp else "." for lamp in lit), flush=True)
            if select.select([sys.stdin], [], [], TICK)[0]:
                command = sys.stdin.readline()
                if not command or command.strip() == "quit":
                    return
                self._obey(command.split(), now)

    def _obey(self, command: list[str], now: int) -> None:
        panel = self._panel
        try:
            match command:
                case ["press", line]:
                    panel.down(line)
                    self._lifts.append((now + TAP, line))
                case ["down", line]:
                    panel.down(line)
                case ["up", line]:
                    panel.up(line)
                case ["turn", detents]:
                    panel.turn(4 * int(detents))
                case ["unplug" | "plug" | "restart" as what]:
                    getattr(panel, what)()
                case ["mute" | "unmute" as what]:
                    panel.faults = replace(panel.faults, mute=what == "mute")
                case ["drop", chance]:
                    panel.faults = replace(panel.faults, drop=float(chance))
                case ["corrupt", chance]:
                    panel.faults = replace(panel.faults, corrupt=float(chance))
                case ["noise", chance]:
                    panel.faults = replace(panel.faults, noise=float(chance))
                case []:
                    pass
                case _:
                    raise ValueError
        except ValueError:
            print(f"there is no {' '.join(command)!r}; say {COMMANDS} or quit, LINE is one of {', '.join(BUTTONS)}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.panels.simulator", description=__doc__, epilog=COMMANDS)
    parser.add_argument("link", type=Path, help="the file that is to stand for the port, as /dev/serial/by-id would")
    parser.add_argument("--drop", type=float, default=0.0, metavar="P", help="lose a line with this probability")
    parser.add_argument("--corrupt", type=float, default=0.0, metavar="P", help="damage a line")
    parser.add_argument("--noise", type=float, default=0.0, metavar="P", help="send rubbish before a line")
    asked = parser.parse_args()
    panel = Simulator(asked.link, Faults(asked.drop, asked.corrupt, asked.noise))
    try:
        Bench(panel).run()
    except KeyboardInterrupt:
        pass
    finally:
        panel.unplug()


if __name__ == "__main__":
    main()
