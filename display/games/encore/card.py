"""Encore! on the menu."""

from __future__ import annotations

from display.games.cards import Card
from display.tree import DieKind, Face, Tone
from engine.words import say

CARD = Card(
    say("Encore!"),
    say("Cross connected boxes of a colour. Columns and colours count most for whoever is first."),
    emblem=(
        Face(text="b", kind=DieKind.COLOUR, tone=Tone.BLUE),
        Face(text="y", kind=DieKind.COLOUR, tone=Tone.YELLOW),
        Face(text="3", kind=DieKind.NUMBER),
        Face(text="5", kind=DieKind.NUMBER),
    ),
)
