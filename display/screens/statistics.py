"""Who has played a game how often, and how well; and what happened in the game so far, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from display.choices import Open, TurnPage
from display.games import VIEWS, GameView
from display.screens.frame import View, framed
from display.tree import Align, Box, Node, Screen, Size, Space, Target, Text, Tone, button, panel, plain, row, signed
from engine.words import Message, say, say_count

NAMES_A_PAGE = 8
LINES_A_PAGE = 9


@dataclass(frozen=True)
class Player:
    """How a player has done in a game so far."""

    name: str
    games: int
    won: int
    best: int
    mean: float


def statistics_screen(view: View, game: str, players: Sequence[Player], page: int) -> Screen:
    """One game's players; the other pages are the other games."""
    lines: list[Node] = [_line(player) for player in players[:NAMES_A_PAGE]]
    if not lines:
        lines = [Text(says=say("Nobody has played this game to its end yet."), tone=Tone.QUIET)]
    return Screen(
        name="statistics",
        root=framed(
            view,
            VIEWS[game].TITLE,
            panel(*lines, Space(), gap=10, grow=1),
            row(
                button(Target("next game", say("Next game"), TurnPage(page + 1))),
                button(Target("back", say("Back"), Open("menu")), main=True),
                gap=12,
                middle=False,
            ),
            beside=say("Statistics"),
        ),
        start="back",
        back=Open("menu"),
    )


def _line(player: Player) -> Box:
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


def history_screen(view: View, game: GameView, lines: Sequence[Message], page: int) -> Screen:
    """The newest lines first page, older ones behind."""
    pages = max(1, -(-len(lines) // LINES_A_PAGE))
    page = min(page, pages - 1)
    end = len(lines) - page * LINES_A_PAGE
    shown = lines[max(0, end - LINES_A_PAGE) : end]
    texts = [Text(says=line, size=Size.SMALL) for line in shown]
    if not texts:
        texts = [Text(says=say("Nothing has happened yet."), tone=Tone.QUIET)]
    turns = []
    if page + 1 < pages:
        turns.append(button(Target("older", say("Older"), TurnPage(page + 1))))
    if page > 0:
        turns.append(button(Target("newer", say("Newer"), TurnPage(page - 1))))
    return Screen(
        name="history",
        root=framed(
            view,
            game.TITLE,
            panel(*texts, Space(), gap=6, grow=1),
            row(*turns, button(Target("back", say("Back"), Open("pause")), main=True), gap=12, middle=False),
            beside=say("What happened"),
        ),
        start="back",
        back=Open("pause"),
    )
