"""How Encore! shows itself: a sheet of coloured boxes, colour dice above number dice, and the way to a pick:
colour, number, place. Only what is legal is offered, and a step with one answer is skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from display.choices import AskWhy, Narrow, Play
from display.games import colour_sheet
from display.games.offer import Offer
from display.tree import Box, Dice, Face, Node, Size, Target, Text, Tone, column, plain, row
from display.ways import PAPER, REAL_DICE
from engine.contract import Move, Over, Roll, ToRoll
from engine.encore import (
    COLOUR_FIRST,
    COLOUR_LATER,
    COLUMN_FIRST,
    COLUMN_LATER,
    EACH,
    FREE_ROLLS,
    JOKERS,
    SOLO_ROLLS,
    Encore,
    rating,
)
from engine.picks import CROSS, PASS, QUESTION, WORDS, Pass, Pick
from engine.races import Completed
from engine.sheets import BOXES, COLOURS, COLUMNS, LETTERS, Sheet, names, numbers
from engine.solo import slashes
from engine.words import Message, say, say_count

TITLE = say("Encore!")
ABOUT = say("Cross connected boxes of a colour. Columns and colours count most for whoever is first.")
EMBLEM: tuple[Face, ...] = tuple(colour_sheet.face(text) for text in ("blue", "yellow", "3", "5"))
RULES: tuple[Message, ...] = (
    say("Everybody plays on every roll: take one colour and one number, and cross that many boxes of the colour."),
    say("The boxes hang together, and one of them is in column H or next to a box you have crossed before."),
    say("In the first three rolls all dice are there for everybody. Later whoever rolled takes two dice first."),
    say("A black cross stands for any colour, a question mark for 1 to 5; each costs one of your eight !"),
    say("Whoever completes a column or a colour first gets the higher value, all later ones the lower."),
    say("The game ends when somebody has two colours complete. A star left open costs two points."),
)
WAYS: tuple[str, ...] = (PAPER, REAL_DICE)
FEW = 12  # so many places through a box are shown at once, whatever dice they need
MANY = 6  # of more places than these the block is chosen first


def option(name: str, value: str) -> Message:
    if value == EACH:
        return say("Each on another sheet")
    return say("Sheet {code}", code=value)


def where(state: Encore) -> Message:
    if len(state.sheets) == 1:
        total = signed(state.scores()[0].total)
        return say("Roll {n} of {all} · {total} points", n=state.rolls, all=SOLO_ROLLS, total=total)
    return say("Roll {n}", n=state.rolls)


# What a seat sees and may choose.


@dataclass(frozen=True)
class Way:
    """How far a seat's choice is narrowed: the dice, what jokers stand for, a box that has to be in it."""

    colour: str | None = None
    meant: str | None = None  # by a black cross
    number: str | None = None
    count: int | None = None  # meant by a question mark
    block: int | None = None
    box: int | None = None

    @classmethod
    def of(cls, path: Iterable[str]) -> Way:
        found: dict[str, str | int] = {}
        for step in path:
            kind, _, value = step.partition(" ")
            found[kind] = int(value) if kind in ("count", "block", "box") else value
        return cls(**found)  # type: ignore[arg-type]

    def allows(self, sheet: Sheet, pick: Pick) -> bool:
        box = next(numbers(pick.boxes))
        colour = COLOURS[sheet.colour[box]]
        return (
            self.colour in (None, pick.colour)
            and self.meant in (None, colour)
            and self.number in (None, pick.number)
            and self.count in (None, pick.boxes.bit_count())
            and self.block in (None, sheet.block_of[box])
            and (self.box is None or bool(pick.boxes >> self.box & 1))
        )


def offer(state: Encore, seat: int, path: tuple[str, ...]) -> Offer:
    legal = state.legal(seat)
    if PASS not in legal:
        return Offer(asks=_idle(state, seat), sheet=_sheet(state, seat, (), ()), tray=_tray(state, seat, {}, ()))
    way, sheet = Way.of(path), state.sheets[seat]
    picks = [pick for pick in legal if isinstance(pick, Pick) and way.allows(sheet, pick)]
    steps = _Steps(state, seat, path, way, picks)
    passes = Target("pass", say("Pass"), Play(Move(seat, PASS)))
    back = Target("back", say("Back"), Narrow(seat, path[:-1]))
    buttons = (*steps.buttons, *((back,) if path else ()), passes)
    return Offer(
        asks=steps.asks,
        sheet=_sheet(state, seat, path, picks),
        tray=_tray(state, seat, steps.dice, (way.colour, way.number)),
        places=steps.places,
        buttons=buttons,
    )


