"""A game played on paper: the box only throws the dice and shows them. Nothing is kept but the sheets on the table."""

from __future__ import annotations

from display import choices as c
from display.games import VIEWS
from display.motion import tumble_time
from display.screens.paper import Paper
from engine.contract import AnyGame, Roll, Table, ToRoll
from engine.dice import FairDice
from hardware.clock import Clock


class PaperGame:
    """The dice of one game, thrown again and again."""

    def __init__(self, rules: AnyGame, table: Table, dice: FairDice, clock: Clock, still: bool) -> None:
        turn = rules.start(table).turn
        assert isinstance(turn, ToRoll)
        self._view = VIEWS[rules.name]
        self._asked = turn.dice
        self._dice = dice
        self._clock = clock
        self._still = still  # reduced motion
        self._rolls = 0
        self._roll = Roll(tuple(die.faces[at % len(die.faces)] for at, die in enumerate(self._asked)))
        self._thrown_at: float | None = None

    @property
    def view(self) -> Paper:
        return Paper(self._view, self._roll.faces, self._rolls, self._thrown_at)

    @property
    def rolling(self) -> bool:
        return self._thrown_at is not None

    def choose(self, choice: object) -> None:
        if isinstance(choice, c.Skip):
            self._thrown_at = None
        elif isinstance(choice, c.RollDice) and not self.rolling:
            self._rolls += 1
            self._roll = self._dice.roll(self._rolls, self._asked)
            self._thrown_at = None if self._still else self._clock.now()

    def next_due(self) -> float | None:
        return None if self._thrown_at is None else self._thrown_at + tumble_time(len(self._asked))

    def tick(self) -> None:
        due = self.next_due()
        if due is not None and self._clock.now() >= due:
            self._thrown_at = None
