"""Dice: as they lie on the tray, and as they tumble."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import Never

import pygame
from msgspec.structs import replace

from display.motion import Pose, pose
from display.pixels.brush import FINE, Brush, clear, draw_bar, draw_icon, draw_shape
from display.pixels.colours import mixed
from display.pixels.rects import Rect
from display.pixels.shapes import SHAPES
from display.pixels.theme import Skin, Theme
from display.tree import Dice, DieKind, Face, Icon, Tone

PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "5": ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
# What a die shows while it tumbles.
TUMBLING: dict[DieKind, tuple[Face[Never], ...]] = {
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


def reach(rect: Rect) -> Rect:
    """All that a die in this place may cover, with its shadow and the rings around it, while it lies."""
    return rect.grown(max(2 * _line(rect), rect.w // 8))


def airspace(rect: Rect) -> Rect:
    """All that a die in this place may cover while it turns and hops."""
    return rect.grown(rect.w)


def paint_dice(brush: Brush, node: Dice[object], places: tuple[Rect, ...], focus: str | None, now: float) -> None:
    ringed_twice: tuple[Face[object], Rect] | None = None
    for face, rect, rolling in _in_turn(node, places):
        seen = pose(rolling, now - node.tumble) if node.tumble is not None and rolling is not None else None
        focused = face.target is not None and face.target.name == focus
        if seen is not None:
            _paint_tumbling(brush, face, rect, seen)
        elif focused and face.lifted:
            ringed_twice = face, rect
        else:
            _paint_lying(brush, face, rect, focused)
    if ringed_twice is not None:  # painted last, so that the ring of another lifted die does not cover its rings
        _paint_lying(brush, *ringed_twice, focused=True)


def moving(node: Dice[object], now: float) -> bool:
    """Whether any of the dice is in the air."""
    if node.tumble is None:
        return False
    thrown = sum(face.tumbles for face in node.faces)
    return thrown > 0 and pose(thrown - 1, now - node.tumble) is not None


def _in_turn(node: Dice[object], places: tuple[Rect, ...]) -> Iterator[tuple[Face[object], Rect, int | None]]:
    """Each die with its place, and its number among the thrown ones, from 0; None if it lies still."""
    thrown = 0
    for face, rect in zip(node.faces, places, strict=True):
        yield face, rect, thrown if face.tumbles else None
        thrown += face.tumbles


def _line(rect: Rect) -> int:
    return max(3, rect.w // 18)


def _paint_tumbling(brush: Brush, face: Face[object], rect: Rect, seen: Pose) -> None:
    shown = TUMBLING[face.kind][seen.face]
    if face.kind is DieKind.LETTER:
        shown = replace(shown, tone=face.tone)  # its own colour tells which die it is
    turned = pygame.transform.rotozoom(die_sprite(brush, shown, rect.w), seen.angle, 1)
    middle = (rect.x + rect.w // 2, rect.y + rect.h // 2 - round(seen.hop * rect.h))
    brush.canvas.blit(turned, turned.get_rect(center=middle))


def _paint_lying(brush: Brush, face: Face[object], rect: Rect, focused: bool) -> None:
    if face.lifted or focused:
        line, radius, theme = _line(rect), rect.w // 5, brush.theme
        accent, ground = theme.tones[Tone.ACCENT], theme.tones[Tone.PANEL]
        brush.rounded(rect.grown(2 * line), radius + 2 * line, theme.focus if focused else accent)
        if face.lifted and focused:  # both rings, with a gap between them
            brush.rounded(rect.grown(line + 1), radius + line + 1, ground)
            brush.rounded(rect.grown(line - 1), radius + line - 1, accent)
        else:
            brush.rounded(rect.grown(line), radius + line, ground)
    brush.canvas.blit(die_sprite(brush, face, rect.w), (rect.x - rect.w // 8, rect.y - rect.w // 8))


def die_sprite(brush: Brush, face: Face[object], side: int) -> pygame.Surface:
    """A die with its shadow, on a surface a quarter wider than the die."""
    key = ("die", face.kind, face.text, face.icon, face.tone, side, face.gone)
    known = brush.sprites.get(key)
    if known is not None:
        return known
    skin = _skin(brush.theme, face)
    body = _body(brush, skin, side).copy()
    m, s = side // 8 * FINE, side * FINE
    _draw_face(body, brush, face, skin, pygame.Rect(m, m, s, s - s // 22))
    sprite = _shadow(brush, side).copy()
    sprite.blit(pygame.transform.smoothscale(body, sprite.get_size()), (0, 0))
    if face.gone:
        sprite.set_alpha(50)
    return brush.sprites.keep(key, sprite)


def _body(brush: Brush, skin: Skin, side: int) -> pygame.Surface:
    """A large die without a face. The last one is kept, since dice of a kind come together."""
    key = (skin, side)
    if brush.last_body is not None and brush.last_body[0] == key:
        return brush.last_body[1]
    m, s = side // 8 * FINE, side * FINE
    radius, whole = s // 5, s + 2 * m
    body = clear(whole, whole, skin.edge)
    pygame.draw.rect(body, skin.edge, pygame.Rect(m, m, s, s), border_radius=radius)
    top = pygame.Rect(m, m, s, s - s // 22)
    pygame.draw.rect(body, skin.body, top, border_radius=radius)
    inner = top.inflate(-s // 9, -s // 9)
    light = mixed(skin.body, (255, 255, 255), skin.shine)
    pygame.draw.rect(body, light, inner, border_radius=radius - s // 22)
    brush.last_body = key, body
    return body


def _skin(theme: Theme, face: Face[object]) -> Skin:
    if face.kind is DieKind.LETTER and face.tone is not None:
        body = theme.tones[face.tone]
        return Skin(mixed(body, theme.shadow, 0.35), body, theme.ink_on(body), 0.08)
    return theme.skins.get(face.kind, theme.die)


def _shadow(brush: Brush, side: int) -> pygame.Surface:
    """The shadow of a die: blurred at half its size, which nobody sees and takes a fraction of the time."""
    key, shadow = ("shadow", side), brush.theme.shadow
    known = brush.sprites.get(key)
    if known is None:
        margin = side // 8
        whole = side + 2 * margin
        half = clear(whole // 2, whole // 2, shadow)
        place = pygame.Rect(margin // 2, margin // 2 + side // 24, side // 2, side // 2)
        pygame.draw.rect(half, (*shadow, 150), place, border_radius=side // 10)
        blurred = pygame.transform.gaussian_blur(half, max(1, side // 20))
        known = brush.sprites.keep(key, pygame.transform.smoothscale(blurred, (whole, whole)))
    return known


def _draw_face(body: pygame.Surface, brush: Brush, face: Face[object], skin: Skin, top: pygame.Rect) -> None:
    match face.kind:
        case DieKind.PIPS:
            _draw_pips(body, face.text, skin, top)
        case DieKind.NUMBER:
            _draw_text(body, brush, face.text, 0.62, skin, top)
        case DieKind.LETTER:
            _draw_text(body, brush, face.text, 0.66, skin, top)
            if face.tone in SHAPES:
                middle = (top.centerx + top.w * 0.33, top.centery + top.w * 0.33)
                draw_shape(body, face.tone, middle, top.w * 0.08, skin.ink)
        case DieKind.SWATCH:
            _draw_swatch(body, brush.theme, face.tone, top)
        case DieKind.SPECIAL if face.icon is not None:
            draw_icon(body, face.icon, top.center, top.w * 0.34, skin.ink)
        case DieKind.COLOUR | DieKind.SPECIAL:
            _draw_cross(body, brush.theme, face.tone, top)


def _draw_pips(body: pygame.Surface, text: str, skin: Skin, top: pygame.Rect) -> None:
    s = top.w
    for across, down in PIPS.get(text, ()):
        centre = (top.centerx + across * s * 0.26, top.centery + down * s * 0.26)
        pygame.draw.circle(body, mixed(skin.ink, skin.body, 0.25), (centre[0], centre[1] + s * 0.008), s * 0.102)
        pygame.draw.circle(body, skin.ink, centre, s * 0.096)


def _draw_text(body: pygame.Surface, brush: Brush, text: str, part: float, skin: Skin, top: pygame.Rect) -> None:
    drawn = brush.fonts.font(round(top.w * part), True).render(text, True, skin.ink)
    body.blit(drawn, drawn.get_rect(center=top.center))


def _draw_cross(body: pygame.Surface, theme: Theme, tone: Tone | None, top: pygame.Rect) -> None:
    """A cross; in a colour alone it would be faint on white: the colour fills a tile, with its shape below."""
    s, ink = top.w, theme.die.ink
    if tone is not None:
        colour = theme.tones[tone]
        ink = theme.ink_on(colour)
        pygame.draw.rect(body, colour, top.inflate(-s * 0.22, -s * 0.22), border_radius=round(s * 0.13))
        draw_shape(body, tone, (top.centerx + s * 0.25, top.centery + s * 0.25), s * 0.075, ink)
    for turn in (-1, 1):
        draw_bar(body, ink, top.center, s * 0.6, s * 0.12, turn * pi / 4)


def _draw_swatch(body: pygame.Surface, theme: Theme, tone: Tone | None, top: pygame.Rect) -> None:
    """A tile of the die's tone with its shape; black has neither."""
    s, dark = top.w, theme.die.ink
    colour = dark if tone is None else theme.tones[tone]
    pygame.draw.rect(body, dark, top.inflate(-s * 0.22, -s * 0.22), border_radius=round(s * 0.13))
    pygame.draw.rect(body, colour, top.inflate(-s * 0.27, -s * 0.27), border_radius=round(s * 0.11))
    if tone in SHAPES:
        draw_shape(body, tone, top.center, s * 0.2, theme.ink_on(colour))
