"""Initials, rule by rule: the letters and the root of a word, and who judges it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.initials.calls import Vote
from engine.games.initials.judging import Verdict, settled, verdict
from engine.games.initials.rules import Initials, start
from tests.engine.initials.playing_initials import (
    ADA,
    ANIMALS,
    BEN,
    CLEO,
    DAN,
    PERSONALITIES,
    all_vote,
    give_up,
    last,
    play,
    refused,
    say,
    seated,
    throw,
    why,
    win,
)

# A word.


@pytest.mark.rule("IN-06")
@pytest.mark.parametrize(
    ("colour", "word"), [("green", "bear"), ("white", "otter"), ("yellow", "rat"), ("red", "viper"), ("blue", "ant")]
)
def test_a_word_begins_with_the_letter_of_the_die_whose_colour_fell(colour: str, word: str) -> None:
    state = throw(start(seated(3)), colour)
    assert last(win(state, ADA, word)).verdict is Verdict.ACCEPTED
    assert last(say(state, ADA, "gorilla")).verdict is Verdict.INITIAL


@pytest.mark.rule("IN-07")
def test_accents_and_hyphens_make_no_difference_and_a_word_has_two_letters(four: Initials) -> None:
    state = replace(four, faces=(*"EORVA", four.colour))
    assert last(say(state, ADA, "éléphant")).dice == (0, 4)
    assert last(say(state, ADA, "'E-O'")).dice == (0, 1)
    oedipus = last(say(state, ADA, "Œdipe"))
    assert (oedipus.dice, oedipus.verdict) == ((0, 1), Verdict.INITIAL), "Œ is O and E, and begins with O"
    for nothing in ("E", "é!", "?", "1984"):
        short = say(state, ADA, nothing)
        assert last(short).verdict is Verdict.SHORT
        assert why(short) == "a word has at least 2 letters"


@pytest.mark.rule("IN-08")
@pytest.mark.parametrize(
    ("dice", "word", "tokens"),
    [("BORVA", "Bono", 2), ("BOOVA", "Bono", 3), ("BBOOO", "Bono", 5), ("BXYZQ", "Bono", 1), ("BORVA", "bravo", 5)],
)
def test_a_token_for_every_die_whose_letter_is_in_the_word(dice: str, word: str, tokens: int) -> None:
    assert win(throw(start(seated(3)), dice=dice), BEN, word).tokens == (0, tokens, 0)


@pytest.mark.rule("IN-10")
def test_of_a_person_the_family_name_or_the_nickname_counts() -> None:
    state = throw(start(seated(3)), theme=PERSONALITIES)
    assert last(say(state, ADA, "Luis Buñuel")).verdict is Verdict.INITIAL
    assert last(win(state, ADA, "Buñuel")).verdict is Verdict.ACCEPTED


# Roots.


@pytest.mark.rule("IN-20")
def test_a_common_noun_with_the_root_of_an_accepted_one_is_refused() -> None:
    state = throw(start(seated(4, language="fr")), dice="EORVA")
    state = say(win(state, ADA, "éléphant"), BEN, "éléphanteau")
    assert state.judged is not None
    assert state.judged.root_of == "éléphant"
    state = all_vote(state, "contest")
    assert (last(state).verdict, state.tokens) == (Verdict.ROOT, (2, 0, 0, 0))
    assert why(state) == "éléphanteau has the same root as éléphant"


@pytest.mark.rule("IN-20")
def test_a_word_that_was_refused_has_no_heirs(four: Initials) -> None:
    state = all_vote(say(four, ADA, "beaver"), "contest")
    assert last(say(state, BEN, "beavers")).root_of is None


@pytest.mark.rule("IN-21")
def test_names_are_not_compared_by_root() -> None:
    towns = throw(start(seated(4, language="fr")), theme=4, dice="DORVA")
    assert towns.themes[3].key == "towns"
    state = win(win(towns, ADA, "Dinan"), BEN, "Dinard")
    assert [said.verdict for said in state.heard] == [Verdict.ACCEPTED] * 2


@pytest.mark.rule("IN-22")
@pytest.mark.parametrize("theme", [PERSONALITIES, ANIMALS])
def test_the_very_same_word_is_always_refused(theme: int) -> None:
    state = win(throw(start(seated(4)), theme=theme), ADA, "Bono")
    state = say(state, BEN, "bonò")
    assert (last(state).verdict, why(state)) == (Verdict.SAME, "bonò has been said already")


def test_the_same_word_may_be_said_in_another_round(four: Initials) -> None:
    state = throw(give_up(win(four, ADA, "bear"), BEN, CLEO, DAN))
    assert last(win(state, BEN, "bear")).verdict is Verdict.ACCEPTED


@pytest.mark.rule("IN-23")
@pytest.mark.parametrize(
    ("votes", "accepted"),
    [(("accept", "accept"), True), (("accept", "contest", "accept"), True), (("contest", "contest"), False)],
)
def test_the_table_can_overrule_a_root_with_more_voices_for_than_against(votes: Iterable[str], accepted: bool) -> None:
    state = say(win(throw(start(seated(4))), ADA, "bear"), BEN, "bears")
    voters = (1, 3, 4)
    state = play(state, *[f"{voter} {vote}" for voter, vote in zip(voters, votes, strict=False)])
    assert last(state).verdict is (Verdict.ACCEPTED if accepted else Verdict.ROOT)


@pytest.mark.rule("IN-23")
def test_a_tie_does_not_overrule_a_root() -> None:
    state = say(win(throw(start(seated(3))), ADA, "bear"), BEN, "bears")
    assert last(play(state, "1 accept", "3 contest")).verdict is Verdict.ROOT


# Who judges.


@pytest.mark.rule("IN-24")
@pytest.mark.parametrize(
    ("players", "votes", "accepted"),
    [
        (2, ("accept",), True),
        (2, ("contest",), False),
        (3, ("contest", "accept"), True),
        (3, ("contest", "contest"), False),
        (4, ("contest", "accept", "contest"), False),
        (5, ("contest", "accept", "contest", "accept"), True),
        (6, ("contest", "accept", "contest", "accept", "contest"), False),
    ],
)
def test_the_voices_of_the_others_decide_and_a_tie_accepts(players: int, votes: Iterable[str], accepted: bool) -> None:
    state = say(throw(start(seated(players))), ADA, "bear")
    for voter, vote in enumerate(votes, 2):
        if state.judged is not None:
            state = play(state, f"{voter} {vote}")
    assert last(state).verdict is (Verdict.ACCEPTED if accepted else Verdict.TABLE)
    assert state.tokens[ADA] == (3 if accepted else 0)
    assert accepted or why(state) == "the table does not accept bear"


@pytest.mark.rule("IN-24")
def test_nobody_judges_the_own_word_or_twice(four: Initials) -> None:
    state = say(four, ADA, "bear")
    assert refused(state, "1 accept") == "it is not Ada's turn"
    assert refused(play(state, "2 contest"), "2 accept") == "there is no word for Ben to judge"
    assert refused(state, "2 contest letters").startswith("the box sees the letters itself")


@pytest.mark.rule("IN-24")
def test_those_who_are_done_or_have_given_up_judge_too(four: Initials) -> None:
    state = say(give_up(win(four, ADA, "bear"), BEN), CLEO, "bison")
    assert state.voting == (ADA, BEN, DAN)


VOTES = st.sampled_from(list(Vote))


@pytest.mark.rule("IN-25")
@given(votes=st.lists(VOTES, max_size=5), has_root=st.booleans())
def test_a_word_is_settled_when_no_voice_to_come_can_change_it(votes: list[Vote], has_root: bool) -> None:
    """Against trying out every way in which the rest can vote."""
    for given_so_far in range(len(votes) + 1):
        to_come = len(votes) - given_so_far
        ways = {verdict([*votes[:given_so_far], *rest], has_root) for rest in product(Vote, repeat=to_come)}
        expected = ways.pop() if len(ways) == 1 else None
        assert settled(votes[:given_so_far], to_come, tuple(Vote), has_root) == expected


@pytest.mark.rule("IN-26")
def test_the_list_of_the_box_is_a_hint_and_no_judge(four: Initials) -> None:
    known, unknown = say(four, ADA, "BEAR"), say(four, ADA, "Bxyz")
    assert four.known(last(known))
    assert not four.known(last(unknown))
    assert last(all_vote(known, "contest")).verdict is Verdict.TABLE
    assert last(all_vote(unknown, "accept")).verdict is Verdict.ACCEPTED
