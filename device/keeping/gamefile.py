"""The file of saved games: one SQLite file whose every change is on the card when the call returns.

With a write-ahead log and full syncing no power cut damages it or takes back what was committed. Each line of an open
game carries a checksum, so what is read is what was written; a file that is not sound is set aside, never deleted.

The tables, in version 2:

- `game`: one row per game. `result` is NULL while it is open, empty if it was given up, and 'finished' if it was played
  to its end; then `name` says which game it was and `ended` when that was (NULL if a box of version 1 kept it). Any
  other `result` is what a box of version 1 wrote and nobody could read; it is left as it is and counts nowhere.
- `event`: the lines of a game, until its record is on the card.
- `seat`: one row per seat of each finished game.
- `standing`: the rows of `seat` added up by game and person, without bots, so that statistics need not read them all.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from device.keeping import version_1
from device.keeping.files import set_aside
from device.keeping.results import Finished, Results, Standing, Standings, counted

APPLICATION = 0x44494345  # "DICE"
VERSION = 2
RESULTS = (
    "CREATE TABLE seat (game INTEGER, number INTEGER, name TEXT NOT NULL, bot TEXT,"
    " total INTEGER NOT NULL, won INTEGER NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID",
    "CREATE TABLE standing (game TEXT, name TEXT, games INTEGER NOT NULL CHECK (games > 0),"
    " won INTEGER NOT NULL CHECK (won BETWEEN 0 AND games), total INTEGER NOT NULL CHECK (typeof(total) = 'integer'),"
    " least INTEGER NOT NULL CHECK (typeof(least) = 'integer'), most INTEGER NOT NULL CHECK (typeof(most) = 'integer'),"
    " PRIMARY KEY (game, name)) WITHOUT ROWID",
)
SCHEMA = (
    "CREATE TABLE game (id INTEGER PRIMARY KEY, header TEXT, secret BLOB, crc INTEGER, result TEXT, name TEXT,"
    " ended TEXT)",
    version_1.EVENTS,
    *RESULTS,
)
SCHEMAS = {1: version_1.SCHEMA, VERSION: SCHEMA}


class GivenUp:
    """How a game ended that nobody wanted to play on."""


GIVEN_UP: Final = GivenUp()


class Saved(NamedTuple):
    """A game as it stands: the lines of its record's header, the secret of its dice, and one line for each event."""

    id: int
    header: str
    secret: bytes
    lines: tuple[str, ...] = ()
    end: Finished | GivenUp | None = None  # None while the game is open

    def __repr__(self) -> str:
        """Without the secret, which has no business in a log."""
        return f"Saved(id={self.id}, header={self.header!r}, lines={self.lines!r}, end={self.end!r})"


class Glance(NamedTuple):
    """What can be read of a file that cannot be written."""

    open: dict[int, Saved]
    standings: Standings
    counted: frozenset[int]  # the games that were asked about and that the standings count already
    highest: int  # the highest number that a game has


class Unfit(sqlite3.DatabaseError):
    """The file is at fault, not its place: it is damaged, of another kind, or a newer box wrote it."""

    def __init__(self, *, newer: bool = False, aside: Path | None = None) -> None:
        super().__init__("not a file of saved games")
        self.newer = newer
        self.aside = aside


