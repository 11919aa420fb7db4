"""Puts the fifth game beside the others; as a pytest plugin (`-p tests.fifth.on_the_path`) before all is collected."""

from __future__ import annotations

from pathlib import Path

import display.games
import engine.games
from engine import seeds

HERE = Path(__file__).parent


def put() -> None:
    """From now on the fifth game is there."""
    engine.games.__path__.append(str(HERE / "engine" / "games"))
    display.games.__path__.append(str(HERE / "display" / "games"))
    seeds.FOLDERS.append(HERE / "seeds")
    engine.games.found()


def take_away() -> None:
    """It has never been there."""
    engine.games.__path__.remove(str(HERE / "engine" / "games"))
    display.games.__path__.remove(str(HERE / "display" / "games"))
    seeds.FOLDERS.remove(HERE / "seeds")
    engine.games.found()


def pytest_configure() -> None:
    put()
