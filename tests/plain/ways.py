"""Ways to choose in the Encore! games, for what seldom happens when people choose blindly.

Each is given a plain game, the seat that acts and its legal texts in order, and takes one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from tests.plain.encore import PASS, Encore, read

Way = Callable[[Encore, int, Sequence[str], Random], str]


def spending(game: Encore, seat: int, legal: Sequence[str], luck: Random) -> str:
    """With as many jokers as possible."""
    return max(luck.sample(legal, len(legal)), key=lambda text: ("cross" in text) + ("?" in text))


def columns_first(game: Encore, seat: int, legal: Sequence[str], luck: Random) -> str:
    """Towards full columns; whoever has checked the same boxes chooses alike."""
    return max(legal, key=lambda text: fullness(game, seat, text, axis=0))


def rows_first(game: Encore, seat: int, legal: Sequence[str], luck: Random) -> str:
    """Towards full rows."""
    return max(legal, key=lambda text: fullness(game, seat, text, axis=1))


def in_step(game: Encore, seat: int, legal: Sequence[str], luck: Random) -> str:
    """Like all others who play in step: the active seat leaves them the dice, so that they fill columns together."""
    return PASS if seat == game.active and game.rolls > 3 else columns_first(game, seat, legal, luck)


def fullness(game: Encore, seat: int, text: str, axis: int) -> int:
    """How much the columns (axis 0) or rows (axis 1) would be filled, the fuller ones counting more."""
    checked = game.checked[seat] | read(text.partition(": ")[2])
    return sum(number**2 for number in Counter(box[axis] for box in checked).values())
