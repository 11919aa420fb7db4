"""Setting the table: who sits where, who begins, which options; and the seal of the dice, shown before play."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from display.games.view import GameView
from display.screens.frame import View, framed
from display.tree import (
    SEAT_TONES,
    Align,
    Area,
    Dot,
    Node,
    Screen,
    Size,
    Space,
    Target,
    Text,
    Tone,
    button,
    column,
    plain,
    row,
)
from display.ways import Way, label
from engine.contract import AnyGame
from engine.words import Message, say

STRENGTHS = {
    "beginner": say("Beginner"),
    "steady": say("Steady"),
    "expert": say("Expert"),
    "master": say("Master"),
}


class Sitter(Enum):
    """Who sits at a place, if it is no bot."""

    PERSON = "person"
    NOBODY = "nobody"


class BotOf(Struct, frozen=True):
    """A bot of some strength sits there."""

    strength: str


Who: TypeAlias = Sitter | BotOf


class Place(Struct, frozen=True):
    """A place at the table, one for every seat button."""

    name: str
    who: Who = Sitter.NOBODY

    @property
    def taken(self) -> bool:
        return self.who is not Sitter.NOBODY


class EditSeat(Struct, frozen=True):
    """Say who sits at a place of the table."""

    place: int


class JoinOrLeave(Struct, frozen=True):
    """A seat button at the table: whoever sits there gets up, an empty place is taken."""

    place: int


class NextOption(Struct, frozen=True):
    """Change an option of the game to its next value."""

    name: str


class AtTheTable(Enum):
    """What else can be done while the table is set."""

    NEXT_FIRST = "change who begins: drawn, or the next of the seats"
    NEXT_WAY = "change the way to play to the next one"
    RULES = "how to play"
    START = "begin"
    BACK = "leave the table"


TableChoice: TypeAlias = EditSeat | JoinOrLeave | NextOption | AtTheTable


class TableShown(Struct, frozen=True):
    """The table as it is being set."""

    game: AnyGame
    shown: GameView
    places: tuple[Place, ...]
    first: int | None  # the place that begins; None: the dice decide
    options: tuple[tuple[str, str], ...]
    seal: str  # the commitment to the dice
    way: Way = Way.ON_THE_BOX

    @property
    def taken(self) -> tuple[int, ...]:
        return tuple(number for number, place in enumerate(self.places) if place.taken)

    @property
    def ready(self) -> bool:
        return self.game.players.allow(len(self.taken))


def short_seal(seal: str) -> str:
    """The first figures of a seal, in groups that can be read out.

    >>> short_seal("0123456789abcdef" * 4)
    '0123 4567 89ab cdef'
    """
    return " ".join(seal[i : i + 4] for i in range(0, 16, 4))


def who_label(who: Who) -> Message:
    match who:
        case Sitter.PERSON:
            return say("plays here")
        case Sitter.NOBODY:
            return say("free")
        case BotOf(name):
            return say("bot, {strength}", strength=strength(name))


def strength(name: str) -> Message:
    return STRENGTHS.get(name, plain(name))


def table_screen(view: View, table: TableShown) -> Screen[TableChoice]:
    cards = [_place_card(number, place) for number, place in enumerate(table.places)]
    per_row = 2 if view.portrait else 3
    places = [row(*cards[i : i + per_row], gap=12, grow=1, middle=False) for i in range(0, len(cards), per_row)]
    begins = (
        say("The dice decide who begins")
        if table.first is None
        else say("{name} begins", name=table.places[table.first].name)
    )
    options: list[Area[TableChoice]] = (
        [button(Target("first", begins, AtTheTable.NEXT_FIRST))] if len(table.taken) > 1 else []
    )
    options += [
        button(Target(f"option {name}", table.shown.option(name, value), NextOption(name)))
        for name, value in table.options
    ]
    if table.shown.WAYS:
        options.append(button(Target("way", label(table.way), AtTheTable.NEXT_WAY)))
    start: Target[TableChoice] = Target("start", say("Start"), AtTheTable.START)
    back: Target[TableChoice] = Target("back", say("Back"), AtTheTable.BACK)
    rules: Target[TableChoice] = Target("rules", say("How to play"), AtTheTable.RULES)
    foot: list[Node[TableChoice]] = [button(back), button(rules)]
    foot.append(button(start, main=True, grow=2) if table.ready else _not_yet(table))
    body: list[Node[TableChoice]] = [
        Text(says=say("Press your button to join, or touch a place."), tone=Tone.QUIET),
        *places,
    ]
    if options:
        split = 1 if view.portrait else 3
        body += [row(*options[i : i + split], gap=12, middle=False) for i in range(0, len(options), split)]
    if table.way is not Way.REAL_DICE:
        body.append(_seal_line(table.seal))
    body += [row(*foot, gap=12, middle=False)]
    return Screen(
        root=framed(view, table.shown.TITLE, *body, beside=say("Who plays?")),
        start="start" if table.ready else "place 1",
        back=AtTheTable.BACK,
        roll=AtTheTable.START if table.ready else None,
        seats=tuple((number, JoinOrLeave(number)) for number in range(len(table.places))),
    )


def _not_yet(table: TableShown) -> Text:
    least, most = table.game.players.least, table.game.players.most
    return Text(
        says=say("{least} to {most} players can play", least=least, most=most),
        align=Align.CENTRE,
        grow=2,
        tone=Tone.ACCENT,
    )


def _seal_line(seal: str) -> Text:
    return Text(says=say("Dice sealed: {seal} …", seal=short_seal(seal)), size=Size.SMALL, tone=Tone.QUIET)


def _place_card(number: int, place: Place) -> Area[TableChoice]:
    name = plain(place.name) if place.taken else say("Place {n}", n=number + 1)
    return Area(
        children=(
            row(
                Dot(tone=SEAT_TONES[number], number=number + 1, filled=place.taken, size=38),
                column(
                    Space(),
                    Text(says=name, bold=True, shrink=True, tone=Tone.INK if place.taken else Tone.QUIET),
                    Text(says=who_label(place.who), size=Size.SMALL, tone=Tone.QUIET, shrink=True),
                    Space(),
                    gap=0,
                    grow=1,
                ),
                gap=14,
                grow=1,
            ),
        ),
        target=Target(f"place {number + 1}", name, EditSeat(number)),
        tone=Tone.RAISED if place.taken else Tone.PANEL,
        pad=14,
        grow=1,
    )
