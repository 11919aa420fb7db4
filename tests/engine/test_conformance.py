"""What every game must do: one suite for all games and every number of players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import FrozenInstanceError, fields
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.contract import (
    AnyGame,
    AnyState,
    Bots,
    IllegalEvent,
    Move,
    Over,
    Roll,
    Seat,
    Table,
    ToChoose,
    ToRoll,
    acting,
)
from engine.games import GAMES, bots, game
from engine.record import Record
from engine.replay import replay
from tests.engine import low_die
from tests.playing import random_game, table

RULES: dict[str, AnyGame] = {**GAMES, low_die.GAME.name: low_die.GAME}  # the last one begins with a choice
TABLES = [
    pytest.param(rules, players, id=f"{name}-{players}")
    for name, rules in RULES.items()
    for players in range(rules.players.least, rules.players.most + 1)
]
at_every_table = pytest.mark.parametrize(("rules", "players"), TABLES)
every_game = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
any_luck = given(luck=st.integers(0, 2**64).map(Random))
some = settings(max_examples=15, deadline=None)


Item = TypeVar("Item")


@pytest.fixture(autouse=True, scope="module")
def records_know_the_made_up_game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record, "game", low_die.beside(game))
        yield


class NoAction:
    """Something that no game knows as an action."""


def few(items: Sequence[Item], luck: Random) -> Sequence[Item]:
    """All of them, or some if there are many: what is true of every position need not be asked of each."""
    return items if len(items) <= 20 else luck.sample(items, 20)


def refused(state: AnyState, event: Any) -> str:
    """The sentence with which the rules refuse an event; the position must stay what it was."""
    before = hash(state)
    with pytest.raises(IllegalEvent) as refusal:
        state.apply(event)
    assert hash(state) == before
    return str(refusal.value.reason)


@at_every_table
@some
@any_luck
def test_whoever_may_act_can_and_nobody_else(rules: AnyGame, players: int, luck: Random) -> None:
    for state in few(random_game(rules, table(players, luck.randrange(players)), luck)[0], luck):
        acting = state.turn.seats if isinstance(state.turn, ToChoose) else ()
        for seat in range(players):
            legal = state.legal(seat)
            actions = list(legal)
            assert len(legal) == len(actions) == len(set(actions))
            assert bool(actions) == (seat in acting)
            for action in actions:
                assert action in legal
                assert legal.why_not(action) is None
            for action in few(actions, luck):
                state.apply(Move(seat, action))


@at_every_table
@some
@any_luck
def test_what_is_not_legal_is_refused_with_a_reason(rules: AnyGame, players: int, luck: Random) -> None:
    states, events = random_game(rules, table(players), luck)
    actions = list(dict.fromkeys(event.action for event in events if isinstance(event, Move)))
    for state in few(states, luck):
        for seat in range(players):
            legal = state.legal(seat)
            for action in (*few(actions, luck), NoAction()):
                if action not in legal:
                    assert str(legal.why_not(action)) == refused(state, Move(seat, action))


@at_every_table
@some
@any_luck
def test_only_the_dice_that_are_asked_for_are_taken(rules: AnyGame, players: int, luck: Random) -> None:
    states, events = random_game(rules, table(players), luck)
    some_roll = next(event for event in events if isinstance(event, Roll))
    for state, event in zip(states, [*events, None], strict=True):
        if isinstance(event, Roll):
            assert str(len(event.faces)) in refused(state, Roll(event.faces[1:]))
            assert str(len(event.faces)) in refused(state, Roll((*event.faces, event.faces[0])))
            assert "'no face'" in refused(state, Roll((*event.faces[:-1], "no face")))
        else:
            refused(state, some_roll)


@at_every_table
@some
@any_luck
def test_a_seat_that_is_not_there_is_told_so(rules: AnyGame, players: int, luck: Random) -> None:
    states, events = random_game(rules, table(players), luck)
    move = next(event for event in events if isinstance(event, Move))
    for state in few(states, luck):
        for nobody in (-1, players):
            assert list(state.legal(nobody)) == []
            assert refused(state, Move(nobody, move.action)) == f"there is no seat {nobody + 1} at this table"


@at_every_table
@some
@any_luck
def test_replaying_the_events_gives_every_position_again(rules: AnyGame, players: int, luck: Random) -> None:
    seats = table(players, luck.randrange(players))
    states, events = random_game(rules, seats, luck)
    again = rules.start(seats)
    for state, event in zip(states, events, strict=False):
        assert (again, hash(again)) == (state, hash(state))
        again = again.apply(event)
    assert again == states[-1]


@at_every_table
@some
@any_luck
def test_undo_is_the_same_game_without_its_last_events(rules: AnyGame, players: int, luck: Random) -> None:
    states, events = random_game(rules, table(players), luck)
    kept = luck.randrange(len(events))
    assert replay(states[0], events[:kept]) == states[kept]


@at_every_table
@some
@any_luck
def test_every_action_can_be_written_and_read(rules: AnyGame, players: int, luck: Random) -> None:
    for event in random_game(rules, table(players), luck)[1]:
        line = record.event_text(rules, event)
        assert line.isprintable()
        assert record.parse_event(rules, line) == event


@at_every_table
@some
@any_luck
def test_the_record_of_a_game_is_the_game(rules: AnyGame, players: int, luck: Random) -> None:
    seats = table(players, luck.randrange(players))
    states, events = random_game(rules, seats, luck)
    kept = luck.randrange(len(events) + 1)
    written = Record(rules.name, seats, tuple(events[:kept]))
    reading = record.read(record.write(written))
    assert reading.record == written
    assert reading.state == states[kept]


@at_every_table
@some
@any_luck
def test_the_parts_of_a_score_add_up_and_only_the_end_has_winners(rules: AnyGame, players: int, luck: Random) -> None:
    states, _ = random_game(rules, table(players), luck)
    for state in states:
        scores = state.scores()
        assert len(scores) == players
        assert all(score.total == sum(points for _, points in score.parts) for score in scores)
        assert isinstance(state.turn, Over) == (state is states[-1])
    assert isinstance(states[-1].turn, Over)
    winners = states[-1].turn.winners
    assert list(winners) == sorted(set(winners) & set(range(players)))
    best = rules.best(score.total for score in states[-1].scores())
    assert all(states[-1].scores()[winner].total == best for winner in winners)


@every_game
def test_a_position_cannot_be_changed(rules: AnyGame) -> None:
    state: Any = rules.start(table(rules.players.least))
    for field in fields(state):
        with pytest.raises(FrozenInstanceError):
            setattr(state, field.name, None)
    with pytest.raises((AttributeError, TypeError)):
        state.remark = "a position has no other parts"


@every_game
def test_the_first_seat_begins_wherever_it_is(rules: AnyGame) -> None:
    players = rules.players.most
    for first in range(players):
        match rules.start(table(players, first)).turn:
            case ToRoll(seat):
                assert seat == first
            case turn:
                assert first in acting(turn)


@every_game
def test_faces_are_single_words_so_that_a_roll_fits_on_a_line(rules: AnyGame) -> None:
    states, _ = random_game(rules, table(rules.players.least), Random(1))
    dice = [die for state in states if isinstance(state.turn, ToRoll) for die in state.turn.dice]
    assert dice
    assert all(face.split() == [face] for die in dice for face in die.faces)


@every_game
def test_a_wrong_action_text_says_what_was_expected(rules: AnyGame) -> None:
    for nonsense in ("", "nonsense", "{}", "\ud800", "1" * 5_000):
        with pytest.raises(ValueError, match="expected"):
            rules.parse(nonsense)


@every_game
def test_tables_that_do_not_suit_the_game_are_refused_with_a_sentence(rules: AnyGame) -> None:
    enough = rules.players.most
    seats = table(enough).seats
    for wrong, sentence in (
        (Table(()), f"for {rules.players.least} to {enough} players, not for 0"),
        (Table((Seat("Ada"),) * (enough + 1)), f"players, not for {enough + 1}"),
        (Table(seats, first=enough), f"there is no seat {enough + 1} at this table"),
        (Table((*seats[1:], Seat("A\nda"))), r"printable characters without blanks around them, not 'A\nda'"),
        (Table((*seats[1:], Seat("Ada", "very strong"))), "one word of at most 24 characters, not 'very strong'"),
        (Table(seats, options=(("no such option", "x"),)), "'no such option'"),
    ):
        with pytest.raises(ValueError, match=re.escape(sentence)):
            rules.start(wrong)


@every_game
def test_every_game_has_bots_for_every_position(rules: AnyGame) -> None:
    offered: Bots = low_die.Bots() if rules is low_die.GAME else bots(rules.name)
    players = rules.players.least
    luck = Random(1)
    for state in random_game(rules, table(players), luck)[0]:
        if isinstance(state.turn, ToChoose):
            seat = state.turn.seats[0]
            for strength in offered.STRENGTHS:
                assert offered.bot(strength, luck).choose(state, seat) in state.legal(seat)


def test_a_game_goes_by_its_name() -> None:
    assert [(name, game(name).name) for name in GAMES] == [(name, name) for name in GAMES]


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    for ask in (game, bots):
        with pytest.raises(ValueError, match=f"there is no game 'chess'; there is {', '.join(GAMES)}"):
            ask("chess")
