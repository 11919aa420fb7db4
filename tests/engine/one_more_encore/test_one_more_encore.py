"""One More Encore!, rule by rule, and the examples that its rules are told with. What it shares with Encore! is proven
in `test_encore`; here is what is different.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.colour_sheets.picks import PASS
from engine.colour_sheets.races import Completed
from engine.colour_sheets.sheets import ALL, BOXES, COLUMNS, LETTERS, ROWS, mask, names, neighbours, numbers, sheet
from engine.contract import Over, ToChoose, ToRoll
from engine.games.one_more_encore import PLAYERS, specials
from engine.games.one_more_encore import rules as one_more_encore
from engine.games.one_more_encore.rules import (
    COLUMN_FIRST,
    COLUMN_LATER,
    SHEET,
    Choices,
    OneMoreEncore,
    RowCompleted,
    parse,
    rating,
    start,
    text,
)
from engine.games.one_more_encore.specials import Bomb, Bombs, Special
from tests import playing as games
from tests.playing import random_game, table

ADA, BEN, CLEO = 0, 1, 2
YELLOW, GREEN, BLUE, RED, ORANGE = range(5)
P, Q, R, S, T, U, V = range(7)


def play(state: OneMoreEncore, *events: str) -> OneMoreEncore:
    return games.play(one_more_encore.GAME, state, *events)


def all_pass(state: OneMoreEncore) -> OneMoreEncore:
    return games.all_pass(one_more_encore.GAME, state)


def why_not(state: OneMoreEncore, event: str) -> str:
    return games.why_not(one_more_encore.GAME, state, event)


def later(state: OneMoreEncore) -> OneMoreEncore:
    """The same table when the first three rolls are over."""
    return replace(state, rolls=3)


def at(state: OneMoreEncore, *checked: str | int, **others: Any) -> OneMoreEncore:
    """The same table, with these boxes checked on the sheets, seat by seat, and other fields changed."""
    boxes = [mask(some) if isinstance(some, str) else some for some in checked]
    return replace(state, checked=(*boxes, *state.checked[len(boxes) :]), **others)


def column(letter: str, but: str = "") -> int:
    """The boxes of a column, but some."""
    return COLUMNS[LETTERS.index(letter)] & ~mask(but)


def row(number: int, but: str = "") -> int:
    """The boxes of a row, but some."""
    return ROWS[number] & ~mask(but)


def colour(index: int, but: str = "") -> int:
    """The boxes of a colour, but some."""
    return SHEET.colours[index] & ~mask(but)


def choices(state: OneMoreEncore, seat: int) -> Choices:
    legal = state.legal(seat)
    assert isinstance(legal, Choices)
    return legal


def offered(state: OneMoreEncore, seat: int) -> set[str]:
    """What a seat can take: "blue 3" and so on, and "special"."""
    legal = choices(state, seat)
    pairs = {f"{pair.colour} {pair.number}" for pair in legal.picks.pairs}
    return pairs | ({"special"} if len(legal.specials) else set())


def parts(state: OneMoreEncore, seat: int) -> dict[str, int]:
    return dict(state.scores()[seat].parts)


@pytest.fixture
def alone() -> OneMoreEncore:
    return start(table(1))


@pytest.fixture
def two() -> OneMoreEncore:
    return start(table(2))


@pytest.fixture
def three() -> OneMoreEncore:
    return start(table(3))


# The examples.


@pytest.fixture
def first_example(three: OneMoreEncore) -> OneMoreEncore:
    return play(three, "roll orange green yellow 5 2 5 row")


@pytest.mark.rule("OM-01")
def test_the_first_roll_of_the_example_has_its_options_a_b_and_c(first_example: OneMoreEncore) -> None:
    state = play(first_example, "1 orange 5: E2 F2 F3 G3 H3", "2 green 2: H1 I1", "3 yellow 2: H6 H7")
    assert [names(boxes) for boxes in state.checked] == ["E2 F2 F3 G3 H3", "H1 I1", "H6 H7"]


@pytest.mark.rule("OM-01")
def test_what_the_first_roll_of_the_example_does_not_allow(first_example: OneMoreEncore) -> None:
    assert offered(first_example, ADA) == {"orange 5", "orange 2", "green 2", "yellow 2"}
    assert why_not(first_example, "1 yellow 4: H6 H7 I5 I6") == "no die shows 4"
    assert why_not(first_example, "1 yellow 5: H6 H7 I5 I6") == "5 boxes have to be checked, not 4"


@pytest.mark.rule("OM-09")
def test_later_the_others_choose_from_the_five_dice_that_are_left(three: OneMoreEncore) -> None:
    state = play(later(three), "roll orange green yellow 5 2 5 bomb", "1 orange 5: E2 F2 F3 G3 H3")
    assert state.gone == ("orange", "5")
    assert offered(state, BEN) == {"green 2", "yellow 2", "special"}


@pytest.mark.rule("OM-11", "OM-14")
def test_the_bomb_that_unlocks_a_die(alone: OneMoreEncore) -> None:
    state = play(alone, "roll red red 1 1 bomb", "1 special bomb: D3 D4 E3 E4")
    assert names(state.checked[ADA]) == "D3 D4 E3 E4"
    assert (state.circled[ADA], state.used[ADA]) == (2, 1), "E4 is golden"
    state = play(state, "roll red red 1 1 row")
    assert "special" in offered(state, ADA)


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


# Who plays, with which sheet and dice.


@pytest.mark.rule("OM-01")
def test_one_to_six_play_on_the_same_sheet() -> None:
    assert (PLAYERS.least, PLAYERS.most) == (1, 6)
    for players in range(1, 7):
        assert start(table(players)).sheets == (SHEET,) * players


@pytest.mark.rule("OM-01", "OM-11")
def test_the_sheet_is_the_eighth_of_encore_with_golden_boxes() -> None:
    eighth = sheet("08")
    assert (SHEET.colour, SHEET.stars, SHEET.blocks) == (eighth.colour, eighth.stars, eighth.blocks)
    assert eighth != SHEET
    assert names(SHEET.golden) == "B3 E4 F7 L5 O3"


@pytest.mark.rule("OM-02")
def test_six_exclamation_marks(two: OneMoreEncore) -> None:
    assert two.jokers == (6, 6)
    state = play(two, "roll cross red red ? 1 1 heart", "1 cross ?: H4")
    assert state.jokers == (4, 6)


@pytest.mark.rule("OM-03", "OM-04")
@pytest.mark.parametrize(("players", "dice"), [(1, 5), (2, 7), (6, 7)])
def test_a_seventh_die_is_rolled_and_a_fifth_alone(players: int, dice: int) -> None:
    turn = start(table(players)).turn
    assert isinstance(turn, ToRoll)
    assert len(turn.dice) == dice
    assert sorted(turn.dice[-1].faces) == ["block", "bomb", "heart", "heart", "row", "stars"]


# The special die.


@pytest.mark.rule("OM-05", "OM-06")
def test_the_special_die_costs_a_circled_one_and_one_is_circled_from_the_start(alone: OneMoreEncore) -> None:
    assert (alone.circled, alone.used) == ((1,), (0,))
    state = play(alone, "roll red red 1 1 heart")
    assert "special" in offered(state, ADA)
    state = play(state, "1 special heart")
    assert (state.hearts, state.used) == ((1,), (1,))


@pytest.mark.rule("OM-07")
def test_without_a_circled_special_die_the_special_die_is_not_offered(alone: OneMoreEncore) -> None:
    state = play(alone, "roll red red 1 1 heart", "1 special heart", "roll red red 1 1 heart")
    assert offered(state, ADA) == {"red 1"}
    assert why_not(state, "1 special heart") == "no circled special die is left"


@pytest.mark.rule("OM-05")
def test_only_the_face_that_lies_there_can_be_used(alone: OneMoreEncore) -> None:
    state = play(alone, "roll red red 1 1 heart")
    assert why_not(state, "1 special bomb: A1") == "the special die shows another face: heart"
    assert why_not(state, "1 bomb: A1") == "no row has won a bomb that could be used now"


@pytest.mark.rule("OM-08")
def test_in_the_first_three_rolls_the_special_die_is_there_for_everybody(two: OneMoreEncore) -> None:
    state = play(two, "roll red red red 1 1 1 heart", "1 special heart")
    assert state.gone is None
    assert play(state, "2 special heart").hearts == (1, 1)


@pytest.mark.rule("OM-10")
def test_who_takes_the_special_die_takes_only_that_away(three: OneMoreEncore) -> None:
    state = play(later(three), "roll red blue blue 1 2 3 heart", "1 special heart")
    assert state.gone == ("heart",)
    assert offered(state, BEN) == {"red 1", "red 2", "red 3", "blue 1", "blue 2", "blue 3"}
    assert why_not(state, "2 special heart") == "the special die is gone: the player who rolled has taken it"


@pytest.mark.rule("OM-09", "OM-10")
def test_when_the_active_seat_passes_all_seven_dice_stay(three: OneMoreEncore) -> None:
    state = play(later(three), "roll red red blue 1 1 2 heart", "1 pass")
    assert offered(state, BEN) == {"red 1", "red 2", "blue 1", "blue 2", "special"}


@pytest.mark.rule("OM-08")
def test_the_others_may_all_use_the_special_die(three: OneMoreEncore) -> None:
    state = play(later(three), "roll red red blue 1 1 2 heart", "1 red 1: H2", "3 special heart", "2 special heart")
    assert state.hearts == (0, 1, 1)


# Circles.


@pytest.mark.rule("OM-11")
@pytest.mark.parametrize(
    ("face", "action"),
    [
        ("heart", "yellow 1: B3"),
        ("bomb", "special bomb: B3"),
        ("row", "special row: B3"),
        ("block", "special block: B2 B3 C2 D1 D2 E1"),
    ],
)
def test_a_golden_box_circles_a_die_however_it_is_checked(alone: OneMoreEncore, face: str, action: str) -> None:
    state = play(at(alone, "B4"), f"roll yellow red 1 1 {face}", f"1 {action}")
    assert state.circled == (2,)


@pytest.mark.rule("OM-12")
def test_circles_beyond_the_ninth_are_lost(alone: OneMoreEncore) -> None:
    state = at(alone, circled=(9,), used=(3,))
    state = play(state, "roll red red 1 1 bomb", "1 special bomb: B3")
    assert (state.circled, state.used) == ((9,), (4,))


@pytest.mark.rule("OM-13")
def test_column_h_circles_a_die_for_everybody_who_completes_it(three: OneMoreEncore) -> None:
    nearly = column("H", but="H1")
    state = at(three, nearly, nearly, nearly, hearts=(0, 2, 1))
    state = play(state, "roll green red red 1 1 1 heart", "1 green 1: H1", "2 green 1: H1", "3 pass")
    assert state.circled == (2, 2, 1)
    assert [won[7] for won in state.columns] == [2, 2, None]
    assert [points[7] for points in state.heart_points] == [0, 2, 0]
    state = play(state, "roll green red red 1 1 1 heart", "1 pass", "2 pass", "3 green 1: H1")
    assert state.circled == (2, 2, 2)
    assert (state.columns[CLEO][7], state.heart_points[CLEO][7]) == (0, 1)


# The faces.


@pytest.mark.rule("OM-14")
def test_a_bomb_checks_up_to_four_boxes_of_any_square(alone: OneMoreEncore) -> None:
    state = play(alone, "roll red red 1 1 bomb")
    for boxes in ("A1 A2 B1 B2", "N6 O6 O7", "A1 B2", "A2 B1", "C5 D5", "C5 C6", "O1"):
        assert play(state, f"1 special bomb: {boxes}").checked == (mask(boxes),)
    for boxes in ("A1 C1", "A1 A3", "A7 B1", "A1 A2 A3", "A1 A2 B1 C1"):
        assert why_not(state, f"1 special bomb: {boxes}") == "the boxes of a bomb lie within a square of 2 × 2"
    assert why_not(at(state, "A1"), "1 special bomb: A1 A2") == "A1 is checked already"


@pytest.mark.rule("OM-14")
def test_what_was_bombed_leads_on(alone: OneMoreEncore) -> None:
    state = play(alone, "roll red red 1 1 bomb", "1 special bomb: A1 A2", "roll red red 1 1 heart", "1 red 1: B1")
    assert names(state.checked[ADA]) == "A1 A2 B1"


@pytest.mark.rule("OM-15")
def test_a_sixth_heart_is_not_offered(alone: OneMoreEncore) -> None:
    state = play(at(alone, hearts=(5,)), "roll red red 1 1 heart")
    assert offered(state, ADA) == {"red 1"}
    assert why_not(state, "1 special heart") == "all hearts are circled already"


@pytest.mark.rule("OM-18")
def test_stars_one_or_two_in_column_h_or_next_to_a_checked_box(alone: OneMoreEncore) -> None:
    state = play(at(alone, "A6 B7 J3"), "roll red red 1 1 stars")
    legal = choices(state, ADA).specials
    assert {names(boxes) for boxes in legal.placements} == {"A7", "H3", "J2", "A7 H3", "A7 J2", "H3 J2"}
    assert why_not(state, "1 special stars: A7 H3 J2") == "at most 2 stars can be checked at once"
    assert why_not(state, "1 special stars: B4") == "B4 is neither in column H nor next to a checked box"
    assert why_not(state, "1 special stars: H4") == "H4 has no star"


@pytest.mark.rule("OM-18")
def test_a_star_does_not_lead_to_the_next_one_in_the_same_action(alone: OneMoreEncore) -> None:
    """K1 and L1 are neighbours, but K1 has to be checked before it counts for L1."""
    state = play(at(alone, "J1"), "roll red red 1 1 stars")
    assert why_not(state, "1 special stars: K1 L1") == "L1 is neither in column H nor next to a checked box"


@pytest.mark.rule("OM-19")
def test_three_in_a_row_need_not_be_neighbours(alone: OneMoreEncore) -> None:
    state = play(at(alone, "A1 C2 F3 F1"), "roll red red 1 1 row")
    assert play(state, "1 special row: B1 E1 C1").checked[ADA] == mask("A1 C2 F3 F1 B1 E1 C1")
    assert why_not(state, "1 special row: B1 A2") == "these boxes are not all in one row"
    assert why_not(state, "1 special row: B1 C1 E1 G1") == "at most 3 boxes of a row can be checked at once"
    assert why_not(state, "1 special row: B1 I1") == "I1 is not next to a checked box"


@pytest.mark.rule("OM-19")
def test_boxes_of_the_same_action_do_not_lead_on_in_a_row(alone: OneMoreEncore) -> None:
    state = play(at(alone, "A1"), "roll red red 1 1 row")
    assert why_not(state, "1 special row: B1 C1") == "C1 is not next to a checked box"


@pytest.mark.rule("OM-19", "OM-20")
@pytest.mark.parametrize("face", ["row", "block"])
def test_column_h_alone_is_not_enough_for_a_row_or_a_block(alone: OneMoreEncore, face: str) -> None:
    state = play(alone, f"roll red red 1 1 {face}")
    assert offered(state, ADA) == {"red 1"}
    assert why_not(state, f"1 special {face}: H1").endswith(
        {"row": "H1 is not next to a checked box", "block": "the boxes that are left of one block"}[face]
    )


@pytest.mark.rule("OM-20")
def test_a_block_of_six_at_once(alone: OneMoreEncore) -> None:
    six = SHEET.blocks_of[BLUE][5]
    beside = next(numbers(neighbours(six) & ~six))
    state = play(at(alone, 1 << beside), "roll red red 1 1 block")
    assert play(state, f"1 special block: {names(six)}").checked[ADA] == six | 1 << beside


@pytest.mark.rule("OM-20")
def test_the_rest_of_a_block_that_is_begun(alone: OneMoreEncore) -> None:
    state = play(at(alone, "H6"), "roll red red 1 1 block")
    assert play(state, "1 special block: H7 I5 I6").checked[ADA] == mask("H6 H7 I5 I6")
    assert why_not(state, "1 special block: H7 I6") == "these are not exactly the boxes that are left of one block"
    assert why_not(state, "1 special block: A2 A3") == "this block has no checked box and is next to none"


# Rows.


@pytest.mark.rule("OM-21")
def test_a_complete_row_counts_five_for_everybody(two: OneMoreEncore) -> None:
    state = at(two, row(P, but="H1"), row(P, but="H1"))
    state = all_pass(play(state, "roll green red red 1 1 1 heart", "1 green 1: H1"))
    state = all_pass(play(state, "roll green red red 1 1 1 heart", "2 green 1: H1"))
    assert [parts(state, seat)["rows"] for seat in (ADA, BEN)] == [5, 5]


@pytest.mark.rule("OM-22", "OM-23")
def test_the_first_to_complete_a_row_get_its_bonus_all_in_the_same_turn(three: OneMoreEncore) -> None:
    nearly = row(P, but="H1")
    state = at(three, nearly, nearly, nearly)
    state = play(state, "roll green red red 1 1 1 heart", "3 green 1: H1", "1 green 1: H1", "2 pass")
    assert state.rows_done == (RowCompleted(P, ADA, "die"), RowCompleted(P, CLEO, "die"))
    assert state.circled == (2, 1, 2)
    assert state.prizes == (None, "bomb", "heart", "bomb", "die", "heart", "bomb")
    state = play(state, "roll green red red 1 1 1 heart", "1 pass", "2 green 1: H1", "3 pass")
    assert state.rows_done == (RowCompleted(P, BEN, None),)
    assert state.circled == (2, 1, 2), "later it is five points only"


@pytest.mark.rule("OM-23")
@pytest.mark.parametrize(
    ("number", "bonus"), [(P, "die"), (Q, "bomb"), (R, "heart"), (S, "bomb"), (T, "die"), (U, "heart"), (V, "bomb")]
)
def test_every_row_has_its_bonus(alone: OneMoreEncore, number: int, bonus: str) -> None:
    last = f"H{number + 1}"
    state = at(alone, row(number, but=last), circled=(4,), hearts=(2,))
    state = play(state, "roll cross red 1 1 heart", f"1 cross 1: {last}")
    assert state.rows_done == (RowCompleted(number, ADA, bonus),)
    assert (state.circled[ADA] - 4, state.hearts[ADA] - 2, state.bombs) == (
        bonus == "die",
        bonus == "heart",
        bonus == "bomb",
    )


@pytest.mark.rule("OM-15", "OM-23")
def test_a_heart_won_when_all_are_circled_is_lost(alone: OneMoreEncore) -> None:
    state = at(alone, row(R, but="H3"), hearts=(5,))
    assert play(state, "roll orange red 1 1 heart", "1 orange 1: H3").hearts == (5,)


@pytest.mark.rule("OM-24")
def test_a_bomb_won_with_a_row_is_used_at_the_end_of_the_turn_and_costs_nothing(two: OneMoreEncore) -> None:
    state = at(two, row(Q, but="H2"), used=(1, 1))
    state = play(state, "roll red green green 1 1 1 heart", "1 red 1: H2")
    assert state.turn == ToChoose((BEN,)), "first everybody has to choose"
    state = play(state, "2 pass")
    assert state.turn == ToChoose((ADA,))
    assert why_not(state, "2 pass") == "it is not Ben's turn"
    assert why_not(state, "1 special heart") == "choose boxes for the bomb that the row has won, or pass"
    state = play(state, "1 bomb: A4 A5 B4 B5")
    assert state.checked[ADA] == row(Q) | mask("A4 A5 B4 B5")
    assert state.used == (1, 1)
    assert isinstance(state.turn, ToRoll)


@pytest.mark.rule("OM-24")
def test_a_bomb_won_with_a_row_need_not_be_used(alone: OneMoreEncore) -> None:
    state = play(at(alone, row(Q, but="H2")), "roll red green 1 1 heart", "1 red 1: H2", "1 pass")
    assert state.checked[ADA] == row(Q)
    assert isinstance(state.turn, ToRoll)


@pytest.mark.rule("OM-24")
def test_with_nothing_left_to_bomb_there_is_only_the_pass(alone: OneMoreEncore) -> None:
    state = play(at(alone, ALL & ~mask("H2")), "roll red green 1 1 heart", "1 red 1: H2")
    assert list(state.legal(ADA)) == [PASS]
    while isinstance(state.turn, ToChoose):
        state = play(state, "1 pass")
    assert isinstance(state.turn, Over)


@pytest.mark.rule("OM-25")
def test_a_bomb_completes_the_next_row_and_wins_the_next_bomb(alone: OneMoreEncore) -> None:
    """Row Q's bomb completes S and T, row S's bomb completes V, and row V's bomb is the last."""
    begun = row(Q, but="H2") | row(S, but="A4 B4") | row(T, but="A5") | row(V, but="O6 O7")
    state = play(at(alone, begun), "roll red green 1 1 heart", "1 red 1: H2", "1 bomb: A4 A5 B4")
    assert state.rows_done == (RowCompleted(Q, ADA, "bomb"), RowCompleted(S, ADA, "bomb"), RowCompleted(T, ADA, "die"))
    assert (state.circled, state.bombs) == ((2,), 1)
    state = play(state, "1 bomb: O6 O7")
    assert state.rows_done[-1] == RowCompleted(V, ADA, "bomb")
    assert state.turn == ToChoose((ADA,))
    state = play(state, "1 bomb: A3")
    assert isinstance(state.turn, ToRoll)
    assert parts(state, ADA)["rows"] == 20


