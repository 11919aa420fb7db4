"""The file of saved games as it was in version 1, where a result was a text, and the step to version 2.

A result said who had won, counted from 1, and everybody's totals: `1 3 / 33 24 33`, or `nobody / 2` for no winner.
Who sat where stands in the header of the game's record.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator

from device.keeping.results import Result, Results

EVENTS = (
    "CREATE TABLE event (game INTEGER, number INTEGER, line TEXT, crc INTEGER, PRIMARY KEY (game, number))"
    " WITHOUT ROWID"
)
SCHEMA = ("CREATE TABLE game (id INTEGER PRIMARY KEY, header TEXT, secret BLOB, crc INTEGER, result TEXT)", EVENTS)
BATCH = 500  # games read at a time, so that a box with very many of them needs no more memory

_RESULT = re.compile(r"(nobody|[0-9]+(?: [0-9]+)*) / (-?[0-9]{1,12}(?: -?[0-9]{1,12})*)")


def finished(db: sqlite3.Connection) -> Iterator[tuple[int, tuple[str, Results] | None]]:
    """The games that were played to their end: the number, the name and the results; None if they cannot be read."""
    batch = (
        "SELECT id, header, result FROM game WHERE id > ? AND result IS NOT NULL AND result IS NOT ''"
        f" ORDER BY id LIMIT {BATCH}"
    )
    last = 0
    while rows := db.execute(batch, (last,)).fetchall():
        for id, header, result in rows:
            yield id, _read(str(header), str(result))
        last = rows[-1][0]


def _read(header: str, result: str) -> tuple[str, Results] | None:
    found = _RESULT.fullmatch(result)
    entries = _entries(header)
    if found is None or not entries.get("game"):
        return None
    winners = set() if found[1] == "nobody" else {int(number) for number in found[1].split()}
    totals = [int(total) for total in found[2].split()]
    seats = range(1, len(totals) + 1)
    if not winners <= set(seats) or f"seat {len(totals) + 1}" in entries:
        return None
    if not all(entries.get(f"seat {number}") for number in seats):
        return None
    return entries["game"], tuple(
        Result(entries[f"seat {number}"], entries.get(f"bot {number}"), total, number in winners)
        for number, total in enumerate(totals, 1)
    )


def _entries(header: str) -> dict[str, str]:
    """The lines of a record's header by their names."""
    lines = (line.partition(": ") for line in header.splitlines())
    return {name: value for name, colon, value in lines if colon}
