"""Score sheets: words and figures in lines, some of which can be chosen."""

from __future__ import annotations

from display.pixels.brush import Brush
from display.pixels.placed import Placed
from display.pixels.rects import Rect
from display.tree import ScoreTable, Tone


def ring_width(rect: Rect) -> int:
    """How wide the ring around a line of the score sheet is."""
    return max(2, rect.h // 14)


def paint_scores(brush: Brush, node: ScoreTable[object], item: Placed, focus: str | None) -> None:
    tones = brush.theme.tones
    for number, (row, rect) in enumerate(zip(node.rows, item.parts, strict=True)):
        radius, line = max(3, rect.h // 6), ring_width(rect)
        if row.target is not None:
            if row.target.name == focus:
                brush.rounded(rect.grown(2 * line), radius + 2 * line, brush.theme.focus)
                brush.rounded(rect.grown(line), radius + line, tones[Tone.PANEL])
            brush.rounded(rect, radius, tones[Tone.RAISED])
        words, figure = item.lines[2 * number : 2 * number + 2]
        ink = tones[row.tone]
        for text, bold in ((words, False), (figure, True)):
            if text.text:
                brush.write(text.text, item.pixels, bold, ink, text.rect.x, text.rect.y, text.rect.h)
