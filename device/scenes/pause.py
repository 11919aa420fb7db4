"""A pause in a game: what else can be done. The game's clock and its bots stand still."""

from __future__ import annotations

from typing import assert_never

from device.scenes.game import GameScene
from device.scenes.scene import AnyScene, Scene
from display.screens.frame import View
from display.screens.pause import FromPause, pause_screen
from display.tree import Screen


class PauseScene(Scene[FromPause]):
    def __init__(self, game: GameScene) -> None:
        super().__init__(game.shared)
        self._game = game

    def screen(self, view: View) -> Screen[FromPause]:
        match = self._game.match
        return pause_screen(view, self._game.view, match.can_undo, len(match.places), match.seal)

    def choose(self, choice: FromPause, time: float) -> AnyScene:
        match choice:
            case FromPause.GAME:
                return self._game.here()
            case FromPause.UNDO:
                self._game.undo()
                return self._game.here()
            case FromPause.NEXT_SHEET:
                self._game.show_next_sheet()
                return self._game.here()
            case FromPause.HISTORY:
                from device.scenes.history import HistoryScene

                return HistoryScene(self._game, self)
            case FromPause.RULES:
                from device.scenes.rules import RulesScene

                return RulesScene(self.shared, self._game.view, self)
            case FromPause.LEAVE:
                from device.scenes.leave import LeaveScene

                return LeaveScene(self._game)
            case _:
                assert_never(choice)
