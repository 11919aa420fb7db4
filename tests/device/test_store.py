"""The store under everything that happens to a card: plugs pulled, bytes flipped, no room, no right to write."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median

import pytest

from device.keeping import gamefile
from device.keeping.gamefile import Past
from device.keeping.store import Store

HEADER = "dicebox record 1\ngame: durchmarsch\nseat 1: Zoë\nseat 2: Ben\n"
SECRET = bytes(range(32))
LINES = ("roll 6 4 3", "1 go", "roll 2 2 1", "1 stop")
EVENING = datetime(2026, 5, 9, 21, 30)
NOBODY = 65534

Opener = Callable[[Path], Store]


@pytest.fixture
def open_store() -> Iterator[Opener]:
    """Opens stores and closes them after the test, as the end of a process does."""
    stores: list[Store] = []

    def opener(path: Path) -> Store:
        stores.append(Store.open(path))
        return stores[-1]

    yield opener
    for store in stores:
        store.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "box" / "data" / "games.db"


@pytest.fixture
def store(path: Path, open_store: Opener) -> Store:
    return open_store(path)


@pytest.fixture
def pull_plug(tmp_path: Path) -> Callable[[Path], Path]:
    """The card as it is now, in another box: what a process leaves that is killed at this moment."""

    def pull(path: Path) -> Path:
        card = Path(tempfile.mkdtemp(dir=tmp_path))
        return Path(shutil.copytree(path.parent, card / "data")) / path.name

    return pull


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


def finish(store: Store, game: int, result: str = "Ben 12, Zoë 9") -> None:
    store.finish(game, game="durchmarsch", result=result, record=HEADER + "roll 1 2 3\n", when=EVENING)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


# A game from beginning to end.


def test_a_new_box_has_no_games_and_no_trouble(store: Store) -> None:
    assert (store.unfinished(), store.games(), store.saved, store.trouble) == (None, [], True, None)


def test_a_game_goes_on_at_the_line_where_the_plug_was_pulled(
    store: Store, path: Path, pull_plug: Callable[[Path], Path], open_store: Opener
) -> None:
    game = store.begin(HEADER, SECRET)
    cards = [pull_plug(path)]
    for line in LINES:
        store.append(game, [line])
        cards.append(pull_plug(path))
    for played, card in enumerate(cards):
        again = open_store(card)
        assert resumed(again) == LINES[:played]
        assert again.trouble is None


def test_a_resumed_game_is_played_on_under_its_number(store: Store, path: Path, open_store: Opener) -> None:
    game = play(store)
    store.close()
    store = open_store(path)
    store.append(game, ["2 go"])
    store.close()
    assert resumed(open_store(path)) == (*LINES, "2 go")


def test_lines_added_together_are_there_together_or_not_at_all(
    store: Store, path: Path, pull_plug: Callable[[Path], Path], open_store: Opener
) -> None:
    game = play(store)
    log = Path(f"{path}-wal")
    before = log.stat().st_size
    more = ["2 go", "roll " + "6 " * 3000, "2 stop"]
    store.append(game, more)
    after = log.stat().st_size
    seen = set()
    for cut in (*range(before, after, 1031), after):
        card = pull_plug(path)
        os.truncate(f"{card}-wal", cut)
        seen.add(resumed(open_store(card)))
    assert seen == {LINES, (*LINES, *more)}


def test_moves_are_taken_back_for_good(store: Store, path: Path, open_store: Opener) -> None:
    game = play(store)
    store.take_back(game, 2)
    assert resumed(store) == LINES[:2]
    store.append(game, ["roll 5 5 5"])
    store.close()
    assert resumed(open_store(path)) == (*LINES[:2], "roll 5 5 5")


def test_games_that_ended_are_not_resumed(store: Store, path: Path, open_store: Opener) -> None:
    finish(store, play(store))
    store.abandon(play(store))
    ended = [Past(1, HEADER, "Ben 12, Zoë 9"), Past(2, HEADER, "")]
    assert (store.unfinished(), store.games()) == (None, ended)
    store.close()
    store = open_store(path)
    assert (store.unfinished(), store.games()) == (None, ended)
    assert store.begin(HEADER, SECRET) == 3


def test_the_newest_open_game_is_resumed_first(store: Store) -> None:
    parked = play(store)
    newest = play(store, ("roll 1 1 1",))
    assert resumed(store) == ("roll 1 1 1",)
    store.abandon(newest)
    game = store.unfinished()
    assert game is not None
    assert (game.id, game.lines) == (parked, LINES)


def test_a_secret_does_not_slip_into_a_log(store: Store) -> None:
    play(store)
    assert repr(SECRET) not in repr(store.unfinished())


# What it costs.


def test_every_commit_waits_for_the_card(path: Path) -> None:
    path.parent.mkdir(parents=True)
    db = gamefile.opened(path)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    db.close()


def test_a_move_writes_at_most_12_kib_and_looking_writes_nothing(store: Store, path: Path) -> None:
    game = play(store)
    log = Path(f"{path}-wal")
    sizes = [log.stat().st_size]
    for move in range(50):
        store.append(game, [f"{move % 2 + 1} go", "roll 6 4 3"])
        sizes.append(log.stat().st_size)
    writes = [after - before for before, after in pairwise(sizes)]
    assert max(writes) <= 12 * 1024
    assert 4096 <= median(writes) < 2 * 4096  # only the page with the new lines
    card = contents(path.parent)
    store.unfinished()
    store.games()
    assert contents(path.parent) == card


def test_finished_games_leave_their_lines_to_their_records(store: Store, path: Path) -> None:
    for _ in range(3):
        finish(store, play(store, LINES * 20))
    store.close()
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM event").fetchone() == (0,)
    db.close()


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
        finish(store, play(store), f"Ben {number}")
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


# A card that cannot be written.


@pytest.fixture
def read_only() -> Callable[[Path], AbstractContextManager[None]]:
    """Takes away the right to write in a folder; from root too, who is nobody for that time."""

    @contextmanager
    def lock(folder: Path) -> Iterator[None]:
        files = [folder, *folder.iterdir()]
        root = os.geteuid() == 0
        for file in files:
            file.chmod(0o555 if file.is_dir() else 0o444)
        if root:
            os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield
        finally:
            if root:
                os.setresuid(0, 0, 0)
            for file in files:
                file.chmod(0o755 if file.is_dir() else 0o644)

    return lock


@pytest.fixture
def open_card() -> Iterator[Path]:
    """A folder that anybody may look into, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder) / "data" / "games.db"


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
        assert box.games() == [Past(1, HEADER, "Ben 12, Zoë 9")]
        box.append(game, ["2 go"])
        box.take_back(game, 3)
        assert resumed(box) == LINES[:3]
        finish(box, game, "Zoë 3")
        assert box.unfinished() is None
        assert box.begin(HEADER, SECRET) == 3
        assert [past.id for past in box.games()] == [1, 2]
        assert contents(open_card.parent) == card
    new = box.begin(HEADER, SECRET)
    assert (box.saved, box.trouble) == (True, None)
    box.append(new, LINES)
    box.close()
    again = open_store(open_card)
    assert resumed(again) == LINES
    assert again.games() == [Past(1, HEADER, "Ben 12, Zoë 9"), Past(2, HEADER, "Zoë 3")]
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
        assert store.games() == [Past(1, HEADER, "Ben 12, Zoë 9")]
        assert (store.unfinished(), store.saved) == (None, False)


