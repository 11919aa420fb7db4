"""A game is a list of events, read again: here is the one place where events are applied one after the other.

`replay` gives the position after some events, `positions` every position on the way, and `play_out` plays on to the
end, asking whoever acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from engine.contract import Die, Event, Move, Over, Roll, State, ToRoll

AState = TypeVar("AState", bound=State[Any])

Choose = Callable[[AState, tuple[int, ...]], Move[Any]]  # given the position and the seats that may act
Throw = Callable[[tuple[Die, ...]], Roll]
Tell = Callable[[Event, AState], object]  # an event, and the position after it


def replay(state: AState, events: Iterable[Event]) -> AState:
    """The position after these events."""
    for event in events:
        state = state.apply(event)
    return state


def positions(state: AState, events: Iterable[Event]) -> Iterator[AState]:
    """This position, and the one after each of the events."""
    yield state
    for event in events:
        state = state.apply(event)
        yield state


def play_out(state: AState, choose: Choose[AState], throw: Throw, tell: Tell[AState] | None = None) -> AState:
    """Plays on until the game is over and gives the last position; `tell` hears of every event on the way."""
    while not isinstance(turn := state.turn, Over):
        event: Event = throw(turn.dice) if isinstance(turn, ToRoll) else choose(state, turn.seats)
        state = state.apply(event)
        if tell is not None:
            tell(event, state)
    return state
