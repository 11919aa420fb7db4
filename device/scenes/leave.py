"""Leave this game for good? One question before something that cannot be undone."""

from __future__ import annotations

from typing import assert_never

from device.scenes.game import GameScene
from device.scenes.menu import MenuScene
from device.scenes.scene import AnyScene, Scene
from display.screens.frame import View
from display.screens.leave import Leaving, leave_screen
from display.tree import Screen


class LeaveScene(Scene[Leaving]):
    def __init__(self, game: GameScene) -> None:
        super().__init__(game.shared)
        self._game = game

    def screen(self, view: View) -> Screen[Leaving]:
        return leave_screen(view, self._game.view)

    def choose(self, choice: Leaving, time: float) -> AnyScene:
        match choice:
            case Leaving.STAY:
                return self._game.here()
            case Leaving.LEAVE:
                self._game.give_up()
                return MenuScene(self.shared)
            case _:
                assert_never(choice)
