"""One More Encore! on the menu."""

from __future__ import annotations

from display.games.cards import Card
from display.tree import DieKind, Face, Icon, Tone
from engine.words import say

CARD = Card(
    say("One More Encore!"),
    say("Encore! with a seventh die: hearts, bombs, stars, and rows that count."),
    emblem=(
        Face(text="g", kind=DieKind.COLOUR, tone=Tone.GREEN),
        Face(text="4", kind=DieKind.NUMBER),
        Face(text="heart", kind=DieKind.SPECIAL, icon=Icon.HEART),
        Face(text="bomb", kind=DieKind.SPECIAL, icon=Icon.BOMB),
    ),
)
