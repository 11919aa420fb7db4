"""Ways to choose in the Encore! games, for what seldom happens when people choose blindly.

Each is given a plain game, the seat that acts and its legal texts in order, and takes one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from tests.plain.encore import PASS, Box, Encore, read

Habit = Callable[[Encore, int, Sequence[str], Random], str]


def spending(game: Encore, seat: int, legal: Sequence[str], luck: Random) -> str:
    """With as many jokers as possible."""
    return max(luck.sample(legal, len(legal)), key=lambda text: ("cross" in text) + ("?" in text))


def columns_first(game: Encore, seat: int, legal: Sequence[str], luck: Random) -> str:
    """Towards full columns; whoever has checked the same boxes chooses alike."""
    return fullest(game, seat, legal, lambda box: box[0])


def rows_first(game: Encore, seat: int, legal: Sequence[str], luck: Random) -> str:
    return fullest(game, seat, legal, lambda box: box[1])


def colours_first(game: Encore, seat: int, legal: Sequence[str], luck: Random) -> str:
    return fullest(game, seat, legal, lambda box: game.sheets[seat].colours[box])


def in_step(game: Encore, seat: int, legal: Sequence[str], luck: Random) -> str:
    """Like all others who play in step: the active seat leaves them the dice, so that they fill columns together."""
    return PASS if seat == game.active and game.rolls > 3 else columns_first(game, seat, legal, luck)


def fullest(game: Encore, seat: int, legal: Sequence[str], line: Callable[[Box], object]) -> str:
    """As many boxes as possible, those in full lines counting more."""
    full = Counter(line(box) for box in game.checked[seat])
    return max(legal, key=lambda text: sum(1 + full[line(box)] for box in read(text.partition(": ")[2])))
