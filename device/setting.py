"""Setting the table for a game: who sits where, who begins, which options, and the seal of the dice to come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from display import choices as c
from display.games import VIEWS
from display.screens.table import NOBODY, PERSON, Place, Setting
from display.ways import ON_THE_BOX
from engine import dice
from engine.contract import AnyGame, Option, Seat, Table
from engine.dice import FairDice
from engine.games import bots

LONGEST_NAME = 12  # that can be typed at the box
A_SECOND = 1_000_000_000


class TableSetting:
    """The table between two games. The times at which people press are mixed into the dice."""

    def __init__(self, game: AnyGame, names: Sequence[str], secret: Callable[[], bytes], luck: Random) -> None:
        self.game = game
        self.typed = ""
        self.editing = 0
        self._places = tuple(Place(name, PERSON if number < 2 else NOBODY) for number, name in enumerate(names))
        self._first: int | None = None
        self._options: dict[str, str] = {}
        self.way = ON_THE_BOX
        self._new_secret = secret
        self._luck = luck
        self._secret = secret()
        self._pressed: list[int] = []

    def begin(self, game: AnyGame) -> None:
        """Set the table for a game, with new dice."""
        if game is not self.game:
            self._options, self.way = {}, ON_THE_BOX
            self._reseat_bots(bots(game.name).STRENGTHS)
        self.game = game
        self._secret, self._pressed = self._new_secret(), []

    def seat_again(self, seats: dict[int, Seat]) -> None:
        """The people of a game that goes on, by their place."""
        self._places = tuple(
            Place(seats[number].name, seats[number].bot or PERSON) if number in seats else replace(place, who=NOBODY)
            for number, place in enumerate(self._places)
        )

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(number for number, place in enumerate(self._places) if place.who == PERSON)

    @property
    def shown(self) -> Setting:
        options = tuple((option.name, self._options.get(option.name, option.values[0])) for option in self.game.options)
        seal = dice.commitment(self._secret)
        return Setting(self.game, VIEWS[self.game.name], self._places, self._first, options, seal, self.way)

    def mix_in(self, time: float) -> None:
        """Somebody pressed at this time."""
        self._pressed.append(round(time * A_SECOND))

    def choose(self, choice: object) -> str | None:
        """Change what the choice says; gives the screen to go to, None to stay."""
        match choice:
            case c.JoinOrLeave(place=number):
                self._sit(number, NOBODY if self._places[number].taken else PERSON)
            case c.EditSeat(place=number):
                self.editing = number
                return "seat"
            case c.Sit(place=number, who=who):
                self._sit(number, who)
                return "table"
            case c.EditName(place=number):
                self.editing, self.typed = number, self._places[number].name
                return "name"
            case c.TakeName(name=name):
                self.typed = name
                return self._name()
            case c.Letter(letter=letter):
                self.type(letter if not self.typed else letter.lower())
            case c.DeleteLetter():
                self.type("\b")
            case c.NameDone():
                return self._name()
            case c.NextFirst():
                order: tuple[int | None, ...] = (None, *self.shown.taken)
                self._first = order[(order.index(self._first) + 1) % len(order)]
            case c.NextOption(name=name):
                self._next_value(next(option for option in self.game.options if option.name == name))
            case c.NextWay():
                ways = (ON_THE_BOX, *VIEWS[self.game.name].WAYS)
                self.way = ways[(ways.index(self.way) + 1) % len(ways)]
        return None

    def type(self, character: str) -> None:
        """A letter of a name; backspace takes one away."""
        if character == "\b":
            self.typed = self.typed[:-1]
        elif character.isprintable() and len(self.typed) < LONGEST_NAME and (self.typed or character != " "):
            self.typed += character

    def start(self) -> tuple[Table, FairDice, bool]:
        """The table and the dice of the game that begins now, and whether the dice decided who begins."""
        setting = self.shown
        rolls = FairDice(self._secret, dice.mix(self._pressed))
        seats = tuple(
            Seat(place.name, None if place.who == PERSON else place.who) for place in self._places if place.taken
        )
        drawn = self._first is None and len(seats) > 1
        first = rolls.first(len(seats)) if drawn else 0 if self._first is None else setting.taken.index(self._first)
        usual = {option.name: option.values[0] for option in self.game.options}
        options = tuple((name, value) for name, value in setting.options if value != usual[name])
        return Table(seats, first, options), rolls, drawn

    def _sit(self, number: int, who: str) -> None:
        self._change(number, who=who)
        if self._first is not None and not self._places[self._first].taken:
            self._first = None

    def _reseat_bots(self, strengths: Sequence[str]) -> None:
        """Not every game has all strengths: a bot that this one does not know becomes one of the middle."""
        for number, place in enumerate(self._places):
            if place.who not in (PERSON, NOBODY, *strengths):
                self._change(number, who=strengths[len(strengths) // 2])

    def _name(self) -> str:
        if self.typed.strip():
            self._change(self.editing, name=self.typed.strip())
        return "seat"

    def _change(self, number: int, **what: str) -> None:
        places = list(self._places)
        places[number] = replace(places[number], **what)
        self._places = tuple(places)

    def _next_value(self, option: Option) -> None:
        """The next of the listed values; after the last a freshly drawn one, if the option has such."""
        now = self._options.get(option.name, option.values[0])
        at = option.values.index(now) + 1 if now in option.values else 0
        if at == len(option.values) and option.fresh is not None:
            self._options[option.name] = option.fresh(self._luck)
        else:
            self._options[option.name] = option.values[at % len(option.values)]
