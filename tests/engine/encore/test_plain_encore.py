"""Encore! played side by side: `engine.games.encore.rules` against its plain telling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test

from engine.colour_sheets import sheets
from engine.games.encore import rules as encore
from engine.games.encore.printed import sheet as engines_sheet
from tests.comparing import Play, SideBySide, blindly, campaign
from tests.plain.encore import PRINTED, Encore, Sheet, printed
from tests.plain.ways import Habit, colours_first, columns_first, in_step, spending
from tests.playing import table

WAYS: tuple[Habit, ...] = (blindly, spending, colours_first, columns_first, in_step)
NEW_SHEETS = 8


class Watched(Encore):
    """A plain game that notes what happens in it."""

    def __init__(self, given: Sequence[Sheet], first: int, seen: Counter[str]) -> None:
        super().__init__(given, first)
        self.seen = seen
        self.won: Counter[tuple[int, int | str]] = Counter()  # by how many, in which roll

    def win_column(self, seat: int, column: int, value: int) -> None:
        super().win_column(seat, column, value)
        self.note("column", column, first=value == self.FIRST[column])

    def win_colour(self, seat: int, colour: str, value: int) -> None:
        super().win_colour(seat, colour, value)
        self.note("colour", colour, first=value == 5)

    def note(self, what: str, which: int | str, first: bool) -> None:
        self.won[self.rolls, which] += 1
        together = " together" if self.won[self.rolls, which] == 2 else ""
        self.seen[f"{what} {'first' if first else 'later'}{together}"] += 1

    def take(self, seat: int, dice: str) -> None:
        before = self.jokers[seat]
        super().take(seat, dice)
        self.seen["two jokers"] += self.jokers[seat] == before - 2
        self.seen["last joker"] += self.jokers[seat] == 0 < before

    def finish_turn(self) -> None:
        super().finish_turn()
        self.seen[f"end with {len(self.seats)}"] += self.over


EVENTS = {
    *(f"{what} {when}" for what in ("column", "colour") for when in ("first", "first together", "later")),
    *(f"end with {players}" for players in range(1, 7)),
    "two jokers",
    "last joker",
}


def drawn(code: str) -> Sheet:
    """A sheet as the engine draws it."""
    sheet = engines_sheet(code)
    boxes = {(number // 7, number % 7): number for number in range(105)}
    colours = {box: sheets.COLOURS[sheet.colour[number]] for box, number in boxes.items()}
    return Sheet(colours, frozenset(box for box, number in boxes.items() if sheet.stars >> number & 1))


def sheets_for(players: int, option: str) -> list[Sheet]:
    """What the table's option gives to each seat; only for new sheets the engine has to be believed."""
    codes = sorted(PRINTED)[:players] if option == "each" else option.split("+")
    given = [printed(code) if code in PRINTED else drawn(code) for code in codes]
    return given if len(given) == players else given * players


def printed_and_new(luck: Random) -> list[str]:
    """The codes of all printed sheets and of some new ones."""
    fresh = encore.OPTIONS[0].fresh
    assert fresh is not None
    return [*PRINTED, *(fresh(luck) for _ in range(NEW_SHEETS))]


def begin(
    players: int, first: int, option: str, plain: Callable[[list[Sheet], int], Encore] = Encore
) -> SideBySide[Encore]:
    seats = replace(table(players, first), options=(("sheets", option),))
    return SideBySide(encore.GAME, seats, plain(sheets_for(players, option), first))


def play(moves: int, luck: Random, plain: Callable[[list[Sheet], int], Encore]) -> None:
    """Games of all sizes, on all sheets and some new ones, in all ways."""
    codes = printed_and_new(luck)

    def next_game(luck: Random) -> tuple[SideBySide[Encore], list[Habit]]:
        players = luck.randint(1, 6)
        option = luck.choice((luck.choice(codes), "each", "+".join(luck.choices(codes, k=players))))
        ways = luck.choices(WAYS, k=players)
        return begin(players, luck.randrange(players), option, plain), luck.choice((ways, ways[:1] * players))

    campaign(next_game, moves, luck)


def test_thousands_of_moves_show_no_difference() -> None:
    seen: Counter[str] = Counter()
    play(25_000, Random(3), lambda given, first: Watched(given, first, seen))
    assert {event for event in EVENTS if not seen[event]} == set()


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(10))
def test_a_million_moves_show_no_difference(seed: int) -> None:
    play(1_000_000, Random(seed), Encore)


class EncoreMachine(Play):
    CODES = st.sampled_from(printed_and_new(Random(1)))

    @initialize(codes=st.lists(CODES, min_size=1, max_size=6), first=st.integers(0, 5))
    def begin(self, codes: list[str], first: int) -> None:
        self.game = begin(len(codes), first % len(codes), "+".join(codes))


def test_no_game_that_hypothesis_thinks_of_shows_a_difference() -> None:
    run_state_machine_as_test(EncoreMachine, settings=settings(max_examples=50, stateful_step_count=30, deadline=None))


@pytest.mark.parametrize("code", PRINTED)
def test_the_printed_sheets_are_the_same(code: str) -> None:
    assert drawn(code) == printed(code)


# The comparison can fail: it notices what public versions of this game get wrong.


class NoFreeDice(Encore):
    FREE_ROLLS = 0


class OnlyOneIsFirst(Encore):
    def win_column(self, seat: int, column: int, value: int) -> None:
        taken = any(column in columns for columns in self.columns)
        super().win_column(seat, column, self.LATER[column] if taken else value)


class NothingForTheThird(Encore):
    def win_column(self, seat: int, column: int, value: int) -> None:
        third = value == self.LATER[column] and sum(column in columns for columns in self.columns) >= 2
        super().win_column(seat, column, 0 if third else value)


@pytest.mark.parametrize(
    ("mistaken", "difference"),
    [(NoFreeDice, "turn:"), (OnlyOneIsFirst, "scores:"), (NothingForTheThird, "scores:")],
    ids=["no free dice", "only one is first", "nothing for the third"],
)
def test_a_mistaken_rule_is_a_difference(mistaken: type[Encore], difference: str) -> None:
    with pytest.raises(AssertionError, match=difference):
        play(10_000, Random(3), mistaken)
