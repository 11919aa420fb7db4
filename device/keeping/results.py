"""How games ended, seat by seat, and what that says about the people who played them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from display.screens.statistics import Player


class Result(NamedTuple):
    """What one seat had in the end: who sat there, with the strength of a bot, the total, and whether it won."""

    name: str
    bot: str | None
    total: int
    won: bool


Results = tuple[Result, ...]  # one per seat


class Finished(NamedTuple):
    """How a game ended that was played to its end: its name, the time, and what every seat had."""

    game: str
    when: datetime
    results: Results


class Standing(NamedTuple):
    """All the results of one person in one game, added up; `least` and `most` are the lowest and the highest total."""

    games: int
    won: int
    total: int
    least: int
    most: int


Standings = Mapping[tuple[str, str], Standing]  # by game and name


def counted(standings: Standings, games: Iterable[tuple[str, Results]]) -> Standings:
    """The standings with the results of some more games, each with its name. Bots do not count."""
    sums = dict(standings)
    for game, results in games:
        for name, bot, total, won in results:
            if bot is None:
                so_far = sums.get((game, name), Standing(0, 0, 0, total, total))
                sums[game, name] = Standing(
                    so_far.games + 1,
                    so_far.won + won,
                    so_far.total + total,
                    min(so_far.least, total),
                    max(so_far.most, total),
                )
    return sums


def players(standings: Standings, game: str, *, fewest_wins: bool) -> list[Player]:
    """The people who have played a game to its end, the most frequent first."""
    from display.screens.statistics import Player  # a screen, which whoever only keeps games does not need

    found = [
        Player(name, one.games, one.won, one.least if fewest_wins else one.most, one.total / one.games)
        for (played, name), one in standings.items()
        if played == game
    ]
    return sorted(found, key=lambda player: (-player.games, player.name))
