"""Which nodes measure the same: nodes that differ only in what is painted or chosen have one measure."""

from __future__ import annotations

from collections.abc import Hashable

from display.tree import AnyNode, Area, Bars, Dice, Dot, Grid, ScoreTable, Space, Stack, Text, Thumb


class Measures:
    """Gives nodes numbers: two nodes have the same one if they are equally large at every scale. From one screen to the
    next most of them are known."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._of: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, node: AnyNode) -> int:
        """The number of a node of the tree that was taken last."""
        return self._of[id(node)]

    def take(self, root: AnyNode) -> None:
        """Number all nodes of a tree, which has to live as long as it is measured."""
        self._of.clear()
        self._number(root)

    def _number(self, node: AnyNode) -> int:
        key = self._key(node)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers)
        self._of[id(node)] = number
        return number

    def _key(self, node: AnyNode) -> Hashable:
        """All that counts for how large it is. The values of the Enums are taken since their hashes are quick."""
        match node:
            case Area():
                flags = node.across, node.target is not None, node.gap, node.pad, node.grow
                return Area, *flags, *map(self._number, node.children)
            case Text():
                return Text, node.says, node.size.value, node.bold, node.shrink, node.grow
            case Space():
                return Space, node.grow
            case Dot():
                return Dot, node.size, node.grow
            case Dice(faces=faces):
                touched = any(face.target for face in faces)
                return Dice, len(faces), touched, node.across, node.least, node.grow
            case Grid(rows=rows):
                counts = len(rows), len(rows[0]), node.gap_after, node.slim, node.narrow
                return Grid, *counts, node.cell, node.gap, node.grow
            case ScoreTable(rows=lines):
                touched = any(line.target for line in lines)
                told = tuple((line.words, line.figure) for line in lines)
                return ScoreTable, told, touched, node.columns, node.size.value, node.grow
            case Bars():
                return Bars, node.height, node.grow
            case Thumb(rows=dots):
                return Thumb, len(dots), len(dots[0]), node.height, node.grow
            case Stack():
                return Stack, node.grow, *map(self._number, node.children)
