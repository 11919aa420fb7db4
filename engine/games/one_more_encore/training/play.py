"""Games of One More Encore! alone, compiled: played by the worth that is being learned.

A set of boxes is two words, `low` and `high`: columns A to H, and I to O. `new_...` are the boxes of a choice,
`beside_...` those next to a checked box, `reach_...` those at which a placement can begin. `side` is what
a player has beside the boxes: exclamation marks, hearts, special dice left and special dice circled.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from engine.colour_sheets.sheets import HEIGHT, numbers, placements
from engine.games.encore.rules import COLOUR_FIRST, COLOURS_TO_END, JOKER_POINTS, SOLO_ROLLS, STAR_POINTS
from engine.games.one_more_encore.bot_value import LAYOUT, STAGE_ROLLS
from engine.games.one_more_encore.rules import (
    COLUMN_FIRST,
    HEARTS,
    JOKERS,
    ROLL_LEFT_POINTS,
    ROW_BONUSES,
    ROW_POINTS,
    SHEET,
    SPECIAL_DICE,
    SPECIAL_DIE_POINTS,
)

U = np.uint64
SPLIT = 56  # a sheet is two words: columns A to H, and I to O
SIZE = LAYOUT["size"]
FEATURES = 15 + 15 + 7 + 30 + 5 + 1 + 1 + 1


def _low(mask: int) -> int:
    return mask & ((1 << SPLIT) - 1)


_SUBSETS = sorted(
    (block // 6, boxes.bit_count(), boxes)
    for block, mask in enumerate(SHEET.blocks)
    for boxes in placements(mask, mask)[0]
)
SUB_LOW = np.array([_low(boxes) for _, _, boxes in _SUBSETS], np.uint64)
SUB_HIGH = np.array([boxes >> SPLIT for _, _, boxes in _SUBSETS], np.uint64)
FIRST = np.array(
    [[sum(one[:2] < (colour, number) for one in _SUBSETS) for number in range(8)] for colour in range(5)], np.int64
)
_SQUARES = [0b11 << at | 0b11 << at + HEIGHT for at in range(14 * HEIGHT) if at % HEIGHT != HEIGHT - 1]
SQUARE_LOW = np.array([_low(boxes) for boxes in _SQUARES], np.uint64)
SQUARE_HIGH = np.array([boxes >> SPLIT for boxes in _SQUARES], np.uint64)
BLOCK_LOW = np.array([_low(boxes) for boxes in SHEET.blocks], np.uint64)
BLOCK_HIGH = np.array([boxes >> SPLIT for boxes in SHEET.blocks], np.uint64)
BLOCKS = np.array([[*(boxes := list(numbers(mask))), *[-1] * (6 - len(boxes))] for mask in SHEET.blocks], np.int64)
COLOUR_LOW = np.array([_low(boxes) for boxes in SHEET.colours], np.uint64)
COLOUR_HIGH = np.array([boxes >> SPLIT for boxes in SHEET.colours], np.uint64)
STARS_LOW, STARS_HIGH = U(_low(SHEET.stars)), U(SHEET.stars >> SPLIT)
GOLD_LOW, GOLD_HIGH = U(_low(SHEET.golden)), U(SHEET.golden >> SPLIT)
STAR_BOXES = np.array(list(numbers(SHEET.stars)), np.int64)
VALUES = np.array(COLUMN_FIRST, np.int64)
COLOUR_POINTS = np.array(COLOUR_FIRST, np.int64)
BONUS = np.array([("die", "bomb", "heart").index(bonus) for bonus in ROW_BONUSES], np.int64)
COUNT = np.array([bits.bit_count() for bits in range(128)], np.int64)
COLUMNS_AT, HEARTS_AT, ROWS_AT, BLOCKS_AT, LEFT_AT, END_AT, SIGNS_AT, DICE_AT = (
    LAYOUT[name] for name in ("columns", "hearts", "rows", "blocks", "left", "end", "signs", "dice")
)
STAGE_OF = np.array(STAGE_ROLLS, np.int64)

TOP_LOW, BOTTOM_LOW = U(sum(1 << 7 * c for c in range(8))), U(sum(1 << 7 * c + 6 for c in range(8)))
TOP_HIGH, BOTTOM_HIGH = U(sum(1 << 7 * c for c in range(7))), U(sum(1 << 7 * c + 6 for c in range(7)))
LOW, HIGH, H = U((1 << 56) - 1), U((1 << 49) - 1), U(127 << 49)
ROW_LOW = np.array([sum(1 << 7 * c + r for c in range(8)) for r in range(7)], np.uint64)
ROW_HIGH = np.array([sum(1 << 7 * c + r for c in range(7)) for r in range(7)], np.uint64)


@njit(inline="always")
def _count(x):
    x = x - ((x >> U(1)) & U(0x5555555555555555))
    x = (x & U(0x3333333333333333)) + ((x >> U(2)) & U(0x3333333333333333))
    x = (x + (x >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * U(0x0101010101010101)) >> U(56))


@njit(inline="always")
def _beside(low, high):
    """Free boxes next to a checked one."""
    a = (
        (low << U(7))
        | (low >> U(7))
        | ((low & ~BOTTOM_LOW) << U(1))
        | ((low & ~TOP_LOW) >> U(1))
        | ((high & U(127)) << U(49))
    )
    b = (
        (high << U(7))
        | (high >> U(7))
        | ((high & ~BOTTOM_HIGH) << U(1))
        | ((high & ~TOP_HIGH) >> U(1))
        | (low >> U(49))
    )
    return a & LOW & ~low, b & HIGH & ~high


@njit(inline="always")
def _column(low, high, column):
    return np.int64((low >> U(7 * column)) & U(127)) if column < 8 else np.int64((high >> U(7 * (column - 8))) & U(127))


@njit
def _look(low, high, side, stage, found):
    """Where a position looks in the tables. `side` holds exclamation marks, hearts, special dice left."""
    base = stage * SIZE
    reach_low, reach_high = _beside(low, high)
    reach_low |= H & ~low
    jokers, hearts, dice = side[0], side[1], side[2]
    filled = 0
    for column in range(15):
        bits = _column(low, high, column)
        found[filled] = base + COLUMNS_AT + column * 128 + bits
        found[filled + 1] = base + HEARTS_AT + (column * 8 + COUNT[bits]) * 6 + hearts
        filled += 2
    for row in range(7):
        found[filled] = base + ROWS_AT + row * 16 + _count(low & ROW_LOW[row]) + _count(high & ROW_HIGH[row])
        filled += 1
    for block in range(30):
        pattern = 0
        reached = 0
        for i in range(6):
            box = BLOCKS[block, i]
            if box < 0:
                break
            if box < 56:
                pattern |= np.int64((low >> U(box)) & U(1)) << i
                reached |= np.int64((reach_low >> U(box)) & U(1))
            else:
                pattern |= np.int64((high >> U(box - 56)) & U(1)) << i
                reached |= np.int64((reach_high >> U(box - 56)) & U(1))
        found[filled] = base + BLOCKS_AT + block * 128 + pattern * 2 + reached
        filled += 1
    least = 99
    second = 99
    for colour in range(5):
        left = _count(COLOUR_LOW[colour] & ~low) + _count(COLOUR_HIGH[colour] & ~high)
        found[filled] = base + LEFT_AT + colour * 22 + left
        filled += 1
        if left < least:
            second = least
            least = left
        elif left < second:
            second = left
    found[filled] = base + END_AT + least + second
    found[filled + 1] = base + SIGNS_AT + jokers * 6 + hearts
    found[filled + 2] = base + DICE_AT + dice
    return filled + 3


@njit
def _worth(weights, low, high, side, stage, found):
    filled = _look(low, high, side, stage, found)
    total = 0.0
    for i in range(filled):
        total += weights[found[i]]
    return total


@njit
def _points(low, high, side, won, rolls):
    """The score as it stands. `won` are hearts counted in columns, and 1 for every complete row."""
    total = JOKER_POINTS * side[0] + SPECIAL_DIE_POINTS * side[2] + won[0]
    complete = 0
    for column in range(15):
        if _column(low, high, column) == 127:
            total += VALUES[column]
    for colour in range(5):
        if not (COLOUR_LOW[colour] & ~low) and not (COLOUR_HIGH[colour] & ~high):
            total += COLOUR_POINTS[colour]
            complete += 1
    for row in range(7):
        total += ROW_POINTS * won[1 + row]
    total += STAR_POINTS * (_count(STARS_LOW & ~low) + _count(STARS_HIGH & ~high))
    if complete >= COLOURS_TO_END:
        total += ROLL_LEFT_POINTS * (SOLO_ROLLS - rolls)
    return total, complete >= COLOURS_TO_END


@njit
def _taken(low, high, new_low, new_high, side):
    """What golden boxes among these bring at once."""
    gold = _count(new_low & GOLD_LOW) + _count(new_high & GOLD_HIGH)
    if gold:
        gold = min(gold, SPECIAL_DICE - side[3])
        side[2] += gold
        side[3] += gold


@njit
def _best_bomb(weights, low, high, side, stage, found):
    best = -1e9
    at = -1
    for index in range(len(SQUARE_LOW)):
        new_low, new_high = SQUARE_LOW[index] & ~low, SQUARE_HIGH[index] & ~high
        if not (new_low or new_high):
            continue
        value = _worth(weights, low | new_low, high | new_high, side, stage, found) + 1.5 * (
            _count(new_low & GOLD_LOW) + _count(new_high & GOLD_HIGH)
        )
        if value > best:
            best, at = value, index
    return at


@njit
def _game(weights, looked, worths, found, explore):
    """Plays one game; gives its score and how many positions were looked at."""
    low, high = U(0), U(0)
    side = np.array([JOKERS, 0, 1, 1])  # exclamation marks, hearts, special dice left, circled
    trial = side.copy()
    won = np.zeros(8, np.int64)
    counted = np.zeros(15, np.int64)
    rolls = 0
    score = 0.0
    while rolls < SOLO_ROLLS:
        rolls += 1
        last = rolls == SOLO_ROLLS
        stage = STAGE_OF[SOLO_ROLLS - rolls]
        beside_low, beside_high = _beside(low, high)
        reach_low, reach_high = beside_low | (H & ~low), beside_high
        colour_cost = np.full(5, 99)
        number_cost = np.full(6, 99)
        for _ in range(2):
            face = np.random.randint(6)
            if face < 5:
                colour_cost[face] = 0
            else:
                for colour in range(5):
                    colour_cost[colour] = min(colour_cost[colour], 1)
            face = np.random.randint(6)
            if face < 5:
                number_cost[face + 1] = 0
            else:
                for number in range(1, 6):
                    number_cost[number] = min(number_cost[number], 1)
        special = np.random.randint(6)  # heart, heart, bomb, stars, row, block
        best = (
            _worth(weights, low, high, side, stage, found)
            if not last
            else float(_points(low, high, side, won, rolls)[0])
        )
        chosen_low, chosen_high, cost, die, heart = U(0), U(0), 0, 0, 0
        random = np.random.random() < explore
        seen = 1
        for colour in range(5):
            if colour_cost[colour] > side[0]:
                continue
            for number in range(1, 6):
                price = colour_cost[colour] + number_cost[number]
                if price > side[0]:
                    continue
                for index in range(FIRST[colour, number], FIRST[colour, number + 1]):
                    new_low, new_high = SUB_LOW[index], SUB_HIGH[index]
                    if (new_low & low) or (new_high & high) or not ((new_low & reach_low) or (new_high & reach_high)):
                        continue
                    seen += 1
                    if random:
                        if np.random.random() * seen < 1:
                            chosen_low, chosen_high, cost, die, heart = new_low, new_high, price, 0, 0
                        continue
                    trial[:] = side
                    trial[0] -= price
                    _taken(low, high, new_low, new_high, trial)
                    value = _worth(weights, low | new_low, high | new_high, trial, stage, found)
                    if last:
                        value = float(_points(low | new_low, high | new_high, trial, won, rolls)[0])
                    if value > best:
                        best = value
                        chosen_low, chosen_high, cost, die, heart = new_low, new_high, price, 0, 0
        if side[2] > 0 and not random:
            trial[:] = side
            trial[2] -= 1
            if special < 2 and side[1] < HEARTS:
                trial[1] += 1
                value = _worth(weights, low, high, trial, stage, found)
                if value > best and not last:
                    best = value
                    chosen_low, chosen_high, cost, die, heart = U(0), U(0), 0, 1, 1
            elif special >= 2:
                options = _special(special, low, high, beside_low, beside_high, reach_low, reach_high)
                for index in range(len(options[0])):
                    new_low, new_high = options[0][index], options[1][index]
                    trial[:] = side
                    trial[2] -= 1
                    _taken(low, high, new_low, new_high, trial)
                    value = _worth(weights, low | new_low, high | new_high, trial, stage, found)
                    if last:
                        value = float(_points(low | new_low, high | new_high, trial, won, rolls)[0])
                    if value > best:
                        best = value
                        chosen_low, chosen_high, cost, die, heart = new_low, new_high, 0, 1, 0
        side[0] -= cost
        side[2] -= die
        side[1] += heart
        _taken(low, high, chosen_low, chosen_high, side)
        low |= chosen_low
        high |= chosen_high
        bombs = 0
        while True:
            for row in range(7):
                if not won[1 + row] and not (ROW_LOW[row] & ~low) and not (ROW_HIGH[row] & ~high):
                    won[1 + row] = 1
                    if BONUS[row] == 0 and side[3] < SPECIAL_DICE:
                        side[2] += 1
                        side[3] += 1
                    elif BONUS[row] == 1:
                        bombs += 1
                    elif BONUS[row] == 2:
                        side[1] = min(side[1] + 1, HEARTS)
            if bombs == 0:
                break
            bombs -= 1
            at = _best_bomb(weights, low, high, side, stage, found)
            if at >= 0:
                new_low, new_high = SQUARE_LOW[at] & ~low, SQUARE_HIGH[at] & ~high
                _taken(low, high, new_low, new_high, side)
                low |= new_low
                high |= new_high
        for column in range(15):
            if not counted[column] and _column(low, high, column) == 127:
                counted[column] = 1
                won[0] += side[1]
                if column == 7 and side[3] < SPECIAL_DICE:
                    side[2] += 1
                    side[3] += 1
        score, ended = _points(low, high, side, won, rolls)
        if ended or last:
            break
        _look(low, high, side, stage, looked[rolls - 1])
        total = won[0] * 1.0
        for i in range(FEATURES):
            total += weights[looked[rolls - 1, i]]
        worths[rolls - 1] = total
        worths[SOLO_ROLLS + rolls - 1] = won[0]
    return float(score), rolls - 1


@njit
def _special(face, low, high, beside_low, beside_high, reach_low, reach_high):
    """The choices worth a look: of bombs and of stars the fullest, of a row all threes, of a block its rest."""
    lows = np.zeros(4000, np.uint64)
    highs = np.zeros(4000, np.uint64)
    filled = 0
    if face == 2:
        for index in range(len(SQUARE_LOW)):
            new_low, new_high = SQUARE_LOW[index] & ~low, SQUARE_HIGH[index] & ~high
            if new_low or new_high:
                lows[filled], highs[filled] = new_low, new_high
                filled += 1
    elif face == 3:
        stars = np.zeros(15, np.int64)
        count = 0
        for box in STAR_BOXES:
            if (box < 56 and (reach_low >> U(box)) & U(1)) or (box >= 56 and (reach_high >> U(box - 56)) & U(1)):
                stars[count] = box
                count += 1
        for i in range(count):
            for j in range(i, count):
                if i == j and count > 1:
                    continue
                for box in (stars[i], stars[j]):
                    if box < 56:
                        lows[filled] |= U(1) << U(box)
                    else:
                        highs[filled] |= U(1) << U(box - 56)
                filled += 1
    elif face == 4:
        boxes = np.zeros(15, np.int64)
        for row in range(7):
            count = 0
            for column in range(15):
                box = column * 7 + row
                if (box < 56 and (beside_low >> U(box)) & U(1)) or (box >= 56 and (beside_high >> U(box - 56)) & U(1)):
                    boxes[count] = box
                    count += 1
            if count == 0:
                continue
            for i in range(count):
                for j in range(min(i + 1, count - 1), count):
                    for number in range(min(j + 1, count - 1), count):
                        if filled < 4000:
                            for box in (boxes[i], boxes[j], boxes[number]):
                                if box < 56:
                                    lows[filled] |= U(1) << U(box)
                                else:
                                    highs[filled] |= U(1) << U(box - 56)
                            filled += 1
    else:
        for block in range(30):
            new_low, new_high = BLOCK_LOW[block] & ~low, BLOCK_HIGH[block] & ~high
            touched = (BLOCK_LOW[block] & (low | beside_low)) or (BLOCK_HIGH[block] & (high | beside_high))
            if (new_low or new_high) and touched:
                lows[filled], highs[filled] = new_low, new_high
                filled += 1
    return lows[:filled], highs[:filled]


@njit
def learn(weights, games, step, decay, explore, seed):
    np.random.seed(seed)
    looked = np.zeros((SOLO_ROLLS, FEATURES), np.int64)
    worths = np.zeros(2 * SOLO_ROLLS)
    found = np.zeros(FEATURES, np.int64)
    total = 0.0
    for _ in range(games):
        score, positions = _game(weights, looked, worths, found, explore)
        total += score
        target = score
        for turn in range(positions - 1, -1, -1):
            error = target - worths[turn]
            for i in range(FEATURES):
                weights[looked[turn, i]] += step * error / FEATURES
            target = decay * target + (1 - decay) * worths[turn]
    return total / games


@njit
def measure(weights, games, seed):
    np.random.seed(seed)
    looked = np.zeros((SOLO_ROLLS, FEATURES), np.int64)
    worths = np.zeros(2 * SOLO_ROLLS)
    found = np.zeros(FEATURES, np.int64)
    total = 0.0
    squares = 0.0
    for _ in range(games):
        score, _ = _game(weights, looked, worths, found, 0.0)
        total += score
        squares += score * score
    return total / games, (squares / games - (total / games) ** 2) ** 0.5
