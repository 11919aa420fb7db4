"""A game read again: to its end, to every position on the way, or played on from anywhere."""

from __future__ import annotations

from random import Random

from engine.contract import Event, Move, Over, ToChoose
from engine.games.durchmarsch import rules as durchmarsch
from engine.replay import play_out, positions, replay
from tests.engine import low_die
from tests.playing import any_move, any_roll, play, random_game, table


def test_events_read_again_give_every_position_of_the_game() -> None:
    states, events = random_game(durchmarsch.GAME, table(3), Random(4))
    assert list(positions(states[0], events)) == states
    assert replay(states[0], events) == states[-1]
    assert replay(states[5], events[5:9]) == states[9]


def test_no_events_change_nothing() -> None:
    start = durchmarsch.start(table(1))
    assert replay(start, []) is start
    assert list(positions(start, [])) == [start]


def test_positions_are_worked_out_only_as_far_as_they_are_asked_for() -> None:
    start = durchmarsch.start(table(1))
    assert next(positions(start, [Move(0, durchmarsch.Decision.STOP)])) == start  # which is not legal before a roll


def test_playing_on_tells_every_event_with_the_position_after_it() -> None:
    luck = Random(2)
    told: list[tuple[Event, low_die.LowDie]] = []
    start = low_die.start(table(2))
    last = play_out(
        start,
        lambda state, seats: any_move(state, seats, luck),
        lambda dice: any_roll(dice, luck),
        lambda event, after: told.append((event, after)),
    )
    assert [isinstance(event, Move) for event, _ in told] == [True, True, False, False]
    assert [after for _, after in told] == list(positions(start, [event for event, _ in told]))[1:]
    assert last == told[-1][1]
    assert isinstance(last.turn, Over)


def test_playing_on_asks_with_all_seats_that_may_act() -> None:
    asked: list[tuple[int, ...]] = []

    def choose(state: low_die.LowDie, seats: tuple[int, ...]) -> Move[int]:
        assert state.turn == ToChoose(seats)
        asked.append(seats)
        return Move(seats[-1], 0)

    play_out(low_die.start(table(3)), choose, lambda dice: any_roll(dice, Random(1)))
    assert asked == [(0, 1, 2), (0, 1), (0,)]


def test_a_game_that_is_over_is_not_played_on() -> None:
    over = play(low_die.GAME, low_die.start(table(1)), "1 0", "roll 3")
    assert play_out(over, lambda state, seats: Move(0, 0), lambda dice: any_roll(dice, Random(1))) is over
