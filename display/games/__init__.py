"""How each game shows itself: one module a game, all fulfilling `GameView`. The frame around them is `screens.play`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Protocol, cast

from display.games.offer import Offer
from display.tree import Face, Node
from engine.contract import Event, Roll
from engine.games import GAMES
from engine.words import Message


class GameView(Protocol):
    """What a game's module offers to the screens."""

    TITLE: Message
    ABOUT: Message  # one line for the menu
    EMBLEM: tuple[Face, ...]  # a few dice for the menu
    RULES: tuple[Message, ...]  # how to play, in a few sentences
    WAYS: tuple[str, ...]  # in which it can be played, besides all on the box: `display.ways`

    def option(self, name: str, value: str) -> Message:
        """An option of the table with its value."""

    def where(self, state: Any) -> Message:
        """How far the game is, for the header."""

    def offer(self, state: Any, seat: int, path: tuple[str, ...]) -> Offer:
        """What a seat sees and may choose; `path` is what it has narrowed its choice to already."""

    def why_not(self, state: Any, seat: int, key: str) -> Message:
        """Why a box of the sheet cannot be chosen now, for boxes that can be tapped."""

    def glance(self, state: Any, seat: int) -> Node:
        """A seat's sheet, small enough for a card."""

    def face(self, text: str) -> Face:
        """A die that shows this."""

    def face_label(self, text: str) -> Message:
        """What this face of a die is called."""

    def thrown(self, state: Any, roll: Roll) -> tuple[Face, ...]:
        """All dice of the tray while this roll, asked for by this position, is in the air."""

    def rolls(self, state: Any) -> Message:
        """The label of the button that throws the dice."""

    def action(self, action: Any) -> Message:
        """What a player did, after the name."""

    def news(self, state: Any) -> Message | None:
        """What the last event brought."""

    def sound(self, state: Any, event: Event) -> str | None:
        """How the event that led to this position sounds, once the dice lie: "cross", "column", "colour", "refusal"."""

    def told(self, state: Any, seat: int) -> Message:
        """A seat's result in one line, once the game is over."""

    def verdict(self, state: Any) -> Message | None:
        """What is said at the end instead of who wins, if the game has more to say to those who play alone."""


class _Views(Mapping[str, GameView]):
    """How the games show themselves, by name. Looking one up reads the module of its view."""

    def __getitem__(self, name: str) -> GameView:
        if name not in GAMES:
            raise KeyError(name)
        return cast(GameView, import_module(f"{__name__}.{name}.view"))

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


VIEWS: Mapping[str, GameView] = _Views()
