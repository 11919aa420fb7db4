"""The first screen: which game?"""

from __future__ import annotations

from collections.abc import Sequence

from display.choices import ChooseGame, Open
from display.games import VIEWS
from display.screens.frame import View, framed
from display.tree import Align, Box, Dice, Screen, Size, Space, Target, Text, Tone, button, row
from engine.contract import AnyGame
from engine.words import Message, say


def menu_screen(view: View, games: Sequence[AnyGame]) -> Screen:
    per_row = 1 if view.portrait or len(games) == 1 else 2
    cards = [_card(game) for game in games]
    rows = [row(*cards[i : i + per_row], gap=14, grow=1, middle=False) for i in range(0, len(cards), per_row)]
    foot = row(
        button(Target("statistics", say("Statistics"), Open("statistics"))),
        button(Target("settings", say("Settings"), Open("settings"))),
        middle=False,
    )
    return Screen(
        name="menu",
        root=framed(view, say("Dicebox"), *rows, foot, beside=say("Which game?")),
        start=games[0].name,
        back=Open("menu"),
    )


def _card(game: AnyGame) -> Box:
    shown = VIEWS[game.name]
    return Box(
        children=(
            Space(),
            Dice(faces=shown.EMBLEM, across=len(shown.EMBLEM), least=60, most=96, grow=2),
            Text(says=shown.TITLE, size=Size.TITLE, bold=True, align=Align.CENTRE),
            Text(says=shown.ABOUT, tone=Tone.QUIET, align=Align.CENTRE),
            Text(says=players(game), size=Size.SMALL, tone=Tone.QUIET, align=Align.CENTRE),
            Space(),
        ),
        target=Target(game.name, shown.TITLE, ChooseGame(game.name)),
        tone=Tone.PANEL,
        gap=6,
        pad=20,
        grow=1,
    )


def players(game: AnyGame) -> Message:
    return say("{least} to {most} players", least=game.players.least, most=game.players.most)
