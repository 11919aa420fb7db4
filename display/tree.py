"""A Screen: a small tree of what can be seen, and in it the targets that can be chosen.

Touch, knob, buttons, keyboard, terminal and tests all use this tree; nothing in it knows pixels, a language or an
input device. Texts are `Message`s, sizes are in units that `layout` scales to the screen at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, Generic, Never, TypeAlias, TypeVar

from msgspec import Struct

from engine.words import Message, say

# What can be chosen on a screen: the closed union of its scene. A tree of nodes with these choices fits any scene that
# knows them all, hence covariant.
Choice = TypeVar("Choice", covariant=True)


class Size(Enum):
    """How large a text is, in units."""

    SMALL = 19
    BODY = 23
    HEADING = 28
    TITLE = 36
    HUGE = 60


class Tone(Enum):
    """What a colour means; the palette says which it is."""

    TABLE = "table"
    PANEL = "panel"
    RAISED = "raised"
    MAIN = "main"
    INK = "ink"
    QUIET = "quiet"
    ACCENT = "accent"
    WARNING = "warning"
    OPEN = "open"
    SUNK = "sunk"
    NEXT = "next"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    RED = "red"
    ORANGE = "orange"
    SEAT_1 = "seat 1"
    SEAT_2 = "seat 2"
    SEAT_3 = "seat 3"
    SEAT_4 = "seat 4"
    SEAT_5 = "seat 5"
    SEAT_6 = "seat 6"

    __hash__ = object.__hash__  # painters look colours up all the time, and an Enum's own hash is slow


SEAT_TONES = (Tone.SEAT_1, Tone.SEAT_2, Tone.SEAT_3, Tone.SEAT_4, Tone.SEAT_5, Tone.SEAT_6)


class Align(Enum):
    """Where a text stands in its place."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Mark(Enum):
    """What the pen has drawn into a box."""

    CROSS = "cross"
    TICK = "tick"
    SLASH = "slash"  # once through
    SLASHES = "slashes"  # and a second time, the other way


class Icon(Enum):
    """A sign that stands for an action or a bonus."""

    HEART = "heart"
    BOMB = "bomb"
    STARS = "stars"
    ROW = "row"
    BLOCK = "block"
    DIE = "die"


class DieKind(Enum):
    """What kind of die it is."""

    PIPS = "pips"
    COLOUR = "colour"  # a cross in the die's tone
    NUMBER = "number"
    SPECIAL = "special"  # an icon
    LETTER = "letter"  # on a die of its tone
    SWATCH = "swatch"  # nothing but a tone; black without one

    __hash__ = object.__hash__  # as for `Tone`


class Step(Struct, frozen=True):
    """Move the focus, as the knob does. No scene is asked for that."""

    by: int


class Target(Struct, Generic[Choice], frozen=True):
    """Something that can be chosen. `choice` is handed to the scene; `shows` names the cells it previews while focused.

    What is `touch_only` is for a finger: the knob does not stop there, since it has a shorter way.
    """

    name: str
    label: Message
    choice: Choice | Step
    shows: frozenset[str] = frozenset()
    crosses: bool = False  # choosing it crosses the cells it shows
    detail: Message | None = None
    touch_only: bool = False


class Text(Struct, frozen=True, kw_only=True):
    """A text that wraps at words; `shrink` lets it get smaller where a name would not fit."""

    says: Message
    size: Size = Size.BODY
    bold: bool = False
    tone: Tone = Tone.INK
    align: Align = Align.LEFT
    shrink: bool = False
    grow: float = 0


class Space(Struct, frozen=True, kw_only=True):
    """Room that takes what is left."""

    grow: float = 1


class Dot(Struct, frozen=True, kw_only=True):
    """A seat's lamp colour with its number, filled while the seat may act."""

    tone: Tone
    number: int
    filled: bool = True
    size: float = 30
    grow: float = 0


class Face(Struct, Generic[Choice], frozen=True, kw_only=True):
    """One die on the tray. A colour die's text is a sign for its tone, which also tells it without colours."""

    text: str
    kind: DieKind = DieKind.PIPS
    tone: Tone | None = None
    icon: Icon | None = None
    target: Target[Choice] | None = None
    lifted: bool = False  # part of what was just made with the dice
    still: bool = False  # lies where it lay while others are thrown
    gone: bool = False

    @property
    def tumbles(self) -> bool:
        """Whether it is in the air when the dice are thrown."""
        return not (self.still or self.gone)


class Dice(Struct, Generic[Choice], frozen=True, kw_only=True):
    """Dice on a tray; `tumble` is the time at which they were thrown, as long as they may still be rolling. Of these
    only the ones that are neither still nor gone are in the air.

    They lie as they fit, or `across` in a row.
    """

    faces: tuple[Face[Choice], ...]
    across: int | None = None
    tumble: float | None = None
    least: float = 62
    most: float = 110
    grow: float = 1


class Cell(Struct, Generic[Choice], frozen=True, kw_only=True):
    """A box of a sheet; `key` lets a target point at it. Without a tone it is only print on the paper."""

    key: str = ""
    text: str = ""
    tone: Tone | None = Tone.OPEN
    mark: Mark | None = None
    star: bool = False
    gold: bool = False
    icon: Icon | None = None
    ring: bool = False  # circled: won
    faded: bool = False  # cannot be had any more, or not now
    fresh: bool = False  # marked by the last event
    target: Target[Choice] | None = None


class Grid(Struct, Generic[Choice], frozen=True, kw_only=True):
    """The boxes of a sheet, row by row.

    `struck` rows are crossed through, `slim` ones lower than the others and `narrow` columns less wide; a wider gap
    follows the column `gap_after`, and the column `lit` stands out.
    """

    rows: tuple[tuple[Cell[Choice], ...], ...]
    struck: frozenset[int] = frozenset()
    pointed: int | None = None  # the row a pointer stands at
    gap_after: int | None = None
    slim: frozenset[int] = frozenset()
    narrow: frozenset[int] = frozenset()
    lit: int | None = None
    cell: float = 62
    gap: float = 6
    stretch: float = 1.25
    grow: float = 1


