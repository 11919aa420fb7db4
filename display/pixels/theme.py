"""A theme: all colours of the box by what they mean. It is handed to the painter, which knows no colour of its own."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from display.pixels.colours import Colour, contrast
from display.tree import DieKind, Tone


class Skin(Struct, frozen=True):
    """How a kind of die is coloured: its edge and body, how much its middle shines, and what is drawn on it."""

    edge: Colour
    body: Colour
    ink: Colour
    shine: float


class Theme(Struct, frozen=True):
    """The colours of everything that is painted. `skins` are those of the dice that do not look like the usual one."""

    tones: Mapping[Tone, Colour]
    focus: Colour  # the ring around what is about to be chosen
    shadow: Colour
    dark_ink: Colour
    light_ink: Colour
    strike: Colour  # the pen that crosses out and ticks
    gold: Colour
    die: Skin
    skins: Mapping[DieKind, Skin]

    def __post_init__(self) -> None:
        missing = [tone.value for tone in Tone if tone not in self.tones]
        if missing:
            raise ValueError(f"a theme needs a colour for {', '.join(missing)}")

    def ink_on(self, colour: Colour) -> Colour:
        """The pen or text colour that reads better on a box of this colour."""
        return max(self.dark_ink, self.light_ink, key=lambda ink: contrast(ink, colour))
