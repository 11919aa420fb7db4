"""A store with very many games, as a box has it after years: `python -m tests.device.many_games FILE [GAMES]`."""

from __future__ import annotations

import sys
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from device.keeping import gamefile
from device.keeping.gamefile import Saved
from device.keeping.results import Finished, Result
from engine.contract import AnyGame, Seat, Table
from engine.games import GAMES
from engine.record import Record, write

FIRST = datetime(2026, 1, 1, 20, 0)
PEOPLE = ("Ada", "Ben", "Cleo", "Dina", "Emil", "Fay", *(f"Guest {number}" for number in range(1, 19)))
BOT = "master"


def fill(path: Path, games: int = 100_000) -> None:
    """Write so many finished games of all kinds into a new store, in one transaction."""
    luck = Random(games)
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(gamefile.opened(path)) as db, db:
        for id in range(1, games + 1):
            gamefile.write(db, _game(id, luck))


def _game(id: int, luck: Random) -> Saved:
    rules: AnyGame = GAMES[luck.choice(list(GAMES))]
    people = luck.sample(PEOPLE, luck.randint(max(1, rules.players.least), min(3, rules.players.most)))
    seats = (*(Seat(name) for name in people), Seat("Chip", BOT))
    totals = [luck.randint(-10, 60) for _ in seats]
    best = min(totals) if rules.fewest_wins else max(totals)
    results = tuple(
        Result(seat.name, seat.bot, total, total == best) for seat, total in zip(seats, totals, strict=True)
    )
    seal = f"{luck.getrandbits(256):064x}"
    header = write(Record(rules.name, Table(seats), commitment=seal, mix=seal))
    when = FIRST + timedelta(minutes=20 * id)
    return Saved(id, header, luck.randbytes(32), end=Finished(rules.name, when, results))


if __name__ == "__main__":
    fill(Path(sys.argv[1]), *map(int, sys.argv[2:]))
