"""The menu: which game?"""

from __future__ import annotations

from typing import assert_never

from device.scenes.scene import AnyScene, Scene
from display.games import card_of
from display.screens.frame import View
from display.screens.menu import ChooseGame, FromMenu, MenuChoice, Offered, menu_screen
from display.tree import Screen
from engine.games import GAMES, players


class MenuScene(Scene[MenuChoice]):
    def screen(self, view: View) -> Screen[MenuChoice]:
        return menu_screen(view, [Offered(name, card_of(name), players(name)) for name in GAMES])

    def choose(self, choice: MenuChoice, time: float) -> AnyScene:
        match choice:
            case ChooseGame(game=name):
                from device.scenes.table import TableScene

                return TableScene.for_game(self.shared, GAMES[name])
            case FromMenu.STATISTICS:
                from device.scenes.statistics import StatisticsScene

                return StatisticsScene(self.shared)
            case FromMenu.SETTINGS:
                from device.scenes.settings import SettingsScene

                return SettingsScene(self.shared)
            case FromMenu.MENU:
                return self
            case _:
                assert_never(choice)
