"""What the statistics cost after a hundred thousand games: to open them, and to move the focus there."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench import internals
from tests.bench.counting import MILLION, Ground, mark
from tests.bench.finger import NEXT, SELECT, towards
from tests.bench.rows import NotMeasured, Row, middle

GAMES = 100_000
SIZE = (1280, 720)
SCENE = "StatisticsScene"
OPENED, REDRAWN = 5, 3  # times; under callgrind each takes long


def statistics(ground: Ground) -> Iterator[Row]:
    kept = ground.new_folder()
    internals.fill_store(kept, GAMES)
    first, first_busy, again, again_busy = [], [], [], []
    for _ in range(OPENED):
        box = _at_the_menu(kept, ground.new_folder())
        wall, busy = _timed(box, SELECT)
        first.append(wall)
        first_busy.append(busy)
        _check(box)
        for _ in range(REDRAWN):
            wall, busy = _timed(box, NEXT)
            again.append(wall)
            again_busy.append(busy)
        box.close()
    told = f"statistics with {GAMES:,} games"
    yield Row(f"{told}: first draw, on the wall", middle(first), "ms", 20)
    yield Row(f"{told}: first draw, processor", middle(first_busy), "ms")
    yield Row(f"{told}: redraw, on the wall", middle(again), "ms", 20)
    yield Row(f"{told}: redraw, processor", middle(again_busy), "ms")
    ground.run("tests.bench.statistics", str(kept), str(ground.new_folder()))  # for its bytecode
    counts = ground.counted("tests.bench.statistics", str(kept), str(ground.new_folder()))
    if len(counts) != 3:
        raise NotMeasured(f"the statistics left {len(counts)} counts instead of 3")
    yield Row(f"{told}: first draw", counts[1] / MILLION, "M")
    yield Row(f"{told}: redraw", counts[2] / REDRAWN / MILLION, "M")


def _at_the_menu(kept: Path, folder: Path) -> internals.BoxAtHand:
    """A box that has all the games, with the focus on the statistics."""
    shutil.copytree(kept, folder, dirs_exist_ok=True)
    box = internals.BoxAtHand(folder, SIZE)
    while (line := towards(box.seen, "statistics")) != SELECT:
        box.press(line)
    return box


def _timed(box: internals.BoxAtHand, line: str) -> tuple[float, float]:
    """Milliseconds on the wall and of the processor for a press."""
    began, began_busy = time.perf_counter(), time.process_time()
    box.press(line)
    return 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - began_busy)


def _check(box: internals.BoxAtHand) -> None:
    """Those who played are seen."""
    if box.seen.scene != SCENE or "Guest" not in box.texts:
        raise NotMeasured(f"the statistics tell of nobody, {box.seen.scene} is up: {box.texts}")


if __name__ == "__main__":
    kept, folder = map(Path, sys.argv[1:])
    box = _at_the_menu(kept, folder)
    mark()
    box.press(SELECT)
    mark()
    for _ in range(REDRAWN):
        box.press(NEXT)
    mark()
    _check(box)
    box.close()
