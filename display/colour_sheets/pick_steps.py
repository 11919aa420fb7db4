"""The way to a pick on a sheet of coloured boxes: colour, number, placement.

Only what is legal is offered, a step with one answer is skipped, and among many placements the block is chosen first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from display.choices import GameChoice, Narrow, Path, Play, WayStep
from display.colour_sheets import sheet as colour_sheet
from display.tree import Target, plain
from engine.colour_sheets.picks import CROSS, QUESTION, WORDS, Pick
from engine.colour_sheets.sheets import COLOURS, LETTERS, Sheet, names, numbers
from engine.contract import Move
from engine.words import Message, say, say_count

FEW = 12  # up to so many placements through a tapped box are shown at once, whatever dice they need
MANY = 6  # if there are more placements than these, the block is chosen first


class TakeColour(Struct, frozen=True):
    """The colour die that shows this is taken."""

    face: str


class CrossMeans(Struct, frozen=True):
    """The black cross stands for this colour."""

    colour: str


class TakeNumber(Struct, frozen=True):
    """The number die that shows this is taken."""

    face: str


class QuestionMeans(Struct, frozen=True):
    """The question mark stands for so many boxes."""

    boxes: int


class InBlock(Struct, frozen=True):
    """The boxes are in this block."""

    block: int


class Through(Struct, frozen=True):
    """This box has to be among those that are crossed."""

    box: int


PickStep: TypeAlias = TakeColour | CrossMeans | TakeNumber | QuestionMeans | InBlock | Through


def of_picks(path: Path) -> list[PickStep]:
    """The steps of a path that lead to a pick."""
    return [step for step in path if isinstance(step, PickStep)]


def allows(step: PickStep, sheet: Sheet, pick: Pick) -> bool:
    """Whether this pick can still be made after this step."""
    match step:
        case TakeColour(face):
            return pick.colour == face
        case CrossMeans(colour):
            return COLOURS[sheet.colour[_first(pick)]] == colour
        case TakeNumber(face):
            return pick.number == face
        case QuestionMeans(boxes):
            return pick.boxes.bit_count() == boxes
        case InBlock(block):
            return sheet.block_of[_first(pick)] == block
        case Through(box):
            return bool(pick.boxes >> box & 1)
        case _:
            assert_never(step)


def narrowed(path: Path, sheet: Sheet, picks: Iterable[Pick]) -> list[Pick]:
    """The picks that are left on this way."""
    steps = of_picks(path)
    return [pick for pick in picks if all(allows(step, sheet, pick) for step in steps)]


def taken(path: Path) -> list[str]:
    """What the dice show that were taken on this way."""
    return [step.face for step in path if isinstance(step, TakeColour | TakeNumber)]


def through(path: Path) -> list[int]:
    """The boxes that have to be among those that are crossed."""
    return [step.box for step in path if isinstance(step, Through)]


def tapped(path: Path, box: int) -> Path:
    """The way from here through a box that was tapped, instead of through those that were tapped before."""
    return (*[step for step in path if not isinstance(step, Through)], Through(box))


class Steps(Struct):
    """What comes next: dice that can be taken, buttons, or placements shown one at a time."""

    asks: Message
    dice: dict[str, Target[GameChoice]] = field(default_factory=dict)
    buttons: tuple[Target[GameChoice], ...] = ()
    placements: tuple[Target[GameChoice], ...] = ()


class Chooser(Struct, frozen=True):
    """Who chooses, on which sheet, how far the choice is narrowed, and what the game says about a placement."""

    seat: int
    sheet: Sheet
    path: Path
    gain: Callable[[int], int]  # points that these boxes bring at once, for the order of the placements
    detail: Callable[[int, int], Message]  # what these boxes gain, with so many exclamation marks paid

    def step(self, name: str, step: WayStep, label: Message, boxes: int = 0) -> Target[GameChoice]:
        """Narrow the choice; these boxes are still possible after it."""
        return Target(name, label, Narrow(self.seat, (*self.path, step)), colour_sheet.keys(boxes))

    def placement(self, name: str, label: Message, action: object, boxes: int, cost: int = 0) -> Target[GameChoice]:
        """The whole choice: these boxes are crossed."""
        shows, detail = colour_sheet.keys(boxes), self.detail(boxes, cost)
        return Target(name, label, Play(Move(self.seat, action)), shows, crosses=True, detail=detail)


def pick_steps(chooser: Chooser, picks: Sequence[Pick]) -> Steps:
    """The next step towards one of these picks."""
    colours = list(dict.fromkeys(pick.colour for pick in picks))
    figures = list(dict.fromkeys(pick.number for pick in picks))
    if not picks:
        return Steps(say("No place for these dice"))
    if not (through(chooser.path) and len(picks) <= FEW):
        narrower = _narrower(chooser, picks, colours, figures)
        if narrower is not None:
            return narrower
    best_first = sorted(picks, key=lambda pick: -chooser.gain(pick.boxes))
    told = len(colours) > 1 or len(figures) > 1
    placements = [chooser.placement(*_label(pick, told), pick, pick.boxes, pick.cost) for pick in best_first]
    return Steps(say_count("{n} place", "{n} places", len(picks)), placements=tuple(placements))


def _narrower(chooser: Chooser, picks: Sequence[Pick], colours: Sequence[str], figures: Sequence[str]) -> Steps | None:
    """The first question that has more than one answer, before the placements themselves."""
    if len(colours) > 1:
        dice = {face: _die(chooser, "colour", TakeColour(face), picks) for face in colours}
        return Steps(say("Which colour?"), dice=dice)
    meant = sorted({chooser.sheet.colour[_first(pick)] for pick in picks})
    if colours == [CROSS] and len(meant) > 1:
        words = [COLOURS[index] for index in meant]
        buttons = tuple(chooser.step(f"meant {word}", CrossMeans(word), WORDS[word]) for word in words)
        return Steps(say("Which colour is the black cross?"), buttons=buttons)
    if len(figures) > 1:
        dice = {face: _die(chooser, "number", TakeNumber(face), picks) for face in figures}
        return Steps(say("Which number?"), dice=dice)
    counts = sorted({pick.boxes.bit_count() for pick in picks})
    if figures == [QUESTION] and len(counts) > 1:
        buttons = tuple(chooser.step(f"count {count}", QuestionMeans(count), plain(str(count))) for count in counts)
        return Steps(say("How many boxes?"), buttons=buttons)
    blocks = _by_block(chooser.sheet, picks)
    if len(picks) > MANY and len(blocks) > 1:
        groups = [_in_block(chooser, block, inside) for block, inside in blocks.items()]
        return Steps(say("Which block?"), placements=tuple(groups))
    return None


def _label(pick: Pick, told: bool) -> tuple[str, Message]:
    """The name and the label of a placement; its dice are told where they are not clear yet."""
    boxes = names(pick.boxes)
    label = plain(boxes)
    if told:
        label = say("{colour} {number}: {boxes}", colour=WORDS[pick.colour], number=plain(pick.number), boxes=boxes)
    return f"place {boxes} {pick.colour} {pick.number}", label


def _die(chooser: Chooser, kind: str, step: TakeColour | TakeNumber, picks: Iterable[Pick]) -> Target[GameChoice]:
    possible = union(pick for pick in picks if step.face in (pick.colour, pick.number))
    return chooser.step(f"{kind} {step.face}", step, WORDS.get(step.face, plain(step.face)), possible)


def _in_block(chooser: Chooser, block: int, picks: Sequence[Pick]) -> Target[GameChoice]:
    boxes = union(picks)
    step = chooser.step(f"block {block}", InBlock(block), plain(names(boxes)), boxes)
    return replace(step, detail=say_count("{n} place", "{n} places", len(picks)))


def _by_block(sheet: Sheet, picks: Iterable[Pick]) -> dict[int, list[Pick]]:
    found: dict[int, list[Pick]] = {}
    for pick in picks:
        found.setdefault(sheet.block_of[_first(pick)], []).append(pick)
    return found


def _first(pick: Pick) -> int:
    """One of its boxes: all have the same colour and are in the same block."""
    return next(numbers(pick.boxes))


def union(picks: Iterable[Pick]) -> int:
    """All boxes of these picks."""
    return all_boxes(pick.boxes for pick in picks)


def all_boxes(placements: Iterable[int]) -> int:
    """All boxes of these placements."""
    boxes = 0
    for placement in placements:
        boxes |= placement
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


def joined(parts: Iterable[Message]) -> Message:
    """Several short messages on one line."""
    told, *rest = parts
    for part in rest:
        told = say("{one} · {other}", one=told, other=part)
    return told
