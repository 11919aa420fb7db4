"""A game at the box: saved before it is seen, resumed in mid-turn, taken back to the last roll, kept as a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

import pytest

from device import match
from device.keeping.results import Finished
from device.keeping.store import Store
from device.match import Match
from engine import record
from engine.contract import IllegalEvent, Move, Over, Roll, Seat, Table, ToChoose, ToRoll
from engine.dice import FairDice, commitment, mix
from engine.games.durchmarsch import rules as durchmarsch
from engine.games.durchmarsch.rules import Decision
from engine.replay import positions

GO, STOP = Decision.GO, Decision.STOP
ADA, BEN = 0, 1
TWO_PEOPLE = Table((Seat("Ada"), Seat("Ben")))
DICE = FairDice(bytes(range(32)), mix((1_000, 2_000)))
PLACES = (4, 1)  # Ada sits at the fifth button, Ben at the second


def evening() -> datetime:
    return datetime(2026, 5, 9, 21, 30)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path / "games.db")
    yield opened
    opened.close()


Begin = Callable[..., Match]


@pytest.fixture
def begin(store: Store) -> Begin:
    def one(table: Table = TWO_PEOPLE, dice: FairDice = DICE) -> Match:
        return match.begin(store, durchmarsch.GAME, table, PLACES[: len(table.seats)], dice, False, evening)

    return one


def saved_lines(store: Store) -> tuple[str, ...]:
    saved = store.unfinished()
    assert saved is not None
    return saved.lines


def resumed(store: Store) -> Match:
    saved = store.unfinished()
    assert saved is not None
    return match.resume(store, saved, evening)


def wins(store: Store) -> dict[str, int]:
    """How many games everybody who has played to the end has won."""
    return {player.name: player.won for player in store.players("durchmarsch")}


def acting(playing: Match) -> int:
    assert isinstance(playing.state.turn, ToChoose)
    return playing.state.turn.seats[0]


def to_a_choice(playing: Match) -> int:
    """Roll until somebody has hit; gives the seat."""
    while isinstance(playing.state.turn, ToRoll):
        playing.roll()
    return acting(playing)


def to_the_end(playing: Match) -> None:
    while not playing.over:
        playing.play(Move(to_a_choice(playing), GO))


# Beginning.


def test_the_table_and_the_secret_are_saved_before_anybody_rolls(begin: Begin, store: Store) -> None:
    playing = begin()
    saved = store.unfinished()
    assert saved is not None
    assert (saved.id, saved.secret, saved.lines) == (playing.saved_as, DICE.secret, ())
    head = record.read(saved.header).record
    assert (head.game, head.table, head.commitment) == ("durchmarsch", TWO_PEOPLE, commitment(DICE.secret))
    assert head.secret is None, "it is told only when the game is over"


def test_the_rolls_are_those_of_the_sealed_dice_in_their_order(begin: Begin) -> None:
    playing = begin()
    to_the_end(playing)
    number = 0
    reached = positions(durchmarsch.start(TWO_PEOPLE), playing.events)
    for state, event in zip(reached, playing.events, strict=False):
        if isinstance(event, Roll):
            number += 1
            assert isinstance(state.turn, ToRoll)
            assert event == DICE.roll(number, state.turn.dice)
    assert number > 5


# Durable before visible.


def test_going_on_is_saved_together_with_its_roll(begin: Begin, store: Store) -> None:
    playing = begin()
    seat = to_a_choice(playing)
    before = saved_lines(store)
    playing.play(Move(seat, GO))
    decision, roll = saved_lines(store)[len(before) :]
    assert decision == f"{seat + 1} go"
    assert roll.startswith("roll ")


class PlugPulled(Exception):
    """The power went while the store was at work."""


class LastStore(Store):
    """A store that loses power at the next line."""

    def append(self, game_id: int, lines: Sequence[str]) -> None:
        raise PlugPulled


def test_nothing_is_seen_that_was_not_saved(tmp_path: Path) -> None:
    store = LastStore.open(tmp_path / "games.db")
    playing = match.begin(store, durchmarsch.GAME, TWO_PEOPLE, PLACES, DICE, False, evening)
    before = playing.state
    with pytest.raises(PlugPulled):
        playing.roll()
    assert (playing.state, playing.events) == (before, [])
    store.close()


def test_a_move_that_the_rules_forbid_changes_nothing(begin: Begin, store: Store) -> None:
    playing = begin()
    seat = to_a_choice(playing)
    before, lines = playing.state, saved_lines(store)
    with pytest.raises(IllegalEvent):
        playing.play(Move(1 - seat, STOP))
    assert (playing.state, saved_lines(store)) == (before, lines)


# Resuming.


def test_a_game_goes_on_in_mid_turn(begin: Begin, store: Store) -> None:
    playing = begin()
    to_a_choice(playing)
    again = resumed(store)
    assert again.state == playing.state
    assert (again.places, again.table, again.events) == (PLACES, TWO_PEOPLE, playing.events)


def test_the_next_roll_after_a_power_cut_is_the_one_that_would_have_come(tmp_path: Path) -> None:
    games = []
    for folder, cut in (("whole", False), ("cut", True)):
        store = Store.open(tmp_path / folder / "games.db")
        playing = match.begin(store, durchmarsch.GAME, TWO_PEOPLE, PLACES, DICE, False, evening)
        to_a_choice(playing)
        if cut:
            store.close()
            store = Store.open(tmp_path / folder / "games.db")
            playing = resumed(store)
        playing.play(Move(acting(playing), GO))
        games.append(playing.events)
        store.close()
    assert games[0] == games[1]


def test_before_the_first_roll_there_is_a_game_to_resume(begin: Begin, store: Store) -> None:
    playing = begin()
    assert resumed(store).state == playing.state


def test_a_game_that_does_not_say_who_sits_where_is_not_resumed(begin: Begin, store: Store) -> None:
    head = record.write(begin().record())
    store.begin(f"{head}# seat buttons: 1", DICE.secret)
    with pytest.raises(ValueError, match="which button belongs to which seat"):
        resumed(store)


# Undo.


def test_stop_can_be_taken_back(begin: Begin, store: Store) -> None:
    playing = begin()
    seat = to_a_choice(playing)
    before, lines = playing.state, saved_lines(store)
    playing.play(Move(seat, STOP))
    assert playing.can_undo
    playing.undo()
    assert (playing.state, saved_lines(store)) == (before, lines)
    assert resumed(store).state == before
    assert not playing.can_undo, "before it a roll has fallen"


def test_nothing_can_be_taken_back_once_dice_have_fallen(begin: Begin) -> None:
    playing = begin()
    assert not playing.can_undo
    playing.roll()
    assert not playing.can_undo
    playing.play(Move(to_a_choice(playing), GO))
    assert not playing.can_undo, "going on throws the dice at once"
    events = list(playing.events)
    playing.undo()
    assert playing.events == events


def test_a_roll_after_taking_back_falls_as_it_fell(begin: Begin) -> None:
    playing = begin()
    playing.play(Move(to_a_choice(playing), STOP))
    playing.roll()
    other = begin()
    other.play(Move(to_a_choice(other), STOP))
    other.undo()
    other.play(Move(acting(other), STOP))
    other.roll()
    assert other.events == playing.events


def test_nobody_takes_back_what_a_bot_has_decided(begin: Begin) -> None:
    playing = begin(Table((Seat("Chip", bot="master"), Seat("Dot", bot="steady"))))
    playing.play(Move(to_a_choice(playing), STOP))
    assert not playing.can_undo


# The end.


def test_a_finished_game_is_kept_as_a_record_that_proves_its_dice(begin: Begin, store: Store, tmp_path: Path) -> None:
    playing = begin()
    to_the_end(playing)
    (file,) = (tmp_path / "records").iterdir()
    reading = record.read(file.read_bytes())
    assert file.name == f"2026-05-09-durchmarsch-{playing.saved_as}.record"
    assert reading.record == playing.record()
    assert record.verify(reading).ok
    assert isinstance(playing.state.turn, Over)
    assert wins(store) == {"Ada": int(ADA in playing.state.turn.winners), "Ben": int(BEN in playing.state.turn.winners)}
    assert store.unfinished() is None
    assert not playing.can_undo


class StoreBeforeTheRecord(Store):
    """A store that loses power between the last move of a game and its record."""

    def finish(self, game_id: int, end: Finished, record: str) -> None:
        raise PlugPulled


def test_a_record_that_the_plug_prevented_is_written_at_the_next_start(tmp_path: Path) -> None:
    store: Store = StoreBeforeTheRecord.open(tmp_path / "games.db")
    playing = match.begin(store, durchmarsch.GAME, TWO_PEOPLE, PLACES, DICE, False, evening)
    with pytest.raises(PlugPulled):
        to_the_end(playing)
    store.close()
    store = Store.open(tmp_path / "games.db")
    assert resumed(store).over
    assert store.unfinished() is None
    (file,) = (tmp_path / "records").iterdir()
    assert record.verify(record.read(file.read_bytes())).ok
    store.close()


def test_a_game_that_nobody_wins_says_so(store: Store) -> None:
    """Alone, with dice under which going on and on strikes all four rows."""
    alone = Table((Seat("Ada"),))
    before: dict[str, int] = {}
    for number in range(100):
        before = wins(store)
        dice = FairDice(bytes([number] * 32), mix(()))
        playing = match.begin(store, durchmarsch.GAME, alone, (0,), dice, False, evening)
        to_the_end(playing)
        if playing.state.turn == Over(()):
            break
    assert playing.state.turn == Over(())
    assert wins(store) == (before or {"Ada": 0})
    assert [player.games for player in store.players("durchmarsch")] == [number + 1]


def test_the_secret_is_told_only_at_the_end(begin: Begin) -> None:
    playing = begin()
    playing.roll()
    assert playing.record().secret is None
    to_the_end(playing)
    assert playing.record().secret == DICE.secret
