"""What a box must show that has just resumed a saved game: a box without a machine, to compare the real one with."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from device.box import Box
from device.keeping.gamefile import Saved
from device.keeping.settings import Settings
from device.keeping.store import Store
from device.thinking import ThinkingAtOnce
from display.language import speaker
from display.pixels.layout import lay_out
from display.pixels.painter import Painter
from display.pixels.placed import Layout
from display.pixels.text import Fonts
from hardware.clock import SimClock
from hardware.inputs import Lamp

SIZE = (1280, 720)
FONTS = Fonts()


class Mirror:
    """A box with this game in its store, or at its menu if there is none."""

    def __init__(self, settings: Settings, saved: Saved | None) -> None:
        with TemporaryDirectory() as folder:
            store = Store.open(Path(folder) / "games.db")
            if saved is not None:
                store.append(store.begin(saved.header, saved.secret), saved.lines)
            self.box = Box(
                clock=SimClock(),
                store=store,
                settings=settings,
                thinker=ThinkingAtOnce(),
                today=lambda: datetime(2026, 1, 2),
            )
            store.close()

    @property
    def lamps(self) -> Mapping[int, Lamp]:
        return self.box.lamps()

    def place_of(self, target: str) -> tuple[int, int]:
        """Where to touch it."""
        rect = self._layout().place_of(target)
        return rect.x + rect.w // 2, rect.y + rect.h // 2

    def steps_to(self, target: str) -> int:
        """How often to press Next for it."""
        names = [each.name for each in self.box.screen.targets()]
        return names.index(target) - names.index(self.box.focus)

    def painted(self) -> Painter:
        painter = Painter(FONTS, SIZE)
        painter.paint(self._layout(), self.box.focus, 0.0)
        return painter

    def _layout(self) -> Layout:
        return lay_out(self.box.screen, SIZE, FONTS, speaker(self.box.settings.language))