@pytest.mark.rule("OM-25")
def test_two_bombs_at_once_are_used_one_after_the_other(two: OneMoreEncore) -> None:
    begun = (row(Q) | row(R) | row(S)) & ~mask("M2 M3 N3 N4 O4")
    state = play(at(two, 0, begun), "roll red red red 5 5 5 heart", "1 pass", "2 red 5: M2 M3 N3 N4 O4")
    assert (state.hearts, state.bombs, state.turn) == ((0, 1), 2, ToChoose((BEN,)))
    state = play(state, "2 bomb: A1")
    assert (state.bombs, state.turn) == (1, ToChoose((BEN,)))
    assert isinstance(play(state, "2 pass").turn, ToRoll)


@pytest.mark.rule("OM-26")
def test_the_seats_settle_their_rows_in_order_from_the_active_one(three: OneMoreEncore) -> None:
    """Ben rolled; Cleo comes next, then Ada. Cleo's chain of two bombs is over before Ada's bomb."""
    bomb_row, next_row = row(Q, but="H2"), row(S, but="A4")
    state = at(three, bomb_row, 0, bomb_row | next_row, active=BEN)
    state = play(state, "roll red red red 1 1 1 heart", "1 red 1: H2", "2 pass", "3 red 1: H2")
    assert state.turn == ToChoose((CLEO,))
    state = play(state, "3 bomb: A4")
    assert state.turn == ToChoose((CLEO,)), "row S has won another bomb"
    state = play(state, "3 pass")
    assert state.turn == ToChoose((ADA,))
    assert play(state, "1 pass").turn == ToRoll(CLEO, start(table(3)).turn.dice)  # type: ignore[union-attr]


