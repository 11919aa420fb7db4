"""Tables and random games for the tests: anybody sits down, rolls and chooses blindly until the game is over."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.contract import AnyGame, AnyState, Event, Move, Over, Roll, Seat, Table, ToChoose, ToRoll

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
MOST_EVENTS = 5_000


def table(players: int, first: int = 0) -> Table:
    """So many people at a table."""
    return Table(tuple(Seat(name) for name in NAMES[:players]), first)


def any_event(state: AnyState, luck: Random) -> Event:
    """A roll, or a legal move of some seat that may act; the game must not be over."""
    match state.turn:
        case ToRoll(_, dice):
            return Roll(tuple(luck.choice(die.faces) for die in dice))
        case ToChoose(seats):
            seat = luck.choice(seats)
            return Move(seat, luck.choice(list(state.legal(seat))))
    raise AssertionError("nobody acts when the game is over")


def random_game(rules: AnyGame, seats: Table, luck: Random) -> tuple[list[AnyState], list[Event]]:
    """Every position of a game from the first to the last, and the events between them."""
    states: list[AnyState] = [rules.start(seats)]
    events: list[Event] = []
    while not isinstance(states[-1].turn, Over):
        assert len(events) < MOST_EVENTS, "this game does not end"
        events.append(any_event(states[-1], luck))
        states.append(states[-1].apply(events[-1]))
    return states, events


def replay(state: AnyState, events: Iterable[Event]) -> AnyState:
    """The position after all events."""
    for event in events:
        state = state.apply(event)
    return state
