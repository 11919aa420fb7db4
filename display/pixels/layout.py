"""Where everything goes: turns a Screen into placed boxes for one screen size.

Everything is measured in units; the layout looks for the largest scale at which the whole tree fits, so a longer
language or a smaller screen gives a smaller text, never a cut one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, Protocol

from display.tree import Area, Bars, Dice, Dot, Grid, Node, Screen, Space, Stack, Target, Text, Thumb
from engine.words import Message

# A scale of 1 gives the units of the tree on a screen whose shorter side is 720 pixels.
SCALES = tuple(step / 100 for step in range(130, 44, -5))
# The shorter side of a finger target, as a part of the screen's shorter side: 9 mm on a 7" screen of 800x480.
LEAST_TARGET = 0.1
# The side of a box on a sheet: a finger near it will do, so it may be smaller.
LEAST_BOX = 0.056
# No text is smaller than this part of the screen's shorter side: 12 pixels on 800x480.
LEAST_TEXT = 0.025
SHRINKS_TO = 0.55
SLIM = 0.6  # of the height of an ordinary row of a sheet
# A line may end at a space, or after a hyphen between letters, as in long names.
BREAKS = re.compile(r"(?<= )|(?<=[^\W\d_]-)(?=[^\W\d_])")


class Rect(NamedTuple):
    """A place on the screen, in pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    def inset(self, by: int) -> Rect:
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def holds(self, other: Rect) -> bool:
        return other.x >= self.x and other.y >= self.y and other.right <= self.right and other.bottom <= self.bottom

    def meets(self, other: Rect) -> bool:
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def far(self, x: int, y: int) -> int:
        """How far a spot is from it, along the farther axis; 0 inside."""
        return max(self.x - x, x - self.right + 1, self.y - y, y - self.bottom + 1, 0)

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom


