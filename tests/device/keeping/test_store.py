"""The store on a good card: a game from its first line to its record, resumed wherever the plug is pulled."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median

from device.keeping import gamefile
from device.keeping.results import Finished
from device.keeping.store import Store
from tests.device.keeping.games import (
    AFTER_BEN_WON,
    BEN_WINS,
    EVENING,
    GAME,
    HEADER,
    LINES,
    SECRET,
    Opener,
    contents,
    ended,
    finish,
    play,
    resumed,
)

# A game from beginning to end.


def test_a_new_box_has_no_games_and_no_trouble(store: Store) -> None:
    assert (store.unfinished(), store.players(GAME), store.saved, store.trouble) == (None, [], True, None)


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
    assert (store.unfinished(), store.players(GAME)) == (None, AFTER_BEN_WON)
    store.close()
    assert ended(path) == [(1, Finished(GAME, EVENING, BEN_WINS)), (2, None)]
    store = open_store(path)
    assert (store.unfinished(), store.players(GAME)) == (None, AFTER_BEN_WON)
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
    store.players(GAME)
    assert contents(path.parent) == card


def test_finished_games_leave_their_lines_to_their_records(store: Store, path: Path) -> None:
    for _ in range(3):
        finish(store, play(store, LINES * 20))
    store.close()
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM event").fetchone() == (0,)
    db.close()


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
    assert store.players(GAME) == AFTER_BEN_WON
    records.unlink()
    store.begin(HEADER, SECRET)
    assert store.trouble is None
    assert [file.name for file in records.iterdir()] == ["2026-05-09-durchmarsch-1.record"]
