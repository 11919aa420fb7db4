"""Who has played a game how often, and how well."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from display.games import card_of
from display.screens.frame import View, framed
from display.screens.pages import TurnPage
from display.tree import Align, Area, Node, Screen, Space, Target, Text, Tone, button, panel, plain, row, signed
from engine.words import say, say_count

NAMES_A_PAGE = 8


class Player(Struct, frozen=True):
    """How a player has done in a game so far."""

    name: str
    games: int
    won: int
    best: int
    mean: float


class FromStatistics(Enum):
    """Where the statistics lead."""

    BACK = "leave them"


StatisticsChoice: TypeAlias = TurnPage | FromStatistics


def statistics_screen(view: View, game: str, players: Sequence[Player], page: int) -> Screen[StatisticsChoice]:
    """One game's players; the other pages are the other games."""
    lines: list[Node[StatisticsChoice]] = [_line(player) for player in players[:NAMES_A_PAGE]]
    if not lines:
        lines = [Text(says=say("Nobody has played this game to its end yet."), tone=Tone.QUIET)]
    return Screen(
        root=framed(
            view,
            card_of(game).title,
            panel(*lines, Space(), gap=10, grow=1),
            row(
                button(Target("next game", say("Next game"), TurnPage(page + 1))),
                button(Target("back", say("Back"), FromStatistics.BACK), main=True),
                gap=12,
                middle=False,
            ),
            beside=say("Statistics"),
        ),
        start="back",
        back=FromStatistics.BACK,
    )


def _line(player: Player) -> Area[StatisticsChoice]:
    figures = (
        say_count("{n} game", "{n} games", player.games),
        say_count("{n} win", "{n} wins", player.won),
        say("best {n}", n=signed(player.best)),
        say("on average {n}", n=signed(round(player.mean))),
    )
    return row(
        Text(says=plain(player.name), bold=True, shrink=True, grow=2),
        *(Text(says=figure, tone=Tone.QUIET, align=Align.RIGHT, grow=1) for figure in figures),
        gap=14,
    )
