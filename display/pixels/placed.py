"""A laid-out screen: every node in its place, and what a finger there means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from display.pixels.rects import Rect
from display.tree import AnyNode, AnyScreen, AnyTarget, Area, Dice, Grid, ScoreTable, Target


class Line(Struct, frozen=True):
    """One line of a text, with its place."""

    text: str
    rect: Rect


class Placed(Struct, frozen=True):
    """A node in its place. `lines` and `pixels` are set for texts and scores, `parts` are the places of cells, of dice
    and of lines of scores.

    In a stack, `cards` are the names of its cards' targets, and `on` that of the card it lies on.
    """

    node: AnyNode
    rect: Rect
    depth: int
    pixels: int = 0
    lines: tuple[Line, ...] = ()
    parts: tuple[Rect, ...] = ()
    cards: tuple[str, ...] = ()
    on: str | None = None


class Layout(Struct, frozen=True):
    """A laid-out screen."""

    screen: AnyScreen
    size: tuple[int, int]
    scale: float
    items: tuple[Placed, ...]
    fits: bool

    stacks: tuple[tuple[str, ...], ...]  # of each the names of its cards' targets
    by_name: Mapping[str, AnyTarget]  # what the knob can reach

    def named(self, name: str | None) -> AnyTarget | None:
        """The target of this name, if the knob can reach one."""
        return None if name is None else self.by_name.get(name)

    def on_top(self, focus: str | None) -> frozenset[str]:
        """The cards that can be seen while this target has the focus: one of each stack, by their targets' names."""
        return frozenset(focus if focus is not None and focus in cards else cards[0] for cards in self.stacks)

    def seen(self, focus: str | None) -> Iterator[Placed]:
        """What can be seen while this target has the focus: of each stack only one card."""
        on_top = self.on_top(focus)
        return (item for item in self.items if item.on is None or item.on in on_top)

    def target_at(self, x: int, y: int, focus: str | None = None) -> AnyTarget | None:
        """What a finger at this place means: the innermost target under it, or a box of the sheet close to it."""
        found = None
        for item in self.seen(focus):
            if not item.rect.contains(x, y):
                continue
            match item.node:
                case Area(target=Target() as target):
                    found = target
                case Dice() | Grid() | ScoreTable():
                    near = min(_touchable(item), key=lambda part: part[1].far(x, y), default=None)
                    if near is not None and near[1].far(x, y) <= _nearness(item, near[1]):
                        found = near[0]
                case _:
                    pass
        return found

    def place_of(self, name: str) -> Rect:
        """Where the target of this name is."""
        return next(rect for target, rect in self.targets() if target.name == name)

    def targets(self) -> Iterator[tuple[AnyTarget, Rect]]:
        """Everything a finger can choose, and where."""
        for item in self.items:
            if isinstance(item.node, Area) and item.node.target is not None:
                yield item.node.target, item.rect
            elif isinstance(item.node, Dice | Grid | ScoreTable):
                yield from _touchable(item)


def _touchable(item: Placed) -> list[tuple[AnyTarget, Rect]]:
    """The dice or boxes of an item that can be chosen."""
    match item.node:
        case Dice(faces=faces):
            targets = [face.target for face in faces]
        case Grid(rows=rows):
            targets = [cell.target for cells in rows for cell in cells]
        case ScoreTable(rows=lines):
            targets = [line.target for line in lines]
        case _:
            targets = []
    return [(target, part) for target, part in zip(targets, item.parts, strict=bool(targets)) if target is not None]


def _nearness(item: Placed, part: Rect) -> int:
    """How close a finger must come: lines of scores are much wider than high."""
    return part.h if isinstance(item.node, ScoreTable) else part.w
