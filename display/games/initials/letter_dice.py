"""The dice of Initials as they are seen: five coloured ones with letters, the colour die, and the one for the theme."""

from __future__ import annotations

from collections.abc import Mapping

from display.tree import Dice, Face, Look, Target, Tone
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


def face(text: str) -> Face:
    """A die that shows this: a number, a colour or a letter."""
    if text in NUMBER_DIE.faces:
        return Face(text=text, look=Look.NUMBER)
    if text in COLOUR_DIE.faces:
        return Face(text=text, look=Look.SWATCH, tone=TONES.get(text))
    return Face(text=text, look=Look.LETTER)


def letter(colour: str, text: str, target: Target | None = None, *, lifted: bool = False, gone: bool = False) -> Face:
    return Face(text=text, look=Look.LETTER, tone=TONES[colour], target=target, lifted=lifted, gone=gone)


def tray(state: Initials, targets: Mapping[int, Target] | None = None, lifted: tuple[int, ...] | None = None) -> Dice:
    """The dice as they lie, or pale if they are still to be rolled. The initial is lifted, unless others are named."""
    if isinstance(state.turn, ToRoll) and not state.heard:
        return Dice(faces=_ready(state, state.turn), across=None)
    if lifted is None:
        lifted = tuple([die for die, colour in enumerate(COLOURS) if colour == state.colour])
    targets = targets or {}
    letters = [
        letter(colour, state.letters[die], targets.get(die), lifted=die in lifted) for die, colour in enumerate(COLOURS)
    ]
    return Dice(faces=(*letters, face(state.colour)), across=3)


def thrown(faces: tuple[str, ...]) -> tuple[Face, ...]:
    if len(faces) == 1:
        return (face(faces[0]),)
    return (*[letter(colour, text) for colour, text in zip(COLOURS, faces, strict=False)], face(faces[-1]))


def _ready(state: Initials, turn: ToRoll) -> tuple[Face, ...]:
    if turn.dice == (NUMBER_DIE,):
        return (Face(text="?", look=Look.NUMBER, gone=True),)
    pale = [letter(die.name, die.faces[at], gone=True) for at, die in enumerate(turn.dice[:-1])]
    return (*pale, Face(text=BLACK, look=Look.SWATCH, gone=True))