def opened(path: Path) -> sqlite3.Connection:
    """The file, new or checked; one of version 1 is left so until `renew`.

    One that is no file of saved games is set aside, and Unfit says under which name.
    """
    if path.exists() and not path.is_file():
        raise Unfit(aside=_set_aside(path))
    db = sqlite3.connect(path, timeout=0)
    db.text_factory = _text
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")  # keeps the log's index in memory: one file less to write
        if db.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
            raise sqlite3.OperationalError("no write-ahead log possible here")
        db.execute("PRAGMA synchronous = FULL")
        if _is_new(db):
            marks = (f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {VERSION}")
            db.executescript(";".join(("BEGIN", *SCHEMA, *marks, "COMMIT")))
        _check(db)
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        with closing(db):  # only after the renaming: closing works the log into the damaged file
            if _is_damage(fault):
                newer = isinstance(fault, Unfit) and fault.newer
                raise Unfit(newer=newer, aside=_set_aside(path)) from fault
        raise
    return db


def renew(db: sqlite3.Connection) -> int:
    """Bring a file of version 1 to version 2, all at once or not at all; the number of results that could not be read.

    If that fails, sqlite3.Error is raised and the file is as it was.
    """
    if _marks(db)[1] == VERSION:
        return 0
    unread = 0
    with db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("ALTER TABLE game ADD COLUMN name TEXT")
        db.execute("ALTER TABLE game ADD COLUMN ended TEXT")
        for table in RESULTS:
            db.execute(table)
        for id, found in version_1.finished(db):
            if found is None:
                unread += 1
            else:
                _keep_results(db, id, found[0], None, found[1])
        _count(db)
        db.execute(f"PRAGMA user_version = {VERSION}")
        if _schema(db) != set(SCHEMA):  # another SQLite might write them otherwise, and `_check` would refuse the file
            raise sqlite3.OperationalError("the tables of version 1 could not be renewed")
    return unread


def peek(path: Path, mine: Iterable[Saved] = ()) -> Glance:
    """What can be read without writing. `mine` are games in memory that the file may count already.

    SQLite writes even to read a log, unless it locks nothing; it looks for the log, unless the file is immutable.
    """
    from urllib.parse import quote  # it imports much else, and hardly any start needs it

    how = "mode=ro&vfs=unix-none" if os.path.lexists(f"{path}-wal") else "mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path.absolute()))}?{how}", uri=True, timeout=0)) as db:
            db.text_factory = _text
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            if _check(db) == VERSION:
                all = standings(db)
            else:
                all = counted({}, (found for _, found in version_1.finished(db) if found is not None))
            return Glance(open_games(db), all, frozenset(game.id for game in mine if _has_ended(db, game)), highest(db))
    except (sqlite3.Error, UnicodeDecodeError):
        return Glance({}, {}, frozenset(), 0)


def _is_damage(fault: Exception) -> bool:
    """Whether the file is at fault. A general SQL error and text that is not UTF-8 mean so too: our SQL has no errors,
    and what comes from a sound file is UTF-8."""
    damage = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
    return isinstance(fault, Unfit | UnicodeDecodeError) or code(fault) in damage


def _set_aside(path: Path) -> Path:
    return set_aside(path, "corrupt", ("-wal", "-shm"))


def _text(stored: bytes) -> str:
    """Text that is damaged is read all the same, for the checksums to find."""
    return stored.decode("utf-8", "replace")


def _is_new(db: sqlite3.Connection) -> bool:
    return _marks(db) == (0, 0) and not _schema(db)


def _check(db: sqlite3.Connection) -> int:
    """The file's version; raises Unfit for a file that is not ours, not of our time, or not sound."""
    application, version = _marks(db)
    if application == APPLICATION and version > VERSION:
        raise Unfit(newer=True)
    if application != APPLICATION or _schema(db) != set(SCHEMAS.get(version, ())):
        raise Unfit
    if db.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:  # quick_check overlooks lines out of order
        raise Unfit
    if db.execute("SELECT 1 FROM event WHERE game NOT IN (SELECT id FROM game)").fetchone():
        raise Unfit
    open_games(db)
    return version


def _marks(db: sqlite3.Connection) -> tuple[int, int]:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return application, version


