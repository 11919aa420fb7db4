"""Measures the master of Encore!: alone on a sheet, or against its own solo-minded self.

    python -m engine.games.encore.training.figures alone --sheet 01 --games 10000
    python -m engine.games.encore.training.figures duel --games 2000

The solo-minded self judges its sheet with the same tables, but never looks at the other one. Every two games of a duel
have the same dice, and the two change seats between them; a shared win is half a win for both. Needs neither numpy nor
numba.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from engine.contract import Bot, Move, Over, Roll, Seat, Table
from engine.games.encore import rules as encore
from engine.games.encore.bots import Master, SoloMinded
from engine.games.encore.new_sheets import fresh_code
from engine.games.encore.printed import PRINTED, sheet
from engine.games.encore.rules import Action, Encore
from engine.replay import play_out

GENERATED = "generated"  # a new sheet for every game


class Played(NamedTuple):
    """How a game ended, and the seconds that each choice took."""

    state: Encore
    winners: tuple[int, ...]
    seconds: list[float]


def play(code: str, players: Sequence[Bot[Action]], luck: Random) -> Played:
    """One game on the same sheet for all."""
    seats = tuple(Seat(f"player {number}") for number in range(1, len(players) + 1))
    seconds = []

    def choose(state: Encore, seats: tuple[int, ...]) -> Move[Action]:
        seat, began = seats[0], time.process_time()
        action = players[seat].choose(state, seat)
        seconds.append(time.process_time() - began)
        return Move(seat, action)

    last = play_out(
        encore.start(Table(seats, options=(("sheets", code),))),
        choose,
        lambda dice: Roll(tuple(luck.choice(die.faces) for die in dice)),
    )
    assert isinstance(last.turn, Over)
    return Played(last, last.turn.winners, seconds)


def alone(code: str, games: int, seed: int) -> str:
    """The master's points alone, and how long it thinks."""
    luck = Random(seed)
    points, seconds = [], []
    for _ in range(games):
        game_code = fresh_code(luck) if code == GENERATED else code
        played = play(game_code, [Master()], luck)
        points.append(played.state.scores()[0].total)
        seconds += played.seconds
    seconds.sort()
    return (
        f"sheet {code}, {games:,} games alone: mean {fmean(points):.2f} ± {stdev(points) / games**0.5:.2f}, "
        f"{min(points)} to {max(points)}; {1000 * fmean(seconds):.1f} ms a move, "
        f"99 of 100 within {1000 * seconds[len(seconds) * 99 // 100]:.1f} ms"
    )


def duel(code: str, games: int, seed: int) -> str:
    """How often the master beats its solo-minded self."""
    wins, leads = 0.0, []
    for game in range(games):
        seat = game % 2
        players: list[Bot[Action]] = [SoloMinded(Random(), 0.0), SoloMinded(Random(), 0.0)]
        players[seat] = Master()
        played = play(code, players, Random(seed * games + game // 2))
        wins += (seat in played.winners) / len(played.winners)
        totals = [score.total for score in played.state.scores()]
        leads.append(totals[seat] - totals[1 - seat])
    return f"sheet {code}, {games:,} games of two: the master wins {wins / games:.1%}, by {fmean(leads):.1f} points"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m engine.games.encore.training.figures", description="Measures the master"
    )
    parser.add_argument("what", choices=("alone", "duel"))
    parser.add_argument("--sheet", default=PRINTED[0], help=f"01 to 08, a code, or {GENERATED} (alone only)")
    parser.add_argument("--games", type=int, default=1000, help="at least 2; of a duel an even number")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    if wanted.games < 2 or (wanted.what == "duel" and wanted.games % 2):
        parser.error(f"--games {wanted.games}: give at least 2, and an even number for a duel")
    if wanted.sheet != GENERATED or wanted.what == "duel":
        try:
            sheet(wanted.sheet)
        except ValueError as reason:
            parser.error(f"--sheet: {reason}")
    print((alone if wanted.what == "alone" else duel)(wanted.sheet, wanted.games, wanted.seed))


if __name__ == "__main__":
    main()
