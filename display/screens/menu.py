"""The first screen: which game?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from display.games import card
from display.screens.frame import View, framed
from display.tree import Align, Area, Dice, Screen, Size, Space, Target, Text, Tone, button, row
from engine.games import players
from engine.words import Message, say


@dataclass(frozen=True)
class ChooseGame:
    """Set the table for a game."""

    game: str


class FromMenu(Enum):
    """Where the menu leads besides the games."""

    STATISTICS = "statistics"
    SETTINGS = "settings"
    MENU = "stay here"


MenuChoice: TypeAlias = ChooseGame | FromMenu


def menu_screen(view: View, games: Sequence[str]) -> Screen[MenuChoice]:
    per_row = 1 if view.portrait or len(games) == 1 else 2
    cards = [_game(game) for game in games]
    rows = [row(*cards[i : i + per_row], gap=14, grow=1, middle=False) for i in range(0, len(cards), per_row)]
    foot = row(
        button(Target("statistics", say("Statistics"), FromMenu.STATISTICS)),
        button(Target("settings", say("Settings"), FromMenu.SETTINGS)),
        middle=False,
    )
    return Screen(
        root=framed(view, say("Dicebox"), *rows, foot, beside=say("Which game?")),
        start=games[0],
        back=FromMenu.MENU,
    )


def _game(game: str) -> Area[MenuChoice]:
    shown = card(game)
    return Area(
        children=(
            Space(),
            Dice(faces=shown.emblem, across=len(shown.emblem), least=60, most=96, grow=2),
            Text(says=shown.title, size=Size.TITLE, bold=True, align=Align.CENTRE),
            Text(says=shown.about, tone=Tone.QUIET, align=Align.CENTRE),
            Text(says=how_many(game), size=Size.SMALL, tone=Tone.QUIET, align=Align.CENTRE),
            Space(),
        ),
        target=Target(game, shown.title, ChooseGame(game)),
        tone=Tone.PANEL,
        gap=6,
        pad=20,
        grow=1,
    )


def how_many(game: str) -> Message:
    """How many can play a game."""
    few = players(game)
    return say("{least} to {most} players", least=few.least, most=few.most)
