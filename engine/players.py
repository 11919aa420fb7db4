"""How many may sit down to a game: all that is known of a game before somebody asks for it."""

from __future__ import annotations

from typing import NamedTuple


class Players(NamedTuple):
    """The fewest and the most."""

    least: int
    most: int

    def allow(self, count: int) -> bool:
        """Whether so many can play."""
        return self.least <= count <= self.most
