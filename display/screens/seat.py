"""Who sits at one place of the table?"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from display.screens.frame import View, framed
from display.screens.table import BotOf, Sitter, TableShown, Who, strength
from display.tree import Align, Area, Screen, Space, Target, Text, Tone, button, row
from engine.words import say


class Sit(Struct, frozen=True):
    """Put somebody at the place."""

    who: Who


class AtTheSeat(Enum):
    """What else can be done with a place."""

    NAME = "change the name"
    BACK = "leave it as it is"


SeatChoice: TypeAlias = Sit | AtTheSeat


def seat_screen(view: View, table: TableShown, number: int, strengths: Sequence[str]) -> Screen[SeatChoice]:
    """Who sits at one place."""
    place = table.places[number]
    person: Target[SeatChoice] = Target("person", say("A person"), Sit(Sitter.PERSON))
    bots: list[Target[SeatChoice]] = [
        Target(f"bot {name}", say("Bot, {strength}", strength=strength(name)), Sit(BotOf(name))) for name in strengths
    ]
    nobody: Target[SeatChoice] = Target("nobody", say("Nobody"), Sit(Sitter.NOBODY))
    rename: Target[SeatChoice] = Target("name", say("Name: {name}", name=place.name), AtTheSeat.NAME)
    back: Target[SeatChoice] = Target("back", say("Back"), AtTheSeat.BACK)
    first = [_chosen(person, place.who is Sitter.PERSON), _chosen(nobody, place.who is Sitter.NOBODY)]
    second = [_chosen(target, place.who == BotOf(name)) for name, target in zip(strengths, bots, strict=True)]
    return Screen(
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
        back=AtTheSeat.BACK,
    )


def _chosen(target: Target[SeatChoice], now: bool) -> Area[SeatChoice]:
    label = Text(says=target.label, bold=True, align=Align.CENTRE, tone=Tone.ACCENT if now else Tone.INK)
    return Area(
        children=(Space(), label, Space()),
        target=target,
        tone=Tone.RAISED,
        ring=Tone.ACCENT if now else None,
        gap=2,
        pad=20,
        grow=1,
    )
