"""How a game is played, to be read before it or in the middle of it."""

from __future__ import annotations

from typing import assert_never

from device.scenes.scene import AnyScene, Scene, Shared
from display.games.view import GameView
from display.screens.frame import View
from display.screens.rules import FromRules, rules_screen
from display.tree import Screen


class RulesScene(Scene[FromRules]):
    def __init__(self, shared: Shared, game: GameView, back: AnyScene) -> None:
        super().__init__(shared)
        self._game = game
        self._back = back

    def screen(self, view: View) -> Screen[FromRules]:
        return rules_screen(view, self._game)

    def choose(self, choice: FromRules, time: float) -> AnyScene:
        match choice:
            case FromRules.BACK:
                return self._back
            case _:
                assert_never(choice)
