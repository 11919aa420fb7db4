"""Makes what people did out of the edges of a panel: presses, holds, repeats, chords and turns of the knob.

Pure: it knows no clock and no pins. Edges carry their times, and `advance` says how late it is. A button that is stuck
or whose contact flickers is told as trouble and does nothing until it is well again.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from hardware.inputs import (
    BACK,
    BUTTONS,
    KNOB_A,
    KNOB_B,
    KNOB_PUSH,
    NEXT,
    PREV,
    SEATS,
    SELECT,
    Edge,
    Hold,
    Input,
    Press,
    Trouble,
    Turn,
)

REPEATING = (PREV, NEXT)
SERVICE = "service"
CHORDS = {SERVICE: (PREV, BACK)}  # held down together, two buttons are a third one and not themselves

SECOND = 1.0
MOST_PRESSES = 20  # in a second; no finger is that fast
QUIET = 5.0  # seconds until a contact that flickered is trusted again
FAST = 0.03  # seconds from detent to detent of a knob that is spun


class Timing(NamedTuple):
    """How a panel is read; times in seconds.

    `knob_steps`, 4 or 2, is how many edges the knob gives for a detent; a detent of a knob that is spun counts for
    `knob_acceleration` steps. The two buttons of a chord go down at most `together` apart, and are held for `chord`.
    """

    debounce: float = 0.015
    hold: float = 0.8
    repeat: bool = False
    repeat_delay: float = 0.5
    repeat_every: float = 0.15
    together: float = 0.05
    chord: float = 2.0
    stuck: float = 30.0
    knob_steps: int = 4
    knob_reverse: bool = False
    knob_acceleration: int = 1


class Gestures:
    """Reads the lines of all panels. Whatever it returns is in the order of its times."""

    def __init__(self, timing: Timing) -> None:
        self._buttons = {line: _Button(line, timing) for line in BUTTONS}
        self._chords = [_Chord(name, lines, timing) for name, lines in CHORDS.items()]
        self._knob = _Knob(timing)

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
        while (due := self.next_due()) is not None and due <= now:
            for button in self._buttons.values():
                if button.due() == due:
                    done += self._heard(button, button.settle())
            for chord in self._chords:
                if chord.due() == due:
                    done += chord.settle()
        return sorted(done, key=lambda gesture: gesture.time)

    def next_due(self) -> float | None:
        """When `advance` will have something to do, if no edge comes before."""
        dues = [*(button.due() for button in self._buttons.values()), *(chord.due() for chord in self._chords)]
        return min((due for due in dues if due is not None), default=None)

    def _heard(self, button: _Button, done: list[Input]) -> list[Input]:
        for chord in self._chords:
            if button.line in chord.lines:
                done = chord.hear(button, done)
        return done


def button_name(line: str) -> str:
    """A button in a sentence.

    >>> button_name("roll"), button_name("seat3"), button_name("knob_push")
    ('The Roll button', 'The button of seat 3', "The knob's button")
    """
    if line in SEATS:
        return f"The button of seat {SEATS.index(line) + 1}"
    return "The knob's button" if line == KNOB_PUSH else f"The {line.capitalize()} button"


class _Button:
    """One button. Its contact has to rest for the debounce time before the button counts as down or up."""

    def __init__(self, line: str, timing: Timing) -> None:
        self.line = line
        self.down = False  # the button, as a person sees it
        self._name = SELECT if line == KNOB_PUSH else line
        self._timing = timing
        self._closed = False  # the contact, bounce and all
        self._since = float("-inf")  # the contact's last edge
        self._rests = float("-inf")  # when the debounce time after that edge is over
        self._restless = float("-inf")  # the first of the latest edges, each within the debounce time of the one before
        self._pressed: deque[float] = deque(maxlen=MOST_PRESSES)
        self._waiting: dict[str, float] = {}  # what happens if it is held on, and when
        self._stuck = False
        self._flickers = False

    def feed(self, edge: Edge) -> None:
        if edge.down == self._closed:
            return
        self._closed = edge.down
        since = max(edge.time, self._since)  # edges may arrive out of order
        if since >= self._rests:
            self._restless = since
        self._since = since
        self._rests = since + (0.0 if edge.clean else self._timing.debounce)

    def due(self) -> float | None:
        if self._flickers:
            return self._since + QUIET
        if self._never_rests:
            return self._since
        if self._closed != self.down:
            return self._rests
        # A contact that is just bouncing open must not complete a hold.
        return max(min(self._waiting.values()), self._rests) if self._waiting else None

    def settle(self) -> list[Input]:
        """Do the one thing that is due."""
        if self._flickers:
            return self._trust()
        if self._never_rests:
            return self._distrust()
        if self._closed != self.down:
            return self._press() if self._closed else self._let_go()
        what = min(self._waiting, key=lambda what: self._waiting[what])
        time = self._waiting.pop(what)
        if what == "hold":
            return [Hold(time, self._name)]
        if what == "repeat":
            self._waiting["repeat"] = time + self._timing.repeat_every
            return [Press(time, self._name)]
        self._stuck = True
        self._waiting.clear()
        remedy = "Take away what presses on it, or check its wire; until then it does nothing."
        return [self._trouble(time, f"has been down for {self._timing.stuck:g} seconds. {remedy}")]

    def _press(self) -> list[Input]:
        self._pressed.append(self._since)
        if len(self._pressed) == MOST_PRESSES and self._since - self._pressed[0] <= SECOND:
            return self._distrust()
        self.down = True
        self._waiting = {"hold": self._since + self._timing.hold, "stuck": self._since + self._timing.stuck}
        if self._timing.repeat and self.line in REPEATING:
            self._waiting["repeat"] = self._since + self._timing.repeat_delay
        return [Press(self._since, self._name)]

    def _let_go(self) -> list[Input]:
        self.down = False
        self._waiting.clear()
        was_stuck, self._stuck = self._stuck, False
        return [self._trouble(self._since)] if was_stuck else []

    @property
    def _never_rests(self) -> bool:
        return self._since - self._restless >= SECOND

    def _distrust(self) -> list[Input]:
        self._let_go()
        self._flickers = True
        remedy = f"Check its wire and its ground; it does nothing until it has been quiet for {QUIET:g} seconds."
        return [self._trouble(self._since, f"flickers. {remedy}")]

    def _trust(self) -> list[Input]:
        self._flickers = False
        self._pressed.clear()
        quiet = self._since + QUIET
        self._restless = self._since
        self.down = self._closed
        if self.down:
            self._waiting = {"stuck": quiet + self._timing.stuck}
        return [self._trouble(quiet)]

    def _trouble(self, time: float, fault: str = "") -> Trouble:
        return Trouble(time, f"button {self.line}", f"{button_name(self.line)} {fault}" if fault else "")


class _Chord:
    """Two buttons that are a third one when they go down together.

    The first press of the two is withheld for a moment, to see whether the other one comes.
    """

    def __init__(self, name: str, lines: tuple[str, ...], timing: Timing) -> None:
        self.lines = lines
        self._name = name
        self._timing = timing
        self._down: set[str] = set()
        self._withheld: Press | None = None
        self._formed = False
        self._due: float | None = None

    def due(self) -> float | None:
        return self._due

    def settle(self) -> list[Input]:
        """The moment for the second button is over, or both have been held long enough."""
        due, self._due = self._due, None
        if self._withheld is not None:
            return self._tell()
        return [] if due is None else [Hold(due, self._name)]

    def hear(self, button: _Button, done: list[Input]) -> list[Input]:
        """What one of the buttons did, as far as it is not a matter of the chord."""
        if not button.down:
            return self._went_up(button, done)
        if button.line not in self._down:
            self._down.add(button.line)
            for gesture in done:
                if isinstance(gesture, Press):
                    self._went_down(gesture)
            return [gesture for gesture in done if not isinstance(gesture, Press)]
        return [gesture for gesture in done if not self._formed or isinstance(gesture, Trouble)]

    def _went_down(self, press: Press) -> None:
        if self._withheld is not None:
            self._withheld, self._formed = None, True
            self._due = press.time + self._timing.chord
        elif not self._formed:
            self._withheld = press
            self._due = press.time + self._timing.together + self._timing.debounce

    def _went_up(self, button: _Button, done: list[Input]) -> list[Input]:
        self._down.discard(button.line)
        if self._formed:
            self._formed = bool(self._down)
            self._due = None
        elif self._withheld is not None and self._withheld.button == button.line:
            self._due = None
            return self._tell() + done
        return done

    def _tell(self) -> list[Input]:
        told, self._withheld = self._withheld, None
        return [] if told is None else [told]


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
        self._acceleration = timing.knob_acceleration
        self._phase = OPEN
        self._moved: int | None = 0  # edges since the last detent, or None when one was missed on the way
        self._last = (0, float("-inf"))  # the last detent: which way, and when

    def feed(self, edge: Edge) -> int:
        """The steps that this edge completes: 0 if it is not at a detent."""
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
        return self._step(self._clockwise if moved > 0 else -self._clockwise, edge.time)

    def _step(self, way: int, time: float) -> int:
        last_way, last_time = self._last
        self._last = (way, time)
        return way * self._acceleration if way == last_way and time - last_time <= FAST else way
