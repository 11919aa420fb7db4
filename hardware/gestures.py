"""Makes what people did out of the edges of a panel: presses, holds, repeats and turns of the knob.

Pure: it knows no clock and no pins. Edges carry their times, and `advance` says how late it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.inputs import BUTTONS, KNOB_A, KNOB_B, KNOB_PUSH, NEXT, PREV, SELECT, Edge, Hold, Input, Press, Turn

REPEATING = (PREV, NEXT)


@dataclass(frozen=True, slots=True)
class Timing:
    """How a panel is read; times in seconds. `knob_steps`, 4 or 2, is how many edges the knob gives for a detent."""

    debounce: float = 0.015
    hold: float = 0.8
    repeat: bool = False
    repeat_delay: float = 0.5
    repeat_every: float = 0.15
    knob_steps: int = 4
    knob_reverse: bool = False


class Gestures:
    """Reads the lines of all panels. Whatever it returns is in the order of its times."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._reset()

    def _reset(self) -> None:
        self._buttons = {line: _Button(line, self._timing) for line in BUTTONS}
        self._knob = _Knob(self._timing)

    def feed(self, edge: Edge) -> list[Input]:
        """What this edge completes, and what was due before it."""
        done = self.advance(edge.time)
        if edge.line in (KNOB_A, KNOB_B):
            steps = self._knob.feed(edge)
            return [*done, Turn(edge.time, steps)] if steps else done
        if edge.line in self._buttons:
            self._buttons[edge.line].feed(edge)
        return done + self.advance(edge.time)

    def advance(self, now: float) -> list[Input]:
        """What has become due by now."""
        done: list[Input] = []
        for button in self._buttons.values():
            while (due := button.due()) is not None and due <= now:
                done += button.settle()
        return sorted(done, key=lambda gesture: gesture.time)

    def next_due(self) -> float | None:
        """When `advance` will have something to do, if no edge comes before."""
        return min((due for button in self._buttons.values() if (due := button.due()) is not None), default=None)

    def release_all(self, now: float) -> list[Input]:
        """The panel is gone: nothing is held any more, and nobody knows how the knob stands."""
        done = self.advance(now)
        self._reset()
        return done


class _Button:
    """One button. Its contact has to rest for the debounce time before the button counts as down or up."""

    def __init__(self, line: str, timing: Timing) -> None:
        self._name = SELECT if line == KNOB_PUSH else line
        self._repeats = timing.repeat and line in REPEATING
        self._timing = timing
        self._closed = False  # the contact, bounce and all
        self._since = float("-inf")  # the contact's last edge
        self._rests = float("-inf")  # from when on that edge can be believed
        self._down = False  # the button, as a person sees it
        self._hold: float | None = None
        self._repeat: float | None = None

    def feed(self, edge: Edge) -> None:
        if edge.down == self._closed:
            return
        self._closed = edge.down
        self._since = max(edge.time, self._since)  # edges may overtake each other, time does not go back
        self._rests = self._since + (0.0 if edge.clean else self._timing.debounce)

    def due(self) -> float | None:
        if self._closed != self._down:
            return self._rests
        waiting = [time for time in (self._hold, self._repeat) if time is not None]
        # A contact that is just bouncing open must not complete a hold.
        return max(min(waiting), self._rests) if waiting else None

    def settle(self) -> list[Input]:
        """Do the one thing that is due."""
        if self._closed != self._down:
            self._down = self._closed
            self._hold = self._since + self._timing.hold if self._down else None
            self._repeat = self._since + self._timing.repeat_delay if self._down and self._repeats else None
            return [Press(self._since, self._name)] if self._down else []
        if self._hold is not None and (self._repeat is None or self._hold <= self._repeat):
            held, self._hold = self._hold, None
            return [Hold(held, self._name)]
        if self._repeat is not None:
            again = self._repeat
            self._repeat = again + self._timing.repeat_every
            return [Press(again, self._name)]
        return []


OPEN, BOTH = (False, False), (True, True)
CLOCKWISE = (OPEN, (True, False), BOTH, (False, True))  # the contacts A and B, over one full cycle
MOVES = {
    **{(CLOCKWISE[i - 1], CLOCKWISE[i]): 1 for i in range(4)},
    **{(CLOCKWISE[i], CLOCKWISE[i - 1]): -1 for i in range(4)},
}
RESTS = {4: (OPEN,), 2: (OPEN, BOTH)}  # where the detents are, by edges from one to the next


class _Knob:
    """A quadrature knob. A detent counts when the knob arrives at it by all of its edges in one direction.

    Contacts that bounce go to and fro between two neighbouring phases and so cancel out: no time is needed.
    """

    def __init__(self, timing: Timing) -> None:
        self._rests = RESTS[timing.knob_steps]
        self._clockwise = -1 if timing.knob_reverse else 1
        self._phase = OPEN
        self._moved: int | None = 0  # edges since the last detent, or None when one was missed on the way

    def feed(self, edge: Edge) -> int:
        """The detents that this edge completes: -1, 0 or 1."""
        a, b = self._phase
        phase = (edge.down, b) if edge.line == KNOB_A else (a, edge.down)
        if phase == self._phase:  # no contact closes twice: its opening was missed, or it was closed from the start
            self._moved = None
        elif self._moved is not None:
            self._moved += MOVES[self._phase, phase]
        self._phase = phase
        if phase not in self._rests:
            return 0
        moved, self._moved = self._moved, 0
        if not moved:
            return 0
        return self._clockwise if moved > 0 else -self._clockwise
