"""Sheets of Encore! as arrays: what the compiled games of `engine.games.encore.training.play` read.

A set of boxes is two numbers of 64 bits here: columns A to H, and columns I to O.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.colour_sheets.sheets import COLOURS, HEIGHT, MOST, Sheet, neighbours, numbers, placements
from engine.games.encore.bot_tables import LINES, block_kinds, column_kinds

Array: TypeAlias = NDArray[Any]
LOW_BITS = 8 * HEIGHT
_MOST_PLACEMENTS, _MOST_TOUCHED, _MOST_KEYS = 480, 16, 3**6


class Sheets(NamedTuple):
    """One row for each sheet. A placement is one that an empty block with all boxes within reach would allow."""

    low: Array  # boxes of each placement
    high: Array
    touched: Array  # the blocks with a box in or next to each placement
    touching: Array  # how many these are
    columns: Array  # the first and the last column with such a box
    starts: Array  # by colour and number: the first placement
    blocks: Array  # the size of each block, then its boxes
    column_keys: Array  # by column and key: where to look in the table "columns"
    block_keys: Array  # by block and key: where to look in the table "blocks"
    needed: Array  # by block and key: picks to complete it
    stars: Array


def halves(boxes: int) -> tuple[int, int]:
    """A set of boxes as two numbers."""
    return boxes & (1 << LOW_BITS) - 1, boxes >> LOW_BITS


def as_arrays(sheets: Sequence[Sheet], own_tables: bool) -> Sheets:
    """These sheets, with columns and blocks that look in tables of their own or in those for any sheet."""
    count, blocks = len(sheets), len(sheets[0].blocks)
    arrays = Sheets(
        low=np.zeros((count, _MOST_PLACEMENTS), np.uint64),
        high=np.zeros((count, _MOST_PLACEMENTS), np.uint64),
        touched=np.zeros((count, _MOST_PLACEMENTS, _MOST_TOUCHED), np.int8),
        touching=np.zeros((count, _MOST_PLACEMENTS), np.int8),
        columns=np.zeros((count, _MOST_PLACEMENTS, 2), np.int8),
        starts=np.zeros((count, len(COLOURS), MOST + 2), np.int32),
        blocks=np.zeros((count, blocks, 7), np.int8),
        column_keys=np.zeros((count, LINES, 3**HEIGHT), np.int32),
        block_keys=np.zeros((count, blocks, _MOST_KEYS), np.int32),
        needed=np.zeros((count, blocks, _MOST_KEYS), np.int8),
        stars=np.zeros((count, 2), np.uint64),
    )
    for row, sheet in enumerate(sheets):
        _fill_placements(arrays, row, sheet)
        _fill_keys(arrays, row, sheet, own_tables)
        arrays.stars[row] = halves(sheet.stars)
    return arrays


def _fill_placements(arrays: Sheets, row: int, sheet: Sheet) -> None:
    found = sorted(
        (index // 6, boxes.bit_count(), index, boxes)
        for index, block in enumerate(sheet.blocks)
        for boxes in placements(block, block)[0]
    )
    for index, (_, _, _, boxes) in enumerate(found):
        arrays.low[row, index], arrays.high[row, index] = halves(boxes)
        around = list(numbers(boxes | neighbours(boxes)))
        touched = sorted({sheet.block_of[box] for box in around})
        arrays.touching[row, index] = len(touched)
        arrays.touched[row, index, : len(touched)] = touched
        arrays.columns[row, index] = around[0] // HEIGHT, around[-1] // HEIGHT
    for colour in range(len(COLOURS)):
        for number in range(1, MOST + 2):
            arrays.starts[row, colour, number] = sum(placement[:2] < (colour, number) for placement in found)


def _fill_keys(arrays: Sheets, row: int, sheet: Sheet, own_tables: bool) -> None:
    for column in range(LINES):
        for key, (kind, _) in column_kinds(sheet, column).items():
            arrays.column_keys[row, column, key] = column * 3**HEIGHT + key if own_tables else kind
    starts = accumulate((3 ** block.bit_count() for block in sheet.blocks), initial=0)
    for index, (block, start) in enumerate(zip(sheet.blocks, starts, strict=False)):
        boxes = list(numbers(block))
        arrays.blocks[row, index, 0] = len(boxes)
        arrays.blocks[row, index, 1 : len(boxes) + 1] = boxes
        for key, (needed, kind) in enumerate(block_kinds(sheet, index)):
            arrays.needed[row, index, key] = needed
            arrays.block_keys[row, index, key] = start + key if own_tables else kind
