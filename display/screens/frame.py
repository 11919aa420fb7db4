"""The frame all screens share: a header with a title, quiet words beside it, and a line when something is wrong."""

from __future__ import annotations

from msgspec import Struct

from display.tree import Align, Area, Choice, Node, Size, Space, Text, Tone, row
from engine.words import Message

EDGE = 16


class View(Struct, frozen=True):
    """What every screen needs to know of the box: its shape, and what is wrong at the moment."""

    portrait: bool = False
    troubles: tuple[Message, ...] = ()


def framed(
    view: View, title: Message, *children: Node[Choice], beside: Message | None = None, news: Message | None = None
) -> Area[Choice]:
    """Children below a header."""
    head: list[Node[Choice]] = [Text(says=title, size=Size.TITLE, bold=True)]
    if beside is not None:
        head.append(Text(says=beside, tone=Tone.QUIET))
    lines: list[Node[Choice]] = []
    if news is not None and not view.portrait:
        head += [Text(says=news, tone=Tone.QUIET, align=Align.RIGHT, grow=1)]
    else:
        head.append(Space())
    lines.append(row(*head, gap=16))
    if news is not None and view.portrait:
        lines.append(Text(says=news, tone=Tone.QUIET))
    lines += [Text(says=trouble, size=Size.SMALL, tone=Tone.WARNING) for trouble in view.troubles]
    return Area(children=(*lines, *children), gap=12, pad=EDGE)
