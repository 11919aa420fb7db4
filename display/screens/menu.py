"""The first screen: which game?"""

from __future__ import annotations

from collections.abc import Sequence

from display.choices import ChooseGame, Open
from display.games import VIEWS
from display.screens.frame import View, framed
from display.tree import Align, Box, Node, Screen, Size, Space, Target, Text, Tone, button, row
from engine.contract import AnyGame
from engine.words import Message, say


def menu_screen(view: View, games: Sequence[AnyGame]) -> Screen:
    cards = [_card(game) for game in games]
    foot = row(
        button(Target("settings", say("Settings"), Open("settings"))),
        gap=12,
        middle=False,
    )
    return Screen(
        name="menu",
        root=framed(
            view,
            say("Dicebox"),
            Space(),
            *cards,
            Space(),
            foot,
            beside=say("Which game?"),
        ),
        start=games[0].NAME,
        back=Open("menu"),
    )


def _card(game: AnyGame) -> Box:
    shown = VIEWS[game.NAME]
    return Box(
        children=(
            Text(says=shown.TITLE, size=Size.HEADING, bold=True),
            Text(says=shown.ABOUT, tone=Tone.QUIET),
            Text(says=players(game), size=Size.SMALL, tone=Tone.QUIET),
        ),
        target=Target(game.NAME, shown.TITLE, ChooseGame(game.NAME)),
        tone=Tone.PANEL,
        gap=4,
        pad=20,
    )


def players(game: AnyGame) -> Message:
    return say("{least} to {most} players", least=game.PLAYERS.least, most=game.PLAYERS.most)
