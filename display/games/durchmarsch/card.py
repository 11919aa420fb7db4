"""Durchmarsch on the menu."""

from __future__ import annotations

from display.games.cards import Card
from display.tree import Face
from engine.words import say

CARD = Card(
    say("Durchmarsch"),
    say("March from 10 down to 1. Stop in time, or dare one more roll?"),
    emblem=tuple(Face(text=pips) for pips in "6431"),
)
