"""Where everything goes: turns a Screen into placed nodes for one screen size.

Everything is measured in units; the layout looks for the largest scale at which the whole tree fits, so a longer
language or a smaller screen gives a smaller text, never a cut one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from display.pixels.measures import Measures
from display.pixels.placed import Layout, Line, Placed
from display.pixels.rects import Rect
from display.pixels.sizes import (
    SCORE_GAP,
    SCORE_LINE_GAP,
    SCORE_PAD,
    SLIM,
    Metrics,
    Sizer,
    score_lines,
    score_width,
    whole_columns,
)
from display.tree import (
    AnyNode,
    AnyScreen,
    Area,
    Bars,
    Dice,
    Dot,
    Grid,
    ScoreTable,
    Space,
    Stack,
    Text,
    Thumb,
    walk_targets,
)
from engine.words import Message

# A scale of 1 gives the units of the tree on a screen whose shorter side is 720 pixels.
SCALES = tuple(step / 100 for step in range(130, 44, -5))
USUAL = 1.1  # where the search begins: near what most screens get

MEASURES_KEPT = 2048  # a screen has some 250, of which the next one shares most
SCORES_STRETCH = 1.5  # a line of scores may be so many times as high as it has to be


class _Placer:
    """Puts the nodes of a tree in their places, in the order in which they are painted."""

    def __init__(self, sizer: Sizer) -> None:
        self.items: list[Placed] = []
        self.stacks: list[tuple[str, ...]] = []
        self._sizer = sizer
        self._on_card: tuple[tuple[str, ...], str | None] = (), None

    def _put(
        self,
        node: AnyNode,
        rect: Rect,
        depth: int,
        pixels: int = 0,
        lines: tuple[Line, ...] = (),
        parts: tuple[Rect, ...] = (),
    ) -> None:
        self.items.append(Placed(node, rect, depth, pixels, lines, parts, *self._on_card))

    def place(self, node: AnyNode, rect: Rect, depth: int) -> None:
        match node:
            case Area():
                self._put(node, rect, depth)
                inner = rect.inset(self._sizer.px(node.pad))
                if node.across:
                    self._place_across(node, inner, depth + 1)
                else:
                    self._place_down(node, inner, depth + 1)
            case Text():
                self._place_text(node, rect, depth)
            case Dice():
                self._put(node, rect, depth, parts=self._dice_places(node, rect))
            case Grid():
                self._put(node, rect, depth, parts=self._cell_places(node, rect))
            case Dot():
                side = min(self._sizer.px(node.size), rect.w, rect.h)
                middle = Rect(rect.x + (rect.w - side) // 2, rect.y + (rect.h - side) // 2, side, side)
                self._put(node, middle, depth)
            case Space():
                pass
            case ScoreTable():
                self._place_scores(node, rect, depth)
            case Bars() | Thumb():
                self._put(node, rect, depth)
            case Stack():
                self._place_stack(node, rect, depth)

    def _place_stack(self, node: Stack[object], rect: Rect, depth: int) -> None:
        names = tuple(child.target.name for child in node.children if child.target is not None)
        self.stacks.append(names)
        around = self._on_card
        for name, child in zip(names, node.children, strict=True):
            self._on_card = names, name
            self.place(child, rect, depth)
        self._on_card = around

    def _place_across(self, node: Area[object], inner: Rect, depth: int) -> None:
        x = inner.x
        for child, width in zip(node.children, self._sizer.share(node, inner.w), strict=True):
            tall = inner.h
            if node.middle and not (isinstance(child, Area) and child.tone is not None):
                fills = child.grow and not isinstance(child, Text)
                tall = inner.h if fills else min(inner.h, self._sizer.height(child, width))
            self.place(child, Rect(x, inner.y + (inner.h - tall) // 2, width, tall), depth)
            x += width + self._sizer.px(node.gap)

    def _place_down(self, node: Area[object], inner: Rect, depth: int) -> None:
        gap = self._sizer.px(node.gap)
        heights = [self._sizer.height(child, inner.w) for child in node.children]
        spare = inner.h - sum(heights) - gap * max(0, len(heights) - 1)
        weights = sum(child.grow for child in node.children)
        y = inner.y
        for child, tall in zip(node.children, heights, strict=True):
            more = int(spare * child.grow / weights) if weights and spare > 0 else 0
            self.place(child, Rect(inner.x, y, inner.w, tall + more), depth)
            y += tall + more + gap

    def _place_text(self, node: Text, rect: Rect, depth: int) -> None:
        pixels, lines = self._sizer.set_text(node, rect.w)
        line_height = self._sizer.metrics.line(pixels)
        y = rect.y + max(0, (rect.h - line_height * len(lines)) // 2)
        placed = []
        for line in lines:
            wide = self._sizer.metrics.width(line, pixels, node.bold)
            x = rect.x + {"left": 0, "centre": (rect.w - wide) // 2, "right": rect.w - wide}[node.align.value]
            placed.append(Line(line, Rect(x, y, wide, line_height)))
            y += line_height
        self._put(node, rect, depth, pixels, tuple(placed))

    def _place_scores(self, node: ScoreTable[object], rect: Rect, depth: int) -> None:
        """Down each column, the words at the left and the figures at the right; spare room makes the lines higher."""
        sizer = self._sizer
        pixels, count, gap = sizer.set_scores(node, rect.w), score_lines(node), sizer.px(SCORE_LINE_GAP)
        column_gap, pad = sizer.px(SCORE_GAP), sizer.px(SCORE_PAD)
        wide, line = score_width(node, rect.w, column_gap), sizer.metrics.line(pixels)
        tall = min((rect.h - gap * (count - 1)) // count, round(sizer.score_height(node, pixels) * SCORES_STRETCH))
        top = rect.y + (rect.h - count * tall - gap * (count - 1)) // 2
        parts, lines = [], []
        for number, row in enumerate(node.rows):
            down, across = number % count, number // count
            part = Rect(rect.x + across * (wide + column_gap), top + down * (tall + gap), wide, tall)
            words, figure, y = sizer.tell(row.words), sizer.figure(row), part.y + (tall - line) // 2
            reach = sizer.metrics.width(figure, pixels, True)
            lines.append(Line(words, Rect(part.x + pad, y, sizer.metrics.width(words, pixels, False), line)))
            lines.append(Line(figure, Rect(part.right - pad - reach, y, reach, line)))
            parts.append(part)
        self._put(node, rect, depth, pixels, tuple(lines), tuple(parts))

    def _dice_places(self, node: Dice[object], rect: Rect) -> tuple[Rect, ...]:
        """As large as fits, in as few rows as that allows."""
        sizer, count = self._sizer, len(node.faces)
        gap, most = sizer.px(12), max(sizer.px(node.most), sizer.least_die(node))
        best, side = 1, 0
        for across in range(1, count + 1) if node.across is None else (node.across,):
            rows = -(-count // across)
            fits = min(most, (rect.w - gap * (across - 1)) // across, (rect.h - gap * (rows - 1)) // rows)
            if fits > side or (fits == side and rows * across - count < -(-count // best) * best - count):
                best, side = across, fits
        rows = -(-count // best)
        left = rect.x + (rect.w - best * side - gap * (best - 1)) // 2
        top = rect.y + (rect.h - rows * side - gap * (rows - 1)) // 2
        return tuple(
            Rect(left + (i % best) * (side + gap), top + (i // best) * (side + gap), side, side) for i in range(count)
        )

    def _cell_places(self, node: Grid[object], rect: Rect) -> tuple[Rect, ...]:
        gap, across, rows = self._sizer.px(node.gap), len(node.rows[0]), len(node.rows)
        wide_gap = gap * 2 if node.gap_after is not None else 0
        wide = int((rect.w - gap * (across - 1) - wide_gap) / whole_columns(node))
        room, share = rect.h - gap * (rows - 1), rows - (1 - SLIM) * len(node.slim)
        tall = min(int((room - rows) / share) if node.slim else room // rows, round(wide * node.stretch))
        wide = min(wide, round(tall * node.stretch))
        heights = self._sizer.row_heights(node, tall)
        widths = [int(wide * SLIM) if c in node.narrow else wide for c in range(across)]
        left = rect.x + (rect.w - sum(widths) - gap * (across - 1) - wide_gap) // 2
        y = rect.y + (rect.h - sum(heights) - gap * (rows - 1)) // 2
        places = []
        for high in heights:
            x = left
            for c, width in enumerate(widths):
                places.append(Rect(x, y, width, high))
                x += width + gap + (wide_gap if c == node.gap_after else 0)
            y += high + gap
        return tuple(places)


class Typesetter:
    """Lays out one screen after the other for one size of screen and one language. What it measured it keeps, since
    most of a screen is as it was on the one before."""

    def __init__(self, size: tuple[int, int], metrics: Metrics, tell: Callable[[Message], str]) -> None:
        self._size = size
        self._metrics = metrics
        self._tell = tell
        self._step: int | None = None  # of the layout before
        self._forget()

    def _forget(self) -> None:
        self._measures = Measures()
        self._told = lru_cache(maxsize=None)(self._tell)
        self._sizers: dict[int, Sizer] = {}

    def lay_out(self, screen: AnyScreen) -> Layout:
        """The screen at the largest scale at which all of it fits."""
        if len(self._measures) > MEASURES_KEPT:
            self._forget()
        self._measures.take(screen.root)
        low, high = 0, len(SCALES) - 1
        middle = SCALES.index(USUAL) if self._step is None else self._step
        if self._step is not None and self._is_largest(middle, screen):
            low = high = middle
        middle = min(middle, high - 1)
        while low < high:  # a binary search: the scales fall, so the first that fits is the largest
            need = self._needs(middle, screen)
            if need <= 1:
                high = middle
            else:
                low = middle + 1
            # What a tree takes grows in proportion to its scale, more or less. That saves trials, which cost time: each
            # one measures its texts in letters of another size.
            likely = SCALES[middle] / need
            middle = next((step for step in range(low, high) if SCALES[step] <= likely), high - 1)
        self._step = low
        fit = self._needs(low, screen) <= 1
        placer = _Placer(self._sizer(low))
        placer.place(screen.root, Rect(0, 0, *self._size), 0)
        named = {target.name: target for target in walk_targets(screen.root)}
        return Layout(screen, self._size, SCALES[low], tuple(placer.items), fit, tuple(placer.stacks), named)

    def _is_largest(self, step: int, screen: AnyScreen) -> bool:
        """Whether the screen fits at this scale, and not at the next larger one."""
        return self._needs(step, screen) <= 1 and (step == 0 or self._needs(step - 1, screen) > 1)

    def _needs(self, step: int, screen: AnyScreen) -> float:
        """How much of the screen the tree takes at this scale; it fits if that is not more than 1."""
        (width, height), sizer = self._size, self._sizer(step)
        wide = sizer.widths(screen.root)[0] / width
        return wide if wide > 1 else max(wide, sizer.height(screen.root, width) / height)

    def _sizer(self, step: int) -> Sizer:
        if step not in self._sizers:
            shorter = min(self._size)
            self._sizers[step] = Sizer(self._metrics, self._told, SCALES[step], shorter, self._measures)
        return self._sizers[step]


def lay_out(screen: AnyScreen, size: tuple[int, int], metrics: Metrics, tell: Callable[[Message], str]) -> Layout:
    """A single screen at the largest scale at which all of it fits."""
    return Typesetter(size, metrics, tell).lay_out(screen)
