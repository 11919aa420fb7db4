"""The bots of Durchmarsch: their odds against plain recursions, and what they do in positions with a name."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import cast

import pytest

from engine.contract import Move, Over, Roll, ToChoose
from engine.games.durchmarsch import rules as durchmarsch
from engine.games.durchmarsch.bots import (
    HURRIED,
    STEADY,
    STRENGTHS,
    bot,
    chance_to_win,
    hint,
    weigh_alone,
    weigh_race,
)
from engine.games.durchmarsch.odds import MOST_TURNS, STANDINGS, Pace, front, hit_chance, pace, standing
from engine.games.durchmarsch.rules import Decision, Durchmarsch, Hit, Miss, Row, Sheet
from tests.playing import random_game, table

GO, STOP = Decision.GO, Decision.STOP
FRESH, STRUCK = Row(), Row(misses=2)
ADA, BEN = 0, 1
BOXES = range(1, 11)
PATIENCES = (1.0, STEADY, HURRIED, 0.5, 0.01)


def live(*rows: Row) -> Sheet:
    """A sheet with only these rows left, the first of them current."""
    return Sheet(rows + (STRUCK,) * (4 - len(rows)))


def ada_chooses(*sheets: Sheet, dice: int = 8) -> Durchmarsch:
    """Ada, whose sheet is the first, has just hit with so many dice."""
    return Durchmarsch(table(len(sheets)), sheets, active=ADA, dice=dice, choosing=True)


def ahead(checked: int) -> Sheet:
    """A sheet with so many boxes of its first row checked and no misses."""
    return Sheet((Row(checked), FRESH, FRESH, FRESH))


ABOUT_TO_WIN = ahead(9)
NEARLY_OUT = live(Row(misses=1))


def positions(players: int, games: int) -> Iterator[Durchmarsch]:
    """All positions of some games in which everybody plays blindly."""
    luck = Random(players)
    for _ in range(games):
        states, _ = random_game(durchmarsch.GAME, table(players), luck)
        yield from cast(list[Durchmarsch], states)


# The odds of a roll.


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("box", BOXES)
def test_hit_chances_are_those_of_all_rolls_counted_one_by_one(box: int, dice: int) -> None:
    def hits(roll: tuple[int, ...]) -> bool:
        if box <= 6:
            return any(pips == box for pips in roll)
        return any(roll[one] + roll[two] == box for one in range(dice) for two in range(one))

    rolls = list(product(range(1, 7), repeat=dice))
    assert hit_chance(box, dice) == sum(map(hits, rolls)) / len(rolls)


# Standings.


def test_a_sheet_that_is_out_stands_at_nothing() -> None:
    assert standing(live()) == 0


def test_every_standing_has_a_number_of_its_own() -> None:
    numbers = {front(number).at(front(number).checked) for number in range(1, STANDINGS)}
    assert numbers == set(range(1, STANDINGS))
    assert standing(live(*[Row(9, 1)] * 4)) == STANDINGS - 1


@pytest.mark.parametrize("players", [1, 3])
def test_standings_move_on_as_the_rules_say(players: int) -> None:
    steps = list(positions(players, games=20))
    seen = set()
    for before, after in pairwise(steps):
        if after.last is None or after.last is before.last or after.turn == Over((after.last.seat,)):
            continue
        seat = after.last.seat
        row = front(standing(before.sheets[seat]))
        expected = row.at(row.checked + 1) if isinstance(after.last, Hit) else row.missed(row.checked)
        assert standing(after.sheets[seat]) == expected
        seen.add(type(after.last))
    assert seen == {Hit, Miss}


# The worth of a standing.


@cache
def plain_worth(rows: tuple[Row, ...], patience: float, dice: int = 8) -> float:
    """What it is worth to roll now, worked out forwards by the rules of the game, row by row."""
    if not rows:
        return 0.0
    (checked, misses), *others = rows
    missed = patience * plain_worth((*others, Row(checked, 1)) if misses == 0 else tuple(others), patience)
    if checked == 9:
        further = 1.0
    else:
        rows = (Row(checked + 1, misses), *others)
        further = max(patience * plain_worth(rows, patience), plain_worth(rows, patience, max(5, dice - 1)))
    chance = hit_chance(10 - checked, dice)
    return chance * further + (1 - chance) * missed


@pytest.mark.parametrize("patience", PATIENCES)
@pytest.mark.parametrize(
    "rows",
    [
        *[(Row(checked, misses),) for checked in range(10) for misses in (0, 1)],
        (FRESH, FRESH),
        (Row(4, 1), Row(7)),
        (Row(0, 1), Row(8, 1), FRESH),
        (Row(9), Row(9), Row(8), Row(9)),
        (Row(6, 1), Row(8), Row(9, 1), Row(9)),
    ],
)
def test_worth_agrees_with_a_plain_recursion(rows: tuple[Row, ...], patience: float) -> None:
    assert pace(patience).worth(standing(live(*rows))) == pytest.approx(plain_worth(rows, patience))


@pytest.mark.parametrize("patience", PATIENCES)
def test_a_checked_box_never_harms(patience: float) -> None:
    worth = pace(patience).worth
    for number, row, digit in every_row():
        if row % 10 < 9:
            assert worth(number + digit) >= worth(number) - 1e-12


def test_a_miss_never_helps_the_patient() -> None:
    """The impatient it can: a hopeless row that is struck leaves more turns to a good one."""
    worth = pace(1.0).worth
    for number, row, digit in every_row():
        if row < 10:
            assert worth(number + 10 * digit) <= worth(number) + 1e-12
    fresh, missed = live(FRESH, Row(9)), live(Row(misses=1), Row(9))
    assert pace(0.5).worth(standing(missed)) > pace(0.5).worth(standing(fresh))


def every_row() -> Iterator[tuple[int, int, int]]:
    """Every row of every standing: the standing, the row's boxes checked plus 10 for a miss, its digit's weight."""
    for number in range(1, STANDINGS):
        rest, digit = number, 1
        while rest:
            rest, row = divmod(rest - 1, 20)
            yield number, row, digit
            digit *= 20


def test_who_has_no_patience_always_goes_on() -> None:
    for checked, dice in product(range(1, 10), (7, 6, 5)):
        assert pace(0.01).weigh(standing(ahead(checked)), dice).better is GO


def test_who_has_all_patience_stops_after_every_box_of_the_last_chance() -> None:
    for checked, dice in product(range(1, 10), (7, 6, 5)):
        assert pace(1.0).weigh(standing(live(Row(checked, 1))), dice).better is STOP


@pytest.mark.parametrize("patience", PATIENCES)
@pytest.mark.parametrize("sheet", [Sheet(), ahead(8), live(Row(3, 1), Row(7, 1)), live(Row(9, 1))])
def test_every_sheet_ends_and_its_worth_is_when(sheet: Sheet, patience: float) -> None:
    number = standing(sheet)
    ends = pace(patience).ends(number)
    assert sum(ends) == pytest.approx(1)
    assert len(ends) <= 2 * (MOST_TURNS + 1)
    worth = sum(chance * patience ** (turn - 1) for turn, chance in enumerate(ends[::2]))
    assert worth == pytest.approx(pace(patience).worth(number))


def test_the_figures_told_about_playing_alone() -> None:
    for patience, completes, turns in ((1.0, 82.9, 21.8), (STEADY, 71.5, 10.2), (0.9, 63.7, 8.3)):
        completed = pace(patience).ends(standing(Sheet()))[::2]
        assert round(100 * sum(completed), 1) == completes
        assert round(sum(turn * chance for turn, chance in enumerate(completed)) / sum(completed), 1) == turns


# The race.


def turn_ends(number: int, patience: float) -> Iterator[tuple[float, int | None]]:
    """How a turn at this pace can end: the chance, and the standing after it or None for a completed row."""
    chance, dice = 1.0, 8
    while True:
        row = front(number)
        here = hit_chance(10 - row.checked, dice)
        yield chance * (1 - here), row.missed(row.checked)
        chance *= here
        if row.checked == 9:
            yield chance, None
            return
        number = row.at(row.checked + 1)
        dice = max(5, dice - 1)
        if pace(patience).weigh(number, dice).better is STOP:
            yield chance, number
            return


@cache
def wins(me: int, players: tuple[tuple[int, float], ...]) -> float:
    """How likely one of them wins, turn by turn, if the first of these standings and patiences is on turn."""
    (number, patience), *others = players
    if players[me][0] == 0:
        return 0.0
    if all(player == me or other[0] == 0 for player, other in enumerate(players)):
        return 1.0
    following = (me - 1) % len(players)
    if number == 0:
        return wins(following, (*others, players[0]))
    return sum(
        chance * (float(me == 0) if after is None else wins(following, (*others, (after, patience))))
        for chance, after in turn_ends(number, patience)
    )


@pytest.mark.parametrize(
    ("mine", "rivals"),
    [
        (live(Row(9, 1)), [live(Row(9, 1))]),
        (live(Row(5)), [live(Row(2, 1))]),
        (live(Row(2, 1)), [live(Row(5), Row(6, 1))]),
        (live(Row(7), Row(5, 1)), [live(Row(6, 1), FRESH)]),
        (live(Row(4)), [live(Row(3, 1)), live(Row(6))]),
        (live(Row(4)), [live(), live(Row(6))]),
        (live(), [live(Row(3, 1)), live(Row(6))]),
    ],
)
def test_chances_to_win_agree_with_playing_the_race_turn_by_turn(mine: Sheet, rivals: list[Sheet]) -> None:
    others = tuple(standing(rival) for rival in rivals)
    steady = tuple((other, STEADY) for other in others)
    me = len(others)
    by_turns = max(wins(me, (*steady, (standing(mine), own))) for own in (STEADY, HURRIED))
    assert chance_to_win(standing(mine), others) == pytest.approx(by_turns)


@pytest.mark.parametrize("dice", [8, 7, 6, 5])
@pytest.mark.parametrize("checked", range(1, 10))
def test_the_master_goes_on_when_a_rival_is_about_to_win(checked: int, dice: int) -> None:
    assert bot("master", Random()).choose(ada_chooses(ahead(checked), ABOUT_TO_WIN, dice=dice), ADA) is GO


def test_the_master_stops_where_a_rival_about_to_win_would_drive_it_on() -> None:
    master = bot("master", Random())
    seventh_box = ahead(7)
    assert master.choose(ada_chooses(seventh_box, dice=6), ADA) is STOP
    assert master.choose(ada_chooses(seventh_box, Sheet(), dice=6), ADA) is STOP
    assert master.choose(ada_chooses(seventh_box, Sheet(), ABOUT_TO_WIN, dice=6), ADA) is GO


def test_the_master_takes_its_time_when_the_only_rival_is_nearly_out() -> None:
    fifth_box = ahead(5)
    assert bot("master", Random()).choose(ada_chooses(fifth_box, Sheet()), ADA) is GO
    assert bot("master", Random()).choose(ada_chooses(fifth_box, NEARLY_OUT), ADA) is STOP


def test_all_rivals_count_wherever_they_sit() -> None:
    sheets = [ahead(7), ABOUT_TO_WIN, NEARLY_OUT]
    expected = weigh_race(ada_chooses(*sheets), ADA)
    for seat in (1, 2):
        moved = tuple(sheets[-seat:] + sheets[:-seat])
        state = Durchmarsch(table(3), moved, active=seat, choosing=True)
        assert weigh_race(state, seat) == pytest.approx(expected)


def test_the_steady_bot_looks_at_no_other_sheet() -> None:
    steady = bot("steady", Random())
    for rival in (Sheet(), ABOUT_TO_WIN, NEARLY_OUT):
        assert steady.choose(ada_chooses(ahead(7), rival, dice=6), ADA) is STOP
        assert steady.choose(ada_chooses(ahead(5), rival), ADA) is GO


def test_the_beginner_mostly_goes_by_the_next_roll() -> None:
    beginner = bot("beginner", Random(1))
    seven_dice_for_a_7 = ada_chooses(ahead(3), Sheet(), dice=8)
    five_dice_for_a_4 = ada_chooses(ahead(6), Sheet(), dice=5)
    went_on = [
        [beginner.choose(state, ADA) for _ in range(200)].count(GO) for state in (seven_dice_for_a_7, five_dice_for_a_4)
    ]
    assert 150 < went_on[0] < 200
    assert 0 < went_on[1] < 50


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_same_luck_plays_the_same(strength: str) -> None:
    choosing = [state for state in positions(2, games=5) if state.choosing]
    one, other = bot(strength, Random(7)), bot(strength, Random(7))
    assert [one.choose(state, state.active) for state in choosing] == [
        other.choose(state, state.active) for state in choosing
    ]


def test_an_unknown_strength_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no bot 'wizard'; there is beginner, steady, master"):
        bot("wizard", Random())


# Hints.


def test_hints_in_words() -> None:
    assert str(hint(ada_chooses(ahead(8), ABOUT_TO_WIN), ADA)) == "Go on: 56 % against 15 % for stopping"
    assert str(hint(ada_chooses(ahead(9), Sheet(), dice=5), ADA)) == "Stop: 95 % against 92 % for going on"
    assert str(hint(ada_chooses(ahead(9)), ADA)) == "Go on: worth 92 of 100 against 88 for stopping"
    assert str(hint(ada_chooses(ahead(8), dice=5), ADA)) == "Stop: worth 80 of 100 against 77 for going on"


@pytest.mark.parametrize("players", [1, 2, 4])
def test_hints_agree_with_the_master(players: int) -> None:
    master = bot("master", Random())
    for state in positions(players, games=3):
        if not isinstance(state.turn, ToChoose):
            continue
        (seat,) = state.turn.seats
        advice = hint(state, seat)
        figures = dict(advice.values)
        worth = weigh_race(state, seat)
        assert figures == {"go": round(100 * worth.go), "stop": round(100 * worth.stop)}
        chosen = master.choose(state, seat)
        assert str(advice).startswith("Go on:" if chosen is GO else "Stop:")
        assert max(worth) == (worth.go if chosen is GO else worth.stop)


def test_alone_the_master_plays_like_the_steady_bot() -> None:
    for state in positions(1, games=5):
        if state.choosing:
            assert weigh_race(state, ADA) == weigh_alone(state, ADA)


def test_there_is_no_hint_for_a_seat_with_nothing_to_decide() -> None:
    state = ada_chooses(Sheet(), Sheet())
    assert str(hint(state, BEN)) == "it is not Ben's turn"
    assert str(hint(state.apply(Move(ADA, GO)), ADA)) == "first the dice are rolled"
    lost = durchmarsch.start(table(1))
    while not isinstance(lost.turn, Over):
        lost = lost.apply(Roll(("1",) * 8))
    assert str(hint(lost, ADA)) == "the game is over"


# Cost.


def test_nothing_is_solved_before_somebody_asks() -> None:
    asks = "from engine.games.durchmarsch import bots, odds; print(odds.pace.cache_info().currsize)"
    assert subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True).stdout == "0\n"


def test_several_threads_may_ask_at_once() -> None:
    shared = Pace(0.9)
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(shared.ends, [standing(Sheet())] * 4))
    assert answers == [pace(0.9).ends(standing(Sheet()))] * 4
