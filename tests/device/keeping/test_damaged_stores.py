"""The store when bytes flip and when its file is cut off, foreign or from a newer box: nothing wrong is ever read."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from device.keeping import gamefile
from device.keeping.results import Result
from device.keeping.store import Store
from tests.device.keeping.games import (
    GAME,
    HEADER,
    LINES,
    SECRET,
    Opener,
    contents,
    finish,
    play,
    resumed,
)

# A file that is damaged, or no file of saved games.


def assert_plays_and_saves(store: Store, path: Path, open_store: Opener) -> None:
    play(store)
    assert store.saved
    store.close()
    again = open_store(path)
    assert resumed(again) == LINES
    assert again.trouble is None


def test_flipped_bytes_never_change_a_game(
    path: Path, tmp_path: Path, pull_plug: Callable[[Path], Path], open_store: Opener
) -> None:
    store = open_store(path)
    for number in range(20):
        finish(store, play(store), (Result("Zoë", None, 30, True), Result("Ben", None, number, False)))
    game = play(store, LINES * 30)
    store.close()  # the log is worked into the file ...
    store = open_store(path)
    store.append(game, ["2 go"])  # ... but for this line
    whole, log = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    lines = (*LINES * 30, "2 go")
    refused = 0
    for seed in range(200):
        luck = Random(seed)
        card = tmp_path / str(seed) / "games.db"
        card.parent.mkdir()
        for name, original in ((card, whole), (Path(f"{card}-wal"), log)):
            damaged = bytearray(original)
            for _ in range(luck.choice((0, 1, 8, 64))):
                damaged[luck.randrange(len(damaged))] ^= luck.randrange(1, 256)
            name.write_bytes(damaged)
        before = contents(card.parent)
        box = Store.open(card)
        found = box.unfinished()
        assert found is None or (found.header, found.secret, found.lines) in (
            (HEADER, SECRET, lines),
            (HEADER, SECRET, lines[:-1]),  # the log was hit
        ), seed
        if box.trouble is not None and box.saved:
            refused += 1
            aside = contents(card.parent)
            for ending in ("", "-wal"):
                assert aside[f"games.db.corrupt-1{ending}"] == before[f"games.db{ending}"], seed
        box.players(GAME)  # whatever they say, they are said
        new = box.begin(HEADER, SECRET)
        box.append(new, LINES)
        assert resumed(box) == LINES, seed
        box.close()
    assert refused > 50


@pytest.mark.parametrize("size", [99, 100, 512, 4095, 4096, 4097, 8192])
def test_a_file_that_was_cut_off_is_set_aside(size: int, store: Store, path: Path, open_store: Opener) -> None:
    play(store, LINES * 100)
    store.close()
    os.truncate(path, size)
    cut = path.read_bytes()
    store = open_store(path)
    assert store.unfinished() is None
    assert f"set aside as {path}.corrupt-1;" in str(store.trouble)
    assert Path(f"{path}.corrupt-1").read_bytes() == cut
    assert_plays_and_saves(store, path, open_store)


def astray(path: Path) -> None:
    """A line of game 3 says that it belongs to game 2."""
    content = path.read_bytes()
    assert content.count(b"\x03\x03roll 2 2 1") == 1
    path.write_bytes(content.replace(b"\x03\x03roll 2 2 1", b"\x02\x03roll 2 2 1"))


def orphaned(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE game SET id = 94 WHERE id = 3")
    db.close()


def unheard_of(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[47] = 9  # the format of the tables: SQLite knows four
    path.write_bytes(content)


@pytest.mark.parametrize("damage", [astray, orphaned, unheard_of])
def test_damage_that_sqlite_hardly_notices_is_found(
    damage: Callable[[Path], None], store: Store, path: Path, open_store: Opener
) -> None:
    store.abandon(play(store))
    store.abandon(play(store))
    play(store)
    store.close()
    damage(path)
    store = open_store(path)
    assert store.unfinished() is None
    assert "damaged" in str(store.trouble)
    assert_plays_and_saves(store, path, open_store)


def test_an_empty_file_is_a_new_one(path: Path, open_store: Opener) -> None:
    path.parent.mkdir(parents=True)
    path.touch()
    store = open_store(path)
    assert store.trouble is None
    assert_plays_and_saves(store, path, open_store)


def text_file(path: Path) -> None:
    path.write_text("Milk, eggs, dice.\n" * 300)


def folder(path: Path) -> None:
    path.mkdir()
    (path / "holiday.jpg").write_bytes(b"sand")


def other_database(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipe (name TEXT)")
    db.close()


def other_tables(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE game (id INTEGER PRIMARY KEY)")
        db.execute(f"PRAGMA application_id = {gamefile.APPLICATION}")
        db.execute(f"PRAGMA user_version = {gamefile.VERSION}")
    db.close()


def newer_box(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE tournament (id INTEGER PRIMARY KEY)")
        db.execute(f"PRAGMA application_id = {gamefile.APPLICATION}")
        db.execute(f"PRAGMA user_version = {gamefile.VERSION + 1}")
    db.close()


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (text_file, "damaged"),
        (folder, "damaged"),
        (other_database, "damaged"),
        (other_tables, "damaged"),
        (newer_box, "newer Dicebox"),
    ],
)
def test_what_is_no_file_of_saved_games_is_set_aside(
    make: Callable[[Path], None], word: str, path: Path, open_store: Opener
) -> None:
    path.parent.mkdir(parents=True)
    for number in (1, 2):
        make(path)
        store = open_store(path)
        assert word in str(store.trouble)
        assert f"set aside as {path}.corrupt-{number};" in str(store.trouble)
        store.close()
        path.rename(path.with_name(f"new-{number}"))
    assert Path(f"{path}.corrupt-1").is_dir() == Path(f"{path}.corrupt-2").is_dir() == (make is folder)
    assert_plays_and_saves(open_store(path), path, open_store)


def test_a_file_damaged_during_play_costs_no_game_in_play(
    store: Store, path: Path, open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(store, ("roll 1 1 1",), b"parked")
    game = play(store)
    with monkeypatch.context() as patch:

        def malformed(*_: object) -> None:
            raise sqlite3.DatabaseError("database disk image is malformed")

        def ruined(path: Path) -> sqlite3.Connection:
            patch.undo()
            path.write_bytes(b"ruined" * 4096)
            return gamefile.opened(path)

        patch.setattr(gamefile, "put", malformed)
        patch.setattr(gamefile, "opened", ruined)
        store.append(game, ["2 go"])
    assert store.saved
    assert "set aside" in str(store.trouble)
    store.close()
    store = open_store(path)
    assert resumed(store) == (*LINES, "2 go")
    store.abandon(game)
    parked = store.unfinished()
    assert parked is not None
    assert (parked.secret, parked.lines) == (b"parked", ("roll 1 1 1",))
