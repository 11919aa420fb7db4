"""What choosing a target means, as data. A game's own choices are `Play`s of its actions; the rest is the box's."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from engine.contract import Move


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
    path: tuple[str, ...]


@dataclass(frozen=True)
class AskWhy:
    """Ask why a box of a seat's sheet cannot be chosen."""

    seat: int
    key: str


@dataclass(frozen=True)
class RollDice:
    """Throw the dice the game asks for."""


@dataclass(frozen=True)
class EnterRoll:
    """These faces came up on real dice."""

    faces: tuple[str, ...]


@dataclass(frozen=True)
class Undo:
    """Take back the last move."""


@dataclass(frozen=True)
class Hint:
    """Ask the strongest bot."""


@dataclass(frozen=True)
class Look:
    """Show a seat's sheet large."""

    seat: int


@dataclass(frozen=True)
class LookOn:
    """Show the next seat's sheet large."""


@dataclass(frozen=True)
class Skip:
    """Do not wait for the dice to settle or for the bot's pause."""


@dataclass(frozen=True)
class Step:
    """Move the focus, as the knob does."""

    by: int


@dataclass(frozen=True)
class Open:
    """Go to another screen: "menu", "table", "settings", "rules", "pause"."""

    screen: str


@dataclass(frozen=True)
class ChooseGame:
    """Set the table for a game."""

    game: str


@dataclass(frozen=True)
class EditSeat:
    """Say who sits at a place of the table."""

    place: int


@dataclass(frozen=True)
class Sit:
    """Put somebody at a place: a person, a bot of some strength, or nobody."""

    place: int
    who: str  # "person", "nobody" or a bot's strength


@dataclass(frozen=True)
class JoinOrLeave:
    """A seat button at the table: whoever sits there gets up, an empty place is taken."""

    place: int


@dataclass(frozen=True)
class EditName:
    """Change the name of a place."""

    place: int


@dataclass(frozen=True)
class TakeName:
    """Take one of the names offered."""

    name: str


@dataclass(frozen=True)
class Letter:
    """Add a letter to the name."""

    letter: str


@dataclass(frozen=True)
class DeleteLetter:
    """Take the last letter of the name away."""


@dataclass(frozen=True)
class NameDone:
    """The name is as it should be."""


@dataclass(frozen=True)
class NextFirst:
    """Change who begins: drawn, or the next of the seats."""


@dataclass(frozen=True)
class NextOption:
    """Change an option of the game to its next value."""

    name: str


@dataclass(frozen=True)
class NextWay:
    """Change the way to play to the next one."""


@dataclass(frozen=True)
class StartGame:
    """Begin."""


@dataclass(frozen=True)
class Print:
    """Print the result."""


@dataclass(frozen=True)
class TurnPage:
    """Go to another page of what is shown."""

    page: int


@dataclass(frozen=True)
class Leave:
    """Give the game up and go back to the menu."""


@dataclass(frozen=True)
class Change:
    """Change a setting to its next value."""

    setting: str
