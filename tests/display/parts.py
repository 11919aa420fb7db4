"""Screens built by hand, of parts of the tree that no game of the box uses yet, or not in this way."""

from __future__ import annotations

from display.tree import (
    AnyScreen,
    Area,
    Dice,
    Face,
    ScoreRow,
    ScoreTable,
    Screen,
    Target,
    Text,
    Tone,
    button,
    panel,
    plain,
)
from engine.words import say


def _target(name: str) -> Target[str]:
    return Target(name, plain(name), name)


def scores(columns: int) -> Screen[str]:
    """A score sheet in the middle of a game: some figures stand, some can be chosen, the rest is open."""
    rows: tuple[ScoreRow[str], ...] = (
        ScoreRow(words=plain("Ones"), figure="3"),
        ScoreRow(words=plain("Twos"), figure="8", tone=Tone.ACCENT, target=_target("score twos")),
        ScoreRow(words=plain("Threes"), figure="9", tone=Tone.ACCENT, target=_target("score threes")),
        ScoreRow(words=plain("Fours"), tone=Tone.QUIET),
        ScoreRow(words=plain("Three of a kind"), figure="21", tone=Tone.ACCENT, target=_target("score three")),
        ScoreRow(words=plain("Full house"), figure="−"),
        ScoreRow(words=plain("Chance"), figure="21", tone=Tone.ACCENT, target=_target("score chance")),
        ScoreRow(words=say("Total"), figure=say("{n} points", n=11)),
    )
    sheet = ScoreTable[str](rows=rows, columns=columns)
    return Screen(
        root=Area(children=(panel(sheet, grow=1), button(_target("pass"), grow=0)), pad=16),
        start="score threes",
        back="pass",
    )


def kept() -> Screen[str]:
    """Five dice of which two are kept: one of these has the focus as well."""
    dice = Dice(faces=tuple(Face(text=str(n), lifted=n > 3, target=_target(f"die {n}")) for n in range(1, 6)))
    asks = Text(says=plain("Which dice stay?"))
    return Screen(
        root=Area(children=(panel(asks, dice, grow=1), button(_target("roll"), grow=0)), pad=16),
        start="die 4",
        back="roll",
    )


def still() -> Screen[str]:
    """The kept ones lie still while the others are thrown."""
    dice = Dice[str](faces=tuple(Face(text=str(n), still=n in (1, 4)) for n in range(1, 6)), tumble=0.0)
    root = Area(children=(panel(dice, grow=1), button(_target("quicker"), grow=0)), pad=16)
    return Screen(root=root, start="quicker", back="quicker", moving_until=1.0)


PARTS: dict[str, AnyScreen] = {
    "part-scores": scores(1),
    "part-scores-in-two": scores(2),
    "part-kept": kept(),
    "part-still": still(),
}
