"""How One More Encore! shows itself: the sheet with golden boxes and rows that count, hearts, special dice, and a
seventh die that is taken like a pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Never

from display.choices import GameChoice, Narrow, Path, Play
from display.colour_sheets import sheet as colour_sheet
from display.colour_sheets.pick_steps import (
    Chooser,
    Steps,
    all_boxes,
    joined,
    narrowed,
    pick_steps,
    taken,
    tapped,
    union,
)
from display.colour_sheets.view import Choosing, Figures, SheetView
from display.games.one_more_encore import special_faces
from display.games.one_more_encore.card import CARD
from display.games.one_more_encore.special_faces import FACES, Candidates, TakeSpecial, special_steps
from display.sounds import Sound
from display.tree import Area, Cell, Choice, Dice, DieKind, Face, Grid, Icon, Mark, Target, column, row
from engine.colour_sheets.picks import Pass, Pick
from engine.colour_sheets.sheets import ROWS
from engine.colour_sheets.solo import Rating
from engine.contract import Event, Move
from engine.games.encore.rules import COLOUR_FIRST, COLOUR_LATER, FREE_ROLLS, SOLO_ROLLS, STAR_POINTS
from engine.games.one_more_encore import rules
from engine.games.one_more_encore.rules import (
    DIE,
    HEARTS,
    ROW_BONUSES,
    ROW_LETTERS,
    ROW_POINTS,
    SPECIAL_DICE,
    SPECIAL_DIE_POINTS,
    Action,
    Choices,
    H,
    OneMoreEncore,
    RowCompleted,
)
from engine.games.one_more_encore.specials import BOMB, WORDS, Bomb, Bombs, Special
from engine.words import Message, say, say_count


class OneMoreEncoreView(SheetView):
    """The sheet with letters and bonuses beside its rows, and below it hearts and special dice."""

    TITLE = CARD.title
    RULES = (
        say(
            "As in Encore!, with a seventh die. Instead of a pair you may take the special die, if one of yours is "
            "circled."
        ),
        say("Golden boxes and column H circle more of your nine special dice. Unused ones are worth two points each."),
        say(
            "A heart counts in every column you complete later. A bomb crosses up to four boxes of a square of two by "
            "two."
        ),
        say("Two stars, or three boxes of a row, have to be next to crosses; or take the whole rest of one block."),
        say("A complete row brings five points; whoever is first also gets its die, heart or bomb."),
        say(
            "The game ends when somebody has two colours complete. Alone you have {rolls} rolls, each left over brings "
            "two.",
            rolls=SOLO_ROLLS,
        ),
    )
    FIGURES = Figures(
        free_rolls=FREE_ROLLS,
        solo_rolls=SOLO_ROLLS,
        jokers=rules.JOKERS,
        column_first=rules.COLUMN_FIRST,
        column_later=rules.COLUMN_LATER,
        colour_first=COLOUR_FIRST,
        colour_later=COLOUR_LATER,
        star_points=STAR_POINTS,
    )
    PARTS = MappingProxyType(
        {
            "colours": say("colours"),
            "columns": say("columns"),
            "exclamation marks": say("!"),
            "stars": say("stars"),
            "rows": say("rows"),
            "hearts": say("hearts"),
            "special dice": say("dice"),
            "rolls": say("rolls left"),
        }
    )

    # What a seat sees and may choose.

    def choosing(self, state: OneMoreEncore, seat: int, path: Path) -> Choosing:
        choices, chooser = state.choices(seat), self.chooser(state, seat, path)
        if isinstance(choices, Bombs):
            return _crossing(chooser, BOMB, choices.placements, Bomb)
        if TakeSpecial() in path:
            face = choices.specials.face
            return _crossing(chooser, face, choices.specials.placements, lambda boxes: Special(face, boxes))
        picks = [action for action in choices.picks if isinstance(action, Pick)]
        left = narrowed(path, state.sheets[seat], picks)
        steps = pick_steps(chooser, left)
        if path or not len(choices.specials):
            return Choosing(steps, union(left), taken(path), through=lambda box: tapped(path, box))
        return _with_special(chooser, steps, union(left), choices)

    def idle(self, state: OneMoreEncore, seat: int) -> Message:
        if state.bombing is not None:
            return say("{name} has won a bomb", name=state.table.seats[state.bombing].name)
        return super().idle(state, seat)

    def took(self, action: Action) -> Message:
        match action:
            case Special(face):
                return say("took the {face}", face=WORDS[face])
            case Bomb():
                return say("used a bomb")
            case Pick() | Pass():
                return super().took(action)

    def gain_besides(self, state: OneMoreEncore, seat: int, boxes: int) -> int:
        checked = state.checked[seat]
        hearts = state.hearts[seat] * len(colour_sheet.completed(checked | boxes, boxes))
        golden = SPECIAL_DIE_POINTS * (boxes & state.sheets[seat].golden).bit_count()
        return hearts + ROW_POINTS * len(_completed_rows(checked, boxes)) + golden

    def gains_besides(self, state: OneMoreEncore, seat: int, boxes: int) -> list[Message]:
        rows = _completed_rows(state.checked[seat], boxes)
        parts = [say("row {letter} complete", letter=ROW_LETTERS[line]) for line in rows]
        golden = (boxes & state.sheets[seat].golden).bit_count()
        if golden:
            parts.append(say_count("{n} special die", "{n} special dice", golden))
        return parts

    # The dice.

    def laid_out(self, faces: Sequence[Face[Choice]]) -> Dice[Choice]:
        """The special die stands after the colour dice."""
        half = len(faces) // 2
        return Dice(faces=(*faces[:half], *faces[-1:], *faces[half:-1]), across=half + 1, least=58, most=100)

    def face(self, text: str) -> Face[Never]:
        if text in FACES:
            return Face(text=text, kind=DieKind.SPECIAL, icon=FACES[text].icon)
        return super().face(text)

    def face_label(self, text: str) -> Message:
        return WORDS[text] if text in WORDS else super().face_label(text)

    # The sheet.

    def sheet(self, state: OneMoreEncore, seat: int, grid: Grid[GameChoice]) -> Area[GameChoice]:
        signs = row(self.jokers_left(state, seat), _hearts(state, seat), gap=18)
        dice = row(_special_dice(state, seat), self.colour_values(state, seat), gap=18)
        return column(grid, signs, dice, gap=8, grow=1)

    def below(self, state: OneMoreEncore, seat: int) -> tuple[tuple[Cell[Never], ...], ...]:
        """What hearts have brought, and the special die of column H."""
        cells: list[Cell[Never]] = []
        for c, points in enumerate(state.heart_points[seat]):
            if points:
                cells.append(Cell(text=f"+{points}", tone=None))
            elif c == H:
                cells.append(Cell(icon=Icon.DIE, tone=None, faded=state.columns[seat][c] is not None))
            else:
                cells.append(Cell(tone=None))
        return (tuple(cells),)

    def beside(self, state: OneMoreEncore, seat: int) -> tuple[tuple[Cell[Never], ...], ...]:
        """Each row's letter, circled once it is complete, and its bonus as long as it can be had."""
        return tuple(_row_cells(state, seat, line) for line in range(len(ROWS)))

    def doing(self, state: OneMoreEncore, seat: int) -> Message:
        return say("has a bomb") if state.bombing == seat else super().doing(state, seat)

    # What is told.

    def news(self, state: OneMoreEncore) -> Message | None:
        if state.bombing is None:
            return super().news(state)
        rows = [_row_news(state, done) for done in state.rows_done]
        return joined(rows) if rows else None

    def completed(self, state: OneMoreEncore) -> list[Message]:
        """Rows are completed before columns."""
        return [*[_row_news(state, done) for done in state.rows_done], *super().completed(state)]

    def sound(self, state: OneMoreEncore, event: Event) -> Sound | None:
        judged = not state.roll or state.bombing is not None
        return Sound.GAIN if judged and state.rows_done and not state.colours_done else super().sound(state, event)

    def rating(self, total: int) -> Rating:
        return rules.rating(total)


