"""Bots for Encore!: three who mind only their own sheet and judge it with more or less care, and a master who looks
ahead when alone, and at everybody's sheet when not.

All of them know from `bot_value` what a sheet is worth. Alone, the master takes the few best picks and
asks for each what the next roll would make of it, over all rolls there are. At a table it plays for its lead over the
strongest rival: the game lasts as long as the player nearest to the end lets it, columns and colours count less if a
rival is near to them, dice that the rival would like are better taken away, and the end comes when it suits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from engine.colour_sheets.picks import PASS, Pair, Pass, Pick, pairs
from engine.colour_sheets.sheets import COLUMNS
from engine.contract import Bot
from engine.games.encore.bot_tables import POINT
from engine.games.encore.bot_value import LastStanding, Standing, before_a_roll, standing
from engine.games.encore.rules import (
    COLOUR_FIRST,
    COLOUR_LATER,
    COLOURS_TO_END,
    COLUMN_FIRST,
    COLUMN_LATER,
    FREE_ROLLS,
    JOKER_POINTS,
    SOLO_ROLLS,
    STAR_POINTS,
    Action,
    Encore,
)
from engine.sequences import without
from engine.words import Message, say

STRENGTHS = ("beginner", "steady", "expert", "master")
# The standard deviation, in points, with which a pick is misjudged.
CARELESSNESS = {"beginner": 1.6, "steady": 0.8, "expert": 0.0}

LOOKED_AT, FAR_BEHIND = 3, 0.5  # how many picks are followed to the next roll, and how far they may be behind the best
# How many rolls a game at a table is expected to go on: at least so many, and so many more for each box that the player
# nearest to the end still misses.
ROLLS_AT_LEAST, ROLLS_A_BOX = 1, 0.85
CERTAINTY = 6.0  # points added to a lead with which the game ends, or taken away if there is no lead
# Which share of the points for being first counts as lost already, by how many boxes the nearest rival still misses.
COLUMN_LOST = (1.0, 0.3, 0.3, 0.1, 0.1, 0.0, 0.0, 0.0)
COLOUR_LOST = (1.0, *(0.3,) * 2, *(0.1,) * 4, *(0.0,) * 15)


class Weighed(NamedTuple):
    """An action, and what it is worth in points."""

    action: Action
    worth: float


class SoloMinded:
    """Looks at the own sheet only, as far as the next pick, and misjudges every pick a little."""

    def __init__(self, luck: Random, carelessness: float) -> None:
        self._luck = luck
        self._carelessness = carelessness

    def choose(self, state: Encore, seat: int) -> Action:
        weighed = weigh_alone(state, seat)
        if not self._carelessness:
            return best(weighed).action
        return best([Weighed(action, self._luck.gauss(worth, self._carelessness)) for action, worth in weighed]).action


class Master:
    """Looks ahead when alone, and at the rivals when not."""

    def choose(self, state: Encore, seat: int) -> Action:
        return best(weigh(state, seat)).action


def bot(strength: str, luck: Random) -> Bot[Action]:
    if strength == "master":
        return Master()
    if strength in CARELESSNESS:
        return SoloMinded(luck, CARELESSNESS[strength])
    raise ValueError(f"there is no bot {strength!r}; there is {', '.join(STRENGTHS)}")


def hint(state: Encore, seat: int) -> Message:
    """What the master would do, and how many points better that is than the next best."""
    not_now = state.legal(seat).why_not(PASS)
    if not_now is not None:
        return not_now
    ranked = sorted(weigh(state, seat), key=lambda weighed: weighed.worth, reverse=True)
    if len(ranked) == 1:
        return say("Pass: nothing else is possible")
    (action, worth), (other, other_worth) = ranked[:2]
    points = f"{worth - other_worth:.1f}"
    return say("{best}; better by {points} points than {next}", best=_words(action), points=points, next=_words(other))


def best(weighed: Iterable[Weighed]) -> Weighed:
    return max(weighed, key=lambda one: one.worth)


def weigh(state: Encore, seat: int) -> list[Weighed]:
    """The actions that the master considers."""
    return weigh_ahead(state, seat) if len(state.sheets) == 1 else Race(state, seat).weigh()


def weigh_alone(state: Encore, seat: int) -> list[Weighed]:
    """All actions, for somebody who looks at no other sheet."""
    rolls_left = SOLO_ROLLS - state.rolls
    if len(state.sheets) > 1:
        rolls_left = max(rolls_left, 1)
    now = standing(state.sheets[seat], state.checked[seat], rolls_left)
    return _weighed(now, state.jokers[seat], options(state, seat))


def weigh_ahead(state: Encore, seat: int) -> list[Weighed]:
    """The most promising actions of somebody who plays alone, by what the next roll would make of them."""
    ranked = sorted(weigh_alone(state, seat), key=lambda one: one.worth, reverse=True)
    rolls_left = SOLO_ROLLS - state.rolls
    if not rolls_left:
        return ranked
    promising = ranked[:2] + [one for one in ranked[2:LOOKED_AT] if one.worth > ranked[0].worth - FAR_BEHIND]
    sheet, checked, jokers = state.sheets[seat], state.checked[seat], state.jokers[seat]
    ahead = []
    for action, _ in promising:
        boxes, cost = _boxes_and_cost(action)
        worth = before_a_roll(standing(sheet, checked | boxes, rolls_left - 1), jokers - cost)
        ahead.append(Weighed(action, worth / POINT))
    return ahead


def options(state: Encore, seat: int) -> list[Action]:
    """The pass, and the cheapest pick for each set of boxes."""
    return [PASS, *_cheapest(state.picks(seat).pairs)]


class Race:
    """A turn of one seat among several, which plays for its lead over the strongest rival.

    It sees what its rivals had before this turn and what the active seat has taken, but not what others have chosen who
    choose at the same time.
    """

    def __init__(self, state: Encore, seat: int) -> None:
        self._state, self._seat = state, seat
        self._checked, self._jokers = zip(*(self._seen(other) for other in range(len(state.sheets))), strict=True)
        missing = [
            sorted((boxes & ~checked).bit_count() for boxes in sheet.colours)[:COLOURS_TO_END]
            for sheet, checked in zip(state.sheets, self._checked, strict=True)
        ]
        to_the_end = min(sum(boxes) for boxes in missing)
        self._is_last = to_the_end == 0
        self._rolls_left = min(ROLLS_AT_LEAST + round(ROLLS_A_BOX * to_the_end), SOLO_ROLLS - 1)
        self._own = self._standing(seat)
        self._lines = _lines(state, seat, self._checked)
        self._rival_worth, self._rival = max(
            (self._worth(self._standing(other), 0, self._jokers[other], _lines(state, other, self._checked)), other)
            for other in range(len(state.sheets))
            if other != seat
        )
        self._rival_points = self._points(self._rival, self._checked[self._rival], self._jokers[self._rival])
        rival_lines = _lines(state, self._rival, self._checked)
        self._harm = [line.harm(self._checked[self._rival]) for line in rival_lines]

    def weigh(self) -> list[Weighed]:
        """All actions, by the lead that they promise."""
        state = self._state
        actions = options(state, self._seat)
        if self._seat != state.active or state.rolls <= FREE_ROLLS:
            return [Weighed(action, self._lead(action)) for action in actions]
        left_over = self._left_over()
        return [
            Weighed(action, self._lead(action) - left_over[action[:2] if isinstance(action, Pick) else None])
            for action in actions
        ]

    def _seen(self, other: int) -> tuple[int, int]:
        """The boxes that a seat has checked and its exclamation marks, as far as they are known to this one."""
        state = self._state
        checked, jokers, chosen = state.checked[other], state.jokers[other], state.chosen[other]
        hidden = state.rolls <= FREE_ROLLS or other != state.active
        if hidden and isinstance(chosen, Pick):
            return checked & ~chosen.boxes, jokers + chosen.cost
        return checked, jokers

    def _standing(self, seat: int) -> Standing:
        return Standing(self._state.sheets[seat], self._checked[seat], self._rolls_left)

    def _points(self, seat: int, checked: int, jokers: int) -> int:
        """What a seat would have if the game ended with this turn."""
        state, sheet = self._state, self._state.sheets[seat]
        points = JOKER_POINTS * jokers + STAR_POINTS * (sheet.stars & ~checked).bit_count()
        for lines, won, first, later in (
            (COLUMNS, state.columns, COLUMN_FIRST, COLUMN_LATER),
            (sheet.colours, state.colours, COLOUR_FIRST, COLOUR_LATER),
        ):
            for line, boxes in enumerate(lines):
                if not boxes & ~checked:
                    is_taken = any(values[line] is not None for values in won)
                    own = won[seat][line]
                    points += own if own is not None else later[line] if is_taken else first[line]
        return points

    def _lead(self, action: Action) -> float:
        """The lead over the rival that an action promises."""
        boxes, cost = _boxes_and_cost(action)
        seat = self._seat
        checked, jokers = self._checked[seat] | boxes, self._jokers[seat] - cost
        sheet = self._state.sheets[seat]
        is_end = sum(not colour & ~checked for colour in sheet.colours) >= COLOURS_TO_END
        if is_end or self._is_last:
            lead = self._points(seat, checked, jokers) - self._rival_points
            return lead + (CERTAINTY if lead > 0 else -CERTAINTY)
        harm = sum(
            harm
            for harm, line in zip(self._harm, self._lines, strict=True)
            if harm and line.boxes & boxes and not line.boxes & ~checked
        )
        return self._worth(self._own, boxes, jokers, self._lines) - self._rival_worth + harm

    @staticmethod
    def _worth(now: Standing, boxes: int, jokers: int, lines: Iterable[_Line]) -> float:
        """What a sheet is worth among rivals."""
        checked = now.checked | boxes
        return now.after(boxes, jokers) / POINT - sum([line.points_lost(checked) for line in lines])

    def _left_over(self) -> dict[tuple[str, str] | None, float]:
        """What the rival can win in this turn: by the dice that are taken away, or None if all stay."""
        state, rival = self._state, self._rival
        sheet, checked, jokers = state.sheets[rival], self._checked[rival], self._jokers[rival]
        now: Standing | LastStanding = LastStanding(sheet, checked) if self._is_last else self._standing(rival)
        dice = len(state.roll) // 2
        colours, numbers = state.roll[:dice], state.roll[dice:]
        passing = now.after(0, jokers)
        found = {
            (pair.colour, pair.number): max(
                now.after(boxes, jokers - Pick(pair.colour, pair.number, boxes).cost) for boxes in pair.placements
            )
            for pair in pairs(sheet, checked, jokers, colours, numbers)
        }

        def most(colours: Sequence[str], numbers: Sequence[str]) -> float:
            left = [found.get((colour, number), passing) for colour in colours for number in numbers]
            return (max(passing, *left) - passing) / POINT

        return {None: most(colours, numbers)} | {
            (colour, number): most(without(colours, colour), without(numbers, number))
            for colour in colours
            for number in numbers
        }


class _Line(NamedTuple):
    """A column or a colour of one seat. Being first brings `extra` points more than being later. The share `lost` of
    them counts as lost while boxes are missing, `lost_complete` once the line is complete."""

    boxes: int
    extra: int
    lost: float
    lost_complete: float
    steepness: int

    def points_lost(self, checked: int) -> float:
        free = (self.boxes & ~checked).bit_count()
        return self.extra * (self.lost * self._nearness(free) if free else self.lost_complete)

    def harm(self, checked: int) -> float:
        """How many points more are lost when somebody else completes the line."""
        free = (self.boxes & ~checked).bit_count()
        return self.extra * (1 - self.lost) * self._nearness(free) if free else 0.0

    def _nearness(self, free: int) -> float:
        """A rough estimate of how likely the line is ever completed: the share of its checked boxes, to a power."""
        nearness: float = (1 - free / self.boxes.bit_count()) ** self.steepness
        return nearness


def _lines(state: Encore, seat: int, checked: Sequence[int]) -> list[_Line]:
    """The columns and then the colours of a seat."""
    others = [other for other in range(len(checked)) if other != seat]
    lines = []
    for masks, won, first, later, lost, steepness in (
        ([COLUMNS] * len(checked), state.columns, COLUMN_FIRST, COLUMN_LATER, COLUMN_LOST, 3),
        ([sheet.colours for sheet in state.sheets], state.colours, COLOUR_FIRST, COLOUR_LATER, COLOUR_LOST, 4),
    ):
        for line, boxes in enumerate(masks[seat]):
            nearest = min((masks[other][line] & ~checked[other]).bit_count() for other in others)
            own = won[seat][line]
            is_low = any(won[other][line] is not None for other in others) if own is None else own < first[line]
            lines.append(_Line(boxes, first[line] - later[line], lost[nearest], float(is_low), steepness))
    return lines


def _weighed(now: Standing | LastStanding, jokers: int, actions: Iterable[Action]) -> list[Weighed]:
    weighed = []
    for action in actions:
        boxes, cost = _boxes_and_cost(action)
        weighed.append(Weighed(action, now.after(boxes, jokers - cost) / POINT))
    return weighed


def _cheapest(found: Iterable[Pair]) -> Iterable[Pick]:
    """For each set of boxes the pick that takes the fewest exclamation marks."""
    cheapest: dict[int, Pick] = {}
    for colour, number, placements in found:
        for boxes in placements:
            pick, known = Pick(colour, number, boxes), cheapest.get(boxes)
            if known is None or pick.cost < known.cost:
                cheapest[boxes] = pick
    return cheapest.values()


def _boxes_and_cost(action: Action) -> tuple[int, int]:
    return (action.boxes, action.cost) if isinstance(action, Pick) else (0, 0)


def _words(action: Action) -> Message:
    return say("Pass") if isinstance(action, Pass) else action.words
