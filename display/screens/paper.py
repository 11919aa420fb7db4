"""The screen for those who play on paper: the dice, as large as they go."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from display.games.view import GameView
from display.motion import tumble_time
from display.screens.frame import View, framed
from display.tree import Area, Dice, Screen, Target, Tone, button, row
from engine.words import say


class Paper(Struct, frozen=True):
    """The dice as they lie, or as they will once they lie still."""

    game: GameView
    faces: tuple[str, ...]
    rolls: int
    thrown_at: float | None = None


class OnPaper(Enum):
    """What can be done while the sheets are of paper."""

    ROLL = "throw the dice"
    SKIP = "do not wait for the dice to settle"
    DONE = "leave the game"


def paper_screen(view: View, now: Paper) -> Screen[OnPaper]:
    rolling = now.thrown_at is not None
    lying = not rolling and now.rolls > 0
    faces = tuple(replace(now.game.face(text), gone=not lying and not rolling) for text in now.faces)
    roll = Target("skip", say("Quicker"), OnPaper.SKIP) if rolling else Target("roll", say("Roll"), OnPaper.ROLL)
    leave = Target("leave", say("Done"), OnPaper.DONE)
    across = len(faces) // 2 if not view.portrait or len(faces) > 4 else len(faces)
    return Screen(
        root=framed(
            view,
            now.game.TITLE,
            Area(
                children=(Dice(faces=faces, across=across, tumble=now.thrown_at, least=90, most=230),),
                tone=Tone.PANEL,
                pad=24,
                grow=1,
            ),
            row(button(leave), button(roll, main=True, grow=3), gap=12, middle=False),
            beside=say("Roll {n}", n=now.rolls) if now.rolls else say("On paper"),
        ),
        start=roll.name,
        back=OnPaper.DONE,
        roll=OnPaper.SKIP if rolling else OnPaper.ROLL,
        moving_until=None if now.thrown_at is None else now.thrown_at + tumble_time(len(faces)),
    )
