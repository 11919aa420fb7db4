"""The service screen: how every part of the box is, and the name of whatever button was pressed last."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from display.screens.frame import View, framed
from display.screens.pages import TurnPage
from display.tree import Area, Screen, Size, Space, Target, Text, Tone, button, panel, plain, row
from engine.words import say

PARTS_A_PAGE = 7


class Finding(Struct, frozen=True):
    """A part of the box and how it is. If it is not well, the text ends with the remedy."""

    part: str
    ok: bool
    text: str


class AtService(Enum):
    """What can be done on the service screen."""

    CHECK_AGAIN = "look everything over again"
    BACK = "leave it"


ServiceChoice: TypeAlias = TurnPage | AtService


def service_screen(view: View, findings: Sequence[Finding], pressed: str, page: int) -> Screen[ServiceChoice]:
    """What is not well comes first."""
    ordered = sorted(findings, key=lambda finding: finding.ok)
    pages = max(1, -(-len(ordered) // PARTS_A_PAGE))
    page = min(page, pages - 1)
    lines = [_line(finding) for finding in ordered[page * PARTS_A_PAGE : (page + 1) * PARTS_A_PAGE]]
    heard = say("Pressed: {button}", button=pressed) if pressed else say("Press any button: it is named here.")
    turns: list[Area[ServiceChoice]] = []
    if pages > 1:
        turns.append(button(Target("more", say("More"), TurnPage((page + 1) % pages))))
    turns.append(button(Target("again", say("Check again"), AtService.CHECK_AGAIN)))
    return Screen(
        root=framed(
            view,
            say("Service"),
            panel(*lines, Space(), gap=10, grow=1),
            Text(says=heard, bold=True),
            row(*turns, button(Target("back", say("Back"), AtService.BACK), main=True), gap=12, middle=False),
            beside=say("Is the box well?"),
        ),
        start="back",
        back=AtService.BACK,
    )


def _line(finding: Finding) -> Area[ServiceChoice]:
    tone = Tone.QUIET if finding.ok else Tone.WARNING
    return row(
        Text(says=plain("✓" if finding.ok else "!"), bold=True, tone=tone),
        Text(says=plain(finding.part), size=Size.SMALL, bold=True, grow=1),
        Text(says=plain(finding.text), size=Size.SMALL, tone=tone, grow=4),
        gap=12,
    )
