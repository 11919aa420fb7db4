"""Plays many games of bots against bots and sums up what came of them.

The dice come from a quick generator that can be seeded, not from `engine.dice`: nobody watches, and nobody has to be
able to check them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from engine import games, refusals
from engine.contract import AnyGame, AnyState, Bot, Die, Move, Over, Roll, Score, Seat, Table
from engine.replay import play_out

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How one seat fared: a shared win counts for each who shares it; the rest is about the totals and the notes."""

    bot: str
    wins: int
    mean: float
    sd: float
    min: int
    max: int
    notes: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of so many games."""

    game: str
    games: int
    seats: tuple[SeatSummary, ...]


class RandomBot:
    """Takes any legal action, each as likely as the others."""

    def __init__(self, luck: Random) -> None:
        self._random = luck.random

    def choose(self, state: AnyState, seat: int) -> Any:
        legal = state.legal(seat)
        return legal[int(self._random() * len(legal))]


def strengths(name: str) -> tuple[str, ...]:
    """The bots that can play a game here, weakest first."""
    return (RANDOM, *games.bots(name).STRENGTHS)


def simulate(
    name: str,
    bots: Sequence[str],
    count: int,
    seed: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Plays `count` games, one bot to each seat; the same seed plays the same games.

    The seats take turns at beginning, so that none is favoured if `count` is a multiple of their number. `progress` is
    told after each game how many have been played. Raises ValueError, with one sentence, for what cannot be played.
    """
    rules = games.game(name)
    too_many_or_few = refusals.of_count(len(bots), rules.players)
    if too_many_or_few is not None:
        raise ValueError(str(too_many_or_few))
    if count < 1:
        raise ValueError(f"at least 1 game has to be played, not {count}")
    luck = Random(seed)
    players = [_bot(name, strength, luck) for strength in bots]
    seats = tuple(Seat(f"{strength} {number}", strength) for number, strength in enumerate(bots, start=1))
    tallies = [_Tally() for _ in seats]
    for played in range(count):
        winners, scores = _play(rules, Table(seats, first=played % len(seats)), players, luck)
        for seat, (tally, score) in enumerate(zip(tallies, scores, strict=True)):
            tally.add(score, won=seat in winners)
        if progress is not None:
            progress(played + 1)
    return Summary(name, count, tuple(tally.summary(bot) for tally, bot in zip(tallies, bots, strict=True)))


def _bot(name: str, strength: str, luck: Random) -> Bot[Any]:
    known = strengths(name)
    if strength not in known:
        raise ValueError(f"there is no bot {strength!r} for {name}; there is {', '.join(known)}")
    return RandomBot(luck) if strength == RANDOM else games.bots(name).bot(strength, luck)


def _play(
    rules: AnyGame, table: Table, players: Sequence[Bot[Any]], luck: Random
) -> tuple[tuple[int, ...], tuple[Score, ...]]:
    """One game, to its winners and scores."""
    random = luck.random

    def choose(state: AnyState, seats: tuple[int, ...]) -> Move[Any]:
        seat = seats[0]
        return Move(seat, players[seat].choose(state, seat))

    def throw(dice: tuple[Die, ...]) -> Roll:
        # random() instead of choice(): with that, half the time of a simulation would go into the dice
        return Roll(tuple([die.faces[int(random() * len(die.faces))] for die in dice]))

    last = play_out(rules.start(table), choose, throw)
    assert isinstance(last.turn, Over)
    return last.turn.winners, last.scores()


class _Tally:
    """What has been counted for one seat so far."""

    def __init__(self) -> None:
        self._wins = 0
        self._totals: Counter[int] = Counter()
        self._notes: Counter[str] = Counter()

    def add(self, score: Score, won: bool) -> None:
        self._wins += won
        self._totals[score.total] += 1
        self._notes.update(dict(score.notes))

    def summary(self, bot: str) -> SeatSummary:
        count = self._totals.total()
        mean = sum(total * times for total, times in self._totals.items()) / count
        squares = sum((total - mean) ** 2 * times for total, times in self._totals.items())
        return SeatSummary(
            bot=bot,
            wins=self._wins,
            mean=mean,
            sd=sqrt(squares / (count - 1)) if count > 1 else 0.0,
            min=min(self._totals),
            max=max(self._totals),
            notes=tuple((note, value / count) for note, value in self._notes.items()),
        )
