"""Setting the table for a game: who sits where, who begins, which options, and the seal of the dice to come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from msgspec.structs import replace

from display.games import VIEWS
from display.screens.table import BotOf, Place, Sitter, TableShown, Who
from display.ways import Way
from engine import dice
from engine.contract import AnyGame, Seat, Table
from engine.dice import FairDice
from engine.games import bots

A_SECOND = 1_000_000_000


class Seating:
    """The table between two games. The times at which people press are mixed into the dice."""

    def __init__(self, names: Sequence[str], secret: Callable[[], bytes] | None, luck: Random) -> None:
        self._places = tuple(
            Place(name, Sitter.PERSON if number < 2 else Sitter.NOBODY) for number, name in enumerate(names)
        )
        self._game: AnyGame | None = None
        self._way = Way.ON_THE_BOX
        self._first: int | None = None
        self._options: dict[str, str] = {}
        self._new_secret = secret or dice.seal
        self._luck = luck
        self._secret = b""
        self._pressed: list[int] = []

    def begin(self, game: AnyGame) -> None:
        """Set the table for a game, with new dice."""
        if game is not self._game:
            self._options, self._way = {}, Way.ON_THE_BOX
            self._reseat_bots(bots(game.name).STRENGTHS)
        self._game = game
        self._secret, self._pressed = self._new_secret(), []

    def seat_again(self, game: AnyGame, seats: dict[int, Seat]) -> None:
        """The people of a game that goes on, by their place."""
        self._game = game
        self._places = tuple(
            Place(seats[number].name, _who(seats[number])) if number in seats else replace(place, who=Sitter.NOBODY)
            for number, place in enumerate(self._places)
        )

    @property
    def game(self) -> AnyGame:
        """The game for which the table is set."""
        assert self._game is not None, "no table has been set yet"
        return self._game

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(number for number, place in enumerate(self._places) if place.who is Sitter.PERSON)

    @property
    def shown(self) -> TableShown:
        options = tuple((option.name, self._options.get(option.name, option.values[0])) for option in self.game.options)
        seal = dice.commitment(self._secret)
        return TableShown(self.game, VIEWS[self.game.name], self._places, self._first, options, seal, self._way)

    def mix_in(self, time: float) -> None:
        """Somebody pressed at this time."""
        self._pressed.append(round(time * A_SECOND))

    def join_or_leave(self, place: int) -> None:
        """Whoever sits there gets up; an empty place is taken."""
        self.sit(place, Sitter.NOBODY if self._places[place].taken else Sitter.PERSON)

    def sit(self, place: int, who: Who) -> None:
        self._change(place, replace(self._places[place], who=who))
        if self._first is not None and not self._places[self._first].taken:
            self._first = None

    def name(self, place: int, name: str) -> None:
        """Whoever sits there is called this."""
        self._change(place, replace(self._places[place], name=name))

    def next_first(self) -> None:
        """Who begins: drawn, or the next of the seats."""
        order: tuple[int | None, ...] = (None, *self.shown.taken)
        self._first = order[(order.index(self._first) + 1) % len(order)]

    def next_way(self) -> None:
        """The next way to play."""
        ways = (Way.ON_THE_BOX, *VIEWS[self.game.name].WAYS)
        self._way = ways[(ways.index(self._way) + 1) % len(ways)]

    def next_option(self, name: str) -> None:
        """The next of an option's values; after the last a freshly drawn one, if the option has such."""
        option = next(option for option in self.game.options if option.name == name)
        now = self._options.get(option.name, option.values[0])
        at = option.values.index(now) + 1 if now in option.values else 0
        if at == len(option.values) and option.fresh is not None:
            self._options[option.name] = option.fresh(self._luck)
        else:
            self._options[option.name] = option.values[at % len(option.values)]

    def start(self) -> tuple[Table, FairDice, bool]:
        """The table and the dice of the game that begins now, and whether the dice decided who begins."""
        setting = self.shown
        rolls = FairDice(self._secret, dice.mix(self._pressed))
        seats = tuple(Seat(place.name, _strength(place.who)) for place in self._places if place.taken)
        drawn = self._first is None and len(seats) > 1
        first = rolls.first(len(seats)) if drawn else 0 if self._first is None else setting.taken.index(self._first)
        usual = {option.name: option.values[0] for option in self.game.options}
        options = tuple((name, value) for name, value in setting.options if value != usual[name])
        return Table(seats, first, options), rolls, drawn

    def _reseat_bots(self, strengths: Sequence[str]) -> None:
        """Not every game has all strengths: a bot that this one does not know becomes one of the middle."""
        for number, place in enumerate(self._places):
            match place.who:
                case BotOf(strength=strength) if strength not in strengths:
                    self._change(number, replace(place, who=BotOf(strengths[len(strengths) // 2])))

    def _change(self, number: int, place: Place) -> None:
        self._places = (*self._places[:number], place, *self._places[number + 1 :])


def _who(seat: Seat) -> Who:
    return Sitter.PERSON if seat.bot is None else BotOf(seat.bot)


def _strength(who: Who) -> str | None:
    return who.strength if isinstance(who, BotOf) else None
