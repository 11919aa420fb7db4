"""The special die of One More Encore! and the bombs: which boxes each of its faces can check.

`Specials` are the actions that a seat can take with the special die, and `Bombs` those for a bomb won with a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from engine.colour_sheets.picks import PASS, Pass
from engine.colour_sheets.sheets import ALL, BOXES, HEIGHT, ROWS, Sheet, names, neighbours, numbers, within_reach
from engine.contract import Die, Legal
from engine.seeds import seed
from engine.words import Message, say

HEART, BOMB, STARS, ROW, BLOCK = "heart", "bomb", "stars", "row", "block"
SPECIAL_DIE = Die("special", tuple(seed("one_more_encore")["dice"]["special"]))
MOST_STARS, MOST_IN_A_ROW = 2, 3
WORDS = {
    HEART: say("heart"),
    BOMB: say("bomb"),
    STARS: say("two stars"),
    ROW: say("three in a row"),
    BLOCK: say("colour block"),
}

_SQUARES = [
    [1 << column * HEIGHT + row for column in (left, left + 1) for row in (top, top + 1)]
    for left in range(len(BOXES) // HEIGHT - 1)
    for top in range(HEIGHT - 1)
]
# Whatever one bomb can check on an empty sheet, the fullest first. Squares overlap, hence the dict.
_CRATERS = dict.fromkeys(
    sum(boxes) for size in (4, 3, 2, 1) for square in _SQUARES for boxes in combinations(square, size)
)


class Special(NamedTuple):
    """To use the special die: its face, and the boxes checked with it."""

    face: str
    boxes: int = 0

    @property
    def words(self) -> Message:
        """The face and the boxes, to be told to people."""
        return _words(self.face, self.boxes) if self.boxes else WORDS[self.face]


class Bomb(NamedTuple):
    """To use a bomb won with a row."""

    boxes: int

    @property
    def words(self) -> Message:
        """What it is and the boxes, to be told to people."""
        return _words(BOMB, self.boxes)


def _words(face: str, boxes: int) -> Message:
    return say("{face}: {boxes}", face=WORDS[face], boxes=names(boxes))


def bombs(checked: int) -> list[int]:
    """One to four free boxes of any square of 2 × 2, wherever it is, the fullest first."""
    return [boxes for boxes in _CRATERS if not boxes & checked]


def placements(face: str, sheet: Sheet, checked: int) -> Sequence[int]:
    """All that this face of the special die can check; a heart checks nothing, which it can do in one way."""
    if face == HEART:
        return (0,)
    if face == BOMB:
        return bombs(checked)
    if face == STARS:
        return _up_to(MOST_STARS, sheet.stars & within_reach(checked))
    beside = neighbours(checked)
    if face == ROW:
        return [boxes for row in ROWS for boxes in _up_to(MOST_IN_A_ROW, row & beside & ~checked)]
    return [free for block in sheet.blocks if block & (checked | beside) and (free := block & ~checked)]


@lru_cache(maxsize=4_096)
def _up_to(most: int, boxes: int) -> tuple[int, ...]:
    """All choices of one box, of two and so on, the fullest first."""
    each = [1 << box for box in numbers(boxes)]
    return tuple(sum(chosen) for count in range(most, 0, -1) for chosen in combinations(each, count))


def why_not(face: str, sheet: Sheet, checked: int, boxes: int) -> Message | None:
    """Why this face of the special die cannot check these boxes, or None if it can."""
    if face == HEART:
        return say("a heart checks no boxes") if boxes else None
    if not 0 < boxes <= ALL:
        return say("choose the boxes that are to be checked")
    if boxes & checked:
        return say("{box} is checked already", box=_first(boxes & checked))
    if face == BOMB:
        return None if boxes in _CRATERS else say("the boxes of a bomb lie within a square of 2 × 2")
    if face == STARS:
        return _why_not_stars(sheet, checked, boxes)
    return _why_not_row(checked, boxes) if face == ROW else _why_not_block(sheet, checked, boxes)


def _why_not_stars(sheet: Sheet, checked: int, boxes: int) -> Message | None:
    if others := boxes & ~sheet.stars:
        return say("{box} has no star", box=_first(others))
    if boxes.bit_count() > MOST_STARS:
        return say("at most {most} stars can be checked at once", most=MOST_STARS)
    if far := boxes & ~within_reach(checked):
        return say("{box} is neither in column H nor next to a checked box", box=_first(far))
    return None


def _why_not_row(checked: int, boxes: int) -> Message | None:
    if all(boxes & ~row for row in ROWS):
        return say("these boxes are not all in one row")
    if boxes.bit_count() > MOST_IN_A_ROW:
        return say("at most {most} boxes of a row can be checked at once", most=MOST_IN_A_ROW)
    if far := boxes & ~neighbours(checked):
        return say("{box} is not next to a checked box", box=_first(far))
    return None


def _why_not_block(sheet: Sheet, checked: int, boxes: int) -> Message | None:
    block = sheet.blocks[sheet.block_of[next(numbers(boxes))]]
    if boxes != block & ~checked:
        return say("these are not exactly the boxes that are left of one block")
    if not block & (checked | neighbours(checked)):
        return say("this block has no checked box and is next to none")
    return None


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
            self._found = placements(self.face, self.sheet, self.checked) if self.refusal is None else ()
        return self._found

    def __len__(self) -> int:
        return len(self.placements)

    def __getitem__(self, index: int) -> Special:
        return Special(self.face, self.placements[index])

    def __iter__(self) -> Iterator[Special]:
        return (Special(self.face, boxes) for boxes in self.placements)

    def why_not(self, action: Special) -> Message | None:
        if action.face != self.face:
            return say("the special die shows another face: {face}", face=WORDS[self.face])
        return self.refusal or why_not(self.face, self.sheet, self.checked, action.boxes)


class Bombs(Legal[Bomb | Pass]):
    """What a seat may do with a bomb that it has won with a row: use it or pass."""

    def __init__(self, sheet: Sheet, checked: int) -> None:
        self.sheet = sheet
        self.checked = checked

    @cached_property
    def placements(self) -> list[int]:
        return bombs(self.checked)

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
        return why_not(BOMB, self.sheet, self.checked, action.boxes)

    def why_not_box(self, box: int) -> Message | None:
        """Why the bomb cannot check this box."""
        return say("{box} is checked already", box=BOXES[box]) if self.checked >> box & 1 else None
