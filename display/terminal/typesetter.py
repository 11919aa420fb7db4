"""Sets the nodes of a screen as lines of text, as airily as is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product

from msgspec import Struct

from display.terminal.lines import REVERSE, Line, Span, padded, turned_over, width_of, wrapped
from display.terminal.looks import BOLD, COLOURS, DIM, FOCUS_FRAME, FRAME, LETTERS, POINTER, STRUCK, TURN_FRAME
from display.terminal.pieces import (
    LONGEST_BAR,
    SHORTEST_BAR,
    bars,
    cell_text,
    cell_width,
    face_span,
    face_width,
    grid_width,
    most_misses,
    printed,
    score_line,
    score_width,
    sign,
)
from display.tree import (
    Align,
    AnyNode,
    AnyScreen,
    Area,
    Bars,
    Cell,
    Dice,
    Dot,
    Grid,
    ScoreRow,
    ScoreTable,
    Space,
    Stack,
    Target,
    Text,
    Thumb,
    Tone,
)
from engine.words import Message

SCORE_GAP = 2  # between columns of scores
UNITS_PER_COLUMN = 8  # of the gaps in a tree
BREAKS_AT = 6  # columns: a name may be broken, but has at least so many


class Density(Struct, frozen=True):
    """How much room a screen takes: frames around panels, brackets around boxes, empty lines between unlike things."""

    frames: bool
    brackets: bool
    air: bool


DENSITIES = tuple(
    Density(frames, brackets, air) for frames, brackets, air in product((True, False), (True, False), (True, False))
)


class Typesetter:
    """Sets the nodes of one screen as lines, at one density."""

    def __init__(self, tell: Callable[[Message], str], screen: AnyScreen, focus: str | None, density: Density) -> None:
        self.tell = tell
        self.focus = focus
        self.density = density
        self.previewed = next((target.shows for target in screen.targets() if target.name == focus), frozenset())

    def says(self, text: Text) -> str:
        return "".join(c if c.isprintable() or c == "\n" else " " for c in self.tell(text.says))

    # Widths: (the least, the natural one).

    def widths(self, node: AnyNode) -> tuple[int, int]:
        match node:
            case Text():
                text = self.says(node)
                longest = max(map(width_of, text.split()), default=0)
                return min(longest, BREAKS_AT) if node.shrink else longest, max(map(width_of, text.split("\n")))
            case Dot():
                return 2, 2
            case Space():
                return 0, 0
            case Dice():
                each = face_width(node)
                return min(4, len(node.faces)) * each, len(node.faces) * each
            case Grid():
                return grid_width(node, brackets=self.density.brackets), grid_width(node, brackets=True)
            case ScoreTable():
                widest = max((score_width(*self._score(row)) for row in node.rows), default=0)
                return widest, node.columns * widest + SCORE_GAP * (node.columns - 1)
            case Bars():
                around = 1 + most_misses(node)
                return SHORTEST_BAR + around, LONGEST_BAR + around
            case Thumb():
                return 0, 0
            case Stack():
                cards = [self.widths(child) for child in node.children]
                return max(w[0] for w in cards), max(w[1] for w in cards)
            case Area():
                each_width = [self.widths(child) for child in node.children] or [(0, 0)]
                extra = self._edge(node)
                if node.across:
                    extra += gap_of(node) * (len(each_width) - 1)
                    # Targets can go on in a second row.
                    together = max if all_targets(node) else sum
                    return together(w[0] for w in each_width) + extra, sum(w[1] for w in each_width) + extra
                least, natural = max(w[0] for w in each_width), max(w[1] for w in each_width)
                # A button's label stays in one piece as long as it can.
                return (natural if is_button(node) else least) + extra, natural + extra

    def _edge(self, node: Area[object]) -> int:
        if is_button(node):
            return 5
        if self._framed(node):
            return 4
        return 3 if node.target is not None else 0

    def _framed(self, node: AnyNode) -> bool:
        return self.density.frames and isinstance(node, Area) and node.tone is not None and not is_button(node)

    # Lines.

    def set(self, node: AnyNode, width: int, tall: int = 0) -> list[Line]:
        """The lines of a node, none wider than `width` if that is possible at all; frames are at least `tall`."""
        match node:
            case Text():
                return self._text(node, width)
            case Dot():
                return [(Span(f"{'●' if node.filled else '○'}{node.number}", COLOURS.get(node.tone, "")),)]
            case Space():
                return [()] if self.density.air else []
            case Dice():
                return self._dice(node, width)
            case Thumb():  # too small for letters
                return []
            case Stack():
                return self.set(next(filter(self._has_focus, node.children), node.children[0]), width, tall)
            case Grid():
                return self._grid(node, width)
            case ScoreTable():
                return self._scores(node, width)
            case Bars():
                return bars(node, width)
            case Area() if is_button(node):
                return self._button(node, width)
            case Area() if self._framed(node):
                return self._panel(node, width, tall)
            case Area(target=Target()):
                return self._card(node, width)
            case Area():
                return self._children(node, width)

    def _text(self, node: Text, width: int) -> list[Line]:
        look = ";".join(filter(None, (BOLD if node.bold else "", COLOURS.get(node.tone, ""))))
        lines: list[Line] = []
        for line in wrapped(self.says(node), width):
            room = width - width_of(line)
            left = {Align.LEFT: 0, Align.CENTRE: room // 2, Align.RIGHT: room}[node.align]
            lines.append((Span(" " * left), Span(line, look)))
        return lines

    def _has_focus(self, node: Area[object]) -> bool:
        return node.target is not None and node.target.name == self.focus

    def _button(self, node: Area[object], width: int) -> list[Line]:
        """[ Label ], with a sign before it when focused; the chosen one of several has a dot."""
        (label,) = texts(node)
        focused = self._has_focus(node)
        look = REVERSE if focused else BOLD if node.tone is Tone.MAIN else ""
        lines: list[Line] = []
        for text in wrapped(self.says(label), width - 5):
            room = width - 5 - width_of(text)
            chosen = "•" if node.ring is not None and not lines else " "
            face = f"[{chosen}{' ' * (room // 2)}{text}{' ' * (room - room // 2)} ]"
            lines.append((sign(focused and not lines), Span(face, look)))
        return lines

    def _panel(self, node: Area[object], width: int, tall: int) -> list[Line]:
        focused = self._has_focus(node)
        corners, look = FRAME, DIM
        if focused:
            corners, look = FOCUS_FRAME, BOLD
        elif node.ring is not None:
            corners, look = TURN_FRAME, COLOURS.get(node.ring, "")
        left, over, right, side, low_left, low_right = corners
        inner = width - 4
        lines = self._children(node, inner)
        lines += [()] * (tall - 2 - len(lines))
        framed: list[Line] = [(Span(left + over * (width - 2) + right, look),)]
        for number, line in enumerate(lines):
            first = focused and number == 0
            content = padded(turned_over(line) if first else line, inner)
            framed.append((Span(side, look), sign(first), *content, Span(f" {side}", look)))
        return [*framed, (Span(low_left + over * (width - 2) + low_right, look),)]

    def _card(self, node: Area[object], width: int) -> list[Line]:
        """A target of several lines without a frame: its first line is in brackets."""
        focused = self._has_focus(node)
        inner = width - 3
        first, *rest = self._children(node, inner) or [()]
        if focused:
            first = turned_over(first)
        head = (sign(focused), Span("["), *padded(first, inner), Span("]"))
        return [head, *((Span("  "), *line) for line in rest)]

    def _children(self, node: Area[object], width: int) -> list[Line]:
        return self._across(node, width) if node.across else self._down(node, width)

    def _down(self, node: Area[object], width: int) -> list[Line]:
        lines: list[Line] = []
        for before, child in pairwise((None, *without_edges(node.children))):
            if child is None:
                continue
            if before is not None and self._apart(before, child):
                lines.append(())
            lines += self.set(child, width)
        return lines

    def _apart(self, one: AnyNode, other: AnyNode) -> bool:
        """Unlike things stand apart, unless a frame or a space is between them already."""
        if not self.density.air or any(self._bordered(node) for node in (one, other)):
            return False
        return kind_of(one) != kind_of(other)

    def _bordered(self, node: AnyNode) -> bool:
        if isinstance(node, Area) and not self._framed(node):
            return node.across and any(self._framed(child) for child in node.children)
        return isinstance(node, Area | Space)

    def _across(self, node: Area[object], width: int) -> list[Line]:
        """Children side by side; where they do not fit, in as few rows of equally many as it takes."""
        count, gap = len(node.children), gap_of(node)
        for rows in range(1, count + 1):
            per_row = -(-count // rows)
            strips = [node.children[i : i + per_row] for i in range(0, count, per_row)]
            if rows == count or all(self._least(strip, gap) <= width for strip in strips):
                break
        else:
            return []
        if rows > 1 and all_targets(node):
            strips[-1] += (Space(),) * (per_row - len(strips[-1]))  # columns stay below each other
        return [line for strip in strips for line in self._strip(strip, gap, width)]

    def _least(self, strip: Sequence[AnyNode], gap: int) -> int:
        return sum(self.widths(child)[0] for child in strip) + gap * (len(strip) - 1)

    def _strip(self, strip: Sequence[AnyNode], gap: int, width: int) -> list[Line]:
        shares = self._shares(strip, width - gap * (len(strip) - 1))
        tall = max(len(self.set(child, share)) for child, share in zip(strip, shares, strict=True))
        blocks = [self.set(child, share, tall) for child, share in zip(strip, shares, strict=True)]
        lines: list[Line] = []
        for number in range(tall):
            line: Line = ()
            for block, share in zip(blocks, shares, strict=True):
                if line:
                    line = (*line, Span(" " * gap))
                line = (*line, *padded(block[number] if number < len(block) else (), share))
            lines.append(line)
        return lines

    def _shares(self, strip: Sequence[AnyNode], room: int) -> list[int]:
        """The width of each child: all of its natural width if there is room, and what is left by weight."""
        each = [self.widths(child) for child in strip]
        if len(strip) == 1:
            return [room]
        shares = [natural for _, natural in each]
        lacking = sum(shares) - room
        if lacking > 0:
            # The widest give first, so that a long sentence wraps before a label does.
            for _ in range(lacking):
                gives = max(range(len(strip)), key=lambda i: (shares[i] > each[i][0], shares[i] - each[i][0]))
                shares[gives] -= 1
            return shares
        growing = [i for i, child in enumerate(strip) if child.grow]
        while growing:
            pool = room - sum(share for i, share in enumerate(shares) if i not in growing)
            weight = sum(strip[i].grow for i in growing)
            wide = [i for i in growing if shares[i] > pool * strip[i].grow / weight]
            if not wide:
                for i in growing:
                    shares[i] = int(pool * strip[i].grow / weight)
                if any(map(self._framed, strip)):  # frames end at the edge; buttons rather stay alike
                    for i in growing[: room - sum(shares)]:
                        shares[i] += 1
                break
            growing = [i for i in growing if i not in wide]
        return shares

    def _dice(self, node: Dice[object], width: int) -> list[Line]:
        each = face_width(node)
        across = node.across or max(1, min(len(node.faces), width // each))
        rows = -(-len(node.faces) // across) if node.faces else 0
        if node.across is None and rows:
            across = -(-len(node.faces) // rows)  # as even as it goes: 4 + 4, not 7 + 1
        strips = [node.faces[i * across : (i + 1) * across] for i in range(rows)]
        return [
            tuple(face_span(face, each, face.target is not None and face.target.name == self.focus) for face in strip)
            for strip in strips
        ]

    def _score(self, row: ScoreRow[object]) -> tuple[str, str]:
        figure = row.figure if isinstance(row.figure, str) else self.tell(row.figure)
        return self.tell(row.words), figure

    def _scores(self, node: ScoreTable[object], width: int) -> list[Line]:
        """Down each column; where they do not fit side by side, all in one."""
        columns = node.columns if self.widths(node)[1] <= width else 1
        down = -(-len(node.rows) // columns)
        wide = (width - SCORE_GAP * (columns - 1)) // columns
        lines: list[Line] = [()] * down
        for number, row in enumerate(node.rows):
            focused = row.target is not None and row.target.name == self.focus
            gap = (Span(" " * SCORE_GAP),) if number >= down else ()
            lines[number % down] += (*gap, *score_line(row, *self._score(row), wide, focused))
        return lines

    def _grid(self, node: Grid[object], width: int) -> list[Line]:
        brackets = grid_width(node, brackets=True) <= width
        wide = cell_width(node)
        lines = []
        for number, cells in enumerate(node.rows):
            spans = [Span(f"{POINTER} " if number == node.pointed else "  ", BOLD)]
            for column, cell in enumerate(cells):
                spans.append(self._cell(cell, wide, number in node.struck, brackets))
                if column == node.gap_after:
                    spans.append(Span(" "))
            lines.append(tuple(spans))
        return lines

    def _cell(self, cell: Cell[object], wide: int, struck: bool, brackets: bool) -> Span:
        text, shown = cell_text(cell), cell.key in self.previewed
        if cell.tone is None:
            return printed(cell, wide + 2 if brackets else wide + 1)
        left, right = ("[", "]") if brackets else (" ", " ")
        fill, look = " ", ""
        if struck:
            fill = left = right = STRUCK
            look = DIM
        elif shown or cell.tone is Tone.NEXT:
            left, right = ">", "<"
            look = REVERSE if shown else f"{BOLD};{COLOURS[Tone.NEXT]}"
        elif cell.fresh:
            look = f"{BOLD};{COLOURS[Tone.ACCENT]}"
        elif cell.mark is not None:
            look = BOLD
        elif cell.tone in LETTERS:
            look = COLOURS[cell.tone]
        if not brackets:
            right, text = "", text or "·"
        room = fill * (wide - width_of(text))
        # The signs of the next box stand close to it, so that >9< catches the eye.
        return Span(f"{room}{left}{text}{right}" if left == ">" else f"{left}{room}{text}{right}", look)


def is_button(node: Area[object]) -> bool:
    """A target that is nothing but its label."""
    return node.target is not None and len(texts(node)) == 1 and len(solid(node)) == 1


def texts(node: Area[object]) -> list[Text]:
    return [child for child in node.children if isinstance(child, Text)]


def without_edges(children: tuple[AnyNode, ...]) -> tuple[AnyNode, ...]:
    """Space above and below sets a text in the middle of a picture; here it would be empty lines in a small frame."""
    solid = [at for at, child in enumerate(children) if not isinstance(child, Space)]
    return children[solid[0] : solid[-1] + 1] if solid else ()


def solid(node: Area[object]) -> list[AnyNode]:
    return [child for child in node.children if not isinstance(child, Space)]


def all_targets(node: Area[object]) -> bool:
    return all(isinstance(child, Area) and child.target is not None for child in solid(node))


def gap_of(node: Area[object]) -> int:
    """Columns between children side by side; targets bring their own, the place of the focus sign."""
    return 0 if all_targets(node) else max(1, round(node.gap / UNITS_PER_COLUMN))


def kind_of(node: AnyNode) -> str:
    """What a node is mostly made of, as far as it decides what stands apart."""
    match node:
        case Area(target=None, children=children):
            return next((kind_of(child) for child in children if not isinstance(child, Space)), "text")
        case Area():
            return "target"
        case Grid() | Dice() | ScoreTable():
            return type(node).__name__
        case _:
            return "text"
