"""The store: every game, kept on the card line by line as it is played, so that pulling the plug loses nothing.

A line is durable when `append` returns; whatever is shown is shown after that. The games in play are held in memory
as well: where the card is full, read-only, broken or used by another box, the games go on there, `saved` says so, and
each new game tries the card again and takes along what it missed. A file that is damaged is set aside, never deleted.
One thread uses the store.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from device.keeping import gamefile, results
from device.keeping.files import make_folder, write_whole
from device.keeping.gamefile import GIVEN_UP, Glance, Saved, Unfit
from device.keeping.results import Finished, Standings
from engine.words import Message, say, say_count

if TYPE_CHECKING:
    from display.screens.statistics import Player

NOTHING = Glance({}, {}, frozenset(), 0)


class Store:
    """The games of one box. Nothing here raises because of a card or a file; see `saved` and `trouble`."""

    def __init__(self, path: Path) -> None:
        self.trouble: Message | None = None  # what went wrong last, with its remedy
        self._path = path
        self._lock: int | None = None
        self._db: sqlite3.Connection | None = None
        self._games: dict[int, Saved] = {}  # the open ones, and ended ones that are not on the card yet
        self._unwritten: dict[str, str] = {}  # records not on the card yet, by name
        self._glance = NOTHING  # what was read of a card that cannot be written
        self._last = 0

    @classmethod
    def open(cls, path: Path) -> Store:
        """The store in this file, whatever state the file and its place are in. Records go to the folder beside it."""
        store = cls(path)
        store._recover()
        return store

    def close(self) -> None:
        """Leave the file to others. Nothing is lost without it."""
        self._drop()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def saved(self) -> bool:
        """Whether the games are on the card, and not in memory only."""
        return self._db is not None

    def begin(self, header: str, secret: bytes) -> int:
        """Start a game and give its number; the secret of its dice is durable before anybody plays."""
        self.trouble = None
        if not self.saved:
            self._recover()
        self._write_records()
        self._last += 1
        self._keep(Saved(self._last, header, secret))
        return self._last

    def append(self, game_id: int, lines: Sequence[str]) -> None:
        """Add events, all of them or none if the plug is pulled now."""
        game = self._games[game_id]
        self._keep(game._replace(lines=(*game.lines, *lines)), len(game.lines))

    def take_back(self, game_id: int, count: int) -> None:
        """Go back to the first so many events."""
        game = self._games[game_id]
        self._keep(game._replace(lines=game.lines[:count]), count)

    def finish(self, game_id: int, end: Finished, record: str) -> None:
        """End a game and write its record; the lines then live in the record, so the store stays small.

        The record goes first: if the plug is pulled in between, the game is still open and is finished again.
        """
        name = f"{end.when:%Y-%m-%d}-{end.game}-{game_id}"
        self._unwritten[name] = record
        self._write_records()
        ended = self._games[game_id]._replace(end=end)
        self._keep(ended if name in self._unwritten else ended._replace(lines=()))

    def abandon(self, game_id: int) -> None:
        """End a game that nobody wants to play on."""
        game = self._games[game_id]
        self._keep(game._replace(end=GIVEN_UP), len(game.lines))

    def unfinished(self) -> Saved | None:
        """The newest open game."""
        games = (game for game in self._games.values() if game.end is None)
        return max(games, key=lambda game: game.id, default=None)

    def players(self, game: str, *, fewest_wins: bool = False) -> list[Player]:
        """The people who have played a game to its end, the most frequent first; with `fewest_wins` (see
        `engine.contract.Game`) their best is the lowest total. Bots do not count."""
        return results.players(self._standings(game), game, fewest_wins=fewest_wins)

    def _standings(self, game: str) -> Standings:
        for _ in range(2):  # a card that failed once may be well again
            if self._db is not None:
                try:
                    return gamefile.standings(self._db, game)
                except sqlite3.Error:
                    self._recover()
        ended = (kept.end for kept in self._games.values() if kept.id not in self._glance.counted)
        return results.counted(
            self._glance.standings, ((end.game, end.results) for end in ended if isinstance(end, Finished))
        )

    def _keep(self, game: Saved, there: int = 0) -> None:
        """Keep a game as it stands now; its first lines, so many, are on the card already."""
        self._games[game.id] = game
        if self._db is None:
            return
        try:
            gamefile.put(self._db, game, there)
        except sqlite3.Error:
            self._recover()
        else:
            if game.end is not None:
                del self._games[game.id]

    def _recover(self) -> None:
        """The one way to start, and to start again after a fault: open, check, add what is only in memory, read.

        A handle that failed is not used again: after a failed sync it would show what the card does not hold.
        """
        self._drop()
        try:
            make_folder(self._path.parent)
            if self._lock is None:
                self._lock = _locked(self._path.parent)
            self._db = self._connect()
            if unread := gamefile.renew(self._db):
                self.trouble = _unread(unread, self._path.parent / "records")
            for game in self._games.values():
                gamefile.put(self._db, game)
            self._games, self._glance = gamefile.open_games(self._db), NOTHING
            self._last = max(self._last, gamefile.highest(self._db))
        except (sqlite3.Error, OSError) as fault:
            self._drop()
            self.trouble = _not_saved(fault, self._path.parent)
            if not _in_use(fault):
                self._read_only()

    def _connect(self) -> sqlite3.Connection:
        try:
            return gamefile.opened(self._path)
        except Unfit as fault:
            self.trouble = _set_aside(fault)
            return gamefile.opened(self._path)

    def _read_only(self) -> None:
        """Go on from what can be read, if nothing can be written; what is in memory is newer."""
        self._glance = gamefile.peek(self._path, self._games.values())
        self._games = self._glance.open | self._games
        self._last = max(self._last, self._glance.highest)

    def _drop(self) -> None:
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def _write_records(self) -> None:
        for name, text in list(self._unwritten.items()):
            try:
                _write_record(self._path.parent / "records", name, text)
            except OSError as fault:
                self.trouble = self.trouble or say(
                    "The record of a game could not be written to {folder} ({reason}); make room there or make it"
                    " writable, and the next game writes it.",
                    folder=str(self._path.parent / "records"),
                    reason=fault.strerror or str(fault),
                )
            else:
                del self._unwritten[name]


def _locked(folder: Path) -> int:
    """A handle that keeps other boxes out of this folder until it is closed; raises BlockingIOError if one is in."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise
    return handle


