"""Whether tables that a bot has learned still suit the figures of its game; if not, it says so in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.seeds import seed

Figures = Mapping[str, object]


def figures(names: Iterable[str]) -> dict[str, object]:
    """Figures as they are now, by game and by the names that they have in its seed; of a whole sheet only a digest."""
    found: dict[str, object] = {}
    for name in names:
        of, *path = name.split(".")
        value: Any = seed(of)
        for part in path:
            value = value[part]
        found[name] = _digest(value) if isinstance(value, dict) else value
    return found


def check(file: Path, entry: Mapping[str, Any], now: Figures) -> None:
    """Raises ValueError unless the tables in this file were learned with these figures; `entry` says how they were."""
    learned = entry.get("figures", {})
    for name, value in now.items():
        then = learned.get(name, "unknown")
        if then != value:
            raise ValueError(
                f"{file}: these tables were learned with {name} = {then}, and now it is {value}; "
                f"put the figure back, or learn again: {entry.get('command', 'see docs/bots.md')}"
            )


def _digest(value: Mapping[str, object]) -> str:
    return sha256(repr(sorted(value.items())).encode()).hexdigest()[:16]
