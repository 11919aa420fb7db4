"""What people call out in a word race: a buzz, a word, a voice for or against it; each with its line in a record."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple
from unicodedata import normalize

from engine.contract import Timed
from engine.naming import quoted
from engine.seeds import seed
from engine.words import Message, say

COLOURS: tuple[str, ...] = tuple(seed("initials")["colours"])  # of the letter dice
_THEMES = tuple(str(number) for number in range(1, seed("initials")["themes"] + 1))
LONGEST_WORD = 40
_LONGEST_TIME = 9  # digits
_EXPECTED = (
    "expected buzz and the milliseconds, word and the word, says and the colours of its dice or none (both after theme "
    "and its number if it has to be named), accept, contest, contest letters, withdraw or give up"
)


class Buzz(Timed):
    """I have a word: so many milliseconds after the dice were shown."""

    __slots__ = ()


class Word(NamedTuple):
    """A word as it was written; the theme, counted from 0, is named only if the word may be for any."""

    word: str
    theme: int | None = None


class Says(NamedTuple):
    """A word that was spoken, so that the box knows only which dice it has the letters of."""

    dice: tuple[int, ...]
    theme: int | None = None


class Vote(Enum):
    """What the others say to a word."""

    ACCEPT = "accept"
    CONTEST = "contest"
    CONTEST_LETTERS = "contest letters"  # the box did not hear the word: only the others know that it has a letter


class Retreat(Enum):
    """Saying nothing after a buzz, or nothing more in this round."""

    WITHDRAW = "withdraw"
    GIVE_UP = "give up"


Proposal = Word | Says
Call = Buzz | Proposal | Vote | Retreat

_BY_TEXT: dict[str, Call] = {call.value: call for call in (*Vote, *Retreat)}


def text(call: Call) -> str:
    """One line for people and records.

    >>> text(Buzz(1234)), text(Word("Buñuel")), text(Says((0, 3), theme=2))
    ('buzz 1234', 'word Buñuel', 'theme 3 says green red')
    """
    match call:
        case Buzz(time):
            return f"buzz {time}"
        case Word(word, theme):
            return f"{_theme_text(theme)}word {word}"
        case Says(dice, theme):
            return f"{_theme_text(theme)}says {' '.join(COLOURS[die] for die in dice) or 'none'}"
        case Vote() | Retreat():
            return str(call.value)


def parse(text: str) -> Call:
    """The call that a line names; raises ValueError with a sentence that says what was expected."""
    call = _parse(tidy(text))
    if call is None:
        raise ValueError(f"{_EXPECTED}, not {quoted(text)}")
    return call


def _parse(line: str) -> Call | None:
    verb, _, rest = line.partition(" ")
    match verb.lower():
        case "buzz":
            digits = rest.removeprefix("-")
            return Buzz(int(rest)) if digits.isdecimal() and len(digits) <= _LONGEST_TIME else None
        case "word":
            return Word(rest) if rest else None
        case "says":
            return _parse_says(rest.lower().split())
        case "theme":
            number, _, named = rest.partition(" ")
            proposal = _parse(named)
            if isinstance(proposal, Word | Says) and proposal.theme is None and number in _THEMES:
                return proposal._replace(theme=int(number) - 1)
            return None
    return _BY_TEXT.get(line.lower())


def _parse_says(colours: list[str]) -> Says | None:
    if not colours or not {*colours} <= {*COLOURS, "none"} or ("none" in colours and len(colours) > 1):
        return None
    return Says(tuple(die for die, colour in enumerate(COLOURS) if colour in colours))


def _theme_text(theme: int | None) -> str:
    return "" if theme is None else f"theme {theme + 1} "


def tidy(text: str) -> str:
    """A text with single blanks inside, none around it, and its accents in one piece with their letters."""
    return " ".join(normalize("NFC", text).split())


def why_no_word(word: str) -> Message | None:
    """Why this cannot be written on one line of a record. Whether it is a good word is for the rules to say."""
    if word == tidy(word) and word.isprintable() and 1 <= len(word) <= LONGEST_WORD:
        return None
    return say(
        "a word is 1 to {longest} printable characters without blanks around them, not {word}",
        longest=LONGEST_WORD,
        word=quoted(word),
    )
