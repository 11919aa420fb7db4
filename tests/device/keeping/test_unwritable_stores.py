"""The store on a card that is read-only, full or broken, or that another box uses: games go on in memory."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from device.keeping import gamefile
from device.keeping.results import Finished
from device.keeping.store import Store
from tests.device.keeping.games import (
    AFTER_BEN_WON,
    AFTER_BOTH_WON,
    BEN_WINS,
    EVENING,
    GAME,
    HEADER,
    LINES,
    SECRET,
    ZOE_WINS,
    Opener,
    contents,
    ended,
    finish,
    nothing_can_be_written,
    play,
    resumed,
)

# A card that cannot be written.


@pytest.mark.parametrize("plug", ["pulled", "left in"])
def test_on_a_read_only_card_the_interrupted_game_goes_on_in_memory(
    plug: str,
    path: Path,
    open_card: Path,
    store: Store,
    open_store: Opener,
    read_only: Callable[[Path], AbstractContextManager[None]],
) -> None:
    finish(store, play(store))
    game = play(store)
    if plug == "left in":
        store.close()
    shutil.copytree(path.parent, open_card.parent, ignore=shutil.ignore_patterns("records"))
    assert Path(f"{open_card}-wal").exists() == (plug == "pulled")
    card = contents(open_card.parent)
    with read_only(open_card.parent):
        box = open_store(open_card)
        assert not box.saved
        assert str(box.trouble) == (
            f"Games are not saved: {open_card.parent} is read-only; make it writable or start the box with --data and"
            " another folder."
        )
        assert resumed(box) == LINES
        assert box.players(GAME) == AFTER_BEN_WON
        box.append(game, ["2 go"])
        box.take_back(game, 3)
        assert resumed(box) == LINES[:3]
        finish(box, game, ZOE_WINS)
        assert box.unfinished() is None
        assert box.begin(HEADER, SECRET) == 3
        assert box.players(GAME) == AFTER_BOTH_WON
        assert contents(open_card.parent) == card
    new = box.begin(HEADER, SECRET)
    assert (box.saved, box.trouble) == (True, None)
    box.append(new, LINES)
    box.close()
    again = open_store(open_card)
    assert resumed(again) == LINES
    assert again.players(GAME) == AFTER_BOTH_WON
    again.close()
    assert ended(open_card) == [(1, Finished(GAME, EVENING, BEN_WINS)), (2, Finished(GAME, EVENING, ZOE_WINS))]
    assert [file.name for file in (open_card.parent / "records").iterdir()] == ["2026-05-09-durchmarsch-2.record"]


def test_where_there_can_be_no_folder_games_are_played_in_memory(tmp_path: Path, open_store: Opener) -> None:
    (tmp_path / "file").write_text("not a folder")
    for path in (tmp_path / "file" / "games.db", Path("/proc/none/games.db"), tmp_path / ("x" * 300) / "games.db"):
        store = open_store(path)
        assert f"Games are not saved: {path.parent} cannot be used" in str(store.trouble)
        game = play(store)
        store.take_back(game, 3)
        assert resumed(store) == LINES[:3]
        finish(store, game)
        assert store.players(GAME) == AFTER_BEN_WON
        assert (store.unfinished(), store.saved) == (None, False)


def test_a_card_that_fails_during_a_game_costs_no_move(store: Store, path: Path, open_store: Opener) -> None:
    game = play(store)
    with nothing_can_be_written():
        store.append(game, ["2 go", "roll 1 2 3"])
        assert not store.saved
        assert "Games are not saved" in str(store.trouble)
        assert resumed(store) == (*LINES, "2 go", "roll 1 2 3")
        store.append(game, ["2 stop"])
        finish(store, game)
        second = store.begin(HEADER, SECRET)
        assert not store.saved
    store.append(second, LINES)
    assert not store.saved  # a card that failed is tried again with the next game
    third = play(store, ("roll 1 1 1",))
    assert (store.saved, store.trouble) == (True, None)
    store.close()
    store = open_store(path)
    assert store.players(GAME) == AFTER_BEN_WON
    assert (path.parent / "records" / "2026-05-09-durchmarsch-1.record").exists()
    store.abandon(third)
    assert resumed(store) == LINES


def test_a_fault_that_passes_is_not_noticed(
    store: Store, path: Path, open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play(store)
    handles = []
    with monkeypatch.context() as patch:

        def committed_but_failed(db: sqlite3.Connection, *rest: object) -> None:
            handles.append(db)
            patch.undo()
            gamefile.put(db, *rest)  # type: ignore[arg-type]
            raise sqlite3.OperationalError("disk I/O error")

        patch.setattr(gamefile, "put", committed_but_failed)
        store.append(game, ["2 go"])
    with pytest.raises(sqlite3.ProgrammingError):
        handles[0].execute("SELECT 1")  # the handle that failed is closed
    assert (store.saved, store.trouble) == (True, None)
    store.append(game, ["2 stop"])
    store.close()
    assert resumed(open_store(path)) == (*LINES, "2 go", "2 stop")


def test_a_full_card_is_used_again_when_there_is_room(
    path: Path, open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        opened = gamefile.opened

        def no_room_to_grow(path: Path) -> sqlite3.Connection:
            db = opened(path)
            db.execute("PRAGMA max_page_count = 1")
            return db

        patch.setattr(gamefile, "opened", no_room_to_grow)
        store = open_store(path)
        game = play(store)
        assert store.saved
        long = f"roll {'6 ' * 5000}"
        store.append(game, [long])
        assert not store.saved
        assert "there is no room left" in str(store.trouble)
        assert resumed(store) == (*LINES, long)
        store.append(game, ["2 stop"])
    again = store.begin(HEADER, SECRET)
    assert (store.saved, store.trouble) == (True, None)
    store.abandon(again)
    store.close()
    assert resumed(open_store(path)) == (*LINES, long, "2 stop")


# Two boxes and one card.


@pytest.fixture
def other_box(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has a game of its own in play."""
    program = (
        "import sys; from pathlib import Path; from device.keeping.store import Store;"
        "store = Store.open(Path(sys.argv[1]));"
        "store.append(store.begin('theirs', b'x'), ['1 go']); print('ready', flush=True); sys.stdin.read()"
    )
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def test_a_second_box_plays_in_memory_and_takes_nothing_from_the_first(
    other_box: subprocess.Popen[str], path: Path, open_store: Opener
) -> None:
    card = contents(path.parent)
    store = open_store(path)
    assert str(store.trouble) == (
        f"Games are not saved: another program uses {path.parent}; close it, or start this box with --data and a"
        " folder of its own."
    )
    assert (store.unfinished(), store.saved) == (None, False)
    play(store)
    assert resumed(store) == LINES
    assert contents(path.parent) == card

    other_box.kill()
    other_box.wait()
    new = store.begin(HEADER, b"new")
    assert store.saved
    store.abandon(new)
    store.close()
    store = open_store(path)
    found = {}
    while game := store.unfinished():
        found[game.secret] = (game.header, game.lines)
        store.abandon(game.id)
    assert found == {SECRET: (HEADER, LINES), b"x": ("theirs", ("1 go",))}


def test_a_program_that_looks_into_the_file_does_not_make_it_damaged(path: Path, open_store: Opener) -> None:
    store = open_store(path)
    play(store)
    store.close()
    tool = sqlite3.connect(path)
    tool.execute("BEGIN IMMEDIATE")
    store = open_store(path)
    assert "another program uses" in str(store.trouble)
    tool.close()
    store.abandon(store.begin(HEADER, b"new"))
    assert resumed(store) == LINES
    assert not list(path.parent.glob("*corrupt*"))


def test_a_box_in_trouble_keeps_its_place(store: Store, path: Path, open_store: Opener) -> None:
    game = play(store)
    with nothing_can_be_written():
        store.append(game, ["2 go"])
    assert not store.saved
    assert "another program uses" in str(open_store(path).trouble)