def _write_record(folder: Path, name: str, text: str) -> None:
    """Write a record under its name, or with a number after it if another one is there."""
    for number in count(1):
        path = folder / (f"{name}.record" if number == 1 else f"{name}-{number}.record")
        if not path.exists():
            write_whole(path, text)
            return
        if path.is_file() and path.read_bytes() == text.encode():
            return


def _set_aside(fault: Unfit) -> Message:
    if fault.newer:
        return say(
            "The saved games come from a newer Dicebox and were set aside as {file}; update this box and rename the"
            " file back to play them on.",
            file=str(fault.aside),
        )
    return say(
        "The saved games were damaged and were set aside as {file}; new games are saved, keep that file if you want"
        " it repaired.",
        file=str(fault.aside),
    )


def _unread(games: int, records: Path) -> Message:
    return say_count(
        "The result of {n} old game cannot be read and is missing in the statistics; its record in {folder} tells it.",
        "The results of {n} old games cannot be read and are missing in the statistics; their records in {folder} tell"
        " them.",
        games,
        folder=str(records),
    )


def _in_use(fault: Exception) -> bool:
    return isinstance(fault, BlockingIOError) or gamefile.code(fault) == sqlite3.SQLITE_BUSY


def _not_saved(fault: Exception, folder: Path) -> Message:
    if _in_use(fault):
        return say(
            "Games are not saved: another program uses {folder}; close it, or start this box with --data and a"
            " folder of its own.",
            folder=str(folder),
        )
    if gamefile.code(fault) == sqlite3.SQLITE_FULL or (isinstance(fault, OSError) and fault.errno == errno.ENOSPC):
        return say(
            "Games are not saved: there is no room left in {folder}; delete something there, and the next game is"
            " saved again.",
            folder=str(folder),
        )
    if os.access(folder, os.F_OK) and not os.access(folder, os.W_OK):
        return say(
            "Games are not saved: {folder} is read-only; make it writable or start the box with --data and another"
            " folder.",
            folder=str(folder),
        )
    return say(
        "Games are not saved: {folder} cannot be used ({reason}); repair it or start the box with --data and another"
        " folder.",
        folder=str(folder),
        reason=str(fault),
    )
