"""The box: hands what people do to the scene that is up, and says what is to be seen and which lamps are lit.

It has no screen, no pins and no clock of its own, so a test can press a button, advance the time and look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from random import Random
from typing import TYPE_CHECKING, Any

from device.keeping.settings import Settings
from device.keeping.store import Store
from device.scenes.menu import MenuScene
from device.scenes.scene import AnyScene, Shared
from device.thinking import Thinker
from display.screens.frame import View
from display.sounds import Sound
from display.tree import AnyScreen, AnyTarget, Step
from engine.words import Message, say
from hardware.clock import Clock
from hardware.gestures import SERVICE
from hardware.inputs import (
    BACK,
    NEXT,
    PREV,
    ROLL,
    SEATS,
    SELECT,
    Exposed,
    Hold,
    Input,
    Lamp,
    Press,
    Quit,
    Trouble,
    Turn,
    Typed,
)

if TYPE_CHECKING:
    from device.match import Match
    from display.screens.service import Finding
    from hardware.parts.receipt import Receipt


class Box:
    """Everything between the inputs and the screen: the scene, the focus, and what is wrong with the box."""

    def __init__(
        self,
        *,
        clock: Clock,
        store: Store,
        settings: Settings,
        thinker: Thinker,
        today: Callable[[], datetime],
        portrait: bool = False,
        secret: Callable[[], bytes] | None = None,
        luck: Random | None = None,
        sound: Callable[[Sound], object] = lambda sound: None,
        printing: Callable[[Receipt], object] | None = None,
        look_over: Callable[[], Sequence[Finding]] = tuple,
    ) -> None:
        self._shared = Shared(
            clock=clock,
            store=store,
            settings=settings,
            thinker=thinker,
            today=today,
            luck=luck or Random(),
            sound=sound,
            printing=printing,
            look_over=look_over,
            secret=secret,
        )
        self.running = True
        self.focus = ""
        self._portrait = portrait
        self._pressed = ""  # the button that was pressed last
        self._fault: Message | None = None
        self._panel_trouble: dict[str, str] = {}
        self.scene: AnyScene = self._resumed() or MenuScene(self._shared)
        self._draw()
        self.focus = self._usual_focus()

    # What is seen.

    @property
    def screen(self) -> AnyScreen:
        """What people see now. Drawn anew only when something on it has changed."""
        return self._screen

    @property
    def settings(self) -> Settings:
        return self._shared.settings

    @property
    def match(self) -> Match | None:
        """The game that goes on, or whose result is still to be seen."""
        return None if self._shared.game is None else self._shared.game.match

    @property
    def portrait(self) -> bool:
        return self._portrait

    @portrait.setter
    def portrait(self, portrait: bool) -> None:
        self._portrait = portrait
        self._go(self.scene)

    def lamps(self) -> Mapping[int, Lamp]:
        return self.scene.lamps()

    def _draw(self) -> None:
        self._screen: AnyScreen = self.scene.screen(View(self._portrait, self._troubles()))
        self._targets = {target.name: target for target in self._screen.targets()}

    def _troubles(self) -> tuple[Message, ...]:
        own = tuple(trouble for trouble in (self._fault, self._shared.store.trouble) if trouble is not None)
        return own + tuple(say("{text}", text=what) for what in self._panel_trouble.values())

    # What people do.

    def handle(self, event: Input) -> None:
        """Take one input."""
        match event:
            case Press(time=time, button=button):
                self._press(button, time)
            case Turn(time=time, steps=steps):
                self._feel(time)
                self._step(steps)
            case Hold(time=time, button=button):
                self._hold(button)
            case Typed(character=character):
                if self._screen.typing:
                    self.scene.type(character)
                    self._go(self.scene)
                    self.focus = self._screen.entering or self.focus
            case Trouble(panel=panel, what=what):
                self._panel_trouble[panel] = what
                if not what:
                    del self._panel_trouble[panel]
                self._go(self.scene)
            case Quit():
                self.running = False
            case Exposed():
                pass

    def touch(self, time: float, target: AnyTarget | None) -> None:
        """A finger on a target, or beside all of them."""
        self._feel(time)
        if target is None and not self.scene.rolling:
            return  # a hand that rests on the screen is no wish
        if target is not None and not target.touch_only and not self.scene.rolling:
            self.focus = target.name
        self._choose(None if target is None else target.choice, time)

    def _feel(self, time: float, button: str = "") -> None:
        if self.scene.felt(time, button):
            self._draw()

    def _press(self, button: str, time: float) -> None:
        self._pressed = button
        self._feel(time, button)
        focused, screen = self._targets.get(self.focus), self._screen
        meant: dict[str, Any] = {
            PREV: Step(-1),
            NEXT: Step(1),
            SELECT: None if focused is None else focused.choice,
            BACK: screen.back,
            ROLL: screen.roll,
        }
        meant |= {SEATS[place]: choice for place, choice in screen.seats}
        self._choose(meant.get(button), time)

    def _hold(self, button: str) -> None:
        if button == SERVICE:
            self._go(self._service())
        elif button == BACK:
            self._go(self._pause_or_menu())

    def _service(self) -> AnyScene:
        from device.scenes.service import ServiceScene
        from device.scenes.settings import SettingsScene

        game = self._shared.game
        back = game if game is not None and self._shared.playing else SettingsScene(self._shared)
        return ServiceScene(self._shared, back, self._pressed)

    def _pause_or_menu(self) -> AnyScene:
        game = self._shared.game
        if game is not None and self._shared.playing:
            from device.scenes.pause import PauseScene

            return PauseScene(game)
        self._shared.game = None
        return MenuScene(self._shared)

    def _choose(self, choice: Any, time: float) -> None:
        """Whatever people do lets dice in the air fall, unless its moment counts."""
        if self.scene.rolling and not _has_its_moment(choice):
            self._go(self.scene.skip())
        elif choice is None:
            self._shared.sound(Sound.REFUSAL)
        elif isinstance(choice, Step):
            self._step(choice.by)
        else:
            led = self.scene.choose(choice, time)
            if led is not self.scene:
                self._fault = None  # whoever goes on has seen it
            self._go(led)

    def _step(self, by: int) -> None:
        names = list(self._targets)
        at = names.index(self.focus) if self.focus in names else 0
        self.focus = names[(at + by) % len(names)]

    def _go(self, scene: AnyScene) -> None:
        """To this scene, or on with the one there is. The focus stays where it is as long as that makes sense; in a new
        scene, and where the usual choice is another one, it goes to the usual choice."""
        before, start = self.scene, self._screen.start
        self.scene = scene
        self._draw()
        if scene is not before or self._screen.start != start or self.focus not in self._targets:
            self.focus = self._usual_focus()

    def _usual_focus(self) -> str:
        return self._screen.start if self._screen.start in self._targets else next(iter(self._targets))

    # A game that goes on, and faults.

    def _resumed(self) -> AnyScene | None:
        """The game that was going on when the box was switched off."""
        shared = self._shared
        saved = shared.store.unfinished()
        if saved is None:
            return None
        from device import match
        from device.scenes.game import GameScene

        try:
            found = match.resume(shared.store, saved, shared.today)
        except ValueError:  # a game of another version: leave it in the store, start with the menu
            return None
        shared.seating.seat_again(found.rules, dict(zip(found.places, found.table.seats, strict=True)))
        return GameScene(shared, found).here()

    def fail_safe(self, reason: str) -> None:
        """Back to the menu after a fault of the box itself."""
        self._shared.game = None
        self._fault = say(
            "Something went wrong ({reason}); the game is saved. Switch the box off and on to go on with it.",
            reason=reason,
        )
        self._go(MenuScene(self._shared))

    # Time.

    def next_due(self) -> float | None:
        """When `tick` has something to do."""
        return self.scene.next_due()

    def tick(self) -> None:
        """Let pass what time brings: dice settle, thoughts arrive, bots act."""
        thoughts, due = self._shared.thinker.answers(), self.next_due()
        if not (thoughts or (due is not None and self._shared.clock.now() >= due)):
            return
        for thought in thoughts:
            if self._shared.game is not None:
                self._shared.game.hear(thought)
        self._go(self.scene.tick())


def _has_its_moment(choice: Any) -> bool:
    """Whether it counts when this was chosen, even while dice are in the air."""
    from display.choices import PlayAt

    return isinstance(choice, PlayAt)
