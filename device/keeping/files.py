"""Files that survive a pulled plug: written whole or not at all, and set aside instead of deleted."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, each durable in the one that holds it."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable; syncing a file does not do that."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(path: Path, text: str) -> None:
    """Put a file in its place at once: whenever the plug is pulled, the old or the new one is there, never a part."""
    make_folder(path.parent)
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
    sync_folder(path.parent)


def set_aside(path: Path, word: str, companions: Sequence[str] = ()) -> Path:
    """Rename a file to the first free `path.word-1`, `-2` and so on, its companions (`path-wal`) with it; its new name.

    The companions go first: one that stayed behind would be taken for a part of the file that comes next.
    """
    asides = (path.with_name(f"{path.name}.{word}-{number}") for number in count(1))
    endings = (*companions, "")
    aside = next(aside for aside in asides if not any(os.path.lexists(f"{aside}{ending}") for ending in endings))
    for ending in endings:
        if os.path.lexists(f"{path}{ending}"):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")
    sync_folder(path.parent)
    return aside
