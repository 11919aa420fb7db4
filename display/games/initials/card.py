"""Initials on the menu."""

from __future__ import annotations

from display.games.cards import Card
from display.tree import DieKind, Face, Tone
from engine.words import say

CARD = Card(
    say("Initials"),
    say("A word for the theme, with many letters of the dice. Press your button before the others do."),
    emblem=(
        Face(text="A", kind=DieKind.LETTER, tone=Tone.GREEN),
        Face(text="B", kind=DieKind.LETTER, tone=Tone.YELLOW),
        Face(text="C", kind=DieKind.LETTER, tone=Tone.RED),
    ),
)
