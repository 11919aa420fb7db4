"""A game on the menu, which is drawn before anybody has asked for the game itself."""

from __future__ import annotations

from typing import NamedTuple, Never

from display.tree import Face
from engine.words import Message


class Card(NamedTuple):
    """What the menu shows of a game."""

    title: Message
    about: Message  # one line
    emblem: tuple[Face[Never], ...]  # a few dice
