"""A game played on paper: the box only throws the dice and shows them. Nothing is kept but the sheets on the table."""

from __future__ import annotations

from typing import assert_never

from device.scenes.scene import AnyScene, Scene, Shared
from display.games import VIEWS
from display.motion import tumble_time
from display.screens.frame import View
from display.screens.paper import OnPaper, Paper, paper_screen
from display.tree import Screen
from engine.contract import AnyGame, Roll, Table, ToRoll
from engine.dice import FairDice


class PaperScene(Scene[OnPaper]):
    """The dice with which a game begins, thrown again and again."""

    def __init__(self, shared: Shared, game: AnyGame, table: Table, dice: FairDice) -> None:
        super().__init__(shared)
        turn = game.start(table).turn
        assert isinstance(turn, ToRoll), "only a game that begins with a roll can be played on paper"
        self._view = VIEWS[game.name]
        self._asked = turn.dice
        self._dice = dice
        self._rolls = 0
        self._roll = Roll(tuple(die.faces[at % len(die.faces)] for at, die in enumerate(self._asked)))
        self._thrown_at: float | None = None

    def screen(self, view: View) -> Screen[OnPaper]:
        return paper_screen(view, Paper(self._view, self._roll.faces, self._rolls, self._thrown_at))

    @property
    def rolling(self) -> bool:
        return self._thrown_at is not None

    def skip(self) -> AnyScene:
        self._thrown_at = None
        return self

    def choose(self, choice: OnPaper, time: float) -> AnyScene:
        match choice:
            case OnPaper.ROLL:
                self._rolls += 1
                self._roll = self._dice.roll(self._rolls, self._asked)
                self._thrown_at = None if self.shared.settings.reduced_motion else self.shared.clock.now()
                return self
            case OnPaper.SKIP:
                return self.skip()
            case OnPaper.DONE:
                from device.scenes.menu import MenuScene

                return MenuScene(self.shared)
            case _:
                assert_never(choice)

    def next_due(self) -> float | None:
        return None if self._thrown_at is None else self._thrown_at + tumble_time(len(self._asked))

    def tick(self) -> AnyScene:
        due = self.next_due()
        if due is not None and self.shared.clock.now() >= due:
            self._thrown_at = None
        return self
