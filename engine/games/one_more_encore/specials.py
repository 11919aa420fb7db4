"""The special die of One More Encore! and the bombs: which boxes each of its faces can check.

`FACES` is the table of what each face is called, what it can check, and why it cannot check some boxes. `Specials` are
the actions that a seat can take with the special die, and `Bombs` those for a bomb won with a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from engine.colour_sheets.picks import PASS, Pass
from engine.colour_sheets.sheets import ALL, BOXES, HEIGHT, ROWS, Sheet, names, neighbours, numbers, within_reach
from engine.contract import Die, Legal
from engine.seeds import seed
from engine.words import Message, say

_FIGURES = seed("one_more_encore")
HEART, BOMB, STARS, ROW, BLOCK = "heart", "bomb", "stars", "row", "block"
SPECIAL_DIE = Die("special", tuple(_FIGURES["dice"]["special"]))
MOST_STARS: int = _FIGURES["special"]["stars"]
MOST_IN_A_ROW: int = _FIGURES["special"]["row"]
_EDGE: int = _FIGURES["special"]["bomb"]

_SQUARES = [
    [1 << column * HEIGHT + row for column in range(left, left + _EDGE) for row in range(top, top + _EDGE)]
    for left in range(len(BOXES) // HEIGHT - _EDGE + 1)
    for top in range(HEIGHT - _EDGE + 1)
]
# Whatever one bomb can check on an empty sheet, the fullest first. Squares overlap, and the dict keeps
# each set of boxes once.
_CRATERS = dict.fromkeys(
    sum(boxes) for size in range(_EDGE**2, 0, -1) for square in _SQUARES for boxes in combinations(square, size)
)


class Special(NamedTuple):
    """To use the special die: its face, and the boxes checked with it."""

    face: str
    boxes: int = 0

    @property
    def words(self) -> Message:
        """The face and the boxes, to be told to people."""
        return _words(self.face, self.boxes) if self.boxes else FACES[self.face].words


class Bomb(NamedTuple):
    """To use a bomb won with a row."""

    boxes: int

    @property
    def words(self) -> Message:
        """What it is and the boxes, to be told to people."""
        return _words(BOMB, self.boxes)


def _words(face: str, boxes: int) -> Message:
    return say("{face}: {boxes}", face=FACES[face].words, boxes=names(boxes))


class Face(NamedTuple):
    """A face of the special die: what it is called; what it can check on a sheet with these boxes checked already; and
    why it cannot check some boxes there, or None if it can."""

    words: Message
    placements: Callable[[Sheet, int], Sequence[int]]
    why_not: Callable[[Sheet, int, int], Message | None]


def _nothing(sheet: Sheet, checked: int) -> Sequence[int]:
    """A heart checks no box, which it can do in one way."""
    return (0,)


def _bombs(sheet: Sheet, checked: int) -> list[int]:
    """Some or all free boxes of any square, wherever it is, the fullest first."""
    return [boxes for boxes in _CRATERS if not boxes & checked]


def _stars(sheet: Sheet, checked: int) -> Sequence[int]:
    return _up_to(MOST_STARS, sheet.stars & within_reach(checked))


def _in_a_row(sheet: Sheet, checked: int) -> Sequence[int]:
    beside = neighbours(checked) & ~checked
    return [boxes for row in ROWS for boxes in _up_to(MOST_IN_A_ROW, row & beside)]


def _blocks(sheet: Sheet, checked: int) -> Sequence[int]:
    """What is left of each block that has a checked box or is next to one."""
    near = checked | neighbours(checked)
    return [free for block in sheet.blocks if block & near and (free := block & ~checked)]


@lru_cache(maxsize=4_096)
def _up_to(most: int, boxes: int) -> tuple[int, ...]:
    """All choices of one box, of two and so on, the fullest first."""
    each = [1 << box for box in numbers(boxes)]
    return tuple(sum(chosen) for count in range(most, 0, -1) for chosen in combinations(each, count))


def _why_not_heart(sheet: Sheet, checked: int, boxes: int) -> Message | None:
    return say("a heart checks no boxes") if boxes else None


def _why_not_bomb(sheet: Sheet, checked: int, boxes: int) -> Message | None:
    if reason := _why_not_free(checked, boxes):
        return reason
    return None if boxes in _CRATERS else say("the boxes of a bomb lie within a square of 2 × 2")


def _why_not_stars(sheet: Sheet, checked: int, boxes: int) -> Message | None:
    if reason := _why_not_free(checked, boxes):
        return reason
    if others := boxes & ~sheet.stars:
        return say("{box} has no star", box=_first(others))
    if boxes.bit_count() > MOST_STARS:
        return say("at most {most} stars can be checked at once", most=MOST_STARS)
    if far := boxes & ~within_reach(checked):
        return say("{box} is neither in column H nor next to a checked box", box=_first(far))
    return None


def _why_not_row(sheet: Sheet, checked: int, boxes: int) -> Message | None:
    if reason := _why_not_free(checked, boxes):
        return reason
    if all(boxes & ~row for row in ROWS):
        return say("these boxes are not all in one row")
    if boxes.bit_count() > MOST_IN_A_ROW:
        return say("at most {most} boxes of a row can be checked at once", most=MOST_IN_A_ROW)
    if far := boxes & ~neighbours(checked):
        return say("{box} is not next to a checked box", box=_first(far))
    return None


def _why_not_block(sheet: Sheet, checked: int, boxes: int) -> Message | None:
    if reason := _why_not_free(checked, boxes):
        return reason
    block = sheet.blocks[sheet.block_of[next(numbers(boxes))]]
    if boxes != block & ~checked:
        return say("these are not exactly the boxes that are left of one block")
    if not block & (checked | neighbours(checked)):
        return say("this block has no checked box and is next to none")
    return None


def _why_not_free(checked: int, boxes: int) -> Message | None:
    """Why these are not some free boxes of a sheet."""
    if not 0 < boxes <= ALL:
        return say("choose the boxes that are to be checked")
    if boxes & checked:
        return say("{box} is checked already", box=_first(boxes & checked))
    return None


FACES = {
    HEART: Face(say("heart"), _nothing, _why_not_heart),
    BOMB: Face(say("bomb"), _bombs, _why_not_bomb),
    STARS: Face(say("two stars"), _stars, _why_not_stars),
    ROW: Face(say("three in a row"), _in_a_row, _why_not_row),
    BLOCK: Face(say("colour block"), _blocks, _why_not_block),
}
WORDS = {name: face.words for name, face in FACES.items()}


def _first(boxes: int) -> str:
    return BOXES[next(numbers(boxes))]


class Specials:
    """What a seat may do with the special die, which shows `face`; nothing if there is a `refusal`."""

    __slots__ = ("_found", "checked", "face", "refusal", "sheet")

    def __init__(self, face: str, sheet: Sheet, checked: int, refusal: Message | None) -> None:
        self.face = face
        self.sheet = sheet
        self.checked = checked
        self.refusal = refusal
        self._found: Sequence[int] | None = None

    @property
    def placements(self) -> Sequence[int]:
        """All that the die can check now."""
        if self._found is None:
            self._found = FACES[self.face].placements(self.sheet, self.checked) if self.refusal is None else ()
        return self._found

    def __len__(self) -> int:
        return len(self.placements)

    def __getitem__(self, index: int) -> Special:
        return Special(self.face, self.placements[index])

    def __iter__(self) -> Iterator[Special]:
        return (Special(self.face, boxes) for boxes in self.placements)

    def why_not(self, action: Special) -> Message | None:
        if action.face != self.face:
            return say("the special die shows another face: {face}", face=FACES[self.face].words)
        return self.refusal or FACES[self.face].why_not(self.sheet, self.checked, action.boxes)


class Bombs(Legal[Bomb | Pass]):
    """What a seat may do with a bomb that it has won with a row: use it or pass."""

    def __init__(self, sheet: Sheet, checked: int) -> None:
        self.sheet = sheet
        self.checked = checked

    @cached_property
    def placements(self) -> Sequence[int]:
        return FACES[BOMB].placements(self.sheet, self.checked)

    def __len__(self) -> int:
        return 1 + len(self.placements)

    def __getitem__(self, index: int) -> Bomb | Pass:
        """The first is the pass."""
        return PASS if index == 0 else Bomb(self.placements[index - 1])

    def __iter__(self) -> Iterator[Bomb | Pass]:
        yield PASS
        for boxes in self.placements:
            yield Bomb(boxes)

    def __contains__(self, action: object) -> bool:
        return self.why_not(action) is None

    def why_not(self, action: Any) -> Message | None:
        if action is PASS:
            return None
        if not isinstance(action, Bomb):
            return say("choose boxes for the bomb that the row has won, or pass")
        return FACES[BOMB].why_not(self.sheet, self.checked, action.boxes)

    def why_not_box(self, box: int) -> Message | None:
        """Why the bomb cannot check this box."""
        return say("{box} is checked already", box=BOXES[box]) if self.checked >> box & 1 else None
