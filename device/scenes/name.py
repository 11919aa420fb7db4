"""What is the name of whoever sits at a place?"""

from __future__ import annotations

from typing import assert_never

from device.scenes.scene import AnyScene, Scene, Shared
from display.screens.frame import View
from display.screens.name import AtTheName, Letter, NameChoice, TakeName, name_screen
from display.tree import Screen

LONGEST_NAME = 12  # that can be typed at the box


class NameScene(Scene[NameChoice]):
    def __init__(self, shared: Shared, seat: AnyScene, place: int) -> None:
        super().__init__(shared)
        self._seat = seat
        self._place = place
        self._name = shared.seating.shown.places[place].name

    def screen(self, view: View) -> Screen[NameChoice]:
        return name_screen(view, self._place, self._name, self.shared.settings.names)

    def type(self, character: str) -> None:
        if character == "\b":
            self._name = self._name[:-1]
        elif character.isprintable() and len(self._name) < LONGEST_NAME and (self._name or character != " "):
            self._name += character

    def choose(self, choice: NameChoice, time: float) -> AnyScene:
        match choice:
            case TakeName(name=name):
                self._name = name
                return self._done()
            case Letter(letter=letter):
                self.type(letter if not self._name else letter.lower())
            case AtTheName.DELETE:
                self.type("\b")
            case AtTheName.DONE:
                return self._done()
            case AtTheName.BACK:
                return self._seat
            case _:
                assert_never(choice)
        return self

    def _done(self) -> AnyScene:
        if self._name.strip():
            self.shared.seating.name(self._place, self._name.strip())
        return self._seat
