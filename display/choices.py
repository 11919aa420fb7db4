"""What can be chosen while a game is played, as data. A game's own choices are `Play`s of its actions; the rest is the
box's. Every other scene has its choices beside its screen.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from engine.contract import Move

# A step on the way to a move, in the game's own terms: a frozen value that only the game's view understands.
WayStep: TypeAlias = Hashable
Path: TypeAlias = tuple[WayStep, ...]


@dataclass(frozen=True)
class Wrote:
    """A letter that was typed on a keyboard, as a step on the way to a word."""

    letter: str


@dataclass(frozen=True)
class Shows:
    """What one of the real dice shows, as a step on the way to a roll."""

    face: str


@dataclass(frozen=True)
class Play:
    """Make this move."""

    move: Move[object]


@dataclass(frozen=True)
class PlayEach:
    """Make these moves, one after the other."""

    moves: tuple[Move[object], ...]


@dataclass(frozen=True)
class PlayAt:
    """Make a move whose moment counts: that of the input itself, not of when the box gets round to it."""

    seat: int
    action: Callable[[int], Hashable]  # by the milliseconds since the dice were shown


@dataclass(frozen=True)
class Narrow:
    """A step on the way to a move: a seat's choice is narrowed to this, in the game's own terms."""

    seat: int
    path: Path


@dataclass(frozen=True)
class AskWhy:
    """Ask why a box of a seat's sheet cannot be chosen."""

    seat: int
    key: str


@dataclass(frozen=True)
class EnterRoll:
    """These faces came up on real dice."""

    faces: tuple[str, ...]


@dataclass(frozen=True)
class ShowSheet:
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
