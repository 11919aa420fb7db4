"""The first screen: which game?"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from display.games.cards import Card
from display.screens.frame import View, framed
from display.tree import Align, Area, Dice, Node, Screen, Size, Space, Target, Text, Tone, button, row
from engine.players import Players
from engine.words import Message, say


class ChooseGame(Struct, frozen=True):
    """Set the table for a game."""

    game: str


class FromMenu(Enum):
    """Where the menu leads besides the games."""

    STATISTICS = "statistics"
    SETTINGS = "settings"
    MENU = "stay here"


MenuChoice: TypeAlias = ChooseGame | FromMenu


class Offered(NamedTuple):
    """A game that can be chosen."""

    name: str
    card: Card
    players: Players


FEW = 4  # so many games have room for a line that says what they are about


def menu_screen(view: View, games: Sequence[Offered]) -> Screen[MenuChoice]:
    per_row = _per_row(len(games), view.portrait)
    cards: list[Node[MenuChoice]] = [_game(game, few=len(games) <= FEW) for game in games]
    cards += [Space() for _ in range(-len(cards) % per_row)]
    rows = [row(*cards[i : i + per_row], gap=14, grow=1, middle=False) for i in range(0, len(cards), per_row)]
    foot = row(
        button(Target("statistics", say("Statistics"), FromMenu.STATISTICS)),
        button(Target("settings", say("Settings"), FromMenu.SETTINGS)),
        middle=False,
    )
    return Screen(
        root=framed(view, say("Dicebox"), *rows, foot, beside=say("Which game?")),
        start=games[0].name,
        back=FromMenu.MENU,
    )


def _per_row(games: int, portrait: bool) -> int:
    if portrait:
        return 1 if games <= FEW else 2
    return min(games, 2 if games <= FEW else 3 if games <= 9 else 4)


def _game(game: Offered, few: bool) -> Area[MenuChoice]:
    title, emblem = game.card.title, game.card.emblem
    dice: Dice[MenuChoice] = Dice(faces=emblem, across=len(emblem), least=60 if few else 30, most=96, grow=2)
    lines: tuple[Node[MenuChoice], ...] = (
        (
            Text(says=title, size=Size.TITLE, bold=True, align=Align.CENTRE),
            Text(says=game.card.about, tone=Tone.QUIET, align=Align.CENTRE),
            Text(says=how_many(game.players), size=Size.SMALL, tone=Tone.QUIET, align=Align.CENTRE),
        )
        if few
        else (Text(says=title, size=Size.HEADING, bold=True, align=Align.CENTRE, shrink=True),)
    )
    return Area(
        children=(Space(), dice, *lines, Space()),
        target=Target(game.name, title, ChooseGame(game.name)),
        tone=Tone.PANEL,
        gap=6,
        pad=20 if few else 10,
        grow=1,
    )


def how_many(players: Players) -> Message:
    """How many can play a game."""
    return say("{least} to {most} players", least=players.least, most=players.most)
