"""Who sits at one place of the table?"""

from __future__ import annotations

from typing import assert_never

from device.scenes.scene import AnyScene, Scene, Shared
from display.screens.frame import View
from display.screens.seat import AtTheSeat, SeatChoice, Sit, seat_screen
from display.tree import Screen
from engine.games import bots


class SeatScene(Scene[SeatChoice]):
    def __init__(self, shared: Shared, table: AnyScene, place: int) -> None:
        super().__init__(shared)
        self._table = table
        self._place = place

    def screen(self, view: View) -> Screen[SeatChoice]:
        shown = self.shared.seating.shown
        return seat_screen(view, shown, self._place, bots(shown.game.name).STRENGTHS)

    def choose(self, choice: SeatChoice, time: float) -> AnyScene:
        match choice:
            case Sit(who=who):
                self.shared.seating.sit(self._place, who)
                return self._table
            case AtTheSeat.NAME:
                from device.scenes.name import NameScene

                return NameScene(self.shared, self, self._place)
            case AtTheSeat.BACK:
                return self._table
            case _:
                assert_never(choice)
