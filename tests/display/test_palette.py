"""Colours that can be told apart: the contrasts that WCAG 2 asks of texts (4.5) and of shapes (3)."""

from __future__ import annotations

import pytest

from display.pixels.palette import COLOURS, DARK_INK, FOCUS, contrast, ink_on
from display.tree import SEAT_TONES, Tone

TEXT, SHAPE = 4.5, 3.0


def test_every_tone_has_a_colour() -> None:
    assert set(COLOURS) == set(Tone)


@pytest.mark.parametrize("ground", [Tone.TABLE, Tone.PANEL, Tone.RAISED])
@pytest.mark.parametrize("ink", [Tone.INK, Tone.QUIET, Tone.ACCENT, Tone.WARNING])
def test_texts_read_well_on_every_ground(ink: Tone, ground: Tone) -> None:
    assert contrast(COLOURS[ink], COLOURS[ground]) >= TEXT


@pytest.mark.parametrize("box", [Tone.OPEN, Tone.NEXT, Tone.MAIN])
def test_dark_ink_reads_well_on_light_boxes(box: Tone) -> None:
    assert contrast(DARK_INK, COLOURS[box]) >= TEXT


def test_the_label_of_the_main_button_reads_well() -> None:
    assert contrast(COLOURS[Tone.TABLE], COLOURS[Tone.MAIN]) >= TEXT


@pytest.mark.parametrize("ground", [Tone.TABLE, Tone.PANEL])
def test_the_focus_ring_stands_out(ground: Tone) -> None:
    assert contrast(FOCUS, COLOURS[ground]) >= SHAPE


@pytest.mark.parametrize("seat", SEAT_TONES)
def test_a_seat_stands_out_and_its_number_reads_well(seat: Tone) -> None:
    assert contrast(COLOURS[seat], COLOURS[Tone.PANEL]) >= SHAPE
    assert contrast(ink_on(COLOURS[seat]), COLOURS[seat]) >= TEXT


def test_no_two_seats_share_a_colour() -> None:
    assert len({COLOURS[seat] for seat in SEAT_TONES}) == len(SEAT_TONES)
