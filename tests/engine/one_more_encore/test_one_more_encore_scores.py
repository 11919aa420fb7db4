"""One More Encore!, rule by rule: hearts, columns and colours, the end of the game, its points, and the game alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.colour_sheets.races import Completed
from engine.colour_sheets.sheets import LETTERS
from engine.contract import Over, ToChoose
from engine.games.one_more_encore.rules import (
    COLUMN_FIRST,
    COLUMN_LATER,
    OneMoreEncore,
    rating,
)
from tests.engine.one_more_encore.playing_one_more_encore import (
    ADA,
    BEN,
    GREEN,
    ORANGE,
    RED,
    P,
    all_pass,
    at,
    colour,
    column,
    later,
    parts,
    play,
    row,
)

# The examples.


@pytest.mark.rule("OM-16", "OM-17")
def test_hearts_three_then_four_on_columns_b_and_a(two: OneMoreEncore) -> None:
    """Ada is the second to complete column B, and the first to complete column A."""
    b, a = LETTERS.index("B"), LETTERS.index("A")
    taken = tuple(3 if index == b else None for index in range(15))
    state = at(two, column("B", but="B1"), hearts=(3, 0), columns=(two.columns[ADA], taken))
    state = play(state, "roll red red red 1 1 1 heart", "1 red 1: B1", "2 pass")
    assert (state.columns[ADA][b], state.heart_points[ADA][b]) == (2, 3)

    state = at(state, state.checked[ADA] | column("A", but="A1"))
    state = play(state, "roll red red red 1 1 1 heart", "1 special heart", "2 pass")
    assert state.hearts[ADA] == 4
    state = play(state, "roll red red red 1 1 1 heart", "1 red 1: A1", "2 pass")
    assert (state.columns[ADA][a], state.heart_points[ADA][a]) == (5, 4)
    assert state.heart_points[ADA][b] == 3, "what is written stays"
    assert (parts(state, ADA)["columns"], parts(state, ADA)["hearts"]) == (7, 7)


@pytest.mark.rule("OM-29")
def test_column_d_is_full(two: OneMoreEncore) -> None:
    d = LETTERS.index("D")
    state = at(two, column("D", but="D6 D7"))
    state = play(state, "roll orange red red 2 1 1 heart", "1 orange 2: D6 D7", "2 pass")
    assert state.columns_done == (Completed(d, (ADA,), 3, first=True),)
    state = at(state, state.checked[ADA], column("D", but="D6 D7"))
    state = play(state, "roll orange red red 2 1 1 heart", "1 pass", "2 orange 2: D6 D7")
    assert state.columns_done == (Completed(d, (BEN,), 2, first=False),)


# Columns, colours and the end.


@pytest.mark.rule("OM-16")
def test_a_heart_counts_for_columns_completed_afterwards_only(alone: OneMoreEncore) -> None:
    state = at(alone, column("H", but="H1"), hearts=(2,), circled=(3,))
    state = play(state, "roll green red 1 1 heart", "1 green 1: H1", "roll green red 1 1 heart", "1 special heart")
    assert (state.hearts[ADA], state.heart_points[ADA][7]) == (3, 2)


@pytest.mark.rule("OM-29")
def test_the_values_of_the_columns_are_those_of_the_sheet() -> None:
    assert COLUMN_FIRST == (5, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 5)
    assert COLUMN_LATER == (3, 2, 2, 2, 1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 3)


@pytest.mark.rule("OM-28", "OM-30")
def test_the_game_ends_after_the_turn_in_which_somebody_completes_a_second_colour(two: OneMoreEncore) -> None:
    """A bomb can complete two colours at once, and both count."""
    state = at(later(two), colour(GREEN, but="H1") | colour(RED, but="H2"))
    state = play(state, "roll blue blue blue 1 1 1 bomb")
    assert not state.last_turn
    state = play(state, "1 special bomb: H1 H2")
    assert state.last_turn
    assert state.turn == ToChoose((BEN,)), "everybody has this turn"
    state = play(state, "2 blue 1: H4")
    assert state.turn == Over((ADA,))
    assert state.colours_done == (Completed(GREEN, (ADA,), 5, True), Completed(RED, (ADA,), 5, True))


@pytest.mark.rule("OM-28")
def test_three_colours_in_the_last_turn_all_score(alone: OneMoreEncore) -> None:
    state = at(alone, colour(GREEN) | colour(RED, but="H2") | colour(ORANGE, but="H3"))
    state = replace(state, colours=((None, 5, None, None, None),))
    state = play(state, "roll blue blue 1 1 bomb", "1 special bomb: H2 H3")
    assert parts(state, ADA)["colours"] == 15


@pytest.mark.rule("OM-31")
def test_the_score_has_seven_parts(two: OneMoreEncore) -> None:
    assert parts(two, ADA) == {
        "colours": 0,
        "columns": 0,
        "rows": 0,
        "hearts": 0,
        "exclamation marks": 6,
        "special dice": 2,
        "stars": -30,
    }
    state = at(two, row(P, but="H1") | column("H", but="H1"), jokers=(4, 6), hearts=(3, 0), circled=(5, 1), used=(2, 0))
    state = all_pass(play(state, "roll green red red 1 1 1 heart", "1 green 1: H1"))
    assert parts(state, ADA) == {
        "colours": 0,
        "columns": 2,
        "rows": 5,
        "hearts": 3,
        "exclamation marks": 4,
        "special dice": 2 * (5 - 2 + 2),  # one more for row P and one for column H
        "stars": -2 * (15 - 5),  # C1, F1, K1, L1 in row P and H3
    }


@pytest.mark.rule("OM-32")
@pytest.mark.parametrize(
    ("jokers", "circled", "winners"),
    [((2, 4), (2, 2), (BEN,)), ((2, 4), (3, 2), (BEN,)), ((2, 4), (4, 2), (ADA,)), ((4, 4), (2, 2), (ADA, BEN))],
    ids=["more points", "equal points, more marks", "points before marks", "all equal"],
)
def test_most_points_win_then_most_exclamation_marks(
    two: OneMoreEncore, jokers: tuple[int, int], circled: tuple[int, int], winners: tuple[int, ...]
) -> None:
    """Both have completed the same two colours in this turn; only marks and special dice differ."""
    nearly = colour(GREEN, but="H1") | colour(RED)
    state = at(two, nearly, nearly, jokers=jokers, circled=circled)
    state = play(state, "roll green red red 1 1 1 heart", "1 green 1: H1", "2 green 1: H1")
    assert state.turn == Over(winners)


# Alone.


@pytest.mark.rule("OM-33")
def test_alone_there_are_thirty_rolls(alone: OneMoreEncore) -> None:
    state = alone
    for roll in range(1, 31):
        state = play(state, "roll red red 1 1 row")
        assert state.last_turn == (roll == 30)
        state = play(state, "1 pass")
        assert isinstance(state.turn, Over) == (roll == 30)
    assert parts(state, ADA)["rolls"] == 0


@pytest.mark.rule("OM-33", "OM-34")
def test_alone_two_colours_end_the_game_and_every_roll_left_counts_two(alone: OneMoreEncore) -> None:
    state = at(alone, colour(GREEN, but="H1") | colour(RED), rolls=20)
    assert parts(state, ADA)["rolls"] == 0
    state = play(state, "roll green red 1 1 row", "1 green 1: H1")
    assert state.turn == Over((ADA,))
    assert parts(state, ADA)["rolls"] == 2 * 9


@pytest.mark.rule("OM-35")
def test_the_rating_has_thirteen_steps() -> None:
    least = (10, 20, 30, 40, 50, 60, 66, 70, 74, 79, 85, 91)
    assert [rating(points).step for points in least] == list(range(1, 13))
    assert [rating(points - 1).step for points in least] == list(range(12))
    assert len({str(rating(points).says) for points in (0, *least)}) == 13
