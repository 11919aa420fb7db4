"""The two ways to look at the box: a picture drawn by pygame, and text in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.keeping.settings import Settings
from display.language import speaker
from display.pixels.layout import Typesetter
from display.pixels.placed import Layout
from display.tree import AnyScreen, AnyTarget
from hardware.inputs import Raw
from hardware.parts.backlight import Backlight

if TYPE_CHECKING:  # a terminal needs no pygame, and a picture no terminal
    from display.pixels.painter import Painter
    from display.terminal.painter import TerminalPainter
    from hardware.panels.pygame_panel import PygamePanel
    from hardware.panels.terminal_panel import TerminalPanel


class Picture:
    """A window or a whole screen, with the keyboard and the finger that belong to it."""

    def __init__(self, painter: Painter, panel: PygamePanel, language: str, backlight: Backlight | None = None) -> None:
        self._painter = painter
        self._backlight = backlight or Backlight()
        self._panel = panel
        self._language = language
        self._fresh_typesetter()
        self._layout: Layout | None = None
        self._focus = ""

    @property
    def poll(self) -> float | None:
        return self._panel.poll

    def pump(self) -> list[Raw]:
        return self._panel.pump()

    def show(self, screen: AnyScreen, focus: str, now: float) -> None:
        if self._layout is None or (self._layout.screen is not screen and self._layout.screen != screen):
            self._layout = self._typesetter.lay_out(screen)
        self._focus = focus
        self._panel.typing = screen.typing
        self._painter.paint(self._layout, focus, now)
        self._painter.present()

    def _fresh_typesetter(self) -> None:
        self._typesetter = Typesetter(self._painter.size, self._painter.fonts, speaker(self._language))

    def target_at(self, x: int, y: int) -> AnyTarget | None:
        return None if self._layout is None else self._layout.target_at(x, y, self._focus)

    def use(self, settings: Settings) -> None:
        self._language = settings.language
        self._layout = None
        self._painter.turn(settings.rotation)
        self._fresh_typesetter()
        self._panel.turn(self._painter.size, settings.rotation)

    def dim(self, dimmed: bool) -> None:
        """A screen whose light cannot be turned down shows a dark picture."""
        if dimmed:
            self._painter.dimmed = not self._backlight.dim()
        else:
            self._backlight.wake()
            self._painter.dimmed = False
        self._painter.present()

    @property
    def portrait(self) -> bool:
        return self._painter.size[1] > self._painter.size[0]


class Words:
    """A terminal."""

    poll: float | None = None

    def __init__(self, painter: TerminalPainter, panel: TerminalPanel) -> None:
        self._painter = painter
        self._panel = panel

    def pump(self) -> list[Raw]:
        return []

    def show(self, screen: AnyScreen, focus: str, now: float) -> None:
        self._panel.typing = screen.typing
        self._painter.show(screen, focus)

    def target_at(self, x: int, y: int) -> AnyTarget | None:
        return None

    def dim(self, dimmed: bool) -> None:
        """A terminal looks after its own brightness, so there is nothing to do."""

    @property
    def portrait(self) -> bool:
        return False

    def use(self, settings: Settings) -> None:
        self._painter.tell = speaker(settings.language)
