"""What can be chosen while a game is played, as data. A game's own choices are `Play`s of its actions; the rest is the
box's. Every other scene has its choices beside its screen.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from engine.contract import Move

# A step on the way to a move, in the game's own terms: a frozen value that only the game's view understands.
WayStep: TypeAlias = Hashable
Path: TypeAlias = tuple[WayStep, ...]


class Wrote(Struct, frozen=True):
    """A letter that was typed on a keyboard, as a step on the way to a word."""

    letter: str


class Shows(Struct, frozen=True):
    """What one of the real dice shows, as a step on the way to a roll."""

    face: str


class Play(Struct, frozen=True):
    """Make this move."""

    move: Move[object]


class PlayEach(Struct, frozen=True):
    """Make these moves, one after the other."""

    moves: tuple[Move[object], ...]


class PlayAt(Struct, frozen=True):
    """Make a move whose moment counts: that of the input itself, not of when the box gets round to it."""

    seat: int
    action: Callable[[int], Hashable]  # by the milliseconds since the dice were shown


class Narrow(Struct, frozen=True):
    """A step on the way to a move: a seat's choice is narrowed to this, in the game's own terms."""

    seat: int
    path: Path


class AskWhy(Struct, frozen=True):
    """Ask why a box of a seat's sheet cannot be chosen."""

    seat: int
    key: str


class EnterRoll(Struct, frozen=True):
    """These faces came up on real dice."""

    faces: tuple[str, ...]


class ShowSheet(Struct, frozen=True):
    """Show a seat's sheet large."""

    seat: int


class InGame(Enum):
    """What can be done in a game besides playing."""

    ROLL = "throw the dice the game asks for"
    SKIP = "do not wait for the dice to settle or for the bot's pause"
    HINT = "ask the strongest bot"
    UNDO = "take back the last move"
    PAUSE = "see what else can be done"
    RESULT = "see how it ended"


GameChoice: TypeAlias = Play | PlayEach | PlayAt | Narrow | AskWhy | EnterRoll | ShowSheet | InGame
