"""Paints a Screen as text: the same tree as on the touchscreen, for a terminal of any size, with or without colour.

Colour only repeats what signs say already: ▶ is the focus, ● a seat that may act, → the row a pointer stands at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from display.terminal.lines import Line, Span, coded, cut, padded
from display.terminal.looks import DIM
from display.terminal.typesetter import DENSITIES, Typesetter
from display.tree import AnyScreen
from engine.words import Message


def draw(
    screen: AnyScreen, tell: Callable[[Message], str], focus: str | None, columns: int, rows: int, colour: bool = True
) -> list[str]:
    """The screen as lines, as airy as fits; where nothing fits, the part around the focused target."""
    for density in DENSITIES:
        lines = Typesetter(tell, screen, focus, density).set(screen.root, columns)
        if len(lines) <= rows:
            break
    else:
        lines = _part(Typesetter(tell, screen, focus, DENSITIES[-1]).set(screen.root, columns - 2), columns, rows)
    return [coded(cut(line, columns), colour) for line in lines]


def _part(lines: list[Line], columns: int, rows: int) -> list[Line]:
    """As many lines as fit, with the focus in the middle, and arrows where more is hidden."""
    focused = next((number for number, line in enumerate(lines) if any(span.focus for span in line)), 0)
    top = max(0, min(focused - rows // 2, len(lines) - rows))
    shown = lines[top : top + rows]
    if top > 0:
        shown[0] = (*padded(cut(shown[0], columns - 2), columns - 1), Span("↑", DIM))
    if top + rows < len(lines) and rows > 1:
        shown[-1] = (*padded(cut(shown[-1], columns - 2), columns - 1), Span("↓", DIM))
    return shown


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

    def show(self, screen: AnyScreen, focus: str | None) -> None:
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
