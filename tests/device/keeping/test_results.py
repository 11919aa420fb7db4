"""Who has played what, how often and how well: the same on the card, in memory, and whatever happens in between."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random

import pytest

from device.keeping import gamefile
from device.keeping.results import Finished, Result
from device.keeping.store import Store
from display.screens.statistics import Player
from tests.device import many_games
from tests.device.keeping.games import (
    AFTER_BEN_WON,
    AFTER_BOTH_WON,
    EVENING,
    GAME,
    HEADER,
    LINES,
    SECRET,
    ZOE_WINS,
    Opener,
    ended,
    finish,
    nothing_can_be_written,
    play,
    resumed,
)

GAMES = ("durchmarsch", "encore")


def random_game(luck: Random) -> Finished:
    names = luck.sample(("Ada", "Ben", "Zoë", "Émile"), luck.randint(1, 4))
    totals = [luck.randint(-20, 60) for _ in names]
    results = (
        Result(name, luck.choice((None, None, "master")), total, total == max(totals) > 0)
        for name, total in zip(names, totals, strict=True)
    )
    return Finished(luck.choice(GAMES), EVENING, tuple(results))


def worked_out(games: list[Finished], name: str, best: Callable[[list[int]], int]) -> list[Player]:
    """The statistics as somebody would work them out who has written down every result."""
    everything = [result for game in games if game.game == name for result in game.results if result.bot is None]
    players = []
    for person in {result.name for result in everything}:
        totals = [result.total for result in everything if result.name == person]
        won = sum(result.won for result in everything if result.name == person)
        players.append(Player(person, len(totals), won, best(totals), sum(totals) / len(totals)))
    return sorted(players, key=lambda player: (-player.games, player.name))


@pytest.mark.parametrize("seed", range(4))
def test_statistics_say_what_the_results_say(seed: int, store: Store, path: Path, open_store: Opener) -> None:
    luck = Random(seed)
    played: list[Finished] = []

    def evening() -> None:
        for _ in range(8):
            game = play(store)
            if luck.random() < 0.2:
                store.abandon(game)
                continue
            played.append(random_game(luck))
            store.finish(game, played[-1], record=f"{HEADER}{game}\n")

    def check() -> None:
        for name in GAMES:
            assert store.players(name) == worked_out(played, name, max)
            assert store.players(name, fewest_wins=True) == worked_out(played, name, min)

    evening()
    check()
    with nothing_can_be_written():
        evening()
        assert not store.saved
        check()
    evening()  # the card takes what was in memory
    assert store.saved
    check()
    store.close()
    assert [game for _, game in ended(path) if game is not None] == played
    store = open_store(path)
    check()


def test_where_the_fewest_points_win_the_best_total_is_the_lowest(store: Store) -> None:
    for total in (7, 3, 9):
        finish(store, play(store), (Result("Ada", None, total, True),))
    assert store.players(GAME) == [Player("Ada", 3, 3, 9, 19 / 3)]
    assert store.players(GAME, fewest_wins=True) == [Player("Ada", 3, 3, 3, 19 / 3)]


def test_a_game_ends_in_one_transaction(path: Path) -> None:
    path.parent.mkdir(parents=True)
    db = gamefile.opened(path)
    statements: list[str] = []
    db.set_trace_callback(statements.append)
    gamefile.put(db, gamefile.Saved(1, HEADER, SECRET, LINES, Finished(GAME, EVENING, ZOE_WINS)))
    assert [text for text in statements if text.startswith(("BEGIN", "COMMIT"))] == ["BEGIN ", "COMMIT"]
    db.close()


@pytest.mark.parametrize("card", ["well again", "read-only from now on"])
def test_an_end_that_was_written_but_failed_is_counted_once(
    card: str, store: Store, path: Path, open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(store, play(store))
    game = play(store)
    with monkeypatch.context() as patch:

        def committed_but_failed(db: sqlite3.Connection, *rest: object) -> None:
            patch.undo()
            gamefile.put(db, *rest)  # type: ignore[arg-type]
            if card != "well again":
                patch.setattr(gamefile, "opened", fails)
            raise sqlite3.OperationalError("disk I/O error")

        def fails(path: Path) -> sqlite3.Connection:
            raise sqlite3.OperationalError("disk I/O error")

        patch.setattr(gamefile, "put", committed_but_failed)
        finish(store, game, ZOE_WINS)
        assert store.saved == (card == "well again")
        assert store.players(GAME) == AFTER_BOTH_WON
    store.abandon(store.begin(HEADER, SECRET))
    assert store.saved
    assert store.players(GAME) == AFTER_BOTH_WON
    store.close()
    assert open_store(path).players(GAME) == AFTER_BOTH_WON


def test_statistics_that_cannot_be_read_are_read_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    finish(store, play(store))
    with monkeypatch.context() as patch:
        standings = gamefile.standings

        def once(*_: object) -> None:
            patch.setattr(gamefile, "standings", standings)
            raise sqlite3.OperationalError("disk I/O error")

        patch.setattr(gamefile, "standings", once)
        assert store.players(GAME) == AFTER_BEN_WON
    assert (store.saved, store.trouble) == (True, None)


def test_a_rematch_with_real_dice_does_not_take_the_place_of_the_game_before(path: Path, open_store: Opener) -> None:
    store = open_store(path)
    finish(store, play(store, secret=b""))
    store.close()
    tool = sqlite3.connect(path)
    tool.execute("BEGIN IMMEDIATE")
    store = open_store(path)  # it cannot see that there is a game already
    assert not store.saved
    game = play(store, secret=b"")
    tool.close()
    store.abandon(store.begin(HEADER, SECRET))
    assert store.saved
    finish(store, game, ZOE_WINS)
    assert store.players(GAME) == AFTER_BOTH_WON
    store.close()
    assert open_store(path).players(GAME) == AFTER_BOTH_WON


def test_a_game_that_makes_way_takes_its_results_along(path: Path, open_store: Opener) -> None:
    store = open_store(path)
    finish(store, play(store, secret=b"first"))
    store.close()
    tool = sqlite3.connect(path)
    tool.execute("BEGIN IMMEDIATE")
    store = open_store(path)
    play(store)
    tool.close()
    store.abandon(store.begin(HEADER, b"new"))
    assert resumed(store) == LINES
    store.close()
    results = {id: end.results for id, end in ended(path) if end is not None}
    assert len(results) == 1
    assert 1 not in results
    assert all(len(rows) == 2 for rows in results.values())


def test_a_store_of_many_games_is_sound(tmp_path: Path, open_store: Opener) -> None:
    path = tmp_path / "many" / "games.db"
    many_games.fill(path, 300)
    store = open_store(path)
    assert (store.saved, store.trouble) == (True, None)
    found = {name: store.players(name) for name in ("encore", GAME)}
    store.close()
    games = [end for _, end in ended(path) if end is not None]
    assert len(games) == 300
    assert found == {name: worked_out(games, name, max) for name in found}


def test_statistics_are_read_from_a_card_that_is_read_only(
    store: Store,
    path: Path,
    open_card: Path,
    open_store: Opener,
    read_only: Callable[[Path], AbstractContextManager[None]],
) -> None:
    finish(store, play(store))
    shutil.copytree(path.parent, open_card.parent, ignore=shutil.ignore_patterns("records"))
    with read_only(open_card.parent):
        box = open_store(open_card)
        finish(box, play(box), ZOE_WINS)
        assert (box.saved, box.players(GAME)) == (False, AFTER_BOTH_WON)
