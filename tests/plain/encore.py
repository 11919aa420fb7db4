"""Encore! as plainly as it can be told: sets of boxes and loops, to be read against the rules line by line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

Box = tuple[int, int]  # column, row; both from 0
Turn = tuple[str, int, int] | tuple[str, tuple[int, ...]]

COLUMNS = "ABCDEFGHIJKLMNO"
ROWS = range(7)
H = COLUMNS.index("H")
COLOURS = {"y": "yellow", "g": "green", "b": "blue", "r": "red", "o": "orange"}
COLOUR_DIE = (*COLOURS.values(), "cross")
NUMBER_DIE = ("1", "2", "3", "4", "5", "?")
PASS = "pass"

PRINTED = {  # row by row, one letter to a box; a capital is a box with a star
    "01": """
        gggyyyyGbbbOyyy
        ogYgYyoorBboogg
        BgrgggGrrryyogg
        brrgoObbggyyoRb
        roooorbbooorrrr
        rBbRrrryYoRbbbO
        yybbbbryyyggGoo
    """,
    "02": """
        gGooOrrrYbbbbbr
        rooygGbyyyGooOr
        BbbRggByrrrogoo
        bbrrrggOoRygggg
        brrbbbobboyyyyB
        oyggboogbooYRry
        yyYgyyygggorrry
    """,
    "03": """
        yyOooGbbbyyrrgg
        obbbrrrRryYbrRo
        oobbYrOooBbbrbB
        oGyyyyogobbObbr
        gggRyoggYooooor
        Bgrggogygrryyyr
        rrrgbbyyggggGyy
    """,
    "04": """
        rggYyyyorrgggbY
        rgrrryyorrggbbb
        bRrbbGggggRbOBr
        oooobbbBgYybrrr
        ybboorrrbbbRroo
        yyBggoOyyobyyyo
        GyygGooyOoooygg
    """,
    "05": """
        rrggyyYggrrrroo
        OrrBbGyggRgYroo
        bOobgggroggggGy
        bbooogrrooooBby
        gbbrrrbBbbObyyG
        ggYyrbbyyybboyb
        yyyyRoooRyyborr
    """,
    "06": """
        OgbbrrrgggYyyrr
        ggggrygRggryyry
        bboGyyGbrrrrooy
        booooggbbbboRoo
        bROrboooBYoorYO
        rrrrbbbyyyoBggg
        yyyyGByyooggbbb
    """,
    "07": """
        OoYorrRgoRggggg
        boooGrggYrrGbyy
        ybbggrgyyyrrbyO
        yYbyyyyBbyyrooo
        rygBbGyobbbbobb
        gggrbbboggOyyBb
        grrrooorroooRrr
    """,
    "08": """
        rrOyyRrggyYOoob
        byyyoorrbByyroo
        bybbbooObggyrro
        oBbGbyybooggGrr
        oorrgbbbyooryyY
        ggroggGyyrrrbBg
        YggoRggyRrbbbgg
    """,
}


class Sheet(NamedTuple):
    """The colour of every box, and the boxes with a star."""

    colours: dict[Box, str]
    stars: frozenset[Box]


def printed(code: str) -> Sheet:
    """One of the eight sheets of the pad."""
    letters = {
        (column, row): letter for row, line in enumerate(PRINTED[code].split()) for column, letter in enumerate(line)
    }
    colours = {box: COLOURS[letter.lower()] for box, letter in letters.items()}
    return Sheet(colours, frozenset(box for box, letter in letters.items() if letter.isupper()))


def spelled(boxes: Iterable[Box]) -> str:
    """`C4 D4 D5`, by column and then by row."""
    return " ".join(f"{COLUMNS[column]}{row + 1}" for column, row in sorted(boxes))


def read(boxes: str) -> set[Box]:
    """The boxes that `spelled` gives."""
    return {(COLUMNS.index(box[0]), int(box[1:]) - 1) for box in boxes.split()}


@cache
def neighbours(box: Box) -> tuple[Box, ...]:
    """The boxes that share an edge with this one."""
    column, row = box
    around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return tuple((c, r) for c, r in around if 0 <= c < len(COLUMNS) and r in ROWS)


def beside(box: Box, checked: Collection[Box]) -> bool:
    """Whether the box shares an edge with a checked one."""
    return any(neighbour in checked for neighbour in neighbours(box))


def placements(sheet: Sheet, checked: Collection[Box], colour: str) -> dict[int, set[frozenset[Box]]]:
    """Every way to check one to five boxes of a colour, by how many.

    They are unchecked and connected, and one of them is in column H or beside a box checked before. A connected set
    can be grown box by box from that one.
    """
    free = {box for box, its_colour in sheet.colours.items() if its_colour == colour and box not in checked}
    found = {1: {frozenset((box,)) for box in free if box[0] == H or beside(box, checked)}}
    for number in (2, 3, 4, 5):
        found[number] = {
            boxes | {more}
            for boxes in found[number - 1]
            for box in boxes
            for more in neighbours(box)
            if more in free and more not in boxes
        }
    return found


class Encore:
    """A game of Encore! that goes on event by event. Everything asked of it must be legal."""

    JOKERS = 8
    FREE_ROLLS = 3
    FIRST = (5, 3, 3, 3, 2, 2, 2, 1, 2, 2, 2, 3, 3, 3, 5)
    LATER = (3, 2, 2, 2, 1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 3)

    def __init__(self, sheets: Sequence[Sheet], first: int = 0) -> None:
        self.sheets = sheets
        self.seats = range(len(sheets))
        self.solo = len(sheets) == 1
        self.of_each = 2 if self.solo else 3  # colour dice and number dice
        self.active = first
        self.rolls = 0
        self.colour_dice: list[str] = []
        self.number_dice: list[str] = []
        self.waiting: set[int] = set()
        self.over = False
        self.checked: list[set[Box]] = [set() for _ in sheets]
        self.jokers = [self.JOKERS for _ in sheets]
        self.columns: list[dict[int, int]] = [{} for _ in sheets]  # the value won with each complete column
        self.colours: list[dict[str, int]] = [{} for _ in sheets]  # and with each complete colour

    def turn(self) -> Turn:
        if self.over:
            return ("over", self.winners())
        if self.waiting:
            return ("seats", tuple(sorted(self.waiting)))
        return ("roll", self.active, len(self.dice()))

    def dice(self) -> list[tuple[str, ...]]:
        """The faces of each die that is rolled."""
        return [COLOUR_DIE] * self.of_each + [NUMBER_DIE] * self.of_each

    def roll(self, faces: Sequence[str]) -> None:
        self.rolls += 1
        self.colour_dice = list(faces[: self.of_each])
        self.number_dice = list(faces[self.of_each : 2 * self.of_each])
        self.waiting = set(self.seats) if self.rolls <= self.FREE_ROLLS else {self.active}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.waiting:
            return set()
        return {PASS, *self.picks(seat)}

    def picks(self, seat: int) -> Iterator[str]:
        """A colour die and a number die, with every placement for them that the exclamation marks allow."""
        for colour_die in set(self.colour_dice):
            for colour in COLOURS.values() if colour_die == "cross" else (colour_die,):
                found = placements(self.sheets[seat], self.checked[seat], colour)
                for number_die in set(self.number_dice):
                    if (colour_die == "cross") + (number_die == "?") <= self.jokers[seat]:
                        for number in range(1, 6) if number_die == "?" else (int(number_die),):
                            for boxes in found[number]:
                                yield f"{colour_die} {number_die}: {spelled(boxes)}"

    def act(self, seat: int, text: str) -> None:
        dice, _, boxes = text.partition(": ")
        if text != PASS:
            self.check(seat, read(boxes))
            self.take(seat, dice)
        self.waiting.remove(seat)
        if self.rolls > self.FREE_ROLLS and seat == self.active:
            self.waiting = set(self.seats) - {self.active}
        if not self.waiting:
            self.finish_turn()

    def check(self, seat: int, boxes: set[Box]) -> None:
        self.checked[seat] |= boxes

    def take(self, seat: int, dice: str) -> None:
        """Pay for jokers; after the free rolls the active seat's dice are gone for the others."""
        colour_die, number_die = dice.split()
        self.jokers[seat] -= (colour_die == "cross") + (number_die == "?")
        if self.rolls > self.FREE_ROLLS and seat == self.active:
            self.colour_dice.remove(colour_die)
            self.number_dice.remove(number_die)

    def finish_turn(self) -> None:
        """Everybody has placed: columns, then colours; all who are first in the same turn are first."""
        self.judge_columns()
        self.judge_colours()
        self.over = self.at_end()
        self.active = (self.active + 1) % len(self.seats)

    def judge_columns(self) -> None:
        for column in range(len(COLUMNS)):
            boxes = {(column, row) for row in ROWS}
            taken = any(column in columns for columns in self.columns)
            for seat in self.seats:
                if column not in self.columns[seat] and boxes <= self.checked[seat]:
                    self.win_column(seat, column, self.LATER[column] if taken else self.FIRST[column])

    def win_column(self, seat: int, column: int, value: int) -> None:
        self.columns[seat][column] = value

    def judge_colours(self) -> None:
        for colour in COLOURS.values():
            taken = any(colour in colours for colours in self.colours)
            for seat in self.seats:
                boxes = {box for box, its_colour in self.sheets[seat].colours.items() if its_colour == colour}
                if colour not in self.colours[seat] and boxes <= self.checked[seat]:
                    self.win_colour(seat, colour, 3 if taken else 5)

    def win_colour(self, seat: int, colour: str, value: int) -> None:
        self.colours[seat][colour] = value

    def at_end(self) -> bool:
        return self.rolls == 30 if self.solo else self.two_colours()

    def two_colours(self) -> bool:
        return any(len(colours) >= 2 for colours in self.colours)

    def parts(self, seat: int) -> dict[str, int]:
        return {
            "colours": sum(self.colours[seat].values()),
            "columns": sum(self.columns[seat].values()),
            "exclamation marks": self.jokers[seat],
            "stars": -2 * len(self.sheets[seat].stars - self.checked[seat]),
        }

    def scores(self) -> list[tuple[int, dict[str, int]]]:
        return [(sum(self.parts(seat).values()), self.parts(seat)) for seat in self.seats]

    def winners(self) -> tuple[int, ...]:
        """Most points; among those, most exclamation marks left."""
        results = [(total, self.jokers[seat]) for seat, (total, _) in enumerate(self.scores())]
        return tuple(seat for seat in self.seats if results[seat] == max(results))
