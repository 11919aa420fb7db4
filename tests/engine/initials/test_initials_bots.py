"""The bots of Initials: what they say, how long they take, and that they do not change their minds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import mean

import pytest

from engine.contract import Move, Over, ToRoll
from engine.games.initials import rules as initials
from engine.games.initials import variants
from engine.games.initials.bots import MINDS, STRENGTHS, Thinker, bot, hint
from engine.games.initials.calls import Buzz, Retreat, Vote, Word
from engine.games.initials.choices import ideas
from engine.games.initials.judging import Verdict
from engine.games.initials.rules import Initials, start
from engine.replay import play_out
from tests.playing import any_roll, play, table

ADA, BEN, CLEO = 0, 1, 2
EXAMPLE = "roll B O R V A green"
BOTS = {strength: bot(strength, Random(1)) for strength in STRENGTHS}
every_strength = pytest.mark.parametrize("strength", STRENGTHS)


def begun(players: int = 3, theme: int = 2, roll: str = EXAMPLE, **options: str) -> Initials:
    """A round begins; theme 2 is animals."""
    state = start(replace(table(players), options=tuple(options.items())))
    themes = () if options.get("variant") == "open" else (f"roll {theme}",)
    return play(initials.GAME, state, *themes, roll)


def rounds(count: int, **options: str) -> Iterator[Initials]:
    """Many rounds that have just begun, with any dice."""
    luck = Random(7)
    for _ in range(count):
        state = start(replace(table(3), options=tuple(options.items())))
        while isinstance(state.turn, ToRoll):
            state = state.apply(any_roll(state.turn.dice, luck))
        yield state


def game_of_bots(strengths: list[str], luck: Random, **options: str) -> tuple[Initials, list[Initials]]:
    """A game of bots to its end, and the last position of each round."""
    states = [start(replace(table(len(strengths)), options=tuple(options.items())))]
    last = play_out(
        states[0],
        lambda state, seats: Move(seats[0], BOTS[strengths[seats[0]]].choose(state, seats[0])),
        lambda dice: any_roll(dice, luck),
        lambda _, after: states.append(after),
    )
    return last, [after for before, after in pairwise(states) if after.round != before.round]


@pytest.mark.parametrize(
    "options", [{}, {"variant": "limited"}, {"variant": "open"}, {"pace": "calm"}, {"way": "spoken"}]
)
def test_bots_play_whole_games_and_their_words_are_good(options: dict[str, str]) -> None:
    state, ends = game_of_bots(["beginner", "steady", "master"], Random(3), **options)
    heard = [(end, said) for end in ends for said in end.heard]
    assert sum(state.tokens) + state.middle + state.reserve == variants.TOKENS
    assert all(end.known(said) for end, said in heard), "all from the lists, and told as words"
    refused = [said.verdict for _, said in heard if said.verdict is not Verdict.ACCEPTED]
    assert len(refused) <= len(heard) / 20


@every_strength
def test_a_bot_does_not_change_its_mind_when_others_act(strength: str) -> None:
    player = BOTS[strength]
    for state in rounds(20):
        first = player.choose(state, ADA)
        after = play(initials.GAME, state, "2 buzz 60", "3 give up")
        assert player.choose(after, ADA) == player.choose(state, ADA) == first


@every_strength
def test_a_bot_says_what_it_has_buzzed_for(strength: str) -> None:
    player = Thinker(MINDS[strength])
    for state in rounds(20):
        plan = player.plan(state, ADA)
        if plan is None:
            assert player.choose(state, ADA) is Retreat.GIVE_UP
            continue
        assert player.choose(state, ADA) == Buzz(plan.time)
        state = state.apply(Move(ADA, Buzz(plan.time)))
        assert player.choose(state, ADA) == Word(plan.idea.word)


def test_a_bot_whose_word_is_taken_withdraws_and_looks_for_another() -> None:
    player, seen = Thinker(MINDS["beginner"]), 0
    for state in rounds(20):
        plan = player.plan(state, ADA)
        if plan is None or state.is_black:
            continue
        state = play(initials.GAME, state, f"1 buzz {plan.time}", "2 buzz 1", f"2 word {plan.idea.word}", "1 accept")
        assert player.choose(state, ADA) is Retreat.WITHDRAW
        again = player.plan(state, ADA)
        assert again is None or (again.time > plan.time and again.idea.word != plan.idea.word)
        seen += again is not None
    assert seen > 5


def test_a_bot_tries_no_word_twice() -> None:
    player, state = BOTS["master"], begun()
    tried: list[str] = []
    for _ in range(200):
        call = player.choose(state, ADA)
        if call is Retreat.GIVE_UP:
            break
        state = state.apply(Move(ADA, call))
        if isinstance(call, Word):
            tried.append(call.word)
            state = play(initials.GAME, state, "2 contest", "3 contest")
    assert call is Retreat.GIVE_UP, "sooner or later it runs out of words"
    assert len(tried) == len(set(tried)) > 3
    times = [said.time for said in state.heard]
    assert all(earlier < later for earlier, later in pairwise(times))


# How long they take.


def seconds(strength: str, state: Initials) -> float | None:
    plan = Thinker(MINDS[strength]).plan(state, ADA)
    return None if plan is None else plan.time / 1000


@every_strength
def test_bots_take_their_time_as_people_do(strength: str) -> None:
    times = [time for state in rounds(150) if (time := seconds(strength, state)) is not None]
    assert min(times) > 2
    assert 3 < mean(times) < 30
    assert max(times) < 95


def test_the_stronger_the_quicker() -> None:
    beginner, steady, master = (
        mean(seconds(strength, state) or 90.0 for state in rounds(150)) for strength in STRENGTHS
    )
    assert beginner > 1.5 * steady > 2 * master


@every_strength
def test_the_harder_the_letters_the_longer_they_take(strength: str) -> None:
    coloured = [state for state in rounds(300) if not state.is_black]
    coloured.sort(key=lambda state: len(ideas(state, state.theme or 0)))
    quarter = len(coloured) // 4
    hard, easy = (
        mean(seconds(strength, state) or 90.0 for state in some) for some in (coloured[:quarter], coloured[-quarter:])
    )
    assert hard > 1.3 * easy


def test_in_black_nobody_waits_for_a_better_word() -> None:
    patient = Thinker(MINDS["master"]._replace(waits=9.0))
    for state in rounds(100):
        if (plan := patient.plan(state, ADA)) is not None:
            assert plan.time / 1000 == pytest.approx((seconds("master", state) or 0) + (0 if state.is_black else 7.5))


def test_a_wealth_of_words_makes_nobody_quicker_than_people_are() -> None:
    times = [seconds("master", state) or 90.0 for state in rounds(300) if state.is_black]
    assert mean(times) > 3.3


def test_alone_a_bot_does_not_buzz_after_the_time() -> None:
    for state in rounds(30):
        alone = replace(state, table=table(1), tokens=(0,), playing=(ADA,), earliest=(59_000,))
        assert BOTS["beginner"].choose(alone, ADA) is Retreat.GIVE_UP


# How well they play.


@pytest.mark.parametrize(("weaker", "stronger"), [*pairwise(STRENGTHS)])
def test_the_stronger_win(weaker: str, stronger: str) -> None:
    luck, won = Random(5), 0
    for _ in range(20):
        state, _ = game_of_bots([weaker, stronger, weaker], luck)
        assert isinstance(state.turn, Over)
        won += state.turn.winners == (BEN,)
    assert won >= 11


# Judging and hints.


@every_strength
def test_a_bot_trusts_the_others_but_not_with_a_root(strength: str) -> None:
    state = play(initials.GAME, begun(4), "2 buzz 5", "2 word bear")
    assert BOTS[strength].choose(state, ADA) is Vote.ACCEPT
    state = play(initials.GAME, state, "1 accept", "3 accept", "3 buzz 99", "3 word bears")
    assert BOTS[strength].choose(state, ADA) is Vote.CONTEST


def test_a_hint_is_the_best_word_or_whether_the_box_knows_one() -> None:
    state = begun()
    best = ideas(state, 1)[0]
    assert str(hint(state, ADA)) == f"{best.word} would bring {best.worth} tokens"
    state = play(initials.GAME, state, "2 buzz 5")
    assert str(hint(state, BEN)) == str(hint(state, ADA))
    assert str(hint(play(initials.GAME, state, "2 word bear"), ADA)) == "the box knows bear for this theme"
    assert str(hint(play(initials.GAME, state, "2 word bxyz"), ADA)) == "the box does not know bxyz for this theme"
    spoken = play(initials.GAME, begun(way="spoken"), "2 buzz 5", "2 says green")
    assert str(hint(spoken, ADA)) == "the box has not heard the word"
    assert str(hint(start(table(3)), ADA)) == "first the dice are rolled"
    assert str(hint(replace(state, faces=(*"#ORVA", state.colour)), ADA)) == "the box knows no word for this"


def test_there_are_three_strengths() -> None:
    assert STRENGTHS == ("beginner", "steady", "master")
    with pytest.raises(ValueError, match="there is no bot 'genius'; there is beginner, steady, master"):
        bot("genius", Random(1))
