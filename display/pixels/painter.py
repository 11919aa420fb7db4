"""Paints a laid-out screen with pygame. The only display module that knows pygame.

Everything is drawn from vectors at the target size with supersampled edges, and kept: a full repaint is a few hundred
blits. A frame is presented only when the loop asks for one.
"""

from __future__ import annotations

import os
from dataclasses import replace
from importlib.resources import files
from math import cos, pi, sin
from pathlib import Path
from random import Random

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from display.motion import pose
from display.pixels.icons import ICONS, star
from display.pixels.layout import Layout, Placed, Rect
from display.pixels.palette import (
    COLOURS,
    DARK_DIE,
    DARK_DIE_EDGE,
    DIE_BODY,
    DIE_EDGE,
    DIE_PIP,
    FOCUS,
    GOLD,
    GOLD_DIE,
    GOLD_DIE_EDGE,
    PEN,
    SHADOW,
    SHAPES,
    STRIKE,
    Colour,
    ink_on,
)
from display.tree import Area, Bars, Cell, Dice, DieKind, Dot, Face, Grid, Icon, Mark, Target, Text, Thumb, Tone

DIMMED = (40, 40, 40)  # of 255, of each colour
FINE = 4  # edges are drawn so many times larger and scaled down
CORNER = 0.018  # of the screen's shorter side
PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "5": ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
# What a die shows while it tumbles.
TUMBLING = {
    DieKind.PIPS: tuple(Face(text=pips) for pips in PIPS),
    DieKind.COLOUR: tuple(Face(text="×", kind=DieKind.COLOUR, tone=tone) for tone in (*SHAPES, None)),
    DieKind.NUMBER: tuple(Face(text=text, kind=DieKind.NUMBER) for text in "12345?"),
    DieKind.SPECIAL: tuple(
        Face(text=icon.value, kind=DieKind.SPECIAL, icon=icon)
        for icon in (Icon.HEART, Icon.BOMB, Icon.STARS, Icon.ROW, Icon.BLOCK, Icon.HEART)
    ),
    DieKind.LETTER: tuple(Face(text=text, kind=DieKind.LETTER) for text in "AEORST"),
    DieKind.SWATCH: tuple(Face(text="", kind=DieKind.SWATCH, tone=tone) for tone in (*SHAPES, None)),
}
# The edge and the body of dice that are not white, and how much their middle shines.
SKINS = {
    DieKind.NUMBER: (DARK_DIE_EDGE, DARK_DIE, 0.06),
    DieKind.SPECIAL: (GOLD_DIE_EDGE, GOLD_DIE, 0.25),
}
# A mark of the pen: strokes from and to, in parts of the box, and how thick.
STROKES = {
    "cross": ((((0.2, 0.22), (0.8, 0.8)), ((0.79, 0.19), (0.2, 0.81))), 0.045),
    "tick": ((((0.22, 0.52), (0.42, 0.78)), ((0.42, 0.78), (0.8, 0.2))), 0.045),
    "slash": ((((0.86, 0.06), (0.14, 0.94)),), 0.035),
    "slashes": ((((0.86, 0.06), (0.14, 0.94)), ((0.14, 0.06), (0.86, 0.94))), 0.035),
    "strike": ((((0.005, 0.56), (0.995, 0.44)),), 0.05),
}


class Fonts:
    """The box's own font, pinned by its package, so that texts measure the same on every machine."""

    def __init__(self) -> None:
        pygame.font.init()
        folder = files("font_source_sans_pro") / "files"
        self._files = {
            False: str(folder / "SourceSansPro-Regular.ttf"),
            True: str(folder / "SourceSansPro-Semibold.ttf"),
        }
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._widths: dict[tuple[str, int, bool], int] = {}

    def font(self, pixels: int, bold: bool) -> pygame.font.Font:
        known = self._fonts.get((pixels, bold))
        if known is None:
            known = self._fonts[pixels, bold] = pygame.font.Font(self._files[bold], pixels)
        return known

    def width(self, text: str, pixels: int, bold: bool) -> int:
        known = self._widths.get((text, pixels, bold))
        if known is None:
            if len(self._widths) > 20_000:
                self._widths.clear()
            known = self._widths[text, pixels, bold] = self.font(pixels, bold).size(text)[0]
        return known

    def line(self, pixels: int) -> int:
        return round(pixels * 1.26)


