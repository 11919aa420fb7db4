"""Bots for Durchmarsch: a beginner who looks at the next roll only, a steady player who minds only the own sheet, and a
master who plays the race.

The master weighs its turn exactly, as though from the next turn on all played at the steady pace, itself at the steady
or at a hurried one, whichever suits it better. So its figures are chances of winning: of completing a row before
anybody else does, or of being the last one who is not out. Dice decide most of a race: in 20,000 games for two, the
master won 55.6 % against the steady one and 57.8 % against the beginner; more paces to choose from won it no more.

Alone there is no race, and the master plays like the steady one, whose patience sets the aim: a row completed one turn
later counts 5 % less. That completes a row in 71.5 % of all games, in 10.2 turns on average. All the patience there is
would make it 82.9 %, in 21.8 turns; a patience of 0.9 would make it 63.7 %, in 8.3 turns.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from random import Random

from engine.contract import Bot
from engine.games.durchmarsch.odds import MOST_TURNS, Worth, hit_chance, pace, standing, weigh
from engine.games.durchmarsch.rules import BOXES, FEWEST_DICE, Decision, Durchmarsch
from engine.words import Message, say

STRENGTHS = ("beginner", "steady", "master")
STEADY, HURRIED = 0.95, 0.85  # patience


class Beginner:
    """Goes on if the next roll looks good, looks no further, and sometimes does the opposite."""

    GOOD, WHIM = 0.7, 0.15

    def __init__(self, luck: Random) -> None:
        self._luck = luck

    def choose(self, state: Durchmarsch, seat: int) -> Decision:
        sheet = state.sheets[seat]
        box = BOXES[sheet.rows[sheet.current].checked]
        looks_good = hit_chance(box, _dice_to_go_on(state)) >= self.GOOD
        whim = self._luck.random() < self.WHIM
        return Decision.GO if looks_good != whim else Decision.STOP


class Steady:
    """Plays its own sheet as well as can be, and looks at no other."""

    def choose(self, state: Durchmarsch, seat: int) -> Decision:
        return weigh_alone(state, seat).better


class Master:
    """Plays to win the race."""

    def choose(self, state: Durchmarsch, seat: int) -> Decision:
        return weigh_race(state, seat).better


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
    nothing_to_decide = state.legal(seat).why_not(Decision.STOP)
    if nothing_to_decide is not None:
        return nothing_to_decide
    worth = weigh_race(state, seat)
    go, stop = round(100 * worth.go), round(100 * worth.stop)
    alone = len(state.sheets) == 1
    match worth.better:
        case Decision.GO if alone:
            return say("Go on: worth {go} of 100 against {stop} for stopping", go=go, stop=stop)
        case Decision.STOP if alone:
            return say("Stop: worth {stop} of 100 against {go} for going on", go=go, stop=stop)
        case Decision.GO:
            return say("Go on: {go} % against {stop} % for stopping", go=go, stop=stop)
        case Decision.STOP:
            return say("Stop: {stop} % against {go} % for going on", go=go, stop=stop)


def weigh_alone(state: Durchmarsch, seat: int) -> Worth:
    """Going on against stopping for somebody who looks at no other sheet."""
    return pace(STEADY).weigh(standing(state.sheets[seat]), _dice_to_go_on(state))


def weigh_race(state: Durchmarsch, seat: int) -> Worth:
    """Going on against stopping for somebody who looks at all sheets."""
    if len(state.sheets) == 1:
        return weigh_alone(state, seat)
    rivals = tuple(standing(sheet) for other, sheet in enumerate(state.sheets) if other != seat)
    return weigh(standing(state.sheets[seat]), _dice_to_go_on(state), lambda after: chance_to_win(after, rivals))


def chance_to_win(number: int, rivals: tuple[int, ...]) -> float:
    """How likely somebody with this standing wins against rivals with those, who have their turns first."""
    wins = _wins(rivals)
    best: float = max(sum(map(mul, pace(patience).ends(number), wins)) for patience in (STEADY, HURRIED))
    return best


@lru_cache(maxsize=64)
def _wins(rivals: tuple[int, ...]) -> tuple[float, ...]:
    """Two figures for each of the turns 0, 1, 2 and so on, in the order of `Pace.ends`: how likely a row completed in
    that turn wins, because no rival has completed one so far, and how likely going out in that turn wins, because all
    rivals are out already."""
    wins = [1.0] * (2 * MOST_TURNS + 2)
    for rival in rivals:
        ends = pace(STEADY).ends(rival)
        completed = out = 0.0
        for turn in range(0, len(wins), 2):
            if turn < len(ends):
                completed += ends[turn]
                out += ends[turn + 1]
            wins[turn] *= 1 - completed
            wins[turn + 1] *= out
    return tuple(wins)


def _dice_to_go_on(state: Durchmarsch) -> int:
    return max(state.dice - 1, FEWEST_DICE)
