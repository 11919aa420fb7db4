"""Why something failed, in a few words that fit into a sentence."""

from __future__ import annotations


def reason(error: Exception) -> str:
    """What the error says, in one line and without its full stop; its name if it says nothing.

    >>> reason(OSError("The device\\n is busy!"))
    'The device is busy'
    >>> reason(TimeoutError())
    'TimeoutError'
    """
    return " ".join(str(error).split()).strip(" .!") or type(error).__name__
