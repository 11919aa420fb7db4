"""The letter dice, the theme cards and the words that the box knows for each theme, in every language of Initials.

The data are in `seeds/initials/words/`, one file per language; a language is read when somebody first plays in it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from engine.contract import Die
from engine.games.initials.letters import bare
from engine.seeds import parts, seed


class Theme(NamedTuple):
    """What words are asked for, and those that the box knows; `proper` if they are names, which have no root."""

    key: str
    title: str
    proper: bool
    words: tuple[str, ...]


class Card(NamedTuple):
    """Six themes to play a game with."""

    title: str
    themes: tuple[Theme, ...]


class Language(NamedTuple):
    """The letter dice and the cards of one language."""

    dice: tuple[Die, ...]
    cards: tuple[Card, ...]
    stemmer: str  # which of the stemmers knows its endings


def languages() -> tuple[str, ...]:
    """The codes of all languages that words are there for, English first."""
    return ("en", *(code for code in reversed(parts("initials", "words")) if code != "en"))


@cache
def language(code: str) -> Language:
    """All there is in a language, by its code."""
    data = seed("initials", f"words/{code}")
    dice = tuple(Die(colour, tuple(letters)) for colour, letters in data["dice"].items())
    cards = (Card(card["title"], tuple(_theme(theme) for theme in card["themes"])) for card in data["cards"])
    return Language(dice, tuple(cards), data["stemmer"])


def _theme(data: dict[str, str | bool]) -> Theme:
    words = (word.strip() for word in re.split(r"[,\n]", str(data["words"])))
    return Theme(str(data["key"]), str(data["title"]), data.get("proper") is True, tuple(filter(None, words)))


@cache
def card(code: str, number: str) -> Card:
    """A card of a language by its number, which counts from 1."""
    return language(code).cards[int(number) - 1]


@cache
def bare_words(theme: Theme) -> frozenset[str]:
    """The words of a theme as they are compared."""
    return frozenset(map(bare, theme.words))