def _crossing(chooser: Chooser, face: str, placements: Sequence[int], action: Any) -> Choosing:
    """The way to the boxes of the special die, or of a bomb won with a row."""
    path = chooser.path
    left = special_faces.narrowed(path, placements)
    steps = special_steps(face, Candidates(chooser, left, action))
    lifted = [face] if TakeSpecial() in path else []
    return Choosing(steps, all_boxes(left), lifted, through=lambda box: tapped(path, box))


def _with_special(chooser: Chooser, steps: Steps, picked: int, choices: Choices) -> Choosing:
    """The special die can be taken as well; a heart needs no more. `picked` are the boxes that a pair can cross."""
    seat, face = chooser.seat, choices.specials.face
    choice: GameChoice = Narrow(seat, (TakeSpecial(),))
    if FACES[face].asks is None:
        choice = Play(Move(seat, Special(face)))
    special: Target[GameChoice] = Target("special", WORDS[face], choice)
    if steps.dice or steps.placements or steps.buttons:
        steps = Steps(steps.asks, {**steps.dice, face: special}, steps.buttons, steps.placements)
    else:
        steps = Steps(say("Only the special die has a place"), dice={face: special})

    def through(box: int) -> Path:
        """A box that no pair can cross is for the special die."""
        return tapped(() if picked >> box & 1 else (TakeSpecial(),), box)

    return Choosing(steps, picked | all_boxes(choices.specials.placements), (), through)


def _completed_rows(checked: int, boxes: int) -> list[int]:
    """The rows that are complete with these boxes, the last to be crossed."""
    return [line for line, needed in enumerate(ROWS) if boxes & needed and not needed & ~(checked | boxes)]


def _row_cells(state: OneMoreEncore, seat: int, line: int) -> tuple[Cell[Never], Cell[Never]]:
    complete = state.rows[seat][line] is not None
    lost = state.prizes[line] is None
    letter: Cell[Never] = Cell(text=ROW_LETTERS[line], tone=None, ring=complete)
    bonus = ROW_BONUSES[line]
    icon = Icon.DIE if bonus == DIE else FACES[bonus].icon
    return letter, Cell(icon=icon, tone=None, faded=lost)


def _hearts(state: OneMoreEncore, seat: int) -> Grid[Never]:
    won = state.hearts[seat]
    return colour_sheet.signs_in_a_row(
        Cell(icon=Icon.HEART, tone=None, ring=i < won, faded=i >= won) for i in range(HEARTS)
    )


def _special_dice(state: OneMoreEncore, seat: int) -> Grid[Never]:
    circled, used = state.circled[seat], state.used[seat]
    return colour_sheet.signs_in_a_row(
        Cell(
            icon=Icon.DIE,
            tone=None,
            ring=i < circled,
            faded=not used <= i < circled,
            mark=Mark.SLASH if i < used else None,
        )
        for i in range(SPECIAL_DICE)
    )


def _row_news(state: OneMoreEncore, done: RowCompleted) -> Message:
    name, letter = state.table.seats[done.seat].name, ROW_LETTERS[done.row]
    if done.bonus is None:
        return say("{name}: row {letter}", name=name, letter=letter)
    bonus = say("special die") if done.bonus == DIE else WORDS[done.bonus]
    return say("{name}: row {letter} with its {bonus}", name=name, letter=letter, bonus=bonus)


VIEW = OneMoreEncoreView()
