"""Faults of the box itself, told at length to a file: nobody at the table can do anything with a traceback.

What tells them is loaded with the first one, since hardly a box ever has any.
"""

from __future__ import annotations

from pathlib import Path

_files: list[Path] = []  # where faults are kept, until `logging` knows


def keep_faults(file: Path) -> None:
    """Tell faults to this file, which is made with the first of them."""
    _files[:] = [file]


def note_fault(where: str, what: str) -> None:
    """Tell of the exception that is being handled."""
    import logging

    while _files:
        logging.raiseExceptions = False  # a card that is full or read-only has been told of already
        handler = logging.FileHandler(_files.pop(), delay=True, encoding="utf-8")
        logging.basicConfig(format="%(asctime)s %(name)s: %(message)s", handlers=[handler])
    logging.getLogger(where).exception("%s", what)
