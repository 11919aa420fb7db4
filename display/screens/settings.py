"""The settings a player may change: each a button that goes to its next value."""

from __future__ import annotations

from collections.abc import Sequence

from display.choices import Change, Open
from display.screens.frame import View, framed
from display.tree import Screen, Space, Target, button, row
from engine.words import Message, say


def settings_screen(view: View, values: Sequence[tuple[str, Message]]) -> Screen:
    """`values` are the settings' names and what each says now."""
    return Screen(
        name="settings",
        root=framed(
            view,
            say("Settings"),
            Space(),
            *(button(Target(name, label, Change(name)), grow=0) for name, label in values),
            Space(),
            row(
                button(Target("service", say("Service"), Open("service"))),
                button(Target("back", say("Back"), Open("menu")), main=True, grow=2),
                gap=12,
                middle=False,
            ),
        ),
        start=values[0][0],
        back=Open("menu"),
    )