class _Steps:
    """The next step on the way to a pick: dice to take, a meaning for a joker, or a place."""

    def __init__(self, state: Encore, seat: int, path: tuple[str, ...], way: Way, picks: Sequence[Pick]) -> None:
        self.dice: dict[str, Target] = {}
        self.buttons: tuple[Target, ...] = ()
        self.places: tuple[Target, ...] = ()
        self._state, self._seat, self._path = state, seat, path
        sheet = state.sheets[seat]
        colours = list(dict.fromkeys(pick.colour for pick in picks))
        figures = list(dict.fromkeys(pick.number for pick in picks))
        meant = sorted({sheet.colour[next(numbers(pick.boxes))] for pick in picks})
        counts = sorted({pick.boxes.bit_count() for pick in picks})
        few = way.box is not None and len(picks) <= FEW
        if not picks:
            self.asks = say("No place for these dice")
        elif not few and len(colours) > 1:
            self.asks = say("Which colour?")
            self._offer_dice("colour", colours, picks)
        elif not few and colours == [CROSS] and len(meant) > 1:
            self.asks = say("Which colour is the black cross?")
            self.buttons = tuple(self._step(f"meant {COLOURS[index]}", WORDS[COLOURS[index]], ()) for index in meant)
        elif not few and len(figures) > 1:
            self.asks = say("Which number?")
            self._offer_dice("number", figures, picks)
        elif not few and figures == [QUESTION] and len(counts) > 1:
            self.asks = say("How many boxes?")
            self.buttons = tuple(self._step(f"count {count}", plain(str(count)), ()) for count in counts)
        elif not few and len(picks) > MANY and len(blocks := _by_block(sheet, picks)) > 1:
            self.asks = say("Which block?")
            self.places = tuple(self._block(sheet, block, inside) for block, inside in blocks.items())
        else:
            self.asks = say_count("{n} place", "{n} places", len(picks))
            self.places = tuple(
                _place(state, seat, pick, dice=len(colours) > 1 or len(figures) > 1)
                for pick in sorted(picks, key=lambda pick: -_gain(state, seat, pick))
            )

    def _step(self, step: str, label: Message, picks: Iterable[Pick]) -> Target:
        shows = frozenset[str]().union(*(colour_sheet.keys(pick.boxes) for pick in picks))
        return Target(step, label, Narrow(self._seat, (*self._path, step)), shows)

    def _block(self, sheet: Sheet, block: int, picks: Sequence[Pick]) -> Target:
        boxes = 0
        for pick in picks:
            boxes |= pick.boxes
        places = say_count("{n} place", "{n} places", len(picks))
        return replace(self._step(f"block {block}", plain(names(boxes)), picks), detail=places)

    def _offer_dice(self, kind: str, faces: Sequence[str], picks: Sequence[Pick]) -> None:
        for face in faces:
            taking = (pick for pick in picks if face in pick[:2])
            self.dice[face] = self._step(f"{kind} {face}", face_label(face), taking)


def _by_block(sheet: Sheet, picks: Iterable[Pick]) -> dict[int, list[Pick]]:
    found: dict[int, list[Pick]] = {}
    for pick in picks:
        found.setdefault(sheet.block_of[next(numbers(pick.boxes))], []).append(pick)
    return found


def _gain(state: Encore, seat: int, pick: Pick) -> int:
    """Points a place brings at once, for the order in which places are offered."""
    after = state.checked[seat] | pick.boxes
    return sum(_column_value(state, seat, c) for c in _completed(after, pick.boxes)) + 2 * _stars(state, seat, pick)


def _completed(after: int, boxes: int) -> list[int]:
    return [c for c, needed in enumerate(COLUMNS) if boxes & needed and not needed & ~after]


def _column_value(state: Encore, seat: int, c: int) -> int:
    taken = any(won[c] is not None for won in state.columns)
    return COLUMN_LATER[c] if taken else COLUMN_FIRST[c]


def _stars(state: Encore, seat: int, pick: Pick) -> int:
    return (pick.boxes & state.sheets[seat].stars).bit_count()


