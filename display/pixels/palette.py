"""The colours of the box, by what they mean. One place, so that contrast can be checked and a theme changed."""

from __future__ import annotations

from enum import Enum

from display.tree import Tone

Colour = tuple[int, int, int]


def _hex(text: str) -> Colour:
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


COLOURS: dict[Tone, Colour] = {
    Tone.TABLE: _hex("12181C"),
    Tone.PANEL: _hex("1C242A"),
    Tone.RAISED: _hex("2A363E"),
    Tone.MAIN: _hex("ECF0EE"),
    Tone.INK: _hex("ECF0EE"),
    Tone.QUIET: _hex("A3B1B5"),
    Tone.ACCENT: _hex("FFC446"),
    Tone.WARNING: _hex("FF8A7A"),
    Tone.OPEN: _hex("E9E4D6"),
    Tone.SUNK: _hex("35434C"),
    Tone.NEXT: _hex("FFC446"),
    Tone.YELLOW: _hex("FFF722"),
    Tone.GREEN: _hex("45BFA5"),
    Tone.BLUE: _hex("345FD7"),
    Tone.RED: _hex("B1353F"),
    Tone.ORANGE: _hex("DB822B"),
    Tone.SEAT_1: _hex("FFB454"),
    Tone.SEAT_2: _hex("6CB8FF"),
    Tone.SEAT_3: _hex("BBA0FF"),
    Tone.SEAT_4: _hex("8FD694"),
    Tone.SEAT_5: _hex("FF96B4"),
    Tone.SEAT_6: _hex("E8E27A"),
}


class Shape(Enum):
    """Every game colour has a shape, for whoever sees colours differently. Corners as parts of a turn."""

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

FOCUS: Colour = _hex("FFFFFF")
SHADOW: Colour = _hex("070A0C")
PEN: Colour = _hex("ECF0EE")
STRIKE: Colour = _hex("FF8A7A")
DIE_BODY: Colour = _hex("F4F0E6")
DIE_EDGE: Colour = _hex("CFC8B8")
DIE_PIP: Colour = _hex("1A2126")
GOLD: Colour = _hex("FFC446")
GOLD_DIE: Colour = _hex("F3C14B")
GOLD_DIE_EDGE: Colour = _hex("B98A1E")
DARK_DIE: Colour = _hex("2B2A33")
DARK_DIE_EDGE: Colour = _hex("15141A")
DARK_INK: Colour = _hex("1A2126")


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG defines it."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """WCAG contrast, 1 to 21.

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: Colour) -> Colour:
    """The pen or text colour that reads better on a box of this colour."""
    return max(DARK_INK, PEN, key=lambda ink: contrast(ink, colour))
