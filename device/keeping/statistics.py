"""What the games that were played at this box say about its players: by game and name."""

from __future__ import annotations

from collections.abc import Iterable

from device.keeping.gamefile import Past
from display.screens.statistics import Player
from engine.contract import AnyState, Over


def result_text(state: AnyState) -> str:
    """How a game that is over is kept: the winners' seats, and everybody's points."""
    turn = state.turn
    assert isinstance(turn, Over)
    winners = " ".join(str(seat + 1) for seat in turn.winners) or "nobody"
    return f"{winners} / {' '.join(str(score.total) for score in state.scores())}"


def figures(past: Iterable[Past], game: str) -> list[Player]:
    """The people who have played a game to its end, the most frequent first. Bots do not count."""
    totals: dict[str, list[int]] = {}
    wins: dict[str, int] = {}
    for ended in past:
        entries = _entries(ended.header)
        winners, _, points = ended.result.partition(" / ")
        if entries.get("game") != game or not points:
            continue
        for number, total in enumerate(points.split(), 1):
            name = entries.get(f"seat {number}", "")
            if not name or f"bot {number}" in entries:
                continue
            totals.setdefault(name, []).append(int(total))
            wins[name] = wins.get(name, 0) + (str(number) in winners.split())
    found = [Player(name, len(all), wins[name], max(all), sum(all) / len(all)) for name, all in totals.items()]
    return sorted(found, key=lambda one: (-one.games, one.name))


def _entries(header: str) -> dict[str, str]:
    """The lines of a record's header by their names."""
    lines = (line.partition(": ") for line in header.splitlines())
    return {name: value for name, colon, value in lines if colon}
