"""The faces of the special die: their icons, and the way to the boxes that each of them crosses.

With a bomb the square comes first, then what to leave out; in a row the row, then its boxes; stars and blocks come at
once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, assert_never

from msgspec import Struct

from display.choices import GameChoice, Path
from display.colour_sheets.pick_steps import FEW, Chooser, Steps, Through, all_boxes, through
from display.tree import Icon, Target, plain
from engine.colour_sheets.sheets import COLUMNS, HEIGHT, LETTERS, ROWS, names, numbers
from engine.games.one_more_encore.rules import ROW_LETTERS
from engine.games.one_more_encore.specials import BLOCK, BOMB, HEART, ROW, STARS, WORDS
from engine.words import Message, say


class TakeSpecial(Struct, frozen=True):
    """The special die is taken instead of a pair."""


class InColumns(Struct, frozen=True):
    """The bomb falls into this column and the next one."""

    left: int


class InSquare(Struct, frozen=True):
    """The bomb falls into the square of which this box is the upper left one."""

    corner: int


class InRow(Struct, frozen=True):
    """The boxes are in this row."""

    row: int


SpecialStep: TypeAlias = TakeSpecial | InColumns | InSquare | InRow | Through


class Candidates(Struct, frozen=True):
    """What is to be chosen between: placements that are left, and what a seat does by crossing one of them."""

    chooser: Chooser
    left: Sequence[int]
    action: Callable[[int], object]

    @property
    def steps(self) -> list[SpecialStep]:
        """What was chosen on the way."""
        return of_special(self.chooser.path)

    def placement(self, boxes: int) -> Target[GameChoice]:
        """The whole choice."""
        return self.chooser.placement(f"place {names(boxes)}", plain(names(boxes)), self.action(boxes), boxes)


class SpecialFace(Struct, frozen=True):
    """A face of the special die: its icon, what it asks, and `first` the step before, if that narrows the choice.

    A heart crosses no boxes, so it asks nothing and is done by taking the die.
    """

    icon: Icon
    asks: Message | None = None
    first: Callable[[Candidates], Steps | None] = lambda among: None


def special_steps(face: str, among: Candidates) -> Steps:
    """The next step towards one of the placements of a face."""
    shown = FACES[face]
    asks = shown.asks or WORDS[face]
    return shown.first(among) or Steps(asks, placements=tuple(among.placement(boxes) for boxes in among.left))


def of_special(path: Path) -> list[SpecialStep]:
    """The steps of a path that lead to boxes for the special die, or for a bomb."""
    return [step for step in path if isinstance(step, SpecialStep)]


def narrowed(path: Path, placements: Sequence[int]) -> Sequence[int]:
    """The placements that are left on this way."""
    for step in of_special(path):
        match step:
            case TakeSpecial():
                pass
            case Through(box):
                placements = [boxes for boxes in placements if boxes >> box & 1]
            case InColumns(left):
                placements = _within(COLUMNS[left] | COLUMNS[left + 1], placements)
            case InSquare(corner):
                placements = _within(_square(corner), placements)
            case InRow(row):
                placements = _within(ROWS[row], placements)
            case _:
                assert_never(step)
    return placements


def _within(area: int, placements: Sequence[int]) -> list[int]:
    return [boxes for boxes in placements if not boxes & ~area]


# A bomb: two columns, and the square in them.


def _bomb(among: Candidates) -> Steps | None:
    """A box that was tapped leaves at most four squares, so the columns need not be chosen."""
    steps, chooser = among.steps, among.chooser
    if len(among.left) <= 1 or any(isinstance(step, InSquare) for step in steps):
        return None
    squares = {at: boxes for at in range(HEIGHT * (len(COLUMNS) - 1)) if (boxes := _free(among.left, at))}
    if not any(isinstance(step, InColumns | Through) for step in steps):
        return Steps(say("Where does the bomb fall?"), placements=_pairs_of_columns(chooser, squares))
    best = sorted(squares.items(), key=lambda item: -chooser.gain(item[1]))
    groups = [chooser.step(f"square {at}", InSquare(at), plain(names(boxes)), boxes) for at, boxes in best]
    return Steps(say("Which square?"), placements=tuple(groups))


def _pairs_of_columns(chooser: Chooser, squares: dict[int, int]) -> tuple[Target[GameChoice], ...]:
    pairs: dict[int, int] = {}
    for at, boxes in squares.items():
        pairs[at // HEIGHT] = pairs.get(at // HEIGHT, 0) | boxes
    return tuple(
        chooser.step(
            f"columns {left}",
            InColumns(left),
            say("{one} and {other}", one=LETTERS[left], other=LETTERS[left + 1]),
            boxes,
        )
        for left, boxes in pairs.items()
    )


def _square(corner: int) -> int:
    """The square whose upper left box has this number."""
    return 0b11 << corner | 0b11 << corner + HEIGHT


def _free(left: Sequence[int], corner: int) -> int:
    """What the fullest of these placements crosses in a square, 0 if none lies in it."""
    if corner % HEIGHT == HEIGHT - 1:
        return 0
    return max(_within(_square(corner), left), key=int.bit_count, default=0)


# Three in a row: the row, and its boxes.


def _row(among: Candidates) -> Steps | None:
    chooser, rows = among.chooser, _by_row(among.left)
    if len(rows) > 1 and not any(isinstance(step, InRow) for step in among.steps):
        groups = [
            chooser.step(
                f"line {row}",
                InRow(row),
                say("row {letter}: {boxes}", letter=ROW_LETTERS[row], boxes=names(boxes)),
                boxes,
            )
            for row, boxes in rows.items()
        ]
        return Steps(say("Which row?"), placements=tuple(groups))
    return Steps(say("Which boxes of the row?"), placements=_best_or_with(among)) if len(among.left) > FEW else None


def _by_row(left: Sequence[int]) -> dict[int, int]:
    """The rows of these placements, with all their boxes."""
    found: dict[int, int] = {}
    for boxes in left:
        row = next(numbers(boxes)) % HEIGHT
        found[row] = found.get(row, 0) | boxes
    return found


def _best_or_with(among: Candidates) -> tuple[Target[GameChoice], ...]:
    """There are too many sets of three to show them all: the best one, or a box that the set has to contain."""
    chooser = among.chooser
    best = max(among.left, key=lambda boxes: (boxes.bit_count(), chooser.gain(boxes)))
    chosen = through(chooser.path)
    steps = [
        chooser.step(f"box {box}", Through(box), say("with {box}", box=names(1 << box)), 1 << box)
        for box in numbers(all_boxes(among.left))
        if box not in chosen
    ]
    return among.placement(best), *steps


FACES = {
    HEART: SpecialFace(Icon.HEART),
    BOMB: SpecialFace(Icon.BOMB, say("What does the bomb cross?"), _bomb),
    STARS: SpecialFace(Icon.STARS, say("Which stars?")),
    ROW: SpecialFace(Icon.ROW, say("Which boxes of the row?"), _row),
    BLOCK: SpecialFace(Icon.BLOCK, say("Which block?")),
}