def _schema(db: sqlite3.Connection) -> set[str]:
    return {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")}


def open_games(db: sqlite3.Connection) -> dict[int, Saved]:
    """The games in play; raises Unfit unless they read as they were written, which SQLite does not check."""
    games = {}
    rows = db.execute("SELECT id, header, secret, crc FROM game WHERE result IS NULL").fetchall()
    for id, header, secret, crc in rows:
        events = db.execute("SELECT number, line, crc FROM event WHERE game = ? ORDER BY number", (id,)).fetchall()
        lines = tuple(str(line) for _, line, _ in events)
        game = Saved(id, str(header), secret if isinstance(secret, bytes) else b"", lines)
        if [(0, crc), *((number, crc) for number, _, crc in events)] != list(enumerate(_checksums(game))):
            raise Unfit
        games[id] = game
    return games


def standings(db: sqlite3.Connection, game: str | None = None) -> Standings:
    """How everybody has done, in one game or in all of them."""
    rows = db.execute(
        "SELECT game, name, games, won, total, least, most FROM standing WHERE game = ?1 OR ?1 IS NULL", (game,)
    )
    return {(str(played), str(name)): Standing(*figures) for played, name, *figures in rows}


def highest(db: sqlite3.Connection) -> int:
    """The highest number that a game has, 0 if there is none."""
    number: int
    (number,) = db.execute("SELECT ifnull(max(id), 0) FROM game").fetchone()
    return number


def put(db: sqlite3.Connection, game: Saved, there: int = 0) -> None:
    """Make the card's copy of a game equal to this one, in one transaction; its first lines, so many, are equal."""
    with db:
        write(db, game, there)


def write(db: sqlite3.Connection, game: Saved, there: int = 0) -> None:
    """The same as `put`, as a part of a transaction that the caller has begun."""
    crcs = _checksums(game)
    events = [(game.id, number, line, crcs[number]) for number, line in enumerate(game.lines, 1)]
    if not there:
        _make_way(db, game)
        db.execute(
            "INSERT INTO game (id, header, secret, crc) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
            (game.id, game.header, game.secret, crcs[0]),
        )
    db.execute("DELETE FROM event WHERE game = ? AND number > ?", (game.id, there))
    db.executemany("INSERT INTO event (game, number, line, crc) VALUES (?, ?, ?, ?)", events[there:])
    match game.end:
        case Finished(name, when, results) if not _has_ended(db, game):
            _keep_results(db, game.id, name, when, results)
            _count(db, game.id)
        case GivenUp():
            db.execute("UPDATE game SET result = '' WHERE id = ?", (game.id,))


def _keep_results(db: sqlite3.Connection, id: int, name: str, when: datetime | None, results: Results) -> None:
    ended = None if when is None else when.isoformat(" ", "seconds")
    db.execute("UPDATE game SET result = 'finished', name = ?, ended = ? WHERE id = ?", (name, ended, id))
    rows = [(id, number, *result) for number, result in enumerate(results, 1)]
    db.executemany("INSERT INTO seat (game, number, name, bot, total, won) VALUES (?, ?, ?, ?, ?, ?)", rows)


def _count(db: sqlite3.Connection, id: int | None = None) -> None:
    """Add the results of one game, or of all games, to the standings; each only once."""
    db.execute(
        "INSERT INTO standing (game, name, games, won, total, least, most)"
        " SELECT game.name, seat.name, count(*), sum(won), sum(total), min(total), max(total)"
        f" FROM seat JOIN game ON game.id = seat.game WHERE bot IS NULL{'' if id is None else ' AND game.id = ?'}"
        " GROUP BY game.name, seat.name"
        " ON CONFLICT (game, name) DO UPDATE SET games = games + excluded.games, won = won + excluded.won,"
        " total = total + excluded.total, least = min(least, excluded.least), most = max(most, excluded.most)",
        () if id is None else (id,),
    )


def _has_ended(db: sqlite3.Connection, game: Saved) -> bool:
    """Whether the card has this very game, and it is over there."""
    same = "SELECT 1 FROM game WHERE id = ? AND header IS ? AND secret IS ? AND result IS NOT NULL"
    return db.execute(same, (game.id, game.header, game.secret)).fetchone() is not None


def _make_way(db: sqlite3.Connection, game: Saved) -> None:
    """Give another game that has this number a new one: this one began in memory, when the card could not be read.

    Games with real dice have no secret, and two in a row may have the same header, but what is over stays over.
    """
    other = "SELECT 1 FROM game WHERE id = ? AND (secret IS NOT ? OR header IS NOT ? OR (result IS NOT NULL AND ?))"
    if db.execute(other, (game.id, game.secret, game.header, game.end is None)).fetchone():
        free = highest(db) + 1
        db.execute("UPDATE game SET id = ? WHERE id = ?", (free, game.id))
        for table in ("event", "seat"):
            db.execute(f"UPDATE {table} SET game = ? WHERE game = ?", (free, game.id))


def _checksums(game: Saved) -> list[int]:
    """A checksum for the header with the secret and one for each line, each over all that was before."""
    crcs = [crc32(game.secret, crc32(game.header.encode()))]
    for line in game.lines:
        crcs.append(crc32(line.encode(), crcs[-1]))
    return crcs


def code(fault: Exception) -> int:
    """What SQLite says is wrong, without the details; 0 if it was not SQLite that said so."""
    detailed: int = getattr(fault, "sqlite_errorcode", 0)
    return detailed & 0xFF
