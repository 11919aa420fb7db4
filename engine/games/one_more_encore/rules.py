"""The rules of One More Encore!: Encore! with a seventh die, hearts, bombs and rows that count.

A player takes a pair, as in Encore!, or the special die, if one of the own special dice is circled. Golden boxes circle
them. Complete rows count as well, and whoever is first gets a bonus, which may be a bomb that completes the next row.
The numbered rules, the figures and the sheet are in `seeds/one_more_encore`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from engine import refusals
from engine.colour_sheets import picks
from engine.colour_sheets.picks import Pass, Pick, Picks
from engine.colour_sheets.races import Completed, Won, judge
from engine.colour_sheets.rounds import choosing, most_colours, outcome, to_choose
from engine.colour_sheets.sheets import COLOURS, COLUMN_H, COLUMNS, ROWS, Sheet, drawn, mask, names
from engine.colour_sheets.solo import Rating, rate
from engine.contract import (
    Actions,
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
from engine.games.encore.rules import (
    COLOUR_FIRST,
    COLOUR_LATER,
    COLOURS_TO_END,
    FREE_ROLLS,
    JOKER_POINTS,
    SOLO_ROLLS,
    STAR_POINTS,
    dice_of_pairs,
)
from engine.games.one_more_encore import PLAYERS
from engine.games.one_more_encore.specials import (
    BLOCK,
    BOMB,
    HEART,
    ROW,
    SPECIAL_DIE,
    STARS,
    Bomb,
    Bombs,
    Special,
    Specials,
)
from engine.naming import quoted
from engine.seeds import seed
from engine.sequences import with_item, without
from engine.words import Message, say

NAME = "one_more_encore"
OPTIONS: tuple[Option, ...] = ()

_FIGURES = seed(NAME)
SHEET: Sheet = drawn("one more", **_FIGURES["sheet"])
JOKERS: int = _FIGURES["exclamation_marks"]
HEARTS: int = _FIGURES["hearts"]
SPECIAL_DICE: int = _FIGURES["special_dice"]
COLUMN_FIRST: tuple[int, ...] = tuple(_FIGURES["points"]["columns_first"])
COLUMN_LATER: tuple[int, ...] = tuple(_FIGURES["points"]["columns_later"])
ROW_POINTS: int = _FIGURES["points"]["row"]
ROW_LETTERS: str = _FIGURES["rows"]["letters"]
ROW_BONUSES: tuple[str, ...] = tuple(_FIGURES["rows"]["bonuses"])
SPECIAL_DIE_POINTS: int = _FIGURES["points"]["special_die"]
ROLL_LEFT_POINTS: int = _FIGURES["points"]["roll_left"]
RATINGS: tuple[int, ...] = tuple(_FIGURES["solo"]["ratings"])

DIE = "die"  # the bonus of a row that circles a special die; the others are a heart and a bomb
H = COLUMNS.index(COLUMN_H)

Action = Pick | Special | Bomb | Pass


class RowCompleted(NamedTuple):
    """A seat completed a row; the bonus is its prize if nobody had completed it before this turn."""

    row: int
    seat: int
    bonus: str | None


class Choices(Legal[Action]):
    """What a seat may do with the dice on offer: pass, pick a pair, or use the special die."""

    __slots__ = ("picks", "specials")

    def __init__(self, picks: Picks, specials: Specials) -> None:
        self.picks = picks
        self.specials = specials

    def __len__(self) -> int:
        return len(self.picks) + len(self.specials)

    def __getitem__(self, index: int) -> Pick | Special | Pass:
        """The first is the pass."""
        pairs = len(self.picks)
        return self.picks[index] if index < pairs else self.specials[index - pairs]

    def __iter__(self) -> Iterator[Pick | Special | Pass]:
        yield from self.picks
        yield from self.specials

    def __contains__(self, action: object) -> bool:
        return self.why_not(action) is None

    def why_not(self, action: Any) -> Message | None:
        if isinstance(action, Special):
            return self.specials.why_not(action)
        if isinstance(action, Bomb):
            return say("no row has won a bomb that could be used now")
        return self.picks.why_not(action)

    def why_not_box(self, box: int) -> Message | None:
        """Why neither a pick nor the special die can check this box now."""
        if any(boxes >> box & 1 for boxes in self.specials.placements):
            return None
        return self.picks.why_not_box(box)


@dataclass(frozen=True, slots=True)
class OneMoreEncore(State[Action]):
    """A position of the game. Every tuple from `sheets` to `colours` has one item for each seat, as the table has them.

    When everybody has chosen, rows are settled seat by seat; while a seat has `bombs` to use, it is the one that is
    `bombing`. The `..._done` tell what was completed in the turn before, rows as soon as they are settled.
    """

    table: Table
    sheets: tuple[Sheet, ...]
    checked: tuple[int, ...]
    jokers: tuple[int, ...]  # exclamation marks left
    hearts: tuple[int, ...]  # circled
    circled: tuple[int, ...]  # special dice, used ones included
    used: tuple[int, ...]  # special dice
    columns: tuple[Won, ...]
    heart_points: tuple[tuple[int, ...], ...]  # by seat and column
    rows: tuple[Won, ...]
    colours: tuple[Won, ...]
    active: int  # rolls
    rolls: int = 0  # so far
    roll: tuple[str, ...] = ()
    gone: tuple[str, ...] | None = None  # what the active seat took away from the others: a pair or the special die
    waiting: tuple[int, ...] = ()  # seats that have not chosen yet in this turn
    chosen: tuple[Action | None, ...] = ()
    prizes: tuple[str | None, ...] = ROW_BONUSES  # of the rows that nobody completed before this turn
    bombing: int | None = None
    bombs: int = 0
    rows_done: tuple[RowCompleted, ...] = ()
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
        last_roll = len(self.sheets) == 1 and self.rolls == SOLO_ROLLS
        return last_roll or most_colours(self.sheets, self.checked) >= COLOURS_TO_END

    def legal(self, seat: int) -> Legal[Action]:
        if seat in self._choosing:
            return self.choices(seat)
        return Actions((), refusals.of_choosing(seat, self.turn, self.table.seats))

    def choices(self, seat: int) -> Choices | Bombs:
        """What a seat that may choose now can do."""
        sheet, checked, gone = self.sheets[seat], self.checked[seat], self.gone or ()
        if seat == self.bombing:
            return Bombs(sheet, checked)
        dice = len(self.roll) // 2
        colours, numbers, special = self.roll[:dice], self.roll[dice:-1], self.roll[-1]
        if len(gone) == 2:
            colours, numbers = without(colours, gone[0]), without(numbers, gone[1])
        pairs = Picks(sheet, checked, self.jokers[seat], colours, numbers, gone)
        return Choices(pairs, Specials(special, sheet, checked, self._why_no_special(seat)))

    def why_not_box(self, seat: int, box: int) -> Message | None:
        """Why a seat cannot check this box now, whatever it chooses."""
        if seat in self._choosing:
            return self.choices(seat).why_not_box(box)
        return refusals.of_choosing(seat, self.turn, self.table.seats)

    def apply(self, event: Roll | Move[Action]) -> OneMoreEncore:
        return self._after_roll(event) if isinstance(event, Roll) else self._after_move(event)

    def scores(self) -> tuple[Score, ...]:
        return tuple(self._score(seat) for seat in range(len(self.sheets)))

    @property
    def _choosing(self) -> tuple[int, ...]:
        """The seats that may choose now."""
        if self.bombing is not None:
            return (self.bombing,)
        return choosing(self.waiting, self.active, free=self.rolls <= FREE_ROLLS)

    def _why_no_special(self, seat: int) -> Message | None:
        if self.gone is not None and len(self.gone) == 1:
            return say("the special die is gone: the player who rolled has taken it")
        if self.used[seat] == self.circled[seat]:
            return say("no circled special die is left")
        if self.roll[-1] == HEART and self.hearts[seat] == HEARTS:
            return say("all hearts are circled already")
        return None

    def _after_roll(self, roll: Roll) -> OneMoreEncore:
        reason = refusals.of_roll(roll, self.turn)
        if reason is not None:
            raise IllegalEvent(reason)
        seats = len(self.sheets)
        return replace(
            self,
            rolls=self.rolls + 1,
            roll=roll.faces,
            waiting=tuple(range(seats)),
            chosen=(None,) * seats,
        )

    def _after_move(self, move: Move[Action]) -> OneMoreEncore:
        seat, action = move.seat, move.action
        reason = self.legal(seat).why_not(action)
        if reason is not None:
            raise IllegalEvent(reason)
        checked, circled = self.checked, self.circled
        if not isinstance(action, Pass):
            checked = with_item(checked, seat, checked[seat] | action.boxes)
            circled = self._circled(seat, (action.boxes & self.sheets[seat].golden).bit_count())
        if self.bombing is not None:
            return replace(self, checked=checked, circled=circled, bombs=self.bombs - 1)._settle(seat)
        jokers, hearts, used = self.jokers, self.hearts, self.used
        taken: tuple[str, ...] | None = None
        if isinstance(action, Pick):
            jokers = with_item(jokers, seat, jokers[seat] - action.cost)
            taken = (action.colour, action.number)
        elif isinstance(action, Special):
            used = with_item(used, seat, used[seat] + 1)
            hearts = with_item(hearts, seat, hearts[seat] + (action.face == HEART))
            taken = (action.face,)
        waiting = tuple([other for other in self.waiting if other != seat])
        after = replace(
            self,
            checked=checked,
            jokers=jokers,
            hearts=hearts,
            circled=circled,
            used=used,
            gone=taken if seat == self.active and self.rolls > FREE_ROLLS else self.gone,
            waiting=waiting,
            chosen=with_item(self.chosen, seat, action),
            rows_done=self.rows_done if waiting else (),
        )
        return after if waiting else after._settle(self.active)

    def _circled(self, seat: int, more: int) -> tuple[int, ...]:
        """The special dice that are circled when a seat circles some more."""
        if not more:
            return self.circled
        return with_item(self.circled, seat, min(self.circled[seat] + more, SPECIAL_DICE))

    def _settle(self, first: int) -> OneMoreEncore:
        """Settles the rows of this seat and of those after it, up to the next bomb, and at last ends the turn."""
        state, seats = self, len(self.sheets)
        for after in range((first - self.active) % seats, seats):
            seat = (self.active + after) % seats
            state = state._with_rows(seat)
            if state.bombs:
                return replace(state, bombing=seat)
        return state._end_turn()

    def _with_rows(self, seat: int) -> OneMoreEncore:
        """Counts the rows that a seat has completed, and gives it their bonuses if it is among the first."""
        free, won = ~self.checked[seat], self.rows[seat]
        complete = [row for row, boxes in enumerate(ROWS) if won[row] is None and not boxes & free]
        if not complete:
            return self
        bonuses = [self.prizes[row] for row in complete]
        return replace(
            self,
            rows=with_item(self.rows, seat, tuple(None if boxes & free else ROW_POINTS for boxes in ROWS)),
            hearts=with_item(self.hearts, seat, min(self.hearts[seat] + bonuses.count(HEART), HEARTS)),
            circled=self._circled(seat, bonuses.count(DIE)),
            bombs=self.bombs + bonuses.count(BOMB),
            rows_done=(*self.rows_done, *map(RowCompleted, complete, [seat] * len(complete), bonuses)),
        )

    def _end_turn(self) -> OneMoreEncore:
        """No bonus is left: columns are judged, then colours, and the dice go on to the next seat."""
        seats = len(self.sheets)
        columns, columns_done = judge(self.columns, self.checked, (COLUMNS,) * seats, COLUMN_FIRST, COLUMN_LATER)
        heart_points, circled = self.heart_points, self.circled
        for column, finishers, _, _ in columns_done:
            for seat in finishers:
                heart_points = with_item(heart_points, seat, with_item(heart_points[seat], column, self.hearts[seat]))
                if column == H:
                    circled = with_item(circled, seat, min(circled[seat] + 1, SPECIAL_DICE))
        colour_lines = [sheet.colours for sheet in self.sheets]
        colours, colours_done = judge(self.colours, self.checked, colour_lines, COLOUR_FIRST, COLOUR_LATER)
        done = {completed.row for completed in self.rows_done}
        after = replace(
            self,
            circled=circled,
            columns=columns,
            heart_points=heart_points,
            colours=colours,
            active=(self.active + 1) % seats,
            roll=(),
            gone=None,
            chosen=(),
            prizes=tuple(None if row in done else prize for row, prize in enumerate(self.prizes)),
            bombing=None,
            columns_done=columns_done,
            colours_done=colours_done,
        )
        return replace(after, over=outcome(after.scores(), after.jokers)) if after.last_turn else after

    def _score(self, seat: int) -> Score:
        complete = sum(value is not None for value in self.colours[seat])
        parts = [
            ("colours", sum(value or 0 for value in self.colours[seat])),
            ("columns", sum(value or 0 for value in self.columns[seat])),
            ("rows", sum(value or 0 for value in self.rows[seat])),
            ("hearts", sum(self.heart_points[seat])),
            ("exclamation marks", JOKER_POINTS * self.jokers[seat]),
            ("special dice", SPECIAL_DIE_POINTS * (self.circled[seat] - self.used[seat])),
            ("stars", STAR_POINTS * (self.sheets[seat].stars & ~self.checked[seat]).bit_count()),
        ]
        if len(self.sheets) == 1:
            left = SOLO_ROLLS - self.rolls if complete >= COLOURS_TO_END else 0
            parts.append(("rolls", ROLL_LEFT_POINTS * left))
        return Score(sum(points for _, points in parts), tuple(parts))


def start(table: Table) -> OneMoreEncore:
    reason = refusals.of_table(table, PLAYERS, OPTIONS)
    if reason is not None:
        raise ValueError(str(reason))
    seats = len(table.seats)
    return OneMoreEncore(
        table,
        sheets=(SHEET,) * seats,
        checked=(0,) * seats,
        jokers=(JOKERS,) * seats,
        hearts=(0,) * seats,
        circled=(_FIGURES["circled"],) * seats,
        used=(0,) * seats,
        columns=((None,) * len(COLUMNS),) * seats,
        heart_points=((0,) * len(COLUMNS),) * seats,
        rows=((None,) * len(ROWS),) * seats,
        colours=((None,) * len(COLOURS),) * seats,
        active=table.first,
    )


def rating(total: int) -> Rating:
    """How good a result is for somebody who plays alone."""
    return rate(total, RATINGS, _SAYS)


_SAYS = (
    say("Nobody will believe you"),
    say("A sheet to be framed"),
    say("Playing like a master"),
    say("Brilliant"),
    say("Very strong"),
    say("Well played"),
    say("Better and better"),
    say("You know your way around"),
    say("Solid, and there is more in it"),
    say("You are getting there"),
    say("A beginning"),
    say("The dice were not with you"),
    say("Next time with more crosses"),
)


def text(action: Action) -> str:
    if isinstance(action, Bomb):
        return f"bomb: {names(action.boxes)}"
    if not isinstance(action, Special):
        return picks.text(action)
    return f"special {action.face}: {names(action.boxes)}" if action.boxes else f"special {action.face}"


def parse(text: str) -> Action:
    words = " ".join(text.split()).lower()
    if words == f"special {HEART}":
        return Special(HEART)
    if found := _SPECIAL.fullmatch(words):
        boxes = mask(found[2].upper())
        return Bomb(boxes) if found[1] == BOMB else Special(found[1].removeprefix("special "), boxes)
    action = picks.read(words)
    if action is None:
        raise ValueError(
            "expected pass, a pick such as 'blue 3: C4 D4 D5', 'special heart', another special die such as "
            f"'special row: A1 C1', or 'bomb: A1 B1' for a bomb won with a row, not {quoted(text)}"
        )
    return action


_SPECIAL = re.compile(rf"(special (?:{BOMB}|{STARS}|{ROW}|{BLOCK})|{BOMB}) ?: ?([a-z0-9 ]+)")


@cache
def _to_roll(seat: int, seats: int) -> ToRoll:
    return ToRoll(seat, (*dice_of_pairs(seats), SPECIAL_DIE))


GAME: Game[Action] = Game(name=NAME, players=PLAYERS, start=start, text=text, parse=parse, options=OPTIONS)
