"""The way to a pick, as Encore! and One More Encore! offer it: colour, number, place.

Only what is legal is offered, a step with one answer is skipped, and among many places the block is chosen first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from display.choices import Narrow, Play
from display.colour_sheets import sheet as colour_sheet
from display.colour_sheets.rounds import joined
from display.tree import Target, plain
from engine.colour_sheets.picks import CROSS, QUESTION, WORDS, Pick
from engine.colour_sheets.sheets import COLOURS, LETTERS, Sheet, names, numbers
from engine.contract import Move
from engine.words import Message, say, say_count

FEW = 12  # so many places through a box are shown at once, whatever dice they need
MANY = 6  # of more places than these the block is chosen first


@dataclass(frozen=True)
class Way:
    """How far a choice is narrowed: the dice, what jokers stand for, and boxes that have to be in it."""

    colour: str | None = None
    meant: str | None = None  # by a black cross
    number: str | None = None
    count: int | None = None  # meant by a question mark
    block: int | None = None
    boxes: int = 0

    @classmethod
    def of(cls, path: Iterable[str]) -> Way:
        steps = [step.partition(" ")[::2] for step in path]
        found = dict(steps)
        return cls(
            found.get("colour"),
            found.get("meant"),
            found.get("number"),
            int(found["count"]) if "count" in found else None,
            int(found["block"]) if "block" in found else None,
            sum(1 << int(value) for kind, value in steps if kind == "box"),
        )

    def allows(self, sheet: Sheet, pick: Pick) -> bool:
        box = next(numbers(pick.boxes))
        return (
            self.colour in (None, pick.colour)
            and self.meant in (None, COLOURS[sheet.colour[box]])
            and self.number in (None, pick.number)
            and self.count in (None, pick.boxes.bit_count())
            and self.block in (None, sheet.block_of[box])
            and not self.boxes & ~pick.boxes
        )


@dataclass
class Steps:
    """What comes next: dice that can be taken, buttons, or places shown one at a time."""

    asks: Message
    dice: dict[str, Target] = field(default_factory=dict)
    buttons: tuple[Target, ...] = ()
    places: tuple[Target, ...] = ()


@dataclass(frozen=True)
class Chooser:
    """Who chooses, on which sheet, how far the choice is narrowed, and what the game says about a place."""

    seat: int
    sheet: Sheet
    path: tuple[str, ...]
    gain: Callable[[int], int]  # points that these boxes bring at once, for the order of the places
    detail: Callable[[int, int], Message]  # what these boxes gain, with so many exclamation marks paid

    def step(self, step: str, label: Message, boxes: int = 0) -> Target:
        """Narrow the choice; these boxes are still possible after it."""
        return Target(step, label, Narrow(self.seat, (*self.path, step)), colour_sheet.keys(boxes))

    def place(self, name: str, label: Message, action: object, boxes: int, cost: int = 0) -> Target:
        """The whole choice: these boxes are crossed."""
        shows, detail = colour_sheet.keys(boxes), self.detail(boxes, cost)
        return Target(name, label, Play(Move(self.seat, action)), shows, crosses=True, detail=detail)

    def many(self, step: str, boxes: int, places: int) -> Target:
        """One of several groups of places."""
        detail = say_count("{n} place", "{n} places", places)
        return replace(self.step(step, plain(names(boxes)), boxes), detail=detail)


def pick_steps(chooser: Chooser, picks: Sequence[Pick]) -> Steps:
    """The next step towards one of these picks."""
    sheet = chooser.sheet
    colours = list(dict.fromkeys(pick.colour for pick in picks))
    figures = list(dict.fromkeys(pick.number for pick in picks))
    meant = sorted({sheet.colour[next(numbers(pick.boxes))] for pick in picks})
    counts = sorted({pick.boxes.bit_count() for pick in picks})
    blocks = _by_block(sheet, picks)
    if not picks:
        return Steps(say("No place for these dice"))
    if not (Way.of(chooser.path).boxes and len(picks) <= FEW):
        if len(colours) > 1:
            return Steps(say("Which colour?"), dice=_dice(chooser, "colour", colours, picks))
        if colours == [CROSS] and len(meant) > 1:
            asks = say("Which colour is the black cross?")
            words = [COLOURS[index] for index in meant]
            return Steps(asks, buttons=tuple(chooser.step(f"meant {word}", WORDS[word]) for word in words))
        if len(figures) > 1:
            return Steps(say("Which number?"), dice=_dice(chooser, "number", figures, picks))
        if figures == [QUESTION] and len(counts) > 1:
            buttons = tuple(chooser.step(f"count {count}", plain(str(count))) for count in counts)
            return Steps(say("How many boxes?"), buttons=buttons)
        if len(picks) > MANY and len(blocks) > 1:
            places = [chooser.many(f"block {block}", union(inside), len(inside)) for block, inside in blocks.items()]
            return Steps(say("Which block?"), places=tuple(places))
    best_first = sorted(picks, key=lambda pick: -chooser.gain(pick.boxes))
    told = len(colours) > 1 or len(figures) > 1
    places = [chooser.place(*_label(pick, told), pick, pick.boxes, pick.cost) for pick in best_first]
    return Steps(say_count("{n} place", "{n} places", len(picks)), places=tuple(places))


def _label(pick: Pick, told: bool) -> tuple[str, Message]:
    """The name and the label of a place; its dice are told where they are not clear yet."""
    boxes = names(pick.boxes)
    label = plain(boxes)
    if told:
        label = say("{colour} {number}: {boxes}", colour=WORDS[pick.colour], number=plain(pick.number), boxes=boxes)
    return f"place {boxes} {pick.colour} {pick.number}", label


def _dice(chooser: Chooser, kind: str, faces: Sequence[str], picks: Sequence[Pick]) -> dict[str, Target]:
    return {
        face: chooser.step(f"{kind} {face}", WORDS.get(face, plain(face)), union(_with(face, picks))) for face in faces
    }


def _with(face: str, picks: Iterable[Pick]) -> Iterator[Pick]:
    return (pick for pick in picks if face in pick[:2])


def _by_block(sheet: Sheet, picks: Iterable[Pick]) -> dict[int, list[Pick]]:
    found: dict[int, list[Pick]] = {}
    for pick in picks:
        found.setdefault(sheet.block_of[next(numbers(pick.boxes))], []).append(pick)
    return found


def union(picks: Iterable[Pick]) -> int:
    """All boxes of these picks."""
    boxes = 0
    for pick in picks:
        boxes |= pick.boxes
    return boxes


def gained(sheet: Sheet, checked: int, boxes: int, cost: int, values: Sequence[int]) -> Message:
    """What crossing these boxes gains and costs, and what it leaves of the block. `values` are those of the columns."""
    after = checked | boxes
    parts = [
        say("column {letter} complete: {points}", letter=LETTERS[c], points=values[c])
        for c in colour_sheet.completed(after, boxes)
    ]
    touched = {sheet.colour[box] for box in numbers(boxes)}
    parts += [
        say("{colour} complete!", colour=WORDS[COLOURS[index]])
        for index in sorted(touched)
        if not sheet.colours[index] & ~after
    ]
    stars = (boxes & sheet.stars).bit_count()
    if stars:
        parts.append(say_count("{n} star", "{n} stars", stars))
    if cost:
        parts.append(say("costs {n} !", n=cost))
    blocks = {sheet.block_of[box] for box in numbers(boxes)}
    left = sheet.blocks[min(blocks)] & ~after if len(blocks) == 1 else 0
    if left:
        parts.append(say("leaves {boxes}", boxes=names(left)))
    elif len(blocks) == 1 and not parts:
        parts.append(say("the whole block"))
    return joined(parts) if parts else say_count("{n} box", "{n} boxes", boxes.bit_count())
