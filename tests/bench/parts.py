"""What the parts cost: a whole repaint, games of bots, and games in which anything is picked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from tests.bench import internals
from tests.bench.counting import Ground
from tests.bench.rows import Row, at_least, middle

TIMES = 40
LEAST_SCREENS = 20
SIMULATED = 2.0  # seconds for each kind of bot
BATCH = 20  # games


def repaint(ground: Ground) -> Iterator[Row]:
    """Every screen of the gallery, painted whole and presented; the slowest counts."""
    costs = {name: _milliseconds(paint) for name, paint in internals.gallery()}
    at_least(LEAST_SCREENS, len(costs), "screens of the gallery")
    slowest = max(costs, key=lambda name: costs[name][1])
    wall, busy = costs[slowest]
    yield Row(f"full repaint at 1280×720, slowest screen ({slowest}), on the wall", wall, "ms", 4)
    yield Row("the same, processor", busy, "ms")


def games(ground: Ground) -> Iterator[Row]:
    """Every game of the box, played by its weakest and its strongest bots."""
    from engine.games import GAMES
    from engine.simulate import simulate, strengths

    for name, rules in GAMES.items():
        players = max(2, rules.players.least)
        weakest, *_, strongest = strengths(name)
        for bot in (weakest, strongest):
            simulate(name, [bot] * players, 1, seed=0)  # tables that are worked out once are not part of a game
            played, began, began_busy = 0, time.perf_counter(), time.process_time()
            while (seconds := time.perf_counter() - began) < SIMULATED:
                simulate(name, [bot] * players, BATCH, seed=played)
                played += BATCH
            busy = time.process_time() - began_busy
            yield Row(f"{name}: games in a second, {players} × {bot}, on the wall", played / seconds)
            yield Row(f"{name}: games in a second, {players} × {bot}, processor", played / busy)


def random_solo_games(ground: Ground) -> Iterator[Row]:
    """Games alone in which anything is picked: through the contract of the games, and with what the bots of Encore! use
    inside, which knows nothing of tables, turns and records."""
    from engine.simulate import simulate

    luck = Random(1)
    plays: tuple[tuple[str, Callable[[], object], int, float], ...] = (
        ("encore: a random game alone", partial(simulate, "encore", ["random"], BATCH, seed=1), BATCH, 1000 / 1500),
        (
            "one_more_encore: a random game alone",
            partial(simulate, "one_more_encore", ["random"], BATCH, seed=1),
            BATCH,
            1000 / 500,
        ),
        ("encore: the same with what the bots use inside", partial(internals.inner_game, luck), 1, 1000 / 3000),
    )
    for what, play, games_each, goal in plays:
        wall, busy = _milliseconds(play)
        yield Row(f"{what}, on the wall", wall / games_each, "ms", goal)
        yield Row(f"{what}, processor", busy / games_each, "ms")


def _milliseconds(act: Callable[[], object]) -> tuple[float, float]:
    """How long it takes once everything it keeps is kept, on the wall and of the processor: the middle of many, so
    that others on the machine hardly count."""
    act()
    walls, busies = [], []
    for _ in range(TIMES):
        began, began_busy = time.perf_counter(), time.process_time()
        act()
        walls.append(1000 * (time.perf_counter() - began))
        busies.append(1000 * (time.process_time() - began_busy))
    return middle(walls), middle(busies)
