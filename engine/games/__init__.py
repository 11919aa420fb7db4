"""The games of the box: every folder in here is one, found by being there. It is read when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from engine.players import Players

if TYPE_CHECKING:
    from engine.contract import AnyGame, Bots


class _Games(Mapping[str, "AnyGame"]):
    """The games by name, in the order of the menu. Looking one up reads its rules."""

    def __getitem__(self, name: str) -> AnyGame:
        if name not in _shelf():
            raise KeyError(name)
        return cast("AnyGame", import_module(f"{__name__}.{name}.rules").GAME)

    def __contains__(self, name: object) -> bool:
        return name in _shelf()

    def __iter__(self) -> Iterator[str]:
        return iter(_shelf())

    def __len__(self) -> int:
        return len(_shelf())


GAMES: Mapping[str, AnyGame] = _Games()


def game(name: str) -> AnyGame:
    """The game of this name; raises ValueError with a sentence that lists the names there are."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; there is {', '.join(GAMES)}")
    return GAMES[name]


def players(name: str) -> Players:
    """How many may sit down to a game; its rules are not read for that."""
    return _shelf()[name]


def bots(name: str) -> Bots:
    """The bots of a game. Imported only when somebody asks: they may bring large tables."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; there is {', '.join(GAMES)}")
    return cast("Bots", import_module(f"{__name__}.{name}.bots"))


def found() -> None:
    """Look for the games again: the folders that games lie in are not the same any more."""
    _shelf.cache_clear()


@cache
def _shelf() -> dict[str, Players]:
    """The games' names, as they stand on the menu, and for how many players each is."""
    places = (path for folder in __path__ for path in Path(folder).iterdir())
    folders = [import_module(f"{__name__}.{path.name}") for path in places if (path / "__init__.py").exists()]
    names = {folder.__name__.rpartition(".")[2]: folder for folder in folders}
    return {name: folder.PLAYERS for name, folder in sorted(names.items(), key=lambda item: (item[1].SHELF, item[0]))}
