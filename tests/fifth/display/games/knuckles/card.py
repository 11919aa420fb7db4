"""Knuckles on the menu."""

from __future__ import annotations

from display.games.cards import Card
from display.tree import Face
from engine.words import Message

CARD = Card(Message("Knuckles"), Message("Five dice, three throws."), tuple(Face(text=pips) for pips in "15"))
