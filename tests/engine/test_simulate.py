"""Bots against bots: what a summary says, and that the stronger ones win more."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from engine import games
from engine.contract import Move, NoActions, Over, Players, Roll, Score, Table, ToChoose, ToRoll
from engine.games.durchmarsch.rules import DIE
from engine.simulate import simulate, strengths
from engine.words import say

GAME = "durchmarsch"


@dataclass(frozen=True)
class HighDie:
    """A game made up for these tests: each seat bids 0 or 1 in its turn and adds a die; the highest total wins."""

    table: Table
    rolls: tuple[int, ...] = ()
    bids: tuple[tuple[int, int], ...] = ()

    @property
    def turn(self) -> ToRoll | ToChoose | Over:
        seats = range(len(self.table.seats))
        if open_seats := tuple(seat for seat in seats if seat not in dict(self.bids)):
            return ToChoose(open_seats)
        if len(self.rolls) < len(seats):
            return ToRoll(len(self.rolls), (DIE,))
        totals = [score.total for score in self.scores()]
        return Over(tuple(seat for seat in seats if totals[seat] == max(totals)))

    def legal(self, seat: int) -> Any:
        return (0, 1) if seat not in dict(self.bids) else NoActions(say("no"))

    def apply(self, event: Roll | Move[int]) -> HighDie:
        if isinstance(event, Roll):
            return replace(self, rolls=(*self.rolls, int(event.faces[0])))
        return replace(self, bids=(*self.bids, (event.seat, event.action)))

    def scores(self) -> tuple[Score, ...]:
        bids = dict(self.bids)
        rolls = dict(enumerate(self.rolls))
        first = self.table.first
        return tuple(
            Score(
                bids.get(seat, 0) + rolls.get(seat, 0), (), (("bid", bids.get(seat, 0)), ("began", int(seat == first)))
            )
            for seat in range(len(self.table.seats))
        )


class Bold:
    """Always bids 1."""

    def choose(self, state: HighDie, seat: int) -> int:
        return 1


@pytest.fixture
def high_die(monkeypatch: pytest.MonkeyPatch) -> str:
    rules: Any = SimpleNamespace(NAME="high die", PLAYERS=Players(1, 4), OPTIONS=(), start=HighDie)
    bots: Any = SimpleNamespace(STRENGTHS=("bold",), bot=lambda strength, luck: Bold())
    monkeypatch.setitem(games.GAMES, "high die", rules)
    monkeypatch.setattr(games, "bots", lambda name: bots)
    return "high die"


def test_a_summary_adds_up(high_die: str) -> None:
    summary = simulate(high_die, ["bold", "random"], 3000, seed=1)
    bold, random = summary.seats
    assert (summary.game, summary.games, bold.bot, random.bot) == ("high die", 3000, "bold", "random")
    assert (bold.min, bold.max, random.min, random.max) == (2, 7, 1, 7)
    assert bold.mean == pytest.approx(4.5, abs=0.1)
    assert random.mean == pytest.approx(4.0, abs=0.1)
    assert bold.sd == pytest.approx((35 / 12) ** 0.5, abs=0.1)
    assert dict(bold.notes) == {"bid": 1, "began": 0.5}
    assert dict(random.notes)["bid"] == pytest.approx(0.5, abs=0.05)


def test_a_shared_win_counts_for_each(high_die: str) -> None:
    summary = simulate(high_die, ["bold", "bold"], 300, seed=1)
    assert sum(seat.wins for seat in summary.seats) > 300


def test_one_game_has_no_spread(high_die: str) -> None:
    assert simulate(high_die, ["bold"], 1, seed=1).seats[0].sd == 0


def test_the_seats_take_turns_at_beginning(high_die: str) -> None:
    summary = simulate(high_die, ["bold"] * 4, 10, seed=1)
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
