"""The table before a game: who plays, which options, and the seal of the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from device import match
from device.scenes.scene import AnyScene, Scene, Shared
from display.games import VIEWS
from display.screens.frame import View
from display.screens.table import (
    AtTheTable,
    EditSeat,
    JoinOrLeave,
    NextOption,
    TableChoice,
    table_screen,
)
from display.tree import Screen
from display.ways import Way
from engine.contract import AnyGame
from hardware.inputs import Lamp


class TableScene(Scene[TableChoice]):
    @classmethod
    def for_game(cls, shared: Shared, game: AnyGame) -> TableScene:
        """The table is set for a game, with new dice."""
        shared.game = None
        shared.seating.begin(game)
        return cls(shared)

    def screen(self, view: View) -> Screen[TableChoice]:
        return table_screen(view, self.shared.seating.shown)

    def lamps(self) -> Mapping[int, Lamp]:
        return dict.fromkeys(self.shared.seating.people, Lamp.LIT)

    def felt(self, time: float, button: str = "") -> bool:
        self.shared.seating.mix_in(time)
        return False

    def choose(self, choice: TableChoice, time: float) -> AnyScene:
        seating = self.shared.seating
        match choice:
            case EditSeat(place=place):
                from device.scenes.seat import SeatScene

                return SeatScene(self.shared, self, place)
            case JoinOrLeave(place=place):
                seating.join_or_leave(place)
            case NextOption(name=name):
                seating.next_option(name)
            case AtTheTable.NEXT_FIRST:
                seating.next_first()
            case AtTheTable.NEXT_WAY:
                seating.next_way()
            case AtTheTable.RULES:
                from device.scenes.rules import RulesScene

                return RulesScene(self.shared, VIEWS[seating.shown.game.name], self)
            case AtTheTable.START:
                return self._start()
            case AtTheTable.BACK:
                from device.scenes.menu import MenuScene

                return MenuScene(self.shared)
            case _:
                assert_never(choice)
        return self

    def _start(self) -> AnyScene:
        shared, shown = self.shared, self.shared.seating.shown
        if not shown.ready:
            return self
        table, dice, drawn = shared.seating.start()
        if shown.way is Way.PAPER:
            from device.scenes.paper import PaperScene

            return PaperScene(shared, shown.game, table, dice)
        from device.scenes.game import GameScene

        own = None if shown.way is Way.REAL_DICE else dice
        return GameScene(
            shared, match.begin(shared.store, shown.game, table, shown.taken, own, drawn, shared.today)
        ).here()
