"""Dice, boxes, bars and scores as text: what needs neither a language nor the focus."""

from __future__ import annotations

from display.terminal.lines import REVERSE, Line, Span, start, width_of
from display.terminal.looks import BOLD, COLOURS, DIM, FOCUS, LETTERS, MARKS, POINTER, STRUCK
from display.tree import Bars, Cell, Dice, DieKind, Face, Grid, ScoreRow, Tone

LONGEST_BAR, SHORTEST_BAR = 10, 5


def sign(focused: bool) -> Span:
    return Span(FOCUS, BOLD, focus=True) if focused else Span(" ")


def face_span(face: Face[object], width: int, focused: bool) -> Span:
    text = face_text(face)
    if face.gone:
        return Span(f"({text})".ljust(width), DIM)
    if focused:
        lifted = "*" if face.lifted else ""
        return Span(f"{FOCUS}{text}]{lifted}".ljust(width), REVERSE, focus=True)
    if face.lifted:
        return Span(f"[{text}]*".ljust(width), f"{BOLD};{COLOURS[Tone.ACCENT]}")
    return Span(f"[{text}]".ljust(width), BOLD)


def face_text(face: Face[object]) -> str:
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


def face_width(node: Dice[object]) -> int:
    """Brackets, the sign of a lifted die, and a gap."""
    return max((width_of(face_text(face)) for face in node.faces), default=0) + 4


def score_width(words: str, figure: str) -> int:
    """The columns of a line of scores: words and figure apart, in brackets, after the sign of the focus."""
    return width_of(words) + width_of(figure) + 4


def score_line(row: ScoreRow[object], words: str, figure: str, width: int, focused: bool) -> Line:
    """Words at the left and the figure at the right, in brackets if it can be chosen."""
    room = width - 3
    words = start(words, max(0, room - 1 - width_of(figure)))
    text = words + " " * (room - width_of(words) - width_of(figure)) + figure
    left, right = ("[", "]") if row.target is not None else (" ", " ")
    look = REVERSE if focused else BOLD if row.target is not None else COLOURS.get(row.tone, "")
    return sign(focused), Span(f"{left}{text}{right}", look)


def bars(node: Bars, width: int) -> list[Line]:
    long = max(1, min(LONGEST_BAR, width - 1 - most_misses(node)))
    lines: list[Line] = []
    for number, (part, misses, struck) in enumerate(node.rows):
        pointer = Span(POINTER if number == node.pointed else " ", BOLD)
        if struck:
            lines.append((pointer, Span(STRUCK * long, DIM)))
            continue
        full = int(part * long) or (1 if part else 0)  # a bar looks full only when it is
        lines.append((pointer, Span("#" * full, BOLD), Span("." * (long - full), DIM), Span("!" * misses)))
    return lines


def most_misses(node: Bars) -> int:
    return max([1, *(misses for _, misses, struck in node.rows if not struck)])


def printed(cell: Cell[object], width: int) -> Span:
    """What is printed beside the boxes."""
    text = f"({cell.text})" if cell.ring else f"{cell.text}{MARKS[cell.mark]}" if cell.mark is not None else cell.text
    return Span(text.rjust(width - 1) + " " if not cell.ring else text.rjust(width), DIM if cell.faded else "")


def cell_text(cell: Cell[object]) -> str:
    return MARKS[cell.mark] if cell.mark is not None else open_text(cell)


def open_text(cell: Cell[object]) -> str:
    """What stands in a box that nobody has marked."""
    return cell.text or (LETTERS[cell.tone] + "*" * cell.star if cell.tone in LETTERS else "")


def cell_width(node: Grid[object]) -> int:
    """Room for every text, also where a mark hides it, so that a sheet keeps its shape."""
    return max((max(1, width_of(open_text(cell))) for cells in node.rows for cell in cells), default=1)


def grid_width(node: Grid[object], *, brackets: bool) -> int:
    each = cell_width(node) + (2 if brackets else 1)
    return 2 + each * max(map(len, node.rows), default=0) + (node.gap_after is not None)
