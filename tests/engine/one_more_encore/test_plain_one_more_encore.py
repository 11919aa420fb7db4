"""One More Encore! played side by side: `engine.games.one_more_encore.rules` against its plain telling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test

from engine.games.one_more_encore import rules as one_more_encore
from tests.comparing import Play, SideBySide, blindly, campaign
from tests.plain.encore import PASS
from tests.plain.one_more_encore import ROW_BONUSES, SPECIAL_DIE, OneMoreEncore
from tests.plain.ways import Habit, colours_first, columns_first, in_step, rows_first, spending
from tests.playing import table

WAYS: tuple[Habit, ...] = (blindly, spending, colours_first, columns_first, in_step, rows_first, rows_first)


class Watched(OneMoreEncore):
    """A plain game that notes what happens in it."""

    def __init__(self, players: int, first: int, seen: Counter[str]) -> None:
        super().__init__(players, first)
        self.seen = seen
        self.given: Counter[tuple[int, int]] = Counter()  # bonuses, by roll and row
        self.bonus_bomb_goes_off = False
        self.chained = False  # the bomb that may be placed now comes from a row that a bonus bomb has completed

    def act(self, seat: int, text: str) -> None:
        self.bonus_bomb_goes_off = self.bonus_bombs > 0 and text != PASS
        self.seen["two bombs in a chain"] += self.bonus_bomb_goes_off and self.chained
        self.chained = False
        self.seen[text.partition(":")[0]] += 1
        super().act(seat, text)

    def give_bonus(self, seat: int, row: int) -> None:
        super().give_bonus(seat, row)
        self.given[self.rolls, row] += 1
        self.seen[f"bonus of row {row}"] += 1
        self.seen["bonus for two"] += self.given[self.rolls, row] == 2
        self.chained = self.bonus_bomb_goes_off and ROW_BONUSES[row] == "bomb"

    def at_end(self) -> bool:
        end = super().at_end()
        self.seen[f"end with {len(self.seats)}"] += end
        self.seen["end alone with rolls left"] += end and self.solo and self.rolls < 30
        return end


EVENTS = {
    *(f"special {face}" for face in SPECIAL_DIE),
    *(f"bonus of row {row}" for row in range(7)),
    "bonus for two",
    "two bombs in a chain",
    "end alone with rolls left",
    *(f"end with {players}" for players in range(1, 7)),
}


def begin(
    players: int, first: int, plain: Callable[[int, int], OneMoreEncore] = OneMoreEncore
) -> SideBySide[OneMoreEncore]:
    return SideBySide(one_more_encore.GAME, table(players, first), plain(players, first))


def play(moves: int, luck: Random, plain: Callable[[int, int], OneMoreEncore]) -> None:
    """Games of all sizes, in all ways."""

    def next_game(luck: Random) -> tuple[SideBySide[OneMoreEncore], list[Habit]]:
        players = luck.choice((1, 1, 1, 2, 3, 4, 5, 6))  # games for one are short, and seldom end early
        ways = luck.choices(WAYS, k=players)
        return begin(players, luck.randrange(players), plain), luck.choice((ways, ways[:1] * players))

    campaign(next_game, moves, luck)


def test_thousands_of_moves_show_no_difference() -> None:
    seen: Counter[str] = Counter()
    play(25_000, Random(4), lambda players, first: Watched(players, first, seen))
    assert {event for event in EVENTS if not seen[event]} == set()


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(10))
def test_a_million_moves_show_no_difference(seed: int) -> None:
    play(1_000_000, Random(seed), OneMoreEncore)


class OneMoreEncoreMachine(Play):
    @initialize(players=st.integers(1, 6), first=st.integers(0, 5))
    def begin(self, players: int, first: int) -> None:
        self.game = begin(players, first % players)


def test_no_game_that_hypothesis_thinks_of_shows_a_difference() -> None:
    run_state_machine_as_test(
        OneMoreEncoreMachine, settings=settings(max_examples=50, stateful_step_count=30, deadline=None)
    )


# The comparison can fail.


class ColumnsBeforeRows(OneMoreEncore):
    def finish_turn(self) -> None:
        self.judge_columns()
        super().finish_turn()


class BonusForLaterOnes(OneMoreEncore):
    def settle_rows(self) -> None:
        self.rows_of_earlier_turns = set()
        super().settle_rows()


class NoDieUnderColumnH(OneMoreEncore):
    def win_column(self, seat: int, column: int, value: int) -> None:
        circled = self.circled[seat]
        super().win_column(seat, column, value)
        self.circled[seat] = circled


@pytest.mark.parametrize("mistaken", [ColumnsBeforeRows, BonusForLaterOnes, NoDieUnderColumnH])
def test_a_mistaken_rule_is_a_difference(mistaken: type[OneMoreEncore]) -> None:
    with pytest.raises(AssertionError, match=r"engine .*\n +plain"):
        play(10_000, Random(4), mistaken)
