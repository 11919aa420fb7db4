"""Encore!, rule by rule: columns and colours, the end of the game, its points, and the game alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.colour_sheets.picks import PASS
from engine.colour_sheets.races import Completed
from engine.colour_sheets.sheets import ALL, LETTERS, mask
from engine.colour_sheets.solo import slashes
from engine.contract import Over, Table, ToChoose, ToRoll
from engine.games.encore.printed import sheet
from engine.games.encore.rules import COLUMN_FIRST, COLUMN_LATER, Encore, rating, start
from tests.engine.encore.playing_encore import (
    ADA,
    BEN,
    CLEO,
    GREEN,
    ORANGE,
    RED,
    YELLOW,
    all_pass,
    at,
    colour,
    column,
    later,
    play,
    total,
)
from tests.playing import table

# The examples.


@pytest.mark.rule("EN-27")
def test_column_e_is_full(two: Encore) -> None:
    state = at(two, column("E", but="E7"))
    state = play(state, "roll blue red red 3 1 1", "1 blue 3: C7 D7 E7", "2 pass")
    assert state.columns_done == (Completed(LETTERS.index("E"), (ADA,), 2, first=True),)
    assert state.columns[ADA][LETTERS.index("E")] == 2
    state = at(state, state.checked[ADA], column("E", but="E7"))
    state = play(state, "roll blue red red 3 1 1", "1 pass", "2 blue 3: D7 E7 F7")
    assert state.columns_done == (Completed(LETTERS.index("E"), (BEN,), 1, first=False),)


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
