"""How thrown dice move: a short tumble that settles die by die. Pure figures of the time since the throw."""

from __future__ import annotations

from typing import NamedTuple

FIRST_SETTLES = 0.42
NEXT_SETTLES = 0.055
FACE_LASTS = 0.07


class Pose(NamedTuple):
    """How a rolling die is seen: which face of six is up, its turn in degrees and its hop as a part of its side."""

    face: int
    angle: float
    hop: float


def tumble_time(dice: int) -> float:
    """Seconds until the last of so many dice lies still."""
    return FIRST_SETTLES + NEXT_SETTLES * dice


def pose(die: int, elapsed: float) -> Pose | None:
    """The pose of a die so long after the throw; None once it lies still.

    >>> pose(0, 5.0) is None, pose(0, 0.0) is None
    (True, False)
    """
    lasts = FIRST_SETTLES + NEXT_SETTLES * die
    if elapsed >= lasts:
        return None
    left = 1 - max(0.0, elapsed) / lasts
    step = int(elapsed / FACE_LASTS)
    spin = 1 if die % 2 else -1
    return Pose(
        face=(step * 5 + die * 7) % 6, angle=spin * left * left * 320, hop=0.32 * left * abs(1 - 2 * (step % 2))
    )
