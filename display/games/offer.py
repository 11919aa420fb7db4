"""What a game shows to one seat at a moment, and what that seat may choose."""

from __future__ import annotations

from dataclasses import dataclass

from display.choices import GameChoice
from display.tree import Dice, Node, Target
from engine.words import Message


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A seat's sheet, the dice as they lie, and the legal choices.

    A choice is a die that can be taken (a target of the tray), one of many alike that are shown one at a time
    (`places`), or a button, the usual one first. What takes several steps is chosen by `display.choices.Narrow`.
    A sheet may have targets too; `start` names one of them that has the focus first.
    """

    asks: Message
    sheet: Node[GameChoice]
    upright: Node[GameChoice] | None = None  # the sheet for a screen that is higher than wide, if it is another
    tray: Dice[GameChoice]
    places: tuple[Target[GameChoice], ...] = ()
    buttons: tuple[Target[GameChoice], ...] = ()
    start: str = ""
    bold: str = ""  # the target that Roll chooses when no dice are to be thrown
    title: Message | None = None  # of a sheet that is everybody's
    heading: Message | None = None  # instead of whose turn it is
    own: tuple[tuple[int, GameChoice], ...] = ()  # by seat: what its button and its card do, even while the dice roll
    room: int | None = None  # for letters that a keyboard may type; None if it types nothing
    entering: str = ""  # the target that has the focus after a letter was typed
