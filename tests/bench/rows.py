"""The lines of the table, and the arithmetic that makes them of measured values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; a value above its goal misses it."""

    what: str
    value: float
    unit: str = ""
    goal: float | None = None

    @property
    def ok(self) -> bool | None:
        return None if self.goal is None else self.value <= self.goal

    def __str__(self) -> str:
        goal = "" if self.goal is None else f"≤ {self.goal:g}"
        verdict = {None: "", True: "ok", False: "OVER"}[self.ok]
        return f"{self.what:78}{_figure(self.value):>10} {self.unit:3}{goal:>8} {verdict}".rstrip()

    def values(self) -> dict[str, object]:
        """For programs to read."""
        return {"what": self.what, "value": self.value, "unit": self.unit, "goal": self.goal, "ok": self.ok}


class NotMeasured(Exception):
    """A measurement could not be made, or would not have meant anything; the text says why in one sentence."""


def at_least(least: int, got: int, of_what: str) -> None:
    """Refuse a campaign that was too small to mean anything."""
    if got < least:
        raise NotMeasured(f"{got} {of_what} are too few to measure anything, at least {least} are needed")


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that so many of a hundred do not exceed; always one that was measured."""
    at_least(1, len(values), "values")
    rank = -(-len(values) * percent // 100)
    return sorted(values)[max(0, int(rank) - 1)]


def middle(values: Sequence[float]) -> float:
    """The median, which others on the machine hardly change."""
    return percentile(values, 50)


def slope(values: Sequence[float]) -> float:
    """By how much the values grow from one to the next: the line with the least squares through them."""
    at_least(2, len(values), "values")
    mean_x, mean_y = (len(values) - 1) / 2, sum(values) / len(values)
    over = sum((x - mean_x) * (y - mean_y) for x, y in enumerate(values))
    return over / sum((x - mean_x) ** 2 for x in range(len(values)))


def _figure(value: float) -> str:
    return f"{value:,.{0 if abs(value) >= 100 or value == int(value) else 2}f}"
