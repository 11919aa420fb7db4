"""Initials, rule by rule, and the example that its rules are told with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations, product
from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import Move, Over, Score, Table, ToChoose, ToRoll
from engine.games.initials import PLAYERS, variants
from engine.games.initials import rules as initials
from engine.games.initials.calls import Buzz, Call, Retreat, Says, Vote, Word
from engine.games.initials.judging import Said, Verdict, settled, verdict
from engine.games.initials.rules import Initials, parse, start, text
from engine.games.initials.variants import TOKENS
from engine.games.initials.word_lists import language
from engine.record import event_text
from tests import playing as games
from tests.playing import random_game, table

ADA, BEN, CLEO, DAN = range(4)
PERSONALITIES, ANIMALS, FOOD = 1, 2, 3
EXAMPLE = "BORVA"  # the dice of the example, green to blue


def seated(players: int, first: int = 0, **options: str) -> Table:
    return replace(table(players, first), options=tuple(options.items()))


def play(state: Initials, *events: str) -> Initials:
    """What happens, as it would stand in a record: `roll 1`, `1 buzz 900`, `1 word Bono`, `2 accept`."""
    return games.play(initials.GAME, state, *events)


def refused(state: Initials, event: str) -> str:
    """The sentence with which the rules refuse an event."""
    return games.why_not(initials.GAME, state, event)


def throw(state: Initials, colour: str = "green", theme: int = ANIMALS, dice: str = EXAMPLE) -> Initials:
    """A round begins, with dice that show these letters, whatever is on their other faces."""
    if state.setup.variant != variants.OPEN:
        state = play(state, f"roll {theme}")
    state = play(state, f"roll {' '.join(EXAMPLE)} {colour}")
    return replace(state, letters=tuple(dice))


def buzz(state: Initials, *seats: int) -> Initials:
    """These press their buttons, one after the other."""
    for seat in seats:
        state = play(state, f"{seat + 1} buzz {state.latest + 100}")
    return state


def say(state: Initials, seat: int, word: str, theme: int | None = None) -> Initials:
    """This one buzzes, if need be, and gives a word; nobody has judged it yet."""
    if state.is_race and state.speaker != seat:
        state = buzz(state, seat)
    return state.apply(Move(seat, Word(word, theme)))


def all_vote(state: Initials, vote: str) -> Initials:
    """All the others say the same, as long as it matters."""
    while state.judged is not None:
        state = play(state, f"{state.voting[0] + 1} {vote}")
    return state


def win(state: Initials, seat: int, word: str, theme: int | None = None) -> Initials:
    """This one gives a word that everybody accepts."""
    return all_vote(say(state, seat, word, theme), "accept")


def give_up(state: Initials, *seats: int) -> Initials:
    return play(state, *[f"{seat + 1} give up" for seat in seats])


def order_of_speaking(state: Initials) -> list[int]:
    return [waiting.seat for waiting in state.queue]


def last(state: Initials) -> Said:
    return state.heard[-1]


def why(state: Initials) -> str:
    """The sentence with which the last word was refused."""
    reason = state.why_refused(last(state))
    assert reason is not None
    return str(reason)


def rolls_next(state: Initials) -> bool:
    return isinstance(state.turn, ToRoll)


@pytest.fixture
def four() -> Initials:
    """Ada, Ben, Cleo and Dan look for animals with B O R V A, and the initial is the green B."""
    return throw(start(seated(4)))


@pytest.fixture
def black() -> Initials:
    """The same four in a black round; each has won five tokens before."""
    state = replace(start(seated(4)), tokens=(5, 5, 5, 5), middle=TOKENS - 20)
    return throw(state, "black")


@pytest.fixture
def limited() -> Initials:
    return start(seated(4, variant="limited"))


@pytest.fixture
def open_themes() -> Initials:
    return throw(start(seated(3, variant="open")))


@pytest.fixture
def calm() -> Initials:
    return throw(start(seated(3, pace="calm")))


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
    state = replace(four, letters=tuple("EORVA"))
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