class Painter:
    """A screen and the brushes for it. `size` is the picture as the player sees it, before any rotation."""

    def __init__(self, fonts: Fonts, size: tuple[int, int], rotation: int = 0) -> None:
        self.fonts = fonts
        self.size = size
        self.rotation = rotation
        self.canvas = pygame.Surface(size)
        self.presents = 0
        self.dimmed = False  # what is shown; the canvas stays as it is
        self._window: pygame.Surface | None = None
        self._sprites: dict[tuple[object, ...], pygame.Surface] = {}
        self._radius = max(4, round(min(size) * CORNER))

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
        self.canvas = pygame.Surface(self.size)
        if self._window is not None:
            self.canvas = self.canvas.convert(self._window)

    def present(self) -> None:
        """Show what was painted."""
        if self._window is None:
            return
        turned = pygame.transform.rotate(self.canvas, -self.rotation) if self.rotation else self.canvas
        self._window.blit(turned, (0, 0))
        if self.dimmed:
            self._window.fill(DIMMED, special_flags=pygame.BLEND_MULT)
        pygame.display.flip()
        self.presents += 1

    def save(self, path: Path) -> None:
        """Write the picture as a file."""
        pygame.image.save(self.canvas, path)

    def pixels(self) -> bytes:
        """The picture as rows of pixels, three bytes each."""
        return pygame.image.tobytes(self.canvas, "RGB")

    # The picture.

    def paint(self, layout: Layout, focus: str | None, now: float) -> None:
        """Paint the whole screen, with a ring around the focused target and its preview on the sheet."""
        if len(self._sprites) > 4000:
            self._sprites.clear()
        self.canvas.fill(COLOURS[Tone.TABLE])
        focused = next((target for target in layout.screen.targets() if target.name == focus), None)
        for item in layout.seen(focus):
            match item.node:
                case Area():
                    self._box(item.node, item.rect, focus)
                case Text():
                    self._text(item.node, item)
                case Dice():
                    self._dice(item.node, item.parts, focus, now)
                case Grid():
                    self._grid(item.node, item.parts, focused)
                case Dot():
                    self._dot(item.node, item.rect)
                case Bars():
                    self._bars(item.node, item.rect)
                case Thumb():
                    self._thumb(item.node, item.rect)

    def _box(self, node: Area, rect: Rect, focus: str | None) -> None:
        if node.tone is None:
            return
        radius = self._radius
        line = max(2, radius // 4)
        if node.target is not None and node.target.name == focus:
            self._rounded(_grown(rect, 2 * line), radius + 2 * line, FOCUS)
            self._rounded(_grown(rect, line), radius + line, COLOURS[Tone.TABLE])
        elif node.ring is not None:
            self._rounded(_grown(rect, line), radius + line, COLOURS[node.ring])
        elif node.target is not None:
            self._rounded(Rect(rect.x, rect.y + line // 2 + 1, rect.w, rect.h), radius, SHADOW)
        self._rounded(rect, radius, COLOURS[node.tone])

    def _text(self, node: Text, item: Placed) -> None:
        for line in item.lines:
            if line.text:
                self._write(
                    line.text, item.pixels, node.bold, COLOURS[node.tone], line.rect.x, line.rect.y, line.rect.h
                )

    def _write(self, text: str, pixels: int, bold: bool, colour: Colour, x: int, y: int, tall: int) -> None:
        key = ("text", text, pixels, bold, colour)
        sprite = self._sprites.get(key)
        if sprite is None:
            sprite = self._sprites[key] = self.fonts.font(pixels, bold).render(text, True, colour)
        self.canvas.blit(sprite, (x, y + (tall - sprite.get_height()) // 2))

    def _write_centred(self, text: str, pixels: int, colour: Colour, rect: Rect) -> None:
        wide = self.fonts.width(text, pixels, True)
        self._write(text, pixels, True, colour, rect.x + (rect.w - wide) // 2, rect.y, rect.h)

    def _dot(self, node: Dot, rect: Rect) -> None:
        colour = COLOURS[node.tone]
        key = ("dot", rect.w, colour, node.filled)
        sprite = self._sprites.get(key)
        if sprite is None:
            big = _clear(rect.w * FINE, rect.w * FINE, colour)
            centre = rect.w * FINE // 2
            ring = 0 if node.filled else max(2, rect.w // 10) * FINE
            pygame.draw.circle(big, colour, (centre, centre), centre - FINE, ring)
            sprite = self._sprites[key] = pygame.transform.smoothscale(big, (rect.w, rect.w))
        self.canvas.blit(sprite, (rect.x, rect.y))
        ink = ink_on(colour) if node.filled else colour
        self._write_centred(str(node.number), round(rect.w * 0.62), ink, rect)

    def _bars(self, node: Bars, rect: Rect) -> None:
        rows = len(node.rows)
        gap = max(1, rect.h // (rows * 4))
        tall = (rect.h - gap * (rows - 1)) // rows
        dot = tall
        wide = rect.w - 2 * (dot + gap)
        for i, (progress, misses, struck) in enumerate(node.rows):
            y = rect.y + i * (tall + gap)
            track = COLOURS[Tone.SUNK]
            self._rounded(Rect(rect.x, y, wide, tall), tall // 2, track)
            if progress > 0:
                done = COLOURS[Tone.QUIET if struck else Tone.ACCENT if i == node.pointed else Tone.INK]
                self._rounded(Rect(rect.x, y, max(tall, round(wide * progress)), tall), tall // 2, done)
            for miss in range(2):
                colour = STRIKE if miss < misses else track
                self._rounded(Rect(rect.x + wide + gap + miss * (dot + gap // 2), y, dot, tall), tall // 2, colour)
            if struck:
                self._pen("strike", rect.x, y, wide, tall, i, STRIKE)

    def _thumb(self, node: Thumb, rect: Rect) -> None:
        rows, columns = len(node.rows), len(node.rows[0])
        side = max(2, min(rect.w // columns, rect.h // rows))
        left, top = rect.x + (rect.w - side * columns) // 2, rect.y + (rect.h - side * rows) // 2
        gap = 1 if side < 8 else 2
        for r, dots in enumerate(node.rows):
            for c, (tone, crossed) in enumerate(dots):
                colour = _mixed(COLOURS[tone], COLOURS[Tone.PANEL], 0.62) if not crossed else COLOURS[Tone.INK]
                self.canvas.fill(colour, (left + c * side, top + r * side, side - gap, side - gap))

    # Dice.

    def _dice(self, node: Dice, places: tuple[Rect, ...], focus: str | None, now: float) -> None:
        for i, (face, rect) in enumerate(zip(node.faces, places, strict=True)):
            rolling = pose(i, now - node.tumble) if node.tumble is not None and not face.gone else None
            if rolling is None:
                self._die(face, rect, face.target is not None and face.target.name == focus)
                continue
            seen = TUMBLING[face.kind][rolling.face]
            if face.kind is DieKind.LETTER:
                seen = replace(seen, tone=face.tone)  # its own colour tells which die it is
            sprite = self._die_sprite(seen, rect.w)
            turned = pygame.transform.rotozoom(sprite, rolling.angle, 1)
            middle = (rect.x + rect.w // 2, rect.y + rect.h // 2 - round(rolling.hop * rect.h))
            self.canvas.blit(turned, turned.get_rect(center=middle))

    def _die(self, face: Face, rect: Rect, focused: bool) -> None:
        if face.lifted or focused:
            line = max(3, rect.w // 18)
            radius = rect.w // 5
            self._rounded(_grown(rect, 2 * line), radius + 2 * line, FOCUS if focused else COLOURS[Tone.ACCENT])
            self._rounded(_grown(rect, line), radius + line, COLOURS[Tone.PANEL])
        sprite = self._die_sprite(face, rect.w)
        self.canvas.blit(sprite, (rect.x - rect.w // 8, rect.y - rect.w // 8))

    def _die_sprite(self, face: Face, side: int) -> pygame.Surface:
        """A die with its shadow, on a surface a quarter wider than the die."""
        key = ("die", face.kind, face.text, face.tone, side, face.gone)
        known = self._sprites.get(key)
        if known is not None:
            return known
        margin = side // 8
        whole = side + 2 * margin
        s, m = side * FINE, margin * FINE
        radius = s // 5
        edge, skin, shine = _skin(face)
        body = _clear(whole * FINE, whole * FINE, edge)
        pygame.draw.rect(body, edge, pygame.Rect(m, m, s, s), border_radius=radius)
        top = pygame.Rect(m, m, s, s - s // 22)
        pygame.draw.rect(body, skin, top, border_radius=radius)
        inner = top.inflate(-s // 9, -s // 9)
        light = _mixed(skin, (255, 255, 255), shine)
        pygame.draw.rect(body, light, inner, border_radius=radius - s // 22)
        self._draw_face(body, face, top)
        sprite = self._shadow(side).copy()
        sprite.blit(pygame.transform.smoothscale(body, (whole, whole)), (0, 0))
        if face.gone:
            sprite.set_alpha(50)
        self._sprites[key] = sprite
        return sprite

    def _shadow(self, side: int) -> pygame.Surface:
        """The shadow of a die: blurred at half its size, which nobody sees and takes a fraction of the time."""
        known = self._sprites.get(("shadow", side))
        if known is None:
            margin = side // 8
            whole = side + 2 * margin
            half = _clear(whole // 2, whole // 2, SHADOW)
            place = pygame.Rect(margin // 2, margin // 2 + side // 24, side // 2, side // 2)
            pygame.draw.rect(half, (*SHADOW, 150), place, border_radius=side // 10)
            blurred = pygame.transform.gaussian_blur(half, max(1, side // 20))
            known = self._sprites["shadow", side] = pygame.transform.smoothscale(blurred, (whole, whole))
        return known

    def _draw_face(self, body: pygame.Surface, face: Face, top: pygame.Rect) -> None:
        s = top.w
        if face.kind is DieKind.PIPS:
            for across, down in PIPS.get(face.text, ()):
                centre = (top.centerx + across * s * 0.26, top.centery + down * s * 0.26)
                pygame.draw.circle(body, _mixed(DIE_PIP, DIE_BODY, 0.25), (centre[0], centre[1] + s * 0.008), s * 0.102)
                pygame.draw.circle(body, DIE_PIP, centre, s * 0.096)
        elif face.kind is DieKind.NUMBER:
            text = self.fonts.font(round(s * 0.62), True).render(face.text, True, PEN)
            body.blit(text, text.get_rect(center=top.center))
        elif face.kind is DieKind.LETTER:
            ink = ink_on(_skin(face)[1])
            text = self.fonts.font(round(s * 0.66), True).render(face.text, True, ink)
            body.blit(text, text.get_rect(center=top.center))
            if face.tone in SHAPES:
                _shape(body, face.tone, (top.centerx + s * 0.33, top.centery + s * 0.33), s * 0.08, ink)
        elif face.kind is DieKind.SWATCH:
            _draw_swatch(body, face, top)
        elif face.icon is not None:
            _draw_icon(body, face.icon, top.center, s * 0.34, DIE_PIP)
        else:
            ink = DIE_PIP
            if face.tone is not None:
                # A cross in the colour alone would be faint on white: the colour fills a tile, with its shape below.
                colour = COLOURS[face.tone]
                ink = ink_on(colour)
                pygame.draw.rect(body, colour, top.inflate(-s * 0.22, -s * 0.22), border_radius=round(s * 0.13))
                _shape(body, face.tone, (top.centerx + s * 0.25, top.centery + s * 0.25), s * 0.075, ink)
            for turn in (-1, 1):
                _bar(body, ink, top.center, s * 0.6, s * 0.12, turn * pi / 4)

    # Sheets.

    def _grid(self, node: Grid, places: tuple[Rect, ...], focused: Target | None) -> None:
        columns = len(node.rows[0])
        shown = focused.shows if focused is not None else frozenset()
        if node.lit is not None:
            first, last = places[node.lit], places[-columns + node.lit]
            margin = max(2, first.w // 12)
            lane = Rect(first.x, first.y, first.w, last.bottom - first.y)
            self._rounded(_grown(lane, margin), self._radius, COLOURS[Tone.RAISED])
        for r, cells in enumerate(node.rows):
            row = places[r * columns : (r + 1) * columns]
            line = Rect(row[0].x, row[0].y, row[-1].right - row[0].x, row[0].h)
            margin = max(3, line.h // 12)
            if r == node.pointed:
                self._rounded(_grown(line, margin), self._radius, COLOURS[Tone.RAISED])
                bar = Rect(line.x - 2 * margin, line.y + line.h // 5, margin, line.h * 3 // 5)
                self._rounded(bar, margin // 2, COLOURS[Tone.ACCENT])
            for c, (cell, place) in enumerate(zip(cells, row, strict=True)):
                seed = r * columns + c
                if cell.tone is None:
                    self._print(cell, place, seed, lit=c == node.lit and r == 0)
                else:
                    preview = focused if cell.key in shown else None
                    self._cell(cell, cell.tone, place, preview, seed, r in node.struck)
            if r in node.struck:
                self._pen("strike", line.x, line.y, line.w, line.h, r, STRIKE)

    def _print(self, cell: Cell, rect: Rect, seed: int, lit: bool) -> None:
        """What is printed beside the boxes: letters and values, circled once they are won."""
        ink = COLOURS[Tone.ACCENT if cell.ring or lit else Tone.INK]
        if cell.faded:
            ink = _mixed(ink, COLOURS[Tone.PANEL], 0.55)
        side = min(rect.w, rect.h)
        middle = Rect(rect.x + (rect.w - side) // 2, rect.y + (rect.h - side) // 2, side, side)
        if cell.ring:
            self._rounded(middle, side // 2, COLOURS[Tone.ACCENT])
            line = max(2, side // 14)
            self._rounded(middle.inset(line), side // 2, COLOURS[Tone.PANEL])
        if cell.icon is not None:
            self._icon(cell.icon, middle.inset(max(1, side // 6)), ink)
        elif cell.text:
            self._write_centred(cell.text, round(side * 0.74), ink, rect)
        if cell.mark is not None:
            pen = STRIKE if cell.faded else COLOURS[Tone.ACCENT]
            self._pen(cell.mark.value, middle.x, middle.y, side, side, seed, pen)

    def _cell(self, cell: Cell, tone: Tone, rect: Rect, preview: Target | None, seed: int, struck: bool) -> None:
        radius = max(3, min(rect.w, rect.h) // 7)
        line = max(2, radius // 3)
        if preview is not None:
            self._rounded(_grown(rect, 2 * line), radius + 2 * line, FOCUS)
            self._rounded(_grown(rect, line), radius + line, COLOURS[Tone.PANEL])
        elif cell.fresh or cell.ring:
            self._rounded(_grown(rect, line), radius + line, COLOURS[Tone.ACCENT])
        sunk = struck or cell.mark is not None
        shaped = tone in SHAPES
        fill = COLOURS[tone]
        if sunk:
            fill = _mixed(fill, COLOURS[Tone.PANEL], 0.55 if shaped else 0.72)
        elif cell.faded:
            fill = _mixed(fill, COLOURS[Tone.PANEL], 0.5)
        self._rounded(rect, radius, fill)
        ink = ink_on(fill)
        if shaped:
            self._corner(rect, tone, _mixed(fill, ink, 0.55))
        if cell.gold:
            inner = rect.inset(max(2, rect.w // 12))
            self._rounded(inner, radius, _mixed(GOLD, fill, 0.6 if sunk else 0))
            self._rounded(inner.inset(max(2, rect.w // 12)), radius, fill)
        if cell.star:
            self._star(rect, _mixed(fill, ink, 0.35) if sunk else ink)
        if cell.text:
            pixels = round(min(rect.w, rect.h) * 0.52)
            self._write_centred(cell.text, pixels, _mixed(fill, ink, 0.62) if sunk else ink, rect)
        mark = cell.mark
        if mark is None and preview is not None and preview.crosses:
            mark = Mark.CROSS
        if mark is not None:
            side = min(rect.w, rect.h)
            x, y = rect.x + (rect.w - side) // 2, rect.y + (rect.h - side) // 2
            self._pen(mark.value, x, y, side, side, seed, STRIKE if mark is Mark.TICK else ink)

    def _corner(self, rect: Rect, tone: Tone, colour: Colour) -> None:
        """The colour's shape, small, in the corner of a box."""
        side = max(6, min(rect.w, rect.h) // 4)
        key = ("shape", tone, side, colour)
        sprite = self._sprites.get(key)
        if sprite is None:
            big = _clear(side * FINE, side * FINE, colour)
            _shape(big, tone, (side * FINE / 2, side * FINE / 2), side * FINE * 0.46, colour)
            sprite = self._sprites[key] = pygame.transform.smoothscale(big, (side, side))
        self.canvas.blit(sprite, (rect.right - side - side // 3, rect.bottom - side - side // 3))

    def _star(self, rect: Rect, colour: Colour) -> None:
        side = round(min(rect.w, rect.h) * 0.7)
        key = ("star", side, colour)
        sprite = self._sprites.get(key)
        if sprite is None:
            big = _clear(side * FINE, side * FINE, colour)
            half = side * FINE / 2
            pygame.draw.polygon(big, colour, [(half + x * half, half + y * half) for x, y in star(reach=0.96)])
            sprite = self._sprites[key] = pygame.transform.smoothscale(big, (side, side))
        self.canvas.blit(sprite, (rect.x + (rect.w - side) // 2, rect.y + (rect.h - side) // 2))

    def _icon(self, icon: Icon, rect: Rect, colour: Colour) -> None:
        key = ("icon", icon, rect.w, colour)
        sprite = self._sprites.get(key)
        if sprite is None:
            big = _clear(rect.w * FINE, rect.w * FINE, colour)
            _draw_icon(big, icon, (rect.w * FINE / 2, rect.w * FINE / 2), rect.w * FINE / 2, colour)
            sprite = self._sprites[key] = pygame.transform.smoothscale(big, (rect.w, rect.w))
        self.canvas.blit(sprite, (rect.x, rect.y))

    def _pen(self, what: str, x: int, y: int, w: int, h: int, seed: int, colour: Colour) -> None:
        """A mark drawn by hand: slightly uneven strokes, thicker in the middle. A few variants are enough."""
        variant = seed % 5
        key = ("pen", what, w, h, variant, colour)
        sprite = self._sprites.get(key)
        if sprite is None:
            big = _clear(w * FINE, h * FINE, colour)
            luck = Random(f"{what} {variant}")
            strokes, thick = STROKES[what]
            for start, end in strokes:
                _stroke(big, colour, start, end, thick, luck)
            sprite = self._sprites[key] = pygame.transform.smoothscale(big, (w, h))
        self.canvas.blit(sprite, (x, y))

    # Shapes.

    def _rounded(self, rect: Rect, radius: int, colour: Colour) -> None:
        """A filled rectangle with round corners: plain fills, and one supersampled disc for the four corners."""
        x, y, w, h = rect
        radius = min(radius, w // 2, h // 2)
        if radius < 1:
            self.canvas.fill(colour, (x, y, w, h))
            return
        key = ("disc", radius, colour)
        disc = self._sprites.get(key)
        if disc is None:
            big = _clear(2 * radius * FINE, 2 * radius * FINE, colour)
            pygame.draw.circle(big, colour, (radius * FINE, radius * FINE), radius * FINE)
            disc = self._sprites[key] = pygame.transform.smoothscale(big, (2 * radius, 2 * radius))
        r = radius
        self.canvas.fill(colour, (x + r, y, w - 2 * r, h))
        self.canvas.fill(colour, (x, y + r, r, h - 2 * r))
        self.canvas.fill(colour, (x + w - r, y + r, r, h - 2 * r))
        self.canvas.blit(disc, (x, y), (0, 0, r, r))
        self.canvas.blit(disc, (x + w - r, y), (r, 0, r, r))
        self.canvas.blit(disc, (x, y + h - r), (0, r, r, r))
        self.canvas.blit(disc, (x + w - r, y + h - r), (r, r, r, r))


def _skin(face: Face) -> tuple[Colour, Colour, float]:
    """The edge and the body of a die, and how much its middle shines."""
    if face.kind is DieKind.LETTER and face.tone is not None:
        body = COLOURS[face.tone]
        return _mixed(body, SHADOW, 0.35), body, 0.08
    return SKINS.get(face.kind, (DIE_EDGE, DIE_BODY, 0.6))


def _draw_swatch(body: pygame.Surface, face: Face, top: pygame.Rect) -> None:
    """A tile of the die's tone with its shape; black has neither."""
    s = top.w
    colour = DIE_PIP if face.tone is None else COLOURS[face.tone]
    pygame.draw.rect(body, DIE_PIP, top.inflate(-s * 0.22, -s * 0.22), border_radius=round(s * 0.13))
    pygame.draw.rect(body, colour, top.inflate(-s * 0.27, -s * 0.27), border_radius=round(s * 0.11))
    if face.tone in SHAPES:
        _shape(body, face.tone, top.center, s * 0.2, ink_on(colour))


def _clear(wide: int, tall: int, colour: Colour) -> pygame.Surface:
    """A see-through surface in the colour to be drawn, so that scaling leaves no dark fringe."""
    surface = pygame.Surface((wide, tall), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    return surface


def _grown(rect: Rect, by: int) -> Rect:
    return rect.inset(-by)


def _mixed(one: Colour, other: Colour, part: float) -> Colour:
    """`part` of the other colour in the one."""
    r, g, b = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return r, g, b


def _bar(
    surface: pygame.Surface, colour: Colour, middle: tuple[float, float], long: float, thick: float, turn: float
) -> None:
    """A bar with round ends."""
    (x, y), along, beside = middle, (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    reach, half = (long - thick) / 2, thick / 2
    ends = [(x + side * reach * along[0], y + side * reach * along[1]) for side in (-1, 1)]
    corners = [(end[0] + side * half * beside[0], end[1] + side * half * beside[1]) for end in ends for side in (-1, 1)]
    pygame.draw.polygon(surface, colour, [corners[0], corners[1], corners[3], corners[2]])
    for end in ends:
        pygame.draw.circle(surface, colour, end, half)


def _draw_icon(surface: pygame.Surface, icon: Icon, middle: tuple[float, float], reach: float, colour: Colour) -> None:
    (x, y), (discs, shapes) = middle, ICONS[icon]
    for across, down, radius in discs:
        pygame.draw.circle(surface, colour, (x + across * reach, y + down * reach), radius * reach)
    for corners in shapes:
        pygame.draw.polygon(surface, colour, [(x + across * reach, y + down * reach) for across, down in corners])


def _shape(surface: pygame.Surface, tone: Tone, middle: tuple[float, float], reach: float, colour: Colour) -> None:
    """A game colour's own shape."""
    corners = SHAPES[tone].value
    if not corners:
        pygame.draw.circle(surface, colour, middle, reach * 0.9)
        return
    x, y = middle
    pygame.draw.polygon(
        surface, colour, [(x + reach * sin(2 * pi * turn), y - reach * cos(2 * pi * turn)) for turn in corners]
    )


def _stroke(
    surface: pygame.Surface,
    colour: Colour,
    start: tuple[float, float],
    end: tuple[float, float],
    thick: float,
    luck: Random,
) -> None:
    """One stroke of the pen, in parts of the surface, as a row of discs along a slightly bent line."""
    wide, tall = surface.get_size()
    unit = min(wide, tall)
    x0, y0 = (start[0] + luck.uniform(-0.03, 0.03)) * wide, (start[1] + luck.uniform(-0.04, 0.04)) * tall
    x1, y1 = (end[0] + luck.uniform(-0.03, 0.03)) * wide, (end[1] + luck.uniform(-0.04, 0.04)) * tall
    bend = luck.uniform(-0.06, 0.06) * unit
    length = max(abs(x1 - x0), abs(y1 - y0), 1)
    steps = max(12, int(length / (unit * thick * 0.35)))
    nx, ny = (y1 - y0) / length, (x0 - x1) / length
    for i in range(steps + 1):
        t = i / steps
        swell = 0.62 + 0.38 * sin(pi * t) + 0.05 * cos(9 * t)
        off = bend * sin(pi * t)
        pygame.draw.circle(
            surface, colour, (x0 + (x1 - x0) * t + nx * off, y0 + (y1 - y0) * t + ny * off), unit * thick * swell
        )


def start_video(driver: str | None) -> tuple[int, int]:
    """Start SDL's video, with a driver or the one it finds, and give the screen's size; raises OSError if it cannot."""
    if driver is not None:
        os.environ["SDL_VIDEODRIVER"] = driver
    if os.environ.get("SDL_VIDEODRIVER") == "kmsdrm":
        # Without these the KMSDRM driver scans out black on some machines while reporting no error: the first is for a
        # window with vsync, the second for one without.
        os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "opengles2")
    try:
        pygame.display.init()
        return pygame.display.get_desktop_sizes()[0]
    except (pygame.error, IndexError) as fault:
        raise OSError(str(fault)) from fault


def stop_video() -> None:
    """Give the screen back."""
    pygame.display.quit()
