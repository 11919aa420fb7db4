"""A hand on buttons and knob of a panel, on a clock that it moves itself."""

from __future__ import annotations

from hardware.clock import SimClock
from hardware.gestures import Gestures, Timing
from hardware.inputs import (
    KNOB_A,
    KNOB_B,
    Edge,
    Input,
    Press,
    Trouble,
    Turn,
)

CYCLE = ((False, False), (True, False), (True, True), (False, True))  # A and B, clockwise


class Hand:
    """Presses buttons on a panel with a clock that is moved by hand, and notes what the box makes of it."""

    def __init__(self, timing: Timing | None = None) -> None:
        self.clock = SimClock(100.0)
        self.gestures = Gestures(timing or Timing())
        self.seen: list[Input] = []
        self.phase = 0

    def edge(self, line: str, down: bool, clean: bool = False) -> None:
        self.seen += self.gestures.feed(Edge(self.clock.now(), line, down, clean))

    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.seen += self.gestures.advance(self.clock.now())

    def bouncing(self, line: str, down: bool, bounce: list[float]) -> None:
        """The contact changes, and then flips back and forth at these times after."""
        start = self.clock.now()
        edges = [Edge(start, line, down)]
        edges += [Edge(start + time, line, down if i % 2 else not down) for i, time in enumerate(bounce)]
        for edge in edges:
            self.seen += self.gestures.feed(edge)
        self.wait(0.05)

    def turn(self, quarters: int) -> None:
        """Turn the knob by so many quarters of its cycle, clockwise if positive."""
        for edge in self.turning(quarters):
            self.seen += self.gestures.feed(edge)

    def turning(self, quarters: int) -> list[Edge]:
        edges = []
        for _ in range(abs(quarters)):
            before = CYCLE[self.phase]
            self.phase = (self.phase + (1 if quarters > 0 else -1)) % 4
            after = CYCLE[self.phase]
            line = 0 if before[0] != after[0] else 1
            edges.append(Edge(self.clock.now(), (KNOB_A, KNOB_B)[line], after[line]))
        return edges

    def tap(self, line: str, down: float = 0.08) -> None:
        self.edge(line, True)
        self.wait(down)
        self.edge(line, False)
        self.wait(0.1)

    def flicker(self, line: str, times: int, every: float) -> None:
        """The contact opens and closes by itself, and ends as it began."""
        for _ in range(times):
            for down in (True, False):
                self.edge(line, down)
                self.wait(every)

    @property
    def presses(self) -> list[str]:
        return [gesture.button for gesture in self.seen if isinstance(gesture, Press)]

    @property
    def troubles(self) -> list[str]:
        return [gesture.what for gesture in self.seen if isinstance(gesture, Trouble)]

    @property
    def steps(self) -> list[int]:
        return [turn.steps for turn in self.seen if isinstance(turn, Turn)]
