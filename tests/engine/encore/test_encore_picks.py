"""Encore!, rule by rule: which boxes can be checked with which dice, and how a pick is written."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.colour_sheets.picks import PASS, Pick
from engine.colour_sheets.sheets import ALL, BOXES, mask, names
from engine.contract import Table, ToChoose
from engine.games.encore import rules as encore
from engine.games.encore.printed import sheet
from engine.games.encore.rules import Encore, parse, start, text
from tests.engine.encore.playing_encore import (
    ADA,
    BEN,
    GREEN,
    RED_AND_BLUE,
    at,
    column,
    later,
    offered,
    picks,
    play,
    why_not,
)
from tests.playing import random_game, table

# The examples.


@pytest.fixture
def first_example(three: Encore) -> Encore:
    return play(three, "roll yellow orange blue 5 2 5")


@pytest.mark.rule("EN-08", "EN-11", "EN-16", "EN-19")
def test_the_first_roll_of_the_example_has_its_options_a_b_and_c(first_example: Encore) -> None:
    state = play(first_example, "1 yellow 5: H6 H7 I6 I7 J7", "2 orange 2: G2 H2", "3 blue 2: H4 H5")
    assert [names(boxes) for boxes in state.checked] == ["H6 H7 I6 I7 J7", "G2 H2", "H4 H5"]


@pytest.mark.rule("EN-16", "EN-17")
def test_what_the_first_roll_of_the_example_does_not_allow(first_example: Encore) -> None:
    assert offered(first_example, ADA) == {"yellow 5", "yellow 2", "orange 2", "blue 2"}
    assert why_not(first_example, "1 blue 4: G4 G5 H4 H5") == "no die shows 4"
    assert why_not(first_example, "1 blue 5: G4 G5 H4 H5") == "5 boxes have to be checked, not 4"
    assert why_not(first_example, "1 orange 5: B5 C5 D5 E5 F4").startswith("these boxes are not connected")
    assert why_not(first_example, "1 orange 5: B5 C5 D5 E4 E5") == (
        "none of these boxes is in column H or next to a checked box"
    )


@pytest.mark.rule("EN-20")
def test_the_rest_of_the_blue_block_takes_a_two_or_two_ones(first_example: Encore) -> None:
    started = at(first_example, "H4 H5")
    assert why_not(started, "1 blue 5: G4 G5 I1 J1 J2").startswith("these boxes are not connected")
    assert "G4 G5" in [names(pick.boxes) for pick in picks(started, ADA) if pick is not PASS]
    ones = at(play(start(table(1)), "roll blue red 1 3"), "H4 H5")
    ones = play(ones, "1 blue 1: G4", "roll blue red 1 3", "1 blue 1: G5")
    assert names(ones.checked[ADA]) == "G4 G5 H4 H5"


@pytest.mark.rule("EN-18")
def test_correct_because_the_green_boxes_touch_a_yellow_one(alone: Encore) -> None:
    yellow = at(alone, "D1 E1 E2 F1 F2 G1")
    state = play(yellow, "roll green red 4 1", "1 green 4: D2 D3 E3 F3")
    assert state.checked[ADA] == mask("D1 E1 E2 F1 F2 G1 D2 D3 E3 F3")


@pytest.mark.rule("EN-17", "EN-20")
def test_correct_but_two_single_boxes_stay_behind(alone: Encore) -> None:
    state = at(alone, "D1 E1 E2 F1 F2 G1")
    state = play(state, "roll green red 4 1", "1 green 4: D3 E3 F3 G3", "roll green red 2 1")
    assert why_not(state, "1 green 2: D2 D4").startswith("these boxes are not connected")
    assert {"D2", "D4"} < {names(pick.boxes) for pick in picks(state, ADA) if pick is not PASS}
    state = play(state, "1 green 1: D2", "roll green red 1 1", "1 green 1: D4")
    assert state.checked[ADA] & sheet("01").blocks_of[GREEN][5] == sheet("01").blocks_of[GREEN][5]


@pytest.mark.rule("EN-17")
def test_incorrect_because_five_boxes_do_not_hang_together(alone: Encore) -> None:
    state = play(at(alone, "D1 E1 E2 F1 F2 G1"), "roll green red 5 1")
    assert why_not(state, "1 green 5: D2 D3 D4 F3 G3").startswith("these boxes are not connected")


@pytest.mark.rule("EN-18")
def test_incorrect_because_three_boxes_touch_a_checked_one_only_at_a_corner(alone: Encore) -> None:
    state = play(at(alone, "G4 G5 H4 H5"), "roll red green 3 1")
    assert why_not(state, "1 red 3: D6 E6 F6") == "none of these boxes is in column H or next to a checked box"
    assert play(state, "1 red 3: E6 F6 G6").checked[ADA] == mask("G4 G5 H4 H5 E6 F6 G6")


# Where boxes can be checked.


@pytest.mark.rule("EN-16")
@pytest.mark.parametrize(("boxes", "count"), [("H4", 1), ("G4 H4 H5", 3), ("G4 G5 H4 H5", 4)])
def test_exactly_as_many_boxes_as_the_number_says(two: Encore, boxes: str, count: int) -> None:
    state = play(two, "roll blue blue blue 2 2 2")
    assert why_not(state, f"1 blue 2: {boxes}") == f"2 boxes have to be checked, not {count}"


@pytest.mark.rule("EN-17")
def test_all_boxes_have_the_colour_of_the_die(two: Encore) -> None:
    state = play(two, "roll blue red cross 2 2 3")
    assert why_not(state, "1 blue 2: H3 H4") == "H3 is not blue"
    assert why_not(state, "1 cross 2: H3 H4") == "H4 is not red"


def test_a_box_is_checked_only_once(two: Encore) -> None:
    state = play(at(two, "H4"), "roll blue red red 2 2 2")
    assert why_not(state, "1 blue 2: H4 H5") == "H4 is checked already"


@pytest.mark.rule("EN-18")
def test_boxes_checked_in_this_turn_do_not_lead_on(alone: Encore) -> None:
    state = play(alone, "roll orange blue 2 1")
    assert why_not(state, "1 orange 2: K5 L1").startswith("these boxes are not connected")
    state = play(at(alone, "I5"), "roll orange blue 2 1")
    assert play(state, "1 orange 2: J5 K5").checked[ADA] == mask("I5 J5 K5")


@pytest.mark.rule("EN-19")
def test_on_an_empty_sheet_one_begins_in_column_h(alone: Encore) -> None:
    state = play(alone, "roll cross cross ? ?")
    assert all(pick is PASS or pick.boxes & column("H") for pick in picks(state, ADA))
    assert why_not(state, "1 cross ?: A1") == "none of these boxes is in column H or next to a checked box"


@pytest.mark.rule("EN-19")
def test_column_h_stays_open_all_game(alone: Encore) -> None:
    far_away = at(alone, "A1 A2 A3")
    assert play(far_away, "roll green blue 1 1", "1 green 1: H1").checked[ADA] == mask("A1 A2 A3 H1")


@pytest.mark.rule("EN-20")
def test_a_number_is_not_split_over_two_blocks(alone: Encore) -> None:
    state = play(at(alone, column("I") | column("J")), "roll yellow yellow 3 3")
    assert why_not(state, "1 yellow 3: K3 K4 H6").startswith("these boxes are not connected")


@pytest.mark.rule("EN-21")
def test_a_block_of_six_takes_two_turns(alone: Encore) -> None:
    six = mask("D1 E1 E2 F1 F2 G1")
    state = play(at(alone, "H1"), "roll yellow cross ? ?")
    assert max(pick.boxes.bit_count() for pick in picks(state, ADA) if pick is not PASS) == 5
    assert why_not(state, f"1 yellow ?: {names(six)}") == "a question mark stands for 1 to 5 boxes, not for 6"


# Jokers.


@pytest.mark.rule("EN-22")
def test_a_cross_is_any_colour_and_a_question_mark_any_number(alone: Encore) -> None:
    state = play(alone, "roll cross cross ? ?")
    found = [pick for pick in picks(state, ADA) if pick is not PASS]
    assert {pick.boxes.bit_count() for pick in found} == {1, 2, 3, 4, 5}
    assert {sheet("01").colour[pick.boxes.bit_length() - 1] for pick in found} == set(range(5))
    assert len(found) == len(set(found))


@pytest.mark.rule("EN-23")
@pytest.mark.parametrize(
    ("pick", "left"), [("blue 2: H4 H5", 8), ("cross 2: H4 H5", 7), ("blue ?: H4 H5", 7), ("cross ?: H4 H5", 6)]
)
def test_every_joker_costs_an_exclamation_mark(alone: Encore, pick: str, left: int) -> None:
    state = play(alone, "roll blue cross 2 ?")
    assert state.jokers == (8,)
    assert play(state, f"1 {pick}").jokers == (left,)


@pytest.mark.rule("EN-24")
def test_a_pick_that_costs_more_than_is_left_is_not_offered(alone: Encore) -> None:
    rolled = play(alone, "roll blue cross 2 ?")
    assert offered(at(rolled, jokers=(2,)), ADA) == {"blue 2", "blue ?", "cross 2", "cross ?"}
    one = at(rolled, jokers=(1,))
    assert offered(one, ADA) == {"blue 2", "blue ?", "cross 2"}
    assert why_not(one, "1 cross ?: H4") == "two jokers take two exclamation marks, and only one is left"
    none = at(rolled, jokers=(0,))
    assert offered(none, ADA) == {"blue 2"}
    assert why_not(none, "1 cross 2: H4 H5") == "no exclamation mark is left for a joker"


@pytest.mark.rule("EN-25")
def test_a_joker_can_be_taken_to_keep_it_from_the_others(two: Encore) -> None:
    state = play(later(two), "roll blue cross red 2 ? 3", "1 cross ?: H4 H5")
    assert state.gone == ("cross", "?")
    assert offered(state, BEN) == {"blue 2", "blue 3", "red 2", "red 3"}


# Why a box cannot be chosen.


@pytest.mark.parametrize(
    ("roll", "checked", "jokers", "box", "sentence"),
    [
        ("blue red 2 3", "", 8, "H1", "no die shows green"),
        ("blue red 2 3", "H4", 8, "H4", "H4 is checked already"),
        ("blue red 2 3", "H4", 8, "A3", "A3 is neither in column H nor next to a checked box"),
        ("blue red 4 5", "H4", 8, "G4", "blue: only 3 boxes are left here"),
        ("blue red 4 5", "H4 G4 H5", 8, "G5", "blue: only 1 box is left here"),
        ("yellow red 2 2", "", 8, "J7", "2 is not enough to get as far as J7"),
        ("cross cross 2 2", "", 0, "H1", "no exclamation mark is left for a joker"),
        ("blue red ? ?", "", 0, "H4", "no exclamation mark is left for a joker"),
        ("cross red ? ?", "", 1, "H4", "two jokers take two exclamation marks, and only one is left"),
    ],
)
def test_the_box_says_why_a_box_cannot_be_checked(
    alone: Encore, roll: str, checked: str, jokers: int, box: str, sentence: str
) -> None:
    state = play(at(alone, checked, jokers=[jokers]), f"roll {roll}")
    assert str(state.why_not_box(ADA, BOXES.index(box))) == sentence


def test_the_box_says_why_a_choice_has_to_wait(two: Encore) -> None:
    assert str(two.why_not_box(ADA, 0)) == "first the dice are rolled"
    state = play(later(two), RED_AND_BLUE)
    assert str(state.why_not_box(BEN, 0)) == "it is not Ben's turn"
    assert str(state.legal(ADA).why_not("run")) == "choose a colour die, a number die and boxes for them, or pass"
    state = play(state, "1 red 1: H3")
    assert str(state.why_not_box(BEN, BOXES.index("H3"))) == "red is gone: the player who rolled has taken that die"


@settings(max_examples=15, deadline=None)
@given(luck=st.integers(0, 2**32).map(Random))
def test_a_reason_is_given_for_exactly_the_boxes_that_no_pick_can_check(luck: Random) -> None:
    for state in random_game(encore.GAME, Table(table(2).seats, options=(("sheets", "each"),)), luck)[0][::7]:
        assert isinstance(state, Encore)
        for seat in state.turn.seats if isinstance(state.turn, ToChoose) else ():
            chosen = {box for pick in state.legal(seat) if pick is not PASS for box in BOXES if mask(box) & pick.boxes}
            assert chosen == {box for number, box in enumerate(BOXES) if state.why_not_box(seat, number) is None}


# Picks as a collection, and as texts.


@settings(max_examples=15, deadline=None)
@given(luck=st.integers(0, 2**32).map(Random))
def test_picks_can_be_counted_and_taken_by_their_number(luck: Random) -> None:
    for state in random_game(encore.GAME, table(1), luck)[0]:
        if isinstance(state.turn, ToChoose):
            assert isinstance(state, Encore)
            legal = picks(state, ADA)
            assert list(legal) == [legal[index] for index in range(len(legal))]
            with pytest.raises(IndexError):
                legal[len(legal)]


def test_picks_of_no_box_or_of_boxes_beyond_the_sheet_are_refused(alone: Encore) -> None:
    state = play(alone, "roll blue red 2 3")
    for boxes in (0, -1, ALL + 1, 1 << 200):
        assert Pick("blue", "2", boxes) not in state.legal(ADA)
        assert state.legal(ADA).why_not(Pick("blue", "2", boxes)) is not None


@pytest.mark.parametrize("line", ["pass", "blue 3: C4 D4 D5", "cross 3: C4 D4 D5", "blue ?: C4 D4", "cross ?: C4"])
def test_actions_are_written_as_people_would(line: str) -> None:
    assert text(parse(line)) == line


def test_actions_are_read_with_a_little_tolerance() -> None:
    assert parse("  Blue 3 :  d4 c4   d5 ") == parse("blue 3: C4 D4 D5")
    assert parse("PASS") is PASS


@pytest.mark.parametrize(
    "wrong", ["blue", "blue 3", "blue 3:", "blue 6: A1", "pink 3: A1", "blue 3 A1 A2 A3", "3 blue: A1"]
)
def test_what_is_no_action_is_answered_with_an_example(wrong: str) -> None:
    with pytest.raises(ValueError, match="expected pass, or a pick such as 'blue 3: C4 D4 D5', not "):
        parse(wrong)
    with pytest.raises(ValueError, match="expected a box from A1 to O7, not 'P1'"):
        parse("blue 1: P1")
