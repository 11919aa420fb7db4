"""How Durchmarsch shows itself: four rows from 10 down to 1, a miss box at the end of each, up to eight dice."""

from __future__ import annotations

from typing import Never

from display.choices import GameChoice, Path, Play
from display.games.durchmarsch.card import CARD
from display.games.offer import Offer
from display.games.view import GameView
from display.sounds import Sound
from display.tree import Area, Bars, Cell, Dice, Face, Grid, Mark, Size, Target, Text, Tone, column
from display.ways import Way
from engine.contract import Event, Move, Over, Roll, ToChoose, ToRoll
from engine.games.durchmarsch.rules import (
    BOXES,
    DIE,
    FEWEST_DICE,
    MOST_DICE,
    TWO_DICE_BOXES,
    Decision,
    Durchmarsch,
    Hit,
    Row,
)
from engine.words import Message, say, say_count

MISS_COLUMN = len(BOXES)


class DurchmarschView(GameView):
    """The rows as a grid, with a pointer at the one that is played."""

    TITLE = CARD.title
    RULES = (
        say("Be the first to check a whole row, from 10 down to 1."),
        say(
            "Every turn starts with eight dice. The boxes 10 to 7 need two dice that add up to the number, 6 to 1 one "
            "die."
        ),
        say("After a hit you stop, or go on with one die fewer. You never roll fewer than five."),
        say(
            "A miss ends the turn: tick the miss box and go on in the next row next time. What you checked stays "
            "checked."
        ),
        say("A second miss strikes the row. With four rows struck you are out; the last one left wins."),
    )
    WAYS = (Way.REAL_DICE,)

    def where(self, state: Durchmarsch) -> Message:
        return say("Turn {n}", n=max(1, state.sheets[state.active].turns))

    def offer(self, state: Durchmarsch, seat: int, path: Path) -> Offer:
        buttons = _buttons(state, seat)
        return Offer(
            asks=_asks(state),
            sheet=_sheet(state, seat),
            tray=Dice(faces=_tray(state)),
            buttons=buttons,
            bold=buttons[0].name if buttons else "",
        )

    def why_not(self, state: Durchmarsch, seat: int, key: str) -> Message:
        return say("The dice choose the boxes")

    def glance(self, state: Durchmarsch, seat: int) -> Bars:
        own = state.sheets[seat]
        return Bars(
            rows=tuple((row.checked / len(BOXES), row.misses, row.struck) for row in own.rows),
            pointed=None if own.out else own.current,
        )

    def thrown(self, state: Durchmarsch, roll: Roll) -> tuple[Face[Never], ...]:
        return _with_aside(tuple(self.face(text) for text in roll.faces))

    def rolls(self, state: Durchmarsch) -> Message:
        return say_count("Roll {n} die", "Roll {n} dice", state.dice)

    def action(self, action: Decision) -> Message:
        return say("goes on") if action is Decision.GO else say("stops")

    def news(self, state: Durchmarsch) -> Message | None:
        last = state.last
        if last is None:
            return None
        name = state.table.seats[last.seat].name
        if isinstance(last, Hit):
            return say("{name} checked the {box}", name=name, box=last.box)
        if state.sheets[last.seat].out:
            return say("{name}: no {box}. All four rows struck, out!", name=name, box=last.box)
        if last.struck:
            return say("{name}: no {box}. Row {row} is struck", name=name, box=last.box, row=last.row + 1)
        return say("{name}: no {box}. A miss in row {row}", name=name, box=last.box, row=last.row + 1)

    def sound(self, state: Durchmarsch, event: Event) -> Sound | None:
        if not isinstance(event, Roll) or state.last is None:
            return None
        return Sound.MARK if isinstance(state.last, Hit) else Sound.REFUSAL

    def told(self, state: Durchmarsch, seat: int) -> Message:
        own = state.sheets[seat]
        if any(row.complete for row in own.rows):
            return say_count("A whole row in {n} turn", "A whole row in {n} turns", own.turns)
        if own.out:
            return say_count("Out after {n} turn", "Out after {n} turns", own.turns)
        best = max(row.checked for row in own.rows)
        return say_count("Best row: {n} box checked", "Best row: {n} boxes checked", best)


def _sheet(state: Durchmarsch, seat: int) -> Area[GameChoice]:
    own = state.sheets[seat]
    grid: Grid[Never] = Grid(
        rows=tuple(_row(state, seat, number, line) for number, line in enumerate(own.rows)),
        struck=frozenset(number for number, line in enumerate(own.rows) if line.struck),
        pointed=None if own.out else own.current,
        gap_after=MISS_COLUMN - 1,
    )
    legend = say("The last box of a row is for its misses: one tick; the second strikes the row.")
    return column(grid, Text(says=legend, size=Size.SMALL, tone=Tone.QUIET), grow=1)


def _row(state: Durchmarsch, seat: int, number: int, row: Row) -> tuple[Cell[Never], ...]:
    last = state.last
    current = number == state.sheets[seat].current and not row.struck
    here = last is not None and last.seat == seat and last.row == number
    cells: list[Cell[Never]] = []
    for at, box in enumerate(BOXES):
        checked = at < row.checked
        cells.append(
            Cell(
                key=f"{number}.{box}",
                text=str(box),
                tone=Tone.NEXT if current and at == row.checked else Tone.OPEN,
                mark=Mark.CROSS if checked else None,
                fresh=here and isinstance(last, Hit) and last.box == box,
            )
        )
    missed = Mark.TICK if row.misses else None
    fresh = here and not isinstance(last, Hit)
    return (*cells, Cell(key=f"{number}.miss", tone=Tone.SUNK, mark=missed, fresh=fresh))


def _tray(state: Durchmarsch) -> tuple[Face[Never], ...]:
    """The last roll as it fell, until the next one; before the first the dice lie ready."""
    if not state.rolled:
        return _with_aside(tuple(Face(text=DIE.faces[-1]) for _ in range(state.dice)))
    lifted = state.last.dice if isinstance(state.last, Hit) else ()
    return _with_aside(tuple(Face(text=str(pips), lifted=i in lifted) for i, pips in enumerate(state.rolled)))


def _with_aside(faces: tuple[Face[Never], ...]) -> tuple[Face[Never], ...]:
    return faces + tuple(Face(text=DIE.faces[-1], gone=True) for _ in range(MOST_DICE - len(faces)))


def _asks(state: Durchmarsch) -> Message:
    match state.turn:
        case ToRoll():
            return _needs(state)
        case ToChoose():
            own = state.sheets[state.active]
            box = own.rows[own.current].next_box
            return say("Stop here, or go on for the {box}?", box=box or 0)
        case Over():
            return say("The game is over")


def _needs(state: Durchmarsch) -> Message:
    own = state.sheets[state.active]
    box = own.rows[own.current].next_box or 0
    if box in TWO_DICE_BOXES:
        return say("Needs two dice that make {box}", box=box)
    return say("Needs a {box}", box=box)


def _buttons(state: Durchmarsch, seat: int) -> tuple[Target[GameChoice], ...]:
    own = state.sheets[seat]
    row = own.rows[own.current]
    shows = frozenset({f"{own.current}.{row.next_box}"})
    labels = {
        Decision.GO: say_count("Go on with {n} die", "Go on with {n} dice", max(state.dice - 1, FEWEST_DICE)),
        Decision.STOP: say("Stop"),
    }
    return tuple(
        Target(decision.value, label, Play(Move(seat, decision)), shows if decision is Decision.GO else frozenset())
        for decision, label in labels.items()
        if decision in state.legal(seat)
    )


VIEW = DurchmarschView()
