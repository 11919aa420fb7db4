"""The strokes of which every picture is made: filled shapes with smooth edges, texts, signs and marks of a pen.

Everything is drawn from vectors at the target size, larger and scaled down so that edges are smooth, and kept.
"""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

import pygame

from display.pixels.colours import Colour
from display.pixels.icons import ICONS, star
from display.pixels.rects import Rect
from display.pixels.shapes import SHAPES
from display.pixels.sprites import Sprites
from display.pixels.text import Fonts
from display.pixels.theme import Skin, Theme
from display.tree import Icon, Mark, Tone

FINE = 4  # supersampling: edges are drawn so many times larger and scaled down
SMALL = 16_000  # pixels; a larger box would take much room, and is filled as quickly
CORNER = 0.018  # of the screen's shorter side
STRUCK = "strike"
# A mark of the pen: strokes from and to, in parts of the box, and how thick.
STROKES = {
    Mark.CROSS.value: ((((0.2, 0.22), (0.8, 0.8)), ((0.79, 0.19), (0.2, 0.81))), 0.045),
    Mark.TICK.value: ((((0.22, 0.52), (0.42, 0.78)), ((0.42, 0.78), (0.8, 0.2))), 0.045),
    Mark.SLASH.value: ((((0.86, 0.06), (0.14, 0.94)),), 0.035),
    Mark.SLASHES.value: ((((0.86, 0.06), (0.14, 0.94)), ((0.14, 0.06), (0.86, 0.94))), 0.035),
    STRUCK: ((((0.005, 0.56), (0.995, 0.44)),), 0.05),
}


