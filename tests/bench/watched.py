"""The box itself, started as `dicebox play` starts it. It tells of its frames on standard output, lines like `roll low`
on standard input drive its pins, and `look` asks it what is seen once all that came before is done.

It imports nothing before the box does, so it starts as cold.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

from tests.bench import internals
from tests.bench.counting import mark

if TYPE_CHECKING:
    from tests.bench.finger import Seen


class Teller:
    """Tells of each frame as one line after it was presented, and answers what it is asked with one line."""

    def __init__(self) -> None:
        self.asks = False
        self._frames = 0
        self._pressed = 0.0
        self._pins: internals.MockPins | None = None
        self._wake: Callable[[], None] = lambda: None

    def wired(self, pins: internals.MockPins) -> None:
        self._pins = pins

    def wakes(self, wake: Callable[[], None]) -> None:
        self._wake = wake

    def presented(self) -> None:
        now, busy = time.monotonic(), time.process_time() - self._pressed
        self._frames += 1
        if self._frames == 1:
            mark()
            Thread(target=self._obey, daemon=True).start()
        _say(f"frame\t{now!r}\t{busy!r}")

    def told(self, seen: Seen) -> None:
        import json
        from dataclasses import asdict

        self.asks = False
        _say(f"seen\t{json.dumps(asdict(seen))}")

    def _obey(self) -> None:
        for command in sys.stdin:
            line, _, level = command.strip().partition(" ")
            if line == "mark":
                mark()
            elif line == "look":
                self.asks = True  # before the loop is woken, and after the edges that came before are in its inbox
                self._wake()
            elif self._pins is not None:
                if level == "low":
                    self._pressed = time.process_time()
                self._pins.drive(line, level)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    data, size = sys.argv[1:]
    sys.exit(internals.play(data, size, Teller()))
