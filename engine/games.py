"""The games of the box, by name."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from engine import durchmarsch, encore, initials, one_more_encore
from engine.contract import AnyGame, Bots

GAMES: dict[str, AnyGame] = {module.NAME: module for module in (encore, one_more_encore, initials, durchmarsch)}


def game(name: str) -> AnyGame:
    """The game of this name; raises ValueError with a sentence that lists the names there are."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; there is {', '.join(GAMES)}")
    return GAMES[name]


def bots(name: str) -> Bots:
    """The bots of a game. Imported only when somebody asks: they may bring large tables."""
    return cast(Bots, import_module(f"engine.bots.{game(name).NAME}"))