@pytest.mark.rule("OM-22", "OM-26")
def test_a_row_that_a_bomb_completes_in_the_same_turn_is_still_among_the_first(two: OneMoreEncore) -> None:
    """Ada completes row P with a pick, Ben only with the bomb that row Q has won him: both get the die."""
    state = at(two, row(P, but="H1"), row(P, but="H1") | row(Q, but="H2"))
    state = play(state, "roll green red red 1 1 1 heart", "1 green 1: H1", "2 red 1: H2", "2 bomb: H1")
    assert state.rows_done == (RowCompleted(P, ADA, "die"), RowCompleted(Q, BEN, "bomb"), RowCompleted(P, BEN, "die"))
    assert state.circled == (2, 2)


@pytest.mark.rule("OM-27")
def test_row_bonuses_come_before_columns(alone: OneMoreEncore) -> None:
    """The heart of row R counts for column H, which is completed by the same box."""
    state = at(alone, row(R, but="H3") | column("H", but="H3"))
    state = play(state, "roll orange red 1 1 heart", "1 orange 1: H3")
    assert state.hearts == (1,)
    assert state.heart_points[ADA][7] == 1


@pytest.mark.rule("OM-27")
def test_columns_are_judged_after_the_last_bomb(two: OneMoreEncore) -> None:
    """Ben completes column A with his bomb in the turn in which Ada completes it: both get the high value."""
    state = at(two, column("A", but="A1") | row(P) & ~mask("A1 B1"), column("A", but="A3") | row(Q, but="H2"))
    state = play(state, "roll red red red 2 1 1 heart", "1 red 2: A1 B1", "2 red 1: H2")
    assert state.columns_done == ()
    state = play(state, "2 bomb: A3")
    assert state.columns_done == (Completed(0, (ADA, BEN), 5, first=True),)


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


