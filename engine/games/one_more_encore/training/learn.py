"""Learns what a sheet of One More Encore! is worth, by playing alone:
`python -m engine.games.one_more_encore.training.learn`.

Temporal differences over afterstates: the worth of a position is a sum of small tables, which are corrected after each
game towards what came of it. Needs numpy and numba (the extra `train`); playing needs neither. The result goes to
`seeds/one_more_encore/weights`, with a page that says how it was made. The same seed learns the same worth.
"""

from __future__ import annotations

import argparse
import sys
import time
from datetime import UTC, datetime
from zlib import compress

import numpy as np
from numba import njit

from engine.colour_sheets.sheets import HEIGHT, numbers, placements
from engine.games.one_more_encore.bot_value import FILE, LAYOUT, POINT, STAGE_ROLLS, STAGES
from engine.games.one_more_encore.rules import COLUMN_FIRST, HEARTS, JOKERS, ROW_BONUSES, SHEET, SPECIAL_DICE

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
FIRST = np.array([[sum(one[:2] < (c, k) for one in _SUBSETS) for k in range(8)] for c in range(5)], np.int64)
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
BONUS = np.array([("die", "bomb", "heart").index(bonus) for bonus in ROW_BONUSES], np.int64)
COUNT = np.array([bits.bit_count() for bits in range(128)], np.int64)
O_COL, O_HEART, O_ROW, O_BLOCK, O_LEFT, O_END, O_SIGNS, O_DICE = (
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
def _beside(lo, hi):
    """Free boxes next to a checked one."""
    a = (
        (lo << U(7))
        | (lo >> U(7))
        | ((lo & ~BOTTOM_LOW) << U(1))
        | ((lo & ~TOP_LOW) >> U(1))
        | ((hi & U(127)) << U(49))
    )
    b = (hi << U(7)) | (hi >> U(7)) | ((hi & ~BOTTOM_HIGH) << U(1)) | ((hi & ~TOP_HIGH) >> U(1)) | (lo >> U(49))
    return a & LOW & ~lo, b & HIGH & ~hi


@njit(inline="always")
def _column(lo, hi, c):
    return np.int64((lo >> U(7 * c)) & U(127)) if c < 8 else np.int64((hi >> U(7 * (c - 8))) & U(127))


@njit
def _look(lo, hi, side, stage, found):
    """Where a position looks in the tables. `side` holds exclamation marks, hearts, special dice left."""
    base = stage * SIZE
    al, ah = _beside(lo, hi)
    al |= H & ~lo
    jokers, hearts, dice = side[0], side[1], side[2]
    n = 0
    for c in range(15):
        bits = _column(lo, hi, c)
        found[n] = base + O_COL + c * 128 + bits
        found[n + 1] = base + O_HEART + (c * 8 + COUNT[bits]) * 6 + hearts
        n += 2
    for r in range(7):
        found[n] = base + O_ROW + r * 16 + _count(lo & ROW_LOW[r]) + _count(hi & ROW_HIGH[r])
        n += 1
    for b in range(30):
        pattern = 0
        reached = 0
        for i in range(6):
            box = BLOCKS[b, i]
            if box < 0:
                break
            if box < 56:
                pattern |= np.int64((lo >> U(box)) & U(1)) << i
                reached |= np.int64((al >> U(box)) & U(1))
            else:
                pattern |= np.int64((hi >> U(box - 56)) & U(1)) << i
                reached |= np.int64((ah >> U(box - 56)) & U(1))
        found[n] = base + O_BLOCK + b * 128 + pattern * 2 + reached
        n += 1
    least = 99
    second = 99
    for c in range(5):
        left = _count(COLOUR_LOW[c] & ~lo) + _count(COLOUR_HIGH[c] & ~hi)
        found[n] = base + O_LEFT + c * 22 + left
        n += 1
        if left < least:
            second = least
            least = left
        elif left < second:
            second = left
    found[n] = base + O_END + least + second
    found[n + 1] = base + O_SIGNS + jokers * 6 + hearts
    found[n + 2] = base + O_DICE + dice
    return n + 3


@njit
def _worth(w, lo, hi, side, stage, found):
    n = _look(lo, hi, side, stage, found)
    total = 0.0
    for i in range(n):
        total += w[found[i]]
    return total


@njit
def _points(lo, hi, side, won, rolls):
    """The score as it stands. `won` are hearts counted in columns, and 1 for every complete row."""
    total = side[0] + 2 * side[2] + won[0]
    complete = 0
    for c in range(15):
        if _column(lo, hi, c) == 127:
            total += VALUES[c]
    for c in range(5):
        if not (COLOUR_LOW[c] & ~lo) and not (COLOUR_HIGH[c] & ~hi):
            total += 5
            complete += 1
    for r in range(7):
        total += 5 * won[1 + r]
    total -= 2 * (_count(STARS_LOW & ~lo) + _count(STARS_HIGH & ~hi))
    if complete >= 2:
        total += 2 * (30 - rolls)
    return total, complete >= 2


@njit
def _taken(lo, hi, sl, sh, side):
    """What golden boxes among these bring at once."""
    gold = _count(sl & GOLD_LOW) + _count(sh & GOLD_HIGH)
    if gold:
        gold = min(gold, SPECIAL_DICE - side[3])
        side[2] += gold
        side[3] += gold


@njit
def _best_bomb(w, lo, hi, side, stage, found):
    best = -1e9
    at = -1
    for q in range(len(SQUARE_LOW)):
        sl, sh = SQUARE_LOW[q] & ~lo, SQUARE_HIGH[q] & ~hi
        if not (sl or sh):
            continue
        value = _worth(w, lo | sl, hi | sh, side, stage, found) + 1.5 * (_count(sl & GOLD_LOW) + _count(sh & GOLD_HIGH))
        if value > best:
            best, at = value, q
    return at


@njit
def _game(w, looked, worths, found, eps):
    """Plays one game; gives its score and how many positions were looked at."""
    lo, hi = U(0), U(0)
    side = np.array([JOKERS, 0, 1, 1])  # exclamation marks, hearts, special dice left, circled
    trial = side.copy()
    won = np.zeros(8, np.int64)
    counted = np.zeros(15, np.int64)
    rolls = 0
    score = 0.0
    while rolls < 30:
        rolls += 1
        last = rolls == 30
        stage = STAGE_OF[30 - rolls]
        bl, bh = _beside(lo, hi)
        al, ah = bl | (H & ~lo), bh
        colour_cost = np.full(5, 99)
        number_cost = np.full(6, 99)
        for _ in range(2):
            face = np.random.randint(6)
            if face < 5:
                colour_cost[face] = 0
            else:
                for c in range(5):
                    colour_cost[c] = min(colour_cost[c], 1)
            face = np.random.randint(6)
            if face < 5:
                number_cost[face + 1] = 0
            else:
                for k in range(1, 6):
                    number_cost[k] = min(number_cost[k], 1)
        special = np.random.randint(6)  # heart, heart, bomb, stars, row, block
        best = _worth(w, lo, hi, side, stage, found) if not last else float(_points(lo, hi, side, won, rolls)[0])
        chosen_low, chosen_high, cost, die, heart = U(0), U(0), 0, 0, 0
        random = np.random.random() < eps
        seen = 1
        for c in range(5):
            if colour_cost[c] > side[0]:
                continue
            for k in range(1, 6):
                price = colour_cost[c] + number_cost[k]
                if price > side[0]:
                    continue
                for q in range(FIRST[c, k], FIRST[c, k + 1]):
                    sl, sh = SUB_LOW[q], SUB_HIGH[q]
                    if (sl & lo) or (sh & hi) or not ((sl & al) or (sh & ah)):
                        continue
                    seen += 1
                    if random:
                        if np.random.random() * seen < 1:
                            chosen_low, chosen_high, cost, die, heart = sl, sh, price, 0, 0
                        continue
                    trial[:] = side
                    trial[0] -= price
                    _taken(lo, hi, sl, sh, trial)
                    value = _worth(w, lo | sl, hi | sh, trial, stage, found)
                    if last:
                        value = float(_points(lo | sl, hi | sh, trial, won, rolls)[0])
                    if value > best:
                        best = value
                        chosen_low, chosen_high, cost, die, heart = sl, sh, price, 0, 0
        if side[2] > 0 and not random:
            trial[:] = side
            trial[2] -= 1
            if special < 2 and side[1] < HEARTS:
                trial[1] += 1
                value = _worth(w, lo, hi, trial, stage, found)
                if value > best and not last:
                    best = value
                    chosen_low, chosen_high, cost, die, heart = U(0), U(0), 0, 1, 1
            elif special >= 2:
                options = _special(special, lo, hi, bl, bh, al, ah)
                for q in range(len(options[0])):
                    sl, sh = options[0][q], options[1][q]
                    trial[:] = side
                    trial[2] -= 1
                    _taken(lo, hi, sl, sh, trial)
                    value = _worth(w, lo | sl, hi | sh, trial, stage, found)
                    if last:
                        value = float(_points(lo | sl, hi | sh, trial, won, rolls)[0])
                    if value > best:
                        best = value
                        chosen_low, chosen_high, cost, die, heart = sl, sh, 0, 1, 0
        side[0] -= cost
        side[2] -= die
        side[1] += heart
        _taken(lo, hi, chosen_low, chosen_high, side)
        lo |= chosen_low
        hi |= chosen_high
        bombs = 0
        while True:
            for r in range(7):
                if not won[1 + r] and not (ROW_LOW[r] & ~lo) and not (ROW_HIGH[r] & ~hi):
                    won[1 + r] = 1
                    if BONUS[r] == 0 and side[3] < SPECIAL_DICE:
                        side[2] += 1
                        side[3] += 1
                    elif BONUS[r] == 1:
                        bombs += 1
                    elif BONUS[r] == 2:
                        side[1] = min(side[1] + 1, HEARTS)
            if bombs == 0:
                break
            bombs -= 1
            at = _best_bomb(w, lo, hi, side, stage, found)
            if at >= 0:
                sl, sh = SQUARE_LOW[at] & ~lo, SQUARE_HIGH[at] & ~hi
                _taken(lo, hi, sl, sh, side)
                lo |= sl
                hi |= sh
        for c in range(15):
            if not counted[c] and _column(lo, hi, c) == 127:
                counted[c] = 1
                won[0] += side[1]
                if c == 7 and side[3] < SPECIAL_DICE:
                    side[2] += 1
                    side[3] += 1
        score, ended = _points(lo, hi, side, won, rolls)
        if ended or last:
            break
        _look(lo, hi, side, stage, looked[rolls - 1])
        total = won[0] * 1.0
        for i in range(FEATURES):
            total += w[looked[rolls - 1, i]]
        worths[rolls - 1] = total
        worths[30 + rolls - 1] = won[0]
    return float(score), rolls - 1


@njit
def _special(face, lo, hi, bl, bh, al, ah):
    """The choices worth a look: of bombs and of stars the fullest, of a row all threes, of a block its rest."""
    lows = np.zeros(4000, np.uint64)
    highs = np.zeros(4000, np.uint64)
    n = 0
    if face == 2:
        for q in range(len(SQUARE_LOW)):
            sl, sh = SQUARE_LOW[q] & ~lo, SQUARE_HIGH[q] & ~hi
            if sl or sh:
                lows[n], highs[n] = sl, sh
                n += 1
    elif face == 3:
        stars = np.zeros(15, np.int64)
        count = 0
        for box in STAR_BOXES:
            if (box < 56 and (al >> U(box)) & U(1)) or (box >= 56 and (ah >> U(box - 56)) & U(1)):
                stars[count] = box
                count += 1
        for i in range(count):
            for j in range(i, count):
                if i == j and count > 1:
                    continue
                for box in (stars[i], stars[j]):
                    if box < 56:
                        lows[n] |= U(1) << U(box)
                    else:
                        highs[n] |= U(1) << U(box - 56)
                n += 1
    elif face == 4:
        boxes = np.zeros(15, np.int64)
        for r in range(7):
            count = 0
            for c in range(15):
                box = c * 7 + r
                if (box < 56 and (bl >> U(box)) & U(1)) or (box >= 56 and (bh >> U(box - 56)) & U(1)):
                    boxes[count] = box
                    count += 1
            if count == 0:
                continue
            for i in range(count):
                for j in range(min(i + 1, count - 1), count):
                    for k in range(min(j + 1, count - 1), count):
                        if n < 4000:
                            for box in (boxes[i], boxes[j], boxes[k]):
                                if box < 56:
                                    lows[n] |= U(1) << U(box)
                                else:
                                    highs[n] |= U(1) << U(box - 56)
                            n += 1
    else:
        for b in range(30):
            sl, sh = BLOCK_LOW[b] & ~lo, BLOCK_HIGH[b] & ~hi
            touched = (BLOCK_LOW[b] & (lo | bl)) or (BLOCK_HIGH[b] & (hi | bh))
            if (sl or sh) and touched:
                lows[n], highs[n] = sl, sh
                n += 1
    return lows[:n], highs[:n]


@njit
def _learn(w, games, alpha, lam, eps, seed):
    np.random.seed(seed)
    looked = np.zeros((30, FEATURES), np.int64)
    worths = np.zeros(60)
    found = np.zeros(FEATURES, np.int64)
    total = 0.0
    for _ in range(games):
        score, positions = _game(w, looked, worths, found, eps)
        total += score
        target = score
        for t in range(positions - 1, -1, -1):
            error = target - worths[t]
            for i in range(FEATURES):
                w[looked[t, i]] += alpha * error / FEATURES
            target = lam * target + (1 - lam) * worths[t]
    return total / games


@njit
def _measure(w, games, seed):
    np.random.seed(seed)
    looked = np.zeros((30, FEATURES), np.int64)
    worths = np.zeros(60)
    found = np.zeros(FEATURES, np.int64)
    total = 0.0
    squares = 0.0
    for _ in range(games):
        score, _ = _game(w, looked, worths, found, 0.0)
        total += score
        squares += score * score
    return total / games, (squares / games - (total / games) ** 2) ** 0.5


def start_values() -> np.ndarray:
    """A first guess: progress counts more the nearer it is to what it leads to, and less the later it is."""
    w = np.zeros(STAGES * SIZE)
    stars = [SHEET.stars >> 7 * c & 127 for c in range(15)]
    for stage in range(STAGES):
        base, hope = stage * SIZE, 0.4 + 0.6 * (stage / (STAGES - 1))
        for c in range(15):
            for bits in range(128):
                k = bits.bit_count()
                star = 2.0 * bool(bits & stars[c]) - 2.0
                w[base + O_COL + c * 128 + bits] = star + VALUES[c] * ((k / 7) ** 2 if k < 7 else 1.0)
                for hearts in range(6):
                    w[base + O_HEART + (c * 8 + k) * 6 + hearts] = hearts * hope * (k / 7) ** 3 if k < 7 else 0.0
        for r in range(7):
            for k in range(16):
                w[base + O_ROW + r * 16 + k] = 7 * (k / 15) ** 3
        for c in range(5):
            for left in range(22):
                w[base + O_LEFT + c * 22 + left] = 5 * (1 - left / 21) ** 3 + hope * 0.1 * (21 - left)
        for block in range(30):
            for key in range(64):
                w[base + O_BLOCK + block * 128 + key * 2 + 1] = 0.3 * hope
        for jokers in range(7):
            for hearts in range(6):
                w[base + O_SIGNS + jokers * 6 + hearts] = jokers * (1 + 0.6 * hope) + hearts * 2 * hope
        for dice in range(10):
            w[base + O_DICE + dice] = 2 * dice + hope * dice
    return w


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m engine.games.one_more_encore.training.learn", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1_500_000)
    parser.add_argument("--measured", type=int, default=10_000, help="games to measure the result")
    given = parser.parse_args()
    w, began, step = start_values(), time.monotonic(), 25_000
    print(f"start: {_measure(w, 2_000, 9)[0]:.2f}", flush=True)
    for played in range(0, given.games, step):
        part = played / given.games
        mean = _learn(w, step, 0.5 * 0.02**part, 0.9, 0.05 * (1 - part), given.seed * 100_003 + played)
        if played // step % 4 == 3:
            now = _measure(w, 2_000, 9)[0]
            print(f"{played + step:9} games: {mean:.2f} while learning, {now:.2f} now", file=sys.stderr, flush=True)
    mean, deviation = _measure(w, given.measured, 77)
    fixed = np.clip(np.round(w * POINT), -32768, 32767).astype("<i2")
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_bytes(compress(fixed.tobytes(), 9))
    FILE.with_name("learned.toml").write_text(
        f"""# The worth of a sheet of One More Encore!, learned by playing alone.
made = "python -m engine.games.one_more_encore.training.learn --seed {given.seed} --games {given.games}"
date = "{datetime.now(UTC):%Y-%m-%d}"
seconds = {time.monotonic() - began:.0f}
solo_mean = {mean:.2f}  # over {given.measured} games
solo_deviation = {deviation:.2f}
"""
    )
    print(f"{mean:.2f} over {given.measured} games, deviation {deviation:.2f}")


if __name__ == "__main__":
    main()
