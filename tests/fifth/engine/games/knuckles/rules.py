"""The rules of Knuckles: throw five dice up to three times, keep what you like, write the dice of one number."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple, TypeAlias

from engine import refusals
from engine.contract import (
    Actions,
    Die,
    Game,
    IllegalEvent,
    Legal,
    Move,
    Over,
    Roll,
    Score,
    State,
    Table,
    ToChoose,
    ToRoll,
    Turn,
)
from engine.naming import quoted
from engine.seeds import seed
from engine.words import say

from . import PLAYERS

NAME = "knuckles"
_FIGURES = seed(NAME)
DICE: int = _FIGURES["dice"]
THROWS: int = _FIGURES["throws"]
BONUS_FROM: int = _FIGURES["bonus"]["from"]
BONUS: int = _FIGURES["bonus"]["points"]
DIE = Die("die", tuple(str(pips) for pips in range(1, _FIGURES["faces"] + 1)))
BOXES = DIE.faces


class Keep(NamedTuple):
    """Keep these dice, counted from 0, and throw the others."""

    dice: tuple[int, ...]


class Write(NamedTuple):
    """Write the dice of this number into its box."""

    box: str


Action: TypeAlias = Keep | Write
_KEEPS = tuple(Keep(kept) for count in range(DICE) for kept in combinations(range(DICE), count))


@dataclass(frozen=True, slots=True)
class Knuckles(State[Action]):
    """A position of the game. The dice that are `kept` lie still while the others are thrown."""

    table: Table
    written: tuple[tuple[int | None, ...], ...]  # by seat and box
    active: int
    faces: tuple[str, ...] = ()
    throws: int = 0  # in this turn
    kept: tuple[int, ...] | None = None  # None: it is to be chosen which

    @property
    def turn(self) -> Turn:
        if all(box is not None for boxes in self.written for box in boxes):
            totals = [score.total for score in self.scores()]
            return Over(tuple(seat for seat, total in enumerate(totals) if total == max(totals)))
        if not self.throws:
            return ToRoll(self.active, (DIE,) * DICE)
        if self.kept is not None:
            return ToRoll(self.active, (DIE,) * (DICE - len(self.kept)), at_once=True)
        return ToChoose((self.active,))

    def legal(self, seat: int) -> Legal[Action]:
        if isinstance(self.turn, ToChoose) and seat == self.active:
            writes = tuple(Write(box) for box, done in zip(BOXES, self.written[seat], strict=True) if done is None)
            keeps = _KEEPS if self.throws < THROWS else ()
            return Actions((*writes, *keeps), say("keep some dice and throw the others, or write into an empty box"))
        return Actions((), refusals.of_choosing(seat, self.turn, self.table.seats))

    def apply(self, event: Roll | Move[Action]) -> Knuckles:
        if isinstance(event, Roll):
            reason = refusals.of_roll(event, self.turn)
            if reason is not None:
                raise IllegalEvent(reason)
            thrown = iter(event.faces)
            kept = self.kept or ()
            faces = tuple(self.faces[die] if die in kept else next(thrown) for die in range(DICE))
            return replace(self, faces=faces, throws=self.throws + 1, kept=None)
        reason = self.legal(event.seat).why_not(event.action)
        if reason is not None:
            raise IllegalEvent(reason)
        match event.action:
            case Keep(dice=dice):
                return replace(self, kept=dice)
            case Write(box=box):
                return self._write(box)

    def _write(self, box: str) -> Knuckles:
        boxes = list(self.written[self.active])
        boxes[BOXES.index(box)] = int(box) * self.faces.count(box)
        written = (*self.written[: self.active], tuple(boxes), *self.written[self.active + 1 :])
        return Knuckles(self.table, written, (self.active + 1) % len(written), self.faces)

    def scores(self) -> tuple[Score, ...]:
        return tuple(_score(boxes) for boxes in self.written)


def _score(boxes: tuple[int | None, ...]) -> Score:
    points = sum(box or 0 for box in boxes)
    bonus = BONUS if points >= BONUS_FROM else 0
    return Score(points + bonus, (("boxes", points), ("bonus", bonus)))


def start(table: Table) -> Knuckles:
    reason = refusals.of_table(table, PLAYERS, ())
    if reason is not None:
        raise ValueError(str(reason))
    return Knuckles(table, ((None,) * len(BOXES),) * len(table.seats), table.first)


def text(action: Action) -> str:
    match action:
        case Keep(dice=dice):
            return " ".join(("keep", *(str(die + 1) for die in dice)))
        case Write(box=box):
            return f"write {box}"


def parse(text: str) -> Action:
    words = text.split()
    if re.fullmatch(r"keep( [1-5])*", " ".join(words)):
        return Keep(tuple(int(die) - 1 for die in words[1:]))
    if len(words) == 2 and words[0] == "write" and words[1] in BOXES:
        return Write(words[1])
    raise ValueError(f"expected keep and the dice that stay, or write and a number, not {quoted(text)}")


GAME: Game[Action] = Game(name=NAME, players=PLAYERS, start=start, text=text, parse=parse)
