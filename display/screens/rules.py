"""How a game is played, in a few sentences."""

from __future__ import annotations

from enum import Enum

from display.games.view import GameView
from display.screens.frame import View, framed
from display.tree import Screen, Target, Text, button, panel
from engine.words import say


class FromRules(Enum):
    """Where the rules lead."""

    BACK = "to where one came from"


def rules_screen(view: View, game: GameView) -> Screen[FromRules]:
    lines = [Text(says=rule) for rule in game.RULES]
    return Screen(
        root=framed(
            view,
            game.TITLE,
            panel(*lines, gap=14, pad=22, grow=1),
            button(Target("back", say("Back"), FromRules.BACK), main=True, grow=0),
            beside=say("How to play"),
        ),
        start="back",
        back=FromRules.BACK,
    )
