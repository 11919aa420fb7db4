"""What people may be called, and how what somebody wrote stands in a sentence."""

from __future__ import annotations

from engine.words import Message, say

LONGEST_NAME = 24


def of_name(name: str) -> Message | None:
    """Why nobody can be called this: a name must fit on the screen and on one line of a record."""
    if 1 <= len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip():
        return None
    return say(
        "a name is 1 to {longest} printable characters without blanks around them, not {name}",
        longest=LONGEST_NAME,
        name=quoted(name),
    )


def quoted(text: str) -> str:
    """What somebody wrote, so that it can stand in a sentence and be printed anywhere."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