class ScoreRow(Struct, Generic[Choice], frozen=True, kw_only=True):
    """A line of a score sheet: words, and a figure, which may be a Message where it is more than a number."""

    words: Message
    figure: Message | str = ""
    tone: Tone = Tone.INK
    target: Target[Choice] | None = None


class ScoreTable(Struct, Generic[Choice], frozen=True, kw_only=True):
    """A score sheet of words and figures, read down each of its columns. All of it has letters of one size."""

    rows: tuple[ScoreRow[Choice], ...]
    columns: int = 1
    size: Size = Size.BODY
    grow: float = 1


class Bars(Struct, frozen=True, kw_only=True):
    """Progress at a glance: for each row how far it is (0-1), its ticked misses, and whether it is struck."""

    rows: tuple[tuple[float, int, bool], ...]
    pointed: int | None = None
    height: float = 40
    grow: float = 0


class Thumb(Struct, frozen=True, kw_only=True):
    """A sheet too small to read: where it is crossed and what colour is still open, as dots."""

    rows: tuple[tuple[tuple[Tone, bool], ...], ...]
    height: float = 40
    grow: float = 0


class Stack(Struct, Generic[Choice], frozen=True, kw_only=True):
    """Cards in one place, of which one is seen: the one whose target has the focus, or else the first."""

    children: tuple[Area[Choice], ...]
    grow: float = 0


class Area(Struct, Generic[Choice], frozen=True, kw_only=True):
    """Children side by side or one above the other; with a target, something that can be touched."""

    children: tuple[Node[Choice], ...]
    across: bool = False
    tone: Tone | None = None
    target: Target[Choice] | None = None
    ring: Tone | None = None  # an outline that marks whose turn it is
    gap: float = 12
    pad: float = 0
    grow: float = 0
    middle: bool = False  # children keep their own height and stand in the middle


Node: TypeAlias = (
    Area[Choice] | Stack[Choice] | Text | Space | Dot | Dice[Choice] | Grid[Choice] | ScoreTable[Choice] | Bars | Thumb
)


class Screen(Struct, Generic[Choice], frozen=True, kw_only=True):
    """What people see now, and what they may choose.

    The buttons of the panel are shortcuts to targets: `back` and `roll` name a choice, `seats` one per seat button.
    `typing` screens take letters from a keyboard; then the focus goes to the target `entering`, if there is one.
    """

    root: Area[Choice]
    start: str = ""  # the target that has the focus first
    back: Choice | None = None
    roll: Choice | Step | None = None
    seats: tuple[tuple[int, Choice | Step], ...] = ()
    typing: bool = False
    entering: str = ""
    moving_until: float | None = None
    speaks: Message | None = None

    def targets(self) -> tuple[Target[Choice], ...]:
        """All targets in reading order, which is the order of the knob."""
        return tuple(walk_targets(self.root))


AnyNode: TypeAlias = Node[Any]
AnyTarget: TypeAlias = Target[Any]
AnyScreen: TypeAlias = Screen[Any]


def walk_targets(node: Node[Choice]) -> Iterator[Target[Choice]]:
    match node:
        case Area(target=target, children=children):
            if target is not None and not target.touch_only:
                yield target
            for child in children:
                yield from walk_targets(child)
        case Stack(children=children):
            for child in children:
                yield from walk_targets(child)
        case Dice(faces=faces):
            yield from (face.target for face in faces if face.target is not None and not face.target.touch_only)
        case ScoreTable(rows=rows):
            yield from (row.target for row in rows if row.target is not None and not row.target.touch_only)
        case _:
            pass


# Short ways to say common things.


def plain(text: str) -> Message:
    """A text that is the same in every language: a name, a number."""
    return say("{text}", text=text)


def offered(face: Face[Never], target: Target[Choice]) -> Face[Choice]:
    """A die that can be chosen."""
    return Face(text=face.text, kind=face.kind, tone=face.tone, icon=face.icon, target=target)


def signed(points: int) -> str:
    """A figure with a proper minus sign."""
    return str(points).replace("-", "−")


def row(*children: Node[Choice], gap: float = 12, grow: float = 0, middle: bool = True) -> Area[Choice]:
    return Area(children=children, across=True, gap=gap, grow=grow, middle=middle)


def column(*children: Node[Choice], gap: float = 12, grow: float = 0) -> Area[Choice]:
    return Area(children=children, gap=gap, grow=grow)


def panel(*children: Node[Choice], gap: float = 12, pad: float = 18, grow: float = 0) -> Area[Choice]:
    return Area(children=children, gap=gap, pad=pad, grow=grow, tone=Tone.PANEL)


def button(
    target: Target[Choice], *, main: bool = False, grow: float = 1, detail: Message | None = None
) -> Area[Choice]:
    """A button with its target's label; the main one is what most people will press next."""
    label = Text(
        says=target.label,
        size=Size.HEADING if main else Size.BODY,
        bold=True,
        tone=Tone.TABLE if main else Tone.INK,
        align=Align.CENTRE,
    )
    lines: tuple[Node[Choice], ...] = (label,)
    if detail is not None:
        lines += (Text(says=detail, size=Size.SMALL, tone=Tone.TABLE if main else Tone.QUIET, align=Align.CENTRE),)
    return Area(
        children=(Space(), *lines, Space()),
        target=target,
        tone=Tone.MAIN if main else Tone.RAISED,
        gap=2,
        pad=10,
        grow=grow,
    )
