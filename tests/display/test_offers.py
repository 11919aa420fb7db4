"""What the games offer to a seat, at random positions of every game and on random ways to a move."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from display.choices import GameChoice, Narrow, Path
from display.games import VIEWS
from display.games.offer import Offer, without_targets
from display.tree import Area, Dice, Grid, Node, ScoreTable, Stack, Target
from engine.contract import Table, acting
from engine.games import GAMES
from tests.playing import random_game, table

EVERY_GAME = pytest.mark.parametrize("name", list(GAMES))


def targets(offer: Offer) -> list[Target[GameChoice]]:
    """All that can be chosen, on the sheet as well."""
    return [*inside(offer.sheet), *inside(offer.tray), *offer.placements, *offer.buttons]


def inside(node: Node[GameChoice]) -> Iterator[Target[GameChoice]]:
    match node:
        case Area(target=target, children=children):
            if target is not None:
                yield target
            for child in children:
                yield from inside(child)
        case Stack(children=cards):
            for card in cards:
                yield from inside(card)
        case Dice(faces=faces):
            yield from (face.target for face in faces if face.target is not None)
        case Grid(rows=rows):
            yield from (cell.target for cells in rows for cell in cells if cell.target is not None)
        case ScoreTable(rows=lines):
            yield from (line.target for line in lines if line.target is not None)
        case _:
            pass


def offers(name: str) -> Iterator[Offer]:
    """What seats see, and what they see after each step of a random way."""
    luck = Random(name)
    for players in (1, 3):
        states, _ = random_game(GAMES[name], Table(table(players).seats), luck)
        for state in luck.sample(states, min(25, len(states))):
            seats = acting(state.turn) or (0,)
            seat = luck.choice(seats)
            path: Path = ()
            for _ in range(4):
                offer = VIEWS[name].offer(state, seat, path)
                yield offer
                steps = [target.choice for target in targets(offer) if isinstance(target.choice, Narrow)]
                if not steps:
                    break
                path = luck.choice(steps).path


@EVERY_GAME
def test_an_offer_names_only_targets_that_are_there(name: str) -> None:
    named = 0
    for offer in offers(name):
        names = [target.name for target in targets(offer)]
        assert len(set(names)) == len(names)
        assert {offer.start, offer.bold} <= {*names, ""}
        named += bool(offer.bold)
    assert named


@EVERY_GAME
def test_nothing_of_what_a_bot_is_offered_can_be_chosen(name: str) -> None:
    stilled = 0
    for offer in offers(name):
        still = without_targets(offer)
        assert not targets(still)
        assert not still.upright or not list(inside(still.upright))
        assert (still.start, still.bold, still.room, still.entering) == ("", "", None, "")
        assert [face.text for face in still.tray.faces] == [face.text for face in offer.tray.faces]
        stilled += bool(targets(offer))
    assert stilled
