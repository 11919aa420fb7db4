"""Stores that a box of version 1 wrote, kept in tests/kept: opened by today's box, nothing in them is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from device import match
from device.keeping import gamefile, results
from device.keeping.store import Store
from display.screens.statistics import Player
from engine import record
from engine.games import GAMES
from tests.device.keeping.games import EVENING, HEADER, SECRET, Opener, contents, nothing_can_be_written

KEPT = Path(__file__).parents[2] / "kept" / "version-1"
UNPLUGGED = KEPT / "unplugged"  # its log holds one more game of Durchmarsch and a game of Encore! in play

# What the statistics of version 1 said about the kept store.
FIGURES = {
    "encore": [
        Player("Ada", 5, 2, 23, 19.2),
        Player("Ben", 4, 2, 33, 24.0),
        Player("Cleo", 1, 1, 28, 28.0),
        Player("Émile Ünal", 1, 0, 15, 15.0),
    ],
    "one_more_encore": [
        Player("Ada", 2, 1, 46, 33.5),
        Player("Ben", 2, 0, 45, 37.5),
        Player("Cleo", 1, 1, 60, 60.0),
        Player("Émile Ünal", 1, 0, 48, 48.0),
    ],
    "initials": [
        Player("Ada", 5, 3, 48, 35.4),
        Player("Ben", 5, 1, 48, 31.4),
        Player("Cleo", 1, 0, 15, 15.0),
        Player("Émile Ünal", 1, 1, 20, 20.0),
    ],
    "durchmarsch": [
        Player("Ada", 3, 2, 1, 0.6666666666666666),
        Player("Ben", 3, 0, 0, 0.0),
        Player("Cleo", 1, 1, 1, 1.0),
        Player("Émile Ünal", 1, 0, 0, 0.0),
    ],
}
FIGURES_UNPLUGGED = FIGURES | {
    "durchmarsch": [
        Player("Ada", 4, 3, 1, 0.75),
        Player("Ben", 4, 0, 0, 0.0),
        Player("Cleo", 1, 1, 1, 1.0),
        Player("Émile Ünal", 1, 0, 0, 0.0),
    ]
}
LINES_UNPLUGGED = ("roll yellow orange blue 1 1 5", "2 orange 1: H2", "1 blue 1: H5", "roll blue green red 2 2 ?")


@pytest.fixture
def old(path: Path) -> Path:
    """A copy of the kept store."""
    path.parent.mkdir(parents=True)
    shutil.copy(KEPT / "games.db", path)
    return path


@pytest.fixture
def unplugged(path: Path) -> Path:
    """A copy of the store whose plug was pulled in the middle of a game."""
    shutil.copytree(UNPLUGGED, path.parent)
    return path


def figures(store: Store) -> dict[str, list[Player]]:
    return {game: store.players(game) for game in FIGURES}


def version(path: Path) -> int:
    """The version of a file that no box uses; its tables must be those of that version."""
    with closing(sqlite3.connect(path)) as db:
        number: int
        (number,) = db.execute("PRAGMA user_version").fetchone()
        assert {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")} == set(gamefile.SCHEMAS[number])
    return number


def results_as_texts(path: Path) -> dict[int, str | None]:
    with closing(sqlite3.connect(path)) as db:
        return dict(db.execute("SELECT id, result FROM game").fetchall())


def test_an_old_store_says_what_it_said(old: Path, open_store: Opener) -> None:
    store = open_store(old)
    assert (store.saved, store.trouble) == (True, None)
    assert figures(store) == FIGURES
    store.close()
    assert version(old) == 2
    store = open_store(old)
    assert (store.saved, store.trouble) == (True, None)
    assert figures(store) == FIGURES


def test_every_seat_of_an_old_game_is_kept_and_what_was_given_up_stays_so(old: Path, open_store: Opener) -> None:
    before = results_as_texts(old)
    open_store(old).close()
    with closing(sqlite3.connect(old)) as db:
        seats = db.execute("SELECT number, name, bot, total, won FROM seat WHERE game = 3 ORDER BY number").fetchall()
        assert seats == [
            (1, "Ada", "beginner", 10, 0),
            (2, "Ben", None, 11, 0),
            (3, "Cleo", None, 28, 1),
            (4, "Maximiliane-Charlotte W.", "master", 21, 0),
            (5, "Émile Ünal", None, 15, 0),
            (6, "Finn: 3", "beginner", 9, 0),
        ]
        assert db.execute("SELECT game, number FROM seat WHERE game = 7 AND won").fetchall() == [(7, 1), (7, 3)]
        games = db.execute("SELECT id, result, name FROM game ORDER BY id").fetchall()
        (kept,) = db.execute("SELECT count(*) FROM game WHERE header LIKE 'dicebox record 1%' AND crc").fetchone()
    assert [(id, result, name) for id, result, name in games if result != "finished"] == [
        (20, "", None),
        (21, None, None),
    ]
    assert [id for id, *_ in games] == list(before)
    assert kept == len(before)
    names = {file.name.partition("-")[2][6:-7] for file in (KEPT / "records").glob("*.record")}
    assert {f"{name}-{id}" for id, result, name in games if result == "finished"} == names


def test_a_game_in_play_goes_on_under_its_number(old: Path, open_store: Opener) -> None:
    store = open_store(old)
    saved = store.unfinished()
    assert saved is not None
    playing = match.resume(store, saved, lambda: EVENING)
    assert (saved.id, playing.rules.name, len(playing.events)) == (21, "one_more_encore", 23)
    assert [(seat.name, seat.bot) for seat in playing.table.seats] == [("Ada", None), ("Ben", "master")]
    store.append(saved.id, ["1 pass"])
    store.close()
    store = open_store(old)
    again = store.unfinished()
    assert again is not None
    assert again.lines == (*saved.lines, "1 pass")
    assert store.begin(HEADER, SECRET) == 22


def test_what_stands_in_the_log_of_a_pulled_plug_is_taken_along(unplugged: Path, open_store: Opener) -> None:
    store = open_store(unplugged)
    saved = store.unfinished()
    assert saved is not None
    assert (saved.id, saved.lines) == (23, LINES_UNPLUGGED)
    assert figures(store) == FIGURES_UNPLUGGED
    store.close()
    assert version(unplugged) == 2


def test_a_new_store_has_the_tables_of_a_renewed_one(old: Path, tmp_path: Path, open_store: Opener) -> None:
    new = tmp_path / "new" / "games.db"
    for path in (old, new):
        open_store(path).close()
    assert version(old) == version(new) == gamefile.VERSION


def test_a_power_cut_at_any_moment_leaves_the_one_version_or_the_other(
    unplugged: Path, tmp_path: Path, open_store: Opener, pull_plug: Callable[[Path], Path]
) -> None:
    log = Path(f"{unplugged}-wal")
    before = log.stat().st_size
    open_store(unplugged)  # not closed: all that was written stands in the log
    after = log.stat().st_size
    assert after > before + 5 * 4096
    seen = []
    for cut in (*range(before, after, 1031), after):
        card = pull_plug(unplugged)
        os.truncate(f"{card}-wal", cut)
        looked = card.with_name("looked.db")
        for ending in ("", "-wal"):
            shutil.copy(f"{card}{ending}", f"{looked}{ending}")
        seen.append(version(looked))
        store = open_store(card)
        assert store.trouble is None
        assert figures(store) == FIGURES_UNPLUGGED
        game = store.unfinished()
        assert game is not None
        assert (game.id, game.lines) == (23, LINES_UNPLUGGED)
        store.close()
    assert set(seen) == {1, 2}
    assert seen == sorted(seen)


@pytest.mark.parametrize("kind", ["closed", "unplugged"])
@pytest.mark.parametrize("number", [1, 2])
def test_on_a_read_only_card_an_old_store_is_read_and_left_alone(
    number: int,
    kind: str,
    path: Path,
    open_card: Path,
    open_store: Opener,
    read_only: Callable[[Path], AbstractContextManager[None]],
) -> None:
    shutil.copytree(UNPLUGGED, path.parent)
    store = open_store(path) if number == 2 else None
    if kind == "closed" and store is not None:
        store.close()
    elif kind == "closed":
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copytree(path.parent, open_card.parent)
    assert Path(f"{open_card}-wal").exists() == (kind == "unplugged")
    card = contents(open_card.parent)
    with read_only(open_card.parent):
        box = open_store(open_card)
        assert not box.saved
        assert "is read-only" in str(box.trouble)
        assert figures(box) == FIGURES_UNPLUGGED
        game = box.unfinished()
        assert game is not None
        assert (game.id, game.lines) == (23, LINES_UNPLUGGED)
        assert box.begin(HEADER, SECRET) == 24
        assert contents(open_card.parent) == card
    glance = gamefile.peek(open_card)
    assert {game: results.players(glance.standings, game, fewest_wins=False) for game in FIGURES} == FIGURES_UNPLUGGED


def test_without_room_to_renew_it_an_old_store_is_read_and_left_as_it_is(
    old: Path, open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(old)) as db:
        db.execute("VACUUM")  # a file without free pages
    whole = old.read_bytes()
    with monkeypatch.context() as patch:
        opened = gamefile.opened

        def no_room_to_grow(path: Path) -> sqlite3.Connection:
            db = opened(path)
            db.execute("PRAGMA max_page_count = 1")
            return db

        patch.setattr(gamefile, "opened", no_room_to_grow)
        store = open_store(old)
        assert not store.saved
        assert "there is no room left" in str(store.trouble)
        assert figures(store) == FIGURES
        saved = store.unfinished()
        assert saved is not None
        assert (saved.id, len(saved.lines)) == (21, 23)
        store.append(21, ["1 pass"])
        assert old.read_bytes() == whole
    store.abandon(store.begin(HEADER, SECRET))
    assert (store.saved, store.trouble) == (True, None)
    assert figures(store) == FIGURES
    store.close()
    assert version(old) == 2
    again = open_store(old).unfinished()
    assert again is not None
    assert again.lines == (*saved.lines, "1 pass")


def test_on_a_card_that_breaks_an_old_store_is_read_and_left_as_it_is(old: Path, open_store: Opener) -> None:
    whole = old.read_bytes()
    with nothing_can_be_written():
        store = open_store(old)
        assert not store.saved
        assert figures(store) == FIGURES
        assert old.read_bytes() == whole
    store.close()
    assert version(old) == 1
    assert figures(open_store(old)) == FIGURES


def test_a_store_whose_tables_come_out_otherwise_is_not_renewed(
    old: Path, open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = old.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(gamefile, "SCHEMA", (*gamefile.SCHEMA, "CREATE TABLE another (id INTEGER)"))
        store = open_store(old)
        assert not store.saved
        assert figures(store) == FIGURES
        store.close()
    assert old.read_bytes() == whole
    assert version(old) == 1


DAMAGED = ["1 /", "2 / x 7", "3 / 1 0", "1 / 1 0 0", "1 2", "nobody / ", "Ben 12, Zoë 9"]


@pytest.mark.parametrize("result", DAMAGED)
def test_a_result_that_cannot_be_read_is_kept_and_told_once(result: str, old: Path, open_store: Opener) -> None:
    with closing(sqlite3.connect(old)) as db, db:  # game 18: Ada 1, Ben 0, and Ada has won
        db.execute("UPDATE game SET result = ? WHERE id = 18", (result,))
    store = open_store(old)
    assert store.saved
    assert str(store.trouble) == (
        "The result of 1 old game cannot be read and is missing in the statistics; its record in"
        f" {old.parent / 'records'} tells it."
    )
    assert figures(store) == FIGURES | {
        "durchmarsch": [
            Player("Ada", 2, 1, 1, 0.5),
            Player("Ben", 2, 0, 0, 0.0),
            Player("Cleo", 1, 1, 1, 1.0),
            Player("Émile Ünal", 1, 0, 0, 0.0),
        ]
    }
    store.close()
    assert results_as_texts(old)[18] == result
    assert open_store(old).trouble is None


@pytest.mark.parametrize("header", ["", "game: durchmarsch\nseat 1: Ada", "game: \nseat 1: Ada\nseat 2: Ben"])
def test_a_result_without_its_players_cannot_be_read(header: str, old: Path, open_store: Opener) -> None:
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("UPDATE game SET header = ? WHERE id IN (18, 19)", (header,))
    store = open_store(old)
    assert str(store.trouble).startswith("The results of 2 old games cannot be read")
    store.close()
    assert {id: results_as_texts(old)[id] for id in (18, 19)} == {18: "1 / 1 0", 19: "2 / 23 29"}


def test_a_game_that_nobody_won_is_counted(old: Path, open_store: Opener) -> None:
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("UPDATE game SET result = 'nobody / -4 0' WHERE id = 18")
    store = open_store(old)
    assert store.trouble is None
    assert store.players("durchmarsch")[:2] == [Player("Ada", 3, 1, 1, -1.0), Player("Ben", 3, 0, 0, 0.0)]


def test_what_a_damaged_old_store_held_is_set_aside_whole(old: Path, open_store: Opener) -> None:
    content = bytearray(old.read_bytes())
    content[4096 + 5] ^= 0xFF
    old.write_bytes(content)
    store = open_store(old)
    assert "damaged" in str(store.trouble)
    assert Path(f"{old}.corrupt-1").read_bytes() == content
    assert figures(store) == {game: [] for game in FIGURES}


@pytest.mark.parametrize("file", sorted((KEPT / "records").glob("*.record")), ids=lambda file: str(file.stem))
def test_a_record_of_version_1_replays_and_is_written_again_byte_for_byte(file: Path) -> None:
    reading = record.read(file.read_bytes())
    assert record.write(reading.record).encode() == file.read_bytes()
    assert reading.record.game in GAMES
    assert reading.record.commitment is None or record.verify(reading).ok


def test_records_of_all_games_are_kept() -> None:
    assert {record.read(file.read_bytes()).record.game for file in (KEPT / "records").glob("*.record")} == set(GAMES)
