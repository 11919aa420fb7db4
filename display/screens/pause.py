"""What can be done in the middle of a game besides playing."""

from __future__ import annotations

from enum import Enum

from display.games.view import GameView
from display.screens.frame import View, framed
from display.screens.table import short_seal
from display.tree import Screen, Size, Space, Target, Text, Tone, button
from engine.words import say


class FromPause(Enum):
    """Where a pause leads."""

    GAME = "back to the game"
    UNDO = "take back the last move"
    NEXT_SHEET = "show the next seat's sheet large"
    HISTORY = "what happened"
    RULES = "how to play"
    LEAVE = "leave the game"


def pause_screen(view: View, game: GameView, can_undo: bool, sheets: int, seal: str | None) -> Screen[FromPause]:
    targets = [
        Target("go on", say("Back to the game"), FromPause.GAME),
        *([Target("undo", say("Undo"), FromPause.UNDO)] if can_undo else []),
        *([Target("look on", say("Look at the next sheet"), FromPause.NEXT_SHEET)] if sheets > 1 else []),
        Target("history", say("What happened"), FromPause.HISTORY),
        Target("rules", say("How to play"), FromPause.RULES),
        Target("leave", say("Leave the game"), FromPause.LEAVE),
    ]
    return Screen(
        root=framed(
            view,
            game.TITLE,
            Space(),
            *(button(target, main=i == 0, grow=0) for i, target in enumerate(targets)),
            Space(),
            *([] if seal is None else [_seal(seal)]),
            beside=say("Paused"),
        ),
        start="go on",
        back=FromPause.GAME,
    )


def _seal(seal: str) -> Text:
    return Text(says=say("Dice sealed: {seal} …", seal=short_seal(seal)), size=Size.SMALL, tone=Tone.QUIET)
