"""Fixtures that all tests share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

# They have no examples to be tried, and as modules of one name pytest could collect only one of them.
collect_ignore_glob = ["*conftest.py"]

if TYPE_CHECKING:
    from tests.rig import Rig


@pytest.fixture
def build(tmp_path: Path) -> Iterator[Callable[..., Rig]]:
    """Makes boxes that keep their games in one folder, and closes them at the end."""
    from display.pixels.video import start_video, stop_video
    from tests.rig import Rig

    start_video(None)
    made: list[Rig] = []

    def one(**given: Any) -> Rig:
        made.append(Rig(tmp_path, **given))
        return made[-1]

    yield one
    for rig in made:
        rig.close()
    stop_video()
