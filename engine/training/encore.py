"""Teaches the bots of Encore! by letting them play alone, and writes down what they learned.

    python -m engine.training.encore --sheet any --seed 1    first: a value for any sheet, learned on generated ones
    python -m engine.training.encore --sheet 01 --seed 1     then: what a printed sheet adds to it

The first starts from a rule of thumb, the others from the first. Every worth is moved towards the result of the game;
a few picks are left to chance, ever fewer as the games go on, and so is the step. The same command and seed write the
same files: the tables of `engine.bots.encore_value`, and an entry in the list of what was learned how.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Callable
from datetime import date
from itertools import accumulate
from random import Random
from typing import NamedTuple
from zlib import compress

import numpy as np

from engine.bots.encore_value import (
    ANY,
    COLOUR_BOXES,
    FULL,
    LINES,
    OWN,
    PAIRS,
    POINT,
    REACHED,
    STAGES,
    WEIGHTS,
    column_kinds,
    read,
)
from engine.encore import COLOUR_FIRST, COLUMN_FIRST, JOKERS, STAR_POINTS
from engine.new_sheets import fresh_code
from engine.sheets import COLOURS, HEIGHT, PRINTED, Sheet, sheet
from engine.training.encore_play import learn, results
from engine.training.encore_sheets import Array, as_arrays

ANY_SHEET = "any"
GENERATED = 150  # sheets on which the value for any sheet is learned
LESSON = 20_000  # games between two changes of the step
MEASURED = 20_000
LEDGER = WEIGHTS / "encore.toml"


class Course(NamedTuple):
    """How to learn: the first and the last step, and how often a pick is left to chance at first."""

    games: int
    first_step: float
    last_step: float
    chance: float
    chance_until: float = 0.8  # of the games


COURSES = {ANY_SHEET: Course(2_000_000, 0.1, 0.002, 0.1)} | dict.fromkeys(PRINTED, Course(1_500_000, 0.04, 0.001, 0.03))
