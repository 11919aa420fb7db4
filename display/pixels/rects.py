"""Places on the screen, in pixels."""

from __future__ import annotations

from typing import NamedTuple


class Rect(NamedTuple):
    """A place on the screen, in pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    def inset(self, by: int) -> Rect:
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def grown(self, by: int) -> Rect:
        return Rect(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def union(self, other: Rect) -> Rect:
        """The smallest place that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def within(self, other: Rect) -> Rect:
        """The part of it that the other holds; without width or height if there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    def holds(self, other: Rect) -> bool:
        return other.x >= self.x and other.y >= self.y and other.right <= self.right and other.bottom <= self.bottom

    def meets(self, other: Rect) -> bool:
        (x, y, w, h), (other_x, other_y, other_w, other_h) = self, other
        return x < other_x + other_w and other_x < x + w and y < other_y + other_h and other_y < y + h

    def far(self, x: int, y: int) -> int:
        """The Chebyshev distance of a spot: the larger of its distances across and down; 0 inside."""
        return max(self.x - x, x - self.right + 1, self.y - y, y - self.bottom + 1, 0)

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom
