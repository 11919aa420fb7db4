"""The sheets: the printed ones, the new ones, and which boxes of them can be checked together."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.colour_sheets.sheets import (
    BOXES,
    COLOURS,
    COLUMN_H,
    COLUMNS,
    ROWS,
    Sheet,
    around,
    connected,
    drawn,
    mask,
    names,
    neighbours,
    numbers,
    placements,
    within_reach,
)
from engine.games.encore import new_sheets
from engine.games.encore.printed import PRINTED, sheet
from engine.seeds import seed

codes = st.text(new_sheets.LETTERS, min_size=5, max_size=5).map("N{}".format)
box_masks = st.sets(st.integers(0, len(BOXES) - 1)).map(lambda boxes: sum(1 << box for box in boxes))


def is_well_made(made: Sheet) -> bool:
    """Whether a sheet has everything in which the printed ones agree."""
    blocks = [around(1 << box, made.colours[colour]) for box, colour in enumerate(made.colour)]
    sizes = {(made.colour[next(numbers(block))], block.bit_count()) for block in blocks}
    return (
        len(set(blocks)) == 30
        and sizes == {(colour, size) for colour in range(5) for size in range(1, 7)}
        and all(column & boxes for column in COLUMNS for boxes in made.colours)
        and all((column & made.stars).bit_count() == 1 for column in COLUMNS)
        and all((boxes & made.stars).bit_count() == 3 for boxes in made.colours)
        and all((block & made.stars).bit_count() <= 1 for block in blocks)
    )


@pytest.mark.rule("EN-02")
@pytest.mark.parametrize("code", PRINTED)
def test_every_printed_sheet_is_well_made(code: str) -> None:
    assert is_well_made(sheet(code))


def test_a_misprint_would_be_seen() -> None:
    rows, stars = seed("encore")["sheets"]["01"].values()
    assert is_well_made(drawn("right", rows, stars))
    assert not is_well_made(drawn("a box of another colour", ["y" + rows[0][1:], *rows[1:]], stars))
    assert not is_well_made(drawn("two stars in column A", rows, stars.replace("B6", "A6")))
    assert not is_well_made(drawn("a star in another colour", rows, stars.replace("B6", "B7")))


@pytest.mark.rule("EN-02")
def test_there_are_eight_printed_sheets_and_no_two_are_alike() -> None:
    assert PRINTED == ("01", "02", "03", "04", "05", "06", "07", "08")
    assert len({sheet(code).colour for code in PRINTED}) == 8


def test_sheet_01_looks_as_printed() -> None:
    first = sheet("01")
    assert [COLOURS[colour] for colour in first.colour[:7]] == [
        "green",
        "orange",
        "blue",
        "blue",
        "red",
        "red",
        "yellow",
    ]
    assert names(first.stars) == "A3 B6 C2 D6 E2 F4 G3 H1 I6 J2 K6 L1 M7 N4 O6"
    assert names(first.blocks_of[COLOURS.index("blue")][3]) == "G4 G5 H4 H5"
    assert first.golden == 0


@pytest.mark.parametrize("code", ["01", "08", "N7K3QX"])
def test_every_box_is_in_one_block_of_its_colour(code: str) -> None:
    played = sheet(code)
    for box in range(len(BOXES)):
        index = played.block_of[box]
        assert played.blocks[index] >> box & 1
        assert played.blocks[index] in played.blocks_of[played.colour[box]]
        assert index // 6 == played.colour[box], "blocks stand colour by colour"
    assert [block.bit_count() for block in played.blocks] == [1, 2, 3, 4, 5, 6] * 5, "smallest first"


# New sheets.


@pytest.mark.rule("EN-04")
@settings(max_examples=25, deadline=None)
@given(code=codes)
def test_every_code_is_a_well_made_sheet(code: str) -> None:
    assert is_well_made(sheet(code))


@pytest.mark.rule("EN-04")
def test_a_code_is_the_same_sheet_for_ever() -> None:
    assert new_sheets.rows_and_stars("N7K3QX") == SHEET_N7K3QX
    assert new_sheets.rows_and_stars("N00000") == SHEET_N00000


@pytest.mark.rule("EN-04")
def test_new_codes_are_drawn_from_millions() -> None:
    luck = Random(1)
    drawn_codes = [new_sheets.fresh_code(luck) for _ in range(100)]
    assert len(set(drawn_codes)) == 100
    assert all(new_sheets.is_code(code) for code in drawn_codes)


@pytest.mark.parametrize("wrong", ["", "00", "09", "1", "N7K3Q", "N7K3QXX", "X7K3QX", "N7K3QO", "n7k3qx", "Ñ7K3QX"])
def test_what_is_no_code_is_answered_with_what_there_is(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"there is no sheet .*; there is 01, .* 08, and .* such as N7K3QX"):
        sheet(wrong)


# Boxes.


@given(boxes=box_masks)
def test_boxes_go_by_their_names(boxes: int) -> None:
    assert mask(names(boxes)) == boxes
    assert names(boxes).split() == [BOXES[box] for box in numbers(boxes)]


@pytest.mark.parametrize("wrong", ["P1", "A0", "A8", "a1", "A", "A11", "A1B1"])
def test_a_box_that_is_not_there_is_named(wrong: str) -> None:
    with pytest.raises(ValueError, match=f"expected a box from A1 to O7, not '{wrong}'"):
        mask(f"A1 {wrong}")


def test_columns_and_rows_are_where_they_should_be() -> None:
    assert names(COLUMN_H) == "H1 H2 H3 H4 H5 H6 H7"
    assert names(COLUMNS[0]) == "A1 A2 A3 A4 A5 A6 A7"
    assert names(ROWS[6]) == "A7 B7 C7 D7 E7 F7 G7 H7 I7 J7 K7 L7 M7 N7 O7"


@pytest.mark.parametrize(
    ("box", "others"),
    [("C3", "B3 C2 C4 D3"), ("A1", "A2 B1"), ("A7", "A6 B7"), ("B1", "A1 B2 C1"), ("O7", "N7 O6"), ("O1", "N1 O2")],
)
def test_neighbours_share_an_edge(box: str, others: str) -> None:
    assert names(neighbours(mask(box))) == others


@given(boxes=box_masks)
def test_neighbours_of_many_are_the_neighbours_of_each(boxes: int) -> None:
    each = 0
    for box in numbers(boxes):
        each |= neighbours(1 << box)
    assert neighbours(boxes) == each


@given(checked=box_masks)
def test_within_reach_are_free_boxes_of_column_h_or_next_to_a_checked_one(checked: int) -> None:
    reach = within_reach(checked)
    for box in range(len(BOXES)):
        near = COLUMN_H >> box & 1 or neighbours(1 << box) & checked
        assert bool(reach >> box & 1) == (bool(near) and not checked >> box & 1)


@settings(max_examples=200)
@given(code=st.sampled_from(PRINTED), block=st.integers(0, 29), free=box_masks, reach=box_masks)
def test_a_pick_has_exactly_the_placements_that_the_rule_names(code: str, block: int, free: int, reach: int) -> None:
    free &= sheet(code).blocks[block]
    reach &= free
    found = placements(free, reach)
    for number in range(1, 6):
        chosen = [sum(1 << box for box in boxes) for boxes in combinations(numbers(free), number)]
        assert sorted(found[number]) == sorted(boxes for boxes in chosen if connected(boxes) and boxes & reach)
    assert list(found[0]) == [boxes for number in range(1, 6) for boxes in found[number]]


SHEET_N7K3QX = (
    [
        "brrryyyrorrrroo",
        "byyooygggrgoooo",
        "ggggggyyyyybbbb",
        "ooobbbooggbbyyy",
        "rrrrboobggoyggg",
        "bbbyrrrrroooogg",
        "yyyyyrbbbbbggrr",
    ],
    "A2 B4 C7 D2 E1 F7 G3 H1 I4 J2 K7 L7 M3 N1 O5",
)
SHEET_N00000 = (
    [
        "yyyggggggooyyyy",
        "oooooobooorryyb",
        "ybbbrgbrrrbbbbb",
        "yrrrrrorbbooogg",
        "bgoyyyobbyoggoo",
        "gggybbyyyyggrro",
        "rrrbbbrgggygrrr",
    ],
    "A1 B6 C4 D5 E6 F2 G4 H3 I7 J4 K5 L6 M1 N7 O3",
)
