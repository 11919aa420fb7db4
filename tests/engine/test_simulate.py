"""Bots against bots: what a summary says, and that the stronger ones win more."""

from __future__ import annotations

from typing import Any

import pytest

from engine import games
from engine.simulate import simulate, strengths
from tests.engine import low_die as low

GAME = "durchmarsch"


@pytest.fixture
def low_die(monkeypatch: pytest.MonkeyPatch) -> str:
    bots: Any = low.Bots()
    monkeypatch.setattr(games, "game", low.beside(games.game))
    monkeypatch.setattr(games, "bots", lambda name: bots)
    return low.GAME.name


def test_a_summary_adds_up(low_die: str) -> None:
    summary = simulate(low_die, ["generous", "random"], 3000, seed=1)
    generous, random = summary.seats
    assert (summary.game, summary.games, generous.bot, random.bot) == ("low_die", 3000, "generous", "random")
    assert (generous.min, generous.max, random.min, random.max) == (2, 7, 1, 7)
    assert generous.mean == pytest.approx(4.5, abs=0.1)
    assert random.mean == pytest.approx(4.0, abs=0.1)
    assert generous.sd == pytest.approx((35 / 12) ** 0.5, abs=0.1)
    assert dict(generous.notes) == {"taken": 1, "began": 0.5}
    assert dict(random.notes)["taken"] == pytest.approx(0.5, abs=0.05)


def test_a_shared_win_counts_for_each(low_die: str) -> None:
    summary = simulate(low_die, ["generous", "generous"], 300, seed=1)
    assert sum(seat.wins for seat in summary.seats) > 300


def test_one_game_has_no_spread(low_die: str) -> None:
    assert simulate(low_die, ["generous"], 1, seed=1).seats[0].sd == 0


def test_the_seats_take_turns_at_beginning(low_die: str) -> None:
    summary = simulate(low_die, ["generous"] * 4, 10, seed=1)
    assert [dict(seat.notes)["began"] for seat in summary.seats] == [0.3, 0.3, 0.2, 0.2]


def test_the_same_seed_plays_the_same_games() -> None:
    one, again, other = (simulate(GAME, ["random", "beginner"], 50, seed) for seed in (3, 3, 4))
    assert one == again != other


def test_progress_is_told_after_each_game() -> None:
    told: list[int] = []
    simulate(GAME, ["random"], 4, seed=1, progress=told.append)
    assert told == [1, 2, 3, 4]


@pytest.mark.parametrize("name", games.GAMES)
def test_every_game_can_be_played_at_random(name: str) -> None:
    assert strengths(name)[0] == "random"
    players = games.game(name).players
    for count in (players.least, players.most):
        assert len(simulate(name, ["random"] * count, 5, seed=1).seats) == count


@pytest.mark.parametrize(
    ("name", "bots", "count", "sentence"),
    [
        ("chess", ["random"], 1, "there is no game 'chess'"),
        (GAME, ["master", "wizard"], 1, "no bot 'wizard' for durchmarsch; there is random, beginner, steady, master"),
        (GAME, [], 1, "for 1 to 6 players, not for 0"),
        (GAME, ["random"] * 7, 1, "for 1 to 6 players, not for 7"),
        (GAME, ["random"], 0, "at least 1 game has to be played, not 0"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    name: str, bots: list[str], count: int, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        simulate(name, bots, count)


@pytest.mark.parametrize(("stronger", "weaker"), [("master", "steady"), ("steady", "beginner"), ("beginner", "random")])
def test_the_stronger_bot_of_durchmarsch_wins_more(stronger: str, weaker: str) -> None:
    """Over 20,000 games each of these won 55 to 56 % against the next; here it has to win more than half."""
    one, other = simulate(GAME, [stronger, weaker], 1600, seed=1).seats
    assert one.wins > other.wins
