"""Tables and games for the tests: somebody sits down and plays as told, or chooses blindly until the game is over."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

import pytest

from engine.contract import (
    AnyGame,
    AnyState,
    Die,
    Event,
    IllegalEvent,
    Move,
    Roll,
    Seat,
    State,
    Table,
    ToChoose,
)
from engine.record import parse_event
from engine.replay import play_out, replay

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
MOST_EVENTS = 5_000

AState = TypeVar("AState", bound=State[Any])
Choose = Callable[[AnyState, tuple[int, ...], Random], Move[Any]]  # a move of one of these seats, which may act


def table(players: int, first: int = 0) -> Table:
    """So many people at a table."""
    return Table(tuple(Seat(name) for name in NAMES[:players]), first)


def any_roll(dice: tuple[Die, ...], luck: Random) -> Roll:
    """Whatever comes up."""
    return Roll(tuple(luck.choice(die.faces) for die in dice))


def any_move(state: AnyState, seats: tuple[int, ...], luck: Random) -> Move[Any]:
    """A legal move of one of these seats, which may act."""
    seat = luck.choice(seats)
    return Move(seat, luck.choice(list(state.legal(seat))))


def random_game(
    rules: AnyGame, seats: Table, luck: Random, choose: Choose = any_move
) -> tuple[list[AnyState], list[Event]]:
    """Every position of a game from the first to the last, and the events between them."""
    states: list[AnyState] = [rules.start(seats)]
    events: list[Event] = []

    def tell(event: Event, after: AnyState) -> None:
        assert len(events) < MOST_EVENTS, "this game does not end"
        events.append(event)
        states.append(after)

    play_out(states[0], lambda state, seats: choose(state, seats, luck), lambda dice: any_roll(dice, luck), tell)
    return states, events


def play(rules: AnyGame, state: AState, *events: str) -> AState:
    """What happens, as it would stand in a record: `roll blue red ...`, `1 blue 3: C4 D4 D5`, `2 pass`."""
    return replay(state, (parse_event(rules, event) for event in events))


def why_not(rules: AnyGame, state: AnyState, event: str) -> str:
    """The sentence with which the rules refuse an event."""
    with pytest.raises(IllegalEvent) as refusal:
        play(rules, state, event)
    return str(refusal.value.reason)


def all_pass(rules: AnyGame, state: AState) -> AState:
    """Everybody who has still to choose in this turn passes."""
    while isinstance(state.turn, ToChoose):
        state = play(rules, state, f"{state.turn.seats[0] + 1} pass")
    return state
