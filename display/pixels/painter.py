"""Paints laid-out screens on a canvas and presents them. Only what changed since the last frame is painted and shown.

A frame is presented only when the loop asks for one.
"""

from __future__ import annotations

from pathlib import Path

import pygame

from display.pixels.brush import Brush
from display.pixels.damage import Frame, damaged, reaches
from display.pixels.dice import paint_dice
from display.pixels.glances import paint_bars, paint_dot, paint_thumb
from display.pixels.placed import Layout, Placed
from display.pixels.rects import Rect
from display.pixels.scores import paint_scores
from display.pixels.sheets import Sheets
from display.pixels.sprites import BYTES_A_PIXEL, Sprites
from display.pixels.text import Fonts
from display.pixels.theme import Theme
from display.pixels.themes.standard import THEME as STANDARD
from display.tree import Area, Bars, Dice, Dot, Grid, ScoreTable, Text, Thumb, Tone

DIMMED = (40, 40, 40)  # of 255, of each colour


class Painter:
    """A screen and the brush for it. `size` is the picture as the player sees it, before any rotation."""

    def __init__(self, fonts: Fonts, size: tuple[int, int], rotation: int = 0, theme: Theme = STANDARD) -> None:
        self.fonts = fonts
        self.size = size
        self.rotation = rotation
        self.theme = theme
        self.presents = 0
        self.dimmed = False  # what is shown; the canvas stays as it is
        self._window: pygame.Surface | None = None
        self._sprites = Sprites(size[0] * size[1] * BYTES_A_PIXEL)
        self._sheets = Sheets(theme)
        self._fresh_canvas()

    @property
    def canvas(self) -> pygame.Surface:
        return self._brush.canvas

    # The screen.

    def open(self, title: str, full_screen: bool) -> None:
        """Open the window, or the whole screen."""
        turned = self.rotation % 180 != 0
        size = (self.size[1], self.size[0]) if turned else self.size
        flags = pygame.FULLSCREEN if full_screen else 0
        try:
            self._window = pygame.display.set_mode(size, flags, vsync=1 if full_screen else 0)
        except pygame.error:
            self._window = pygame.display.set_mode(size, flags)
        pygame.display.set_caption(title)
        pygame.mouse.set_visible(not full_screen)
        self._fresh_canvas()

    def turn(self, rotation: int) -> None:
        """Turn the picture by quarters, clockwise; the screen stays as it is."""
        if (rotation - self.rotation) % 180:
            self.size = (self.size[1], self.size[0])
        self.rotation = rotation
        self._fresh_canvas()

    def _fresh_canvas(self) -> None:
        canvas = pygame.Surface(self.size)
        if self._window is not None:
            canvas = canvas.convert(self._window)
        self._brush = Brush(canvas, self.theme, self.fonts, self._sprites)
        self._painted: Frame | None = None
        self._reaches: tuple[Rect, ...] = ()
        self._unseen: list[Rect] | None = None  # what was painted since the last frame; None is everything

    def present(self) -> None:
        """Show what was painted since the last time; all of it if nothing was, since then the screen itself changed."""
        if self._window is None:
            return
        if self._unseen and not self.dimmed:
            pygame.display.update([self._show(self._window, rect) for rect in self._unseen])
        else:
            self._show(self._window, Rect(0, 0, *self.size))
            if self.dimmed:
                self._window.fill(DIMMED, special_flags=pygame.BLEND_MULT)
            pygame.display.flip()
        self._unseen = []
        self.presents += 1

    def _show(self, window: pygame.Surface, rect: Rect) -> Rect:
        """Copy a part of the canvas to the window; gives its place there."""
        if not self.rotation:
            window.blit(self.canvas, rect[:2], rect)
            return rect
        place = turned(rect, self.size, self.rotation)
        window.blit(pygame.transform.rotate(self.canvas.subsurface(rect), -self.rotation), place[:2])
        return place

    def save(self, path: Path) -> None:
        """Write the picture as a file."""
        pygame.image.save(self.canvas, path)

    def pixels(self) -> bytes:
        """The picture as rows of pixels, three bytes each."""
        return pygame.image.tobytes(self.canvas, "RGB")

    # The picture.

    def paint(self, layout: Layout, focus: str | None, now: float) -> None:
        """Paint the screen, with a ring around the focused target and its preview on the sheet.

        Of the screen that was painted last only what looks different is painted again.
        """
        before, frame = self._painted, Frame(layout, focus, now)
        if before is None or before.layout is not layout:
            self._reaches = tuple(reaches(item, self._brush.line) for item in layout.items)
        if before is not None and before.layout.size == layout.size == self.canvas.get_size():
            places = damaged(before, frame, self._brush.line)
            for place in places:
                self._repaint(frame, place)
            self._unseen = None if self._unseen is None else self._unseen + places
        else:
            self._repaint(frame, None)
            self._unseen = None
        self._painted = frame

    def _repaint(self, frame: Frame, damage: Rect | None) -> None:
        """Paint everything, or everything that reaches into a damaged place and only as far as it does."""
        canvas, layout = self.canvas, frame.layout
        on_top = layout.on_top(frame.focus)
        items = [
            item
            for item, reach in zip(layout.items, self._reaches, strict=True)
            if (damage is None or reach.meets(damage)) and (item.on is None or item.on in on_top)
        ]
        lowest = self._lowest(items, damage)
        canvas.set_clip(damage)
        if lowest is None:
            canvas.fill(self.theme.tones[Tone.TABLE])
        for item in items[lowest:]:
            self._paint_item(item, frame, damage)
        canvas.set_clip(None)

    def _lowest(self, items: list[Placed], damage: Rect | None) -> int | None:
        """The last panel that covers all of a damaged place: what lies below cannot be seen. None if there is none."""
        place = Rect(0, 0, *self.size) if damage is None else damage
        radius = self._brush.radius
        for number in range(len(items) - 1, -1, -1):
            node, rect = items[number].node, items[number].rect
            if isinstance(node, Area) and node.tone is not None and rect.inset(radius).holds(place):
                return number
        return None

    def _paint_item(self, item: Placed, frame: Frame, damage: Rect | None) -> None:
        brush, focus = self._brush, frame.focus
        match item.node:
            case Area() as node:
                _paint_area(brush, node, item.rect, focus)
            case Text() as node:
                colour = self.theme.tones[node.tone]
                for line in item.lines:
                    if line.text:
                        brush.write(line.text, item.pixels, node.bold, colour, line.rect.x, line.rect.y, line.rect.h)
            case Dice() as node:
                paint_dice(brush, node, item.parts, focus, frame.now)
            case Grid() as node:
                self._sheets.paint(brush, node, item.parts, frame.layout.named(focus), damage)
            case ScoreTable() as node:
                paint_scores(brush, node, item, focus)
            case Dot() as node:
                paint_dot(brush, node, item.rect)
            case Bars() as node:
                paint_bars(brush, node, item.rect)
            case Thumb() as node:
                paint_thumb(brush, node, item.rect)
            case _:
                pass


