"""What a game shows to one seat at a moment, and what that seat may choose."""

from __future__ import annotations

from typing import TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from display.choices import GameChoice
from display.tree import (
    Area,
    Bars,
    Cell,
    Dice,
    Dot,
    Face,
    Grid,
    Node,
    ScoreRow,
    ScoreTable,
    Space,
    Stack,
    Target,
    Text,
    Thumb,
)
from engine.words import Message

Part = TypeVar("Part", Area[GameChoice], Face[GameChoice], Cell[GameChoice], ScoreRow[GameChoice])


class Offer(Struct, frozen=True, kw_only=True):
    """A seat's sheet, the dice as they lie, and the legal choices.

    A choice is a die that can be taken (a target of the tray), one of many alike that are shown one at a time
    (`placements`), or a button, the usual one first. What takes several steps is chosen by `display.choices.Narrow`.
    A sheet may have targets too; `start` names one of them that has the focus first.
    """

    asks: Message
    sheet: Node[GameChoice]
    upright: Node[GameChoice] | None = None  # the sheet for a screen that is higher than wide, if it is another
    tray: Dice[GameChoice]
    placements: tuple[Target[GameChoice], ...] = ()
    buttons: tuple[Target[GameChoice], ...] = ()
    start: str = ""
    bold: str = ""  # the target that Roll chooses when no dice are to be thrown
    title: Message | None = None  # of a sheet that is everybody's
    heading: Message | None = None  # instead of whose turn it is
    own: tuple[tuple[int, GameChoice], ...] = ()  # by seat: what its button and its card do, even while the dice roll
    room: int | None = None  # for letters that a keyboard may type; None if it types nothing
    entering: str = ""  # the target that has the focus after a letter was typed


def without_targets(offer: Offer) -> Offer:
    """The same to look at, but without anything to choose: people must not choose for the seat of a bot.

    What the buttons of the other seats do stays.
    """
    return replace(
        offer,
        sheet=_still(offer.sheet),
        upright=None if offer.upright is None else _still(offer.upright),
        tray=replace(offer.tray, faces=tuple(map(_untouched, offer.tray.faces))),
        placements=(),
        buttons=(),
        start="",
        bold="",
        room=None,
        entering="",
    )


def _still(node: Node[GameChoice]) -> Node[GameChoice]:
    """A part of the screen without its targets."""
    match node:
        case Area(children=children):
            return replace(_untouched(node), children=tuple(map(_still, children)))
        case Stack(children=cards):
            still = tuple(replace(_untouched(card), children=tuple(map(_still, card.children))) for card in cards)
            return replace(node, children=still)
        case Dice(faces=faces):
            return replace(node, faces=tuple(map(_untouched, faces)))
        case Grid(rows=rows):
            return replace(node, rows=tuple(tuple(map(_untouched, cells)) for cells in rows))
        case ScoreTable(rows=lines):
            return replace(node, rows=tuple(map(_untouched, lines)))
        case Text() | Space() | Dot() | Bars() | Thumb():
            return node
        case _:
            assert_never(node)


def _untouched(part: Part) -> Part:
    return part if part.target is None else replace(part, target=None)