# Choices as a collection, as reasons and as texts.


@settings(max_examples=15, deadline=None)
@given(luck=st.integers(0, 2**32).map(Random))
def test_choices_can_be_counted_and_taken_by_their_number(luck: Random) -> None:
    for state in random_game(one_more_encore.GAME, table(2), luck)[0]:
        for seat in state.turn.seats if isinstance(state.turn, ToChoose) else ():
            legal = state.legal(seat)
            assert isinstance(legal, Choices | Bombs)
            assert list(legal) == [legal[index] for index in range(len(legal))]
            with pytest.raises(IndexError):
                legal[len(legal)]


@settings(max_examples=30, deadline=None)
@given(luck=st.integers(0, 2**32).map(Random), face=st.sampled_from(["bomb", "stars", "row", "block"]))
def test_what_is_listed_for_a_face_is_what_is_not_refused(luck: Random, face: str) -> None:
    """Small sets of boxes here and there, and whole blocks, are listed if and only if they are legal."""
    checked = sum(1 << box for box in luck.sample(range(105), luck.randrange(105)))
    listed = set(specials.FACES[face].placements(SHEET, checked))
    some = luck.sample(range(105), 8)
    square = [box + more for box in luck.sample(range(98), 2) for more in (0, 1, 7, 8) if box + more < 105]
    row_boxes = luck.sample(list(numbers(ROWS[luck.randrange(7)])), 6)
    tried = {
        sum(1 << box for box in boxes)
        for near in (some, square, row_boxes, list(numbers(SHEET.stars))[:8])
        for count in range(1, 5)
        for boxes in combinations(sorted(set(near)), count)
    }
    tried |= set(SHEET.blocks) | {block & ~checked for block in SHEET.blocks} | listed
    assert {boxes for boxes in tried if specials.FACES[face].why_not(SHEET, checked, boxes) is None} == tried & listed
    assert len(specials.FACES[face].placements(SHEET, checked)) == len(listed)


