"""How large everything is at one scale: the widths and heights that a tree needs on a screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from display.pixels.measures import Measures
from display.tree import AnyNode, Area, Bars, Dice, Dot, Grid, ScoreRow, ScoreTable, Space, Stack, Text, Thumb
from engine.words import Message

# The shorter side of a finger target, as a part of the screen's shorter side: 9 mm on a 7" screen of 800x480.
LEAST_TARGET = 0.1
# The side of a box on a sheet: a finger near it will do, so it may be smaller.
LEAST_BOX = 0.056
# No text is smaller than this part of the screen's shorter side: 12 pixels on 800x480.
LEAST_TEXT = 0.025
SHRINKS_TO = 0.55
SLIM = 0.6  # of the height of an ordinary row of a sheet
# Of a score sheet, in units: between its columns and before a figure, between its lines, and at a line's ends.
SCORE_GAP, SCORE_LINE_GAP, SCORE_PAD = 16, 6, 10
# A line may end at a space, or after a hyphen between letters, as in long names.
BREAKS = re.compile(r"(?<= )|(?<=[^\W\d_]-)(?=[^\W\d_])")


class Metrics(Protocol):
    """How large a text is; answered by the painter, whose fonts are the ones that count."""

    def width(self, text: str, pixels: int, bold: bool) -> int: ...

    def line(self, pixels: int) -> int: ...


class Sizer:
    """Measures trees at one scale, each measure once."""

    def __init__(
        self, metrics: Metrics, tell: Callable[[Message], str], scale: float, shorter: int, measures: Measures
    ) -> None:
        self.metrics = metrics
        self._measures = measures
        self.tell = tell
        self.scale = scale * shorter / 720
        self.least_target = round(shorter * LEAST_TARGET)
        self.least_box = round(shorter * LEAST_BOX)
        self.least_text = round(shorter * LEAST_TEXT)
        # By the node's measure, and most of them by the width at hand.
        self._heights: dict[tuple[int, int], int] = {}
        self._widths: dict[int, tuple[int, int]] = {}
        self._shares: dict[tuple[int, int], list[int]] = {}
        self._set: dict[tuple[int, int], tuple[int, list[str]]] = {}

    def px(self, units: float) -> int:
        return max(1, round(units * self.scale)) if units else 0

    def letters(self, node: Text) -> tuple[int, int]:
        """How high a text's letters are in pixels, and how far they may shrink."""
        pixels = max(self.px(node.size.value), self.least_text)
        return pixels, max(round(pixels * SHRINKS_TO), self.least_text) if node.shrink else pixels

    # Widths: (the least, the natural one).

    def widths(self, node: AnyNode) -> tuple[int, int]:
        measure = self._measures[node]
        known = self._widths.get(measure)
        if known is None:
            known = self._widths[measure] = self._measure_widths(node)
        return known

    def _measure_widths(self, node: AnyNode) -> tuple[int, int]:
        match node:
            case Text():
                text, (pixels, smallest) = self.tell(node.says), self.letters(node)
                pieces = (piece.rstrip(" ") for line in text.split("\n") for piece in BREAKS.split(line))
                least = max(self.metrics.width(piece, smallest, node.bold) for piece in pieces)
                return least, self.metrics.width(text, pixels, node.bold)
            case Dot():
                return self.px(node.size), self.px(node.size)
            case Space():
                return 0, 0
            case Dice():
                least, across = self.least_die(node), node.across or min(4, len(node.faces))
                return min(3, across) * (least + self.px(12)), across * (least + self.px(12))
            case Grid():
                columns, wide = whole_columns(node), self.px(node.gap * 2) if node.gap_after is not None else 0
                natural = round(columns * (self.px(node.cell) + self.px(node.gap))) + wide
                return round(natural * 0.6), natural
            case ScoreTable():
                gaps, (pixels, smallest) = self.px(SCORE_GAP) * (node.columns - 1), self.score_letters(node)
                least, natural = (node.columns * self._score_width(node, size) + gaps for size in (smallest, pixels))
                return least, natural
            case Bars():
                return self.px(node.height * 1.5), self.px(node.height * 2)
            case Thumb():
                wide = self.px(node.height * len(node.rows[0]) / len(node.rows))
                return wide, wide
            case Stack():
                each = [self.widths(child) for child in node.children]
                return max(w[0] for w in each), max(w[1] for w in each)
            case Area():
                pads = 2 * self.px(node.pad)
                each = [self.widths(child) for child in node.children]
                if not each:
                    least = natural = 0
                elif node.across:
                    gaps = self.px(node.gap) * (len(each) - 1)
                    least, natural = sum(w[0] for w in each) + gaps, sum(w[1] for w in each) + gaps
                else:
                    least, natural = max(w[0] for w in each), max(w[1] for w in each)
                floor = self.least_target if node.target is not None else 0
                return max(least + pads, floor), max(natural + pads, floor)

    # Heights at a given width.

    def height(self, node: AnyNode, width: int) -> int:
        key = (self._measures[node], width)
        known = self._heights.get(key)
        if known is None:
            known = self._heights[key] = self._measure_height(node, width)
        return known

    def _measure_height(self, node: AnyNode, width: int) -> int:
        match node:
            case Text():
                pixels, lines = self.set_text(node, width)
                return self.metrics.line(pixels) * len(lines)
            case Dot():
                return self.px(node.size)
            case Space():
                return 0
            case Dice():
                least, gap = self.least_die(node), self.px(12)
                across = node.across or max(1, min(len(node.faces), (width + gap) // (least + gap)))
                rows = -(-len(node.faces) // across)
                return rows * (least + gap) - gap
            case Grid():
                across = int((width - self.px(node.gap) * len(node.rows[0])) / whole_columns(node))
                tall = min(across, max(self.px(node.cell), self.least_box))
                return sum(self.row_heights(node, tall)) + self.px(node.gap) * (len(node.rows) - 1)
            case ScoreTable():
                tall, down = self.score_height(node, self.set_scores(node, width)), score_lines(node)
                return down * tall + (down - 1) * self.px(SCORE_LINE_GAP)
            case Bars() | Thumb():
                return self.px(node.height)
            case Stack():
                return max(self.height(child, width) for child in node.children)
            case Area():
                pads = 2 * self.px(node.pad)
                if node.across:
                    each = zip(node.children, self.share(node, width - pads), strict=True)
                    inner = max((self.height(child, w) for child, w in each), default=0)
                else:
                    gaps = self.px(node.gap) * max(0, len(node.children) - 1)
                    inner = sum(self.height(child, width - pads) for child in node.children) + gaps
                return max(inner + pads, self.least_target if node.target is not None else 0)

    def least_die(self, node: Dice[object]) -> int:
        """A die that can be touched is as large as a finger."""
        least = self.px(node.least)
        return max(least, self.least_target) if any(face.target for face in node.faces) else least

    def row_heights(self, node: Grid[object], tall: float) -> list[int]:
        return [round(tall * SLIM) if number in node.slim else round(tall) for number in range(len(node.rows))]

    def score_letters(self, node: ScoreTable[object]) -> tuple[int, int]:
        """How high the letters of a score sheet are in pixels, and how far they may shrink."""
        pixels = max(self.px(node.size.value), self.least_text)
        return pixels, max(round(pixels * SHRINKS_TO), self.least_text)

    def set_scores(self, node: ScoreTable[object], width: int) -> int:
        """The size of a score sheet's letters, so that all of its lines fit the width."""
        pixels, smallest = self.score_letters(node)
        room = score_width(node, width, self.px(SCORE_GAP))
        while pixels > smallest and self._score_width(node, pixels) > room:
            pixels -= 1
        return pixels

    def score_height(self, node: ScoreTable[object], pixels: int) -> int:
        """How high each line is: as a box, where a finger may choose one."""
        tall = self.metrics.line(pixels) + self.px(SCORE_LINE_GAP)
        return max(tall, self.least_box) if any(row.target for row in node.rows) else tall

    def figure(self, row: ScoreRow[object]) -> str:
        return row.figure if isinstance(row.figure, str) else self.tell(row.figure)

    def _score_width(self, node: ScoreTable[object], pixels: int) -> int:
        width = self.metrics.width
        widest = max(
            (width(self.tell(row.words), pixels, False) + width(self.figure(row), pixels, True) for row in node.rows),
            default=0,
        )
        return widest + 2 * self.px(SCORE_PAD) + self.px(SCORE_GAP)

    def share(self, node: Area[object], width: int) -> list[int]:
        """The widths of children side by side: natural ones, shrunk or grown to fill the row."""
        key = (self._measures[node], width)
        known = self._shares.get(key)
        if known is None:
            known = self._shares[key] = self._measure_share(node, width)
        return known

    def _measure_share(self, node: Area[object], width: int) -> list[int]:
        room = width - self.px(node.gap) * max(0, len(node.children) - 1)
        each = [self.widths(child) for child in node.children]
        natural = [w[1] for w in each]
        spare = room - sum(natural)
        weights = [child.grow for child in node.children]
        if spare < 0:
            if all(weights):  # equals stay equal where each can be as narrow as that
                equal = [int(room * weight / sum(weights)) for weight in weights]
                if all(share >= least for share, (least, _) in zip(equal, each, strict=True)):
                    return _filled(equal, room, weights)
            give = [w[1] - w[0] for w in each]
            total = sum(give)
            if total <= 0:
                return natural
            shrunk = [n - min(g, -(spare * g) // total + (1 if g else 0)) for n, g in zip(natural, give, strict=True)]
            return _filled(shrunk, room, give)
        if not sum(weights):
            return natural
        # Children that grow share the whole width by weight, so equal weights give equal widths whatever they hold.
        fixed = sum(n for n, weight in zip(natural, weights, strict=True) if not weight)
        pool, total_weight = room - fixed, sum(weights)
        shared = [
            int(pool * weight / total_weight) if weight else n for n, weight in zip(natural, weights, strict=True)
        ]
        short = [max(0, n - s) for n, s in zip(natural, shared, strict=True)]
        if any(short):
            extra = [max(0, s - n) for n, s in zip(natural, shared, strict=True)]
            total_extra = sum(extra)
            need = sum(short)
            shared = [
                n if lack else s - min(more, -(-need * more // max(1, total_extra)))
                for n, s, lack, more in zip(natural, shared, short, extra, strict=True)
            ]
        return _filled(shared, room, weights)

    def set_text(self, node: Text, width: int) -> tuple[int, list[str]]:
        """The text's size and its lines, broken at words to fit the width."""
        key = (self._measures[node], width)
        known = self._set.get(key)
        if known is None:
            known = self._set[key] = self._break_lines(node, width)
        return known

    def _break_lines(self, node: Text, width: int) -> tuple[int, list[str]]:
        text, (pixels, smallest) = self.tell(node.says), self.letters(node)
        while pixels > smallest and self.metrics.width(text, pixels, node.bold) > width:
            pixels -= 1
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for piece in BREAKS.split(paragraph):
                if line and self.metrics.width((line + piece).rstrip(" "), pixels, node.bold) > width:
                    lines.append(line.rstrip(" "))
                    line = piece
                else:
                    line += piece
            lines.append(line.rstrip(" "))
        return pixels, lines


def score_lines(node: ScoreTable[object]) -> int:
    """How many lines the longest column of a score sheet has."""
    return -(-len(node.rows) // node.columns)


def score_width(node: ScoreTable[object], width: int, gap: int) -> int:
    """How wide each column of a score sheet is."""
    return (width - gap * (node.columns - 1)) // node.columns


def whole_columns(node: Grid[object]) -> float:
    """How many ordinary columns are as wide as all of this sheet."""
    return len(node.rows[0]) - (1 - SLIM) * len(node.narrow)


def _filled(widths: list[int], room: int, takers: Sequence[float]) -> list[int]:
    """The widths with the pixels that rounding left over, so that all rows of a screen end at the same edge."""
    taking = [i for i, taker in enumerate(takers) if taker]
    for left in range(room - sum(widths)):
        widths[taking[left % len(taking)]] += 1
    return widths
