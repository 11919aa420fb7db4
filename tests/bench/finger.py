"""A player of any game: blind but legal, by what the screen offers and with the buttons of the panel alone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

NEXT, PREV, SELECT, ROLL = "next", "prev", "select", "roll"
HINT = "hint"
NEVER = ("pause",)
SELDOM = ("back", "give up", HINT, "pass", "undo", "withdraw")  # or no game would come to its end
QUICKER = "skip"


MENU, GAME, PAUSE, RESULT, TABLE = "MenuScene", "GameScene", "PauseScene", "ResultScene", "TableScene"


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player sees: the scene that is up, the target that has the focus, all targets, and what else is the
    case."""

    scene: str
    focus: str
    targets: tuple[str, ...]
    rolls: bool  # the Roll button does something
    moving: bool  # dice are in the air
    waits: bool = True  # in a game, people may act
    events: int = 0  # of the game, so far

    @property
    def kind(self) -> tuple[str, ...]:
        """The same for all positions that ask the same: the words with which its targets begin."""
        return (self.scene, *sorted({name.split()[0] for name in self.targets}))


def towards(seen: Seen, target: str) -> str:
    """The button that brings the focus nearer to a target, or chooses it."""
    if seen.focus == target:
        return SELECT
    here, there, count = seen.targets.index(seen.focus), seen.targets.index(target), len(seen.targets)
    return NEXT if (there - here) % count <= count // 2 else PREV


class Finger:
    """Presses what a player might: mostly the usual choice, or one not far from it.

    It `wanders` to another choice as often as that.

    Where the answers to presses are `measured`, two buttons are left alone: Prev is half of a chord, so it is answered
    only when it is let go, and a hint lets a bot think, which is another measurement.
    """

    def __init__(self, luck: Random, measured: bool = False, wanders: float = 0.4) -> None:
        self._luck = luck
        self._wanders = wanders
        self._back = NEXT if measured else PREV
        self._never = (*NEVER, HINT) if measured else NEVER

    def press(self, seen: Seen) -> str:
        """The button for this position of a game."""
        if QUICKER in seen.targets:
            return towards(seen, QUICKER)
        if seen.rolls and self._luck.random() < 0.3:
            return ROLL
        if seen.focus in self._never or (seen.focus in SELDOM and self._luck.random() < 0.95):
            return self._luck.choice((NEXT, self._back))
        if self._luck.random() >= self._wanders:
            return SELECT
        return self._luck.choices((NEXT, self._back), (3, 1))[0]
