"""What can be done in the middle of a game besides playing; and how a game is played, in a few sentences."""

from __future__ import annotations

from display.choices import Leave, LookOn, Open, Undo
from display.games import GameView
from display.screens.frame import View, framed
from display.screens.table import short_seal
from display.tree import Screen, Size, Space, Target, Text, Tone, button, panel, row
from engine.words import say


def pause_screen(view: View, game: GameView, can_undo: bool, sheets: int, seal: str | None) -> Screen:
    targets = [
        Target("go on", say("Back to the game"), Open("play")),
        *([Target("undo", say("Undo"), Undo())] if can_undo else []),
        *([Target("look on", say("Look at the next sheet"), LookOn())] if sheets > 1 else []),
        Target("history", say("What happened"), Open("history")),
        Target("rules", say("How to play"), Open("rules")),
        Target("leave", say("Leave the game"), Open("leave")),
    ]
    return Screen(
        name="pause",
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
        back=Open("play"),
    )


def _seal(seal: str) -> Text:
    return Text(says=say("Dice sealed: {seal} …", seal=short_seal(seal)), size=Size.SMALL, tone=Tone.QUIET)


def leave_screen(view: View, game: GameView) -> Screen:
    """One question before something that cannot be undone."""
    return Screen(
        name="leave",
        root=framed(
            view,
            game.TITLE,
            Space(),
            Text(says=say("Leave this game for good?"), size=Size.TITLE, bold=True),
            Text(says=say("If you only switch the box off, the game goes on next time."), tone=Tone.QUIET),
            Space(),
            row(
                button(Target("stay", say("Keep playing"), Open("play")), main=True),
                button(Target("leave", say("Leave the game"), Leave())),
                gap=12,
                middle=False,
            ),
        ),
        start="stay",
        back=Open("play"),
    )


def rules_screen(view: View, game: GameView, back_to: str) -> Screen:
    lines = [Text(says=rule) for rule in game.RULES]
    return Screen(
        name="rules",
        root=framed(
            view,
            game.TITLE,
            panel(*lines, gap=14, pad=22, grow=1),
            button(Target("back", say("Back"), Open(back_to)), main=True, grow=0),
            beside=say("How to play"),
        ),
        start="back",
        back=Open(back_to),
    )
