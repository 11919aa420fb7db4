"""What is shown of a game: whose sheet is large, how far each seat has chosen, what is told, and dice in the air."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from display.choices import Path
from display.screens.game import Playing
from engine.words import Message


class ShownGame:
    """Each seat has its own path, so that several people can choose at once on one screen."""

    def __init__(self) -> None:
        self.seat = 0  # whose sheet is large
        self.told: Message | None = None  # why somebody's press did nothing
        self.in_the_air: Playing | None = None  # what is seen while dice roll: the position before they fall
        self._paths: dict[int, Path] = {}
        self._hints: dict[int, Message] = {}
        self._why: tuple[int, Message] | None = None  # the seat that was refused something, and the reason

    @property
    def path(self) -> Path:
        """How far the seat that is shown has chosen."""
        return self._paths.get(self.seat, ())

    def narrow(self, seat: int, path: Path) -> None:
        """A seat's choice is narrowed to this; a hint stays, since this may be a step towards it."""
        self._paths[seat] = path
        self._why = None

    def forget(self, seat: int) -> None:
        """The seat has moved."""
        self._paths.pop(seat, None)
        self._hints.pop(seat, None)
        self._why = None

    def forget_all(self) -> None:
        self._paths.clear()
        self._hints.clear()
        self._why = None

    def keep(self, choosing: Collection[int]) -> None:
        """Only these seats are choosing now."""
        self._paths = {seat: path for seat, path in self._paths.items() if seat in choosing}
        self._hints = {seat: hint for seat, hint in self._hints.items() if seat in choosing}
        if self._why is not None and self._why[0] not in choosing:
            self._why = None

    def tell_why(self, seat: int, why: Message) -> None:
        self._why = (seat, why)

    def tell_hint(self, seat: int, hint: Message) -> None:
        self._hints[seat] = hint
        self._why = None

    @property
    def hint(self) -> Message | None:
        """What is said to the seat that is shown."""
        if self._why is not None and self._why[0] == self.seat:
            return self._why[1]
        return self._hints.get(self.seat)

    def tell(self, told: Message) -> None:
        """Say something at once, even while dice roll."""
        self.told = told
        if self.in_the_air is not None:
            self.in_the_air = replace(self.in_the_air, news=told)

    def turn_to(self, wanted: Sequence[int], otherwise: Sequence[int]) -> None:
        """Show whoever is waited for; whoever is choosing is not disturbed."""
        if self.seat not in (wanted or otherwise):
            self.seat = (wanted or otherwise)[0]
