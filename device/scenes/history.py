"""What happened in the game so far, a line for each roll and each move."""

from __future__ import annotations

from typing import assert_never

from device.match import Match
from device.scenes.game import GameScene
from device.scenes.scene import AnyScene, Scene
from display.games.view import GameView
from display.screens.frame import View
from display.screens.history import FromHistory, HistoryChoice, history_screen
from display.screens.pages import TurnPage
from display.tree import Screen
from engine.contract import Roll
from engine.words import Message, say


class HistoryScene(Scene[HistoryChoice]):
    def __init__(self, game: GameScene, back: AnyScene) -> None:
        super().__init__(game.shared)
        self._shown = game.view
        self._lines = history(game.match, game.view)
        self._back = back
        self._page = 0

    def screen(self, view: View) -> Screen[HistoryChoice]:
        return history_screen(view, self._shown, self._lines, self._page)

    def choose(self, choice: HistoryChoice, time: float) -> AnyScene:
        match choice:
            case TurnPage(page=page):
                self._page = page
                return self
            case FromHistory.BACK:
                return self._back
            case _:
                assert_never(choice)


def history(match: Match, shown: GameView) -> list[Message]:
    """The game in words."""
    seats = match.table.seats
    lines, rolls = [], 0
    for event in match.events:
        if isinstance(event, Roll):
            rolls += 1
            faces = [shown.face_label(face) for face in event.faces]
            told = faces[0]
            for face in faces[1:]:
                told = say("{one}, {other}", one=told, other=face)
            lines.append(say("Roll {n}: {faces}", n=rolls, faces=told))
        else:
            lines.append(say("{name}: {what}", name=seats[event.seat].name, what=shown.action(event.action)))
    return lines
