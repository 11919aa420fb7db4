"""The way to the boxes of the special die and of the bombs in One More Encore!: the square first, then what to leave
out; the row first, then its boxes; stars and blocks at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from display.colour_sheets.pick_steps import FEW, Chooser, Steps
from display.tree import Target, plain
from engine.colour_sheets.sheets import COLUMNS, HEIGHT, LETTERS, ROWS, names, numbers
from engine.games.one_more_encore.specials import BLOCK, BOMB, ROW, STARS
from engine.words import Message, say

ASKS: dict[str, Message] = {
    BOMB: say("What does the bomb cross?"),
    STARS: say("Which stars?"),
    ROW: say("Which boxes of the row?"),
    BLOCK: say("Which block?"),
}

Action = Callable[[int], object]


def narrowed(path: Iterable[str], placements: Iterable[int]) -> list[int]:
    """The placements that are left on this way."""
    left = list(placements)
    for step in path:
        kind, _, value = step.partition(" ")
        if kind == "box":
            left = [boxes for boxes in left if boxes >> int(value) & 1]
        elif kind == "columns":
            both = COLUMNS[int(value)] | COLUMNS[int(value) + 1]
            left = [boxes for boxes in left if not boxes & ~both]
        elif kind == "square":
            left = [boxes for boxes in left if not boxes & ~_square(int(value))]
        elif kind == "line":
            left = [boxes for boxes in left if not boxes & ~ROWS[int(value)]]
    return left


def special_steps(chooser: Chooser, face: str, placements: Sequence[int], letters: str, action: Action) -> Steps:
    """The next step towards one of these placements; `letters` are those of the rows."""
    kinds = {step.partition(" ")[0] for step in chooser.path}
    left = narrowed(chooser.path, placements)
    if face == BOMB and "square" not in kinds and len(left) > 1:
        return _bomb(chooser, left, kinds)
    if face == ROW and "line" not in kinds and len(lines := _lines(left)) > 1:
        steps = [_row(chooser, line, boxes, letters) for line, boxes in lines.items()]
        return Steps(say("Which row?"), places=tuple(steps))
    if face == ROW and len(left) > FEW:
        return Steps(say("Which boxes of the row?"), places=_with_shortest(chooser, left, action))
    places = [chooser.place(f"place {names(boxes)}", plain(names(boxes)), action(boxes), boxes) for boxes in left]
    return Steps(ASKS[face], places=tuple(places))


def _bomb(chooser: Chooser, left: Sequence[int], kinds: set[str]) -> Steps:
    """Two columns first, then the square in them; a box that was tapped leaves at most four squares."""
    squares = {at: boxes for at in range(HEIGHT * (len(COLUMNS) - 1)) if (boxes := _free(left, at))}
    if "columns" not in kinds and "box" not in kinds:
        pairs: dict[int, int] = {}
        for at, boxes in squares.items():
            pairs[at // HEIGHT] = pairs.get(at // HEIGHT, 0) | boxes
        steps = [
            chooser.step(f"columns {c}", say("{one} and {other}", one=LETTERS[c], other=LETTERS[c + 1]), boxes)
            for c, boxes in pairs.items()
        ]
        return Steps(say("Where does the bomb fall?"), places=tuple(steps))
    best = sorted(squares.items(), key=lambda item: -chooser.gain(item[1]))
    steps = [chooser.step(f"square {at}", plain(names(boxes)), boxes) for at, boxes in best]
    return Steps(say("Which square?"), places=tuple(steps))


def _square(at: int) -> int:
    """The square whose upper left box has this number."""
    return 0b11 << at | 0b11 << at + HEIGHT


def _free(left: Sequence[int], at: int) -> int:
    """What the fullest of these placements crosses in a square, 0 if none lies in it."""
    if at % HEIGHT == HEIGHT - 1:
        return 0
    inside = [boxes for boxes in left if not boxes & ~_square(at)]
    return max(inside, key=int.bit_count, default=0)


def _lines(left: Iterable[int]) -> dict[int, int]:
    """The rows of these placements, with all their boxes."""
    found: dict[int, int] = {}
    for boxes in left:
        line = next(numbers(boxes)) % HEIGHT
        found[line] = found.get(line, 0) | boxes
    return found


def _row(chooser: Chooser, line: int, boxes: int, letters: str) -> Target:
    return chooser.step(f"line {line}", say("row {letter}: {boxes}", letter=letters[line], boxes=names(boxes)), boxes)


def _with_shortest(chooser: Chooser, left: Sequence[int], action: Action) -> tuple[Target, ...]:
    """Too many choices of three: the best one as it is, or a box that has to be in it."""
    best = max(left, key=lambda boxes: (boxes.bit_count(), chooser.gain(boxes)))
    whole = chooser.place(f"place {names(best)}", plain(names(best)), action(best), best)
    chosen = {step for step in chooser.path if step.startswith("box ")}
    everything = 0
    for boxes in left:
        everything |= boxes
    steps = [
        chooser.step(f"box {box}", say("with {box}", box=names(1 << box)), 1 << box)
        for box in numbers(everything)
        if f"box {box}" not in chosen
    ]
    return whole, *steps
