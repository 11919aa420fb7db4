"""The rules of Encore!: check connected boxes of one colour, complete columns and colours before the others do.

On every roll everybody picks a colour die and a number die and checks that many boxes on the own sheet, or passes.
In the first three rolls all dice are there for everybody; later the player who rolls picks first and takes two dice
away. The numbered rules, the figures and the sheets are in `seeds/encore`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from engine import refusals
from engine.colour_sheets import picks
from engine.colour_sheets.picks import COLOUR_DIE, NUMBER_DIE, Pass, Pick, Picks
from engine.colour_sheets.races import Completed, Won, judge
from engine.colour_sheets.rounds import choosing, most_colours, outcome, to_choose
from engine.colour_sheets.sheets import COLOURS, COLUMNS, Sheet
from engine.colour_sheets.solo import Rating, rate
from engine.contract import (
    Actions,
    Die,
    Game,
    IllegalEvent,
    Legal,
    Move,
    Option,
    Over,
    Roll,
    Score,
    State,
    Table,
    ToRoll,
    Turn,
)
from engine.games.encore import PLAYERS, new_sheets
from engine.games.encore.printed import PRINTED, sheet, why_no_sheet
from engine.seeds import seed
from engine.sequences import with_item, without
from engine.words import Message, say

NAME = "encore"
EACH = "each"  # seat k plays on the k-th printed sheet

_FIGURES = seed(NAME)
JOKERS: int = _FIGURES["exclamation_marks"]
FREE_ROLLS: int = _FIGURES["free_rolls"]
SOLO_ROLLS: int = _FIGURES["solo_rolls"]
COLOURS_TO_END: int = _FIGURES["colours_to_end"]
COLUMN_FIRST: tuple[int, ...] = tuple(_FIGURES["points"]["columns_first"])
COLUMN_LATER: tuple[int, ...] = tuple(_FIGURES["points"]["columns_later"])
COLOUR_FIRST: tuple[int, ...] = (_FIGURES["points"]["colour_first"],) * len(COLOURS)
COLOUR_LATER: tuple[int, ...] = (_FIGURES["points"]["colour_later"],) * len(COLOURS)
JOKER_POINTS: int = _FIGURES["points"]["exclamation_mark"]
STAR_POINTS: int = _FIGURES["points"]["star"]
RATINGS: tuple[int, ...] = tuple(_FIGURES["solo"]["ratings"])

Action = Pick | Pass


@dataclass(frozen=True, slots=True)
class Encore(State[Action]):
    """A position of the game. Between two turns there is no roll; what was completed in the turn before is told by
    `columns_done` and `colours_done`.
    """

    table: Table
    sheets: tuple[Sheet, ...]
    checked: tuple[int, ...]  # boxes, by seat
    jokers: tuple[int, ...]  # exclamation marks left, by seat
    columns: tuple[Won, ...]
    colours: tuple[Won, ...]
    active: int  # rolls
    rolls: int = 0  # so far
    roll: tuple[str, ...] = ()
    gone: tuple[str, str] | None = None  # the faces that the active seat took away from the others
    waiting: tuple[int, ...] = ()  # seats that have not chosen yet in this turn
    chosen: tuple[Action | None, ...] = ()
    columns_done: tuple[Completed, ...] = ()
    colours_done: tuple[Completed, ...] = ()
    over: Over | None = None

    @property
    def turn(self) -> Turn:
        if self.over is not None:
            return self.over
        return to_choose(self._choosing) if self.roll else _to_roll(self.active, len(self.sheets))

    @property
    def last_turn(self) -> bool:
        """Whether the game ends with this turn, as far as the boxes already checked tell."""
        if len(self.sheets) == 1:
            return self.rolls == SOLO_ROLLS
        return most_colours(self.sheets, self.checked) >= COLOURS_TO_END

    def legal(self, seat: int) -> Legal[Action]:
        if seat in self._choosing:
            return self.picks(seat)
        return Actions((), refusals.of_choosing(seat, self.turn, self.table.seats))

    def picks(self, seat: int) -> Picks:
        """What a seat that may choose now can do with the dice that are there for it."""
        dice = len(self.roll) // 2
        colours, numbers, gone = self.roll[:dice], self.roll[dice:], self.gone or ()
        if gone:
            colours, numbers = without(colours, gone[0]), without(numbers, gone[1])
        return Picks(self.sheets[seat], self.checked[seat], self.jokers[seat], colours, numbers, gone)

    def why_not_box(self, seat: int, box: int) -> Message | None:
        """Why a seat cannot check this box now, whatever it picks."""
        if seat in self._choosing:
            return self.picks(seat).why_not_box(box)
        return refusals.of_choosing(seat, self.turn, self.table.seats)

    def apply(self, event: Roll | Move[Action]) -> Encore:
        return self._after_roll(event) if isinstance(event, Roll) else self._after_move(event)

    def scores(self) -> tuple[Score, ...]:
        return tuple([self._score(seat) for seat in range(len(self.sheets))])

    @property
    def _choosing(self) -> tuple[int, ...]:
        """The seats that may choose now."""
        return choosing(self.waiting, self.active, free=self.rolls <= FREE_ROLLS)

    def _after_roll(self, roll: Roll) -> Encore:
        reason = refusals.of_roll(roll, self.turn)
        if reason is not None:
            raise IllegalEvent(reason)
        seats = len(self.sheets)
        return Encore(
            self.table,
            self.sheets,
            self.checked,
            self.jokers,
            self.columns,
            self.colours,
            self.active,
            self.rolls + 1,
            roll.faces,
            None,
            tuple(range(seats)),
            (None,) * seats,
            self.columns_done,
            self.colours_done,
        )

    def _after_move(self, move: Move[Action]) -> Encore:
        seat, action = move.seat, move.action
        reason = self.legal(seat).why_not(action)
        if reason is not None:
            raise IllegalEvent(reason)
        checked, jokers, gone = self.checked, self.jokers, self.gone
        if isinstance(action, Pick):
            checked = with_item(checked, seat, checked[seat] | action.boxes)
            jokers = with_item(jokers, seat, jokers[seat] - action.cost)
            if seat == self.active and self.rolls > FREE_ROLLS:
                gone = action.colour, action.number
        waiting = tuple([other for other in self.waiting if other != seat])
        if not waiting:
            return self._after_turn(checked, jokers)
        return Encore(
            self.table,
            self.sheets,
            checked,
            jokers,
            self.columns,
            self.colours,
            self.active,
            self.rolls,
            self.roll,
            gone,
            waiting,
            with_item(self.chosen, seat, action),
            self.columns_done,
            self.colours_done,
        )

    def _after_turn(self, checked: tuple[int, ...], jokers: tuple[int, ...]) -> Encore:
        """Everybody has placed: what is complete now is judged, and the dice go on to the next seat."""
        seats = len(self.sheets)
        columns, columns_done = judge(self.columns, checked, (COLUMNS,) * seats, COLUMN_FIRST, COLUMN_LATER)
        colour_lines = [sheet.colours for sheet in self.sheets]
        colours, colours_done = judge(self.colours, checked, colour_lines, COLOUR_FIRST, COLOUR_LATER)
        after = Encore(
            self.table,
            self.sheets,
            checked,
            jokers,
            columns,
            colours,
            (self.active + 1) % seats,
            self.rolls,
            columns_done=columns_done,
            colours_done=colours_done,
        )
        return replace(after, over=outcome(after.scores(), jokers)) if after.last_turn else after

    def _score(self, seat: int) -> Score:
        parts = (
            ("colours", sum([value or 0 for value in self.colours[seat]])),
            ("columns", sum([value or 0 for value in self.columns[seat]])),
            ("exclamation marks", JOKER_POINTS * self.jokers[seat]),
            ("stars", STAR_POINTS * (self.sheets[seat].stars & ~self.checked[seat]).bit_count()),
        )
        return Score(sum([points for _, points in parts]), parts)


def start(table: Table) -> Encore:
    reason = refusals.of_table(table, PLAYERS, OPTIONS) or _why_not_for(table)
    if reason is not None:
        raise ValueError(str(reason))
    seats = len(table.seats)
    return Encore(
        table,
        tuple(sheet(code) for code in _codes(table)),
        (0,) * seats,
        (JOKERS,) * seats,
        ((None,) * len(COLUMNS),) * seats,
        ((None,) * len(COLOURS),) * seats,
        table.first,
    )


def rating(total: int) -> Rating:
    """How good a result is for somebody who plays alone."""
    return rate(total, RATINGS, _SAYS)


def dice_of_pairs(seats: int) -> tuple[Die, ...]:
    """The colour dice and the number dice that so many players roll."""
    of_each: int = _FIGURES["dice"]["solo" if seats == 1 else "table"]
    return (COLOUR_DIE,) * of_each + (NUMBER_DIE,) * of_each


text = picks.text
parse = picks.parse

_SAYS = (
    say("Beyond all measure"),
    say("Hardly anybody gets this far"),
    say("Playing like a master"),
    say("Brilliant"),
    say("Very strong"),
    say("Well played"),
    say("You know your way around"),
    say("Solid, and there is more in it"),
    say("You are getting there"),
    say("A beginning"),
    say("The dice were not with you"),
    say("Exactly nothing"),
    say("Next time above zero"),
)


@cache
def _to_roll(seat: int, seats: int) -> ToRoll:
    return ToRoll(seat, dice_of_pairs(seats))


def _codes(table: Table) -> Sequence[str]:
    """The sheets that the table has chosen, one for each seat."""
    chosen = dict(table.options).get("sheets", PRINTED[0])
    if chosen == EACH:
        return PRINTED[: len(table.seats)]
    codes = chosen.split("+")
    return codes * len(table.seats) if len(codes) == 1 else codes


def _why_not_sheets(value: str) -> Message | None:
    return next((reason for code in value.split("+") if (reason := why_no_sheet(code)) is not None), None)


def _why_not_for(table: Table) -> Message | None:
    """Why the sheets cannot be dealt out at this table."""
    codes = _codes(table)
    if len(codes) == len(table.seats):
        return None
    return say(
        "option sheets names {sheets} sheets for {players} players; name one for all or one for each",
        sheets=len(codes),
        players=len(table.seats),
    )


OPTIONS: tuple[Option, ...] = (
    Option("sheets", (*PRINTED, EACH), fresh=new_sheets.fresh_code, why_not=_why_not_sheets),
)


GAME: Game[Action] = Game(name=NAME, players=PLAYERS, start=start, text=text, parse=parse, options=OPTIONS)