def _place(state: Encore, seat: int, pick: Pick, *, dice: bool) -> Target:
    where = plain(names(pick.boxes))
    label = where
    if dice:
        number = plain(pick.number)
        label = say("{colour} {number}: {boxes}", colour=WORDS[pick.colour], number=number, boxes=where)
    return Target(
        f"place {names(pick.boxes)} {pick.colour} {pick.number}",
        label,
        Play(Move(seat, pick)),
        colour_sheet.keys(pick.boxes),
        crosses=True,
        detail=_detail(state, seat, pick),
    )


def _detail(state: Encore, seat: int, pick: Pick) -> Message:
    """What a place gains, what it costs, and what it leaves of its block."""
    sheet, after = state.sheets[seat], state.checked[seat] | pick.boxes
    parts = [
        say("column {letter} complete: {points}", letter=LETTERS[c], points=_column_value(state, seat, c))
        for c in _completed(after, pick.boxes)
    ]
    colour = sheet.colour[next(numbers(pick.boxes))]
    if not sheet.colours[colour] & ~after:
        parts.append(say("{colour} complete!", colour=WORDS[COLOURS[colour]]))
    stars = _stars(state, seat, pick)
    if stars:
        parts.append(say_count("{n} star", "{n} stars", stars))
    if pick.cost:
        parts.append(say("costs {n} !", n=pick.cost))
    left = sheet.blocks[sheet.block_of[next(numbers(pick.boxes))]] & ~after
    if left:
        parts.append(say("leaves {boxes}", boxes=names(left)))
    elif not parts:
        parts.append(say("the whole block"))
    return joined(parts)


def joined(parts: Sequence[Message]) -> Message:
    """Several short messages on one line."""
    told = parts[0]
    for part in parts[1:]:
        told = say("{one} · {other}", one=told, other=part)
    return told


def signed(points: int) -> str:
    """A figure with a proper minus sign."""
    return str(points).replace("-", "−")


def _idle(state: Encore, seat: int) -> Message:
    """What is said to a seat that may not choose."""
    if isinstance(state.turn, Over):
        return say("The game is over")
    if isinstance(state.turn, ToRoll):
        return say("The dice are ready")
    chosen = state.chosen[seat]
    if chosen is None:
        return say("{name} chooses first", name=state.table.seats[state.active].name)
    return took(chosen)


def action(action: Pick | Pass) -> Message:
    if isinstance(action, Pass):
        return say("passed")
    boxes = names(action.boxes)
    return say("{colour} {number}: {boxes}", colour=WORDS[action.colour], number=plain(action.number), boxes=boxes)


def took(action: Pick | Pass) -> Message:
    if isinstance(action, Pass):
        return say("passed")
    return say("took {colour} {number}", colour=WORDS[action.colour], number=plain(action.number))


def _tray(state: Encore, seat: int, offered: dict[str, Target], lifted: Sequence[str | None]) -> Dice:
    """The dice as this seat sees them: those taken away are gone, those it may take are targets."""
    if not state.roll:
        ready = state.turn.dice if isinstance(state.turn, ToRoll) else ()
        return colour_sheet.pair_tray([colour_sheet.face(die.faces[i % 5], gone=True) for i, die in enumerate(ready)])
    gone = list(state.gone or ()) if seat != state.active else []
    faces, seen = [], set[str]()
    for at, text in enumerate(state.roll):
        if text in gone:
            gone.remove(text)
            faces.append(colour_sheet.face(text, gone=True))
            continue
        target = offered.get(text)
        if target is not None and text in seen:  # the knob stops at one of two alike
            target = Target(f"{target.name} {at}", target.label, target.choice, target.shows, touch_only=True)
        faces.append(colour_sheet.face(text, target, lifted=text in lifted and text not in seen))
        seen.add(text)
    return colour_sheet.pair_tray(faces)


