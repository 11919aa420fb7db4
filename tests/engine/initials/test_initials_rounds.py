"""Initials, rule by rule: the table, who speaks when, who scores in a round, black, and the end of the game."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import Move, Over, Score, ToChoose, ToRoll
from engine.games.initials import PLAYERS
from engine.games.initials.calls import Buzz, Word
from engine.games.initials.judging import Said, Verdict
from engine.games.initials.rules import Initials, start
from engine.games.initials.variants import TOKENS
from engine.games.initials.word_lists import language
from tests.engine.initials.playing_initials import (
    ADA,
    BEN,
    CLEO,
    DAN,
    all_vote,
    buzz,
    give_up,
    last,
    order_of_speaking,
    play,
    refused,
    rolls_next,
    say,
    seated,
    throw,
    why,
    win,
)

# The example.


@pytest.mark.rule("IN-04", "IN-06", "IN-08", "IN-09", "IN-16", "IN-17")
def test_the_example_of_the_rules() -> None:
    state = play(start(seated(4, language="fr")), "roll 1", "roll B O R V A green")
    assert state.themes[state.theme or 0].key == "personalities"
    state = play(state, "1 buzz 1200", "1 word Bono", "2 accept", "3 accept")
    assert (last(state).verdict, last(state).tokens, state.tokens) == (Verdict.ACCEPTED, 2, (2, 0, 0, 0))
    state = play(state, "2 buzz 7500", "2 word Brejnev", "1 accept", "3 accept")
    assert (last(state).dice, state.tokens) == ((0, 2, 3), (2, 3, 0, 0))
    state = play(state, "4 buzz 9001", "3 buzz 9000", "3 word Buñuel", "4 accept", "1 accept")
    assert (last(state).dice, state.tokens) == ((0,), (2, 3, 1, 0)), "Ñ is no O, and Dan was too late with Brecht"
    assert (state.middle, state.thrower, state.round, rolls_next(state)) == (84, BEN, 2, True)
    assert [said.word for said in state.heard] == ["Bono", "Brejnev", "Buñuel"], "still to be seen"


# The table.


@pytest.mark.rule("IN-01")
def test_one_to_six_play() -> None:
    assert (PLAYERS.least, PLAYERS.most) == (1, 6)
    for players in range(1, 7):
        state = throw(start(seated(players)))
        assert state.turn == ToChoose(tuple(range(players)))


@pytest.mark.rule("IN-02")
@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_five_letter_dice_a_colour_die_and_a_number_die(code: str) -> None:
    state = start(seated(3, language=code))
    assert isinstance(state.turn, ToRoll)
    assert [die.faces for die in state.turn.dice] == [("1", "2", "3", "4", "5", "6")]
    state = play(state, "roll 6")
    assert isinstance(state.turn, ToRoll)
    *letters, colour = state.turn.dice
    assert [die.name for die in letters] == ["green", "white", "yellow", "red", "blue"]
    assert all(len(die.faces) == 6 and set(die.faces) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for die in letters)
    assert colour.faces == ("green", "white", "yellow", "red", "blue", "black")


@pytest.mark.rule("IN-03")
def test_the_card_is_chosen_for_the_whole_game() -> None:
    assert start(seated(3)).themes[0].key == "personalities"
    chosen = start(seated(3, card="3"))
    assert chosen.themes == language("en").cards[2].themes
    later = give_up(throw(chosen), ADA, BEN, CLEO)
    assert later.themes == chosen.themes


@pytest.mark.rule("IN-04")
def test_first_the_theme_falls_then_letters_and_colour_together() -> None:
    state = play(start(seated(3)), "roll 2")
    assert (state.theme, state.letters) == (1, ())
    assert [len(turn.dice) for turn in (state.turn,) if isinstance(turn, ToRoll)] == [6]
    state = play(state, "roll B O R V A red")
    assert (state.letters, state.colour, state.initial) == (tuple("BORVA"), "red", "V")
    assert state.turn == ToChoose((ADA, BEN, CLEO)), "everybody plays at the same time"


@pytest.mark.rule("IN-05")
def test_the_dice_go_round_and_the_table_says_who_begins() -> None:
    state = start(seated(3, first=BEN))
    throwers = []
    for _ in range(4):
        assert isinstance(state.turn, ToRoll)
        throwers.append(state.turn.seat)
        state = give_up(throw(state), ADA, BEN, CLEO)
    assert throwers == [BEN, CLEO, ADA, BEN]


def test_the_next_roll_clears_the_table(four: Initials) -> None:
    state = give_up(win(four, ADA, "bear"), BEN, CLEO, DAN)
    assert (state.letters, last(state).word) == (tuple("BORVA"), "bear")
    state = play(state, "roll 3")
    assert (state.theme, state.letters, state.colour, state.heard) == (2, (), "", ())


# The order of speaking.


@pytest.mark.rule("IN-11")
@settings(deadline=None)
@given(order=st.permutations(range(6)), arrival=st.permutations(range(6)), at=st.integers(0, 100_000))
def test_who_pressed_first_speaks_first_however_the_presses_arrive(
    order: list[int], arrival: list[int], at: int
) -> None:
    state = throw(start(seated(6)))
    pressed = {seat: at + place for place, seat in enumerate(order)}  # a millisecond apart
    for seat in arrival:
        state = state.apply(Move(seat, Buzz(pressed[seat])))
    assert order_of_speaking(state) == order
    assert state.speaker == order[0]


@pytest.mark.rule("IN-11")
def test_who_is_heard_of_later_goes_before_as_long_as_nothing_was_said(four: Initials) -> None:
    state = play(four, "1 buzz 1000", "2 buzz 999")
    assert (state.speaker, refused(state, "1 word bear")) == (BEN, "it is not Ada's turn")
    spoken = play(four, "1 buzz 1000", "1 word bear", "2 buzz 999")
    assert spoken.judged == Said(ADA, 1000, 1, "bear", (0, 2, 4)), "too late: Ada has spoken"
    assert order_of_speaking(spoken) == [BEN]
    assert state.turn == ToChoose((CLEO, DAN, BEN)), "the speaker last, since others may have been quicker"


@pytest.mark.rule("IN-12")
def test_a_press_before_the_dice_are_seen_is_too_early(four: Initials) -> None:
    assert refused(four, "1 buzz -1") == "too early: the dice were not to be seen yet"
    assert buzz(four, ADA).speaker == ADA, "and may be repeated"


@pytest.mark.rule("IN-13")
def test_presses_at_the_very_same_time_go_as_the_dice_go_round() -> None:
    state = throw(start(seated(4, first=CLEO)))
    for arrival in permutations(range(4)):
        assert order_of_speaking(play(state, *[f"{seat + 1} buzz 700" for seat in arrival])) == [CLEO, DAN, ADA, BEN]


@pytest.mark.rule("IN-14")
def test_after_a_refused_word_one_may_try_again_behind_those_who_wait(four: Initials) -> None:
    state = say(buzz(four, ADA, BEN, CLEO), ADA, "gorilla")
    assert (why(state), state.speaker) == ("gorilla does not begin with B", BEN)
    state = play(state, "1 buzz 5000")
    assert order_of_speaking(state) == [BEN, CLEO, ADA]
    assert order_of_speaking(play(four, "1 buzz 1", "2 buzz 900", "1 word gorilla", "1 buzz 2")) == [BEN, ADA]


@pytest.mark.rule("IN-15")
def test_who_has_nothing_to_say_after_all_withdraws(four: Initials) -> None:
    state = play(buzz(four, ADA, BEN), "1 withdraw")
    assert (state.speaker, state.heard) == (BEN, ())
    assert order_of_speaking(buzz(state, ADA)) == [BEN, ADA]
    assert refused(state, "1 withdraw") == "it is not Ada's turn to speak"


def test_time_goes_on_while_a_word_is_judged(four: Initials) -> None:
    state = say(four, ADA, "bear")
    assert (state.racing, state.voting) == ((BEN, CLEO, DAN), (BEN, CLEO, DAN))
    state = all_vote(buzz(state, DAN), "accept")
    assert state.speaker == DAN


# Who scores in a classic round.


@pytest.mark.rule("IN-16")
def test_who_has_given_a_good_word_is_done_for_the_round(four: Initials) -> None:
    state = win(four, ADA, "bear")
    assert (state.playing, state.closed) == ((BEN, CLEO, DAN), ())
    assert refused(state, "1 buzz 9000") == "it is not Ada's turn"


@pytest.mark.rule("IN-17", "IN-18")
@pytest.mark.parametrize(("players", "places"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_the_round_ends_with_the_last_place_that_scores(players: int, places: int) -> None:
    state = throw(start(seated(players)))
    assert state.places == places
    for seat, word in zip(range(places), ("bear", "bison", "beaver", "bat"), strict=False):
        assert not rolls_next(state)
        state = win(state, seat, word)
    assert rolls_next(state)
    assert [won > 0 for won in state.tokens] == [True] * places + [False] * (players - places)


@pytest.mark.rule("IN-17")
def test_who_waits_for_a_place_that_is_gone_is_not_heard(four: Initials) -> None:
    state = win(buzz(win(win(four, ADA, "bear"), BEN, "bison"), CLEO, DAN), CLEO, "bat")
    assert (rolls_next(state), state.queue, state.tokens[DAN]) == (True, (), 0)


@pytest.mark.rule("IN-19")
def test_the_round_ends_when_all_who_may_still_speak_have_given_up(four: Initials) -> None:
    state = give_up(win(four, ADA, "bear"), BEN, CLEO)
    assert state.turn == ToChoose((DAN,)), "nobody hurries Dan"
    assert refused(state, "2 buzz 9000") == "it is not Ben's turn"
    assert rolls_next(win(state, DAN, "boar"))
    assert rolls_next(give_up(state, DAN))


@pytest.mark.rule("IN-19")
def test_a_round_does_not_end_over_somebody_who_is_speaking(four: Initials) -> None:
    state = give_up(buzz(four, ADA), BEN, CLEO, DAN)
    assert state.turn == ToChoose((ADA,))
    state = say(state, ADA, "gorilla")
    assert state.turn == ToChoose((ADA,)), "and may try again"
    state = say(state, ADA, "bear")
    assert rolls_next(all_vote(state, "accept"))
    assert all_vote(state, "contest").turn == ToChoose((ADA,))


# Black.


@pytest.mark.rule("IN-27")
def test_black_goes_to_the_first_word_without_any_of_the_letters(black: Initials) -> None:
    assert black.initial is None
    state = buzz(black, BEN, ADA)
    state = win(state, BEN, "sheep")
    assert (state.tokens, state.middle) == ((5, 9, 5, 5), TOKENS - 24)
    assert (rolls_next(state), state.queue) == (True, ()), "Ada is not heard"


@pytest.mark.rule("IN-28")
@pytest.mark.parametrize(("has", "pays"), [(5, 4), (4, 4), (3, 3), (0, 0)])
def test_a_word_with_one_of_the_letters_pays_back(has: int, pays: int) -> None:
    state = throw(replace(start(seated(3)), tokens=(has, 0, 0), middle=TOKENS - has), "black")
    state = say(state, ADA, "tiger")
    assert (last(state).verdict, last(state).tokens) == (Verdict.LETTERS, -pays)
    assert (state.tokens[ADA], state.middle) == (has - pays, TOKENS - has + pays)
    assert why(state) == "tiger contains R"


@pytest.mark.rule("IN-29")
def test_in_black_a_word_refused_for_its_theme_pays_nothing_and_all_may_try_again(black: Initials) -> None:
    state = all_vote(say(black, ADA, "fence"), "contest")
    assert (last(state).verdict, state.tokens) == (Verdict.TABLE, (5, 5, 5, 5))
    state = say(state, ADA, "lion")
    assert state.tokens == (1, 5, 5, 5)
    assert win(state, ADA, "sheep").tokens == (5, 5, 5, 5)
    assert rolls_next(give_up(state, ADA, BEN, CLEO, DAN)), "nobody finds one"


# Tokens and the end.


@pytest.mark.rule("IN-30")
def test_ninety_tokens_and_the_game_ends_with_the_last() -> None:
    assert start(seated(4)).middle == 90
    state = throw(replace(start(seated(4)), tokens=(30, 30, 20, 8), middle=2))
    state = win(buzz(state, DAN, ADA), DAN, "bear")
    assert (state.tokens, state.middle, last(state).tokens) == ((30, 30, 20, 10), 0, 2), "what is left of three"
    assert state.turn == Over((ADA, BEN))
    assert str(state.legal(ADA).why_not(Word("bat"))) == "the game is over"


@pytest.mark.rule("IN-30")
def test_black_takes_no_more_than_is_left(black: Initials) -> None:
    state = win(replace(black, middle=1), ADA, "sheep")
    assert (state.tokens, state.turn) == ((6, 5, 5, 5), Over((ADA,)))


@pytest.mark.rule("IN-31")
@pytest.mark.parametrize(("before", "winners"), [((40, 48, 0), (1,)), ((46, 48, 0), (0, 1)), ((47, 48, 0), (0,))])
def test_most_tokens_win_and_equals_win_together(before: tuple[int, ...], winners: tuple[int, ...]) -> None:
    state = throw(replace(start(seated(3)), tokens=before, middle=2))
    state = win(state, ADA, "bear")
    assert state.turn == Over(winners)
    assert state.scores()[ADA] == Score(before[ADA] + 2, (("tokens", before[ADA] + 2),))
