"""Encore!, rule by rule: who plays, with which sheets and dice, and whose choice it is from which dice."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from engine.colour_sheets.picks import PASS
from engine.colour_sheets.sheets import names
from engine.contract import Table, ToChoose, ToRoll
from engine.games.encore import PLAYERS
from engine.games.encore import rules as encore
from engine.games.encore.rules import Encore, parse, start
from tests.engine.encore.playing_encore import (
    ADA,
    ALL_JOKERS,
    BEN,
    CLEO,
    RED_AND_BLUE,
    all_pass,
    at,
    column,
    later,
    offered,
    picks,
    play,
    why_not,
)
from tests.playing import table

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
