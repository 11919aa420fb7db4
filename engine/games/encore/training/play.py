"""Games of Encore! alone, compiled: some ten thousand a second, played by the value that is being learned.

The tables of a stage lie end to end in one row of `weights`; `at` says where each begins. `sheets` are the arrays of
`engine.games.encore.training.sheets`, of which a game uses one row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from engine.colour_sheets.sheets import COLUMN_H, COLUMNS, HEIGHT
from engine.games.encore.bot_tables import CHECKED, COLOUR_BOXES, FULL, LINES, MOST_NEEDED, REACHED, STAGES
from engine.games.encore.rules import COLOUR_FIRST, COLUMN_FIRST, JOKERS, SOLO_ROLLS
from engine.games.encore.training.sheets import Array, Sheets, halves

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    return cast(Function, njit(function, cache=True))


def inlined(function: Function) -> Function:
    return cast(Function, njit(function, inline="always"))


# Where the tables begin, as indices of `at`, and how far the tables of two colours, or pairs of them, are apart.
COLUMN, COUNT, TRIPLE, BLOCK, COLOUR, NEED, PAIR, EXTENT, JOKER, WING, LEVEL = range(11)
COLOUR_STEP, NEED_STEP, PAIR_STEP = range(11, 14)
FEATURES = 97
LEFT = COLOUR_BOXES + 1
NEEDS = MOST_NEEDED + 1
JOKER_FACE = 5

U64 = np.uint64
_POINTS = np.array(COLUMN_FIRST)
_COLOUR_POINTS = COLOUR_FIRST[0]
_STAGES = np.array(STAGES)
_CHECKED, _REACHED = np.array(CHECKED, np.int32), np.array(REACHED, np.int32)
_COUNTS = np.array([bits.bit_count() for bits in range(FULL + 1)], np.int32)
_LOW_ALL, _HIGH_ALL = (U64(half) for half in halves(sum(COLUMNS)))
_LOW_TOP, _HIGH_TOP = (U64(half) for half in halves(sum(1 << HEIGHT * column for column in range(LINES))))
_LOW_BOTTOM, _HIGH_BOTTOM = (U64(half) for half in halves(sum(1 << HEIGHT * column + 6 for column in range(LINES))))
_H = U64(halves(COLUMN_H)[0])
_LEFT_WING = U64(sum(COLUMNS[:7]))
_COLUMN, _ONE, _STEP, _ACROSS = U64(FULL), U64(1), U64(HEIGHT), U64(7 * HEIGHT)


@inlined
def count_of(bits: Any) -> Any:
    bits = bits - ((bits >> U64(1)) & U64(0x5555555555555555))
    bits = (bits & U64(0x3333333333333333)) + ((bits >> U64(2)) & U64(0x3333333333333333))
    bits = (bits + (bits >> U64(4))) & U64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * U64(0x0101010101010101)) >> U64(56))


@inlined
def within_reach(low: Any, high: Any) -> Any:
    low_reach = (low << _STEP) | (low >> _STEP) | ((low & ~_LOW_BOTTOM) << _ONE) | ((low & ~_LOW_TOP) >> _ONE)
    high_reach = (high << _STEP) | (high >> _STEP) | ((high & ~_HIGH_BOTTOM) << _ONE) | ((high & ~_HIGH_TOP) >> _ONE)
    low_reach |= ((high & _COLUMN) << _ACROSS) | _H
    high_reach |= low >> _ACROSS
    return low_reach & _LOW_ALL & ~low, high_reach & _HIGH_ALL & ~high


@inlined
def column_of(low: Any, high: Any, column: int) -> Any:
    if column < 8:
        return np.int64((low >> U64(HEIGHT * column)) & _COLUMN)
    return np.int64((high >> U64(HEIGHT * (column - 8))) & _COLUMN)


@inlined
def has(low: Any, high: Any, box: int) -> Any:
    return np.int64((low >> U64(box)) & _ONE) if box < 56 else np.int64((high >> U64(box - 56)) & _ONE)


@inlined
def block_key(boxes: Array, low: Any, high: Any, low_reach: Any, high_reach: Any) -> int:
    key, digit = 0, 1
    for place in range(boxes[0]):
        box = boxes[1 + place]
        key += digit * (2 * has(low, high, box) + has(low_reach, high_reach, box))
        digit *= 3
    return key


@inlined
def draw(luck: Array) -> Any:
    """The next 64 random bits (SplitMix64): the same everywhere and for ever, unlike those of numpy."""
    luck[0] += U64(0x9E3779B97F4A7C15)
    bits = luck[0]
    bits = (bits ^ (bits >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> U64(27))) * U64(0x94D049BB133111EB)
    return bits ^ (bits >> U64(31))


@compiled
def points(low: Any, high: Any, jokers: int, left: Array, stars: Array) -> int:
    total = jokers
    for colour in range(5):
        if left[colour] == 0:
            total += _COLOUR_POINTS
    for column in range(LINES):
        if column_of(low, high, column) == FULL:
            total += _POINTS[column]
    stars_left: int = LINES - count_of(low & stars[0]) - count_of(high & stars[1])
    return total - 2 * stars_left


@inlined
def extent_of(low: Any, high: Any) -> int:
    first, last = 7, 7
    for column in range(7):
        if column_of(low, high, column):
            first = column
            break
    for column in range(14, 7, -1):
        if column_of(low, high, column):
            last = column
            break
    return first * 8 + last - 7


@compiled
def look_up(
    at: Array, sheets: Sheets, row: int, low: Any, high: Any, jokers: int, left: Array, roll: int, found: Array
) -> None:
    """Writes where all parts of a sheet look after this roll into `found`."""
    low_reach, high_reach = within_reach(low, high)
    n, one, two = 0, 0, 0
    for column in range(LINES):
        checked, reached = column_of(low, high, column), column_of(low_reach, high_reach, column)
        found[n] = at[COLUMN] + sheets.column_keys[row, column, _CHECKED[checked] + _REACHED[reached]]
        three = _COUNTS[checked]
        found[n + 1] = at[COUNT] + column * 64 + three * 8 + _COUNTS[reached]
        n += 2
        if column > 1:
            found[n] = at[TRIPLE] + (column - 2) * 512 + (one * 8 + two) * 8 + three
            n += 1
        one, two = two, three
    needed = 0
    for block in range(30):
        key = block_key(sheets.blocks[row, block], low, high, low_reach, high_reach)
        found[n] = at[BLOCK] + sheets.block_keys[row, block, key]
        n += 1
        needed += sheets.needed[row, block, key]
        if block % 6 == 5:
            colour = block // 6
            found[n] = at[NEED] + colour * at[NEED_STEP] + left[colour] * NEEDS + min(needed, MOST_NEEDED)
            n += 1
            needed = 0
    complete, pair = 0, 0
    for colour in range(5):
        found[n] = at[COLOUR] + colour * at[COLOUR_STEP] + left[colour] * (JOKERS + 1) + jokers
        n += 1
        if left[colour] == 0:
            complete += 1
    for colour in range(5):
        for other in range(colour):
            found[n] = at[PAIR] + pair * at[PAIR_STEP] + left[colour] * LEFT + left[other]
            n += 1
            pair += 1
    found[n] = at[EXTENT] + extent_of(low, high)
    found[n + 1] = at[JOKER] + jokers * 6 + complete
    found[n + 2] = at[WING] + count_of(low & _LEFT_WING) * 50 + count_of(high)
    found[n + 3] = at[LEVEL] + roll


@compiled
def worth(stage: Array, found: Array) -> float:
    total = 0.0
    for index in range(FEATURES):
        total += stage[found[index]]
    return total


@compiled
def survey(
    stage: Array,
    at: Array,
    sheets: Sheets,
    row: int,
    low: Any,
    high: Any,
    jokers: int,
    left: Array,
    roll: int,
    wanted: Array,
    best: Array,
    picks: Array,
) -> None:
    """What the best pick is with each pair of faces, jokers last: its worth goes into `best`, and placement (-1 to
    pass), cost, colour and number into `picks`. Only the colours that are wanted are looked at."""
    is_last = roll == SOLO_ROLLS - 1
    low_reach, high_reach = within_reach(low, high)
    found = np.zeros(FEATURES, np.int32)
    look_up(at, sheets, row, low, high, jokers, left, roll, found)
    best[:] = float(points(low, high, jokers, left, sheets.stars[row])) if is_last else worth(stage, found)
    picks[:, :, 0] = -1
    picks[:, :, 1:] = 0
    old_blocks = np.zeros(30)
    old_keys, needed = np.zeros(30, np.int64), np.zeros(5, np.int64)
    # Sums over the columns up to each one, so that a placement can take out those that it touches.
    columns, triples = np.zeros(LINES + 1), np.zeros(LINES + 1)
    one, two = 0, 0
    for column in range(LINES):
        checked, reached = column_of(low, high, column), column_of(low_reach, high_reach, column)
        three = _COUNTS[checked]
        columns[column + 1] = (
            columns[column]
            + stage[at[COLUMN] + sheets.column_keys[row, column, _CHECKED[checked] + _REACHED[reached]]]
            + stage[at[COUNT] + column * 64 + three * 8 + _COUNTS[reached]]
        )
        triples[column + 1] = triples[column]
        if column > 1:
            triples[column + 1] += stage[at[TRIPLE] + (column - 2) * 512 + (one * 8 + two) * 8 + three]
        one, two = two, three
    base = columns[LINES] + triples[LINES]
    for block in range(30):
        key = block_key(sheets.blocks[row, block], low, high, low_reach, high_reach)
        old_blocks[block] = stage[at[BLOCK] + sheets.block_keys[row, block, key]]
        old_keys[block] = key
        needed[block // 6] += sheets.needed[row, block, key]
        base += old_blocks[block]
    for colour in range(5):
        if not wanted[colour]:
            continue
        for number in range(1, min(left[colour], 5) + 1):
            left[colour] -= number
            own_need = at[NEED] + colour * at[NEED_STEP] + left[colour] * NEEDS
            most, best_placement = -1e9, -1
            for placement in range(sheets.starts[row, colour, number], sheets.starts[row, colour, number + 1]):
                low_boxes, high_boxes = sheets.low[row, placement], sheets.high[row, placement]
                if (low_boxes & low) | (high_boxes & high) or not (low_boxes & low_reach) | (high_boxes & high_reach):
                    continue
                low_now, high_now = low | low_boxes, high | high_boxes
                if is_last:
                    ground = float(points(low_now, high_now, jokers, left, sheets.stars[row]))
                else:
                    low_reach_now, high_reach_now = within_reach(low_now, high_now)
                    ground = base
                    need = needed[colour]
                    for index in range(sheets.touching[row, placement]):
                        block = sheets.touched[row, placement, index]
                        key = block_key(sheets.blocks[row, block], low_now, high_now, low_reach_now, high_reach_now)
                        ground += stage[at[BLOCK] + sheets.block_keys[row, block, key]] - old_blocks[block]
                        need += sheets.needed[row, block, key] - sheets.needed[row, block, old_keys[block]]
                    first, last = sheets.columns[row, placement, 0], sheets.columns[row, placement, 1]
                    changed = 0.0
                    one = _COUNTS[column_of(low_now, high_now, first - 2)] if first > 1 else 0
                    two = _COUNTS[column_of(low_now, high_now, first - 1)] if first > 0 else 0
                    for column in range(first, min(last + 3, LINES)):
                        checked = column_of(low_now, high_now, column)
                        three = _COUNTS[checked]
                        if column <= last:
                            reached = column_of(low_reach_now, high_reach_now, column)
                            key = _CHECKED[checked] + _REACHED[reached]
                            changed += (
                                stage[at[COLUMN] + sheets.column_keys[row, column, key]]
                                + stage[at[COUNT] + column * 64 + three * 8 + _COUNTS[reached]]
                            )
                        if column > 1:
                            changed += stage[at[TRIPLE] + (column - 2) * 512 + (one * 8 + two) * 8 + three]
                        one, two = two, three
                    ground += changed - (
                        columns[last + 1] - columns[first] + triples[min(last + 3, LINES)] - triples[first]
                    )
                    ground += (
                        stage[own_need + min(need, MOST_NEEDED)]
                        + stage[at[EXTENT] + extent_of(low_now, high_now)]
                        + stage[at[WING] + count_of(low_now & _LEFT_WING) * 50 + count_of(high_now)]
                    )
                if ground > most:
                    most, best_placement = ground, placement
            if best_placement >= 0:
                rest = 0.0  # the same for all placements of this colour and number
                complete, pair = 0, 0
                if not is_last:
                    for other in range(5):
                        if other != colour:
                            rest += stage[
                                at[NEED] + other * at[NEED_STEP] + left[other] * NEEDS + min(needed[other], MOST_NEEDED)
                            ]
                        if left[other] == 0:
                            complete += 1
                        for third in range(other):
                            rest += stage[at[PAIR] + pair * at[PAIR_STEP] + left[other] * LEFT + left[third]]
                            pair += 1
                    rest += stage[at[LEVEL] + roll]
                for cost in range(min(jokers, 2) + 1):
                    value = most + rest
                    if is_last:
                        value -= cost
                    else:
                        value += stage[at[JOKER] + (jokers - cost) * 6 + complete]
                        for other in range(5):
                            value += stage[
                                at[COLOUR] + other * at[COLOUR_STEP] + left[other] * (JOKERS + 1) + jokers - cost
                            ]
                    for way in range(2 if cost == 1 else 1):
                        colour_face = colour if cost == 0 or (cost == 1 and way == 0) else JOKER_FACE
                        number_face = number - 1 if cost == 0 or (cost == 1 and way == 1) else JOKER_FACE
                        if value > best[colour_face, number_face]:
                            best[colour_face, number_face] = value
                            pick = picks[colour_face, number_face]
                            pick[0], pick[1], pick[2], pick[3] = best_placement, cost, colour, number
            left[colour] += number


@compiled
def expectation(best: Array) -> float:
    """The mean over all rolls of the best that can be made of them."""
    total = 0.0
    better = np.zeros(6)
    for one in range(6):
        for other in range(one + 1):
            for face in range(6):
                value = max(best[one, face], best[other, face])
                place = face
                while place and better[place - 1] > value:
                    better[place] = better[place - 1]
                    place -= 1
                better[place] = value
            for face in range(6):
                total += (1 if one == other else 2) * (2 * face + 1) * better[face]
    return total / 36**2


@compiled
def stray(sheets: Sheets, row: int, low: Any, high: Any, luck: Array, pick: Array) -> None:
    """Something that could be picked with some roll, to see where it leads; to pass if nothing turns up."""
    low_reach, high_reach = within_reach(low, high)
    pick[:] = 0
    pick[0] = -1
    for _ in range(200):
        placement = np.int64(draw(luck) % U64(sheets.starts[row, 4, 6]))
        low_boxes, high_boxes = sheets.low[row, placement], sheets.high[row, placement]
        if not (low_boxes & low) | (high_boxes & high) and (low_boxes & low_reach) | (high_boxes & high_reach):
            pick[0], pick[3] = placement, count_of(low_boxes) + count_of(high_boxes)
            while sheets.starts[row, pick[2], 6] <= placement:
                pick[2] += 1
            return


@compiled
def play(
    weights: Array,
    at: Array,
    sheets: Sheets,
    row: int,
    luck: Array,
    explore: float,
    all_rolls: bool,
    found: Array,
    expected: Array,
    explored: Array,
) -> int:
    """The points of one game. Tells for each roll where the sheet then looked, what was to be expected before it (if
    all rolls are looked at), and whether something else was picked to explore."""
    low, high, jokers, left = U64(0), U64(0), JOKERS, np.full(5, COLOUR_BOXES, np.int64)
    wanted, best, picks = np.ones(6, np.bool_), np.zeros((6, 6)), np.zeros((6, 6, 4), np.int64)
    for roll in range(SOLO_ROLLS):
        stage = weights[_STAGES[SOLO_ROLLS - 1 - roll]]
        bits = draw(luck)
        explored[roll] = explore > 0 and (draw(luck) >> U64(11)) * 2.0**-53 < explore
        one, other = np.int64(bits % U64(6)), np.int64(bits // U64(6) % U64(6))
        if not all_rolls:
            wanted[:] = one == JOKER_FACE or other == JOKER_FACE
            wanted[one] = wanted[other] = True
        survey(stage, at, sheets, row, low, high, jokers, left, roll, wanted, best, picks)
        if all_rolls:
            expected[roll] = expectation(best)
        numbers = bits // U64(36)
        first, second = np.int64(numbers % U64(6)), np.int64(numbers // U64(6) % U64(6))
        pick = picks[one, first]
        most = best[one, first]
        for colour_face, number_face in ((one, second), (other, first), (other, second)):
            if best[colour_face, number_face] > most:
                most, pick = best[colour_face, number_face], picks[colour_face, number_face]
        if explored[roll]:
            stray(sheets, row, low, high, luck, pick)
        if pick[0] >= 0:
            low |= sheets.low[row, pick[0]]
            high |= sheets.high[row, pick[0]]
            jokers -= pick[1]
            left[pick[2]] -= pick[3]
        look_up(at, sheets, row, low, high, jokers, left, roll, found[roll])
    return points(low, high, jokers, left, sheets.stars[row])


@compiled
def learn(weights: Array, at: Array, sheets: Sheets, luck: Array, games: int, rate: float, explore: float) -> float:
    """Plays games and corrects the worth of every sheet on the way; the mean of the points.

    The error of a worth is the difference to the expectation over all rolls that can follow, plus the errors of the
    sheets after it in the same game (temporal differences with a decay of 1), up to the next pick that was made to
    explore. The luck of the dice is in none of these, so far fewer games are enough than if the worths were moved
    towards the results.
    """
    found = np.zeros((SOLO_ROLLS, FEATURES), np.int32)
    expected, explored = np.zeros(SOLO_ROLLS), np.zeros(SOLO_ROLLS, np.bool_)
    count, total = len(sheets.stars), 0.0
    for _ in range(games):
        row = np.int64(draw(luck) % U64(count)) if count > 1 else 0
        total += play(weights, at, sheets, row, luck, explore, True, found, expected, explored)
        misjudged = 0.0
        for roll in range(SOLO_ROLLS - 2, -1, -1):
            stage = weights[_STAGES[SOLO_ROLLS - 1 - roll]]
            if explored[roll + 1]:
                misjudged = 0.0
            misjudged += expected[roll + 1] - worth(stage, found[roll])
            step = rate * misjudged / FEATURES
            for index in range(FEATURES):
                stage[found[roll, index]] += step
    return total / games


@compiled
def results(weights: Array, at: Array, sheets: Sheets, luck: Array, games: int) -> Array:
    """The points of so many games, the sheets taking turns."""
    found = np.zeros((SOLO_ROLLS, FEATURES), np.int32)
    expected, explored = np.zeros(SOLO_ROLLS), np.zeros(SOLO_ROLLS, np.bool_)
    scores = np.zeros(games, np.int64)
    for game in range(games):
        row = game % len(sheets.stars)
        scores[game] = play(weights, at, sheets, row, luck, 0.0, False, found, expected, explored)
    return scores
