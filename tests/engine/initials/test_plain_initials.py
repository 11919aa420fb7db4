"""Initials played side by side: `engine.games.initials.rules` against its plain telling, round by round."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.contract import Move, Over, Roll, Table
from engine.games.initials import rules as initials
from engine.games.initials.calls import COLOURS, Buzz, Retreat, Vote, Word
from engine.games.initials.choices import ideas
from engine.games.initials.judging import Verdict
from engine.games.initials.stems import same_root
from engine.games.initials.word_lists import Theme, card, language
from tests.plain.initials import Initials, Variant
from tests.plain.initials import Word as PlainWord
from tests.playing import table

VARIANTS: tuple[Variant, ...] = ("classic", "limited", "open")
REASONS = {
    Verdict.ACCEPTED: None,
    Verdict.SHORT: "no word",
    Verdict.INITIAL: "initial",
    Verdict.LETTERS: "letters",
    Verdict.SAME: "same word",
    Verdict.ROOT: "root",
    Verdict.TABLE: "contested",
}
ENDINGS = ("s", "er", "ing")


class SideBySide:
    """One game, both ways; after every word everything that can be seen of it is compared."""

    def __init__(
        self, variant: Variant, players: int, luck: Random, seen: Counter[str], telling: type[Initials]
    ) -> None:
        first = luck.randrange(players)
        self.luck, self.seen, self.variant = luck, seen, variant
        self.themes = card("en", "1").themes
        self.state = initials.start(Table(table(players).seats, first, (("variant", variant),)))
        self.plain = telling(players, first, variant, lambda one, other: same_root(one, other, "en"))
        self.story = [f"{variant}, {players} seats, seat {first + 1} first"]
        self.compare()

    def compare(self) -> None:
        state, plain = self.state, self.plain
        middle, reserve = (plain.middle, plain.reserve) if self.variant == "limited" else (plain.reserve, 0)
        self.same("tokens", list(state.tokens), plain.tokens)
        self.same("middle and reserve", (state.middle, state.reserve), (middle, reserve))
        self.same("over", isinstance(state.turn, Over), plain.over)
        if isinstance(state.turn, Over):
            self.same("winners", state.turn.winners, plain.winners())
            return
        self.same("thrower", state.thrower, plain.thrower)
        self.same("a round is played", bool(state.playing), plain.playing)
        self.same("queue", [waiting.seat for waiting in state.queue], plain.queue)
        self.same("may buzz", state.racing, tuple(seat for seat in plain.seats if plain.may_buzz(seat)))

    def same(self, what: str, engine: object, plain: object) -> None:
        if engine != plain:
            raise AssertionError("\n".join((*self.story, f"{what}:", f"  engine {engine}", f"  plain  {plain}")))

    def round(self) -> None:
        """Dice fall, and people give words until the round is over or the table has enough of it."""
        theme = None if self.variant == "open" else self.luck.randint(1, 6)
        faces = [self.luck.choice(die.faces) for die in language("en").dice]
        colour = self.luck.choice((*COLOURS, "black"))
        self.story += [f"roll {theme} {' '.join(faces)} {colour}"]
        if theme is not None:
            self.state = self.state.apply(Roll((str(theme),)))
        self.state = self.state.apply(Roll((*faces, colour)))
        self.plain.roll(theme, dict(zip(COLOURS, faces, strict=True)), colour)
        self.compare()
        for _ in range(self.luck.choice((3, 8, 30))):
            for seat in self.luck.sample(self.state.racing, self.luck.randint(0, len(self.state.racing))):
                self.state = self.state.apply(Move(seat, Buzz(self.state.latest + self.luck.randint(1, 900))))
                self.plain.buzz(seat)
            if self.state.speaker is not None:
                self.speak(self.state.speaker)
            self.compare()
            if not self.state.playing:
                return
        self.end()

    def speak(self, seat: int) -> None:
        theme = self.luck.choice(self.state.open_themes)
        word = self.word(self.themes[theme])
        voices = {other: self.luck.random() < 0.7 for other in self.plain.seats if other != seat}
        self.story.append(f"{seat + 1} theme {theme + 1} word {word}, accepted by {voices}")
        number, round_before = len(self.state.heard), self.state.round
        self.state = self.state.apply(Move(seat, Word(word, theme if self.variant == "open" else None)))
        for other, accepts in voices.items():
            if self.state.judged is None:
                break
            self.state = self.state.apply(Move(other, Vote.ACCEPT if accepts else Vote.CONTEST))
        accepting = sum(voices.values())
        overruled = accepting > len(voices) - accepting
        reason = self.plain.speak(PlainWord(word, self.themes[theme].proper, theme + 1), voices, overruled)
        verdict = self.state.heard[number].verdict
        assert verdict is not None
        self.same("verdict", REASONS[verdict], reason)
        self.seen[f"{self.variant}: {verdict.value}"] += 1
        self.seen[f"{self.variant}: the round ends"] += self.state.round > round_before

    def word(self, theme: Theme) -> str:
        """Most know what they say; some repeat a word, change its ending, or say anything."""
        earlier = [said.word for said in self.state.accepted if said.word is not None]
        if earlier and self.luck.random() < 0.3:
            return self.luck.choice(earlier) + self.luck.choice(("", *ENDINGS))
        if self.luck.random() < 0.05:
            return self.luck.choice(("B", "É", "-", "ß"))
        wanted = [word for word in theme.words if self.luck.random() < 0.2]
        fitting = [idea.word for idea in ideas(self.state, self.themes.index(theme))]
        return self.luck.choice(fitting if fitting and self.luck.random() < 0.7 else wanted or theme.words)

    def end(self) -> None:
        """The table ends the round."""
        self.story.append("the table ends the round")
        while self.state.playing:
            while self.state.speaker is not None:
                self.state = self.state.apply(Move(self.state.speaker, Retreat.WITHDRAW))
            self.state = self.state.apply(Move(self.state.racing[0], Retreat.GIVE_UP))
        self.plain.end_round()
        self.compare()


def play(variant: Variant, rounds: int, luck: Random, telling: type[Initials] = Initials) -> Counter[str]:
    """So many rounds, in games of all sizes; what happened in them is counted."""
    seen: Counter[str] = Counter()
    while rounds > 0:
        game = SideBySide(variant, luck.randint(2, 6), luck, seen, telling)
        while not game.plain.over and rounds > 0:
            game.round()
            rounds -= 1
        seen[f"{variant}: over"] += game.plain.over
    return seen


@pytest.mark.parametrize("variant", VARIANTS)
def test_thousands_of_rounds_of_the_three_variants_show_no_difference(variant: Variant) -> None:
    all_is_seen(variant, 2_500)


@pytest.mark.torture
@pytest.mark.parametrize("variant", VARIANTS)
def test_three_hundred_thousand_rounds_show_no_difference(variant: Variant) -> None:
    all_is_seen(variant, 100_000)


def all_is_seen(variant: Variant, rounds: int) -> None:
    """So many rounds without a difference, in which everything that can happen has happened."""
    seen = play(variant, rounds, Random(7))
    expected = {*(verdict.value for verdict in Verdict), "the round ends", "over"}
    assert {what for what in expected if not seen[f"{variant}: {what}"]} == set()


class NobodyIsCutOff(Initials):
    def places(self) -> int:
        return len(self.seats)


class BlackCostsNothing(Initials):
    def pay_back(self, seat: int) -> None:
        pass


@pytest.mark.parametrize("mistaken", [NobodyIsCutOff, BlackCostsNothing])
def test_a_mistaken_rule_is_a_difference(mistaken: type[Initials]) -> None:
    with pytest.raises(AssertionError, match=r"engine .*\n +plain"):
        play("classic", 500, Random(7), mistaken)
