"""Who has played which game how often, and how well; a page for each game."""

from __future__ import annotations

from typing import assert_never

from device.scenes.scene import AnyScene, Scene, Shared
from display.screens.frame import View
from display.screens.pages import TurnPage
from display.screens.statistics import FromStatistics, StatisticsChoice, statistics_screen
from display.tree import Screen
from engine.games import GAMES


class StatisticsScene(Scene[StatisticsChoice]):
    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._turn_to(0)

    def _turn_to(self, page: int) -> None:
        """The figures are read once for each page that is looked at."""
        self._page = page
        self._shown = list(GAMES)[page % len(GAMES)]
        fewest = GAMES[self._shown].fewest_wins
        self._players = self.shared.store.players(self._shown, fewest_wins=fewest)

    def screen(self, view: View) -> Screen[StatisticsChoice]:
        return statistics_screen(view, self._shown, self._players, self._page)

    def choose(self, choice: StatisticsChoice, time: float) -> AnyScene:
        match choice:
            case TurnPage(page=page):
                self._turn_to(page)
                return self
            case FromStatistics.BACK:
                from device.scenes.menu import MenuScene

                return MenuScene(self.shared)
            case _:
                assert_never(choice)
