"""What a game is: the contract between the rules of a game and everything around them.

A game is a value, the `GAME` of its module of rules (`engine/games/*/rules.py`). Its positions are frozen
values of a class that extends `State`; the only way on is `state.apply(event)`, where an event is a roll of dice or one
seat's move. Rules never roll dice, read a clock or open a file, so saving, undo, replay, hints, bots and tests are all
the same list of events, read again. A game may begin with a roll or with a choice.

Seats count from 0 in code and from 1 in everything a person reads.
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from engine.players import Players
from engine.words import Message

if TYPE_CHECKING:
    from random import Random

Action = TypeVar("Action", bound=Hashable)
Action_co = TypeVar("Action_co", bound=Hashable, covariant=True)


# Before a game.


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made at the table before a game; its first value is the usual one.

    If there are more values than can be listed, `fresh` draws one of them and `why_not` tells why a text is none.
    """

    name: str
    values: tuple[str, ...]
    fresh: Callable[[Random], str] | None = None
    why_not: Callable[[str], Message | None] | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a name and, for a bot, its strength."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """The seats in turn order, who begins, and the options that differ from the usual."""

    seats: tuple[Seat, ...]
    first: int = 0
    options: tuple[tuple[str, str], ...] = ()


# Events: what happens in a game.


@dataclass(frozen=True, slots=True)
class Die:
    """A kind of die, and the texts of its faces; each is equally likely."""

    name: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """The faces that came up, in the order in which the state asked for its dice."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Move(Generic[Action]):
    """What one seat decided."""

    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class Timed:
    """An action that happens at a moment extends this: `time` is in milliseconds since the dice were shown."""

    time: int


class IllegalEvent(ValueError):
    """Raised by `State.apply` for an event that the rules do not allow; nothing has changed."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


# Who acts next.


@dataclass(frozen=True, slots=True)
class ToRoll:
    """Dice are to be rolled, by the hand of one seat; `at_once` if its last move was the decision to throw them."""

    seat: int
    dice: tuple[Die, ...]
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class ToChoose:
    """These seats may act now, in any order."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """Nobody acts any more; the winners may be several, or none."""

    winners: tuple[int, ...]


Turn = ToRoll | ToChoose | Over


def acting(turn: Turn) -> tuple[int, ...]:
    """The seats that may act, by rolling or choosing."""
    match turn:
        case ToRoll(seat=seat):
            return (seat,)
        case ToChoose(seats=seats):
            return seats
        case Over():
            return ()


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's result: the total, the parts that add up to it, and further figures that are told but not added."""

    total: int
    parts: tuple[tuple[str, int], ...]
    notes: tuple[tuple[str, int], ...] = ()


class Legal(Collection[Action_co]):
    """The legal actions of one seat. May be lazy: `action in legal` and `legal[7]` need not list them all.

    If there are more than anybody could list, such as all words of a language, what it lists are `examples_only`; then
    `action in legal` still says of any other action whether it is legal.
    """

    __slots__ = ()

    @property
    def examples_only(self) -> bool:
        """Whether there are legal actions that are not listed."""
        return False

    @abstractmethod
    def __getitem__(self, index: int, /) -> Action_co: ...

    @abstractmethod
    def why_not(self, action: Any) -> Message | None:
        """The reason why this action is not legal, or None if it is."""


class Actions(Legal[Action_co]):
    """These legal actions and no others, and the reason why anything else is not legal.

    >>> coin = Actions(("heads", "tails"), Message("choose heads or tails"))
    >>> len(coin), coin[1], "tails" in coin, str(coin.why_not("edge"))
    (2, 'tails', True, 'choose heads or tails')
    """

    __slots__ = ("_items", "_why_not")

    def __init__(self, items: Sequence[Action_co], why_not: Message | Callable[[Any], Message]) -> None:
        self._items = items
        self._why_not = why_not

    def __contains__(self, action: object) -> bool:
        return action in self._items

    def __getitem__(self, index: int, /) -> Action_co:
        return self._items[index]

    def __iter__(self) -> Iterator[Action_co]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def why_not(self, action: Any) -> Message | None:
        if action in self._items:
            return None
        return self._why_not if isinstance(self._why_not, Message) else self._why_not(action)


class State(Generic[Action], metaclass=ABCMeta):
    """A position of a game: a frozen, hashable value."""

    __slots__ = ()

    table: Table

    @property
    @abstractmethod
    def turn(self) -> Turn: ...

    @abstractmethod
    def legal(self, seat: int) -> Legal[Action]: ...

    @abstractmethod
    def apply(self, event: Roll | Move[Action]) -> Self:
        """The position after the event; raises IllegalEvent if the rules forbid it."""

    @abstractmethod
    def scores(self) -> tuple[Score, ...]:
        """One per seat, as if the game ended now."""

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats that the table waits for, the one to be looked at first; they may be fewer than may act."""
        return acting(self.turn)

    @property
    def seconds(self) -> int | None:
        """How many seconds there are from when the dice lie, if a clock runs down now."""
        return None


class Bot(Protocol[Action_co]):
    """Somebody to play against. May think for a while, so it is asked beside the loop, never in it."""

    def choose(self, state: Any, seat: int) -> Action_co: ...


class Bots(Protocol):
    """What the module of a game's bots offers (`engine.games.<game>.bots`)."""

    STRENGTHS: tuple[str, ...]  # weakest first

    def bot(self, strength: str, luck: Random) -> Bot[Any]: ...

    def hint(self, state: Any, seat: int) -> Message:
        """What the strongest bot would do, and how much better that is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[Action]):
    """A game: the value `GAME` of its module of rules.

    `start` gives the first position and raises ValueError with a sentence if the game cannot be played at this table.
    `text` gives one line for people and records, and `parse` the action that a line names; it raises ValueError with a
    sentence that says what was expected.
    """

    name: str  # as in records and on the command line
    players: Players
    start: Callable[[Table], State[Action]]
    text: Callable[[Action], str]
    parse: Callable[[str], Action]
    options: tuple[Option, ...] = ()
    fewest_wins: bool = False  # who has the fewest points is best, instead of who has the most

    def best(self, totals: Iterable[int]) -> int:
        """The best of these totals."""
        return min(totals) if self.fewest_wins else max(totals)

    def ranking(self, state: State[Action]) -> tuple[int, ...]:
        """The seats, best first: by their totals; among equals those who have won, then in the order of the table."""
        scores, turn = state.scores(), state.turn
        winners = turn.winners if isinstance(turn, Over) else ()
        most = 1 if self.fewest_wins else -1
        return tuple(sorted(range(len(scores)), key=lambda seat: (most * scores[seat].total, seat not in winners)))


AnyState = State[Any]
AnyGame = Game[Any]
Event = Roll | Move[Any]
