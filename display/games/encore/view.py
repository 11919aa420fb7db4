"""How Encore! shows itself: a sheet of coloured boxes, and colour dice above number dice."""

from __future__ import annotations

from collections.abc import Sequence

from display.choices import AskWhy, Narrow, Play
from display.colour_sheets import rounds
from display.colour_sheets import sheet as colour_sheet
from display.colour_sheets.pick_steps import Chooser, Way, gained, pick_steps, union
from display.colour_sheets.rounds import joined
from display.games.offer import Offer
from display.tree import Area, Dice, Face, Node, Target, column, plain, row
from display.ways import PAPER, REAL_DICE
from engine.colour_sheets.picks import PASS, WORDS, Pass, Pick
from engine.colour_sheets.sheets import BOXES, COLUMNS
from engine.colour_sheets.solo import slashes
from engine.contract import Event, Move, Over, Roll, ToRoll
from engine.games.encore.rules import (
    COLOUR_FIRST,
    COLOUR_LATER,
    COLUMN_FIRST,
    COLUMN_LATER,
    EACH,
    FREE_ROLLS,
    JOKERS,
    STAR_POINTS,
    Encore,
    rating,
)
from engine.words import Message, say

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


face = colour_sheet.face


def option(name: str, value: str) -> Message:
    if value == EACH:
        return say("Each on another sheet")
    return say("Sheet {code}", code=value)


where = rounds.where


# What a seat sees and may choose.


def offer(state: Encore, seat: int, path: tuple[str, ...]) -> Offer:
    legal = state.legal(seat)
    if PASS not in legal:
        return Offer(asks=_idle(state, seat), sheet=_sheet(state, seat, (), ()), tray=_tray(state, seat, {}, ()))
    way, sheet = Way.of(path), state.sheets[seat]
    picks = [pick for pick in legal if isinstance(pick, Pick) and way.allows(sheet, pick)]
    steps = pick_steps(_chooser(state, seat, path), picks)
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


def _chooser(state: Encore, seat: int, path: tuple[str, ...]) -> Chooser:
    def gain(boxes: int) -> int:
        after = state.checked[seat] | boxes
        columns = sum(_column_value(state, c) for c in colour_sheet.completed(after, boxes))
        return columns - STAR_POINTS * (boxes & state.sheets[seat].stars).bit_count()

    def detail(boxes: int, cost: int) -> Message:
        values = [_column_value(state, c) for c in range(len(COLUMNS))]
        return gained(state.sheets[seat], state.checked[seat], boxes, cost, values)

    return Chooser(seat, state.sheets[seat], path, gain, detail)


def _column_value(state: Encore, c: int) -> int:
    taken = any(won[c] is not None for won in state.columns)
    return COLUMN_LATER[c] if taken else COLUMN_FIRST[c]


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
    return say("passed") if isinstance(action, Pass) else action.words


def took(action: Pick | Pass) -> Message:
    if isinstance(action, Pass):
        return say("passed")
    return say("took {colour} {number}", colour=WORDS[action.colour], number=plain(action.number))


def _tray(state: Encore, seat: int, offered: dict[str, Target], lifted: Sequence[str | None]) -> Dice:
    return colour_sheet.pair_tray(rounds.dice(state, seat, offered, lifted, face))


def _sheet(state: Encore, seat: int, path: tuple[str, ...], picks: Sequence[Pick]) -> Area:
    sheet, checked = state.sheets[seat], state.checked[seat]
    reachable = union(picks)
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
    chosen = state.chosen[seat] if state.chosen else None
    return rounds.glance(state, seat, None if chosen is None else took(chosen))


def face_label(text: str) -> Message:
    return WORDS.get(text, plain(text))


def thrown(state: Encore, roll: Roll) -> tuple[Face, ...]:
    return tuple(colour_sheet.face(text) for text in roll.faces)


def rolls(state: Encore) -> Message:
    return say("Roll")


# What is told.


def news(state: Encore) -> Message | None:
    if state.over is not None or not state.roll:
        parts = rounds.completed(state)
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


def sound(state: Encore, event: Event) -> str | None:
    return rounds.sound(state, event)


PARTS = {
    "colours": say("colours"),
    "columns": say("columns"),
    "exclamation marks": say("!"),
    "stars": say("stars"),
}


def told(state: Encore, seat: int) -> Message:
    return rounds.score(state.scores()[seat], PARTS)


def verdict(state: Encore) -> Message | None:
    return rating(state.scores()[0].total).says if len(state.sheets) == 1 else None
