"""The signs and the looks of things on a terminal, as the codes that terminals know."""

from __future__ import annotations

from display.tree import Mark, Tone

FOCUS, POINTER, STRUCK = "▶", "→", "─"
MARKS = {Mark.CROSS: "X", Mark.TICK: "✓", Mark.SLASH: "/", Mark.SLASHES: "X"}
LETTERS = {Tone.YELLOW: "y", Tone.GREEN: "g", Tone.BLUE: "b", Tone.RED: "r", Tone.ORANGE: "o"}
FRAME, TURN_FRAME, FOCUS_FRAME = tuple("┌─┐│└┘"), tuple("┏━┓┃┗┛"), tuple("╔═╗║╚╝")

BOLD, DIM = "1", "2"
COLOURS = {
    Tone.QUIET: DIM,
    Tone.ACCENT: "33",
    Tone.WARNING: "31",
    Tone.NEXT: "33",
    Tone.YELLOW: "93",
    Tone.GREEN: "92",
    Tone.BLUE: "94",
    Tone.RED: "91",
    Tone.ORANGE: "33",
    Tone.SEAT_1: "33",
    Tone.SEAT_2: "94",
    Tone.SEAT_3: "95",
    Tone.SEAT_4: "92",
    Tone.SEAT_5: "91",
    Tone.SEAT_6: "93",
}
