"""Paints a Screen as text: the same tree as on the touchscreen, for a terminal of any size, with or without colour.

Colour only repeats what signs say already: ▶ is the focus, ● a seat that may act, → the row a pointer stands at.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import NamedTuple, TextIO

from display.tree import (
    Align,
    Area,
    Bars,
    Cell,
    Dice,
    DieKind,
    Dot,
    Face,
    Grid,
    Mark,
    Node,
    Screen,
    Space,
    Stack,
    Target,
    Text,
    Thumb,
    Tone,
)
from engine.words import Message

FOCUS, POINTER, STRUCK = "▶", "→", "─"
MARKS = {Mark.CROSS: "X", Mark.TICK: "✓", Mark.SLASH: "/", Mark.SLASHES: "X"}
LETTERS = {Tone.YELLOW: "y", Tone.GREEN: "g", Tone.BLUE: "b", Tone.RED: "r", Tone.ORANGE: "o"}
FRAME, TURN_FRAME, FOCUS_FRAME = tuple("┌─┐│└┘"), tuple("┏━┓┃┗┛"), tuple("╔═╗║╚╝")

BOLD, DIM, REVERSE = "1", "2", "7"
COLOURS = {
    Tone.QUIET: DIM,
    Tone.ACCENT: "33",
    Tone.WARNING: "31",
    Tone.NEXT: "33",
    Tone.YELLOW: "93",
    Tone.GREEN: "92",
    Tone.BLUE: "94",
    Tone.RED: "91",
    Tone.ORANGE: "33",
    Tone.SEAT_1: "33",
    Tone.SEAT_2: "94",
    Tone.SEAT_3: "95",
    Tone.SEAT_4: "92",
    Tone.SEAT_5: "91",
    Tone.SEAT_6: "93",
}

UNITS_PER_COLUMN = 8  # of the gaps in a tree
LONGEST_BAR, SHORTEST_BAR = 10, 5
BREAKS_AT = 6  # a name may be broken, but not into crumbs


class Span(NamedTuple):
    """A piece of a line in one look."""

    text: str
    look: str = ""
    focus: bool = False  # the sign that stands at the focused target


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Density:
    """How much room a screen takes: frames around panels, brackets around boxes, empty lines between unlike things."""

    frames: bool
    brackets: bool
    air: bool


DENSITIES = tuple(
    Density(frames, brackets, air) for frames, brackets, air in product((True, False), (True, False), (True, False))
)


def draw(
    screen: Screen, tell: Callable[[Message], str], focus: str | None, columns: int, rows: int, colour: bool = True
) -> list[str]:
    """The screen as lines, as airy as fits; where nothing fits, the part around the focused target."""
    for density in DENSITIES:
        lines = _Typesetter(tell, screen, focus, density).set(screen.root, columns)
        if len(lines) <= rows:
            break
    else:
        lines = _part(_Typesetter(tell, screen, focus, DENSITIES[-1]).set(screen.root, columns - 2), columns, rows)
    return [_coded(_cut(line, columns), colour) for line in lines]


def _part(lines: list[Line], columns: int, rows: int) -> list[Line]:
    """As many lines as fit, with the focus in the middle, and arrows where more is hidden."""
    focused = next((number for number, line in enumerate(lines) if any(span.focus for span in line)), 0)
    top = max(0, min(focused - rows // 2, len(lines) - rows))
    shown = lines[top : top + rows]
    if top > 0:
        shown[0] = (*_padded(_cut(shown[0], columns - 2), columns - 1), Span("↑", DIM))
    if top + rows < len(lines) and rows > 1:
        shown[-1] = (*_padded(_cut(shown[-1], columns - 2), columns - 1), Span("↓", DIM))
    return shown


class _Typesetter:
    """Sets the nodes of one screen as lines, at one density."""

    def __init__(self, tell: Callable[[Message], str], screen: Screen, focus: str | None, density: Density) -> None:
        self.tell = tell
        self.focus = focus
        self.density = density
        self.previewed = next((target.shows for target in screen.targets() if target.name == focus), frozenset())

    def says(self, text: Text) -> str:
        return "".join(c if c.isprintable() or c == "\n" else " " for c in self.tell(text.says))

    # Widths: (the least, the natural one).

    def widths(self, node: Node) -> tuple[int, int]:
        match node:
            case Text():
                text = self.says(node)
                longest = max(map(_width, text.split()), default=0)
                return min(longest, BREAKS_AT) if node.shrink else longest, max(map(_width, text.split("\n")))
            case Dot():
                return 2, 2
            case Space():
                return 0, 0
            case Dice():
                each = _face_width(node)
                return min(4, len(node.faces)) * each, len(node.faces) * each
            case Grid():
                return _grid_width(node, brackets=self.density.brackets), _grid_width(node, brackets=True)
            case Bars():
                around = 1 + _most_misses(node)
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
                    extra += _gap(node) * (len(each_width) - 1)
                    # Targets can go on in a second row.
                    together = max if _all_targets(node) else sum
                    return together(w[0] for w in each_width) + extra, sum(w[1] for w in each_width) + extra
                least, natural = max(w[0] for w in each_width), max(w[1] for w in each_width)
                # A button's label stays in one piece as long as it can.
                return (natural if _is_button(node) else least) + extra, natural + extra

    def _edge(self, node: Area) -> int:
        if _is_button(node):
            return 5
        if self._framed(node):
            return 4
        return 3 if node.target is not None else 0

    def _framed(self, node: Node) -> bool:
        return self.density.frames and isinstance(node, Area) and node.tone is not None and not _is_button(node)

    # Lines.

    def set(self, node: Node, width: int, tall: int = 0) -> list[Line]:
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
            case Bars():
                return _bars(node, width)
            case Area() if _is_button(node):
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
        for line in _wrapped(self.says(node), width):
            room = width - _width(line)
            left = {Align.LEFT: 0, Align.CENTRE: room // 2, Align.RIGHT: room}[node.align]
            lines.append((Span(" " * left), Span(line, look)))
        return lines

    def _has_focus(self, node: Area) -> bool:
        return node.target is not None and node.target.name == self.focus

    def _button(self, node: Area, width: int) -> list[Line]:
        """[ Label ], with a sign before it when focused; the chosen one of several has a dot."""
        (label,) = _texts(node)
        focused = self._has_focus(node)
        look = REVERSE if focused else BOLD if node.tone is Tone.MAIN else ""
        lines: list[Line] = []
        for text in _wrapped(self.says(label), width - 5):
            room = width - 5 - _width(text)
            chosen = "•" if node.ring is not None and not lines else " "
            face = f"[{chosen}{' ' * (room // 2)}{text}{' ' * (room - room // 2)} ]"
            lines.append((_sign(focused and not lines), Span(face, look)))
        return lines

    def _panel(self, node: Area, width: int, tall: int) -> list[Line]:
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
            content = _padded(_reversed(line) if first else line, inner)
            framed.append((Span(side, look), _sign(first), *content, Span(f" {side}", look)))
        return [*framed, (Span(low_left + over * (width - 2) + low_right, look),)]

    def _card(self, node: Area, width: int) -> list[Line]:
        """A target of several lines without a frame: its first line is in brackets."""
        focused = self._has_focus(node)
        inner = width - 3
        first, *rest = self._children(node, inner) or [()]
        if focused:
            first = _reversed(first)
        head = (_sign(focused), Span("["), *_padded(first, inner), Span("]"))
        return [head, *((Span("  "), *line) for line in rest)]

    def _children(self, node: Area, width: int) -> list[Line]:
        return self._across(node, width) if node.across else self._down(node, width)

    def _down(self, node: Area, width: int) -> list[Line]:
        lines: list[Line] = []
        for before, child in pairwise((None, *_without_edges(node.children))):
            if child is None:
                continue
            if before is not None and self._apart(before, child):
                lines.append(())
            lines += self.set(child, width)
        return lines

    def _apart(self, one: Node, other: Node) -> bool:
        """Unlike things stand apart, unless a frame or a space is between them already."""
        if not self.density.air or any(self._bordered(node) for node in (one, other)):
            return False
        return _kind(one) != _kind(other)

    def _bordered(self, node: Node) -> bool:
        if isinstance(node, Area) and not self._framed(node):
            return node.across and any(self._framed(child) for child in node.children)
        return isinstance(node, Area | Space)

    def _across(self, node: Area, width: int) -> list[Line]:
        """Children side by side; where they do not fit, in as few rows of equally many as it takes."""
        count, gap = len(node.children), _gap(node)
        for rows in range(1, count + 1):
            per_row = -(-count // rows)
            strips = [node.children[i : i + per_row] for i in range(0, count, per_row)]
            if rows == count or all(self._least(strip, gap) <= width for strip in strips):
                break
        else:
            return []
        if rows > 1 and _all_targets(node):
            strips[-1] += (Space(),) * (per_row - len(strips[-1]))  # columns stay below each other
        return [line for strip in strips for line in self._strip(strip, gap, width)]

    def _least(self, strip: Sequence[Node], gap: int) -> int:
        return sum(self.widths(child)[0] for child in strip) + gap * (len(strip) - 1)

    def _strip(self, strip: Sequence[Node], gap: int, width: int) -> list[Line]:
        shares = self._shares(strip, width - gap * (len(strip) - 1))
        tall = max(len(self.set(child, share)) for child, share in zip(strip, shares, strict=True))
        blocks = [self.set(child, share, tall) for child, share in zip(strip, shares, strict=True)]
        lines: list[Line] = []
        for number in range(tall):
            line: Line = ()
            for block, share in zip(blocks, shares, strict=True):
                if line:
                    line = (*line, Span(" " * gap))
                line = (*line, *_padded(block[number] if number < len(block) else (), share))
            lines.append(line)
        return lines

    def _shares(self, strip: Sequence[Node], room: int) -> list[int]:
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

    def _dice(self, node: Dice, width: int) -> list[Line]:
        each = _face_width(node)
        across = node.across or max(1, min(len(node.faces), width // each))
        rows = -(-len(node.faces) // across) if node.faces else 0
        if node.across is None and rows:
            across = -(-len(node.faces) // rows)  # as even as it goes: 4 + 4, not 7 + 1
        strips = [node.faces[i * across : (i + 1) * across] for i in range(rows)]
        return [
            tuple(_face(face, each, face.target is not None and face.target.name == self.focus) for face in strip)
            for strip in strips
        ]

    def _grid(self, node: Grid, width: int) -> list[Line]:
        brackets = _grid_width(node, brackets=True) <= width
        wide = _cell_width(node)
        lines = []
        for number, cells in enumerate(node.rows):
            spans = [Span(f"{POINTER} " if number == node.pointed else "  ", BOLD)]
            for column, cell in enumerate(cells):
                spans.append(self._cell(cell, wide, number in node.struck, brackets))
                if column == node.gap_after:
                    spans.append(Span(" "))
            lines.append(tuple(spans))
        return lines

    def _cell(self, cell: Cell, wide: int, struck: bool, brackets: bool) -> Span:
        text, shown = _cell_text(cell), cell.key in self.previewed
        if cell.tone is None:
            return _print(cell, wide + 2 if brackets else wide + 1)
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
        room = fill * (wide - _width(text))
        # The signs of the next box stand close to it, so that >9< catches the eye.
        return Span(f"{room}{left}{text}{right}" if left == ">" else f"{left}{room}{text}{right}", look)


# What needs neither a language nor the focus.


def _face(face: Face, width: int, focused: bool) -> Span:
    text = _face_text(face)
    if face.gone:
        return Span(f"({text})".ljust(width), DIM)
    if focused:
        return Span(f"{FOCUS}{text}]".ljust(width), REVERSE, focus=True)
    if face.lifted:
        return Span(f"[{text}]*".ljust(width), f"{BOLD};{COLOURS[Tone.ACCENT]}")
    return Span(f"[{text}]".ljust(width), BOLD)


def _face_text(face: Face) -> str:
    match face.kind:
        case DieKind.COLOUR if face.tone:
            return LETTERS.get(face.tone, "X")
        case DieKind.SWATCH:
            return _sign_of(face.tone)
        case DieKind.LETTER:
            return f"{_sign_of(face.tone)}{face.text}"
    return face.text


def _sign_of(tone: Tone | None) -> str:
    """A letter for the colour of a die."""
    return "-" if tone is None else LETTERS.get(tone, "w")


def _face_width(node: Dice) -> int:
    """Brackets, the sign of a lifted die, and a gap."""
    return max((_width(_face_text(face)) for face in node.faces), default=0) + 4


def _bars(node: Bars, width: int) -> list[Line]:
    long = max(1, min(LONGEST_BAR, width - 1 - _most_misses(node)))
    lines: list[Line] = []
    for number, (part, misses, struck) in enumerate(node.rows):
        pointer = Span(POINTER if number == node.pointed else " ", BOLD)
        if struck:
            lines.append((pointer, Span(STRUCK * long, DIM)))
            continue
        full = int(part * long) or (1 if part else 0)  # a bar looks full only when it is
        lines.append((pointer, Span("#" * full, BOLD), Span("." * (long - full), DIM), Span("!" * misses)))
    return lines


def _most_misses(node: Bars) -> int:
    return max([1, *(misses for _, misses, struck in node.rows if not struck)])


def _print(cell: Cell, width: int) -> Span:
    """What is printed beside the boxes."""
    text = f"({cell.text})" if cell.ring else f"{cell.text}{MARKS[cell.mark]}" if cell.mark is not None else cell.text
    return Span(text.rjust(width - 1) + " " if not cell.ring else text.rjust(width), DIM if cell.faded else "")


def _cell_text(cell: Cell) -> str:
    return MARKS[cell.mark] if cell.mark is not None else _open_text(cell)


def _open_text(cell: Cell) -> str:
    """What stands in a box that nobody has marked."""
    return cell.text or (LETTERS[cell.tone] + "*" * cell.star if cell.tone in LETTERS else "")


def _cell_width(node: Grid) -> int:
    """Room for every text, also where a mark hides it, so that a sheet keeps its shape."""
    return max((max(1, _width(_open_text(cell))) for cells in node.rows for cell in cells), default=1)


def _grid_width(node: Grid, *, brackets: bool) -> int:
    each = _cell_width(node) + (2 if brackets else 1)
    return 2 + each * max(map(len, node.rows), default=0) + (node.gap_after is not None)


def _is_button(node: Area) -> bool:
    """A target that is nothing but its label."""
    return node.target is not None and len(_texts(node)) == 1 and len(_solid(node)) == 1


def _texts(node: Area) -> list[Text]:
    return [child for child in node.children if isinstance(child, Text)]


def _without_edges(children: tuple[Node, ...]) -> tuple[Node, ...]:
    """Space above and below sets a text in the middle of a picture; here it would be empty lines in a small frame."""
    solid = [at for at, child in enumerate(children) if not isinstance(child, Space)]
    return children[solid[0] : solid[-1] + 1] if solid else ()


def _solid(node: Area) -> list[Node]:
    return [child for child in node.children if not isinstance(child, Space)]


def _all_targets(node: Area) -> bool:
    return all(isinstance(child, Area) and child.target is not None for child in _solid(node))


def _gap(node: Area) -> int:
    """Columns between children side by side; targets bring their own, the place of the focus sign."""
    return 0 if _all_targets(node) else max(1, round(node.gap / UNITS_PER_COLUMN))


def _kind(node: Node) -> str:
    """What a node is mostly made of, as far as it decides what stands apart."""
    match node:
        case Area(target=None, children=children):
            return next((_kind(child) for child in children if not isinstance(child, Space)), "text")
        case Area():
            return "target"
        case Grid() | Dice():
            return type(node).__name__
        case _:
            return "text"


# Lines and their widths.


def _sign(focused: bool) -> Span:
    return Span(FOCUS, BOLD, focus=True) if focused else Span(" ")


def _width(text: str) -> int:
    """The columns a terminal needs for a text: none for accents set on a letter, two for wide characters."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _line_width(line: Line) -> int:
    return sum(_width(span.text) for span in line)


