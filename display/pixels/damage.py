"""Which parts of a picture look different from the frame before, when its layout is still the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from display.pixels import dice
from display.pixels.placed import Layout, Placed
from display.pixels.rects import Rect
from display.pixels.scores import ring_width
from display.pixels.sheets import box_margin
from display.tree import Area, Dice, Grid, ScoreTable

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
    old, new = (frame.layout.on_top(frame.focus) for frame in (before, after))
    for item in after.layout.items:
        if item.on is not None and (item.on in old) != (item.on in new):
            yield reaches(item, line)
        elif item.on is None or item.on in new:
            yield from _changes_of(item, before, after, line)


def _changes_of(item: Placed, before: Frame, after: Frame, line: int) -> Iterator[Rect]:
    old, new = before.focus, after.focus
    match item.node:
        case Area(target=target) if target is not None:
            if old != new and target.name in (old, new):
                yield item.rect.grown(2 * line)
        case Dice() as node:
            if dice.moving(node, before.now) or dice.moving(node, after.now):
                if before.now != after.now or old != new:
                    yield reaches(item, line)
            elif old != new:
                for face, part in zip(node.faces, item.parts, strict=True):
                    if face.target is not None and face.target.name in (old, new):
                        yield dice.reach(part)
        case Grid() as node if old != new:
            yield from _previewed(item, node, before.layout, old, new)
        case ScoreTable(rows=rows) if old != new:
            for row, part in zip(rows, item.parts, strict=True):
                if row.target is not None and row.target.name in (old, new):
                    yield part.grown(2 * ring_width(part))
        case _:
            pass


def _previewed(item: Placed, node: Grid[object], layout: Layout, old: str | None, new: str | None) -> Iterator[Rect]:
    """The boxes that only one of two targets shows, or that the two show in different ways."""
    one, other = layout.named(old), layout.named(new)
    keys = (frozenset() if one is None else one.shows) | (frozenset() if other is None else other.shows)
    if one is not None and other is not None and one.crosses == other.crosses:
        keys -= one.shows & other.shows
    if not keys:
        return
    cells = (cell for cells in node.rows for cell in cells)
    for cell, part in zip(cells, item.parts, strict=True):
        if cell.key in keys:
            yield part.grown(box_margin(part))


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
