"""Reads the games' data: TOML files in a folder of its own for each game, in `seeds` beside this package."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

# Not importlib.resources: importing it costs the box's start more than reading all the data does.
SEEDS = Path(__file__).resolve().parent.parent / "seeds"
FOLDERS = [SEEDS]  # where games keep their data; one that comes from elsewhere adds its own


def seed(game: str, part: str = "figures") -> dict[str, Any]:
    """What `seeds/<game>/<part>.toml` says."""
    file = f"{game}/{part}.toml"
    found = next((folder / file for folder in FOLDERS if (folder / file).is_file()), SEEDS / file)
    return tomllib.loads(found.read_text(encoding="utf-8"))


def parts(game: str, kind: str) -> list[str]:
    """The names of all that `seeds/<game>/<kind>/` holds, in alphabetical order."""
    return sorted({file.stem for folder in FOLDERS for file in (folder / game / kind).glob("*.toml")})