def turned(rect: Rect, size: tuple[int, int], rotation: int) -> Rect:
    """Where a part of a picture of this size is, once the picture is turned clockwise.

    >>> turned(Rect(10, 0, 4, 2), (100, 50), 90)
    Rect(x=48, y=10, w=2, h=4)
    """
    (x, y, w, h), (wide, tall) = rect, size
    match rotation % 360:
        case 90:
            return Rect(tall - y - h, x, h, w)
        case 180:
            return Rect(wide - x - w, tall - y - h, w, h)
        case 270:
            return Rect(y, wide - x - w, h, w)
    return rect


def _paint_area(brush: Brush, node: Area[object], rect: Rect, focus: str | None) -> None:
    if node.tone is None:
        return
    radius, line, theme = brush.radius, brush.line, brush.theme
    if node.target is not None and node.target.name == focus:
        brush.rounded(rect.grown(2 * line), radius + 2 * line, theme.focus)
        brush.rounded(rect.grown(line), radius + line, theme.tones[Tone.TABLE])
    elif node.ring is not None:
        brush.rounded(rect.grown(line), radius + line, theme.tones[node.ring])
    elif node.target is not None:
        brush.rounded(Rect(rect.x, rect.y + line // 2 + 1, rect.w, rect.h), radius, theme.shadow)
    brush.rounded(rect, radius, theme.tones[node.tone])
