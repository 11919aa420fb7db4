"""Fingers on buttons: what the edges of real, bouncing contacts come out as."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.gestures import CHORDS, MOST_PRESSES, QUIET, SERVICE, Gestures, Timing
from hardware.inputs import (
    BACK,
    BUTTONS,
    KNOB_A,
    KNOB_B,
    KNOB_PUSH,
    NEXT,
    ROLL,
    SEATS,
    SELECT,
    Edge,
    Hold,
    Press,
    Trouble,
)
from tests.hardware.hand import Hand

bounces = st.lists(st.floats(0, 0.008), max_size=8).map(lambda times: sorted(times)[: len(times) // 2 * 2])


@pytest.fixture
def hand() -> Hand:
    return Hand()


# Buttons.


def test_a_press_is_told_once_it_is_sure_with_the_time_when_it_began(hand: Hand) -> None:
    hand.edge(ROLL, True)
    assert hand.gestures.next_due() == pytest.approx(100.015)
    hand.wait(0.014)
    assert hand.seen == []
    hand.wait(0.002)
    assert hand.seen == [Press(100.0, ROLL)]


@given(presses=st.lists(st.tuples(bounces, bounces), min_size=1, max_size=5))
def test_bouncing_contacts_neither_double_a_press_nor_lose_one(presses: list[tuple[list[float], list[float]]]) -> None:
    hand = Hand()
    for pressing, releasing in presses:
        hand.bouncing(ROLL, True, pressing)
        hand.bouncing(ROLL, False, releasing)
    assert [type(gesture) for gesture in hand.seen] == [Press] * len(presses)
    assert hand.gestures.next_due() is None


@given(bounces)
def test_a_bouncing_release_is_not_lost(bounce: list[float]) -> None:
    hand = Hand()
    hand.bouncing(ROLL, True, [])
    hand.bouncing(ROLL, False, bounce)
    hand.wait(5.0)
    assert hand.seen == [Press(100.0, ROLL)]


def test_a_tap_too_short_to_be_sure_does_not_hide_the_press_after_it(hand: Hand) -> None:
    hand.edge(ROLL, True)
    hand.wait(0.005)
    hand.edge(ROLL, False)
    hand.wait(0.003)
    again = hand.clock.now()
    hand.edge(ROLL, True)
    hand.wait(0.1)
    assert hand.seen == [Press(again, ROLL)]


def test_a_busy_loop_that_sees_both_edges_late_still_has_the_press(hand: Hand) -> None:
    hand.seen += hand.gestures.feed(Edge(100.0, ROLL, True))
    hand.seen += hand.gestures.feed(Edge(100.3, ROLL, False))
    assert hand.seen == [Press(100.0, ROLL)]


def test_the_first_of_two_seats_is_told_first_even_if_its_edge_came_second(hand: Hand) -> None:
    hand.seen += hand.gestures.feed(Edge(100.002, "seat1", True))
    hand.seen += hand.gestures.feed(Edge(100.001, "seat4", True))
    hand.wait(0.1)
    assert hand.seen == [Press(100.001, "seat4"), Press(100.002, "seat1")]


def test_keys_of_a_keyboard_need_no_waiting_even_in_one_moment(hand: Hand) -> None:
    for _ in range(3):
        hand.edge(NEXT, True, clean=True)
        hand.edge(NEXT, False, clean=True)
    assert hand.seen == [Press(100.0, NEXT)] * 3


@given(st.lists(st.tuples(st.floats(0, 2), st.sampled_from([ROLL, NEXT, KNOB_A, KNOB_B]), st.booleans()), max_size=30))
def test_edges_in_any_order_are_taken_and_end_in_peace(edges: list[tuple[float, str, bool]]) -> None:
    gestures = Gestures(Timing())
    for time, line, down in edges:
        gestures.feed(Edge(time, line, down))
    for line in (ROLL, NEXT):
        gestures.feed(Edge(9.0, line, False))
    gestures.advance(10.0)
    assert gestures.next_due() is None
    gestures.feed(Edge(11.0, ROLL, True))
    assert gestures.advance(11.1) == [Press(11.0, ROLL)]


def test_an_edge_told_twice_does_not_put_the_press_off(hand: Hand) -> None:
    hand.edge(ROLL, True)
    hand.wait(0.01)
    hand.edge(ROLL, True)
    hand.wait(0.006)
    assert hand.seen == [Press(100.0, ROLL)]


def test_edges_with_stamps_from_the_past_do_not_cut_the_wait_short(hand: Hand) -> None:
    for time, down in ((100.010, True), (100.000, False), (99.990, True)):
        hand.seen += hand.gestures.feed(Edge(time, ROLL, down))
    hand.wait(0.024)
    assert hand.seen == []
    hand.wait(0.002)
    assert hand.seen == [Press(100.010, ROLL)]


def test_lines_nobody_knows_are_ignored(hand: Hand) -> None:
    hand.edge("trombone", True)
    hand.wait(1.0)
    assert hand.seen == []


def test_a_long_press_is_told_once(hand: Hand) -> None:
    hand.edge(SELECT, True)
    hand.wait(0.79)
    assert hand.seen == [Press(100.0, SELECT)]
    hand.wait(0.02)
    hand.wait(5.0)
    assert hand.seen == [Press(100.0, SELECT), Hold(100.8, SELECT)]


@given(bounces)
def test_letting_go_just_before_the_long_press_is_not_one(bounce: list[float]) -> None:
    hand = Hand()
    hand.edge(SELECT, True)
    hand.wait(0.79)
    hand.bouncing(SELECT, False, bounce)
    hand.wait(1.0)
    assert hand.seen == [Press(100.0, SELECT)]


def test_a_contact_bouncing_open_does_not_complete_a_long_press(hand: Hand) -> None:
    hand.edge(SELECT, True)
    hand.wait(0.796)
    hand.edge(SELECT, False)
    hand.wait(0.002)
    hand.edge(SELECT, True)
    hand.wait(0.004)
    hand.edge(SELECT, False)
    hand.wait(1.0)
    assert hand.seen == [Press(100.0, SELECT)]


def test_the_knobs_button_selects(hand: Hand) -> None:
    hand.edge(KNOB_PUSH, True)
    hand.wait(1.0)
    assert hand.seen == [Press(100.0, SELECT), Hold(100.8, SELECT)]


def test_next_repeats_only_if_the_box_is_told_to_and_roll_never_does() -> None:
    def held(line: str, repeat: bool) -> list[float]:
        hand = Hand(Timing(repeat=repeat))
        hand.edge(line, True)
        hand.wait(1.0)
        hand.edge(line, False)
        hand.wait(3.0)
        return [round(gesture.time - 100.0, 3) for gesture in hand.seen if isinstance(gesture, Press)]

    assert held(NEXT, repeat=True) == [0.0, 0.5, 0.65, 0.8, 0.95]
    assert held(NEXT, repeat=False) == [0.0]
    assert held(ROLL, repeat=True) == [0.0]


# Chords.


ONE, OTHER = CHORDS[SERVICE]


@pytest.mark.parametrize("apart", [0.0, 0.02, 0.045])
@pytest.mark.parametrize("lines", [(ONE, OTHER), (OTHER, ONE)])
def test_two_buttons_held_together_are_a_third_and_not_also_themselves(lines: tuple[str, str], apart: float) -> None:
    hand = Hand()
    hand.edge(lines[0], True)
    hand.wait(apart)
    together = hand.clock.now()
    hand.edge(lines[1], True)
    hand.wait(1.9)
    assert hand.seen == []
    hand.wait(5.0)
    hand.edge(lines[0], False)
    hand.wait(1.0)
    hand.edge(lines[1], False)
    hand.wait(1.0)
    assert hand.seen == [Hold(together + 2.0, SERVICE)]
    hand.tap(ONE)
    hand.tap(OTHER)
    assert hand.presses == [ONE, OTHER]


def test_a_chord_let_go_too_early_is_nothing(hand: Hand) -> None:
    hand.edge(ONE, True)
    hand.edge(OTHER, True)
    hand.wait(1.0)
    hand.edge(OTHER, False)
    hand.wait(0.1)
    hand.tap(OTHER)  # while the first is still down
    hand.edge(ONE, False)
    hand.wait(3.0)
    assert hand.seen == []


@pytest.mark.parametrize("line", [ONE, OTHER])
def test_a_button_of_a_chord_pressed_alone_keeps_its_time(hand: Hand, line: str) -> None:
    hand.tap(line, down=0.02)  # told when it is let go
    again = hand.clock.now()
    hand.tap(line, down=0.5)  # told when the other did not come
    assert hand.seen == [Press(100.0, line), Press(again, line)]


def test_a_button_of_a_chord_can_be_held_alone(hand: Hand) -> None:
    hand.edge(BACK, True)
    hand.wait(1.0)
    assert hand.seen == [Press(100.0, BACK), Hold(100.8, BACK)]


def test_buttons_pressed_one_after_the_other_are_no_chord(hand: Hand) -> None:
    hand.edge(ONE, True)
    hand.wait(0.2)
    hand.edge(OTHER, True)
    hand.wait(0.2)
    assert hand.presses == [ONE, OTHER]


# Buttons that are out of order.


@pytest.mark.parametrize("line", BUTTONS)
def test_a_stuck_button_is_named_once_and_presses_once(line: str) -> None:
    hand = Hand(Timing(repeat=True, stuck=30.0))
    hand.edge(line, True)
    hand.wait(29.0)
    told = len(hand.seen)
    assert hand.troubles == []
    hand.wait(2.0)
    (trouble,) = hand.troubles
    assert "has been down for 30 seconds. Take away what presses on it" in trouble
    hand.wait(100.0)
    assert [type(gesture) for gesture in hand.seen[told:]].count(Trouble) == 1
    assert all(gesture.time <= 130.0 for gesture in hand.seen)
    hand.edge(line, False)
    hand.wait(1.0)
    assert hand.troubles == [trouble, ""]
    hand.tap(line)
    assert isinstance(hand.seen[-1], Press)


def test_the_trouble_says_which_button_it_is() -> None:
    names = []
    for line in (ROLL, SEATS[2], KNOB_PUSH):
        hand = Hand()
        hand.edge(line, True)
        hand.wait(31.0)
        names.append(hand.troubles[0].partition(" has")[0])
    assert names == ["The Roll button", "The button of seat 3", "The knob's button"]


@pytest.mark.parametrize("every", [0.001, 0.010, 0.016, 0.020])
def test_a_contact_that_flickers_is_named_and_then_ignored_until_it_is_quiet(hand: Hand, every: float) -> None:
    hand.flicker(ROLL, round(3 / every / 2), every)
    assert len(hand.presses) < MOST_PRESSES
    before = len(hand.presses)
    (trouble,) = hand.troubles
    assert trouble.startswith("The Roll button flickers. Check its wire")
    hand.tap(ROLL)
    assert len(hand.presses) == before
    hand.wait(QUIET)
    assert hand.troubles == [trouble, ""]
    hand.tap(ROLL)
    assert len(hand.presses) == before + 1


def test_a_contact_that_flickers_does_not_disturb_the_other_buttons(hand: Hand) -> None:
    hand.flicker(ROLL, 200, 0.01)
    hand.tap(NEXT)
    hand.flicker(ROLL, 200, 0.01)
    assert hand.presses == [NEXT]


def test_a_contact_that_ends_closed_after_flickering_is_not_pressed_by_it(hand: Hand) -> None:
    hand.flicker(ROLL, 200, 0.005)
    hand.edge(ROLL, True)
    hand.wait(QUIET + 1.0)
    assert hand.presses == []
    assert hand.troubles[-1] == ""
    hand.wait(31.0)
    assert "has been down" in hand.troubles[-1]


@given(st.lists(bounces, min_size=1, max_size=40))
def test_the_fastest_finger_on_the_worst_contact_is_no_flicker(presses: list[list[float]]) -> None:
    """Eight presses a second, each with its bounce."""
    hand = Hand()
    for bounce in presses:
        hand.bouncing(ROLL, True, bounce)
        hand.bouncing(ROLL, False, bounce)
        hand.wait(0.025)
    assert hand.presses == [ROLL] * len(presses)
    assert hand.troubles == []
