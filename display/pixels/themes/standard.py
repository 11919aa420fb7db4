"""The theme that the box comes with: light on dark, so that it does not dazzle at an evening's table."""

from __future__ import annotations

from display.pixels.colours import rgb
from display.pixels.theme import Skin, Theme
from display.tree import DieKind, Tone

DARK = rgb("1A2126")
LIGHT = rgb("ECF0EE")
GOLD = rgb("FFC446")

THEME = Theme(
    tones={
        Tone.TABLE: rgb("12181C"),
        Tone.PANEL: rgb("1C242A"),
        Tone.RAISED: rgb("2A363E"),
        Tone.MAIN: LIGHT,
        Tone.INK: LIGHT,
        Tone.QUIET: rgb("A3B1B5"),
        Tone.ACCENT: GOLD,
        Tone.WARNING: rgb("FF8A7A"),
        Tone.OPEN: rgb("E9E4D6"),
        Tone.SUNK: rgb("35434C"),
        Tone.NEXT: GOLD,
        Tone.YELLOW: rgb("FFF722"),
        Tone.GREEN: rgb("45BFA5"),
        Tone.BLUE: rgb("345FD7"),
        Tone.RED: rgb("B1353F"),
        Tone.ORANGE: rgb("DB822B"),
        Tone.SEAT_1: rgb("FFB454"),
        Tone.SEAT_2: rgb("6CB8FF"),
        Tone.SEAT_3: rgb("BBA0FF"),
        Tone.SEAT_4: rgb("8FD694"),
        Tone.SEAT_5: rgb("FF96B4"),
        Tone.SEAT_6: rgb("E8E27A"),
    },
    focus=rgb("FFFFFF"),
    shadow=rgb("070A0C"),
    dark_ink=DARK,
    light_ink=LIGHT,
    strike=rgb("FF8A7A"),
    gold=GOLD,
    die=Skin(edge=rgb("CFC8B8"), body=rgb("F4F0E6"), ink=DARK, shine=0.6),
    skins={
        DieKind.NUMBER: Skin(edge=rgb("15141A"), body=rgb("2B2A33"), ink=LIGHT, shine=0.06),
        DieKind.SPECIAL: Skin(edge=rgb("B98A1E"), body=rgb("F3C14B"), ink=DARK, shine=0.25),
    },
)
