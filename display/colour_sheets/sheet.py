"""The sheet of coloured boxes and the dice that go with it, as Encore! and One More Encore! show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from display.tree import Cell, Dice, DieKind, Face, Grid, Mark, Target, Thumb, Tone
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
    header: Sequence[Cell],
    footer: Sequence[Sequence[Cell]],
    beside: Sequence[tuple[Cell, ...]] = ((),) * len(ROWS),
    touch: Callable[[int], Target | None],
) -> Grid:
    """The boxes below a header, above the values of their columns, and before what belongs to their row."""
    rows = tuple(
        tuple(_cell(sheet, column * HEIGHT + line, checked, fresh, faded, touch) for column in range(len(COLUMNS)))
        + beside[line]
        for line in range(HEIGHT)
    )
    blank = tuple(Cell(tone=None) for _ in beside[0])
    slim = frozenset((0, *range(1 + HEIGHT, 1 + HEIGHT + len(footer))))
    narrow = frozenset(range(len(COLUMNS), len(COLUMNS) + len(blank)))
    around = [(*cells, *blank) for cells in (header, *footer)]
    return Grid(rows=(around[0], *rows, *around[1:]), slim=slim, narrow=narrow, lit=H, cell=50, gap=4, stretch=1.1)


def _cell(sheet: Sheet, box: int, checked: int, fresh: int, faded: int, touch: Callable[[int], Target | None]) -> Cell:
    return Cell(
        key=box_key(box),
        tone=TONES[COLOURS[sheet.colour[box]]],
        mark=Mark.CROSS if checked >> box & 1 else None,
        star=bool(sheet.stars >> box & 1),
        gold=bool(sheet.golden >> box & 1),
        fresh=bool(fresh >> box & 1),
        faded=bool(faded >> box & 1),
        target=touch(box),
    )


def letters(slashes: Sequence[int]) -> tuple[Cell, ...]:
    """The letters of the columns, with the slashes of a player who is alone."""
    marks = (None, Mark.SLASH, Mark.SLASHES)
    return tuple(
        Cell(text=letter, tone=None, mark=marks[count]) for letter, count in zip(LETTERS, slashes, strict=True)
    )


def column_values(
    first: Sequence[int], later: Sequence[int], own: Won, others: Sequence[Won]
) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Both lines of values: what is won is circled, a first value that somebody else has is struck."""
    upper, lower = [], []
    for column, (high, low) in enumerate(zip(first, later, strict=True)):
        won = own[column]
        lost = won != high and any(values[column] is not None for values in others)
        upper.append(_value(high, won == high, lost))
        lower.append(_value(low, won == low and won != high, won == high))
    return tuple(upper), tuple(lower)


def _value(value: int, won: bool, lost: bool) -> Cell:
    return Cell(text=str(value), tone=None, ring=won, faded=lost, mark=Mark.SLASH if lost and not won else None)


def marks_left(signs: str, left: int, of: int) -> Grid:
    """A row of signs that are struck as they are used."""
    used = of - left
    cells = tuple(Cell(text=signs, tone=None, mark=Mark.SLASH if i < used else None, faded=i < used) for i in range(of))
    return Grid(rows=(cells,), cell=34, gap=2, stretch=1)


def colour_values(high: int, low: int, own: Won, others: Sequence[Won]) -> Grid:
    """What each colour brings, or has brought."""
    cells = []
    for index, colour in enumerate(COLOURS):
        taken = any(values[index] is not None for values in others)
        won = own[index]
        value = won if won is not None else low if taken else high
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


def face(text: str, target: Target | None = None, *, lifted: bool = False, gone: bool = False) -> Face:
    """A colour die or a number die."""
    if text in NUMBER_DIE.faces:
        return Face(text=text, kind=DieKind.NUMBER, target=target, lifted=lifted, gone=gone)
    sign = "×" if text == CROSS else text[0]
    return Face(text=sign, kind=DieKind.COLOUR, tone=TONES.get(text), target=target, lifted=lifted, gone=gone)


def pair_tray(faces: Sequence[Face]) -> Dice:
    """Colour dice above number dice."""
    return Dice(faces=tuple(faces), across=len(faces) // 2, least=64, most=104)
