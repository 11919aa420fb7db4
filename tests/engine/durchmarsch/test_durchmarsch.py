"""Durchmarsch, rule by rule, and the stories that its rules are told with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product

import pytest

from engine.contract import IllegalEvent, Move, Over, Roll, Score, ToChoose, ToRoll
from engine.games.durchmarsch import PLAYERS
from engine.games.durchmarsch.rules import (
    Decision,
    Durchmarsch,
    Hit,
    Miss,
    Row,
    Sheet,
    hit,
    parse,
    start,
    text,
)
from tests.playing import table

GO, STOP = Decision.GO, Decision.STOP
SARAH, THIBAULT, MARIE = 0, 1, 2
FRESH, MISSED, STRUCK = Row(), Row(misses=1), Row(misses=2)


def roll(state: Durchmarsch, faces: str) -> Durchmarsch:
    """The dice fall like this: one digit per die."""
    return state.apply(Roll(tuple(faces)))


def choose(state: Durchmarsch, decision: Decision) -> Durchmarsch:
    """Whoever rolled decides."""
    return state.apply(Move(state.active, decision))


def next_box(state: Durchmarsch) -> int:
    sheet = state.sheets[state.active]
    box = sheet.rows[sheet.current].next_box
    assert box is not None
    return box


def roll_hit(state: Durchmarsch) -> Durchmarsch:
    """The dice show what the active seat needs."""
    box = next_box(state)
    wanted = f"{box // 2}{box - box // 2}" if box > 6 else f"{box}"
    return roll(state, wanted.ljust(state.dice, "1"))


def roll_miss(state: Durchmarsch) -> Durchmarsch:
    """No die shows what the active seat needs, and no two do."""
    return roll(state, ("2" if next_box(state) == 1 else "1") * state.dice)


def hit_and_stop(state: Durchmarsch) -> Durchmarsch:
    return choose(roll_hit(state), STOP)


def march(state: Durchmarsch, boxes: int) -> Durchmarsch:
    """The active seat hits so many boxes in one turn and has not yet decided after the last."""
    for _ in range(boxes - 1):
        state = choose(roll_hit(state), GO)
    return roll_hit(state)


def at(state: Durchmarsch, **sheets: Sheet) -> Durchmarsch:
    """The same table with other sheets: `at(state, sarah=Sheet(...))`."""
    given = [sheets.get(name, sheet) for name, sheet in zip(("sarah", "thibault", "marie"), state.sheets, strict=False)]
    return Durchmarsch(state.table, tuple(given), state.active)


def rolls_of(dice: int) -> Iterable[tuple[int, ...]]:
    return product(range(1, 7), repeat=dice)


def can_be_made(box: int, rolled: Sequence[int], dice: int) -> bool:
    """Whether some choice of exactly so many dice adds up to the box: the rule, by brute force."""
    return any(sum(chosen) == box for chosen in combinations(rolled, dice))


@pytest.fixture
def two() -> Durchmarsch:
    return start(table(2))


@pytest.fixture
def three() -> Durchmarsch:
    return start(table(3))


@pytest.fixture
def alone() -> Durchmarsch:
    return start(table(1))


# The stories.


@pytest.mark.rule("DM-03", "DM-06", "DM-10", "DM-13", "DM-14")
def test_sarah_marches_to_eight_and_stops(three: Durchmarsch) -> None:
    state = roll(three, "64322511")
    assert state.last == Hit(SARAH, row=0, box=10, dice=(0, 1))

    state = choose(state, GO)
    assert state.dice == 7
    state = roll(state, "5411236")
    assert state.last == Hit(SARAH, row=0, box=9, dice=(0, 1))

    state = choose(state, GO)
    assert state.dice == 6
    state = roll(state, "621134")
    assert state.last == Hit(SARAH, row=0, box=8, dice=(0, 1))

    state = choose(state, STOP)
    assert (state.active, state.dice) == (THIBAULT, 8)

    state = hit_and_stop(hit_and_stop(state))
    assert (state.active, state.dice) == (SARAH, 8)
    assert state.sheets[SARAH] == Sheet((Row(checked=3), FRESH, FRESH, FRESH), current=0, turns=1)
    assert next_box(state) == 7


@pytest.mark.rule("DM-05", "DM-15", "DM-17")
def test_thibault_dares_once_too_often(three: Durchmarsch) -> None:
    state = march(hit_and_stop(three), boxes=6)
    assert state.last == Hit(THIBAULT, row=0, box=5, dice=(0,))

    state = roll(choose(state, GO), "65321")
    assert state.last == Miss(THIBAULT, row=0, box=4, struck=False)
    assert state.sheets[THIBAULT].rows[0] == Row(checked=6, misses=1)
    assert (state.active, state.dice) == (MARIE, 8)

    state = hit_and_stop(hit_and_stop(state))
    assert (state.active, state.dice) == (THIBAULT, 8)
    assert (state.sheets[THIBAULT].current, next_box(state)) == (1, 10)


@pytest.mark.rule("DM-18", "DM-19", "DM-20")
def test_sarah_comes_round_to_the_top_row_and_strikes_it(two: Durchmarsch) -> None:
    rows = (Row(5, 1), Row(4, 1), Row(2, 1), Row(7))
    state = roll_miss(at(two, sarah=Sheet(rows, current=3, turns=9)))
    assert state.sheets[SARAH].rows[3] == Row(7, 1)

    state = roll(hit_and_stop(state), "56611122")
    assert state.last == Hit(SARAH, row=0, box=5, dice=(0,))

    state = roll(choose(state, GO), "3566122")
    assert state.last == Miss(SARAH, row=0, box=4, struck=True)
    assert state.sheets[SARAH].rows[0].struck
    assert state.active == THIBAULT

    state = hit_and_stop(state)
    assert (state.sheets[SARAH].current, next_box(state), state.dice) == (1, 6, 8)


# A turn.


@pytest.mark.rule("DM-01")
def test_one_to_six_play() -> None:
    for players in range(1, 7):
        assert len(start(table(players)).sheets) == players
    assert (PLAYERS.least, PLAYERS.most) == (1, 6)


@pytest.mark.rule("DM-05")
def test_a_new_sheet_waits_for_a_ten_in_the_top_row(two: Durchmarsch) -> None:
    assert two.sheets == (Sheet((FRESH, FRESH, FRESH, FRESH), current=0, turns=0),) * 2
    assert [Row(checked).next_box for checked in range(11)] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, None]
    assert STRUCK.next_box is None


@pytest.mark.rule("DM-03")
@pytest.mark.parametrize("end", [hit_and_stop, roll_miss, lambda state: choose(march(state, 5), STOP)])
def test_every_turn_opens_with_eight_dice(two: Durchmarsch, end: Callable[[Durchmarsch], Durchmarsch]) -> None:
    for state in (two, end(two), end(end(two))):
        assert isinstance(state.turn, ToRoll)
        assert len(state.turn.dice) == 8
        assert {die.faces for die in state.turn.dice} == {("1", "2", "3", "4", "5", "6")}


@pytest.mark.rule("DM-04")
def test_a_roll_cannot_be_repeated(two: Durchmarsch) -> None:
    state = roll_hit(two)
    with pytest.raises(IllegalEvent, match="no roll now"):
        roll(state, "55111111")


@pytest.mark.rule("DM-06")
@pytest.mark.parametrize("box", [10, 9, 8, 7])
def test_ten_to_seven_take_exactly_two_dice(box: int) -> None:
    for rolled in rolls_of(5):
        dice = hit(box, rolled)
        assert (dice is not None) == can_be_made(box, rolled, dice=2)
        assert dice is None or (len(set(dice)) == 2 and sum(rolled[die] for die in dice) == box)


@pytest.mark.rule("DM-07")
@pytest.mark.parametrize("box", [6, 5, 4, 3, 2, 1])
def test_six_to_one_take_a_single_die(box: int) -> None:
    for rolled in rolls_of(5):
        dice = hit(box, rolled)
        assert (dice is not None) == can_be_made(box, rolled, dice=1)
        assert dice is None or [rolled[die] for die in dice] == [box]


@pytest.mark.rule("DM-08")
def test_a_roll_checks_one_box_however_often_it_hits(two: Durchmarsch) -> None:
    assert roll(two, "55555555").sheets[SARAH].rows[0] == Row(checked=1)
    state = at(two, sarah=Sheet((Row(checked=4), FRESH, FRESH, FRESH)))
    assert roll(state, "66665432").sheets[SARAH].rows[0] == Row(checked=5)


@pytest.mark.rule("DM-09")
def test_after_a_hit_the_roller_stops_or_goes_on(two: Durchmarsch) -> None:
    state = roll_hit(two)
    assert state.turn == ToChoose((SARAH,))
    assert list(state.legal(SARAH)) == [GO, STOP]
    on, stopped = choose(state, GO).turn, choose(state, STOP).turn
    assert isinstance(on, ToRoll)
    assert isinstance(stopped, ToRoll)
    assert (on.seat, on.at_once) == (SARAH, True), "going on is throwing the dice"
    assert (stopped.seat, stopped.at_once) == (THIBAULT, False)


@pytest.mark.rule("DM-11")
def test_a_whole_row_in_one_turn_never_takes_fewer_than_five_dice(two: Durchmarsch) -> None:
    state, sizes = roll_hit(two), [two.dice]
    while state.over is None:
        state = choose(state, GO)
        sizes.append(state.dice)
        state = roll_hit(state)
    assert sizes == [8, 7, 6, 5, 5, 5, 5, 5, 5, 5]


@pytest.mark.rule("DM-12")
def test_the_box_sets_aside_a_die_that_was_not_needed(two: Durchmarsch) -> None:
    for faces in ("11111164", "64111111", "55555555"):
        state = roll(two, faces)
        assert isinstance(state.last, Hit)
        assert state.aside is not None
        assert state.aside in set(range(8)) - set(state.last.dice)
        assert isinstance(choose(state, GO).turn, ToRoll), "nobody is asked which"
    assert march(two, boxes=4).aside is None, "five dice stay five"
    assert two.aside is None


@pytest.mark.rule("DM-13")
def test_the_dice_go_round_the_table(three: Durchmarsch) -> None:
    rollers, state = [three.active], three
    for end in (hit_and_stop, roll_miss, hit_and_stop, roll_miss):
        state = end(state)
        rollers.append(state.active)
    assert rollers == [SARAH, THIBAULT, MARIE, SARAH, THIBAULT]


@pytest.mark.rule("DM-16")
def test_eight_dice_can_miss(two: Durchmarsch) -> None:
    state = roll(two, "33333333")
    assert state.last == Miss(SARAH, row=0, box=10, struck=False)
    assert (state.active, state.rolled) == (THIBAULT, (3,) * 8)
    assert state.sheets[SARAH].rows == (MISSED, FRESH, FRESH, FRESH)


@pytest.mark.rule("DM-20")
@pytest.mark.parametrize(
    ("rows", "missed", "following"),
    [
        ((FRESH, STRUCK, STRUCK, FRESH), 0, 3),
        ((STRUCK, FRESH, FRESH, MISSED), 3, 1),
        ((STRUCK, FRESH, STRUCK, STRUCK), 1, 1),
    ],
    ids=["two struck rows below", "past the bottom row", "no other row left"],
)
def test_struck_rows_are_left_out(two: Durchmarsch, rows: tuple[Row, ...], missed: int, following: int) -> None:
    state = roll_miss(at(two, sarah=Sheet(rows, current=missed)))
    assert state.sheets[SARAH].current == following


# The end.


@pytest.mark.rule("DM-21")
def test_who_has_struck_all_rows_is_out_and_the_others_play_on(three: Durchmarsch) -> None:
    last_row = Sheet((STRUCK, STRUCK, MISSED, STRUCK), current=2)
    state = roll_miss(hit_and_stop(at(three, thibault=last_row)))
    assert state.sheets[THIBAULT].out
    assert state.active == MARIE
    state = hit_and_stop(hit_and_stop(state))
    assert state.active == MARIE, "Thibault is left out"
    assert state.over is None


@pytest.mark.rule("DM-22")
def test_a_complete_row_wins_at_once(three: Durchmarsch) -> None:
    state = hit_and_stop(at(three, thibault=Sheet((Row(2, 1), Row(9), FRESH, FRESH), current=1)))
    state = roll_hit(state)
    assert state.sheets[THIBAULT].rows[1].complete
    assert state.turn == Over((THIBAULT,))


@pytest.mark.rule("DM-23")
@pytest.mark.parametrize("loser", [SARAH, THIBAULT])
def test_the_last_one_in_the_game_wins_at_once(loser: int) -> None:
    state = start(table(2, first=loser))
    for _ in range(7):
        state = hit_and_stop(roll_miss(state))
        assert state.over is None
    assert roll_miss(state).turn == Over((1 - loser,))


@pytest.mark.rule("DM-24")
def test_a_win_counts_one_and_anything_else_nothing(two: Durchmarsch) -> None:
    assert [score.total for score in march(two, boxes=9).scores()] == [0, 0]
    won = march(two, boxes=10)
    assert won.scores() == (Score(1, (("win", 1),), (("turns", 1),)), Score(0, (("win", 0),), (("turns", 0),)))


@pytest.mark.rule("DM-25")
def test_alone_four_struck_rows_lose(alone: Durchmarsch) -> None:
    state = alone
    for _ in range(8):
        assert state.turn == alone.turn
        state = roll_miss(state)
    assert state.turn == Over(winners=())
    assert state.scores() == (Score(0, (("win", 0),), (("turns", 8),)),)


@pytest.mark.rule("DM-25")
def test_alone_a_complete_row_wins(alone: Durchmarsch) -> None:
    state = march(hit_and_stop(alone), boxes=9)
    assert state.turn == Over((SARAH,))
    assert state.scores() == (Score(1, (("win", 1),), (("turns", 2),)),)


@pytest.mark.rule("DM-26")
def test_turns_are_counted_when_their_first_roll_falls(two: Durchmarsch) -> None:
    state = roll_hit(two)
    assert [sheet.turns for sheet in state.sheets] == [1, 0]
    state = roll_hit(choose(state, GO))
    assert [sheet.turns for sheet in state.sheets] == [1, 0]
    state = roll_miss(choose(state, STOP))
    assert [sheet.turns for sheet in state.sheets] == [1, 1]


def test_nobody_plays_on_after_the_end(two: Durchmarsch) -> None:
    over = march(two, boxes=10)
    assert str(over.legal(SARAH).why_not(GO)) == "the game is over"
    with pytest.raises(IllegalEvent, match="the game is over"):
        roll(over, "55111111")


def test_the_box_says_why_a_choice_has_to_wait(two: Durchmarsch) -> None:
    assert str(two.legal(SARAH).why_not(GO)) == "first the dice are rolled"
    choosing = roll_hit(two)
    assert str(choosing.legal(THIBAULT).why_not(GO)) == "it is not Ben's turn"
    assert str(choosing.legal(SARAH).why_not("run")) == "choose to go on or to stop"


def test_decisions_are_written_as_people_would() -> None:
    assert [text(decision) for decision in Decision] == ["go", "stop"]
    assert parse(" Go ") is GO
    with pytest.raises(ValueError, match="expected go or stop, not 'pass'"):
        parse("pass")
