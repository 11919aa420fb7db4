"""Setting the table: who sits where, who begins, which options; and the seal of the dice, shown before play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from display.choices import (
    DeleteLetter,
    EditName,
    EditSeat,
    JoinOrLeave,
    Letter,
    NameDone,
    NextFirst,
    NextOption,
    NextWay,
    Open,
    Sit,
    StartGame,
    TakeName,
)
from display.games import GameView
from display.screens.frame import View, framed
from display.tree import (
    SEAT_TONES,
    Align,
    Box,
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
from display.ways import LABELS, ON_THE_BOX, REAL_DICE
from engine.contract import AnyGame
from engine.words import Message, say

PERSON, NOBODY = "person", "nobody"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
STRENGTHS = {
    "beginner": say("Beginner"),
    "steady": say("Steady"),
    "expert": say("Expert"),
    "master": say("Master"),
}


@dataclass(frozen=True)
class Place:
    """A place at the table, one for every seat button: a person, a bot of some strength, or nobody."""

    name: str
    who: str = NOBODY

    @property
    def taken(self) -> bool:
        return self.who != NOBODY


@dataclass(frozen=True)
class Setting:
    """The table as it is being set."""

    game: AnyGame
    shown: GameView
    places: tuple[Place, ...]
    first: int | None  # the place that begins; None: the dice decide
    options: tuple[tuple[str, str], ...]
    seal: str  # the commitment to the dice
    way: str = ON_THE_BOX

    @property
    def taken(self) -> tuple[int, ...]:
        return tuple(number for number, place in enumerate(self.places) if place.taken)

    @property
    def ready(self) -> bool:
        return len(self.taken) in self.game.players


def short_seal(seal: str) -> str:
    """The first figures of a seal, in groups that can be read out.

    >>> short_seal("0123456789abcdef" * 4)
    '0123 4567 89ab cdef'
    """
    return " ".join(seal[i : i + 4] for i in range(0, 16, 4))


def who_label(who: str) -> Message:
    if who == PERSON:
        return say("plays here")
    if who == NOBODY:
        return say("free")
    return say("bot, {strength}", strength=strength(who))


def strength(name: str) -> Message:
    return STRENGTHS.get(name, plain(name))


def table_screen(view: View, table: Setting) -> Screen:
    cards = [_place_card(number, place) for number, place in enumerate(table.places)]
    per_row = 2 if view.portrait else 3
    places = [row(*cards[i : i + per_row], gap=12, grow=1, middle=False) for i in range(0, len(cards), per_row)]
    begins = (
        say("The dice decide who begins")
        if table.first is None
        else say("{name} begins", name=table.places[table.first].name)
    )
    options = [button(Target("first", begins, NextFirst()))] if len(table.taken) > 1 else []
    options += [
        button(Target(f"option {name}", table.shown.option(name, value), NextOption(name)))
        for name, value in table.options
    ]
    if table.shown.WAYS:
        options.append(button(Target("way", LABELS[table.way], NextWay())))
    start = Target("start", say("Start"), StartGame())
    back = Target("back", say("Back"), Open("menu"))
    rules = Target("rules", say("How to play"), Open("rules"))
    foot: list[Node] = [button(back), button(rules)]
    foot.append(button(start, main=True, grow=2) if table.ready else _not_yet(table))
    body: list[Node] = [
        Text(says=say("Press your button to join, or touch a place."), tone=Tone.QUIET),
        *places,
    ]
    if options:
        split = 1 if view.portrait else 3
        body += [row(*options[i : i + split], gap=12, middle=False) for i in range(0, len(options), split)]
    if table.way != REAL_DICE:
        body.append(_seal_line(table.seal))
    body += [row(*foot, gap=12, middle=False)]
    return Screen(
        name="table",
        root=framed(view, table.shown.TITLE, *body, beside=say("Who plays?")),
        start="start" if table.ready else "place 1",
        back=Open("menu"),
        roll=StartGame() if table.ready else None,
        seats=tuple((number, JoinOrLeave(number)) for number in range(len(table.places))),
    )


def _not_yet(table: Setting) -> Text:
    least, most = table.game.players.least, table.game.players.most
    return Text(
        says=say("{least} to {most} players can play", least=least, most=most),
        align=Align.CENTRE,
        grow=2,
        tone=Tone.ACCENT,
    )


def _seal_line(seal: str) -> Text:
    return Text(says=say("Dice sealed: {seal} …", seal=short_seal(seal)), size=Size.SMALL, tone=Tone.QUIET)


def _place_card(number: int, place: Place) -> Box:
    name = plain(place.name) if place.taken else say("Place {n}", n=number + 1)
    return Box(
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


def seat_screen(view: View, table: Setting, number: int, strengths: Sequence[str]) -> Screen:
    """Who sits at one place."""
    place = table.places[number]
    person = Target("person", say("A person"), Sit(number, PERSON))
    bots = [
        Target(f"bot {name}", say("Bot, {strength}", strength=strength(name)), Sit(number, name)) for name in strengths
    ]
    nobody = Target("nobody", say("Nobody"), Sit(number, NOBODY))
    rename = Target("name", say("Name: {name}", name=place.name), EditName(number))
    back = Target("back", say("Back"), Open("table"))
    first = [_chosen(person, place.who == PERSON), _chosen(nobody, place.who == NOBODY)]
    second = [_chosen(target, place.who == name) for name, target in zip(strengths, bots, strict=True)]
    return Screen(
        name="seat",
        root=framed(
            view,
            say("Place {n}", n=number + 1),
            Space(),
            row(*first, gap=12, middle=False),
            row(*second, gap=12, middle=False),
            Space(),
            row(button(back), *([button(rename)] if place.taken else []), gap=12, middle=False),
            beside=say("Who sits here?"),
        ),
        start="person",
        back=Open("table"),
    )


def _chosen(target: Target, now: bool) -> Box:
    label = Text(says=target.label, bold=True, align=Align.CENTRE, tone=Tone.ACCENT if now else Tone.INK)
    return Box(
        children=(Space(), label, Space()),
        target=target,
        tone=Tone.RAISED,
        ring=Tone.ACCENT if now else None,
        gap=2,
        pad=20,
        grow=1,
    )


def name_screen(view: View, number: int, name: str, offered: Sequence[str]) -> Screen:
    """A name, from those offered or letter by letter; a keyboard may type it."""
    per_row = 7 if view.portrait else 13
    keys = [button(Target(f"letter {letter}", plain(letter), Letter(letter))) for letter in LETTERS]
    rows: list[Node] = [row(*keys[i : i + per_row], gap=8, middle=False) for i in range(0, len(keys), per_row)]
    if len(keys) % per_row:
        last = keys[len(keys) - len(keys) % per_row :]
        rows[-1] = row(*last, *(Space() for _ in range(per_row - len(last))), gap=8, middle=False)
    offers = [button(Target(f"take {offer}", plain(offer), TakeName(offer))) for offer in offered]
    split = 3 if view.portrait else 6
    offer_rows = [row(*offers[i : i + split], gap=8, middle=False) for i in range(0, len(offers), split)]
    field = Box(
        children=(Text(says=plain(f"{name}_"), size=Size.TITLE, bold=True, shrink=True, align=Align.CENTRE),),
        tone=Tone.PANEL,
        pad=14,
    )
    return Screen(
        name="name",
        root=framed(
            view,
            say("Place {n}", n=number + 1),
            field,
            Space(),
            *rows,
            Space(),
            *offer_rows,
            row(
                button(Target("delete", say("Delete"), DeleteLetter())),
                button(Target("done", say("Done"), NameDone()), main=True),
                gap=12,
                middle=False,
            ),
            beside=say("What is your name?"),
        ),
        start="done",
        back=Open("seat"),
        typing=True,
    )
