"""Going through what does not fit on one screen."""

from __future__ import annotations

from msgspec import Struct


class TurnPage(Struct, frozen=True):
    """Go to another page of what is shown."""

    page: int
