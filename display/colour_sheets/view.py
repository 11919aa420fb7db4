"""How a game on sheets of coloured boxes shows itself: what all of them show alike, and what each one fills in."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Never, Protocol

from msgspec import Struct

from display.choices import AskWhy, GameChoice, Narrow, Path, Play
from display.colour_sheets import sheet as colour_sheet
from display.colour_sheets.pick_steps import Chooser, Steps, gained, joined
from display.games.offer import Offer
from display.games.view import GameView
from display.sounds import Sound
from display.tree import (
    Cell,
    Choice,
    Dice,
    Face,
    Grid,
    Node,
    Size,
    Target,
    Text,
    Tone,
    column,
    plain,
    row,
    signed,
)
from display.ways import Way
from engine.colour_sheets.picks import PASS, WORDS, Pass
from engine.colour_sheets.races import Completed, Won
from engine.colour_sheets.sheets import BOXES, COLOURS, COLUMNS, LETTERS, ROWS, Sheet
from engine.colour_sheets.solo import Rating, slashes
from engine.contract import Event, Legal, Move, Over, Roll, Score, Table, ToRoll, Turn
from engine.words import Message, say


class Crossing(Protocol):
    """An action that crosses boxes."""

    @property
    def boxes(self) -> int: ...
    @property
    def words(self) -> Message: ...


class Round(Protocol):
    """A position of such a game, as far as it is the same in all of them."""

    @property
    def table(self) -> Table: ...
    @property
    def sheets(self) -> tuple[Sheet, ...]: ...
    @property
    def checked(self) -> tuple[int, ...]: ...
    @property
    def jokers(self) -> tuple[int, ...]: ...
    @property
    def columns(self) -> tuple[Won, ...]: ...
    @property
    def colours(self) -> tuple[Won, ...]: ...
    @property
    def active(self) -> int: ...
    @property
    def rolls(self) -> int: ...
    @property
    def roll(self) -> tuple[str, ...]: ...
    @property
    def gone(self) -> tuple[str, ...] | None: ...
    @property
    def waiting(self) -> tuple[int, ...]: ...
    @property
    def chosen(self) -> tuple[Crossing | Pass | None, ...]: ...
    @property
    def columns_done(self) -> tuple[Completed, ...]: ...
    @property
    def colours_done(self) -> tuple[Completed, ...]: ...
    @property
    def last_turn(self) -> bool: ...
    @property
    def turn(self) -> Turn: ...
    def legal(self, seat: int) -> Legal[Any]: ...
    def why_not_box(self, seat: int, box: int) -> Message | None: ...
    def scores(self) -> tuple[Score, ...]: ...


class Figures(Struct, frozen=True):
    """The figures of a game that its sheet and its texts tell."""

    free_rolls: int
    solo_rolls: int
    jokers: int
    column_first: tuple[int, ...]
    column_later: tuple[int, ...]
    colour_first: tuple[int, ...]
    colour_later: tuple[int, ...]
    star_points: int


class Choosing(Struct, frozen=True):
    """What a seat may choose next, the boxes that it can still cross, and the dice it has taken for that."""

    steps: Steps
    boxes: int
    lifted: Sequence[str]
    through: Callable[[int], Path]  # the way through a box that is tapped


class SheetView(GameView):
    """A game in which everybody chooses on every roll and crosses boxes of an own sheet."""

    WAYS = (Way.PAPER, Way.REAL_DICE)
    FIGURES: Figures
    PARTS: Mapping[str, Message]  # of a result

    # What each game fills in.

    @abstractmethod
    def choosing(self, state: Any, seat: int, path: Path) -> Choosing:
        """What a seat that is to choose may do."""

    @abstractmethod
    def sheet(self, state: Any, seat: int, grid: Grid[GameChoice]) -> Node[GameChoice]:
        """The whole sheet around the grid of its boxes."""

    @abstractmethod
    def laid_out(self, faces: Sequence[Face[Choice]]) -> Dice[Choice]:
        """The dice on the tray, in the order in which they are rolled."""

    @abstractmethod
    def rating(self, total: int) -> Rating:
        """How good a result is for somebody who plays alone."""

    def took(self, action: Any) -> Message:
        """What a seat has chosen, without its boxes: they are seen."""
        if isinstance(action, Pass):
            return say("passed")
        return say("took {colour} {number}", colour=WORDS[action.colour], number=plain(action.number))

    def gain_besides(self, state: Any, seat: int, boxes: int) -> int:
        """The points for these boxes that other games on such sheets do not have."""
        return 0

    def gains_besides(self, state: Any, seat: int, boxes: int) -> list[Message]:
        """What these boxes bring that other games on such sheets do not have, as messages."""
        return []

    def below(self, state: Any, seat: int) -> tuple[tuple[Cell[Never], ...], ...]:
        """Lines below the values of the columns."""
        return ()

    def beside(self, state: Any, seat: int) -> tuple[tuple[Cell[Never], ...], ...]:
        """What stands beside each row."""
        return ((),) * len(ROWS)

    # What a seat sees and may choose.

    def where(self, state: Round) -> Message:
        """Which roll it is; who plays alone sees the points here."""
        if len(state.sheets) == 1:
            total = signed(state.scores()[0].total)
            return say("Roll {n} of {all} · {total} points", n=state.rolls, all=self.FIGURES.solo_rolls, total=total)
        return say("Roll {n}", n=state.rolls)

    def offer(self, state: Round, seat: int, path: Path) -> Offer:
        if PASS not in state.legal(seat):
            grid = self._grid(state, seat, tap=lambda box: None)
            return Offer(
                asks=self.idle(state, seat), sheet=self.sheet(state, seat, grid), tray=self._tray(state, seat, {}, ())
            )
        now = self.choosing(state, seat, path)
        steps = now.steps
        back = Target("back", say("Back"), Narrow(seat, path[:-1]))
        passes = Target("pass", say("Pass"), Play(Move(seat, PASS)))
        buttons = (*steps.buttons, *((back,) if path else ()), passes)
        grid = self._grid(
            state, seat, tap=_taps(seat, state.checked[seat], now), reach=now.boxes, is_narrowed=bool(path)
        )
        return Offer(
            asks=steps.asks,
            sheet=self.sheet(state, seat, grid),
            tray=self._tray(state, seat, steps.dice, now.lifted),
            placements=steps.placements,
            buttons=buttons,
            bold="" if steps.dice or steps.placements else buttons[0].name,
        )

    def idle(self, state: Any, seat: int) -> Message:
        """What is said to a seat that may not choose."""
        match state.turn:
            case Over():
                return say("The game is over")
            case ToRoll():
                return say("The dice are ready")
        chosen = state.chosen[seat]
        if chosen is None:
            return say("{name} chooses first", name=state.table.seats[state.active].name)
        return self.took(chosen)

    def why_not(self, state: Round, seat: int, key: str) -> Message:
        return state.why_not_box(seat, BOXES.index(key)) or say("{box}: not with what you have chosen so far", box=key)

    def chooser(self, state: Round, seat: int, path: Path) -> Chooser:
        """Who chooses, and what this game says about a placement."""
        sheet, checked, figures = state.sheets[seat], state.checked[seat], self.FIGURES
        taken = [any(won[c] is not None for won in state.columns) for c in range(len(COLUMNS))]
        values = [(figures.column_later if taken[c] else figures.column_first)[c] for c in range(len(COLUMNS))]

        def gain(boxes: int) -> int:
            columns = sum(values[c] for c in colour_sheet.completed(checked | boxes, boxes))
            stars = figures.star_points * (boxes & sheet.stars).bit_count()
            return columns - stars + self.gain_besides(state, seat, boxes)

        def detail(boxes: int, cost: int) -> Message:
            return joined([*self.gains_besides(state, seat, boxes), gained(sheet, checked, boxes, cost, values)])

        return Chooser(seat, sheet, path, gain, detail)

    def _grid(
        self, state: Round, seat: int, tap: colour_sheet.Tap, reach: int = 0, is_narrowed: bool = False
    ) -> Grid[GameChoice]:
        """The boxes of a sheet; on the way to a choice those that are out of reach are pale."""
        checked, figures = state.checked[seat], self.FIGURES
        alone = len(state.sheets) == 1
        fresh = state.chosen[seat] if state.chosen else None
        values = colour_sheet.column_values(
            figures.column_first, figures.column_later, state.columns[seat], _others(state.columns, seat)
        )
        return colour_sheet.boxes_grid(
            state.sheets[seat],
            checked,
            fresh=0 if fresh is None or isinstance(fresh, Pass) else fresh.boxes,
            faded=~(reach | checked) if is_narrowed and reach else 0,
            header=colour_sheet.letters(slashes(state.rolls) if alone else (0,) * len(COLUMNS)),
            footer=(*values, *self.below(state, seat)),
            beside=self.beside(state, seat),
            tap=tap,
        )

    def jokers_left(self, state: Round, seat: int) -> Grid[Never]:
        """The exclamation marks."""
        return colour_sheet.marks_left("!", state.jokers[seat], self.FIGURES.jokers)

    def colour_values(self, state: Round, seat: int) -> Grid[Never]:
        """What the colours bring."""
        figures, others = self.FIGURES, _others(state.colours, seat)
        return colour_sheet.colour_values(figures.colour_first, figures.colour_later, state.colours[seat], others)

    # The dice.

    def face(self, text: str) -> Face[Never]:
        return colour_sheet.face(text)

    def face_label(self, text: str) -> Message:
        return WORDS.get(text, plain(text))

    def thrown(self, state: Any, roll: Roll) -> tuple[Face[Never], ...]:
        return self.laid_out([self.face(text) for text in roll.faces]).faces

    def _tray(
        self, state: Round, seat: int, offered: Mapping[str, Target[GameChoice]], lifted: Sequence[str]
    ) -> Dice[GameChoice]:
        """The dice as this seat sees them: those taken away are gone, those it may take are targets."""
        lying = colour_sheet.lying
        if not state.roll:
            ready = state.turn.dice if isinstance(state.turn, ToRoll) else ()
            pale = [lying(self.face(die.faces[at % len(die.faces)]), gone=True) for at, die in enumerate(ready)]
            return self.laid_out(pale)
        gone = list(state.gone or ()) if seat != state.active else []
        faces, seen = list[Face[GameChoice]](), set[str]()
        for at, text in enumerate(state.roll):
            face = self.face(text)
            if text in gone:
                gone.remove(text)
                faces.append(lying(face, gone=True))
                continue
            target = offered.get(text)
            if target is not None and text in seen:  # the knob stops at one die of each face
                target = Target(f"{target.name} {at}", target.label, target.choice, target.shows, touch_only=True)
            faces.append(lying(face, target, lifted=text in lifted and text not in seen))
            seen.add(text)
        return self.laid_out(faces)

    # A card.

    def glance(self, state: Round, seat: int) -> Node[GameChoice]:
        """A small sheet, the points, and what the seat did or is doing."""
        return row(
            colour_sheet.thumb(state.sheets[seat], state.checked[seat]),
            column(
                Text(says=plain(signed(state.scores()[seat].total)), size=Size.HEADING, bold=True),
                Text(says=self.doing(state, seat), size=Size.SMALL, tone=Tone.QUIET, shrink=True),
                gap=0,
                grow=1,
            ),
            gap=10,
        )

    def doing(self, state: Any, seat: int) -> Message:
        """What a seat did in this turn, or is doing."""
        chosen = state.chosen[seat] if state.chosen else None
        if chosen is not None:
            return self.took(chosen)
        if state.waiting:
            return say("choosing") if PASS in state.legal(seat) else say("waits")
        if isinstance(state.turn, ToRoll) and seat == state.active:
            return say("rolls")
        return say("{n} !", n=state.jokers[seat])

    # What is told.

    def action(self, action: Crossing | Pass) -> Message:
        return say("passed") if isinstance(action, Pass) else action.words

    def news(self, state: Any) -> Message | None:
        judged = isinstance(state.turn, Over) or not state.roll
        parts = self.completed(state) if judged else self._so_far(state)
        return joined(parts) if parts else None

    def completed(self, state: Any) -> list[Message]:
        """The columns and colours that were completed in the turn before."""
        told = []
        for done in state.columns_done:
            who, letter = _who(state, done), LETTERS[done.line]
            told.append(say("{names}: column {letter} for {points}", names=who, letter=letter, points=done.value))
        for done in state.colours_done:
            who, colour = _who(state, done), WORDS[COLOURS[done.line]]
            told.append(say("{names}: all {colour} for {points}", names=who, colour=colour, points=done.value))
        return told

    def _so_far(self, state: Round) -> list[Message]:
        """What those who still choose in this turn should know."""
        parts = [say("The last turn!")] if state.last_turn else []
        if len(state.sheets) == 1:
            return parts
        chosen = state.chosen[state.active]
        if state.rolls <= self.FIGURES.free_rolls:
            parts.append(say("All dice are free for everybody"))
        elif chosen is not None:
            did = say("passed: all dice stay") if chosen is PASS else self.took(chosen)
            parts.append(say("{name} {did}", name=state.table.seats[state.active].name, did=did))
        return parts

    def sound(self, state: Any, event: Event) -> Sound | None:
        """A move sounds like what it completed, if it was the last one of its turn and the sheets have been judged."""
        if isinstance(event, Roll):
            return None
        if not state.roll and state.colours_done:
            return Sound.TRIUMPH
        if not state.roll and state.columns_done:
            return Sound.GAIN
        return None if event.action is PASS else Sound.MARK

    def told(self, state: Round, seat: int) -> Message:
        """A result with its parts."""
        score = state.scores()[seat]
        parts = [say("{part} {points}", part=self.PARTS[name], points=signed(points)) for name, points in score.parts]
        return say("{total} points: {parts}", total=signed(score.total), parts=joined(parts))

    def verdict(self, state: Round) -> Message | None:
        return self.rating(state.scores()[0].total).says if len(state.sheets) == 1 else None


def _taps(seat: int, checked: int, now: Choosing) -> colour_sheet.Tap:
    """Tapping a box offers the placements through it, or says why there are none."""

    def tap(box: int) -> Target[GameChoice] | None:
        if checked >> box & 1:
            return None
        may = now.boxes >> box & 1
        choice: GameChoice = Narrow(seat, now.through(box)) if may else AskWhy(seat, BOXES[box])
        return Target(f"box {BOXES[box]}", plain(BOXES[box]), choice, touch_only=True)

    return tap


def _others(won: Iterable[Won], seat: int) -> list[Won]:
    return [values for other, values in enumerate(won) if other != seat]


def _who(state: Round, done: Completed) -> str:
    return ", ".join(state.table.seats[seat].name for seat in done.seats)
