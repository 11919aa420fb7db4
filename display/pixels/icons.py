"""The signs of the special die as shapes: discs and corners around the middle of a square from -1 to 1."""

from __future__ import annotations

from math import cos, pi, sin

from display.tree import Icon

Corners = tuple[tuple[float, float], ...]
Disc = tuple[float, float, float]  # where its middle is, and its radius


def star(x: float = 0, y: float = 0, reach: float = 1) -> Corners:
    """The corners of a five-pointed star."""
    radii = (reach, reach * 0.45)
    return tuple(
        (x + radii[i % 2] * sin(pi * i / 5), y + reach * 0.06 - radii[i % 2] * cos(pi * i / 5)) for i in range(10)
    )


def _square(x: float, y: float, half: float) -> Corners:
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


ICONS: dict[Icon, tuple[tuple[Disc, ...], tuple[Corners, ...]]] = {
    Icon.HEART: (((-0.42, -0.3, 0.46), (0.42, -0.3, 0.46)), (((-0.83, -0.08), (0.83, -0.08), (0, 0.88)),)),
    Icon.BOMB: (((-0.12, 0.2, 0.68), (0.75, -0.72, 0.2)), (((0.2, -0.5), (0.62, -0.86), (0.76, -0.68), (0.4, -0.3)),)),
    Icon.STARS: ((), (star(-0.4, -0.3, 0.6), star(0.45, 0.42, 0.5))),
    Icon.ROW: ((), (_square(-0.66, 0, 0.27), _square(0, 0, 0.27), _square(0.66, 0, 0.27))),
    Icon.BLOCK: (
        (),
        (_square(-0.36, -0.6, 0.27), _square(-0.36, 0, 0.27), _square(0.24, 0, 0.27), _square(0.24, 0.6, 0.27)),
    ),
    Icon.DIE: (
        ((0, 0, 0.26),),
        (
            ((-0.8, -0.8), (0.8, -0.8), (0.8, -0.56), (-0.8, -0.56)),
            ((-0.8, 0.56), (0.8, 0.56), (0.8, 0.8), (-0.8, 0.8)),
            ((-0.8, -0.8), (-0.56, -0.8), (-0.56, 0.8), (-0.8, 0.8)),
            ((0.56, -0.8), (0.8, -0.8), (0.8, 0.8), (0.56, 0.8)),
        ),
    ),
}
