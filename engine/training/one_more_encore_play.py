"""Games of One More Encore! alone, compiled. What it shares with Encore! it takes from `engine.training.encore_play`;
the tables for rows, hearts and special dice follow those of Encore! in each row of `weights`.

Of what the special die and bombs can do, only the fullest is considered: a whole square, two stars, three boxes of a
row, each the best one after the one before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.bots.encore_value import COLOUR_BOXES, FULL, LINES, STAGES
from engine.encore import COLOUR_FIRST, SOLO_ROLLS
from engine.one_more_encore import (
    COLUMN_FIRST,
    HEARTS,
    JOKERS,
    ROLL_LEFT_POINTS,
    ROW_BONUSES,
    ROW_POINTS,
    SPECIAL_DICE,
    SPECIAL_DIE_POINTS,
    H,
)
from engine.sheets import COLUMNS, HEIGHT, ROWS
from engine.specials import SPECIAL_DIE
from engine.training.encore_play import (
    FEATURES,
    U64,
    column_of,
    compiled,
    count_of,
    draw,
    inlined,
    look_up,
    throw,
    within_reach,
    worth,
)
from engine.training.encore_sheets import Array, Sheets, halves

MORE_FEATURES = FEATURES + 7 + 2  # a table for each row, for the hearts and for the special dice
ROW_COUNTS, COLUMN_COUNTS = LINES + 1, LINES + 1
_HEART, _BOMB, _STARS, _ROW, _BLOCK = range(5)
_FACES = np.array([("heart", "bomb", "stars", "row", "block").index(face) for face in SPECIAL_DIE.faces])
_BONUSES = np.array([("die", "bomb", "heart").index(bonus) for bonus in ROW_BONUSES])
_DIE_BONUS, _BOMB_BONUS, _HEART_BONUS = range(3)
_ROWS = np.array([halves(row) for row in ROWS], np.uint64)
_SQUARES = np.array(
    [halves(0b11 << left + top | 0b11 << left + HEIGHT + top) for left in range(0, 14 * HEIGHT, HEIGHT) for top in range(6)],
    np.uint64,
)
_COLUMN_POINTS = np.array(COLUMN_FIRST)
_COLOUR_POINTS = COLOUR_FIRST[0]
_STAGES = np.array(STAGES)
_H_LOW, _H_HIGH = (U64(half) for half in halves(COLUMNS[H]))

# The parts of a position besides the boxes, as indices of an array.
MARKS, HEART, CIRCLED, USED, BANKED = range(5)  # exclamation marks, hearts, special dice, heart points of columns
PARTS = 5
