"""What a game offers to the screens: the contract between the view of a game and the scenes around it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Never

from display.choices import GameChoice, Path
from display.games.offer import Offer
from display.sounds import Sound
from display.tree import Face, Node, plain
from display.ways import Way
from engine.contract import Event, Roll
from engine.words import Message, say, say_count


class GameView(ABC):
    """How a game shows itself. What has a body here is what is usually enough; a state is one of the game's own."""

    TITLE: Message
    RULES: tuple[Message, ...]  # how to play, in a few sentences
    WAYS: tuple[Way, ...] = ()  # in which it can be played, besides all on the box

    @abstractmethod
    def where(self, state: Any) -> Message:
        """How far the game is, for the header."""

    @abstractmethod
    def offer(self, state: Any, seat: int, path: Path) -> Offer:
        """What a seat sees and may choose; `path` is what it has narrowed its choice to already."""

    @abstractmethod
    def glance(self, state: Any, seat: int) -> Node[GameChoice]:
        """A seat's sheet, small enough for a card."""

    @abstractmethod
    def action(self, action: Any) -> Message:
        """What a player did, after the name."""

    def option(self, name: str, value: str) -> Message:
        """An option of the table with its value."""
        return plain(value)

    def why_not(self, state: Any, seat: int, key: str) -> Message:
        """Why a box of the sheet cannot be chosen now, for boxes that can be tapped."""
        return say("This cannot be chosen now")

    def face(self, text: str) -> Face[Never]:
        """A die that shows this."""
        return Face(text=text)

    def face_label(self, text: str) -> Message:
        """What this face of a die is called."""
        return plain(text)

    def thrown(self, state: Any, roll: Roll) -> tuple[Face[Never], ...]:
        """All dice of the tray while this roll, asked for by this position, is in the air; those that lie are still."""
        return tuple(self.face(text) for text in roll.faces)

    def rolls(self, state: Any) -> Message:
        """The label of the button that throws the dice."""
        return say("Roll")

    def news(self, state: Any) -> Message | None:
        """What the last event brought."""
        return None

    def sound(self, state: Any, event: Event) -> Sound | None:
        """How the event that led to this position sounds, once the dice lie."""
        return None if isinstance(event, Roll) else Sound.MARK

    def told(self, state: Any, seat: int) -> Message:
        """A seat's result in one line, once the game is over."""
        return say_count("{n} point", "{n} points", state.scores()[seat].total)

    def verdict(self, state: Any) -> Message | None:
        """What is said at the end instead of who wins, if the game has more to say to those who play alone."""
        return None
