"""Is the box well? Every part with its remedy, and the name of whatever button is pressed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from device.scenes.scene import AnyScene, Scene, Shared
from display.screens.frame import View
from display.screens.pages import TurnPage
from display.screens.service import AtService, ServiceChoice, service_screen
from display.tree import Screen
from hardware.inputs import SEATS, Lamp


class ServiceScene(Scene[ServiceChoice]):
    def __init__(self, shared: Shared, back: AnyScene, pressed: str = "") -> None:
        super().__init__(shared)
        self._back = back
        self._pressed = pressed
        self._look_over()

    def _look_over(self) -> None:
        self._findings = self.shared.look_over()
        self._page = 0

    def screen(self, view: View) -> Screen[ServiceChoice]:
        return service_screen(view, self._findings, self._pressed, self._page)

    def lamps(self) -> Mapping[int, Lamp]:
        """For whoever looks the box over, all are lit."""
        return dict.fromkeys(range(len(SEATS)), Lamp.LIT)

    def felt(self, time: float, button: str = "") -> bool:
        self._pressed = button or self._pressed
        return bool(button)

    def choose(self, choice: ServiceChoice, time: float) -> AnyScene:
        match choice:
            case TurnPage(page=page):
                self._page = page
            case AtService.CHECK_AGAIN:
                self._look_over()
            case AtService.BACK:
                return self._back
            case _:
                assert_never(choice)
        return self