def _sheet(state: Encore, seat: int, path: tuple[str, ...], picks: Sequence[Pick]) -> Box:
    sheet, checked = state.sheets[seat], state.checked[seat]
    reachable = 0
    for pick in picks:
        reachable |= pick.boxes
    others = [won for other, won in enumerate(state.columns) if other != seat]
    other_colours = [won for other, won in enumerate(state.colours) if other != seat]
    alone = len(state.sheets) == 1

    def touch(box: int) -> Target | None:
        """Tapping a box offers the places through it, or says why there are none."""
        if checked >> box & 1 or PASS not in state.legal(seat):
            return None
        steps = tuple(step for step in path if not step.startswith("box "))
        may = reachable >> box & 1
        choice = Narrow(seat, (*steps, f"box {box}")) if may else AskWhy(seat, BOXES[box])
        return Target(f"box {BOXES[box]}", plain(BOXES[box]), choice, touch_only=True)

    fresh = state.chosen[seat] if state.chosen else None
    grid = colour_sheet.boxes_grid(
        sheet,
        checked,
        fresh=fresh.boxes if isinstance(fresh, Pick) else 0,
        faded=~(reachable | checked) if path and reachable else 0,
        header=colour_sheet.letters(slashes(state.rolls) if alone else (0,) * len(COLUMNS)),
        footer=colour_sheet.column_values(COLUMN_FIRST, COLUMN_LATER, state.columns[seat], others),
        touch=touch,
    )
    below = row(
        colour_sheet.marks_left("!", state.jokers[seat], JOKERS),
        colour_sheet.colour_values(COLOUR_FIRST[0], COLOUR_LATER[0], state.colours[seat], other_colours),
        gap=24,
    )
    return column(grid, below, gap=10, grow=1)


def why_not(state: Encore, seat: int, key: str) -> Message:
    return state.why_not_box(seat, BOXES.index(key)) or say("{box}: not with what you have chosen so far", box=key)


def glance(state: Encore, seat: int) -> Node:
    total = state.scores()[seat].total
    return row(
        colour_sheet.thumb(state.sheets[seat], state.checked[seat]),
        column(
            Text(says=plain(signed(total)), size=Size.HEADING, bold=True),
            Text(says=_doing(state, seat), size=Size.SMALL, tone=Tone.QUIET, shrink=True),
            gap=0,
            grow=1,
        ),
        gap=10,
    )


def _doing(state: Encore, seat: int) -> Message:
    chosen = state.chosen[seat] if state.chosen else None
    if chosen is not None:
        return took(chosen)
    if state.waiting:
        return say("choosing") if PASS in state.legal(seat) else say("waits")
    if isinstance(state.turn, ToRoll) and seat == state.active:
        return say("rolls")
    return say("{n} !", n=state.jokers[seat])


face = colour_sheet.face


def face_label(text: str) -> Message:
    return WORDS.get(text, plain(text))


def thrown(state: Encore, roll: Roll) -> tuple[Face, ...]:
    return tuple(colour_sheet.face(text) for text in roll.faces)


def rolls(state: Encore) -> Message:
    return say("Roll")


# What is told.


def news(state: Encore) -> Message | None:
    if state.over is not None or not state.roll:
        parts = [_completed_news(state, done, True) for done in state.columns_done]
        parts += [_completed_news(state, done, False) for done in state.colours_done]
        return joined(parts) if parts else None
    parts = []
    if state.last_turn:
        parts.append(say("The last turn!"))
    active = state.table.seats[state.active].name
    if state.gone is not None:
        colour, number = state.gone
        parts.append(say("{name} took {colour} {number}", name=active, colour=WORDS[colour], number=plain(number)))
    elif state.rolls > FREE_ROLLS and state.chosen[state.active] is PASS and len(state.sheets) > 1:
        parts.append(say("{name} passed: all dice stay", name=active))
    elif state.rolls <= FREE_ROLLS and len(state.sheets) > 1:
        parts.append(say("All dice are free for everybody"))
    return joined(parts) if parts else None


def _completed_news(state: Encore, done: Completed, is_column: bool) -> Message:
    who = ", ".join(state.table.seats[seat].name for seat in done.seats)
    if is_column:
        return say("{names}: column {letter} for {points}", names=who, letter=LETTERS[done.line], points=done.value)
    return say("{names}: all {colour} for {points}", names=who, colour=WORDS[COLOURS[done.line]], points=done.value)


PARTS = {
    "colours": say("colours"),
    "columns": say("columns"),
    "exclamation marks": say("!"),
    "stars": say("stars"),
}


def told(state: Encore, seat: int) -> Message:
    score = state.scores()[seat]
    parts = [say("{part} {points}", part=PARTS[name], points=signed(points)) for name, points in score.parts]
    return say("{total} points: {parts}", total=signed(score.total), parts=joined(parts))


def verdict(state: Encore) -> Message | None:
    return rating(state.scores()[0].total).says if len(state.sheets) == 1 else None
