"""Themes: each is found by being there, and its colours can be told apart, with the contrasts that WCAG 2 asks of texts
(4.5) and of shapes (3)."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

import display.pixels.themes
from display.pixels.colours import Colour, contrast
from display.pixels.theme import Theme
from display.pixels.themes import theme, themes
from display.tree import SEAT_TONES, Tone

TEXT, SHAPE = 4.5, 3.0


@pytest.fixture(params=themes())
def every(request: pytest.FixtureRequest) -> Theme:
    return theme(request.param)


def test_texts_read_well_on_every_ground(every: Theme) -> None:
    inks = (Tone.INK, Tone.QUIET, Tone.ACCENT, Tone.WARNING)
    faint = [
        (ink, ground)
        for ink, ground in product(inks, (Tone.TABLE, Tone.PANEL, Tone.RAISED))
        if contrast(every.tones[ink], every.tones[ground]) < TEXT
    ]
    assert not faint


@pytest.mark.parametrize("box", [Tone.OPEN, Tone.NEXT, Tone.MAIN])
def test_ink_reads_well_on_light_boxes(every: Theme, box: Tone) -> None:
    assert contrast(every.ink_on(every.tones[box]), every.tones[box]) >= TEXT


def test_the_label_of_the_main_button_reads_well(every: Theme) -> None:
    assert contrast(every.tones[Tone.TABLE], every.tones[Tone.MAIN]) >= TEXT


@pytest.mark.parametrize("ground", [Tone.TABLE, Tone.PANEL])
def test_the_focus_ring_stands_out(every: Theme, ground: Tone) -> None:
    assert contrast(every.focus, every.tones[ground]) >= SHAPE


@pytest.mark.parametrize("seat", SEAT_TONES)
def test_a_seat_stands_out_and_its_number_reads_well(every: Theme, seat: Tone) -> None:
    colour = every.tones[seat]
    assert contrast(colour, every.tones[Tone.PANEL]) >= SHAPE
    assert contrast(every.ink_on(colour), colour) >= TEXT


def test_no_two_seats_share_a_colour(every: Theme) -> None:
    assert len({every.tones[seat] for seat in SEAT_TONES}) == len(SEAT_TONES)


def test_a_theme_has_a_colour_for_every_tone(every: Theme) -> None:
    without: dict[Tone, Colour] = {tone: colour for tone, colour in every.tones.items() if tone is not Tone.QUIET}
    with pytest.raises(ValueError, match="quiet"):
        replace(every, tones=without)


def test_a_theme_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "reversed_for_a_test.py").write_text(
        "from msgspec.structs import replace\n"
        "from display.pixels.themes.standard import THEME as STANDARD\n"
        "THEME = replace(STANDARD, focus=(1, 2, 3))\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(display.pixels.themes, "__path__", [*display.pixels.themes.__path__, str(tmp_path)])
    assert "reversed_for_a_test" in themes()
    assert theme("reversed_for_a_test").focus == (1, 2, 3)


def test_there_is_no_other_theme() -> None:
    with pytest.raises(KeyError):
        theme("standardd")
