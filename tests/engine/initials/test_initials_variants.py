"""Initials, rule by rule: Limited proposals, Open themes, spoken words, without a race, and alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.contract import Over, Score, ToChoose, ToRoll
from engine.games.initials.judging import Verdict
from engine.games.initials.rules import Initials, start
from engine.games.initials.variants import TOKENS
from tests.engine.initials.playing_initials import (
    ADA,
    ANIMALS,
    BEN,
    CLEO,
    DAN,
    FOOD,
    PERSONALITIES,
    all_vote,
    buzz,
    give_up,
    last,
    play,
    refused,
    rolls_next,
    say,
    seated,
    throw,
    why,
    win,
)

# Limited proposals.


@pytest.mark.rule("IN-32")
@pytest.mark.parametrize(("players", "middle"), [(2, 4), (3, 6), (4, 8), (5, 10), (6, 12)])
def test_limited_puts_two_tokens_for_each_in_the_middle(players: int, middle: int) -> None:
    state = start(seated(players, variant="limited"))
    assert (state.middle, state.reserve) == (middle, TOKENS - middle)


@pytest.mark.rule("IN-33", "IN-34")
def test_limited_goes_on_until_the_middle_is_empty(limited: Initials) -> None:
    state = win(win(throw(limited), ADA, "bear"), ADA, "boar")
    assert (state.tokens, state.middle, state.playing) == ((7, 0, 0, 0), 1, (ADA, BEN, CLEO, DAN))
    state = win(state, BEN, "beaver")
    assert (state.tokens, last(state).tokens) == ((7, 1, 0, 0), 1), "what is left of four"
    assert (rolls_next(state), state.middle, state.reserve) == (True, 8, TOKENS - 16)


@pytest.mark.rule("IN-35")
def test_limited_pays_black_from_the_reserve_and_adds_nothing_afterwards(limited: Initials) -> None:
    state = win(throw(limited, "black"), ADA, "sheep")
    assert (state.tokens[ADA], state.middle, state.reserve) == (4, 8, TOKENS - 12)
    state = say(throw(state, "black"), ADA, "tiger")
    assert (state.tokens[ADA], state.middle, state.reserve) == (0, 8, TOKENS - 8), "what is paid back goes there too"


@pytest.mark.rule("IN-36")
def test_limited_keeps_the_middle_of_a_round_that_the_table_ends(limited: Initials) -> None:
    state = give_up(win(throw(limited), ADA, "bear"), *range(4))
    assert (rolls_next(state), state.middle, state.reserve) == (True, 5, TOKENS - 8)


@pytest.mark.rule("IN-37")
@pytest.mark.parametrize(("reserve", "over"), [(8, False), (7, True)])
def test_limited_ends_when_the_reserve_cannot_fill_a_round(limited: Initials, reserve: int, over: bool) -> None:
    state = throw(replace(limited, tokens=(60, 0, 0, 0), middle=3, reserve=reserve))
    state = win(state, BEN, "bear")
    assert isinstance(state.turn, Over) == over
    assert over or (state.middle, state.reserve) == (8, 0)


@pytest.mark.rule("IN-37")
def test_limited_goes_on_while_there_is_something_in_the_middle(limited: Initials) -> None:
    state = win(throw(replace(limited, middle=8, reserve=3), "black"), ADA, "sheep")
    assert (state.tokens[ADA], state.reserve, rolls_next(state)) == (3, 0, True)


# Open themes.


@pytest.mark.rule("IN-38")
def test_open_themes_need_no_number_die_and_take_words_for_any_theme(open_themes: Initials) -> None:
    turn = start(seated(3, variant="open")).turn
    assert isinstance(turn, ToRoll)
    assert turn.dice[-1].name == "colour"
    assert open_themes.theme is None
    state = win(open_themes, ADA, "Bono", PERSONALITIES - 1)
    assert (last(state).theme, state.tokens) == (0, (2, 0, 0))
    assert refused(buzz(state, BEN), "2 word bear").startswith("with Open themes a word comes with the number")


def test_the_theme_is_named_only_with_open_themes(four: Initials) -> None:
    assert refused(buzz(four, ADA), "1 theme 2 word bear") == "the theme is given; only with Open themes is it named"


@pytest.mark.rule("IN-39")
def test_an_accepted_word_closes_its_theme(open_themes: Initials) -> None:
    state = say(open_themes, ADA, "bear", ANIMALS - 1)
    assert state.closed == ()
    state = all_vote(state, "accept")
    assert (state.closed, state.open_themes) == ((1,), (0, 2, 3, 4, 5))
    title = state.themes[1].title
    assert refused(buzz(state, BEN), "2 theme 2 word bison") == f"the theme {title} is closed"
    refused_word = all_vote(say(state, BEN, "bread", FOOD - 1), "contest")
    assert refused_word.closed == (1,)


@pytest.mark.rule("IN-40")
def test_open_themes_go_on_until_all_six_are_closed(open_themes: Initials) -> None:
    state = open_themes
    for theme, word in enumerate(("Bono", "bear", "bread", "Berlin", "baker", "boot")):
        assert state.playing == (ADA, BEN, CLEO)
        state = win(state, ADA, word, theme)
    assert (rolls_next(state), state.tokens[1:]) == (True, (0, 0))
    assert throw(state).closed == (), "the next round opens them again"


@pytest.mark.rule("IN-20")
def test_with_open_themes_roots_are_compared_across_themes(open_themes: Initials) -> None:
    state = win(open_themes, ADA, "bean", FOOD - 1)
    assert last(say(state, BEN, "beans", 4)).root_of == "bean"
    assert last(say(state, BEN, "beans", PERSONALITIES - 1)).root_of is None, "as a name it may be said"


@pytest.mark.rule("IN-41")
def test_black_with_open_themes_takes_a_word_for_any_one(open_themes: Initials) -> None:
    state = throw(give_up(open_themes, ADA, BEN, CLEO), "black")
    state = win(state, CLEO, "sheep", 1)
    assert (state.tokens, rolls_next(state)) == ((0, 0, 4), True)


# Spoken words.


@pytest.mark.rule("IN-42")
def test_a_spoken_word_is_told_by_its_dice_and_the_others_accept_it() -> None:
    state = play(throw(start(seated(4, way="spoken"))), "2 buzz 800", "2 says white blue")
    assert (last(state).word, last(state).dice) == (None, (0, 1, 4)), "the initial is in it anyway"
    assert refused(state, "1 contest letters").startswith("the box sees the letters itself")
    assert all_vote(state, "accept").tokens == (0, 3, 0, 0)
    refused_word = all_vote(state, "contest")
    assert (refused_word.tokens, why(refused_word)) == ((0, 0, 0, 0), "the table does not accept the word")


@pytest.mark.rule("IN-42")
def test_dice_with_the_same_letter_belong_together() -> None:
    state = buzz(throw(start(seated(3, way="spoken")), dice="BOOVA"), ADA)
    assert last(play(state, "1 says white")).dice == (0, 1, 2)
    assert last(play(state, "1 says none")).dice == (0,)


@pytest.mark.rule("IN-42")
def test_where_words_are_spoken_they_may_be_written_but_not_the_other_way_round(four: Initials) -> None:
    state = throw(start(seated(3, way="spoken")))
    assert last(say(state, ADA, "bear")).dice == (0, 2, 4)
    assert refused(buzz(four, ADA), "1 says green") == "words are written in this game"


@pytest.mark.rule("IN-43")
@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        (("accept", "contest letters", "contest letters"), Verdict.LETTERS),
        (("contest", "contest letters", "contest"), Verdict.TABLE),
        (("contest", "contest letters", "contest letters"), Verdict.LETTERS),
        (("contest letters", "accept", "contest"), Verdict.TABLE),
        (("contest letters", "accept", "accept"), Verdict.ACCEPTED),
    ],
)
def test_in_black_the_others_say_whether_a_spoken_word_has_a_letter(votes: Iterable[str], expected: Verdict) -> None:
    state = throw(replace(start(seated(4, way="spoken")), tokens=(5, 0, 0, 0)), "black")
    state = play(state, "1 buzz 3000", "1 says none")
    for voter, vote in enumerate(votes, 2):
        if state.judged is not None:
            state = play(state, f"{voter} {vote}")
    assert last(state).verdict is expected
    assert state.tokens[ADA] == {Verdict.LETTERS: 1, Verdict.TABLE: 5, Verdict.ACCEPTED: 9}[expected]


@pytest.mark.rule("IN-43")
def test_in_black_who_names_a_die_owns_up() -> None:
    state = throw(replace(start(seated(3, way="spoken")), tokens=(5, 0, 0)), "black")
    state = play(state, "1 buzz 3000", "1 says red")
    assert (state.tokens[ADA], why(state)) == (1, "the word contains V")


# Without a race.


@pytest.mark.rule("IN-44")
def test_without_a_race_all_write_then_all_words_are_revealed_and_all_can_score(calm: Initials) -> None:
    assert refused(calm, "1 buzz 100") == "Ada cannot buzz now"
    state = play(calm, "2 word bear", "1 word bison")
    assert (state.heard, state.turn) == ((), ToChoose((CLEO,)))
    state = play(state, "3 word boar")
    assert (last(state).word, state.voting, state.racing) == ("bison", (BEN, CLEO), ()), "from the thrower on"
    state = play(state, "2 accept")
    assert (last(state).word, state.voting) == ("bear", (ADA, CLEO))
    state = all_vote(state, "accept")
    assert (state.tokens, rolls_next(state)) == ((2, 3, 4), True), "nobody was first or last"


@pytest.mark.rule("IN-44")
def test_without_a_race_refused_words_are_tried_again_by_those_who_wrote_them(calm: Initials) -> None:
    state = play(calm, "1 word gorilla", "2 word bear", "3 give up")
    assert [said.verdict for said in state.heard] == [Verdict.INITIAL, None]
    state = all_vote(state, "accept")
    assert (state.turn, state.tokens) == (ToChoose((ADA,)), (0, 3, 0))
    state = all_vote(play(state, "1 word boar"), "accept")
    assert (state.tokens, rolls_next(state)) == ((4, 3, 0), True)


@pytest.mark.rule("IN-44")
def test_without_a_race_the_last_to_give_up_starts_the_reveal(calm: Initials) -> None:
    state = give_up(play(calm, "1 word bear"), BEN, CLEO)
    assert last(state).word == "bear"
    assert rolls_next(give_up(calm, ADA, BEN, CLEO))


@pytest.mark.rule("IN-45")
def test_words_written_at_the_same_time_do_not_stand_in_each_others_way() -> None:
    state = throw(start(seated(3, pace="calm", variant="limited")))
    state = play(state, "1 word bat", "2 word bats", "3 word bat")
    state = all_vote(state, "accept")
    assert [said.verdict for said in state.heard] == [Verdict.ACCEPTED] * 3
    state = throw(start(seated(3, pace="calm", variant="open")))
    state = play(state, "1 theme 2 word bat", "2 theme 2 word bat", "3 give up")
    state = all_vote(state, "accept")
    assert (state.tokens, state.closed) == ((2, 2, 0), (1,))
    state = play(state, "1 theme 3 word bat", "2 give up")
    assert last(state).verdict is Verdict.SAME, "a word of an earlier reveal does"


@pytest.mark.rule("IN-46")
def test_in_black_without_a_race_every_word_without_the_letters_wins() -> None:
    state = throw(replace(start(seated(3, pace="calm")), tokens=(0, 5, 0)), "black")
    state = all_vote(play(state, "1 word sheep", "2 word tiger", "3 word eel"), "accept")
    assert (state.tokens, rolls_next(state)) == ((4, 1, 4), True)


def test_without_a_race_the_game_ends_in_the_middle_of_a_reveal_if_need_be(calm: Initials) -> None:
    state = play(replace(calm, middle=2), "1 word bear", "2 word boar", "3 word bison")
    state = all_vote(state, "accept")
    assert (state.tokens, state.turn, len(state.heard)) == ((2, 0, 0), Over((ADA,)), 1)


# Alone.


@pytest.mark.rule("IN-47")
def test_alone_ten_rounds_are_played_against_the_clock() -> None:
    state = start(seated(1))
    for _ in range(8):
        state = play(throw(state), "1 buzz 4500", "1 word bear")
        assert rolls_next(state), "there is nobody to judge it"
    state = give_up(throw(state), ADA)
    state = throw(state)
    assert refused(state, "1 buzz 60001") == "the 60 seconds are over; give this round up"
    state = play(state, "1 buzz 60000", "1 word bear")
    assert state.turn == Over((ADA,))
    assert state.scores() == (Score(27, (("tokens", 27),), (("seconds", 8 * 9 // 2 + 60 + 60),)),)


@pytest.mark.rule("IN-47")
def test_alone_a_root_that_the_box_finds_is_refused() -> None:
    state = throw(start(seated(1, variant="open")))
    state = say(say(state, ADA, "bear", 1), ADA, "bears", 2)
    assert [said.verdict for said in state.heard] == [Verdict.ACCEPTED, Verdict.ROOT]


@pytest.mark.rule("IN-48")
def test_alone_without_a_race_no_clock_runs() -> None:
    state = start(seated(1, pace="calm"))
    for _ in range(10):
        state = play(throw(state), "1 word bear")
    assert state.turn == Over((ADA,))
    assert state.scores() == (Score(30, (("tokens", 30),)),)
