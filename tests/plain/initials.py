"""Initials as plainly as it can be told: what a word is worth, and what becomes of the tokens in the three variants.

How people say all this, and in which events, is not told here; neither are the letters, themes and stems of a language.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

Variant = Literal["classic", "limited", "open"]

TOKENS = 90
BLACK = "black"
BLACK_TOKENS = 4
THEMES = range(1, 7)
LIGATURES = {"Œ": "OE", "Æ": "AE", "ẞ": "SS"}


def letters_of(word: str) -> str:
    """The letters of a word as they are compared: capitals without accents, and nothing that is no letter.

    >>> letters_of("L'été à Groß-Œuvre")
    'LETEAGROSSOEUVRE'
    """
    spelled = word.upper()
    for ligature, letters in LIGATURES.items():
        spelled = spelled.replace(ligature, letters)
    return "".join(letter for letter in unicodedata.normalize("NFD", spelled) if letter.isalpha())


def points_of(word: str, dice: Mapping[str, str]) -> int:
    """One for each die whose letter occurs in the word.

    >>> points_of("Bono", {"green": "B", "white": "O", "yellow": "O", "red": "V", "blue": "A"})
    3
    """
    return sum(letter in letters_of(word) for letter in dice.values())


@dataclass(frozen=True)
class Word:
    """What a speaker says: the word, whether it is a proper noun, and its theme where the speaker chooses one."""

    text: str
    proper: bool
    theme: int


class Initials:
    """A game of Initials that goes on event by event.

    The example of the text: the fourth player is too slow.

    >>> game = Initials(4, first=0, variant="classic", same_root=lambda one, other: False)
    >>> game.roll(1, {"green": "B", "white": "O", "yellow": "R", "red": "V", "blue": "A"}, "green")
    >>> for seat, name in enumerate(("Bono", "Brejnev", "Buñuel")):
    ...     game.buzz(seat)
    ...     assert game.speak(Word(name, proper=True, theme=1)) is None
    >>> game.tokens, game.reserve, game.playing
    ([2, 3, 1, 0], 84, False)
    """

    def __init__(self, players: int, first: int, variant: Variant, same_root: Callable[[str, str], bool]) -> None:
        self.seats = range(players)
        self.variant = variant
        self.same_root = same_root
        self.thrower = first
        self.reserve = TOKENS  # in the classic game and with open themes these lie in the middle of the table
        self.middle = 0  # of a round with limited proposals
        self.tokens = [0 for _ in self.seats]
        self.playing = False  # a round
        self.over = False
        self.dice: dict[str, str] = {}  # the letter on the die of each colour
        self.colour = BLACK
        self.open_themes: set[int] = set()
        self.queue: list[int] = []  # who has buzzed, in order
        self.accepted: list[Word] = []  # in this round
        self.done: set[int] = set()  # who speaks no more in this round
        self.prepare_round()

    def prepare_round(self) -> None:
        """With limited proposals, an empty middle takes two tokens for each player from the reserve."""
        if self.variant == "limited" and self.middle == 0:
            wanted = 2 * len(self.seats)
            if self.reserve < wanted:
                self.over = True
            else:
                self.reserve -= wanted
                self.middle = wanted

    def roll(self, theme: int | None, dice: Mapping[str, str], colour: str) -> None:
        """The dice of a round; no theme is rolled where all are open."""
        self.dice = dict(dice)
        self.colour = colour
        self.open_themes = set(THEMES) if theme is None else {theme}
        self.playing = True

    def may_buzz(self, seat: int) -> bool:
        return self.playing and not self.over and seat not in self.queue and seat not in self.done

    def buzz(self, seat: int) -> None:
        self.queue.append(seat)

    def why_not(self, word: Word) -> str | None:
        """Why the box refuses a word, before anybody asks whether it fits its theme."""
        letters = letters_of(word.text)
        if len(letters) < 2:
            return "no word"
        if word.theme not in self.open_themes:
            return "theme"
        if self.colour == BLACK:
            return "letters" if points_of(word.text, self.dice) else None
        if not letters.startswith(self.dice[self.colour]):
            return "initial"
        if any(letters == letters_of(earlier.text) for earlier in self.accepted):
            return "same word"
        if not word.proper:
            common = [earlier.text for earlier in self.accepted if not earlier.proper]
            if any(self.same_root(word.text, earlier) for earlier in common):
                return "root"
        return None

    def speak(self, word: Word, votes: Mapping[int, bool] | None = None, overruled: bool = False) -> str | None:
        """The first who buzzed says a word; why it is refused, or None.

        The others vote if somebody contests that it fits the theme; the table can overrule the box about a root.
        """
        seat = self.queue.pop(0)
        reason = self.why_not(word)
        if reason == "root" and overruled:
            reason = None
        if reason is None and votes is not None and 2 * sum(votes.values()) < len(votes):
            reason = "contested"
        if reason == "letters":
            self.pay_back(seat)
        if reason is None:
            self.accept(seat, word)
        return reason

    def pay_back(self, seat: int) -> None:
        paid = min(BLACK_TOKENS, self.tokens[seat])
        self.tokens[seat] -= paid
        self.reserve += paid

    def accept(self, seat: int, word: Word) -> None:
        self.accepted.append(word)
        if self.colour == BLACK:
            self.take_from_reserve(seat, BLACK_TOKENS)
            self.end_round()
        elif self.variant == "classic":
            self.take_from_reserve(seat, points_of(word.text, self.dice))
            self.done.add(seat)
            if len(self.done) == self.places():
                self.end_round()
        elif self.variant == "limited":
            taken = min(points_of(word.text, self.dice), self.middle)
            self.middle -= taken
            self.tokens[seat] += taken
            if self.middle == 0:
                self.end_round()
        else:
            self.take_from_reserve(seat, points_of(word.text, self.dice))
            self.open_themes.remove(word.theme)
            if not self.open_themes:
                self.end_round()

    def take_from_reserve(self, seat: int, points: int) -> None:
        """As many as there are; the last token ends the game, unless it is the middle that counts."""
        taken = min(points, self.reserve)
        self.reserve -= taken
        self.tokens[seat] += taken
        if self.reserve == 0 and self.variant != "limited":
            self.over = True

    def places(self) -> int:
        """How many score in a classic round: the last to speak does not, nor the last two of five or six."""
        return {2: 2, 3: 2, 4: 3, 5: 3, 6: 4}[len(self.seats)]

    def end_round(self) -> None:
        """A round ends by itself, or because the table ends it; the next one throws."""
        self.playing = False
        self.queue = []
        self.accepted = []
        self.done = set()
        self.thrower = (self.thrower + 1) % len(self.seats)
        if not self.over:
            self.prepare_round()

    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if self.tokens[seat] == max(self.tokens))
