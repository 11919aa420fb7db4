"""The bots of One More Encore!: legal in every position, better the stronger they are, and able to say why."""

from __future__ import annotations

from random import Random

import pytest

from engine.colour_sheets.picks import PASS
from engine.contract import Roll, ToChoose
from engine.games.one_more_encore import bots
from engine.games.one_more_encore import rules as one_more_encore
from engine.games.one_more_encore.rules import OneMoreEncore
from engine.simulate import simulate
from tests.playing import random_game, table


def positions(players: int, seed: int) -> list[OneMoreEncore]:
    """The positions of a game in which somebody chooses."""
    states, _ = random_game(one_more_encore.GAME, table(players), Random(seed))
    return [state for state in states if isinstance(state, OneMoreEncore) and isinstance(state.turn, ToChoose)]


@pytest.mark.parametrize("strength", bots.STRENGTHS)
def test_a_bot_does_only_what_is_legal(strength: str) -> None:
    bot = bots.bot(strength, Random(1))
    for state in positions(3, seed=4)[::7]:
        assert isinstance(state.turn, ToChoose)
        seat = state.turn.seats[-1]
        assert bot.choose(state, seat) in state.legal(seat)


def test_bonus_bombs_are_used() -> None:
    state = next(state for seed in range(60) for state in positions(2, seed) if state.bombing is not None)
    assert state.bombing is not None
    assert bots.bot("master", Random(1)).choose(state, state.bombing) is not PASS


def test_alone_the_stronger_score_more() -> None:
    """The expert is left out: it is too close to the master for so few games."""
    strengths = [strength for strength in bots.STRENGTHS if strength != "expert"]
    means = [simulate("one_more_encore", [strength], 16, seed=3).seats[0].mean for strength in strengths]
    assert means == sorted(means)
    assert means[-1] > 60


def test_the_master_beats_the_beginner() -> None:
    seats = simulate("one_more_encore", ["master", "beginner"], 20, seed=5).seats
    assert seats[0].wins >= 17


def test_the_hint_says_what_the_master_would_do_and_why() -> None:
    state = one_more_encore.start(table(1)).apply(Roll(("blue", "red", "3", "4", "bomb")))
    told = str(bots.hint(state, 0))
    assert "The master would take" in told
    assert "points better than passing" in told


def test_who_may_not_choose_gets_the_reason() -> None:
    assert "roll" in str(bots.hint(one_more_encore.start(table(2)), 0))
