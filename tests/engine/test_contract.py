"""The contract's own parts: what a game gets without writing a line for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from engine.contract import Actions, Over, Roll, Timed, ToChoose, ToRoll, acting
from engine.games import GAMES
from engine.games.durchmarsch import rules as durchmarsch
from engine.games.encore import rules as encore
from engine.games.initials import rules as initials
from engine.games.initials.calls import Buzz, Retreat, Says, Vote, Word
from engine.games.initials.variants import PRACTICE_SECONDS
from engine.words import say
from tests.engine import low_die
from tests.playing import play, table

LETTERS = "roll B O R V A green"


def test_listed_actions_are_a_collection_with_a_reason_for_the_rest() -> None:
    actions = Actions(("go", "stop"), say("choose"))
    assert (len(actions), list(actions), actions[1]) == (2, ["go", "stop"], "stop")
    assert "go" in actions
    assert "jump" not in actions
    assert actions.why_not("go") is None
    assert str(actions.why_not("jump")) == "choose"
    assert not actions.examples_only


def test_each_action_that_is_not_listed_can_have_a_reason_of_its_own() -> None:
    actions = Actions(("aces",), lambda action: say("{what} is filled already", what=str(action)))
    assert actions.why_not("aces") is None
    assert str(actions.why_not("twos")) == "twos is filled already"


def test_what_is_asked_about_need_not_be_hashable() -> None:
    odd: Any = ["go"]
    assert odd not in Actions(("go",), say("no"))


def test_without_actions_there_is_only_the_reason() -> None:
    nothing = Actions[object]((), say("not now"))
    assert (len(nothing), list(nothing), str(nothing.why_not("go"))) == (0, [], "not now")
    with pytest.raises(IndexError):
        nothing[0]


def test_only_actions_that_say_so_have_a_moment() -> None:
    assert isinstance(Buzz(1234), Timed)
    assert Buzz(1234).time == 1234
    assert not isinstance(datetime.now(UTC), Timed)  # although it has a time
    assert not any(isinstance(action, Timed) for action in (Word("Bono"), Says((0,)), *Vote, *Retreat))


def test_two_buzzes_at_the_same_time_are_the_same_and_unlike_any_other_action_with_a_moment() -> None:
    assert Buzz(7) == Buzz(7) != Buzz(8)
    assert len({Buzz(7), Buzz(7), Buzz(8)}) == 2
    assert Buzz(7) != Timed(7)


@pytest.mark.parametrize("name", GAMES)
def test_while_dice_are_rolled_the_table_waits_for_who_rolls(name: str) -> None:
    state = GAMES[name].start(table(2, first=1))
    assert isinstance(state.turn, ToRoll)
    assert state.waits_for == (1,)
    assert state.seconds is None


def test_a_table_usually_waits_for_all_who_may_act() -> None:
    state = low_die.start(table(3))
    assert state.turn == ToChoose((0, 1, 2))
    assert state.waits_for == acting(state.turn) == (0, 1, 2)
    assert play(low_die.GAME, state, "2 1").waits_for == (0, 2)


def test_a_race_waits_for_the_speaker_then_for_the_judges() -> None:
    state = play(initials.GAME, initials.start(table(3)), "roll 2", LETTERS)
    assert state.waits_for == (0, 1, 2)
    state = play(initials.GAME, state, "3 buzz 900")
    assert acting(state.turn) == (0, 1, 2)
    assert state.waits_for == (2,)
    assert play(initials.GAME, state, "3 word Bravo").waits_for == (0, 1)


def test_seconds_run_only_for_who_practises_alone_until_there_is_a_word() -> None:
    alone = play(initials.GAME, initials.start(table(1)), "roll 2", LETTERS)
    assert alone.seconds == PRACTICE_SECONDS
    assert play(initials.GAME, alone, "1 buzz 900").seconds is None
    assert play(initials.GAME, initials.start(table(2)), "roll 2", LETTERS).seconds is None


def test_moments_and_words_are_examples_voices_and_decisions_are_all_there_is() -> None:
    race = play(initials.GAME, initials.start(table(3)), "roll 2", LETTERS)
    assert race.legal(0).examples_only
    assert Buzz(777) in race.legal(0)
    assert Buzz(777) not in list(race.legal(0))
    speaks = play(initials.GAME, race, "3 buzz 900")
    assert speaks.legal(2).examples_only
    judged = play(initials.GAME, speaks, "3 word Bravo")
    assert not judged.legal(2).examples_only  # it has spoken and neither buzzes nor judges
    two = play(initials.GAME, initials.start(table(2)), "roll 2", LETTERS, "1 buzz 900", "2 give up", "1 word Bravo")
    assert list(two.legal(1)) == [Vote.ACCEPT, Vote.CONTEST]
    assert not two.legal(1).examples_only
    hit = durchmarsch.start(table(1)).apply(Roll(tuple("64321115")))
    assert not hit.legal(0).examples_only


def test_the_most_points_are_best_unless_the_fewest_win() -> None:
    assert durchmarsch.GAME.best([3, 9, 4]) == 9
    assert low_die.GAME.best([3, 9, 4]) == 3


def test_seats_are_ranked_by_points_then_by_who_has_won() -> None:
    state = play(low_die.GAME, low_die.start(table(3)), "1 1", "2 0", "3 0", "roll 3", "roll 5", "roll 3")
    assert [score.total for score in state.scores()] == [4, 5, 3]
    assert low_die.GAME.ranking(state) == (2, 0, 1)
    assert replace(low_die.GAME, fewest_wins=False).ranking(state) == (1, 0, 2)


def test_among_equals_the_winner_comes_first() -> None:
    rules = encore.GAME
    state = encore.start(table(3))
    assert rules.ranking(state) == (0, 1, 2)
    over = replace(state, over=Over((2,)))  # by exclamation marks, for example
    assert rules.ranking(over) == (2, 0, 1)
