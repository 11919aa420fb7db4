"""One More Encore!, rule by rule: complete rows, and the bombs, hearts and dice that they win."""

from __future__ import annotations

import pytest

from engine.colour_sheets.picks import PASS
from engine.colour_sheets.races import Completed
from engine.colour_sheets.sheets import ALL, mask
from engine.contract import Over, ToChoose, ToRoll
from engine.games.one_more_encore.rules import (
    OneMoreEncore,
    RowCompleted,
    start,
)
from tests.engine.one_more_encore.playing_one_more_encore import (
    ADA,
    BEN,
    CLEO,
    P,
    Q,
    R,
    S,
    T,
    U,
    V,
    all_pass,
    at,
    column,
    parts,
    play,
    row,
    why_not,
)
from tests.playing import table

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