def _padded(line: Line, width: int) -> Line:
    room = width - _line_width(line)
    return (*line, Span(" " * room)) if room > 0 else line


def _reversed(line: Line) -> Line:
    return tuple(Span(span.text, REVERSE) for span in line)


def _cut(line: Line, columns: int) -> Line:
    """No more of a line than fits, and no blanks at its end."""
    kept: list[Span] = []
    room = columns
    for span in line:
        text = _start(span.text, room)
        room -= _width(text)
        kept.append(span._replace(text=text))
        if text != span.text:
            break
    while kept and kept[-1].look != REVERSE:
        last = kept.pop()
        if text := last.text.rstrip():
            return (*kept, last._replace(text=text))
    return tuple(kept)


def _start(text: str, columns: int) -> str:
    while _width(text) > columns:
        text = text[:-1]
    return text


def _wrapped(text: str, width: int) -> list[str]:
    """The text broken at words; a word is broken only where it alone is too wide."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in _pieces(paragraph.split(" "), max(1, width)):
            longer = f"{line} {word}" if line else word
            if line and _width(longer) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


def _pieces(words: Iterable[str], width: int) -> Iterable[str]:
    for word in words:
        while _width(word) > width:
            piece = _start(word, width) or word[0]
            yield piece
            word = word[len(piece) :]
        yield word


def _coded(line: Line, colour: bool) -> str:
    return "".join(f"\x1b[{span.look}m{span.text}\x1b[0m" if colour and span.look else span.text for span in line)


class TerminalPainter:
    """Shows screens on a terminal and writes only the lines that changed; `presents` counts what was written."""

    def __init__(
        self,
        stream: TextIO,
        tell: Callable[[Message], str],
        size: Callable[[], tuple[int, int]],
        colour: bool = True,
    ) -> None:
        self.presents = 0
        self._stream = stream
        self.tell = tell
        self._size = size
        self._colour = colour
        self._shown: list[str] | None = None
        self._shown_size = (0, 0)

    def open(self) -> None:
        """Takes the terminal's other screen, so that what was there comes back at the end."""
        self._shown = None
        self._write("\x1b[?1049h\x1b[?25l")

    def show(self, screen: Screen, focus: str | None) -> None:
        columns, rows = size = self._size()
        lines = draw(screen, self.tell, focus, columns, rows, self._colour)
        before = self._shown
        if before is None or size != self._shown_size:
            before = []
            changes = "\x1b[2J"
        else:
            changes = ""
        for number in range(max(len(lines), len(before))):
            line = lines[number] if number < len(lines) else ""
            if line != (before[number] if number < len(before) else ""):
                # Erased before it is written: erasing after a line of full width would take its last character.
                changes += f"\x1b[{number + 1};1H\x1b[2K{line}"
        if changes:
            self._write(changes)
            self.presents += 1
        self._shown, self._shown_size = lines, size

    def close(self) -> None:
        self._write("\x1b[?25h\x1b[?1049l")

    def _write(self, text: str) -> None:
        # A terminal that has no ▶ gets a question mark rather than an error.
        encoding = self._stream.encoding or "utf-8"
        self._stream.write(text.encode(encoding, "replace").decode(encoding))
        self._stream.flush()
