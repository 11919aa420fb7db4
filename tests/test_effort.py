"""How many inputs a turn takes: knob and Select, or the two buttons Next and Select, over random positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import mean, quantiles

import pytest

from display.choices import Narrow, Play
from display.games import VIEWS
from display.games.pick_steps import Way
from display.screens.frame import View
from display.screens.play import Playing, play_screen
from engine import encore
from engine.contract import AnyState, Move, Over, Table, ToChoose
from engine.encore import Encore
from engine.picks import Pick
from engine.sheets import PRINTED, Sheet
from tests.games import any_event, table


def turns(games: int) -> Iterator[tuple[Encore, int, Pick]]:
    """Choices in random games on all sheets, and for each one pick that somebody might want, all alike likely."""
    luck = Random(20)
    for number in range(games):
        seats = Table(table(1 + number % 4).seats, options=(("sheets", PRINTED[number % len(PRINTED)]),))
        state: AnyState = encore.start(seats)
        while not isinstance(state.turn, Over):
            if isinstance(state.turn, ToChoose) and luck.random() < 0.2:
                seat = luck.choice(state.turn.seats)
                wanted = [pick for pick in state.legal(seat) if isinstance(pick, Pick)]
                if wanted:
                    assert isinstance(state, Encore)
                    yield state, seat, luck.choice(wanted)
            state = state.apply(any_event(state, luck))


def effort(state: Encore, seat: int, pick: Pick, *, both_ways: bool) -> int:
    """The inputs from the first look at the dice to the crosses on the sheet."""
    inputs = 0
    path: tuple[str, ...] = ()
    sheet = state.sheets[seat]
    while True:
        places = tuple(range(len(state.sheets)))
        screen = play_screen(View(), Playing(VIEWS["encore"], state, places, seat, path=path))
        targets = screen.targets()
        names = [target.name for target in targets]
        start = names.index(screen.start)
        at = next(i for i, target in enumerate(targets) if leads_to(target.choice, seat, pick, path, sheet))
        on = (at - start) % len(targets)
        inputs += min(on, len(targets) - on) + 1 if both_ways else on + 1
        choice = targets[at].choice
        if isinstance(choice, Play):
            return inputs
        assert isinstance(choice, Narrow)
        path = choice.path


def leads_to(choice: object, seat: int, pick: Pick, path: tuple[str, ...], sheet: Sheet) -> bool:
    if isinstance(choice, Narrow):
        return len(choice.path) > len(path) and Way.of(choice.path).allows(sheet, pick)
    return choice == Play(Move(seat, pick))


@pytest.mark.parametrize(("both_ways", "usual", "most"), [(True, 6, 9), (False, 7, 11)], ids=["knob", "two buttons"])
def test_a_turn_of_encore_takes_few_inputs(both_ways: bool, usual: float, most: float) -> None:
    inputs = [effort(*turn, both_ways=both_ways) for turn in turns(60)]
    assert len(inputs) > 500
    assert mean(inputs) <= usual
    assert quantiles(inputs, n=20)[-1] <= most
