"""Reads the games' data: the TOML files of the `seeds` folder, which always lies beside this package."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

# Not importlib.resources: importing it costs the box's start more than reading all the data does.
SEEDS = Path(__file__).resolve().parent.parent / "seeds"


def seed(name: str) -> dict[str, Any]:
    """What `seeds/<name>.toml` says."""
    return tomllib.loads((SEEDS / f"{name}.toml").read_text(encoding="utf-8"))
