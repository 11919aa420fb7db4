"""When bots act: each is asked what it would do, thinks beside the loop, and acts when its pause is over or, in a race,
at the moment it has named.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from device.match import Match
from device.playing.race import RaceClock
from device.thinking import Thinker, Thought
from engine.contract import Timed, ToChoose
from engine.games import bots


class BotSchedule:
    """What the bots of one game are going to do, and when."""

    def __init__(self, match: Match, race: RaceClock, thinker: Thinker, luck: Random) -> None:
        self._match = match
        self._race = race
        self._thinker = thinker
        self._luck = luck
        self._waiting: list[int] = []  # may act and have not been asked yet
        self._asked: tuple[int, int] | None = None  # the number of the question, and whom
        self._plans: dict[int, object | None] = {}  # by seat
        self._act_at = 0.0

    def clear(self) -> None:
        """Nobody is going to do anything; answers to earlier questions do not count any more."""
        self._waiting, self._asked, self._plans = [], None, {}

    def begin(self, seats: Sequence[int], act_at: float) -> None:
        """In a new position these bots may act, not before this time."""
        self.clear()
        self._waiting, self._act_at = list(seats), act_at
        if isinstance(self._match.state.turn, ToChoose):
            self._ask()
        else:
            self._plans = dict.fromkeys(self._waiting)

    def _ask(self) -> None:
        """Ask one bot; the next one only if this one waits for its moment."""
        if not self._waiting:
            return
        seat = self._waiting.pop(0)
        state, game = self._match.state, self._match.rules.name
        strength, luck = self._match.table.seats[seat].bot or "", Random(self._luck.random())
        self._asked = self._thinker.ask(lambda: bots(game).bot(strength, luck).choose(state, seat)), seat

    def hear(self, thought: Thought) -> None:
        """An answer, perhaps to one of these questions."""
        if self._asked is None or thought.number != self._asked[0]:
            return
        (_, seat), self._asked = self._asked, None
        self._plans[seat] = thought.answer
        if isinstance(thought.answer, Timed):
            self._ask()

    def next_due(self) -> float | None:
        """When the next bot acts, if one knows what to do."""
        return min(map(self._due, self._plans), default=None)

    def _due(self, seat: int) -> float:
        plan = self._plans[seat]
        return self._race.dice_seen_at + plan.time / 1000 if isinstance(plan, Timed) else self._act_at

    def hurry(self, now: float) -> None:
        """Bots need no pause: they act as soon as they know what to do."""
        self._act_at = min(self._act_at, now)

    def next_action(self) -> tuple[int, object]:
        """Who acts next, and what it does; something legal if thinking failed or the plan is not possible any more."""
        seat = min(self._plans, key=self._due)
        legal, planned = self._match.state.legal(seat), self._plans[seat]
        return seat, planned if planned in legal else next(iter(legal))
