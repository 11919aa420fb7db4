"""Sheets of boxes: what is printed on them, what the pen has drawn, and what a focused choice would add."""

from __future__ import annotations

from typing import NamedTuple

from display.pixels.brush import STRUCK, Brush
from display.pixels.colours import Colour, mixed
from display.pixels.rects import Rect
from display.pixels.shapes import SHAPES
from display.pixels.theme import Theme
from display.tree import Cell, Grid, Mark, Target, Tone

EDGE = 2  # pixels of a box within which there is nothing but its fill, and these marks
OUT_TO_THE_EDGE = (Mark.SLASH, Mark.SLASHES)
NOTHING: frozenset[str] = frozenset()


class Inks(NamedTuple):
    """The colours of a box and of what is in it."""

    fill: Colour
    corner: Colour  # its tone's shape
    gold: Colour
    star: Colour
    text: Colour
    mark: Colour


class Sheets:
    """Paints grids. The colours of boxes are mixed once and kept: there are a hundred boxes, and few kinds of them."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._inks: dict[tuple[Tone, bool, bool], Inks] = {}

    def paint(
        self,
        brush: Brush,
        node: Grid[object],
        places: tuple[Rect, ...],
        focused: Target[object] | None,
        damage: Rect | None,
    ) -> None:
        """Paint a sheet, or of its boxes only those that reach into the damaged place."""
        tones, columns = brush.theme.tones, len(node.rows[0])
        shown = focused.shows if focused is not None else NOTHING
        if node.lit is not None:
            first, last = places[node.lit], places[-columns + node.lit]
            margin = max(2, first.w // 12)
            lane = Rect(first.x, first.y, first.w, last.bottom - first.y)
            brush.rounded(lane.grown(margin), brush.radius, tones[Tone.RAISED])
        reached = None if damage is None else damage.grown(max(map(box_margin, places[:columns])))
        for r, cells in enumerate(node.rows):
            row = places[r * columns : (r + 1) * columns]
            line = Rect(row[0].x, row[0].y, row[-1].right - row[0].x, row[0].h)
            margin = line_margin(line)
            if reached is not None and not line.grown(2 * margin).meets(reached):
                continue
            if r == node.pointed:
                brush.rounded(line.grown(margin), brush.radius, tones[Tone.RAISED])
                bar = Rect(line.x - 2 * margin, line.y + line.h // 5, margin, line.h * 3 // 5)
                brush.rounded(bar, margin // 2, tones[Tone.ACCENT])
            struck = r in node.struck
            for c, (cell, place) in enumerate(zip(cells, row, strict=True)):
                if reached is not None and not place.meets(reached):
                    continue
                seed = r * columns + c
                if cell.tone is None:
                    _print(brush, cell, place, seed, lit=c == node.lit and r == 0)
                    continue
                preview = focused if cell.key in shown else None
                _ring(brush, cell, place, preview)
                if damage is None or place.meets(damage):
                    whole = damage is None or cell.mark in OUT_TO_THE_EDGE or place.inset(EDGE).meets(damage)
                    self._box(brush, cell, cell.tone, place, preview, seed, struck, whole)
            if struck:
                brush.pen(STRUCK, line, r, brush.theme.strike)

    def _box(
        self,
        brush: Brush,
        cell: Cell[object],
        tone: Tone,
        rect: Rect,
        preview: Target[object] | None,
        seed: int,
        struck: bool,
        whole: bool,
    ) -> None:
        """Paint a box; not `whole`, but only up to its edge, if it is damaged no farther."""
        radius, _ = _edges(rect)
        inks = self._inks_of(tone, struck or cell.mark is not None, cell.faded)
        brush.rounded(rect, radius, inks.fill)
        if not whole:
            return
        if tone in SHAPES:
            brush.corner(rect, tone, inks.corner)
        if cell.gold:
            inner = rect.inset(max(2, rect.w // 12))
            brush.rounded(inner, radius, inks.gold)
            brush.rounded(inner.inset(max(2, rect.w // 12)), radius, inks.fill)
        if cell.star:
            brush.star(rect, inks.star)
        if cell.text:
            brush.write_centred(cell.text, round(min(rect.w, rect.h) * 0.52), inks.text, rect)
        mark = cell.mark
        if mark is None and preview is not None and preview.crosses:
            mark = Mark.CROSS
        if mark is not None:
            pen = brush.theme.strike if mark is Mark.TICK else inks.mark
            brush.pen(mark.value, _middle(rect), seed, pen)

    def _inks_of(self, tone: Tone, sunk: bool, faded: bool) -> Inks:
        """A box that is marked, or in a row that is struck, sinks into the paper; what cannot be had fades."""
        key = (tone, sunk, faded)
        known = self._inks.get(key)
        if known is None:
            theme, panel = self._theme, self._theme.tones[Tone.PANEL]
            fill = theme.tones[tone]
            if sunk:
                fill = mixed(fill, panel, 0.55 if tone in SHAPES else 0.72)
            elif faded:
                fill = mixed(fill, panel, 0.5)
            ink = theme.ink_on(fill)
            known = self._inks[key] = Inks(
                fill=fill,
                corner=mixed(fill, ink, 0.55),
                gold=mixed(theme.gold, fill, 0.6 if sunk else 0),
                star=mixed(fill, ink, 0.35) if sunk else ink,
                text=mixed(fill, ink, 0.62) if sunk else ink,
                mark=ink,
            )
        return known


def _ring(brush: Brush, cell: Cell[object], rect: Rect, preview: Target[object] | None) -> None:
    """What surrounds a box that is shown, new or won."""
    radius, line = _edges(rect)
    tones = brush.theme.tones
    if preview is not None:
        brush.rounded(rect.grown(2 * line), radius + 2 * line, brush.theme.focus)
        brush.rounded(rect.grown(line), radius + line, tones[Tone.PANEL])
    elif cell.fresh or cell.ring:
        brush.rounded(rect.grown(line), radius + line, tones[Tone.ACCENT])


def line_margin(row: Rect) -> int:
    """How far the ground of the row that is pointed at reaches beyond it; the pointer reaches twice as far."""
    return max(3, row.h // 12)


def box_margin(rect: Rect) -> int:
    """How far the rings around a box reach."""
    return 2 * _edges(rect)[1]


def _edges(rect: Rect) -> tuple[int, int]:
    """The radius of a box's corners, and how wide the rings around it are."""
    radius = max(3, min(rect.w, rect.h) // 7)
    return radius, max(2, radius // 3)


def _middle(rect: Rect) -> Rect:
    side = min(rect.w, rect.h)
    return Rect(rect.x + (rect.w - side) // 2, rect.y + (rect.h - side) // 2, side, side)


def _print(brush: Brush, cell: Cell[object], rect: Rect, seed: int, lit: bool) -> None:
    """What is printed beside the boxes: letters and values, circled once they are won."""
    tones = brush.theme.tones
    ink = tones[Tone.ACCENT if cell.ring or lit else Tone.INK]
    if cell.faded:
        ink = mixed(ink, tones[Tone.PANEL], 0.55)
    middle = _middle(rect)
    side = middle.w
    if cell.ring:
        brush.rounded(middle, side // 2, tones[Tone.ACCENT])
        line = max(2, side // 14)
        brush.rounded(middle.inset(line), side // 2, tones[Tone.PANEL])
    if cell.icon is not None:
        brush.icon(cell.icon, middle.inset(max(1, side // 6)), ink)
    elif cell.text:
        brush.write_centred(cell.text, round(side * 0.74), ink, rect)
    if cell.mark is not None:
        pen = brush.theme.strike if cell.faded else tones[Tone.ACCENT]
        brush.pen(cell.mark.value, middle, seed, pen)
