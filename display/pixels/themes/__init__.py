"""The themes of the box: every module in here is one, found by being there, with its `THEME`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from display.pixels.theme import Theme


def themes() -> tuple[str, ...]:
    """The names of the themes."""
    return tuple(sorted(found.name for found in iter_modules(__path__)))


def theme(name: str) -> Theme:
    """The theme of this name; raises KeyError if there is none."""
    if name not in themes():
        raise KeyError(name)
    return cast(Theme, import_module(f"{__name__}.{name}").THEME)
