"""How the games show themselves: a folder for each, found under the name of the game's folder in the engine. In it,
`card.py` has its `CARD` on the menu, and `view.py` its `VIEW`, which is read when somebody plays the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

from engine.games import GAMES

if TYPE_CHECKING:
    from display.games.cards import Card
    from display.games.view import GameView


class _Views(Mapping[str, "GameView"]):
    """The views of the games, by the games' names."""

    def __getitem__(self, name: str) -> GameView:
        if name not in GAMES:
            raise KeyError(name)
        return cast("GameView", import_module(f"{__name__}.{name}.view").VIEW)

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


VIEWS: Mapping[str, GameView] = _Views()


def card_of(name: str) -> Card:
    """A game on the menu."""
    return cast("Card", import_module(f"{__name__}.{name}.card").CARD)
