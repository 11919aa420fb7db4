"""One question before a game is given up."""

from __future__ import annotations

from enum import Enum

from display.games.view import GameView
from display.screens.frame import View, framed
from display.tree import Screen, Size, Space, Target, Text, Tone, button, row
from engine.words import say


class Leaving(Enum):
    """The answers."""

    STAY = "keep playing"
    LEAVE = "give the game up"


def leave_screen(view: View, game: GameView) -> Screen[Leaving]:
    """One question before something that cannot be undone."""
    return Screen(
        root=framed(
            view,
            game.TITLE,
            Space(),
            Text(says=say("Leave this game for good?"), size=Size.TITLE, bold=True),
            Text(says=say("If you only switch the box off, the game goes on next time."), tone=Tone.QUIET),
            Space(),
            row(
                button(Target("stay", say("Keep playing"), Leaving.STAY), main=True),
                button(Target("leave", say("Leave the game"), Leaving.LEAVE)),
                gap=12,
                middle=False,
            ),
        ),
        start="stay",
        back=Leaving.STAY,
    )
