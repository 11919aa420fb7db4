"""How One More Encore! shows itself: the sheet with golden boxes and rows that count, hearts, special dice, and a
seventh die that is taken like a pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from display.choices import AskWhy, Narrow, Play
from display.colour_sheets import rounds
from display.colour_sheets import sheet as colour_sheet
from display.colour_sheets.pick_steps import Chooser, Steps, Way, gained, pick_steps, union
from display.colour_sheets.rounds import joined
from display.games.encore import view as encore
from display.games.offer import Offer
from display.games.one_more_encore.special_steps import narrowed, special_steps
from display.tree import (
    Area,
    Cell,
    Dice,
    DieKind,
    Face,
    Grid,
    Icon,
    Mark,
    Node,
    Target,
    column,
    plain,
    row,
)
from display.ways import PAPER, REAL_DICE
from engine.colour_sheets.picks import PASS, Pass, Pick
from engine.colour_sheets.picks import WORDS as DICE_WORDS
from engine.colour_sheets.sheets import BOXES, COLUMNS, ROWS
from engine.colour_sheets.solo import slashes
from engine.contract import Event, Move, Over, Roll, ToRoll
from engine.games.encore.rules import COLOUR_FIRST, COLOUR_LATER, FREE_ROLLS, STAR_POINTS
from engine.games.one_more_encore.rules import (
    COLUMN_FIRST,
    COLUMN_LATER,
    DIE,
    HEARTS,
    JOKERS,
    ROW_BONUSES,
    ROW_LETTERS,
    SPECIAL_DICE,
    Action,
    H,
    OneMoreEncore,
    RowCompleted,
    rating,
)
from engine.games.one_more_encore.specials import BLOCK, BOMB, HEART, ROW, SPECIAL_DIE, STARS, Bomb, Bombs, Special
from engine.games.one_more_encore.specials import WORDS as SPECIAL_WORDS
from engine.words import Message, say, say_count

TITLE = say("One More Encore!")
ABOUT = say("Encore! with a seventh die: hearts, bombs, stars, and rows that count.")
ICONS = {HEART: Icon.HEART, BOMB: Icon.BOMB, STARS: Icon.STARS, ROW: Icon.ROW, BLOCK: Icon.BLOCK, DIE: Icon.DIE}


def face(text: str, target: Target | None = None, *, lifted: bool = False, gone: bool = False) -> Face:
    if text in SPECIAL_DIE.faces:
        return Face(text=text, kind=DieKind.SPECIAL, icon=ICONS[text], target=target, lifted=lifted, gone=gone)
    return colour_sheet.face(text, target, lifted=lifted, gone=gone)


EMBLEM: tuple[Face, ...] = tuple(face(text) for text in ("green", "4", HEART, BOMB))
RULES: tuple[Message, ...] = (
    say(
        "As in Encore!, with a seventh die. Instead of a pair you may take the special die, if one of yours is circled."
    ),
    say("Golden boxes and column H circle more of your nine special dice. Unused ones are worth two points each."),
    say(
        "A heart counts in every column you complete later. A bomb crosses up to four boxes of a square of two by two."
    ),
    say("Two stars, or three boxes of a row, have to be next to crosses; or take the whole rest of one block."),
    say("A complete row brings five points; whoever is first also gets its die, heart or bomb."),
    say("The game ends when somebody has two colours complete. Alone you have 30 rolls, each left over brings two."),
)
WAYS: tuple[str, ...] = (PAPER, REAL_DICE)


def option(name: str, value: str) -> Message:
    raise KeyError(name)  # the game has none


where = rounds.where


# What a seat sees and may choose.


def offer(state: OneMoreEncore, seat: int, path: tuple[str, ...]) -> Offer:
    legal = state.legal(seat)
    if PASS not in legal:
        return Offer(
            asks=_idle(state, seat), sheet=_sheet(state, seat, path, 0, False), tray=_tray(state, seat, {}, ())
        )
    choices, chooser = state.choices(seat), _chooser(state, seat, path)
    if isinstance(choices, Bombs):
        steps, possible = _bomb_steps(chooser, choices)
    elif "special" in path:
        specials = choices.specials
        steps = special_steps(
            chooser, specials.face, specials.placements, ROW_LETTERS, lambda boxes: Special(specials.face, boxes)
        )
        possible = _union(narrowed(path, specials.placements))
    else:
        way = Way.of(path)
        picks = [pick for pick in choices.picks if isinstance(pick, Pick) and way.allows(state.sheets[seat], pick)]
        steps = pick_steps(chooser, picks)
        possible = union(picks)
        if len(choices.specials) and not path:
            possible |= _union(choices.specials.placements)
            steps = _with_special(chooser, steps, choices.specials.face)
    passes = Target("pass", say("Pass"), Play(Move(seat, PASS)))
    back = Target("back", say("Back"), Narrow(seat, path[:-1]))
    lifted = (*(step.partition(" ")[2] for step in path), state.roll[-1] if "special" in path else "")
    return Offer(
        asks=steps.asks,
        sheet=_sheet(state, seat, path, possible, True),
        tray=_tray(state, seat, steps.dice, lifted),
        places=steps.places,
        buttons=(*steps.buttons, *((back,) if path else ()), passes),
    )


def _with_special(chooser: Chooser, steps: Steps, face: str) -> Steps:
    """The special die can be taken as well; a heart needs no more."""
    label = SPECIAL_WORDS[face]
    choice: object = Narrow(chooser.seat, ("special",))
    if face == HEART:
        choice = Play(Move(chooser.seat, Special(HEART)))
    special = Target("special", label, choice)
    if not steps.dice and not steps.places and not steps.buttons:
        return Steps(say("Only the special die has a place"), dice={face: special})
    return Steps(steps.asks, {**steps.dice, face: special}, steps.buttons, steps.places)


def _bomb_steps(chooser: Chooser, bombs: Bombs) -> tuple[Steps, int]:
    steps = special_steps(chooser, BOMB, bombs.placements, ROW_LETTERS, Bomb)
    return steps, _union(narrowed(chooser.path, bombs.placements))


def _union(placements: Iterable[int]) -> int:
    boxes = 0
    for placement in placements:
        boxes |= placement
    return boxes


def _chooser(state: OneMoreEncore, seat: int, path: tuple[str, ...]) -> Chooser:
    sheet, checked = state.sheets[seat], state.checked[seat]
    values = [
        (COLUMN_LATER if any(won[c] is not None for won in state.columns) else COLUMN_FIRST)[c]
        for c in range(len(COLUMNS))
    ]

    def gain(boxes: int) -> int:
        after = checked | boxes
        columns = sum(values[c] + state.hearts[seat] for c in colour_sheet.completed(after, boxes))
        rows = sum(5 for line in ROWS if boxes & line and not line & ~after)
        golden = 2 * (boxes & sheet.golden).bit_count()
        return columns + rows + golden - STAR_POINTS * (boxes & sheet.stars).bit_count()

    def detail(boxes: int, cost: int) -> Message:
        parts = [
            say("row {letter} complete", letter=ROW_LETTERS[line])
            for line, needed in enumerate(ROWS)
            if boxes & needed and not needed & ~(checked | boxes)
        ]
        golden = (boxes & sheet.golden).bit_count()
        if golden:
            parts.append(say_count("{n} special die", "{n} special dice", golden))
        return joined([*parts, gained(sheet, checked, boxes, cost, values)])

    return Chooser(seat, sheet, path, gain, detail)


def _idle(state: OneMoreEncore, seat: int) -> Message:
    """What is said to a seat that may not choose."""
    if isinstance(state.turn, Over):
        return say("The game is over")
    if isinstance(state.turn, ToRoll):
        return say("The dice are ready")
    if state.bombing is not None:
        return say("{name} has won a bomb", name=state.table.seats[state.bombing].name)
    chosen = state.chosen[seat]
    if chosen is None:
        return say("{name} chooses first", name=state.table.seats[state.active].name)
    return _took(chosen)


def _took(action: Action) -> Message:
    if isinstance(action, Special):
        return say("took the {face}", face=SPECIAL_WORDS[action.face])
    if isinstance(action, Bomb):
        return say("used a bomb")
    return encore.took(action)


def action(action: Action) -> Message:
    return say("passed") if isinstance(action, Pass) else action.words


def why_not(state: OneMoreEncore, seat: int, key: str) -> Message:
    return state.why_not_box(seat, BOXES.index(key)) or say("{box}: not with what you have chosen so far", box=key)


def _tray(state: OneMoreEncore, seat: int, offered: dict[str, Target], lifted: Sequence[str | None]) -> Dice:
    return _arranged(rounds.dice(state, seat, offered, lifted, face))


def _arranged(faces: Sequence[Face]) -> Dice:
    half = len(faces) // 2
    return Dice(faces=(*faces[:half], *faces[-1:], *faces[half:-1]), across=half + 1, least=58, most=100)


# The sheet.


def _sheet(state: OneMoreEncore, seat: int, path: tuple[str, ...], possible: int, choosing: bool) -> Area:
    checked, alone = state.checked[seat], len(state.sheets) == 1

    def touch(box: int) -> Target | None:
        """Tapping a box offers the places through it, or says why there are none."""
        if checked >> box & 1 or not choosing:
            return None
        steps = tuple(step for step in path if not step.startswith("box "))
        special = () if path or _picked(state, seat, box) else ("special",)
        may = possible >> box & 1
        choice: object = AskWhy(seat, BOXES[box])
        if may and (not special or state.bombing is None):
            choice = Narrow(seat, (*steps, *special, f"box {box}"))
        elif may:
            choice = Narrow(seat, (*steps, f"box {box}"))
        return Target(f"box {BOXES[box]}", plain(BOXES[box]), choice, touch_only=True)

    others = [won for other, won in enumerate(state.columns) if other != seat]
    upper, lower = colour_sheet.column_values(COLUMN_FIRST, COLUMN_LATER, state.columns[seat], others)
    fresh = state.chosen[seat] if state.chosen else None
    grid = colour_sheet.boxes_grid(
        state.sheets[seat],
        checked,
        fresh=0 if fresh is None or isinstance(fresh, Pass) else fresh.boxes,
        faded=~(possible | checked) if path and possible else 0,
        header=colour_sheet.letters(slashes(state.rolls) if alone else (0,) * len(COLUMNS)),
        footer=(upper, lower, _heart_line(state, seat)),
        beside=tuple(_row_cells(state, seat, line) for line in range(len(ROWS))),
        touch=touch,
    )
    other_colours = [won for other, won in enumerate(state.colours) if other != seat]
    colours = colour_sheet.colour_values(COLOUR_FIRST[0], COLOUR_LATER[0], state.colours[seat], other_colours)
    signs = row(colour_sheet.marks_left("!", state.jokers[seat], JOKERS), _hearts(state, seat), gap=18)
    dice = row(_special_dice(state, seat), colours, gap=18)
    return column(grid, signs, dice, gap=8, grow=1)


def _picked(state: OneMoreEncore, seat: int, box: int) -> bool:
    """Whether a pair can cross this box."""
    choices = state.choices(seat)
    return not isinstance(choices, Bombs) and choices.picks.why_not_box(box) is None


def _heart_line(state: OneMoreEncore, seat: int) -> tuple[Cell, ...]:
    """Below the values: what hearts have brought, and the special die of column H."""
    cells = []
    for c, points in enumerate(state.heart_points[seat]):
        if points:
            cells.append(Cell(text=f"+{points}", tone=None, ring=False))
        elif c == H:
            cells.append(Cell(icon=Icon.DIE, tone=None, faded=state.columns[seat][c] is not None))
        else:
            cells.append(Cell(tone=None))
    return tuple(cells)


def _row_cells(state: OneMoreEncore, seat: int, line: int) -> tuple[Cell, Cell]:
    """Beside a row: its letter, circled once it is complete, and its bonus as long as it can be had."""
    complete = state.rows[seat][line] is not None
    lost = state.prizes[line] is None
    letter = Cell(text=ROW_LETTERS[line], tone=None, ring=complete)
    return letter, Cell(icon=ICONS[ROW_BONUSES[line]], tone=None, faded=lost)


def _hearts(state: OneMoreEncore, seat: int) -> Grid:
    won = state.hearts[seat]
    cells = tuple(Cell(icon=Icon.HEART, tone=None, ring=i < won, faded=i >= won) for i in range(HEARTS))
    return Grid(rows=(cells,), cell=34, gap=2, stretch=1)


def _special_dice(state: OneMoreEncore, seat: int) -> Grid:
    circled, used = state.circled[seat], state.used[seat]
    cells = tuple(
        Cell(
            icon=Icon.DIE,
            tone=None,
            ring=i < circled,
            faded=not used <= i < circled,
            mark=Mark.SLASH if i < used else None,
        )
        for i in range(SPECIAL_DICE)
    )
    return Grid(rows=(cells,), cell=34, gap=2, stretch=1)


def glance(state: OneMoreEncore, seat: int) -> Node:
    chosen = state.chosen[seat] if state.chosen else None
    did = say("has a bomb") if state.bombing == seat else None if chosen is None else _took(chosen)
    return rounds.glance(state, seat, did)


def face_label(text: str) -> Message:
    return SPECIAL_WORDS[text] if text in SPECIAL_WORDS else DICE_WORDS.get(text, plain(text))


def thrown(state: OneMoreEncore, roll: Roll) -> tuple[Face, ...]:
    return _arranged([face(text) for text in roll.faces]).faces


def rolls(state: OneMoreEncore) -> Message:
    return say("Roll")


# What is told.


def news(state: OneMoreEncore) -> Message | None:
    rows = [_row_news(state, done) for done in state.rows_done]
    if state.over is not None or not state.roll:
        parts = rows + rounds.completed(state)
        return joined(parts) if parts else None
    if state.bombing is not None:
        return joined(rows) if rows else None
    parts = []
    if state.last_turn:
        parts.append(say("The last turn!"))
    active = state.table.seats[state.active].name
    chosen = state.chosen[state.active]
    if state.rolls > FREE_ROLLS and len(state.sheets) > 1 and chosen is not None:
        told = say("passed: all dice stay") if chosen is PASS else _took(chosen)
        parts.append(say("{name} {did}", name=active, did=told))
    elif state.rolls <= FREE_ROLLS and len(state.sheets) > 1:
        parts.append(say("All dice are free for everybody"))
    return joined(parts) if parts else None


def sound(state: OneMoreEncore, event: Event) -> str | None:
    judged = not state.roll or state.bombing is not None
    return "column" if judged and state.rows_done and not state.colours_done else rounds.sound(state, event)


def _row_news(state: OneMoreEncore, done: RowCompleted) -> Message:
    name, letter = state.table.seats[done.seat].name, ROW_LETTERS[done.row]
    if done.bonus is None:
        return say("{name}: row {letter}", name=name, letter=letter)
    bonus = say("special die") if done.bonus == DIE else SPECIAL_WORDS[done.bonus]
    return say("{name}: row {letter} with its {bonus}", name=name, letter=letter, bonus=bonus)


PARTS = {
    **encore.PARTS,
    "rows": say("rows"),
    "hearts": say("hearts"),
    "special dice": say("dice"),
    "rolls": say("rolls left"),
}


def told(state: OneMoreEncore, seat: int) -> Message:
    return rounds.score(state.scores()[seat], PARTS)


def verdict(state: OneMoreEncore) -> Message | None:
    return rating(state.scores()[0].total).says if len(state.sheets) == 1 else None
