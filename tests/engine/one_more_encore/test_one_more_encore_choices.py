"""The choices of One More Encore! as a collection, the reasons for what is not among them, and how they are written."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.colour_sheets.picks import PASS
from engine.colour_sheets.sheets import ALL, BOXES, ROWS, mask, numbers
from engine.contract import ToChoose
from engine.games.one_more_encore import rules as one_more_encore
from engine.games.one_more_encore import specials
from engine.games.one_more_encore.rules import (
    SHEET,
    Choices,
    OneMoreEncore,
    parse,
    text,
)
from engine.games.one_more_encore.specials import Bomb, Bombs, Special
from tests.engine.one_more_encore.playing_one_more_encore import (
    ADA,
    Q,
    at,
    play,
    row,
)
from tests.playing import random_game, table

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
