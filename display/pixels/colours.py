"""Colours as figures: how they are written, how they mix, and how well one reads on another."""

from __future__ import annotations

from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]


def rgb(text: str) -> Colour:
    """A colour from its six hexadecimal digits.

    >>> rgb("FF8000")
    (255, 128, 0)
    """
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """`part` of the other colour in the one.

    >>> mixed((0, 0, 0), (200, 100, 0), 0.5)
    (100, 50, 0)
    """
    (r, g, b), (to_r, to_g, to_b) = one, other
    return round(r + (to_r - r) * part), round(g + (to_g - g) * part), round(b + (to_b - b) * part)


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
