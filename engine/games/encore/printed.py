"""The sheets of Encore!: the printed ones, and a new one for every short code."""

from __future__ import annotations

from functools import cache, lru_cache

from engine.colour_sheets.sheets import Sheet, drawn
from engine.games.encore import new_sheets
from engine.naming import quoted
from engine.seeds import seed
from engine.words import Message, say

_PRINTED = seed("encore")["sheets"]
PRINTED: tuple[str, ...] = tuple(_PRINTED)


@cache
def _printed(code: str) -> Sheet:
    return drawn(code, **_PRINTED[code])


@lru_cache(maxsize=64)
def _generated(code: str) -> Sheet:
    return drawn(code, *new_sheets.rows_and_stars(code))


def sheet(code: str) -> Sheet:
    """The printed sheet "01" to "08", or the generated one with this code; raises ValueError if there is none."""
    reason = why_no_sheet(code)
    if reason is not None:
        raise ValueError(str(reason))
    return _printed(code) if code in PRINTED else _generated(code)


def why_no_sheet(code: str) -> Message | None:
    """Why there is no sheet with this code, or None if there is."""
    if code in PRINTED or new_sheets.is_code(code):
        return None
    return say(
        "there is no sheet {code}; there is {printed}, and a new one for every code such as {example}",
        code=quoted(code),
        printed=", ".join(PRINTED),
        example=new_sheets.EXAMPLE,
    )
