"""A whole box for tests: press pins, keys or the picture, advance the clock, and look at what the players see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pygame

from device.box import Box
from device.keeping.settings import Settings
from device.keeping.store import Store
from device.loop import Loop
from device.outputs import Picture
from device.scenes.scene import AnyScene
from device.thinking import Thinker, ThinkingAtOnce
from display.language import speaker
from display.pixels.layout import lay_out
from display.pixels.painter import Painter
from display.pixels.text import Fonts
from display.screens.service import Finding
from hardware.clock import SimClock
from hardware.gestures import Gestures, Timing
from hardware.inbox import Inbox
from hardware.inputs import NEXT, SELECT, Panel, Press
from hardware.panels.gpio_panel import GpioPanel
from hardware.panels.pinmap import default_pins
from hardware.panels.pygame_panel import PygamePanel
from hardware.parts.backlight import Backlight
from hardware.parts.receipt import Receipt
from tests.sample import english

SIZE = (800, 480)
FONTS = Fonts()


class Rig:
    """A box on a simulated clock, with its loop turned by hand and a picture painted in memory."""

    def __init__(
        self,
        folder: Path,
        *,
        settings: Settings | None = None,
        panels: Callable[[Inbox, SimClock], list[Panel]] = lambda inbox, clock: [],
        secret: bytes = bytes(range(32)),
        prints: bool = False,
        look_over: Callable[[], Sequence[Finding]] = tuple,
        backlight: Backlight | None = None,
        thinker: Thinker | None = None,
    ) -> None:
        self.heard: list[str] = []
        self.printed: list[Receipt] = []
        self.clock = SimClock(100.0)
        self.inbox = Inbox()
        self.store = Store.open(folder / "games.db")
        self.box = Box(
            clock=self.clock,
            store=self.store,
            settings=settings or english(),
            thinker=thinker or ThinkingAtOnce(),
            today=lambda: datetime(2026, 1, 2, 3, 4),
            secret=lambda: secret,
            sound=lambda sound: self.heard.append(sound.value),
            printing=self.printed.append if prints else None,
            look_over=look_over,
        )
        self.painter = Painter(FONTS, SIZE)
        self.pointer = PygamePanel(self.clock, SIZE)
        self.picture = Picture(self.painter, self.pointer, self.box.settings.language, backlight)
        self.panels = panels(self.inbox, self.clock)
        self.loop = Loop(self.box, self.inbox, self.picture, self.panels, Gestures(Timing()), self.clock)
        self.loop.step()

    def wait(self, seconds: float) -> None:
        """Let time pass in small steps, as the loop would see it."""
        while seconds > 0:
            self.clock.advance(min(seconds, 0.02))
            seconds -= 0.02
            self.loop.step()

    @property
    def seen(self) -> str:
        """All texts on the screen, as the players read them."""
        layout = lay_out(self.box.screen, SIZE, FONTS, speaker(self.box.settings.language))
        return " / ".join(line.text for item in layout.items for line in item.lines)

    def is_at(self, scene: type[AnyScene]) -> bool:
        """Whether such a scene is up."""
        return isinstance(self.box.scene, scene)

    @property
    def offered(self) -> list[str]:
        return [target.name for target in self.box.screen.targets()]

    def press(self, *buttons: str) -> None:
        """Press buttons of the panel, one after the other."""
        for button in buttons:
            self.box.handle(Press(self.clock.now(), button))
            self.wait(0.05)

    def choose(self, name: str) -> None:
        """Go to a target with Next and choose it with Select."""
        for _ in self.offered:
            if self.box.focus == name:
                break
            self.press(NEXT)
        assert self.box.focus == name
        self.press(SELECT)

    def tap(self, name: str) -> None:
        """Touch a target on the picture."""
        layout = self.picture._layout
        assert layout is not None
        place = layout.place_of(name)
        spot = (place.x + place.w // 2, place.y + place.h // 2)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=spot, touch=False))
        self.wait(0.1)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=spot, touch=False))
        self.wait(0.1)

    def close(self) -> None:
        for panel in self.panels:
            panel.close()
        self.store.close()


class Pins:
    """Fingers and eyes on a GPIO panel with gpiozero's mock pins, whose edges are stamped by the rig's clock."""

    def __init__(self, monkeypatch: Any) -> None:
        from gpiozero.pins import mock

        self._monkeypatch = monkeypatch
        self._mock = mock
        self.factory = mock.MockFactory()
        self.pins = default_pins()

    def panels(self, inbox: Inbox, clock: SimClock) -> list[Panel]:
        self._monkeypatch.setattr(self._mock, "monotonic", clock.now)
        self._monkeypatch.setattr("gpiozero.pins.local.monotonic", clock.now)
        panel = GpioPanel(self.pins, self.factory)
        panel.open(inbox.put)
        return [panel]

    def press(self, rig: Rig, line: str) -> None:
        """Press and let go."""
        pin = self.factory.pin(self.pins.lines[line])
        pin.drive_low()
        rig.wait(0.04)
        pin.drive_high()
        rig.wait(0.04)

    def turn(self, rig: Rig, clockwise: bool = True) -> None:
        """Turn the knob by one detent."""
        first, second = ("knob_a", "knob_b") if clockwise else ("knob_b", "knob_a")
        for line, low in ((first, True), (second, True), (first, False), (second, False)):
            pin = self.factory.pin(self.pins.lines[line])
            if low:
                pin.drive_low()
            else:
                pin.drive_high()
            rig.wait(0.01)
