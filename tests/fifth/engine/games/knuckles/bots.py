"""The one bot of Knuckles: it writes where it gets most."""

from __future__ import annotations

from random import Random

from engine.words import Message, say

from .rules import BOXES, Action, Knuckles, Write

STRENGTHS = ("hasty",)


class Hasty:
    """Writes its first throw."""

    def choose(self, state: Knuckles, seat: int) -> Action:
        writes = [Write(box) for box in BOXES if Write(box) in state.legal(seat)]
        return max(writes, key=lambda write: int(write.box) * state.faces.count(write.box))


def bot(strength: str, luck: Random) -> Hasty:
    return Hasty()


def hint(state: Knuckles, seat: int) -> Message:
    best = Hasty().choose(state, seat)
    assert isinstance(best, Write)
    return say("Write the {box}s", box=best.box)
