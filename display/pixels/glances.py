"""What is seen at a glance: a seat's dot, bars of progress, and a sheet too small to read."""

from __future__ import annotations

from display.pixels.brush import STRUCK, Brush
from display.pixels.colours import mixed
from display.pixels.rects import Rect
from display.tree import Bars, Dot, Thumb, Tone


def paint_dot(brush: Brush, node: Dot, rect: Rect) -> None:
    colour = brush.theme.tones[node.tone]
    brush.dot(rect, colour, node.filled)
    ink = brush.theme.ink_on(colour) if node.filled else colour
    brush.write_centred(str(node.number), round(rect.w * 0.62), ink, rect)


def paint_bars(brush: Brush, node: Bars, rect: Rect) -> None:
    tones, strike = brush.theme.tones, brush.theme.strike
    rows = len(node.rows)
    gap = max(1, rect.h // (rows * 4))
    tall = (rect.h - gap * (rows - 1)) // rows
    dot = tall
    wide = rect.w - 2 * (dot + gap)
    for i, (progress, misses, struck) in enumerate(node.rows):
        y = rect.y + i * (tall + gap)
        track = tones[Tone.SUNK]
        brush.rounded(Rect(rect.x, y, wide, tall), tall // 2, track)
        if progress > 0:
            done = tones[Tone.QUIET if struck else Tone.ACCENT if i == node.pointed else Tone.INK]
            brush.rounded(Rect(rect.x, y, max(tall, round(wide * progress)), tall), tall // 2, done)
        for miss in range(2):
            place = Rect(rect.x + wide + gap + miss * (dot + gap // 2), y, dot, tall)
            brush.rounded(place, tall // 2, strike if miss < misses else track)
        if struck:
            brush.pen(STRUCK, Rect(rect.x, y, wide, tall), i, strike)


def paint_thumb(brush: Brush, node: Thumb, rect: Rect) -> None:
    tones = brush.theme.tones
    rows, columns = len(node.rows), len(node.rows[0])
    side = max(2, min(rect.w // columns, rect.h // rows))
    left, top = rect.x + (rect.w - side * columns) // 2, rect.y + (rect.h - side * rows) // 2
    gap = 1 if side < 8 else 2
    used = {tone for dots in node.rows for tone, _ in dots}
    open_dots = {tone: mixed(tones[tone], tones[Tone.PANEL], 0.62) for tone in used}
    crossed_dot, fill = tones[Tone.INK], brush.canvas.fill
    for r, dots in enumerate(node.rows):
        for c, (tone, crossed) in enumerate(dots):
            colour = crossed_dot if crossed else open_dots[tone]
            fill(colour, (left + c * side, top + r * side, side - gap, side - gap))
