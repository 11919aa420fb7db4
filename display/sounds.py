"""What a sound means, whatever the game: the hardware has a tone for each."""

from __future__ import annotations

from enum import Enum


class Sound(Enum):
    """The sounds of the box, by their meaning."""

    DICE = "dice"  # are thrown
    MARK = "mark"  # something was written on a sheet
    GAIN = "gain"  # something is complete, and counts
    TRIUMPH = "triumph"  # something that decides games is complete
    REFUSAL = "refusal"  # that cannot be, or it went wrong
    WIN = "win"
