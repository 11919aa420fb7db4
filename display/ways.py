"""The ways to play: all on the box, on paper with the box's dice, or with real dice on the box's sheets."""

from __future__ import annotations

from engine.words import say

ON_THE_BOX, PAPER, REAL_DICE = "box", "paper", "dice"
LABELS = {
    ON_THE_BOX: say("All on the box"),
    PAPER: say("Paper sheets: the box rolls"),
    REAL_DICE: say("Real dice: you enter them"),
}
