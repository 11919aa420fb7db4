"""The dice of Initials as they are seen: five coloured ones with letters, the colour die, and the one for the theme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Never

from display.choices import GameChoice
from display.tree import Choice, Dice, DieKind, Face, Target, Tone
from engine.contract import ToRoll
from engine.games.initials.calls import COLOURS
from engine.games.initials.rules import Initials
from engine.games.initials.variants import BLACK, COLOUR_DIE, NUMBER_DIE
from engine.words import Message, say

TONES = dict(zip(COLOURS, (Tone.GREEN, Tone.OPEN, Tone.YELLOW, Tone.RED, Tone.BLUE), strict=True))
NAMES: dict[str, Message] = {
    "green": say("green"),
    "white": say("white"),
    "yellow": say("yellow"),
    "red": say("red"),
    "blue": say("blue"),
    BLACK: say("black"),
}


def face(text: str) -> Face[Never]:
    """A die that shows this: a number, a colour or a letter."""
    if text in NUMBER_DIE.faces:
        return Face(text=text, kind=DieKind.NUMBER)
    if text in COLOUR_DIE.faces:
        return Face(text=text, kind=DieKind.SWATCH, tone=TONES.get(text))
    return Face(text=text, kind=DieKind.LETTER)


def letter(
    colour: str,
    text: str,
    target: Target[Choice] | None = None,
    *,
    lifted: bool = False,
    gone: bool = False,
) -> Face[Choice]:
    """The letter die of this colour."""
    return Face(text=text, kind=DieKind.LETTER, tone=TONES[colour], target=target, lifted=lifted, gone=gone)


def tray(
    state: Initials, targets: Mapping[int, Target[GameChoice]] | None = None, lifted: tuple[int, ...] | None = None
) -> Dice[GameChoice]:
    """The dice as they lie, or pale if they are still to be rolled. The initial is lifted, unless others are named."""
    if isinstance(state.turn, ToRoll) and not state.heard:
        return Dice(faces=_ready(state, state.turn), across=None)
    if lifted is None:
        lifted = tuple([die for die, colour in enumerate(COLOURS) if colour == state.colour])
    targets = targets or {}
    letters: list[Face[GameChoice]] = [
        letter(colour, state.letters[die], targets.get(die), lifted=die in lifted) for die, colour in enumerate(COLOURS)
    ]
    return Dice(faces=(*letters, face(state.colour)), across=3)


def thrown(faces: tuple[str, ...]) -> tuple[Face[Never], ...]:
    if len(faces) == 1:
        return (face(faces[0]),)
    return (*[letter(colour, text) for colour, text in zip(COLOURS, faces, strict=False)], face(faces[-1]))


def _ready(state: Initials, turn: ToRoll) -> tuple[Face[Never], ...]:
    if turn.dice == (NUMBER_DIE,):
        return (Face(text="?", kind=DieKind.NUMBER, gone=True),)
    pale: list[Face[Never]] = [letter(die.name, die.faces[at], gone=True) for at, die in enumerate(turn.dice[:-1])]
    return (*pale, Face(text=BLACK, kind=DieKind.SWATCH, gone=True))
