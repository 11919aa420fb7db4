"""The words between the panels and the box: raw edges from the drivers, and what `gestures` makes of them.

Times are seconds of the monotonic clock, taken where the edge happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Protocol

from msgspec import Struct

PREV, NEXT, SELECT, BACK, ROLL = "prev", "next", "select", "back", "roll"
SEATS = tuple(f"seat{number}" for number in range(1, 7))
KNOB_A, KNOB_B, KNOB_PUSH = "knob_a", "knob_b", "knob_push"
BUTTONS = (PREV, NEXT, SELECT, BACK, ROLL, *SEATS, KNOB_PUSH)


class Edge(Struct, frozen=True):
    """A line of a panel changed: a button went down or up, or a contact of the knob closed or opened.

    A `clean` edge comes from a device that has taken the bounce out already, such as a keyboard.
    """

    time: float
    line: str
    down: bool
    clean: bool = False


class Press(Struct, frozen=True):
    """A button was pressed, or is still held and repeats."""

    time: float
    button: str


class Hold(Struct, frozen=True):
    """A button has been held for the long-press time; its press was reported before."""

    time: float
    button: str


class Turn(Struct, frozen=True):
    """The knob went this many detents, clockwise if positive."""

    time: float
    steps: int


class Touch(Struct, frozen=True):
    """The screen was tapped, in pixels of the screen as the player sees it."""

    time: float
    x: int
    y: int


class Typed(Struct, frozen=True):
    """A character came from a keyboard; the backspace key gives "\\b"."""

    time: float
    character: str


class Trouble(Struct, frozen=True):
    """A panel failed or recovered; `what` is one sentence with its remedy, empty when all is well again."""

    time: float
    panel: str
    what: str


class Quit(Struct, frozen=True):
    """The window was closed or the process was asked to stop."""

    time: float


class Exposed(Struct, frozen=True):
    """The picture was lost or its place changed size, so it must be presented again."""

    time: float


Input = Press | Hold | Turn | Touch | Typed | Trouble | Quit | Exposed
Raw = Edge | Press | Touch | Typed | Trouble | Quit | Exposed


class Lamp(Enum):
    """What a seat's lamp says: not now, you may act, it is your turn."""

    OFF = "off"
    LIT = "lit"
    BLINKING = "blinking"


class Panel(Protocol):
    """Something with buttons. Its threads hand raw events to `inbox` and touch nothing else."""

    def open(self, inbox: Callable[[Raw], None]) -> None: ...

    def show(self, lamps: Mapping[int, Lamp]) -> None:
        """Set the lamps of the seats, counted from 0; seats not named are off."""

    def close(self) -> None: ...
