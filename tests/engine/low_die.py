"""A game made up for the tests: it begins with a choice, all choose at once, and the fewest points win.

Each seat takes a handicap of 0 or 1 points, in any order; then they throw a die each. The lowest total wins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from engine import refusals
from engine.contract import (
    Actions,
    AnyGame,
    Die,
    Game,
    IllegalEvent,
    Legal,
    Move,
    Over,
    Roll,
    Score,
    State,
    Table,
    ToChoose,
    ToRoll,
)
from engine.naming import quoted
from engine.players import Players
from engine.words import Message, say

PLAYERS = Players(1, 4)
STRENGTHS: tuple[str, ...] = ("generous",)
DIE = Die("die", tuple("123456"))


@dataclass(frozen=True, slots=True)
class LowDie(State[int]):
    """A position of the game: what each seat has taken and thrown so far."""

    table: Table
    handicaps: tuple[int | None, ...]
    thrown: tuple[int, ...] = ()

    @property
    def turn(self) -> ToRoll | ToChoose | Over:
        seats = range(len(self.handicaps))
        if to_choose := tuple(seat for seat in seats if self.handicaps[seat] is None):
            return ToChoose(to_choose)
        if len(self.thrown) < len(seats):
            return ToRoll((self.table.first + len(self.thrown)) % len(seats), (DIE,))
        totals = [score.total for score in self.scores()]
        return Over(tuple(seat for seat in seats if totals[seat] == min(totals)))

    def legal(self, seat: int) -> Legal[int]:
        if isinstance(self.turn, ToChoose) and seat in self.turn.seats:
            return Actions((0, 1), say("take 0 or 1"))
        return Actions((), refusals.of_choosing(seat, self.turn, self.table.seats))

    def apply(self, event: Roll | Move[int]) -> LowDie:
        if isinstance(event, Roll):
            reason = refusals.of_roll(event, self.turn)
            if reason is not None:
                raise IllegalEvent(reason)
            return replace(self, thrown=(*self.thrown, int(event.faces[0])))
        reason = self.legal(event.seat).why_not(event.action)
        if reason is not None:
            raise IllegalEvent(reason)
        taken = list(self.handicaps)
        taken[event.seat] = event.action
        return replace(self, handicaps=tuple(taken))

    def scores(self) -> tuple[Score, ...]:
        first, seats = self.table.first, len(self.handicaps)
        scores = []
        for seat, handicap in enumerate(self.handicaps):
            place = (seat - first) % seats
            points = (handicap or 0, self.thrown[place] if place < len(self.thrown) else 0)
            notes = (("taken", points[0]), ("began", int(seat == first)))
            scores.append(Score(sum(points), (("handicap", points[0]), ("die", points[1])), notes))
        return tuple(scores)


def start(table: Table) -> LowDie:
    reason = refusals.of_table(table, PLAYERS, ())
    if reason is not None:
        raise ValueError(str(reason))
    return LowDie(table, (None,) * len(table.seats))


def parse(text: str) -> int:
    if text not in ("0", "1"):
        raise ValueError(f"expected 0 or 1, not {quoted(text)}")
    return int(text)


GAME: Game[int] = Game(name="low_die", players=PLAYERS, start=start, text=str, parse=parse, fewest_wins=True)


class Generous:
    """Always takes the point."""

    def choose(self, state: LowDie, seat: int) -> int:
        return 1


class Bots:
    """The bots of this game, as the module of a game's bots offers them."""

    STRENGTHS: tuple[str, ...] = STRENGTHS

    def bot(self, strength: str, luck: Random) -> Generous:
        return Generous()

    def hint(self, state: LowDie, seat: int) -> Message:
        return say("take 1")


def beside(known: Callable[[str], AnyGame]) -> Callable[[str], AnyGame]:
    """The games that can be asked for, and this one."""
    return lambda name: GAME if name == GAME.name else known(name)
