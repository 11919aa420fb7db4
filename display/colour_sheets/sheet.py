"""The sheet of coloured boxes, its values and signs, and the colour dice and number dice that go with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Never, TypeAlias

from display.choices import GameChoice
from display.tree import Cell, Choice, Dice, DieKind, Face, Grid, Mark, Target, Thumb, Tone
from engine.colour_sheets.picks import CROSS, NUMBER_DIE
from engine.colour_sheets.races import Won
from engine.colour_sheets.sheets import BOXES, COLOURS, COLUMN_H, COLUMNS, LETTERS, ROWS, Sheet, numbers

TONES = {
    "yellow": Tone.YELLOW,
    "green": Tone.GREEN,
    "blue": Tone.BLUE,
    "red": Tone.RED,
    "orange": Tone.ORANGE,
}
HEIGHT = len(ROWS)
H = COLUMNS.index(COLUMN_H)

# What a finger on a box does; None if nothing.
Tap: TypeAlias = Callable[[int], Target[GameChoice] | None]


def box_key(box: int) -> str:
    return BOXES[box]


def keys(boxes: int) -> frozenset[str]:
    """The cells of these boxes."""
    return frozenset(BOXES[box] for box in numbers(boxes))


def completed(after: int, boxes: int) -> list[int]:
    """The columns that are complete with these boxes, the last to be crossed."""
    return [c for c, needed in enumerate(COLUMNS) if boxes & needed and not needed & ~after]


def boxes_grid(
    sheet: Sheet,
    checked: int,
    *,
    fresh: int = 0,
    faded: int = 0,
    header: Sequence[Cell[Never]],
    footer: Sequence[Sequence[Cell[Never]]],
    beside: Sequence[tuple[Cell[Never], ...]] = ((),) * len(ROWS),
    tap: Tap,
) -> Grid[GameChoice]:
    """The boxes below a header, above the values of their columns, and before what belongs to their row."""
    rows: tuple[tuple[Cell[GameChoice], ...], ...] = tuple(
        tuple(_cell(sheet, column * HEIGHT + line, checked, fresh, faded, tap) for column in range(len(COLUMNS)))
        + beside[line]
        for line in range(HEIGHT)
    )
    blank: tuple[Cell[Never], ...] = tuple(Cell(tone=None) for _ in beside[0])
    slim = frozenset((0, *range(1 + HEIGHT, 1 + HEIGHT + len(footer))))
    narrow = frozenset(range(len(COLUMNS), len(COLUMNS) + len(blank)))
    around = [(*cells, *blank) for cells in (header, *footer)]
    return Grid(rows=(around[0], *rows, *around[1:]), slim=slim, narrow=narrow, lit=H, cell=50, gap=4, stretch=1.1)


def _cell(sheet: Sheet, box: int, checked: int, fresh: int, faded: int, tap: Tap) -> Cell[GameChoice]:
    return Cell(
        key=box_key(box),
        tone=TONES[COLOURS[sheet.colour[box]]],
        mark=Mark.CROSS if checked >> box & 1 else None,
        star=bool(sheet.stars >> box & 1),
        gold=bool(sheet.golden >> box & 1),
        fresh=bool(fresh >> box & 1),
        faded=bool(faded >> box & 1),
        target=tap(box),
    )


def letters(slashes: Sequence[int]) -> tuple[Cell[Never], ...]:
    """The letters of the columns, with the slashes of a player who is alone."""
    marks = (None, Mark.SLASH, Mark.SLASHES)
    return tuple(
        Cell(text=letter, tone=None, mark=marks[count]) for letter, count in zip(LETTERS, slashes, strict=True)
    )


def column_values(
    first: Sequence[int], later: Sequence[int], own: Won, others: Sequence[Won]
) -> tuple[tuple[Cell[Never], ...], tuple[Cell[Never], ...]]:
    """Both lines of values: what is won is circled, a first value that somebody else has is struck."""
    upper, lower = [], []
    for column, (high, low) in enumerate(zip(first, later, strict=True)):
        won = own[column]
        lost = won != high and any(values[column] is not None for values in others)
        upper.append(_value(high, won == high, lost))
        lower.append(_value(low, won == low and won != high, won == high))
    return tuple(upper), tuple(lower)


def _value(value: int, won: bool, lost: bool) -> Cell[Never]:
    return Cell(text=str(value), tone=None, ring=won, faded=lost, mark=Mark.SLASH if lost and not won else None)


def marks_left(signs: str, left: int, of: int) -> Grid[Never]:
    """A row of signs that are struck as they are used."""
    used = of - left
    return signs_in_a_row(
        Cell(text=signs, tone=None, mark=Mark.SLASH if i < used else None, faded=i < used) for i in range(of)
    )


def signs_in_a_row(cells: Iterable[Cell[Never]]) -> Grid[Never]:
    """Small signs below the sheet."""
    return Grid(rows=(tuple(cells),), cell=34, gap=2, stretch=1)


def colour_values(first: Sequence[int], later: Sequence[int], own: Won, others: Sequence[Won]) -> Grid[Never]:
    """What each colour brings, or has brought."""
    cells: list[Cell[Never]] = []
    for index, colour in enumerate(COLOURS):
        taken = any(values[index] is not None for values in others)
        won = own[index]
        value = won if won is not None else (later if taken else first)[index]
        cells.append(Cell(text=str(value), tone=TONES[colour], ring=won is not None))
    return Grid(rows=(tuple(cells),), cell=40, gap=4, stretch=1.6)


def thumb(sheet: Sheet, checked: int) -> Thumb:
    return Thumb(
        rows=tuple(
            tuple(
                (TONES[COLOURS[sheet.colour[column * HEIGHT + line]]], bool(checked >> (column * HEIGHT + line) & 1))
                for column in range(len(COLUMNS))
            )
            for line in range(HEIGHT)
        ),
        height=56,
    )


def face(text: str) -> Face[Never]:
    """A colour die or a number die."""
    if text in NUMBER_DIE.faces:
        return Face(text=text, kind=DieKind.NUMBER)
    return Face(text="×" if text == CROSS else text[0], kind=DieKind.COLOUR, tone=TONES.get(text))


def lying(
    face: Face[Never], target: Target[GameChoice] | None = None, *, lifted: bool = False, gone: bool = False
) -> Face[GameChoice]:
    """A die as it lies on the tray."""
    return Face(text=face.text, kind=face.kind, tone=face.tone, icon=face.icon, target=target, lifted=lifted, gone=gone)


def pair_tray(faces: Sequence[Face[Choice]]) -> Dice[Choice]:
    """Colour dice above number dice."""
    return Dice(faces=tuple(faces), across=len(faces) // 2, least=64, most=104)
