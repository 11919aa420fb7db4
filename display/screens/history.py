"""What happened in the game so far, a line for each roll and each move."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

from display.games.view import GameView
from display.screens.frame import View, framed
from display.screens.pages import TurnPage
from display.tree import Area, Screen, Size, Space, Target, Text, Tone, button, panel, row
from engine.words import Message, say

LINES_A_PAGE = 9


class FromHistory(Enum):
    """Where the history leads."""

    BACK = "leave it"


HistoryChoice: TypeAlias = TurnPage | FromHistory


def history_screen(view: View, game: GameView, lines: Sequence[Message], page: int) -> Screen[HistoryChoice]:
    """The newest lines first page, older ones behind."""
    pages = max(1, -(-len(lines) // LINES_A_PAGE))
    page = min(page, pages - 1)
    end = len(lines) - page * LINES_A_PAGE
    shown = lines[max(0, end - LINES_A_PAGE) : end]
    texts = [Text(says=line, size=Size.SMALL) for line in shown]
    if not texts:
        texts = [Text(says=say("Nothing has happened yet."), tone=Tone.QUIET)]
    turns: list[Area[HistoryChoice]] = []
    if page + 1 < pages:
        turns.append(button(Target("older", say("Older"), TurnPage(page + 1))))
    if page > 0:
        turns.append(button(Target("newer", say("Newer"), TurnPage(page - 1))))
    return Screen(
        root=framed(
            view,
            game.TITLE,
            panel(*texts, Space(), gap=6, grow=1),
            row(*turns, button(Target("back", say("Back"), FromHistory.BACK), main=True), gap=12, middle=False),
            beside=say("What happened"),
        ),
        start="back",
        back=FromHistory.BACK,
    )
