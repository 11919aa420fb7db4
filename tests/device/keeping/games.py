"""Games in a store and cards that fail, for all tests of what the box keeps."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from device.keeping.results import Finished, Result
from device.keeping.store import Store
from display.screens.statistics import Player

HEADER = "dicebox record 1\ngame: durchmarsch\nseat 1: Zoë\nseat 2: Ben\n"
SECRET = bytes(range(32))
LINES = ("roll 6 4 3", "1 go", "roll 2 2 1", "1 stop")
EVENING = datetime(2026, 5, 9, 21, 30)
GAME = "durchmarsch"
BEN_WINS = (Result("Zoë", None, 9, False), Result("Ben", None, 12, True))
ZOE_WINS = (Result("Zoë", None, 3, True), Result("Ben", None, 2, False))
AFTER_BEN_WON = [Player("Ben", 1, 1, 12, 12.0), Player("Zoë", 1, 0, 9, 9.0)]
AFTER_BOTH_WON = [Player("Ben", 2, 1, 12, 7.0), Player("Zoë", 2, 1, 9, 6.0)]

Opener = Callable[[Path], Store]


def play(store: Store, lines: tuple[str, ...] = LINES, secret: bytes = SECRET) -> int:
    game = store.begin(HEADER, secret)
    for line in lines:
        store.append(game, [line])
    return game


def resumed(store: Store) -> tuple[str, ...]:
    game = store.unfinished()
    assert game is not None
    assert (game.header, game.secret) == (HEADER, SECRET)
    return game.lines


def finish(store: Store, game: int, results: tuple[Result, ...] = BEN_WINS) -> None:
    store.finish(game, Finished(GAME, EVENING, results), record=HEADER + "roll 1 2 3\n")


def ended(path: Path) -> list[tuple[int, Finished | None]]:
    """The games that have ended in a file that no box uses, by their numbers; None for those that were given up."""
    with closing(sqlite3.connect(path)) as db:
        games = db.execute("SELECT id, result, name, ended FROM game WHERE result IS NOT NULL ORDER BY id").fetchall()
        seats = "SELECT name, bot, total, won FROM seat WHERE game = ? ORDER BY number"
        results = {id: tuple(Result(*row) for row in db.execute(seats, (id,))) for id, *_ in games}
    assert all((result, name, when) == ("", None, None) for _, result, name, when in games if result != "finished")
    return [
        (id, Finished(name, datetime.fromisoformat(when), results[id]) if result == "finished" else None)
        for id, result, name, when in games
    ]


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@contextmanager
def nothing_can_be_written() -> Iterator[None]:
    """Every write to a file fails, as on a card that breaks."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
