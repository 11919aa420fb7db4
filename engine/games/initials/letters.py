"""Letters as the dice show them: words compared without case and accents, and which dice a word has letters of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category, normalize

_NOT_TAKEN_APART = str.maketrans({"Œ": "OE", "Æ": "AE", "ẞ": "SS", "Ø": "O", "Ł": "L", "Đ": "D"})
_LETTERS = ("Lu", "Lo")  # capitals, and the letters of scripts that have none


@lru_cache(maxsize=4096)
def bare(word: str) -> str:
    """The letters of a word alone: capitals without accents, and nothing that is no letter.

    >>> bare("Buñuel"), bare("porte-clés"), bare("Cœur"), bare("Straße"), bare("New York")
    ('BUNUEL', 'PORTECLES', 'COEUR', 'STRASSE', 'NEWYORK')
    """
    taken_apart = normalize("NFKD", word).upper().translate(_NOT_TAKEN_APART)
    return "".join([letter for letter in taken_apart if category(letter) in _LETTERS])


def dice_in(letters: str, dice: Sequence[str]) -> tuple[int, ...]:
    """Which dice show a letter that is among these. Two dice with the same letter both do, though it stands there once.

    >>> dice_in(bare("Bono"), "BORVA"), dice_in(bare("Bono"), "BOOVA")
    ((0, 1), (0, 1, 2))
    """
    return tuple([die for die, letter in enumerate(dice) if letter in letters])
