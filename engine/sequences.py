"""Tuples that differ from others in one item: states are frozen, so nothing in them is ever changed in place."""

from __future__ import annotations

from typing import TypeVar

Item = TypeVar("Item")


def with_item(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """The same tuple but for one item, usually what belongs to one seat.

    >>> with_item((0, 0, 0), 1, 5)
    (0, 5, 0)
    """
    return (*items[:index], item, *items[index + 1 :])


def without(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The same tuple without the first item that is equal to this one, such as dice when one of them is taken.

    >>> without(("red", "blue", "red"), "red")
    ('blue', 'red')
    """
    taken = items.index(item)
    return items[:taken] + items[taken + 1 :]