class Metrics(Protocol):
    """How large a text is; answered by the painter, whose fonts are the ones that count."""

    def width(self, text: str, pixels: int, bold: bool) -> int: ...

    def line(self, pixels: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a text, with its place."""

    text: str
    rect: Rect


@dataclass(frozen=True, slots=True)
class Placed:
    """A node in its place. `lines` and `pixels` are set for texts, `parts` are the places of cells and dice.

    In a stack, `cards` are the names of its cards' targets, and `on` that of the card it lies on.
    """

    node: Node
    rect: Rect
    depth: int
    pixels: int = 0
    lines: tuple[Line, ...] = ()
    parts: tuple[Rect, ...] = ()
    cards: tuple[str, ...] = ()
    on: str | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """A laid-out screen."""

    screen: Screen
    size: tuple[int, int]
    scale: float
    items: tuple[Placed, ...]
    fits: bool

    def seen(self, focus: str | None) -> Iterator[Placed]:
        """What can be seen while this target has the focus: of each stack only one card."""
        for item in self.items:
            if item.on is None or item.on == (focus if focus in item.cards else item.cards[0]):
                yield item

    def target_at(self, x: int, y: int, focus: str | None = None) -> Target | None:
        """What a finger at this place means: the innermost target under it, or a box of the sheet close to it."""
        found = None
        for item in self.seen(focus):
            if not item.rect.contains(x, y):
                continue
            match item.node:
                case Area(target=Target() as target):
                    found = target
                case Dice() | Grid():
                    near = min(_touchable(item), key=lambda part: part[1].far(x, y), default=None)
                    if near is not None and near[1].far(x, y) <= near[1].w:
                        found = near[0]
                case _:
                    pass
        return found

    def place_of(self, name: str) -> Rect:
        """Where the target of this name is."""
        return next(rect for target, rect in self.targets() if target.name == name)

    def targets(self) -> Iterator[tuple[Target, Rect]]:
        """Everything a finger can choose, and where."""
        for item in self.items:
            if isinstance(item.node, Area) and item.node.target is not None:
                yield item.node.target, item.rect
            elif isinstance(item.node, Dice | Grid):
                yield from _touchable(item)


def _touchable(item: Placed) -> list[tuple[Target, Rect]]:
    """The dice or boxes of an item that can be chosen."""
    match item.node:
        case Dice(faces=faces):
            targets = [face.target for face in faces]
        case Grid(rows=rows):
            targets = [cell.target for cells in rows for cell in cells]
        case _:
            targets = []
    return [(target, part) for target, part in zip(targets, item.parts, strict=bool(targets)) if target is not None]


class _Sizer:
    """Measures and places a tree at one scale."""

    def __init__(self, metrics: Metrics, tell: Callable[[Message], str], scale: float, shorter: int) -> None:
        self.metrics = metrics
        self.tell = tell
        self.scale = scale * shorter / 720
        self.least_target = round(shorter * LEAST_TARGET)
        self.least_box = round(shorter * LEAST_BOX)
        self.least_text = round(shorter * LEAST_TEXT)
        self.items: list[Placed] = []
        self._heights: dict[tuple[int, int], int] = {}
        self._widths: dict[int, tuple[int, int]] = {}

    def px(self, units: float) -> int:
        return max(1, round(units * self.scale)) if units else 0

    def letters(self, node: Text) -> tuple[int, int]:
        """How high a text's letters are in pixels, and how far they may shrink."""
        pixels = max(self.px(node.size.value), self.least_text)
        return pixels, max(round(pixels * SHRINKS_TO), self.least_text) if node.shrink else pixels

    # Widths: (the least, the natural one).

    def widths(self, node: Node) -> tuple[int, int]:
        known = self._widths.get(id(node))
        if known is None:
            known = self._widths[id(node)] = self._measure_widths(node)
        return known

    def _measure_widths(self, node: Node) -> tuple[int, int]:
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
                columns, wide = _columns(node), self.px(node.gap * 2) if node.gap_after is not None else 0
                natural = round(columns * (self.px(node.cell) + self.px(node.gap))) + wide
                return round(natural * 0.6), natural
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

    def height(self, node: Node, width: int) -> int:
        key = (id(node), width)
        known = self._heights.get(key)
        if known is None:
            known = self._heights[key] = self._measure_height(node, width)
        return known

    def _measure_height(self, node: Node, width: int) -> int:
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
                across = int((width - self.px(node.gap) * len(node.rows[0])) / _columns(node))
                tall = min(across, max(self.px(node.cell), self.least_box))
                return sum(self.row_heights(node, tall)) + self.px(node.gap) * (len(node.rows) - 1)
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

    def least_die(self, node: Dice) -> int:
        """A die that can be touched is as large as a finger."""
        least = self.px(node.least)
        return max(least, self.least_target) if any(face.target for face in node.faces) else least

    def row_heights(self, node: Grid, tall: float) -> list[int]:
        return [round(tall * SLIM) if number in node.slim else round(tall) for number in range(len(node.rows))]

    def share(self, node: Area, width: int) -> list[int]:
        """The widths of children side by side: natural ones, shrunk or grown to fill the row."""
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

    # Places.

    def place(self, node: Node, rect: Rect, depth: int) -> None:
        match node:
            case Area():
                self.items.append(Placed(node, rect, depth))
                inner = rect.inset(self.px(node.pad))
                if node.across:
                    self._place_across(node, inner, depth + 1)
                else:
                    self._place_down(node, inner, depth + 1)
            case Text():
                self.items.append(self._placed_text(node, rect, depth))
            case Dice():
                self.items.append(Placed(node, rect, depth, parts=self._dice_places(node, rect)))
            case Grid():
                self.items.append(Placed(node, rect, depth, parts=self._cell_places(node, rect)))
            case Dot():
                side = min(self.px(node.size), rect.w, rect.h)
                middle = Rect(rect.x + (rect.w - side) // 2, rect.y + (rect.h - side) // 2, side, side)
                self.items.append(Placed(node, middle, depth))
            case Space():
                pass
            case Bars() | Thumb():
                self.items.append(Placed(node, rect, depth))
            case Stack():
                self._place_stack(node, rect, depth)

    def _place_stack(self, node: Stack, rect: Rect, depth: int) -> None:
        names = tuple(child.target.name for child in node.children if child.target is not None)
        for name, child in zip(names, node.children, strict=True):
            first = len(self.items)
            self.place(child, rect, depth)
            self.items[first:] = [replace(item, cards=names, on=name) for item in self.items[first:]]

    def _place_across(self, node: Area, inner: Rect, depth: int) -> None:
        x = inner.x
        for child, width in zip(node.children, self.share(node, inner.w), strict=True):
            tall = inner.h
            if node.middle and not (isinstance(child, Area) and child.tone is not None):
                tall = (
                    inner.h if child.grow and not isinstance(child, Text) else min(inner.h, self.height(child, width))
                )
            self.place(child, Rect(x, inner.y + (inner.h - tall) // 2, width, tall), depth)
            x += width + self.px(node.gap)

    def _place_down(self, node: Area, inner: Rect, depth: int) -> None:
        gap = self.px(node.gap)
        heights = [self.height(child, inner.w) for child in node.children]
        spare = inner.h - sum(heights) - gap * max(0, len(heights) - 1)
        weights = sum(child.grow for child in node.children)
        y = inner.y
        for child, tall in zip(node.children, heights, strict=True):
            more = int(spare * child.grow / weights) if weights and spare > 0 else 0
            self.place(child, Rect(inner.x, y, inner.w, tall + more), depth)
            y += tall + more + gap

    def _placed_text(self, node: Text, rect: Rect, depth: int) -> Placed:
        pixels, lines = self.set_text(node, rect.w)
        line_height = self.metrics.line(pixels)
        y = rect.y + max(0, (rect.h - line_height * len(lines)) // 2)
        placed = []
        for line in lines:
            wide = self.metrics.width(line, pixels, node.bold)
            x = rect.x + {"left": 0, "centre": (rect.w - wide) // 2, "right": rect.w - wide}[node.align.value]
            placed.append(Line(line, Rect(x, y, wide, line_height)))
            y += line_height
        return Placed(node, rect, depth, pixels, tuple(placed))

    def _dice_places(self, node: Dice, rect: Rect) -> tuple[Rect, ...]:
        """As large as fits, in as few rows as that allows."""
        gap, count, most = self.px(12), len(node.faces), max(self.px(node.most), self.least_die(node))
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

    def _cell_places(self, node: Grid, rect: Rect) -> tuple[Rect, ...]:
        gap, columns, rows = self.px(node.gap), len(node.rows[0]), len(node.rows)
        wide_gap = gap * 2 if node.gap_after is not None else 0
        wide = int((rect.w - gap * (columns - 1) - wide_gap) / _columns(node))
        room, share = rect.h - gap * (rows - 1), rows - (1 - SLIM) * len(node.slim)
        tall = min(int((room - rows) / share) if node.slim else room // rows, round(wide * node.stretch))
        wide = min(wide, round(tall * node.stretch))
        heights = self.row_heights(node, tall)
        widths = [int(wide * SLIM) if c in node.narrow else wide for c in range(columns)]
        left = rect.x + (rect.w - sum(widths) - gap * (columns - 1) - wide_gap) // 2
        y = rect.y + (rect.h - sum(heights) - gap * (rows - 1)) // 2
        places = []
        for high in heights:
            x = left
            for c, width in enumerate(widths):
                places.append(Rect(x, y, width, high))
                x += width + gap + (wide_gap if c == node.gap_after else 0)
            y += high + gap
        return tuple(places)


def _columns(node: Grid) -> float:
    """How many ordinary columns are as wide as all of this sheet."""
    return len(node.rows[0]) - (1 - SLIM) * len(node.narrow)


def _filled(widths: list[int], room: int, takers: Sequence[float]) -> list[int]:
    """The widths with the pixels that rounding left over, so that all rows of a screen end at the same edge."""
    taking = [i for i, taker in enumerate(takers) if taker]
    for left in range(room - sum(widths)):
        widths[taking[left % len(taking)]] += 1
    return widths


def lay_out(
    screen: Screen,
    size: tuple[int, int],
    metrics: Metrics,
    tell: Callable[[Message], str],
    guess: float | None = None,
) -> Layout:
    """The screen at the largest scale at which all of it fits; a good guess only finds it sooner."""
    width, height = size
    shorter = min(size)
    told = lru_cache(maxsize=None)(tell)
    tried: dict[int, tuple[_Sizer, bool]] = {}

    def fits(step: int) -> bool:
        if step not in tried:
            trial = _Sizer(metrics, told, SCALES[step], shorter)
            fit = trial.widths(screen.root)[0] <= width and trial.height(screen.root, width) <= height
            tried[step] = trial, fit
        return tried[step][1]

    low, high = 0, len(SCALES) - 1
    if guess in SCALES:
        near = SCALES.index(guess)
        if fits(near):
            high = near
            if near > 0 and not fits(near - 1):
                low = near
        else:
            low = min(near + 1, high)
    while low < high:  # the scales fall, so the first that fits is the largest
        middle = (low + high) // 2
        if fits(middle):
            high = middle
        else:
            low = middle + 1
    fit = fits(low)
    chosen = tried[low][0]
    chosen.place(screen.root, Rect(0, 0, width, height), 0)
    return Layout(screen, size, SCALES[low], tuple(chosen.items), fit)
