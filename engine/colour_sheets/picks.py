"""A pick: one colour die, one number die, and the boxes that a player checks with them.

The games on sheets of coloured boxes share these rules. `Picks` are the legal picks of one seat, found only as far as
somebody asks for them: `len(picks)`, `picks[7]`, `pick in picks`, and why something is not among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, NamedTuple

from engine.colour_sheets.sheets import (
    ALL,
    BOXES,
    COLOURS,
    MOST,
    Sheet,
    around,
    connected,
    mask,
    names,
    numbers,
    placements,
    within_reach,
)
from engine.contract import Die, Legal
from engine.naming import quoted
from engine.words import Message, say, say_count

CROSS, QUESTION = "cross", "?"
COLOUR_DIE = Die("colour", (*COLOURS, CROSS))
NUMBER_DIE = Die("number", (*(str(number) for number in range(1, MOST + 1)), QUESTION))
WORDS = {
    "yellow": say("yellow"),
    "green": say("green"),
    "blue": say("blue"),
    "red": say("red"),
    "orange": say("orange"),
    CROSS: say("black cross"),
    QUESTION: say("question mark"),
}

_COLOURS = {face: COLOURS.index(face) for face in COLOURS}
_NUMBERS = {face: 0 if face == QUESTION else int(face) for face in NUMBER_DIE.faces}  # as in sheets.Placements


class Pass(Enum):
    """To check nothing."""

    PASS = "pass"


PASS = Pass.PASS


class Pick(NamedTuple):
    """The faces of the two dice, and the boxes checked with them."""

    colour: str
    number: str
    boxes: int

    @property
    def cost(self) -> int:
        """How many exclamation marks it takes: one for each joker."""
        return (self.colour == CROSS) + (self.number == QUESTION)

    @property
    def words(self) -> Message:
        """The dice and the boxes, to be told to people."""
        colour, number = WORDS[self.colour], WORDS.get(self.number, self.number)
        return say("{colour} {number}: {boxes}", colour=colour, number=number, boxes=names(self.boxes))


class Pair(NamedTuple):
    """Two dice that can be taken, and all that can be checked with them."""

    colour: str
    number: str
    placements: list[int]


def pairs(sheet: Sheet, checked: int, jokers: int, colours: Sequence[str], numbers: Sequence[str]) -> list[Pair]:
    """The pairs of these dice for which the sheet has a place and the exclamation marks suffice."""
    reach = within_reach(checked)
    found = []
    for colour in dict.fromkeys(colours):
        left = jokers
        if colour != CROSS:
            blocks = sheet.open_blocks(_COLOURS[colour], checked, reach)
        elif left:
            left -= 1
            blocks = [block for index in range(len(COLOURS)) for block in sheet.open_blocks(index, checked, reach)]
        else:
            continue
        for number in dict.fromkeys(numbers):
            if number == QUESTION and not left:
                continue
            index = _NUMBERS[number]
            fitting: list[int] = []
            for block in blocks:
                fitting += block[index]
            if fitting:
                found.append(Pair(colour, number, fitting))
    return found


class Picks(Legal[Pick | Pass]):
    """What a seat may do with the dice on offer: pass, or pick a pair. `gone` are dice that were taken away before."""

    __slots__ = ("_found", "checked", "colours", "gone", "jokers", "numbers", "sheet")

    def __init__(
        self,
        sheet: Sheet,
        checked: int,
        jokers: int,
        colours: Sequence[str],
        numbers: Sequence[str],
        gone: tuple[str, ...] = (),
    ) -> None:
        self.sheet = sheet
        self.checked = checked
        self.jokers = jokers
        self.colours = colours
        self.numbers = numbers
        self.gone = gone
        self._found: list[Pair] | None = None

    @property
    def pairs(self) -> list[Pair]:
        """The pairs that can be taken."""
        if self._found is None:
            self._found = pairs(self.sheet, self.checked, self.jokers, self.colours, self.numbers)
        return self._found

    def __len__(self) -> int:
        count = 1
        for pair in self.pairs:
            count += len(pair[2])
        return count

    def __getitem__(self, index: int) -> Pick | Pass:
        """The first is the pass."""
        if index == 0:
            return PASS
        index -= 1
        for colour, number, fitting in self.pairs:
            if index < len(fitting):
                return Pick(colour, number, fitting[index])
            index -= len(fitting)
        raise IndexError("there are not so many picks")

    def __iter__(self) -> Iterator[Pick | Pass]:
        yield PASS
        for colour, number, fitting in self.pairs:
            for boxes in fitting:
                yield Pick(colour, number, boxes)

    def __contains__(self, action: object) -> bool:
        return action is PASS or (isinstance(action, Pick) and self._takes(action) and self._fits(action))

    def why_not(self, action: Any) -> Message | None:
        if action in self:
            return None
        if not isinstance(action, Pick):
            return say("choose a colour die, a number die and boxes for them, or pass")
        if action.colour not in self.colours:
            return self._why_no_die(action.colour)
        if action.number not in self.numbers:
            return self._why_no_die(action.number)
        if action.cost > self.jokers:
            return _too_few_marks(self.jokers)
        return self._why_not_boxes(action)

    def why_not_box(self, box: int) -> Message | None:
        """Why no pick can check this box now."""
        if any(boxes >> box & 1 for pair in self.pairs for boxes in pair.placements):
            return None
        if self.checked >> box & 1:
            return say("{box} is checked already", box=BOXES[box])
        colour, left = COLOURS[self.sheet.colour[box]], self.jokers
        if colour not in self.colours:
            if CROSS not in self.colours:
                return self._why_no_die(colour)
            left -= 1
        fitting = {_NUMBERS[number] for number in self.numbers if number != QUESTION}
        if QUESTION in self.numbers and left > 0:
            fitting.update(range(1, MOST + 1))
        if left < 0 or not fitting:
            return _too_few_marks(self.jokers)
        here = around(1 << box, self.sheet.blocks[self.sheet.block_of[box]] & ~self.checked)
        if not here & within_reach(self.checked):
            return say("{box} is neither in column H nor next to a checked box", box=BOXES[box])
        fitting = {number for number in fitting if number <= here.bit_count()}
        if not fitting:
            return say_count(
                "{colour}: only {n} box is left here",
                "{colour}: only {n} boxes are left here",
                here.bit_count(),
                colour=WORDS[colour],
            )
        return say("{number} is not enough to get as far as {box}", number=max(fitting), box=BOXES[box])

    def _takes(self, pick: Pick) -> bool:
        """Whether its dice are there and its jokers can be paid."""
        return pick.colour in self.colours and pick.number in self.numbers and pick.cost <= self.jokers

    def _fits(self, pick: Pick) -> bool:
        """Whether its boxes can be checked with its dice."""
        colour, number, boxes = pick
        if not 0 < boxes <= ALL:
            return False
        sheet, box = self.sheet, boxes.bit_length() - 1
        if colour != CROSS and sheet.colour[box] != _COLOURS[colour]:
            return False
        block = sheet.blocks[sheet.block_of[box]]
        return boxes in placements(block & ~self.checked, block & within_reach(self.checked))[_NUMBERS[number]]

    def _why_no_die(self, face: str) -> Message:
        word = WORDS.get(face, face)
        if face in self.gone:
            return say("{face} is gone: the player who rolled has taken that die", face=word)
        return say("no die shows {face}", face=word)

    def _why_not_boxes(self, pick: Pick) -> Message:
        """The reason, given that the dice can be taken."""
        colour, number, boxes = pick
        boxes &= ALL
        count = boxes.bit_count()
        if number == QUESTION and not 1 <= count <= MOST:
            return say("a question mark stands for 1 to {most} boxes, not for {count}", most=MOST, count=count)
        if number != QUESTION and count != _NUMBERS[number]:
            return say_count(
                "{n} box has to be checked, not {count}",
                "{n} boxes have to be checked, not {count}",
                _NUMBERS[number],
                count=count,
            )
        if boxes & self.checked:
            return say("{box} is checked already", box=BOXES[next(numbers(boxes & self.checked))])
        chosen = self.sheet.colour[next(numbers(boxes))] if colour == CROSS else _COLOURS[colour]
        if others := boxes & ~self.sheet.colours[chosen]:
            return say("{box} is not {colour}", box=BOXES[next(numbers(others))], colour=WORDS[COLOURS[chosen]])
        if not connected(boxes):
            return say("these boxes are not connected: each must share an edge with another")
        return say("none of these boxes is in column H or next to a checked box")


def text(action: Pick | Pass) -> str:
    """One line for people and records: `blue 3: C4 D4 D5` or `pass`."""
    return "pass" if isinstance(action, Pass) else f"{action.colour} {action.number}: {names(action.boxes)}"


def parse(text: str) -> Pick | Pass:
    """The action that `text` names; raises ValueError with a sentence that says what was expected."""
    action = read(" ".join(text.split()).lower())
    if action is None:
        raise ValueError(f"expected pass, or a pick such as 'blue 3: C4 D4 D5', not {quoted(text)}")
    return action


def read(words: str) -> Pick | Pass | None:
    """The action that these words name, in small letters with single blanks, or None if they name none."""
    if words == "pass":
        return PASS
    pick = _PICK.fullmatch(words)
    return None if pick is None else Pick(pick[1], pick[2], mask(pick[3].upper()))


_PICK = re.compile(rf"({'|'.join(COLOUR_DIE.faces)}) ([1-{MOST}]|\?) ?: ?([a-z0-9 ]+)")


def _too_few_marks(jokers: int) -> Message:
    if not jokers:
        return say("no exclamation mark is left for a joker")
    return say("two jokers take two exclamation marks, and only one is left")
