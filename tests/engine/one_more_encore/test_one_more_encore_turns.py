"""One More Encore!, rule by rule: who plays, with which sheet and dice, and what the special die can be taken for. What
it shares with Encore! is proven in the tests of Encore!; here is what is different.
"""

from __future__ import annotations

import pytest

from engine.colour_sheets.sheets import names
from engine.contract import ToRoll
from engine.games.encore.printed import sheet
from engine.games.one_more_encore import PLAYERS
from engine.games.one_more_encore.rules import (
    SHEET,
    OneMoreEncore,
    start,
)
from tests.engine.one_more_encore.playing_one_more_encore import (
    ADA,
    BEN,
    later,
    offered,
    play,
    why_not,
)
from tests.playing import table

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