@settings(max_examples=10, deadline=None)
@given(luck=st.integers(0, 2**32).map(Random))
def test_a_reason_is_given_for_exactly_the_boxes_that_nothing_can_check(luck: Random) -> None:
    for state in random_game(one_more_encore.GAME, table(2), luck)[0][::7]:
        assert isinstance(state, OneMoreEncore)
        for seat in state.turn.seats if isinstance(state.turn, ToChoose) else ():
            reached = 0
            for action in state.legal(seat):
                reached |= 0 if action is PASS else action.boxes
            assert [state.why_not_box(seat, box) is None for box in range(105)] == [
                bool(reached >> box & 1) for box in range(105)
            ]


def test_the_box_says_why_a_box_cannot_be_checked(two: OneMoreEncore) -> None:
    assert str(two.why_not_box(ADA, 0)) == "first the dice are rolled"
    state = play(two, "roll red red red 1 1 1 row")
    assert str(state.why_not_box(ADA, BOXES.index("H1"))) == "no die shows green"
    bombing = play(at(two, row(Q, but="H2")), "roll red red red 1 1 1 row", "1 red 1: H2", "2 pass")
    assert str(bombing.why_not_box(ADA, BOXES.index("H2"))) == "H2 is checked already"
    assert bombing.why_not_box(ADA, BOXES.index("H1")) is None


