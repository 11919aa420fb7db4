"""One More Encore! as plainly as it can be told: what is different from the plain Encore!, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from tests.plain.encore import COLUMNS, PASS, ROWS, Box, Encore, Sheet, beside, neighbours, printed, read, spelled
from tests.plain.encore import H as COLUMN_H

SHEET = printed("08")  # the same grid; golden boxes and rows come on top
GOLDEN = read("B3 E4 F7 L5 O3")
SPECIAL_DIE = ("heart", "heart", "bomb", "stars", "row", "block")
ROW_BONUSES = ("die", "bomb", "heart", "bomb", "die", "heart", "bomb")  # P to V
MOST_SPECIAL_DICE = 9
MOST_HEARTS = 5


def row_boxes(row: int) -> set[Box]:
    return {(column, row) for column in range(len(COLUMNS))}


def up_to(most: int, boxes: Collection[Box]) -> Iterator[tuple[Box, ...]]:
    """Every choice of at least one and at most so many of the boxes."""
    for number in range(1, most + 1):
        yield from combinations(boxes, number)


def bombs(checked: set[Box]) -> Iterator[tuple[Box, ...]]:
    """One to four unchecked boxes of any square of two by two."""
    for column in range(len(COLUMNS) - 1):
        for row in range(len(ROWS) - 1):
            square = {(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)}
            yield from up_to(4, square - checked)


def stars(checked: set[Box]) -> Iterator[tuple[Box, ...]]:
    """One or two unchecked stars, each beside a checked box or in column H."""
    yield from up_to(2, [box for box in SHEET.stars - checked if box[0] == COLUMN_H or beside(box, checked)])


def threes(checked: set[Box]) -> Iterator[tuple[Box, ...]]:
    """One to three unchecked boxes of one row, each beside a checked box; column H is no help."""
    for row in ROWS:
        yield from up_to(3, [box for box in row_boxes(row) - checked if beside(box, checked)])


def blocks(sheet: Sheet) -> list[set[Box]]:
    """The printed blocks: boxes of one colour that hang together."""
    found: list[set[Box]] = []
    for start in sheet.colours:
        if not any(start in block for block in found):
            block, edge = {start}, [start]
            while edge:
                for box in neighbours(edge.pop()):
                    if sheet.colours[box] == sheet.colours[start] and box not in block:
                        block.add(box)
                        edge.append(box)
            found.append(block)
    return found


BLOCKS = blocks(SHEET)


def rests_of_blocks(checked: set[Box]) -> Iterator[set[Box]]:
    """What is unchecked of a block that is started or beside a checked box."""
    for block in BLOCKS:
        if block - checked and (block & checked or any(beside(box, checked) for box in block)):
            yield block - checked


class OneMoreEncore(Encore):
    """A game of One More Encore! that goes on event by event. Everything asked of it must be legal."""

    JOKERS = 6
    FIRST = (5, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 5)

    def __init__(self, players: int, first: int = 0) -> None:
        super().__init__([SHEET] * players, first)
        self.special_die: str | None = None
        self.circled = [1 for _ in self.seats]  # special dice, used ones included
        self.used = [0 for _ in self.seats]
        self.hearts = [0 for _ in self.seats]
        self.heart_points = [0 for _ in self.seats]
        self.rows: list[set[int]] = [set() for _ in self.seats]  # complete ones
        self.rows_of_earlier_turns: set[int] = set()  # nobody wins their bonus any more
        self.to_settle: list[int] = []  # seats whose row bonuses of this turn are still to be given, in order
        self.bonus_bombs = 0  # of the first of them

    def dice(self) -> list[tuple[str, ...]]:
        return [*super().dice(), SPECIAL_DIE]

    def roll(self, faces: Sequence[str]) -> None:
        super().roll(faces)
        self.special_die = faces[-1]

    def legal(self, seat: int) -> set[str]:
        if self.bonus_bombs and seat in self.waiting:
            return {PASS, *(f"bomb: {spelled(boxes)}" for boxes in bombs(self.checked[seat]))}
        actions = super().legal(seat)
        if seat in self.waiting and self.circled[seat] > self.used[seat]:
            actions |= set(self.specials(seat))
        return actions

    def specials(self, seat: int) -> Iterator[str]:
        """What the special die offers, if it still lies there."""
        checked = self.checked[seat]
        match self.special_die:
            case "heart" if self.hearts[seat] < MOST_HEARTS:
                yield "special heart"
            case "bomb":
                yield from (f"special bomb: {spelled(boxes)}" for boxes in bombs(checked))
            case "stars":
                yield from (f"special stars: {spelled(boxes)}" for boxes in stars(checked))
            case "row":
                yield from (f"special row: {spelled(boxes)}" for boxes in threes(checked))
            case "block":
                yield from (f"special block: {spelled(boxes)}" for boxes in rests_of_blocks(checked))

    def act(self, seat: int, text: str) -> None:
        if not self.bonus_bombs:
            super().act(seat, text)
            return
        self.bonus_bombs -= 1
        if text != PASS:
            self.check(seat, read(text.removeprefix("bomb: ")))
        self.settle_rows()

    def check(self, seat: int, boxes: set[Box]) -> None:
        super().check(seat, boxes)
        for _ in boxes & GOLDEN:
            self.circle_die(seat)

    def take(self, seat: int, dice: str) -> None:
        """A seat takes a pair, or the special die; the active one takes nothing else away."""
        if not dice.startswith("special"):
            super().take(seat, dice)
            return
        self.used[seat] += 1
        if self.special_die == "heart":
            self.circle_heart(seat)
        if self.rolls > self.FREE_ROLLS and seat == self.active:
            self.special_die = None

    def circle_die(self, seat: int) -> None:
        self.circled[seat] = min(self.circled[seat] + 1, MOST_SPECIAL_DICE)

    def circle_heart(self, seat: int) -> None:
        self.hearts[seat] = min(self.hearts[seat] + 1, MOST_HEARTS)

    def finish_turn(self) -> None:
        """Everybody has placed: first the row bonuses, seat by seat from the active one."""
        self.to_settle = [(self.active + further) % len(self.seats) for further in self.seats]
        self.settle_rows()

    def settle_rows(self) -> None:
        """Give the bonuses of newly complete rows until a bomb has to be placed; when none is left, end the turn."""
        while self.to_settle:
            seat = self.to_settle[0]
            for row in ROWS:
                if row not in self.rows[seat] and row_boxes(row) <= self.checked[seat]:
                    self.rows[seat].add(row)
                    if row not in self.rows_of_earlier_turns:
                        self.give_bonus(seat, row)
            if self.bonus_bombs:
                self.waiting = {seat}
                return
            del self.to_settle[0]
        self.waiting = set()
        self.rows_of_earlier_turns.update(*self.rows)
        super().finish_turn()

    def give_bonus(self, seat: int, row: int) -> None:
        match ROW_BONUSES[row]:
            case "die":
                self.circle_die(seat)
            case "heart":
                self.circle_heart(seat)
            case "bomb":
                self.bonus_bombs += 1

    def win_column(self, seat: int, column: int, value: int) -> None:
        super().win_column(seat, column, value)
        self.heart_points[seat] += self.hearts[seat]
        if column == COLUMN_H:
            self.circle_die(seat)

    def at_end(self) -> bool:
        return self.two_colours() or (self.solo and self.rolls == 30)

    def parts(self, seat: int) -> dict[str, int]:
        parts = super().parts(seat) | {
            "rows": 5 * len(self.rows[seat]),
            "hearts": self.heart_points[seat],
            "special dice": 2 * (self.circled[seat] - self.used[seat]),
        }
        if self.solo:
            parts["rolls"] = 2 * (30 - self.rolls) if self.two_colours() else 0
        return parts
