"""Stores on cards of their own, and cards that cannot be written."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from device.keeping.store import Store
from tests.device.keeping.games import Opener

NOBODY = 65534


@pytest.fixture
def open_store() -> Iterator[Opener]:
    """Opens stores and closes them after the test, as the end of a process does."""
    stores: list[Store] = []

    def opener(path: Path) -> Store:
        stores.append(Store.open(path))
        return stores[-1]

    yield opener
    for store in stores:
        store.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "box" / "data" / "games.db"


@pytest.fixture
def store(path: Path, open_store: Opener) -> Store:
    return open_store(path)


@pytest.fixture
def pull_plug(tmp_path: Path) -> Callable[[Path], Path]:
    """The card as it is now, in another box: what a process leaves that is killed at this moment."""

    def pull(path: Path) -> Path:
        card = Path(tempfile.mkdtemp(dir=tmp_path))
        return Path(shutil.copytree(path.parent, card / "data")) / path.name

    return pull


@pytest.fixture
def read_only() -> Callable[[Path], AbstractContextManager[None]]:
    """Takes away the right to write in a folder; from root too, who is nobody for that time."""

    @contextmanager
    def lock(folder: Path) -> Iterator[None]:
        files = [folder, *folder.iterdir()]
        root = os.geteuid() == 0
        for file in files:
            file.chmod(0o555 if file.is_dir() else 0o444)
        if root:
            os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield
        finally:
            if root:
                os.setresuid(0, 0, 0)
            for file in files:
                file.chmod(0o755 if file.is_dir() else 0o644)

    return lock


@pytest.fixture
def open_card() -> Iterator[Path]:
    """A folder that anybody may look into, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder) / "data" / "games.db"
