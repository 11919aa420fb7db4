"""A hand on the knob: what the edges of its contacts come out as."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.gestures import Timing
from tests.hardware.hand import Hand


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.mark.parametrize("edges", [4, 2])
@pytest.mark.parametrize("reverse", [False, True])
def test_each_detent_is_one_step(edges: int, reverse: bool) -> None:
    hand = Hand(Timing(knob_steps=edges, knob_reverse=reverse))
    clockwise = -1 if reverse else 1
    for _ in range(6):
        hand.turn(edges)
    assert hand.steps == [clockwise] * 6
    for _ in range(6):
        hand.turn(-edges)
    assert hand.steps == [clockwise] * 6 + [-clockwise] * 6


@pytest.mark.parametrize("edges", [4, 2])
@pytest.mark.parametrize("rest", [-2, 0, 2])
def test_a_knob_that_jiggles_at_rest_does_not_turn(edges: int, rest: int) -> None:
    hand = Hand(Timing(knob_steps=edges))
    hand.turn(rest)
    before = hand.steps
    for _ in range(5):
        hand.turn(1)
        hand.turn(-2)
        hand.turn(1)
    assert hand.steps == before


@pytest.mark.parametrize("edges", [4, 2])
def test_turning_back_halfway_is_no_step(edges: int) -> None:
    hand = Hand(Timing(knob_steps=edges))
    hand.turn(edges - 1)
    hand.turn(1 - edges)
    assert hand.steps == []
    hand.turn(-edges)
    assert hand.steps == [-1]


@given(st.sampled_from([4, 2]), st.lists(st.integers(-9, 9), max_size=20))
def test_the_steps_add_up_wherever_the_hand_wanders(edges: int, wandering: list[int]) -> None:
    hand = Hand(Timing(knob_steps=edges))
    for quarters in wandering:
        hand.turn(quarters)
    gone = sum(wandering)
    hand.turn(-gone % edges)  # on to the next detent
    assert sum(hand.steps) * edges == gone + -gone % edges


@given(st.sampled_from([4, 2]), st.integers(0, 3), st.sampled_from([1, -1]), st.integers(1, 6))
def test_a_knob_may_stand_anywhere_when_the_box_starts(edges: int, phase: int, way: int, detents: int) -> None:
    hand = Hand(Timing(knob_steps=edges))
    hand.phase = phase
    hand.turn(way * edges * detents)
    assert set(hand.steps) <= {way}
    assert len(hand.steps) >= detents - 2


@given(
    edges=st.sampled_from([4, 2]),
    way=st.sampled_from([1, -1]),
    detents=st.integers(1, 8),
    lost=st.sets(st.integers(0, 7), max_size=4),
    data=st.data(),
)
def test_a_lost_edge_never_turns_the_other_way(
    edges: int, way: int, detents: int, lost: set[int], data: st.DataObject
) -> None:
    hand = Hand(Timing(knob_steps=edges))
    turning = hand.turning(way * 4 * detents)
    gone = {cycle * 4 + data.draw(st.integers(0, 3)) for cycle in lost}  # one edge in a cycle
    for i, edge in enumerate(turning):
        if i not in gone:
            hand.seen += hand.gestures.feed(edge)
    assert set(hand.steps) <= {way}
    assert len(hand.steps) >= detents * (4 // edges) - 2 * (4 // edges) * len(gone)


def test_two_lost_edges_in_a_row_of_detents_do_not_look_like_turning_back() -> None:
    hand = Hand(Timing(knob_steps=2))
    for i, edge in enumerate(hand.turning(6)):
        if i not in (0, 3):
            hand.seen += hand.gestures.feed(edge)
    assert set(hand.steps) <= {1}


@pytest.mark.parametrize("edges", [4, 2])
def test_a_knob_that_is_spun_counts_for_more(edges: int) -> None:
    def spun(every: float, *detents: int) -> list[int]:
        hand = Hand(Timing(knob_steps=edges, knob_acceleration=3))
        for detent in detents:
            hand.turn(detent * edges)
            hand.wait(every)
        return hand.steps

    assert spun(0.02, 1, 1, 1) == [1, 3, 3]
    assert spun(0.02, -1, -1) == [-1, -3]
    assert spun(0.02, 1, 1, -1, -1) == [1, 3, -1, -3]  # turning back begins slowly
    assert spun(0.05, 1, 1, 1) == [1, 1, 1]


def test_a_knob_is_not_accelerated_unless_the_box_is_told_to() -> None:
    hand = Hand()
    hand.turn(40)
    assert hand.steps == [1] * 10
