"""How the calls of Initials are written, which are refused, and blind games that end in every variant."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import Move, Over
from engine.games.initials import rules as initials
from engine.games.initials.calls import Buzz, Call, Retreat, Says, Vote, Word
from engine.games.initials.rules import Initials, parse, start, text
from engine.games.initials.variants import TOKENS
from engine.record import event_text
from tests.engine.initials.playing_initials import (
    ADA,
    buzz,
    last,
    play,
    refused,
    seated,
    throw,
)
from tests.playing import random_game

# What is written.


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("buzz 1234", Buzz(1234)),
        ("BUZZ -5", Buzz(-5)),
        ("word  New   York ", Word("New York")),
        ("word Bun\u0303uel", Word("Buñuel")),
        ("word accept", Word("accept")),
        ("theme 3 word bread", Word("bread", 2)),
        ("says red green", Says((0, 3))),
        ("says none", Says(())),
        ("theme 6 says blue", Says((4,), 5)),
        ("Contest letters", Vote.CONTEST_LETTERS),
        ("give  up", Retreat.GIVE_UP),
    ],
)
def test_people_may_write_calls_as_they_like(line: str, call: Call) -> None:
    assert parse(line) == call
    assert parse(text(call)) == call


@pytest.mark.parametrize(
    "line",
    ["", "word", "buzz", "buzz soon", "buzz 1.5", "buzz 1234567890", "says", "says pink", "says none red", "theme 3",
     "theme 7 word bread", "theme 3 buzz 12", "theme 3 theme 3 word bread", "accept it", "give"],
)  # fmt: skip
def test_what_is_no_call_is_answered_with_what_was_expected(line: str) -> None:
    with pytest.raises(ValueError, match="expected buzz and the milliseconds, word and the word, says and the colours"):
        parse(line)


@settings(deadline=None, max_examples=200)
@given(word=st.text(min_size=1, max_size=60))
def test_any_word_that_can_be_written_down_is_heard_and_any_other_is_refused_with_a_reason(word: str) -> None:
    state = buzz(throw(start(seated(3))), ADA)
    reason = state.legal(ADA).why_not(Word(word))
    if reason is not None:
        assert "a word is 1 to 40 printable characters" in str(reason)
        return
    assert parse(text(Word(word))) == Word(word)
    after = state.apply(Move(ADA, Word(word)))
    assert last(after).word == word
    assert (after.judged is None) == (after.why_refused(last(after)) is not None)


@pytest.mark.parametrize("variant", ["classic", "limited", "open"])
@pytest.mark.parametrize("pace", ["race", "calm"])
@pytest.mark.parametrize("way", ["written", "spoken"])
@pytest.mark.parametrize("players", [1, 3, 6])
def test_blind_games_end_in_every_way_to_play_and_lose_no_token(
    variant: str, pace: str, way: str, players: int
) -> None:
    seats = seated(players, variant=variant, pace=pace, way=way, language="de")
    states, events = random_game(initials.GAME, seats, Random(players))
    for state in cast(list[Initials], states):
        assert sum(state.tokens) + state.middle + state.reserve == TOKENS
    assert isinstance(states[-1].turn, Over)
    lines = [event_text(initials.GAME, event) for event in events]
    assert play(start(seats), *lines) == states[-1]


def test_the_box_says_why_somebody_has_to_wait(four: Initials) -> None:
    assert str(start(seated(2)).legal(ADA).why_not(Buzz(1))) == "first the dice are rolled"
    assert refused(four, "1 word bear") == "it is not Ada's turn to speak"
    assert refused(four, "1 withdraw") == "it is not Ada's turn to speak"
    assert refused(buzz(four, ADA), "1 give up") == "Ada cannot give up now"
    assert refused(buzz(four, ADA), "1 buzz 5") == "Ada cannot buzz now"
    assert str(four.legal(ADA).why_not("shout")).startswith("choose to buzz, to give a word")
    odd = Says((3, 0))
    spoken = buzz(throw(start(seated(3, way="spoken"))), ADA)
    assert str(spoken.legal(ADA).why_not(odd)).startswith("name each die once, in this order: green, white")
