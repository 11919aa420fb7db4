"""The box itself, started as `dicebox play` starts it: it tells of its frames on standard output, and lines like
`roll low` on standard input drive its pins. It imports nothing before the box does, so it starts as cold."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from threading import Thread

from tests.bench import internals
from tests.bench.counting import mark


class Teller:
    """Tells of each frame as one line, after it was presented."""

    def __init__(self) -> None:
        self._frames = 0
        self._pressed = 0.0
        self._pins: internals.MockPins | None = None

    def shown(self, seen: Sequence[str]) -> None:
        now, busy = time.monotonic(), time.process_time() - self._pressed
        self._frames += 1
        if self._frames == 1:
            mark()
            Thread(target=self._obey, daemon=True).start()
        sys.stdout.write("\t".join((repr(now), repr(busy), *seen)) + "\n")
        sys.stdout.flush()

    def wired(self, pins: internals.MockPins) -> None:
        self._pins = pins

    def _obey(self) -> None:
        for command in sys.stdin:
            line, _, level = command.strip().partition(" ")
            if line == "mark":
                mark()
            elif self._pins is not None:
                if level == "low":
                    self._pressed = time.process_time()
                self._pins.drive(line, level)


if __name__ == "__main__":
    data, size = sys.argv[1:]
    teller = Teller()
    sys.exit(internals.play(data, size, teller.shown, teller.wired))
