"""The ways to play: all on the box, on paper with the box's dice, or with real dice on the box's sheets."""

from __future__ import annotations

from enum import Enum

from engine.words import Message, say


class Way(Enum):
    """Where the sheets and the dice are."""

    ON_THE_BOX = "box"
    PAPER = "paper"
    REAL_DICE = "dice"


def label(way: Way) -> Message:
    """A way in words."""
    match way:
        case Way.ON_THE_BOX:
            return say("All on the box")
        case Way.PAPER:
            return say("Paper sheets: the box rolls")
        case Way.REAL_DICE:
            return say("Real dice: you enter them")
