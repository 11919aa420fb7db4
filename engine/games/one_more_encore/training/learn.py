"""Learns what a sheet of One More Encore! is worth, by playing alone:
`python -m engine.games.one_more_encore.training.learn`.

Temporal differences over afterstates: the worth of a position is a sum of small tables, which are corrected after each
game towards what came of it. Needs numpy and numba (the extra `train`); playing needs neither. The result goes to
`seeds/one_more_encore/weights`, with a page that says how it was made. The same seed learns the same worth.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import UTC, datetime
from zlib import compress

import numpy as np

from engine.colour_sheets.learned import figures
from engine.games.one_more_encore.bot_value import FIGURES, FILE, POINT, STAGES
from engine.games.one_more_encore.rules import SHEET
from engine.games.one_more_encore.training.play import (
    BLOCKS_AT,
    COLUMNS_AT,
    DICE_AT,
    HEARTS_AT,
    LEFT_AT,
    ROWS_AT,
    SIGNS_AT,
    SIZE,
    VALUES,
    learn,
    measure,
)


def start_values() -> np.ndarray:
    """A first guess: progress counts more the nearer something is to completion, and less late in the game."""
    weights = np.zeros(STAGES * SIZE)
    stars = [SHEET.stars >> 7 * column & 127 for column in range(15)]
    for stage in range(STAGES):
        base, hope = stage * SIZE, 0.4 + 0.6 * (stage / (STAGES - 1))
        for column in range(15):
            for bits in range(128):
                number = bits.bit_count()
                star = 2.0 * bool(bits & stars[column]) - 2.0
                weights[base + COLUMNS_AT + column * 128 + bits] = star + VALUES[column] * (
                    (number / 7) ** 2 if number < 7 else 1.0
                )
                for hearts in range(6):
                    weights[base + HEARTS_AT + (column * 8 + number) * 6 + hearts] = (
                        hearts * hope * (number / 7) ** 3 if number < 7 else 0.0
                    )
        for row in range(7):
            for number in range(16):
                weights[base + ROWS_AT + row * 16 + number] = 7 * (number / 15) ** 3
        for colour in range(5):
            for left in range(22):
                weights[base + LEFT_AT + colour * 22 + left] = 5 * (1 - left / 21) ** 3 + hope * 0.1 * (21 - left)
        for block in range(30):
            for key in range(64):
                weights[base + BLOCKS_AT + block * 128 + key * 2 + 1] = 0.3 * hope
        for jokers in range(7):
            for hearts in range(6):
                weights[base + SIGNS_AT + jokers * 6 + hearts] = jokers * (1 + 0.6 * hope) + hearts * 2 * hope
        for dice in range(10):
            weights[base + DICE_AT + dice] = 2 * dice + hope * dice
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m engine.games.one_more_encore.training.learn", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1_500_000)
    parser.add_argument("--measured", type=int, default=10_000, help="games to measure the result")
    given = parser.parse_args()
    weights, began, step = start_values(), time.monotonic(), 25_000
    print(f"start: {measure(weights, 2_000, 9)[0]:.2f}", flush=True)
    for played in range(0, given.games, step):
        part = played / given.games
        mean = learn(weights, step, 0.5 * 0.02**part, 0.9, 0.05 * (1 - part), given.seed * 100_003 + played)
        if played // step % 4 == 3:
            now = measure(weights, 2_000, 9)[0]
            print(f"{played + step:9} games: {mean:.2f} while learning, {now:.2f} now", file=sys.stderr, flush=True)
    mean, deviation = measure(weights, given.measured, 77)
    fixed = np.clip(np.round(weights * POINT), -32768, 32767).astype("<i2")
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_bytes(compress(fixed.tobytes(), 9))
    used = "\n".join(f'"{name}" = {json.dumps(value)}' for name, value in figures(FIGURES).items())
    FILE.with_name("learned.toml").write_text(
        f"""# The worth of a sheet of One More Encore!, learned by playing alone.
command = "python -m engine.games.one_more_encore.training.learn --seed {given.seed} --games {given.games}"
date = "{datetime.now(UTC):%Y-%m-%d}"
seconds = {time.monotonic() - began:.0f}
solo_mean = {mean:.2f}  # over {given.measured} games
solo_deviation = {deviation:.2f}

[figures]
{used}
"""
    )
    print(f"{mean:.2f} over {given.measured} games, deviation {deviation:.2f}")


if __name__ == "__main__":
    main()
