"""Encore!, rule by rule, and the examples that its rules are told with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.colour_sheets.picks import PASS, Pick, Picks
from engine.colour_sheets.races import Completed
from engine.colour_sheets.sheets import ALL, BOXES, COLUMNS, LETTERS, mask, names, sheet
from engine.colour_sheets.solo import slashes
from engine.contract import Over, Table, ToChoose, ToRoll
from engine.games.encore import PLAYERS
from engine.games.encore import rules as encore
from engine.games.encore.rules import COLUMN_FIRST, COLUMN_LATER, Encore, parse, rating, start, text
from tests import playing as games
from tests.playing import random_game, table

ADA, BEN, CLEO = 0, 1, 2
YELLOW, GREEN, BLUE, RED, ORANGE = range(5)
ALL_JOKERS = "roll cross cross cross ? ? ?"


def play(state: Encore, *events: str) -> Encore:
    return games.play(encore.GAME, state, *events)


def all_pass(state: Encore) -> Encore:
    return games.all_pass(encore.GAME, state)


def why_not(state: Encore, event: str) -> str:
    return games.why_not(encore.GAME, state, event)


def later(state: Encore) -> Encore:
    """The same table when the first three rolls are over."""
    return replace(state, rolls=3)


def at(state: Encore, *checked: str | int, jokers: Iterable[int] = ()) -> Encore:
    """The same table, with these boxes checked on the sheets, seat by seat."""
    boxes = [mask(some) if isinstance(some, str) else some for some in checked]
    return replace(
        state,
        checked=(*boxes, *state.checked[len(boxes) :]),
        jokers=tuple(jokers) or state.jokers,
    )


def column(letter: str, but: str = "") -> int:
    """The boxes of a column, but some."""
    return COLUMNS[LETTERS.index(letter)] & ~mask(but)


def colour(index: int, but: str = "") -> int:
    """The boxes of a colour on sheet 01, but some."""
    return sheet("01").colours[index] & ~mask(but)


def picks(state: Encore, seat: int) -> Picks:
    legal = state.legal(seat)
    assert isinstance(legal, Picks)
    return legal


def offered(state: Encore, seat: int) -> set[str]:
    """The pairs that a seat can take: "blue 3" and so on."""
    return {f"{pair.colour} {pair.number}" for pair in picks(state, seat).pairs}


def total(state: Encore, seat: int) -> int:
    return state.scores()[seat].total


@pytest.fixture
def two() -> Encore:
    return start(table(2))


@pytest.fixture
def three() -> Encore:
    return start(table(3))


@pytest.fixture
def alone() -> Encore:
    return start(table(1))


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


@pytest.mark.rule("EN-27")
def test_column_e_is_full(two: Encore) -> None:
    state = at(two, column("E", but="E7"))
    state = play(state, "roll blue red red 3 1 1", "1 blue 3: C7 D7 E7", "2 pass")
    assert state.columns_done == (Completed(LETTERS.index("E"), (ADA,), 2, first=True),)
    assert state.columns[ADA][LETTERS.index("E")] == 2
    state = at(state, state.checked[ADA], column("E", but="E7"))
    state = play(state, "roll blue red red 3 1 1", "1 pass", "2 blue 3: D7 E7 F7")
    assert state.columns_done == (Completed(LETTERS.index("E"), (BEN,), 1, first=False),)


# Who plays, with which sheets and dice.


@pytest.mark.rule("EN-01")
def test_one_to_six_play() -> None:
    assert (PLAYERS.least, PLAYERS.most) == (1, 6)
    for players in range(1, 7):
        state = start(table(players))
        assert len(state.sheets) == len(state.checked) == players


@pytest.mark.rule("EN-03")
@pytest.mark.parametrize(
    ("option", "expected"),
    [
        (None, ["01", "01", "01"]),
        ("06", ["06", "06", "06"]),
        ("each", ["01", "02", "03"]),
        ("03+07+01", ["03", "07", "01"]),
        ("N7K3QX", ["N7K3QX"] * 3),
        ("02+N7K3QX+02", ["02", "N7K3QX", "02"]),
    ],
)
def test_all_play_on_one_sheet_or_everybody_on_another(option: str | None, expected: list[str]) -> None:
    options = () if option is None else (("sheets", option),)
    assert [sheet.name for sheet in start(Table(table(3).seats, options=options)).sheets] == expected


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("09", "there is no sheet '09'"),
        ("", "there is no sheet ''"),
        ("01+02", "option sheets names 2 sheets for 3 players; name one for all or one for each"),
        ("01+02+03+04", "option sheets names 4 sheets for 3 players"),
        ("01+each+02", "there is no sheet 'each'"),
    ],
)
def test_sheets_that_cannot_be_dealt_are_refused(option: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        start(Table(table(3).seats, options=(("sheets", option),)))


def test_the_table_can_draw_a_new_sheet() -> None:
    (option,) = encore.OPTIONS
    assert option.fresh is not None
    code = option.fresh(Random(3))
    assert start(Table(table(1).seats, options=(("sheets", code),))).sheets[ADA].name == code


@pytest.mark.rule("EN-05", "EN-06")
@pytest.mark.parametrize(("players", "of_each"), [(1, 2), (2, 3), (6, 3)])
def test_three_dice_of_each_kind_are_rolled_and_two_alone(players: int, of_each: int) -> None:
    turn = start(table(players)).turn
    assert isinstance(turn, ToRoll)
    colours, numbers = turn.dice[:of_each], turn.dice[of_each:]
    assert {die.faces for die in colours} == {("yellow", "green", "blue", "red", "orange", "cross")}
    assert {die.faces for die in numbers} == {("1", "2", "3", "4", "5", "?")}
    assert len(numbers) == of_each


@pytest.mark.rule("EN-07")
def test_the_dice_are_rolled_once_a_turn_and_go_round_the_table() -> None:
    state = start(table(3, first=1))
    for seat in (BEN, CLEO, ADA, BEN):
        assert (state.turn, state.active) == (ToRoll(seat, state.turn.dice), seat)  # type: ignore[union-attr]
        state = play(state, ALL_JOKERS)
        assert why_not(state, ALL_JOKERS) == "no roll now: first somebody has to choose"
        state = all_pass(state)
    assert state.rolls == 4


# Whose choice it is, and from which dice.

RED_AND_BLUE = "roll red blue blue 1 2 3"


@pytest.mark.rule("EN-08")
def test_free_dice_in_the_first_three_rolls(two: Encore) -> None:
    """Also with two players, when the third roll is the second of whoever began."""
    state = two
    for _ in range(3):
        state = play(state, RED_AND_BLUE)
        assert state.turn == ToChoose((ADA, BEN))
        state = play(state, f"{state.active + 1} red 1: H3" if state.rolls == 1 else f"{state.active + 1} pass")
        assert state.gone is None
        assert set(picks(state, 1 - state.active).colours) == {"red", "blue"}
        state = all_pass(state)
    state = play(state, RED_AND_BLUE)
    assert state.turn == ToChoose((state.active,)), "the fourth roll is not free"


@pytest.mark.rule("EN-08", "EN-11")
def test_in_a_free_roll_all_may_take_the_same_dice_in_any_order(three: Encore) -> None:
    rolled = play(three, RED_AND_BLUE)
    ends = set()
    for order in permutations(("1 red 1: H3", "2 red 1: H3", "3 blue 2: H4 H5")):
        ends.add(play(rolled, *order))
    assert len(ends) == 1
    assert [names(boxes) for boxes in ends.pop().checked] == ["H3", "H3", "H4 H5"]


@pytest.mark.rule("EN-09")
def test_from_the_fourth_roll_the_active_seat_picks_first(three: Encore) -> None:
    state = play(later(three), RED_AND_BLUE)
    assert state.turn == ToChoose((ADA,))
    assert why_not(state, "2 red 1: H3") == "it is not Ben's turn"
    assert play(state, "1 red 1: H3").turn == ToChoose((BEN, CLEO))


@pytest.mark.rule("EN-10")
def test_the_dice_of_the_active_seat_are_gone_for_the_others(three: Encore) -> None:
    state = play(later(three), RED_AND_BLUE, "1 red 1: H3")
    assert state.gone == ("red", "1")
    assert why_not(state, "2 red 2: H3 I3") == "red is gone: the player who rolled has taken that die"
    assert why_not(state, "2 blue 1: H4") == "1 is gone: the player who rolled has taken that die"
    assert offered(state, BEN) == {"blue 2", "blue 3"}


@pytest.mark.rule("EN-10")
def test_another_die_with_the_same_face_stays(three: Encore) -> None:
    state = play(later(three), RED_AND_BLUE, "1 blue 3: G4 H4 H5")
    assert offered(state, BEN) == {"red 1", "red 2", "blue 1", "blue 2"}


@pytest.mark.rule("EN-11")
def test_the_others_choose_in_any_order_and_take_nothing_from_each_other(three: Encore) -> None:
    state = play(later(three), RED_AND_BLUE, "1 red 1: H3")
    assert play(state, "3 blue 2: H4 H5", "2 blue 2: H4 H5") == play(state, "2 blue 2: H4 H5", "3 blue 2: H4 H5")


@pytest.mark.rule("EN-12", "EN-13")
def test_when_the_active_seat_passes_nothing_is_gone(three: Encore) -> None:
    state = play(later(three), RED_AND_BLUE, "1 pass")
    assert (state.gone, state.turn) == (None, ToChoose((BEN, CLEO)))
    assert offered(state, BEN) == {f"{colour} {number}" for colour in ("red", "blue") for number in (1, 2, 3)}


@pytest.mark.rule("EN-12")
def test_everybody_may_pass_although_there_is_something_to_check(three: Encore) -> None:
    state = all_pass(play(three, RED_AND_BLUE))
    assert state.checked == (0, 0, 0)
    assert state.turn == ToRoll(BEN, state.turn.dice)  # type: ignore[union-attr]


@pytest.mark.rule("EN-14")
def test_without_a_place_there_is_only_the_pass(two: Encore) -> None:
    state = play(at(later(two), jokers=(0, 8)), ALL_JOKERS)
    assert state.turn == ToChoose((ADA,)), "the pass has to be said"
    assert list(state.legal(ADA)) == [PASS]
    assert len(state.legal(ADA)) == 1


@pytest.mark.rule("EN-15")
def test_nobody_takes_dice_only_to_deny_them(two: Encore) -> None:
    state = play(at(later(two), column("H")), RED_AND_BLUE)
    assert why_not(state, "1 red 3: C3 C4 B4") == "none of these boxes is in column H or next to a checked box"
    assert all(pick is PASS or pick.boxes.bit_count() == int(pick.number) for pick in picks(state, ADA))
    with pytest.raises(ValueError, match="expected pass, or a pick such as"):
        parse("red 3")


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


# Columns and colours.


@pytest.mark.rule("EN-26")
def test_columns_are_judged_when_everybody_has_placed(two: Encore) -> None:
    state = at(two, column("H", but="H1"))
    state = play(state, "roll green red red 1 1 1", "1 green 1: H1")
    assert state.columns[ADA][7] is None
    assert play(state, "2 pass").columns[ADA][7] == 1


@pytest.mark.rule("EN-27")
def test_the_first_to_complete_a_column_gets_its_high_value(alone: Encore) -> None:
    state = play(at(alone, ALL & ~mask("H1")), "roll green red 1 1", "1 green 1: H1")
    assert state.columns[ADA] == COLUMN_FIRST == (5, 3, 3, 3, 2, 2, 2, 1, 2, 2, 2, 3, 3, 3, 5)


@pytest.mark.rule("EN-28")
@pytest.mark.parametrize("rolls", [0, 3], ids=["free roll", "later roll"])
def test_simultaneous_completion(three: Encore, rolls: int) -> None:
    """All who complete a column in the same turn get the high value, whoever placed first."""
    nearly = column("H", but="H1")
    state = replace(at(three, nearly, nearly, nearly), rolls=rolls)
    state = play(state, "roll green green red 1 1 1", "1 green 1: H1", "3 green 1: H1", "2 pass")
    assert state.columns_done == (Completed(7, (ADA, CLEO), 1, first=True),)
    state = play(state, "roll green green red 1 1 1", *(["2 green 1: H1", "1 pass", "3 pass"]))
    assert state.columns_done == (Completed(7, (BEN,), 0, first=False),)
    assert [won[7] for won in state.columns] == [1, 0, 1]


@pytest.mark.rule("EN-29", "EN-31")
def test_low_bonus_for_a_third_or_later_finisher() -> None:
    """Second, third, fourth: whoever completes a column or a colour later gets the low value, again and again."""
    state = start(table(4))
    last_green = colour(GREEN, but="H1") | column("H", but="H1")
    state = at(state, *[last_green] * 4)
    for seat in range(4):
        state = play(state, "roll green green green 1 1 1")
        for other in (state.active, *(other for other in range(4) if other != state.active)):
            state = play(state, f"{other + 1} green 1: H1" if other == seat else f"{other + 1} pass")
        first = seat == 0
        assert state.columns_done == (Completed(7, (seat,), 1 if first else 0, first),)
        assert state.colours_done == (Completed(GREEN, (seat,), 5 if first else 3, first),)
    assert [won[GREEN] for won in state.colours] == [5, 3, 3, 3]
    assert [won[7] for won in state.columns] == [1, 0, 0, 0]


@pytest.mark.rule("EN-29")
def test_the_low_values_are_those_of_the_sheet() -> None:
    assert COLUMN_LATER == (3, 2, 2, 2, 1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 3)


@pytest.mark.rule("EN-30")
def test_several_columns_in_one_turn_all_count(two: Encore) -> None:
    state = at(two, column("G", but="G2") | column("H", but="H2"))
    state = play(state, "roll orange red red 2 1 1", "1 orange 2: G2 H2", "2 pass")
    assert state.columns_done == (Completed(6, (ADA,), 2, True), Completed(7, (ADA,), 1, True))


@pytest.mark.rule("EN-31")
def test_all_who_complete_a_colour_in_the_same_turn_get_five(three: Encore) -> None:
    nearly = colour(GREEN, but="H1")
    state = play(
        at(three, nearly, nearly, nearly), "roll green red red 1 1 1", "2 green 1: H1", "1 green 1: H1", "3 pass"
    )
    assert state.colours_done == (Completed(GREEN, (ADA, BEN), 5, first=True),)
    state = all_pass(play(state, "roll green red red 1 1 1", "3 green 1: H1"))
    assert [won[GREEN] for won in state.colours] == [5, 5, 3]


@pytest.mark.rule("EN-32")
def test_columns_and_colours_compare_across_different_sheets() -> None:
    state = start(Table(table(2).seats, options=(("sheets", "01+02"),)))
    green_02 = sheet("02").colours[GREEN]
    state = at(state, colour(GREEN, but="H1"), green_02 & ~mask("H6") | column("H", but="H6"))
    state = play(state, "roll green green red 1 1 1", "1 green 1: H1", "2 pass")
    state = play(state, "roll green green red 1 1 1", "1 pass", "2 green 1: H6")
    assert [won[GREEN] for won in state.colours] == [5, 3]
    assert [won[7] for won in state.columns] == [None, 1], "nobody had column H before"


# The end.


@pytest.fixture
def two_colours_nearly(three: Encore) -> Encore:
    """Ada lacks one box of her second colour; it is the fifth roll and her turn."""
    nearly = colour(GREEN) | colour(YELLOW, but="H7")
    won: list[int | None] = [None] * 5
    won[GREEN] = 5
    state = at(three, nearly, colour(RED, but="H3"))
    return replace(state, rolls=4, colours=(tuple(won), *state.colours[1:]))


@pytest.mark.rule("EN-33", "EN-34")
def test_the_game_ends_after_the_turn_in_which_somebody_completes_a_second_colour(two_colours_nearly: Encore) -> None:
    state = play(two_colours_nearly, "roll yellow red red 1 1 1")
    assert not state.last_turn
    state = play(state, "1 yellow 1: H7")
    assert state.last_turn, "the others know that it is their last choice"
    assert state.turn == ToChoose((BEN, CLEO)), "but they have it"
    state = play(state, "2 red 1: H3", "3 pass")
    assert isinstance(state.turn, Over)
    assert state.colours == ((5, 5, None, None, None), (None, None, None, 5, None), (None,) * 5)
    assert str(state.legal(ADA).why_not(PASS)) == "the game is over"


@pytest.mark.rule("EN-33")
def test_low_values_count_for_the_end_as_well(three: Encore) -> None:
    state = at(later(three), colour(GREEN) | colour(YELLOW, but="H7"))
    earlier = (5, 5, None, None, None)
    state = replace(state, colours=((None, 3, None, None, None), earlier, (None,) * 5))
    state = all_pass(play(state, "roll yellow red red 1 1 1", "1 yellow 1: H7"))
    assert state.colours[ADA] == (3, 3, None, None, None)
    assert isinstance(state.turn, Over)


def test_one_complete_colour_ends_nothing(two: Encore) -> None:
    state = all_pass(play(at(two, colour(GREEN, but="H1")), "roll green red red 1 1 1", "1 green 1: H1"))
    assert isinstance(state.turn, ToRoll)


@pytest.mark.rule("EN-35")
def test_the_score_has_four_parts(alone: Encore) -> None:
    assert alone.scores()[ADA].parts == (("colours", 0), ("columns", 0), ("exclamation marks", 8), ("stars", -30))
    assert total(alone, ADA) == -22
    state = at(alone, colour(GREEN, but="H1") | column("A") | column("H", but="H1"), jokers=(5,))
    state = play(state, "roll green red 1 1", "1 green 1: H1")
    assert state.scores()[ADA].parts == (
        ("colours", 5),
        ("columns", 5 + 1),
        ("exclamation marks", 5),
        ("stars", -2 * 11),  # all but G3, H1 and M7, which are green, and A3
    )


@pytest.mark.rule("EN-36")
@pytest.mark.parametrize(
    ("jokers", "stars", "winners"),
    [
        ((3, 5), ("", ""), (BEN,)),
        ((3, 5), ("H1", ""), (BEN,)),
        ((2, 2), ("", ""), (ADA, BEN)),
        ((5, 3), ("", "H1"), (ADA,)),
        ((3, 2), ("", "H1"), (BEN,)),
    ],
    ids=[
        "more points",
        "equal points, more marks",
        "all equal",
        "equal points, more marks again",
        "points before marks",
    ],
)
def test_most_points_win_then_most_exclamation_marks(
    two: Encore, jokers: tuple[int, int], stars: tuple[str, str], winners: tuple[int, ...]
) -> None:
    """Both have completed the same two colours in this turn; only marks and stars differ."""
    both = colour(YELLOW) | colour(ORANGE)
    nearly = [both & ~mask("H7") | mask(star) for star in stars]
    state = play(at(two, *nearly, jokers=jokers), "roll yellow red red 1 1 1")
    state = play(state, "1 yellow 1: H7", "2 yellow 1: H7")
    assert state.turn == Over(winners)


# Alone.


@pytest.mark.rule("EN-37")
def test_alone_there_are_exactly_thirty_rolls(alone: Encore) -> None:
    state = alone
    for roll in range(1, 31):
        state = play(state, "roll red red 1 1")
        assert state.last_turn == (roll == 30)
        state = play(state, "1 pass")
        assert isinstance(state.turn, Over) == (roll == 30)


@pytest.mark.rule("EN-37")
def test_alone_two_colours_do_not_end_the_game(alone: Encore) -> None:
    state = at(alone, colour(GREEN) | colour(YELLOW) & ~mask("H7"))
    state = play(state, "roll yellow red 1 1", "1 yellow 1: H7")
    assert state.colours[ADA][:2] == (5, 5)
    assert isinstance(state.turn, ToRoll)


@pytest.mark.rule("EN-38")
def test_alone_every_roll_puts_a_slash_into_a_letter_box() -> None:
    assert slashes(0) == (0,) * 15
    assert slashes(11) == (1,) * 11 + (0,) * 4
    assert slashes(16) == (2,) + (1,) * 14
    assert slashes(30) == (2,) * 15


@pytest.mark.rule("EN-39")
def test_alone_the_high_values_always_apply(alone: Encore) -> None:
    state = at(alone, column("H", but="H1") | colour(GREEN, but="H1"))
    state = play(replace(state, rolls=29), "roll green red 1 1", "1 green 1: H1")
    assert (state.columns[ADA][7], state.colours[ADA][GREEN]) == (1, 5)


@pytest.mark.rule("EN-40")
def test_the_rating_has_thirteen_steps() -> None:
    steps = [rating(points) for points in (-1, 0, 1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41)]
    assert [step for step, _ in steps] == list(range(13))
    assert len({str(says) for _, says in steps}) == 13
    for below, points in enumerate((0, 1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41)):
        assert rating(points - 1).step == below, f"{points - 1} points"
    assert (rating(-30).step, rating(60).step) == (0, 12)


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