@contextmanager
def nothing_can_be_written() -> Iterator[None]:
    """Every write to a file fails, as on a card that breaks."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


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
    assert store.games() == [Past(1, HEADER, "Ben 12, Zoë 9")]
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
    root = Path(__file__).parents[2]
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


# Records.


def test_a_finished_game_leaves_a_record(store: Store, path: Path) -> None:
    finish(store, play(store))
    records = path.parent / "records"
    assert contents(records) == {"2026-05-09-durchmarsch-1.record": (HEADER + "roll 1 2 3\n").encode()}


def test_a_record_is_never_overwritten_and_never_written_twice(store: Store, path: Path) -> None:
    records = path.parent / "records"
    records.mkdir()
    (records / "2026-05-09-durchmarsch-1.record").write_text("another game\n")
    (records / "2026-05-09-durchmarsch-2.record").write_text(HEADER + "roll 1 2 3\n")
    finish(store, play(store))
    finish(store, play(store))
    assert contents(records) == {
        "2026-05-09-durchmarsch-1.record": b"another game\n",
        "2026-05-09-durchmarsch-1-2.record": (HEADER + "roll 1 2 3\n").encode(),
        "2026-05-09-durchmarsch-2.record": (HEADER + "roll 1 2 3\n").encode(),
    }


def test_a_record_that_cannot_be_written_is_written_with_the_next_game(store: Store, path: Path) -> None:
    records = path.parent / "records"
    records.write_text("in the way")
    finish(store, play(store))
    assert store.saved
    assert str(store.trouble).startswith(f"The record of a game could not be written to {records} (")
    assert store.games() == [Past(1, HEADER, "Ben 12, Zoë 9")]
    records.unlink()
    store.begin(HEADER, SECRET)
    assert store.trouble is None
    assert [file.name for file in records.iterdir()] == ["2026-05-09-durchmarsch-1.record"]
