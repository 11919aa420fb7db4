"""The settings a player may change: each a button that goes to its next value."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from display.screens.frame import View, framed
from display.tree import Screen, Space, Target, button, row
from engine.words import Message, say


class Changeable(Enum):
    """The settings that players change on the screen."""

    LANGUAGE = "language"
    MOTION = "motion"
    BOT_PAUSE = "bot pause"
    VOLUME = "volume"
    ROTATION = "rotation"


class Change(Struct, frozen=True):
    """Change a setting to its next value."""

    setting: Changeable


class FromSettings(Enum):
    """Where the settings lead."""

    SERVICE = "service"
    BACK = "leave them"


SettingsChoice: TypeAlias = Change | FromSettings


def settings_screen(view: View, values: Sequence[tuple[Changeable, Message]]) -> Screen[SettingsChoice]:
    """`values` are what the settings say now."""
    return Screen(
        root=framed(
            view,
            say("Settings"),
            Space(),
            *(button(Target(setting.value, label, Change(setting)), grow=0) for setting, label in values),
            Space(),
            row(
                button(Target("service", say("Service"), FromSettings.SERVICE)),
                button(Target("back", say("Back"), FromSettings.BACK), main=True, grow=2),
                gap=12,
                middle=False,
            ),
        ),
        start=values[0][0].value,
        back=FromSettings.BACK,
    )
