"""How each game shows itself: one module a game, all fulfilling `GameView`. The frame around them is `screens.play`."""

from __future__ import annotations

from typing import Any, Protocol

from display.games import durchmarsch
from display.tree import Face, Node, Target
from engine.words import Message


class GameView(Protocol):
    """What a game's module offers to the screens."""

    TITLE: Message
    ABOUT: Message  # one line for the menu
    RULES: tuple[Message, ...]  # how to play, in a few sentences

    def where(self, state: Any) -> Message:
        """How far the game is, for the header."""

    def sheet(self, state: Any, seat: int) -> Node:
        """A seat's sheet, large."""

    def glance(self, state: Any, seat: int) -> Node:
        """A seat's sheet, small enough for a card."""

    def tray(self, state: Any) -> tuple[Face, ...]:
        """The dice as they lie."""

    def asks(self, state: Any) -> Message:
        """What the box asks of whoever acts."""

    def actions(self, state: Any, seat: int) -> tuple[Target, ...]:
        """The legal actions of a seat as targets, the usual one first."""

    def rolls(self, state: Any) -> Message:
        """The label of the button that throws the dice."""

    def news(self, state: Any) -> Message | None:
        """What the last event brought."""

    def told(self, state: Any, seat: int) -> Message:
        """A seat's result in one line, once the game is over."""


VIEWS: dict[str, GameView] = {"durchmarsch": durchmarsch}
