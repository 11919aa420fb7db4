"""Every game colour has a shape, for whoever sees colours differently. The shapes are the same in every theme."""

from __future__ import annotations

from enum import Enum

from display.tree import Tone


class Shape(Enum):
    """A shape by the angles at which its corners lie around the middle, as parts of a full turn."""

    CIRCLE = None  # no corners; the Python of Debian 12 (3.11.2) loses the value of a member that is ()
    SQUARE = (1 / 8, 3 / 8, 5 / 8, 7 / 8)
    DIAMOND = (0, 1 / 4, 1 / 2, 3 / 4)
    TRIANGLE = (0, 1 / 3, 2 / 3)
    HEXAGON = (0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6)


SHAPES: dict[Tone, Shape] = {
    Tone.GREEN: Shape.CIRCLE,
    Tone.YELLOW: Shape.SQUARE,
    Tone.BLUE: Shape.DIAMOND,
    Tone.RED: Shape.TRIANGLE,
    Tone.ORANGE: Shape.HEXAGON,
}
