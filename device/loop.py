"""The loop: sleeps until something happens, lets the box take it, and shows a frame only when something changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from device.box import Box
from device.keeping.settings import Settings
from device.watchdog import Watchdog
from display.tree import AnyScreen, AnyTarget
from hardware.clock import Clock
from hardware.faults import note_fault
from hardware.gestures import Gestures
from hardware.inbox import Inbox
from hardware.inputs import Edge, Exposed, Panel, Raw, Touch, Typed
from hardware.reasons import reason

FRAME = 1 / 60
MOST_FAULTS = 3  # in a row; then the menu itself cannot be shown


class Output(Protocol):
    """Something to look at, which may have inputs of its own: `pump` asks for them."""

    @property
    def poll(self) -> float | None:
        """After how many seconds `pump` must be called if nothing wakes the loop before; None is never."""

    @property
    def portrait(self) -> bool: ...

    def pump(self) -> list[Raw]: ...

    def show(self, screen: AnyScreen, focus: str, now: float) -> None: ...

    def target_at(self, x: int, y: int) -> AnyTarget | None: ...

    def use(self, settings: Settings) -> None:
        """Take over settings that concern the picture."""

    def dim(self, dimmed: bool) -> None:
        """Be dark, or bright again."""


class Loop:
    """One thread owns the box. `step` is one round without sleeping, so tests can drive it by hand.

    `keep` is called with settings that people have changed, before they are seen.
    """

    def __init__(
        self,
        box: Box,
        inbox: Inbox,
        output: Output,
        panels: Sequence[Panel],
        gestures: Gestures,
        clock: Clock,
        keep: Callable[[Settings], None] = lambda settings: None,
        watchdog: Watchdog | None = None,
    ) -> None:
        self._box = box
        self._inbox = inbox
        self._output = output
        self._panels = panels
        self._gestures = gestures
        self._clock = clock
        self._keep = keep
        self._watchdog = watchdog or Watchdog({})
        self._faults = 0
        self._ahead: list[Raw] = []
        self._settings = box.settings
        self._seen: tuple[AnyScreen, str] | None = None
        self._used_at = clock.now()
        self._dimmed = False

    def run(self) -> None:
        """Until the box is told to stop."""
        self._watchdog.ready()
        while self._box.running:
            self.step_or_recover()
            if self._box.running:
                self._inbox.wait(self._sleep())

    def step_or_recover(self) -> None:
        """One round. A fault of the box itself costs the screen that was up, not the game, which is saved."""
        try:
            self.step()
            self._faults = 0
        except Exception as fault:
            note_fault(__name__, "a fault of the box")
            self._faults += 1
            if self._faults == MOST_FAULTS:
                raise OSError(f"the box cannot go on ({reason(fault)}); start it again, the game is saved") from fault
            self._seen = None
            self._box.fail_safe(reason(fault))

    def step(self) -> None:
        """Take what has happened, let the time pass, and show what changed."""
        self._watchdog.ping(self._clock.now())
        came, self._ahead = [*self._ahead, *self._inbox.drain(), *self._output.pump()], []
        for raw in came:
            self._take(raw)
        for event in self._gestures.advance(self._clock.now()):
            self._box.handle(event)
        self._box.tick()
        self._show()
        self._dim_if_idle()

    def _take(self, raw: Raw) -> None:
        if isinstance(raw, Edge | Touch | Typed) and self._woken() and isinstance(raw, Touch):
            return  # who touches a dark screen cannot see what; buttons are felt, and act
        if isinstance(raw, Edge):
            for event in self._gestures.feed(raw):
                self._box.handle(event)
        elif isinstance(raw, Touch):
            self._box.touch(raw.time, self._output.target_at(raw.x, raw.y))
        else:
            if isinstance(raw, Exposed):
                self._seen = None
            self._box.handle(raw)

    def _woken(self) -> bool:
        """Somebody is here. True if it was dark."""
        self._used_at = self._clock.now()
        was_dark, self._dimmed = self._dimmed, False
        if was_dark:
            self._output.dim(False)
        return was_dark

    def _dims_at(self) -> float | None:
        minutes = self._box.settings.dim_after
        return None if self._dimmed or minutes == 0 else self._used_at + 60 * minutes

    def _dim_if_idle(self) -> None:
        due = self._dims_at()
        if due is not None and self._clock.now() >= due:
            self._dimmed = True
            self._output.dim(True)

    def _show(self) -> None:
        if self._box.settings != self._settings:
            self._settings = self._box.settings
            self._keep(self._settings)
            self._output.use(self._settings)
            self._box.portrait = self._output.portrait
            self._seen = None
        screen, focus = self._box.screen, self._box.focus
        if (screen, focus) == self._seen and screen.moving_until is None:
            return
        self._seen = (screen, focus)
        self._output.show(screen, focus, self._clock.now())
        # The window's system may have handed over keys and touches while it took the picture. They have been read by
        # now, so nothing would wake the loop for them.
        self._ahead += self._output.pump()
        for panel in self._panels:
            panel.show(self._box.lamps())

    def _sleep(self) -> float | None:
        if self._ahead:
            return 0.0
        now = self._clock.now()
        dues = [self._box.next_due(), self._gestures.next_due(), self._dims_at(), self._watchdog.next_due()]
        waits = [max(0.0, due - now) for due in dues if due is not None]
        if self._output.poll is not None:
            waits.append(self._output.poll)
        if self._seen is not None and self._seen[0].moving_until is not None:
            waits.append(FRAME)
        return min(waits, default=None)
