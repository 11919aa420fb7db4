"""Which parts of a picture look different from the frame before, of the same screen or of another one."""

from __future__ import annotations

from collections.abc import Iterator
from operator import is_
from typing import NamedTuple

from display.pixels import dice
from display.pixels.placed import Layout, Placed
from display.pixels.rects import Rect
from display.pixels.scores import ring_width
from display.pixels.sheets import NOTHING, box_margin, line_margin
from display.tree import AnyNode, Area, Cell, Dice, Face, Grid, ScoreRow, ScoreTable, Text

SLACK = 2  # pixels by which letters may leave their line
# Two damaged places become one if that is not much larger than both, since each costs time: by a part of them, and of
# the screen.
WASTE, SLIGHT = 1.4, 0.008


class Frame(NamedTuple):
    """What a picture shows: a layout, the target that has the focus, and the time, for dice that tumble."""

    layout: Layout
    focus: str | None
    now: float


def reaches(item: Placed, line: int) -> Rect:
    """All that an item may cover, with its rings, shadows and whatever sticks out of its place; `line` is how wide the
    rings around buttons and panels are."""
    reach = item.rect.grown(SLACK)
    for text in item.lines:
        reach = reach.union(text.rect.grown(SLACK))
    match item.node:
        case Area():
            return reach.grown(2 * line)
        case Dice(tumble=None):
            return _together(reach, (dice.reach(part) for part in item.parts))
        case Dice():
            return _together(reach, (dice.airspace(part) for part in item.parts))
        case Grid():
            # The pointer stands left of the boxes, by a part of their height.
            first, last = item.parts[0], item.parts[-1]
            margin = max(box_margin(first), box_margin(last), first.h // 4 + 3, last.h // 4 + 3)
            return reach.union(first.union(last).grown(margin))
        case ScoreTable():
            return _together(reach, (part.grown(2 * ring_width(part)) for part in item.parts))
        case _:
            return reach


def damaged(before: Frame, after: Frame, line: int) -> list[Rect]:
    """The places that have to be painted again."""
    whole = Rect(0, 0, *after.layout.size)
    places: list[Rect] = []
    for place in _changes(before, after, line):
        _add(places, place.within(whole), round(whole.w * whole.h * SLIGHT))
    return places


def _changes(before: Frame, after: Frame, line: int) -> Iterator[Rect]:
    for old, new in _pairs(before, after):
        if old is not None and new is not None:
            yield from _changes_of(old, new, before, after, line)
        else:
            for item in (old, new):
                if item is not None and not _see_through(item):
                    yield reaches(item, line)


def _pairs(before: Frame, after: Frame) -> Iterator[tuple[Placed | None, Placed | None]]:
    """What was seen with what is seen in its place now; what has no partner has come, gone, moved or changed its order.

    The order counts, since what is painted later covers what was painted before.
    """
    olds, news = (list(frame.layout.seen(frame.focus)) for frame in (before, after))
    if len(olds) == len(news) and all(map(is_, olds, news)):
        yield from zip(olds, news, strict=True)
        return
    where: dict[tuple[type[AnyNode], Rect, int], int] = {}
    for number, old in enumerate(olds):
        where[type(old.node), old.rect, old.depth] = number
    passed = 0
    for new in news:
        number = where.get((type(new.node), new.rect, new.depth), -1)
        if number < passed:
            yield None, new
            continue
        for gone in olds[passed:number]:
            yield gone, None
        yield olds[number], new
        passed = number + 1
    for gone in olds[passed:]:
        yield gone, None


def _see_through(item: Placed) -> bool:
    return isinstance(item.node, Area) and item.node.tone is None


def _changes_of(old: Placed, new: Placed, before: Frame, after: Frame, line: int) -> Iterator[Rect]:
    """What differs between an item and the one that was in its place."""
    names = before.focus, after.focus
    match old.node, new.node:
        case Area() as one, Area() as other:
            if _area_look(one, names[0]) != _area_look(other, names[1]):
                yield new.rect.grown(2 * line)
        case Dice() as one, Dice() as other:
            if dice.moving(one, before.now) or dice.moving(other, after.now):
                if old is not new or before.now != after.now or names[0] != names[1]:
                    yield from (reaches(item, line) for item in (old, new))
            elif old.parts != new.parts:
                yield from (reaches(item, line) for item in (old, new))
            else:
                for face, other_face, part in zip(one.faces, other.faces, new.parts, strict=True):
                    if _face_look(face, names[0]) != _face_look(other_face, names[1]):
                        yield dice.reach(part)
        case Grid() as one, Grid() as other:
            if old.parts != new.parts or one.lit != other.lit:
                yield from (reaches(item, line) for item in (old, new))
            else:
                yield from _changed_boxes(one, other, new.parts, before, after)
        case ScoreTable() as one, ScoreTable() as other:
            if old.parts != new.parts or old.pixels != new.pixels:
                yield from (reaches(item, line) for item in (old, new))
            else:
                for number, (row, other_row, part) in enumerate(zip(one.rows, other.rows, new.parts, strict=True)):
                    lines = slice(2 * number, 2 * number + 2)
                    if (
                        _row_look(row, names[0]) != _row_look(other_row, names[1])
                        or old.lines[lines] != new.lines[lines]
                    ):
                        yield part.grown(2 * ring_width(part))
        case Text() as one, Text() as other:
            looks = ((item.pixels, item.lines, node.bold, node.tone) for item, node in ((old, one), (new, other)))
            if next(looks) != next(looks):
                yield from (reaches(item, line) for item in (old, new))
        case one, other:
            if one != other:
                yield reaches(new, line)


def _changed_boxes(
    one: Grid[object], other: Grid[object], places: tuple[Rect, ...], before: Frame, after: Frame
) -> Iterator[Rect]:
    """The rows and boxes of a sheet that look different."""
    olds, news = before.layout.named(before.focus), after.layout.named(after.focus)
    old_shown, new_shown = (NOTHING if target is None else target.shows for target in (olds, news))
    old_crosses, new_crosses = (target is not None and target.crosses for target in (olds, news))
    keys = old_shown | new_shown if old_crosses != new_crosses else old_shown ^ new_shown
    columns = len(other.rows[0])
    for r, (cells, other_cells) in enumerate(zip(one.rows, other.rows, strict=True)):
        row = places[r * columns : (r + 1) * columns]
        if (r == one.pointed, r in one.struck) != (r == other.pointed, r in other.struck):
            first, last = row[0], row[-1]
            yield Rect(first.x, first.y, last.right - first.x, first.h).grown(2 * line_margin(first))
            continue
        if cells is other_cells and not keys:
            continue
        for cell, other_cell, place in zip(cells, other_cells, row, strict=True):
            if other_cell.key in keys or (cell is not other_cell and _cell_look(cell) != _cell_look(other_cell)):
                yield place.grown(box_margin(place))


# What is painted of a node, apart from its place: a target may become another one without being seen.


def _area_look(node: Area[object], focus: str | None) -> tuple[object, ...]:
    if node.tone is None:
        return ()
    return node.tone, node.ring, node.target is not None, node.target is not None and node.target.name == focus


def _face_look(face: Face[object], focus: str | None) -> tuple[object, ...]:
    focused = face.target is not None and face.target.name == focus
    return face.kind, face.text, face.icon, face.tone, face.lifted, face.gone, focused


def _cell_look(cell: Cell[object]) -> tuple[object, ...]:
    marks = cell.tone, cell.mark, cell.star, cell.gold, cell.icon
    return cell.key, cell.text, *marks, cell.ring, cell.faded, cell.fresh


def _row_look(row: ScoreRow[object], focus: str | None) -> tuple[object, ...]:
    return row.tone, row.target is not None, row.target is not None and row.target.name == focus


def _together(reach: Rect, others: Iterator[Rect]) -> Rect:
    for other in others:
        reach = reach.union(other)
    return reach


def _add(places: list[Rect], place: Rect, slight: int) -> None:
    """Join a place with those it can be painted with in one go."""
    if place.w <= 0 or place.h <= 0:
        return
    for number, other in enumerate(places):
        both = place.union(other)
        if both.w * both.h <= WASTE * (place.w * place.h + other.w * other.h) + slight:
            del places[number]
            _add(places, both, slight)
            return
    places.append(place)
