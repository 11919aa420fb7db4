"""Going through what does not fit on one screen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TurnPage:
    """Go to another page of what is shown."""

    page: int
