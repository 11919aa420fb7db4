"""Faults of the box itself, logged to a file with their tracebacks: nobody at the table can do anything with those.

`logging` is imported with the first fault only, since hardly a box ever has any and the start is quicker without.
"""

from __future__ import annotations

from pathlib import Path

_files: list[Path] = []  # where faults are kept, until `logging` knows


def keep_faults(file: Path) -> None:
    """Log faults to this file, which is made with the first of them."""
    _files[:] = [file]


def note_fault(where: str, what: str) -> None:
    """Log the exception that is being handled."""
    import logging

    while _files:
        logging.raiseExceptions = False  # the store tells people of a card that is full or read-only
        handler = logging.FileHandler(_files.pop(), delay=True, encoding="utf-8")
        logging.basicConfig(format="%(asctime)s %(name)s: %(message)s", handlers=[handler])
    logging.getLogger(where).exception("%s", what)
