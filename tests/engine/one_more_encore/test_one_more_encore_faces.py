"""One More Encore!, rule by rule: circled special dice, and what each face of the special die checks."""

from __future__ import annotations

import pytest

from engine.colour_sheets.sheets import mask, names, neighbours, numbers
from engine.games.one_more_encore.rules import (
    SHEET,
    OneMoreEncore,
)
from tests.engine.one_more_encore.playing_one_more_encore import (
    ADA,
    BLUE,
    CLEO,
    at,
    choices,
    column,
    offered,
    play,
    why_not,
)

# The examples.


@pytest.mark.rule("OM-11", "OM-14")
def test_the_bomb_that_unlocks_a_die(alone: OneMoreEncore) -> None:
    state = play(alone, "roll red red 1 1 bomb", "1 special bomb: D3 D4 E3 E4")
    assert names(state.checked[ADA]) == "D3 D4 E3 E4"
    assert (state.circled[ADA], state.used[ADA]) == (2, 1), "E4 is golden"
    state = play(state, "roll red red 1 1 row")
    assert "special" in offered(state, ADA)


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
