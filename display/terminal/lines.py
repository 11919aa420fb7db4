"""Lines of text for a terminal: pieces of one look each, padded, cut and wrapped by the columns that they take."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

REVERSE = "7"


class Span(NamedTuple):
    """A piece of a line in one look."""

    text: str
    look: str = ""
    focus: bool = False  # the sign that stands at the focused target


Line = tuple[Span, ...]


def width_of(text: str) -> int:
    """The columns a terminal needs for a text: none for accents set on a letter, two for wide characters."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def line_width(line: Line) -> int:
    return sum(width_of(span.text) for span in line)


def padded(line: Line, width: int) -> Line:
    room = width - line_width(line)
    return (*line, Span(" " * room)) if room > 0 else line


def turned_over(line: Line) -> Line:
    return tuple(Span(span.text, REVERSE) for span in line)


def cut(line: Line, columns: int) -> Line:
    """No more of a line than fits, and no blanks at its end."""
    kept: list[Span] = []
    room = columns
    for span in line:
        text = start(span.text, room)
        room -= width_of(text)
        kept.append(span._replace(text=text))
        if text != span.text:
            break
    while kept and kept[-1].look != REVERSE:
        last = kept.pop()
        if text := last.text.rstrip():
            return (*kept, last._replace(text=text))
    return tuple(kept)


def start(text: str, columns: int) -> str:
    while width_of(text) > columns:
        text = text[:-1]
    return text


def wrapped(text: str, width: int) -> list[str]:
    """The text broken at words; a word is broken only where it alone is too wide."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in _pieces(paragraph.split(" "), max(1, width)):
            longer = f"{line} {word}" if line else word
            if line and width_of(longer) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


def _pieces(words: Iterable[str], width: int) -> Iterable[str]:
    for word in words:
        while width_of(word) > width:
            piece = start(word, width) or word[0]
            yield piece
            word = word[len(piece) :]
        yield word


def coded(line: Line, colour: bool) -> str:
    return "".join(f"\x1b[{span.look}m{span.text}\x1b[0m" if colour and span.look else span.text for span in line)
