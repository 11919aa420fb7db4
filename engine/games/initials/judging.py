"""How a word is judged: first by the box, which sees letters, then by the voices of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from engine.games.initials.calls import Vote
from engine.games.initials.letters import dice_in
from engine.seeds import seed

SHORTEST_WORD: int = seed("initials")["shortest_word"]


class Verdict(Enum):
    """What became of a word: accepted, or why not."""

    ACCEPTED = "accepted"
    SHORT = "short"
    INITIAL = "initial"
    LETTERS = "letters"
    SAME = "same"
    ROOT = "root"
    TABLE = "table"


class Said(NamedTuple):
    """A word that was given, the dice it has letters of, what became of it, and the tokens that its speaker took, or
    paid back. `root_of` is an accepted word of which the box finds the root in it."""

    seat: int
    time: int
    theme: int
    word: str | None  # None if it was spoken
    dice: tuple[int, ...] = ()
    root_of: str | None = None
    verdict: Verdict | None = None  # None while it is judged
    tokens: int = 0


def fault(letters: str, dice: Sequence[str], initial: str | None) -> Verdict | None:
    """What is wrong with the letters of a word; without an initial it may have none of the dice's letters.

    >>> fault("BONO", "BORVA", "B"), fault("BONO", "BORVA", "V"), fault("BONO", "BORVA", None), fault("B", "BORVA", "B")
    (None, <Verdict.INITIAL: 'initial'>, <Verdict.LETTERS: 'letters'>, <Verdict.SHORT: 'short'>)
    """
    if len(letters) < SHORTEST_WORD:
        return Verdict.SHORT
    if initial is None:
        return Verdict.LETTERS if dice_in(letters, dice) else None
    return None if letters[0] == initial else Verdict.INITIAL


def verdict(votes: Sequence[Vote], has_root: bool) -> Verdict:
    """What the voices mean. A tie accepts the word; a root that the box has found is one more voice against it.

    >>> verdict([Vote.ACCEPT, Vote.CONTEST], has_root=False), verdict([Vote.ACCEPT, Vote.CONTEST], has_root=True)
    (<Verdict.ACCEPTED: 'accepted'>, <Verdict.ROOT: 'root'>)
    """
    cast = Counter(votes)
    theme, letters = cast[Vote.CONTEST], cast[Vote.CONTEST_LETTERS]
    if cast[Vote.ACCEPT] >= theme + letters + has_root:
        return Verdict.ACCEPTED
    if has_root:
        return Verdict.ROOT
    return Verdict.LETTERS if letters > theme else Verdict.TABLE


def settled(cast: Sequence[Vote], to_come: int, possible: Sequence[Vote], has_root: bool) -> Verdict | None:
    """The verdict as soon as the voices to come can make no difference.

    It is enough to try the cases in which all voices to come are alike. The counts of voices with the same verdict form
    a convex set, so if all these extreme cases lead to one verdict, every mixture of them leads to it as well.

    >>> settled([Vote.ACCEPT], to_come=1, possible=(Vote.ACCEPT, Vote.CONTEST), has_root=False)
    <Verdict.ACCEPTED: 'accepted'>
    """
    verdicts = {verdict([*cast, *[vote] * to_come], has_root) for vote in possible}
    return verdicts.pop() if len(verdicts) == 1 else None
