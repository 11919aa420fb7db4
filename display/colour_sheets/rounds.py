"""What Encore! and One More Encore! show alike: the dice as a seat sees them, who has still to choose, and results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from display.colour_sheets import sheet as colour_sheet
from display.tree import Face, Node, Size, Target, Text, Tone, column, plain, row, signed
from engine.colour_sheets.picks import PASS, WORDS
from engine.colour_sheets.races import Completed
from engine.colour_sheets.sheets import COLOURS, LETTERS, Sheet
from engine.contract import Event, Legal, Roll, Score, Table, ToRoll, Turn
from engine.games.encore.rules import SOLO_ROLLS
from engine.words import Message, say


class Round(Protocol):
    """A position of either game, as far as these parts look at it."""

    @property
    def table(self) -> Table: ...
    @property
    def sheets(self) -> tuple[Sheet, ...]: ...
    @property
    def checked(self) -> tuple[int, ...]: ...
    @property
    def jokers(self) -> tuple[int, ...]: ...
    @property
    def active(self) -> int: ...
    @property
    def rolls(self) -> int: ...
    @property
    def roll(self) -> tuple[str, ...]: ...
    @property
    def gone(self) -> tuple[str, ...] | None: ...
    @property
    def waiting(self) -> tuple[int, ...]: ...
    @property
    def columns_done(self) -> tuple[Completed, ...]: ...
    @property
    def colours_done(self) -> tuple[Completed, ...]: ...
    @property
    def turn(self) -> Turn: ...
    def legal(self, seat: int) -> Legal[Any]: ...
    def scores(self) -> tuple[Score, ...]: ...


def where(state: Round) -> Message:
    """Which roll it is; who plays alone sees the points here."""
    if len(state.sheets) == 1:
        total = signed(state.scores()[0].total)
        return say("Roll {n} of {all} · {total} points", n=state.rolls, all=SOLO_ROLLS, total=total)
    return say("Roll {n}", n=state.rolls)


def dice(
    state: Round, seat: int, offered: Mapping[str, Target], lifted: Sequence[str | None], face: Callable[..., Face]
) -> list[Face]:
    """The dice as this seat sees them: those taken away are gone, those it may take are targets."""
    if not state.roll:
        ready = state.turn.dice if isinstance(state.turn, ToRoll) else ()
        return [face(die.faces[at % len(die.faces)], gone=True) for at, die in enumerate(ready)]
    gone = list(state.gone or ()) if seat != state.active else []
    faces, seen = [], set[str]()
    for at, text in enumerate(state.roll):
        if text in gone:
            gone.remove(text)
            faces.append(face(text, gone=True))
            continue
        target = offered.get(text)
        if target is not None and text in seen:  # the knob stops at one of two alike
            target = Target(f"{target.name} {at}", target.label, target.choice, target.shows, touch_only=True)
        faces.append(face(text, target, lifted=text in lifted and text not in seen))
        seen.add(text)
    return faces


def glance(state: Round, seat: int, did: Message | None) -> Node:
    """A small sheet, the points, and what the seat did or is doing."""
    return row(
        colour_sheet.thumb(state.sheets[seat], state.checked[seat]),
        column(
            Text(says=plain(signed(state.scores()[seat].total)), size=Size.HEADING, bold=True),
            Text(says=did or _doing(state, seat), size=Size.SMALL, tone=Tone.QUIET, shrink=True),
            gap=0,
            grow=1,
        ),
        gap=10,
    )


def _doing(state: Round, seat: int) -> Message:
    if state.waiting:
        return say("choosing") if PASS in state.legal(seat) else say("waits")
    if isinstance(state.turn, ToRoll) and seat == state.active:
        return say("rolls")
    return say("{n} !", n=state.jokers[seat])


def completed(state: Round) -> list[Message]:
    """The columns and colours that were completed in the turn before."""
    told = []
    for done in state.columns_done:
        who, letter = _who(state, done), LETTERS[done.line]
        told.append(say("{names}: column {letter} for {points}", names=who, letter=letter, points=done.value))
    for done in state.colours_done:
        who, colour = _who(state, done), WORDS[COLOURS[done.line]]
        told.append(say("{names}: all {colour} for {points}", names=who, colour=colour, points=done.value))
    return told


def sound(state: Round, event: Event) -> str | None:
    """A move sounds like what it completed, if it was the last one of its turn and the sheets have been judged."""
    if isinstance(event, Roll):
        return None
    if not state.roll and state.colours_done:
        return "colour"
    if not state.roll and state.columns_done:
        return "column"
    return None if event.action is PASS else "cross"


def _who(state: Round, done: Completed) -> str:
    return ", ".join(state.table.seats[seat].name for seat in done.seats)


def score(score: Score, words: Mapping[str, Message]) -> Message:
    """A result with its parts."""
    parts = [say("{part} {points}", part=words[name], points=signed(points)) for name, points in score.parts]
    return say("{total} points: {parts}", total=signed(score.total), parts=joined(parts))


def joined(parts: Iterable[Message]) -> Message:
    """Several short messages on one line."""
    told, *rest = parts
    for part in rest:
        told = say("{one} · {other}", one=told, other=part)
    return told
