"""What a scene is, and what all scenes of a box share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from device.keeping.settings import Settings
from device.keeping.store import Store
from device.thinking import Thinker
from display.screens.frame import View
from display.sounds import Sound
from display.tree import Screen
from hardware.clock import Clock
from hardware.inputs import SEATS, Lamp

if TYPE_CHECKING:  # nobody needs them before a game is played, printed or looked over
    from device.scenes.game import GameScene
    from device.seating import Seating
    from display.screens.service import Finding
    from hardware.parts.receipt import Receipt

Known = TypeVar("Known")  # the choices a scene knows


class Shared(Struct, dict=True, eq=False, kw_only=True):
    """What all scenes of a box share. `game` is the one that goes on, or whose result is still to be seen."""

    clock: Clock
    store: Store
    settings: Settings
    thinker: Thinker
    today: Callable[[], datetime]
    luck: Random
    sound: Callable[[Sound], object]
    printing: Callable[[Receipt], object] | None
    look_over: Callable[[], Sequence[Finding]]
    secret: Callable[[], bytes] | None = None  # instead of the usual one
    game: GameScene | None = None

    @cached_property
    def seating(self) -> Seating:
        """The table between two games."""
        from device.seating import Seating

        return Seating(self.settings.names[: len(SEATS)], self.secret, self.luck)

    @property
    def playing(self) -> bool:
        """Whether a game goes on."""
        return self.game is not None and not self.game.match.over


class Scene(ABC, Generic[Known]):
    """A moment of the box. It owns what is seen and what can be done; the box holds one scene at a time."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared

    @abstractmethod
    def screen(self, view: View) -> Screen[Known]:
        """What people see now."""

    @abstractmethod
    def choose(self, choice: Known, time: float) -> AnyScene:
        """Do what was chosen at this time; gives the scene it leads to, which may be this one."""

    @property
    def rolling(self) -> bool:
        """Whether dice are in the air. Whatever people do then lets them fall."""
        return False

    def skip(self) -> AnyScene:
        """Let the dice fall at once."""
        return self

    def felt(self, time: float, button: str = "") -> bool:
        """Somebody pressed a button, turned the knob or touched the screen. True if that can be seen on the screen."""
        return False

    def type(self, character: str) -> None:
        """A letter from a keyboard, on a screen that takes letters; backspace takes one away."""

    def lamps(self) -> Mapping[int, Lamp]:
        """Blinking: it is your turn. Lit: you may act, or you sit here."""
        return {}

    def next_due(self) -> float | None:
        """When `tick` has something to do."""
        return None

    def tick(self) -> AnyScene:
        """Let pass what time brings; gives the scene it leads to."""
        return self


AnyScene: TypeAlias = Scene[Any]