def test_a_heart_has_no_boxes_and_every_other_face_has_some(alone: OneMoreEncore) -> None:
    heart, bomb = play(alone, "roll red red 1 1 heart"), play(alone, "roll red red 1 1 bomb")
    assert str(heart.legal(ADA).why_not(Special("heart", 1))) == "a heart checks no boxes"
    for boxes in (0, -1, ALL + 1):
        assert str(bomb.legal(ADA).why_not(Special("bomb", boxes))) == "choose the boxes that are to be checked"


@pytest.mark.parametrize(
    "line",
    [
        "pass",
        "blue 3: C4 D4 D5",
        "cross ?: C4",
        "special heart",
        "special bomb: A1 A2",
        "special stars: A7 H3",
        "special row: A1 C1 E1",
        "special block: H7 I5 I6",
        "bomb: A1 B1",
    ],
)
def test_actions_are_written_as_people_would(line: str) -> None:
    assert text(parse(line)) == line
    assert parse(f" {line.upper()} ".replace(":", " : ")) == parse(line)


def test_actions_are_what_they_say() -> None:
    assert parse("special heart") == Special("heart")
    assert parse("special row: A1 C1") == Special("row", mask("A1 C1"))
    assert parse("bomb: A1 B1") == Bomb(mask("A1 B1"))


@pytest.mark.parametrize(
    "wrong", ["special", "special bomb", "special heart: A1", "special fish: A1", "bomb", "bomb A1", "heart", "blue 3"]
)
def test_what_is_no_action_is_answered_with_examples(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"expected pass, a pick such as 'blue 3: C4 D4 D5', 'special heart', .* not "):
        parse(wrong)
    with pytest.raises(ValueError, match="expected a box from A1 to O7, not 'Q1'"):
        parse("bomb: Q1")
