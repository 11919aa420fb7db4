"""Writing a word with a knob: a ring of letters on which those that are likely to come next are near."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from engine.games.initials.letters import bare
from engine.games.initials.word_lists import language

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST = ""  # stands before the first letter of a word
WANTED = 2.0  # so much likelier is a letter that brings a token


def likely(code: str, written: str, dice: Sequence[str], initial: str | None) -> list[str]:
    """All letters, the likeliest to come next first.

    Words begin with the initial. After that the dice's letters bring tokens, so people look for words with them; if
    there is no initial, they cost tokens.
    """
    letters = bare(written)
    after = _followers(code)[letters[-1:]]
    if initial is not None and not letters:
        return sorted(ALPHABET, key=lambda letter: (letter != initial, -after[letter]))
    weight = WANTED if initial is not None else 0.0
    return sorted(ALPHABET, key=lambda letter: -after[letter] * (weight if letter in dice else 1.0))


def around(ranked: Sequence[str]) -> tuple[list[str], list[str]]:
    """Half of the letters to the left and half to the right, the nearest of each side first.

    >>> around("ESTON")
    (['S', 'O'], ['E', 'T', 'N'])
    """
    return list(ranked[1::2]), list(ranked[::2])


@cache
def _followers(code: str) -> Mapping[str, Counter[str]]:
    """How often each letter follows another one, in all words of a language that the box knows."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for card in language(code).cards:
        for word in (bare(word) for theme in card.themes for word in theme.words):
            for before, letter in zip((FIRST, *word), word, strict=False):
                counts[before][letter] += 1
    return counts
