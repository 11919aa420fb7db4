"""Teaches the bots of Encore! by letting them play alone, and writes down what they learned.

    python -m engine.games.encore.training.learn --sheet any --seed 1    first: any sheet, learned on generated ones
    python -m engine.games.encore.training.learn --sheet 01 --seed 1     then: what a printed sheet adds to it

The first starts from a rule of thumb, the others from the first. Every worth is moved towards the expectation over all
rolls that can follow (temporal differences); a few picks are left to chance to explore, ever fewer as the games go on,
and the steps get smaller. What is kept is the mean of the last tables. The same command and seed write the same
files: the tables of `bot_tables`, and an entry in the list of what was learned how.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from itertools import accumulate
from random import Random
from typing import NamedTuple
from zlib import compress

import numpy as np

from engine.colour_sheets.sheets import COLOURS, HEIGHT, Sheet
from engine.games.encore.bot_tables import (
    ANY,
    COLOUR_BOXES,
    LINES,
    OWN,
    PAIRS,
    POINT,
    STAGES,
    WEIGHTS,
    column_kinds,
    figures,
    read,
)
from engine.games.encore.new_sheets import fresh_code
from engine.games.encore.printed import PRINTED, sheet
from engine.games.encore.rules import COLOUR_FIRST, COLUMN_FIRST, JOKERS, SOLO_ROLLS, STAR_POINTS
from engine.games.encore.training.play import learn, results
from engine.games.encore.training.sheets import Array, as_arrays

ANY_SHEET = "any"
GENERATED = 150  # sheets on which the value for any sheet is learned
LESSON = 5_000  # games between two changes of the step
MEASURED = 20_000
LEDGER = WEIGHTS / "learned.toml"


class Course(NamedTuple):
    """How to learn: the first and the last step, and how often a pick is left to chance at first."""

    games: int
    first_step: float
    last_step: float
    chance: float
    chance_until: float = 0.8  # of the games
    mean_from: float = 0.7  # of the games: what is kept is the mean of the tables from there on


COURSES = {ANY_SHEET: Course(600_000, 0.1, 0.003, 0.05)} | dict.fromkeys(PRINTED, Course(300_000, 0.1, 0.003, 0.03))


class Tables:
    """The tables while they are learned: one row for each stage, as `engine.games.encore.training.play` reads them."""

    def __init__(self, own: bool) -> None:
        sizes = ANY | OWN if own else ANY
        starts = list(accumulate(sizes[name] for name in ANY))
        self._slices = {name: slice(start - sizes[name], start) for name, start in zip(ANY, starts, strict=True)}
        steps = [ANY[name] if own else 0 for name in ("colours", "needs", "pairs")]
        self.at = np.array([0, *starts, *steps])
        # The last entries of a row are a level for each roll. Without it the tables of a stage would put down to the
        # checked boxes what is due to the number of rolls left, since the two go together.
        self.weights = np.zeros((STAGES[-1] + 1, starts[-1] + SOLO_ROLLS), np.float32)

    def __getitem__(self, name: str) -> Array:
        return self.weights[:, self._slices[name]]

    def level(self) -> None:
        """Adds the mean level of the rolls of each stage to the table of jokers: each sheet reads one entry of it."""
        levels = self.weights[:, -SOLO_ROLLS:]
        for stage in range(len(levels)):
            rolls = [SOLO_ROLLS - 1 - left for left in range(SOLO_ROLLS) if STAGES[left] == stage]
            self["jokers"][stage] += levels[stage, rolls].mean()


def thumb() -> Tables:
    """The rule of thumb to start from: check many boxes, complete columns and colours, mind stars and jokers."""
    tables = Tables(own=False)
    for column, value in enumerate(COLUMN_FIRST):
        for checked in range(HEIGHT + 1):
            for reached in range(HEIGHT + 1 - checked):
                worth = value * (checked / HEIGHT) ** 2 + 0.4 * checked
                tables["counts"][:, column * 64 + checked * 8 + reached] = worth
    for left in range(COLOUR_BOXES + 1):
        for jokers in range(JOKERS + 1):
            worth = COLOUR_FIRST[0] * ((COLOUR_BOXES - left) / COLOUR_BOXES) ** 3 + jokers / len(COLOURS)
            tables["colours"][:, left * (JOKERS + 1) + jokers] = worth
    star_is_free = np.arange(ANY["columns"]) >> 9 & 1
    tables["columns"][:] = STAR_POINTS * star_is_free
    return tables


def known(printed: Sheet) -> Tables:
    """The tables for any sheet, copied into tables for a printed sheet alone."""
    tables, found = Tables(own=True), any_sheet()
    arrays = as_arrays([printed], own_tables=False)
    tables["columns"][:] = found["columns"][:, arrays.column_keys[0].reshape(-1)]
    block_keys = [arrays.block_keys[0, index, : 3 ** block.bit_count()] for index, block in enumerate(printed.blocks)]
    tables["blocks"][:] = found["blocks"][:, np.concatenate(block_keys)]
    for name in ("colours", "needs"):
        tables[name][:] = np.tile(found[name], len(COLOURS))
    tables["pairs"][:] = np.tile(found["pairs"], len(PAIRS))
    for name in ("counts", "triples", "extent", "jokers", "wings"):
        tables[name][:] = found[name]
    return tables


def taught(
    tables: Tables, sheets: list[Sheet], own: bool, course: Course, seed: int, tell: Callable[[str], None]
) -> float:
    """Teaches the tables and returns the mean of the points that they reach afterwards."""
    arrays = as_arrays(sheets, own)
    luck = np.array([seed], np.uint64)
    total, lessons = np.zeros(tables.weights.shape), 0
    for played in range(0, course.games, LESSON):
        done = played / course.games
        step = course.first_step * (course.last_step / course.first_step) ** done
        chance = max(0.0, course.chance * (1 - done / course.chance_until))
        mean = learn(tables.weights, tables.at, arrays, luck, LESSON, step, chance)
        tell(f"{played + LESSON:,} games, lately {mean:.2f} points")
        if done >= course.mean_from:
            total += tables.weights
            lessons += 1
    tables.weights[:] = total / lessons
    return float(results(tables.weights, tables.at, arrays, luck, MEASURED).mean())


def learned(tables: Tables, printed: Sheet | None) -> Array:
    """The tables as they are kept: in whole 256ths of a point, for a printed sheet without what is known anyway."""
    tables.level()
    kept = {name: tables[name] for name in ANY}
    if printed is not None:
        before = known(printed)
        kept = {name: tables[name] - before[name] for name in ANY}
        counts = kept.pop("counts")
        where = [column_kinds(printed, column) for column in range(LINES)]
        kept["columns"] += counts[:, [kinds[key][1] for kinds in where for key in range(3**HEIGHT)]]
    rows = np.concatenate(list(kept.values()), axis=1)
    return np.clip(np.rint(rows * POINT), -(1 << 15), (1 << 15) - 1).astype("<i2")


def any_sheet() -> dict[str, Array]:
    rows = [read(ANY_SHEET, ANY, stage) for stage in range(STAGES[-1] + 1)]
    return {name: np.array([row[name] for row in rows], np.float32) / np.float32(POINT) for name in ANY}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m engine.games.encore.training.learn", description="Teaches the bots of Encore!"
    )
    parser.add_argument("--sheet", choices=COURSES, default=PRINTED[0], help="a printed sheet, or any")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, help=f"how many to learn from, a multiple of {LESSON}")
    wanted = parser.parse_args()
    course = COURSES[wanted.sheet]
    if wanted.games is not None:
        if wanted.games < LESSON or wanted.games % LESSON:
            parser.error(f"--games {wanted.games}: give a multiple of {LESSON}")
        course = course._replace(games=wanted.games)
    if wanted.sheet == ANY_SHEET:
        luck = Random(wanted.seed)
        printed, tables, sheets = None, thumb(), [sheet(fresh_code(luck)) for _ in range(GENERATED)]
    else:
        printed = sheet(wanted.sheet)
        tables, sheets = known(printed), [printed]
    mean = taught(tables, sheets, printed is not None, course, wanted.seed, print)
    print(f"sheet {wanted.sheet}: {mean:.2f} points on average in {MEASURED:,} games")
    kept = learned(tables, printed).tobytes()
    (WEIGHTS / f"{wanted.sheet}.bin").write_bytes(compress(kept, 9))
    note(wanted.sheet, wanted.seed, course.games, mean, kept)


def note(code: str, seed: int, games: int, mean: float, kept: bytes) -> None:
    """Enters in the list of weights how these came about."""
    entries = tomllib.loads(LEDGER.read_text(encoding="utf-8")) if LEDGER.exists() else {}
    entries[code] = {
        "command": f"python -m engine.games.encore.training.learn --sheet {code} --seed {seed} --games {games}",
        "date": date.today().isoformat(),
        "games": games,
        "mean_without_looking_ahead": round(mean, 2),
        "sha256": sha256(kept).hexdigest(),
        "figures": figures(code),
    }
    lines = ["# How the tables of Encore!'s bots were learned, and the points that they reach without looking ahead."]
    for name, entry in sorted(entries.items()):
        used = entry.pop("figures", {})
        lines += ["", f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in entry.items())]
        lines += [f"[{name}.figures]", *(f'"{key}" = {json.dumps(value)}' for key, value in used.items())]
    LEDGER.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
