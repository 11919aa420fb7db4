"""Bots for Durchmarsch: a beginner who trusts the next roll, a steady player who minds only the own sheet, and a
master who plays the race.

The master weighs each turn exactly, as though from the next turn on all played at the steady pace, itself at the
steady or at a hurried one, whichever suits it better. So its figures are chances of winning: of completing a row
before anybody else does, or of being the last one who is not out.

Alone there is no race and the master plays like the steady one. Its patience sets the aim: a row completed a turn later
counts 5 % less. That completes a row in 71.5 % of games, in 10.2 turns on average; without haste (patience 1) it would
be 82.9 % in XX turns, and with a patience of 0.9 63.7 % in 8.3.
"""

from __future__ import annotations

from functools import cache, lru_cache
from operator import mul
from random import Random

from engine import refusals
from engine.bots.durchmarsch_odds import MOST_TURNS, Pace, Worth, hit_chance, standing, weigh
from engine.contract import Bot
from engine.durchmarsch import BOXES, FEWEST_DICE, Decision, Durchmarsch
from engine.words import Message, say

STRENGTHS = ("beginner", "steady", "master")
STEADY, HURRIED = 0.95, 0.85  # patience: see engine.bots.durchmarsch_odds.Pace


class Beginner:
    """Looks no further than the next roll, and goes on as often as that would hit."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck

    def choose(self, state: Durchmarsch, seat: int) -> Decision:
        sheet = state.sheets[seat]
        box = BOXES[sheet.rows[sheet.current].checked]
        goes_on = self._luck.random() < hit_chance(box, _dice_to_go_on(state))
        return Decision.GO if goes_on else Decision.STOP


class Steady:
    """Plays its own sheet as well as can be, and looks at no other."""

    def choose(self, state: Durchmarsch, seat: int) -> Decision:
        return _weigh_alone(state, seat).better


class Master:
    """Plays to win the race."""

    def choose(self, state: Durchmarsch, seat: int) -> Decision:
        return _weigh(state, seat).better


def bot(strength: str, luck: Random) -> Bot[Decision]:
    match strength:
        case "beginner":
            return Beginner(luck)
        case "steady":
            return Steady()
        case "master":
            return Master()
    raise ValueError(f"there is no bot {strength!r}; there is {', '.join(STRENGTHS)}")


def hint(state: Durchmarsch, seat: int) -> Message:
    """What the master would do. In a race the figures are chances of winning; alone, 100 is a row completed at once."""
    nothing = refusals.of_choosing(seat, state.turn, state.table.seats)
    if nothing is not None:
        return nothing
    worth = _weigh(state, seat)
    go, stop = round(100 * worth.go), round(100 * worth.stop)
    alone = len(state.sheets) == 1
    match worth.better:
        case Decision.GO if alone:
            return say("Go on: worth {go} of 100 against {stop} for stopping", go=go, stop=stop)
        case Decision.STOP if alone:
            return say("Stop: worth {stop} of 100 against {go} for going on", go=go, stop=stop)
        case Decision.GO:
            return say("Go on: {go} % against {stop} % for stopping", go=go, stop=stop)
    return say("Stop: {stop} % against {go} % for going on", go=go, stop=stop)


def _weigh(state: Durchmarsch, seat: int) -> Worth:
    """What the master thinks of going on and of stopping."""
    if len(state.sheets) == 1:
        return _weigh_alone(state, seat)
    rivals = tuple(standing(sheet) for other, sheet in enumerate(state.sheets) if other != seat)
    return weigh(standing(state.sheets[seat]), _dice_to_go_on(state), lambda after: _chance(after, rivals))


def _weigh_alone(state: Durchmarsch, seat: int) -> Worth:
    return _pace(STEADY).weigh(standing(state.sheets[seat]), _dice_to_go_on(state))


def _dice_to_go_on(state: Durchmarsch) -> int:
    return max(state.dice - 1, FEWEST_DICE)


@cache
def _pace(patience: float) -> Pace:
    return Pace(patience)


def _chance(number: int, rivals: tuple[int, ...]) -> float:
    """How likely somebody with this standing wins against those, who have their turns first."""
    wins = _wins(rivals)
    return max(sum(map(mul, _pace(patience).ends(number), wins)) for patience in (STEADY, HURRIED))


@lru_cache(maxsize=64)
def _wins(rivals: tuple[int, ...]) -> tuple[float, ...]:
    """For each turn, how likely completing a row in it wins, and how likely going out in it would come too late to lose:
    the first if no rival has completed one by then, the second if they all went out before."""
    wins = [1.0] * (2 * MOST_TURNS + 2)
    for rival in rivals:
        ends = _pace(STEADY).ends(rival)
        completed = out = 0.0
        for turn in range(0, len(wins), 2):
            if turn < len(ends):
                completed += ends[turn]
                out += ends[turn + 1]
            wins[turn] *= 1 - completed
            wins[turn + 1] *= out
    return tuple(wins)
