"""What is somebody's name? One of those offered, or letter by letter; a keyboard may type it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from display.screens.frame import View, framed
from display.tree import Align, Area, Node, Screen, Size, Space, Target, Text, Tone, button, plain, row
from engine.words import say

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class TakeName(Struct, frozen=True):
    """Take one of the names offered."""

    name: str


class Letter(Struct, frozen=True):
    """Add a letter to the name."""

    letter: str


class AtTheName(Enum):
    """What else can be done with a name."""

    DELETE = "take the last letter away"
    DONE = "the name is as it should be"
    BACK = "leave it as it was"


NameChoice: TypeAlias = TakeName | Letter | AtTheName


def name_screen(view: View, number: int, name: str, offered: Sequence[str]) -> Screen[NameChoice]:
    per_row = 7 if view.portrait else 13
    keys: list[Area[NameChoice]] = [
        button(Target(f"letter {letter}", plain(letter), Letter(letter))) for letter in LETTERS
    ]
    rows: list[Node[NameChoice]] = [
        row(*keys[i : i + per_row], gap=8, middle=False) for i in range(0, len(keys), per_row)
    ]
    if len(keys) % per_row:
        last = keys[len(keys) - len(keys) % per_row :]
        rows[-1] = row(*last, *(Space() for _ in range(per_row - len(last))), gap=8, middle=False)
    offers: list[Area[NameChoice]] = [
        button(Target(f"take {offer}", plain(offer), TakeName(offer))) for offer in offered
    ]
    split = 3 if view.portrait else 6
    offer_rows = [row(*offers[i : i + split], gap=8, middle=False) for i in range(0, len(offers), split)]
    field: Area[NameChoice] = Area(
        children=(Text(says=plain(f"{name}_"), size=Size.TITLE, bold=True, shrink=True, align=Align.CENTRE),),
        tone=Tone.PANEL,
        pad=14,
    )
    return Screen(
        root=framed(
            view,
            say("Place {n}", n=number + 1),
            field,
            Space(),
            *rows,
            Space(),
            *offer_rows,
            row(
                button(Target("delete", say("Delete"), AtTheName.DELETE)),
                button(Target("done", say("Done"), AtTheName.DONE), main=True),
                gap=12,
                middle=False,
            ),
            beside=say("What is your name?"),
        ),
        start="done",
        back=AtTheName.BACK,
        typing=True,
    )
