"""The box's own typeface, pinned by its package, so that texts measure the same on every machine."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import pygame

FONTS_KEPT = 24  # sizes and weights that are open at a time
WIDTHS_KEPT = 4096
FILES = {False: "SourceSansPro-Regular.ttf", True: "SourceSansPro-Semibold.ttf"}


class Fonts:
    """The typeface in all sizes; each is opened when it is first needed."""

    def __init__(self) -> None:
        pygame.font.init()
        folder = _folder()
        self._files = {bold: str(folder / name) for bold, name in FILES.items()}
        self._open = lru_cache(maxsize=FONTS_KEPT)(self._opened)
        self._width = lru_cache(maxsize=WIDTHS_KEPT)(self._measured)

    def font(self, pixels: int, bold: bool) -> pygame.font.Font:
        return self._open(pixels, bold)

    def width(self, text: str, pixels: int, bold: bool) -> int:
        return self._width(text, pixels, bold)

    def line(self, pixels: int) -> int:
        return round(pixels * 1.26)

    def _opened(self, pixels: int, bold: bool) -> pygame.font.Font:
        return pygame.font.Font(self._files[bold], pixels)

    def _measured(self, text: str, pixels: int, bold: bool) -> int:
        return self._open(pixels, bold).size(text)[0]


def _folder() -> Path:
    """Where the package has its files. It is not imported: that would look through all of its fonts."""
    found = find_spec("font_source_sans_pro")
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError("the package font-source-sans-pro is not installed", name="font_source_sans_pro")
    return Path(found.submodule_search_locations[0]) / "files"
