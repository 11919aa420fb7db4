"""The end of a game: who won, and by what."""

from __future__ import annotations

from typing import assert_never

from device.scenes.game import GameScene
from device.scenes.scene import AnyScene, Scene
from display.language import speaker
from display.screens.frame import View
from display.screens.result import Ended, FromResult, result_screen
from display.tree import Screen
from engine.words import say


class ResultScene(Scene[FromResult]):
    def __init__(self, game: GameScene) -> None:
        super().__init__(game.shared)
        self._game = game

    def screen(self, view: View) -> Screen[FromResult]:
        return result_screen(view, self._ended())

    def choose(self, choice: FromResult, time: float) -> AnyScene:
        match choice:
            case FromResult.MENU:
                from device.scenes.menu import MenuScene

                self.shared.game = None
                return MenuScene(self.shared)
            case FromResult.AGAIN:
                from device.scenes.table import TableScene

                return TableScene.for_game(self.shared, self._game.match.rules)
            case FromResult.PRINT:
                self._print()
                return self
            case _:
                assert_never(choice)

    def _print(self) -> None:
        if self.shared.printing is not None:
            from device.receipts import receipt

            self.shared.printing(receipt(self._ended(), speaker(self.shared.settings.language)))

    def _ended(self) -> Ended:
        match, shared = self._game.match, self.shared
        return Ended(
            match.rules.name,
            self._game.view,
            match.state,
            match.places,
            match.seal,
            "" if match.dice is None else match.dice.secret.hex(),
            say("The whole game is kept as a record.") if shared.store.saved else None,
            shared.printing is not None,
        )