class Brush:
    """Draws on a canvas in the colours of a theme."""

    def __init__(self, canvas: pygame.Surface, theme: Theme, fonts: Fonts, sprites: Sprites) -> None:
        self.canvas = canvas
        self.theme = theme
        self.fonts = fonts
        self.sprites = sprites
        self.last_body: tuple[tuple[Skin, int], pygame.Surface] | None = None  # of a die, before it has a face
        self.radius = max(4, round(min(canvas.get_size()) * CORNER))  # of the corners of buttons and panels

    @property
    def line(self) -> int:
        """How wide the rings around buttons and panels are."""
        return max(2, self.radius // 4)

    # Texts.

    def write(self, text: str, pixels: int, bold: bool, colour: Colour, x: int, y: int, tall: int) -> None:
        """A text from a place on, in the middle of a line of this height."""
        key = ("text", text, pixels, bold, colour)
        sprite = self.sprites.get(key)
        if sprite is None:
            sprite = self.sprites.keep(key, self.fonts.font(pixels, bold).render(text, True, colour))
        self.canvas.blit(sprite, (x, y + (tall - sprite.get_height()) // 2))

    def write_centred(self, text: str, pixels: int, colour: Colour, rect: Rect) -> None:
        wide = self.fonts.width(text, pixels, True)
        self.write(text, pixels, True, colour, rect.x + (rect.w - wide) // 2, rect.y, rect.h)

    # Shapes.

    def rounded(self, rect: Rect, radius: int, colour: Colour) -> None:
        """A filled rectangle with round corners. A small one is kept as a picture: that takes less time than all of its
        fills and corners."""
        x, y, w, h = rect
        radius = min(radius, w // 2, h // 2)
        if radius < 1:
            self.canvas.fill(colour, (x, y, w, h))
        elif w * h > SMALL:
            self._fill_around(self.canvas, rect, radius, colour, 0)
        else:
            key = ("rounded", w, h, radius, colour)
            box = self.sprites.get(key)
            if box is None:
                box = clear(w, h, (0, 0, 0))
                # Adding to nothing leaves the see-through edges of the corners as they are.
                self._fill_around(box, Rect(0, 0, w, h), radius, colour, pygame.BLEND_RGBA_ADD)
                self.sprites.keep(key, box)
            self.canvas.blit(box, (x, y))

    def _fill_around(self, surface: pygame.Surface, rect: Rect, radius: int, colour: Colour, blend: int) -> None:
        """Plain fills, and one supersampled disc for the four corners."""
        key = ("disc", radius, colour)
        disc = self.sprites.get(key)
        if disc is None:
            big = clear(2 * radius * FINE, 2 * radius * FINE, colour)
            pygame.draw.circle(big, colour, (radius * FINE, radius * FINE), radius * FINE)
            disc = self.sprites.keep(key, pygame.transform.smoothscale(big, (2 * radius, 2 * radius)))
        (x, y, w, h), r = rect, radius
        surface.fill(colour, (x + r, y, w - 2 * r, h))
        surface.fill(colour, (x, y + r, r, h - 2 * r))
        surface.fill(colour, (x + w - r, y + r, r, h - 2 * r))
        surface.blit(disc, (x, y), (0, 0, r, r), blend)
        surface.blit(disc, (x + w - r, y), (r, 0, r, r), blend)
        surface.blit(disc, (x, y + h - r), (0, r, r, r), blend)
        surface.blit(disc, (x + w - r, y + h - r), (r, r, r, r), blend)

    def dot(self, rect: Rect, colour: Colour, filled: bool) -> None:
        key = ("dot", rect.w, colour, filled)
        sprite = self.sprites.get(key)
        if sprite is None:
            big = clear(rect.w * FINE, rect.w * FINE, colour)
            centre = rect.w * FINE // 2
            ring = 0 if filled else max(2, rect.w // 10) * FINE
            pygame.draw.circle(big, colour, (centre, centre), centre - FINE, ring)
            sprite = self.sprites.keep(key, pygame.transform.smoothscale(big, (rect.w, rect.w)))
        self.canvas.blit(sprite, (rect.x, rect.y))

    # Signs.

    def corner(self, rect: Rect, tone: Tone, colour: Colour) -> None:
        """The tone's shape, small, in the corner of a box."""
        side = max(6, min(rect.w, rect.h) // 4)
        key = ("shape", tone, side, colour)
        sprite = self.sprites.get(key)
        if sprite is None:
            big = clear(side * FINE, side * FINE, colour)
            draw_shape(big, tone, (side * FINE / 2, side * FINE / 2), side * FINE * 0.46, colour)
            sprite = self.sprites.keep(key, pygame.transform.smoothscale(big, (side, side)))
        self.canvas.blit(sprite, (rect.right - side - side // 3, rect.bottom - side - side // 3))

    def star(self, rect: Rect, colour: Colour) -> None:
        side = round(min(rect.w, rect.h) * 0.7)
        key = ("star", side, colour)
        sprite = self.sprites.get(key)
        if sprite is None:
            big = clear(side * FINE, side * FINE, colour)
            half = side * FINE / 2
            pygame.draw.polygon(big, colour, [(half + x * half, half + y * half) for x, y in star(reach=0.96)])
            sprite = self.sprites.keep(key, pygame.transform.smoothscale(big, (side, side)))
        self.canvas.blit(sprite, (rect.x + (rect.w - side) // 2, rect.y + (rect.h - side) // 2))

    def icon(self, icon: Icon, rect: Rect, colour: Colour) -> None:
        key = ("icon", icon, rect.w, colour)
        sprite = self.sprites.get(key)
        if sprite is None:
            big = clear(rect.w * FINE, rect.w * FINE, colour)
            draw_icon(big, icon, (rect.w * FINE / 2, rect.w * FINE / 2), rect.w * FINE / 2, colour)
            sprite = self.sprites.keep(key, pygame.transform.smoothscale(big, (rect.w, rect.w)))
        self.canvas.blit(sprite, (rect.x, rect.y))

    def pen(self, what: str, rect: Rect, seed: int, colour: Colour) -> None:
        """A mark drawn by hand: slightly uneven strokes, thicker in the middle. A few variants are enough."""
        x, y, w, h = rect
        variant = seed % 5
        key = ("pen", what, w, h, variant, colour)
        sprite = self.sprites.get(key)
        if sprite is None:
            big = clear(w * FINE, h * FINE, colour)
            luck = Random(f"{what} {variant}")
            strokes, thick = STROKES[what]
            for start, end in strokes:
                _stroke(big, colour, start, end, thick, luck)
            sprite = self.sprites.keep(key, pygame.transform.smoothscale(big, (w, h)))
        self.canvas.blit(sprite, (x, y))


# What draws on a surface of its own, which is scaled down later.


def clear(wide: int, tall: int, colour: Colour) -> pygame.Surface:
    """A see-through surface in the colour to be drawn, so that scaling leaves no dark fringe."""
    surface = pygame.Surface((wide, tall), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    return surface


def draw_bar(
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


def draw_icon(surface: pygame.Surface, icon: Icon, middle: tuple[float, float], reach: float, colour: Colour) -> None:
    (x, y), (discs, shapes) = middle, ICONS[icon]
    for across, down, radius in discs:
        pygame.draw.circle(surface, colour, (x + across * reach, y + down * reach), radius * reach)
    for corners in shapes:
        pygame.draw.polygon(surface, colour, [(x + across * reach, y + down * reach) for across, down in corners])


def draw_shape(surface: pygame.Surface, tone: Tone, middle: tuple[float, float], reach: float, colour: Colour) -> None:
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
