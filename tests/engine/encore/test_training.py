"""How the bots of Encore! learn: the compiled games keep the rules, judge as the bots do, and teach something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from engine.colour_sheets.picks import COLOUR_DIE, NUMBER_DIE, Pick, Picks
from engine.games.encore import rules as encore
from engine.games.encore.bot_tables import POINT, STAGES
from engine.games.encore.bot_value import Standing, before_a_roll
from engine.games.encore.printed import PRINTED, sheet
from engine.games.encore.rules import SOLO_ROLLS, Encore
from tests.engine.encore.playing_encore import ADA, at
from tests.playing import random_game, table

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from engine.games.encore.training import learn as course  # noqa: E402
from engine.games.encore.training.play import expectation, learn, points, results, survey  # noqa: E402
from engine.games.encore.training.sheets import as_arrays, halves  # noqa: E402

SHEET, NEW = sheet(PRINTED[0]), sheet("N7K3QX")


def positions(count: int) -> Iterator[Encore]:
    """Positions of random games alone, some early and some late."""
    for seed in range(count):
        states, _ = random_game(encore.GAME, table(1), Random(seed))
        yield from cast(list[Encore], states)[seed % 5 :: 11]


def as_numbers(state: Encore) -> tuple[Any, Any, int, Any]:
    """Boxes, exclamation marks and the boxes left of each colour, as the compiled games have them."""
    checked = state.checked[ADA]
    low, high = (np.uint64(half) for half in halves(checked))
    left = [(boxes & ~checked).bit_count() for boxes in state.sheets[ADA].colours]
    return low, high, state.jokers[ADA], np.array(left, np.int64)


def surveyed(tables: course.Tables, arrays: Any, stage: int, state: Encore, roll: int) -> Any:
    best, picks = np.zeros((6, 6)), np.zeros((6, 6, 4), np.int64)
    every = np.ones(6, np.bool_)
    survey(tables.weights[stage], tables.at, arrays, 0, *as_numbers(state), roll, every, best, picks)
    return best


def test_the_compiled_rules_give_the_same_points() -> None:
    stars = as_arrays([SHEET], own_tables=True).stars[0]
    for state in positions(20):
        if not state.roll:  # complete columns are judged after the turn
            assert points(*as_numbers(state), stars) == state.scores()[ADA].total


def test_the_compiled_rules_find_the_best_of_all_picks_with_every_pair_of_dice() -> None:
    """On the last roll the best pick is the one with the most points."""
    arrays, tables = as_arrays([SHEET], own_tables=True), course.Tables(own=True)
    stars = arrays.stars[0]
    for state in positions(4):
        best = surveyed(tables, arrays, 0, state, SOLO_ROLLS - 1)
        for row, colour in enumerate(COLOUR_DIE.faces):
            for column, number in enumerate(NUMBER_DIE.faces):
                checked, jokers = state.checked[ADA], state.jokers[ADA]
                found = [
                    points(*as_numbers(at(state, checked | pick.boxes, jokers=[jokers - pick.cost])), stars)
                    for pick in list(Picks(SHEET, checked, jokers, (colour,), (number,)))[1:]
                    if isinstance(pick, Pick)
                ]
                assert best[row, column] == max([points(*as_numbers(state), stars), *found])


def test_the_compiled_games_judge_a_sheet_as_the_bots_do() -> None:
    tables, arrays = course.Tables(own=False), as_arrays([NEW], own_tables=False)
    for name, values in course.any_sheet().items():
        tables[name][:] = values
    for rolls_left in (3, 12, 25):
        stage = STAGES[rolls_left]
        for state in positions(3):
            moved = replace(state, sheets=(NEW,))
            expected = expectation(surveyed(tables, arrays, stage, moved, SOLO_ROLLS - 1 - rolls_left))
            standing = Standing(NEW, moved.checked[ADA], rolls_left)
            assert expected * POINT == pytest.approx(before_a_roll(standing, moved.jokers[ADA]), abs=0.1)


def test_a_short_course_teaches_something_and_the_same_each_time() -> None:
    arrays = as_arrays([SHEET], own_tables=False)

    def after(games: int) -> course.Tables:
        tables = course.thumb()
        learn(tables.weights, tables.at, arrays, np.array([1], np.uint64), games, 0.05, 0.05)
        return tables

    def mean(tables: course.Tables) -> float:
        return float(results(tables.weights, tables.at, arrays, np.array([2], np.uint64), 500).mean())

    taught = after(2000)
    assert mean(taught) > mean(course.thumb()) + 3
    assert (taught.weights == after(2000).weights).all()
