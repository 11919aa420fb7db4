"""The file of saved games: one SQLite file whose every change is on the card when the call returns.

With a write-ahead log and full syncing no power cut damages it or takes back what was committed. Each line of an open
game carries a checksum, so what is read is what was written; a file that is not sound is set aside, never deleted.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote
from zlib import crc32

from device.keeping.files import set_aside

APPLICATION = 0x44494345  # "DICE"
VERSION = 1
SCHEMA = (
    "CREATE TABLE game (id INTEGER PRIMARY KEY, header TEXT, secret BLOB, crc INTEGER, result TEXT)",
    "CREATE TABLE event (game INTEGER, number INTEGER, line TEXT, crc INTEGER, PRIMARY KEY (game, number))"
    " WITHOUT ROWID",
)


@dataclass(frozen=True, slots=True)
class Saved:
    """A game as it stands: the lines of its record's header, the secret of its dice, and one line for each event."""

    id: int
    header: str
    secret: bytes = field(repr=False)
    lines: tuple[str, ...] = ()
    result: str | None = None  # None while the game is open, empty if it was given up


@dataclass(frozen=True, slots=True)
class Past:
    """A game that has ended; its result is empty if it was given up."""

    id: int
    header: str
    result: str


class Unfit(sqlite3.DatabaseError):
    """The file is at fault, not its place: it is damaged, of another kind, or a newer box wrote it."""

    def __init__(self, *, newer: bool = False, aside: Path | None = None) -> None:
        super().__init__("not a file of saved games")
        self.newer = newer
        self.aside = aside


def opened(path: Path) -> sqlite3.Connection:
    """The file, new or checked. One that is no file of saved games is set aside, and Unfit says under which name."""
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


def peek(path: Path) -> tuple[dict[int, Saved], list[Past]]:
    """What can be read without writing.

    SQLite writes even to read a log, unless it locks nothing; it looks for the log, unless the file is immutable.
    """
    how = "mode=ro&vfs=unix-none" if os.path.lexists(f"{path}-wal") else "mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path.absolute()))}?{how}", uri=True, timeout=0)) as db:
            db.text_factory = _text
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            _check(db)
            return open_games(db), past(db)
    except (sqlite3.Error, UnicodeDecodeError):
        return {}, []


def _is_damage(fault: Exception) -> bool:
    """Whether the file is at fault: our SQL is right, and in sound files SQLite has nothing to say that is no text."""
    damage = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
    return isinstance(fault, Unfit | UnicodeDecodeError) or code(fault) in damage


def _set_aside(path: Path) -> Path:
    return set_aside(path, "corrupt", ("-wal", "-shm"))


def _text(stored: bytes) -> str:
    """Text that is damaged is read all the same, for the checksums to find."""
    return stored.decode("utf-8", "replace")


def _is_new(db: sqlite3.Connection) -> bool:
    return _marks(db) == (0, 0) and not _schema(db)


def _check(db: sqlite3.Connection) -> None:
    """Raises Unfit for a file that is not ours, not of our time, or not sound."""
    application, version = _marks(db)
    if application == APPLICATION and version > VERSION:
        raise Unfit(newer=True)
    if (application, version) != (APPLICATION, VERSION) or _schema(db) != set(SCHEMA):
        raise Unfit
    if db.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:  # quick_check overlooks lines out of order
        raise Unfit
    if db.execute("SELECT 1 FROM event WHERE game NOT IN (SELECT id FROM game)").fetchone():
        raise Unfit
    open_games(db)


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


def past(db: sqlite3.Connection) -> list[Past]:
    """The games that have ended, oldest first."""
    rows = db.execute("SELECT id, header, result FROM game WHERE result IS NOT NULL ORDER BY id")
    return [Past(id, str(header), str(result)) for id, header, result in rows]


def highest(db: sqlite3.Connection) -> int:
    """The highest number that a game has, 0 if there is none."""
    number: int
    (number,) = db.execute("SELECT ifnull(max(id), 0) FROM game").fetchone()
    return number


def put(db: sqlite3.Connection, game: Saved, there: int = 0) -> None:
    """Make the card's copy of a game equal to this one, in one transaction; its first lines, so many, are equal."""
    crcs = _checksums(game)
    events = [(game.id, number, line, crcs[number]) for number, line in enumerate(game.lines, 1)]
    with db:
        if not there:
            _make_way(db, game)
        db.execute(
            "INSERT INTO game (id, header, secret, crc, result) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET result = excluded.result",
            (game.id, game.header, game.secret, crcs[0], game.result),
        )
        db.execute("DELETE FROM event WHERE game = ? AND number > ?", (game.id, there))
        db.executemany("INSERT INTO event (game, number, line, crc) VALUES (?, ?, ?, ?)", events[there:])


def _make_way(db: sqlite3.Connection, game: Saved) -> None:
    """Give another game that has this number a new one: this one began in memory, when the card could not be read."""
    if db.execute("SELECT 1 FROM game WHERE id = ? AND secret IS NOT ?", (game.id, game.secret)).fetchone():
        free = highest(db) + 1
        db.execute("UPDATE game SET id = ? WHERE id = ?", (free, game.id))
        db.execute("UPDATE event SET game = ? WHERE game = ?", (free, game.id))


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
