"""Every input and lamp, live: for a builder who presses each button once and looks whether the box notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from hardware.clock import Clock
from hardware.inbox import Inbox
from hardware.inputs import BUTTONS, KNOB_A, KNOB_B, SEATS, Edge, Lamp, Panel, Raw, Trouble

LAMP_STEP = 0.5  # seconds


@dataclass(frozen=True, slots=True)
class Row:
    """How a line is right now, and how often it went down since the view was opened."""

    line: str
    down: bool
    times: int


class LiveView:
    """The lines as they are; the lamps of the seats light up one after the other."""

    def __init__(self) -> None:
        self._rows = {line: Row(line, False, 0) for line in (*BUTTONS, KNOB_A, KNOB_B)}

    @property
    def rows(self) -> list[Row]:
        return list(self._rows.values())

    def take(self, raw: Raw) -> str | None:
        """What has just happened, as a line to read."""
        if isinstance(raw, Edge) and raw.line in self._rows:
            times = self._rows[raw.line].times + raw.down
            self._rows[raw.line] = Row(raw.line, raw.down, times)
            return f"{raw.time:12.4f}  {raw.line:9}  {'down' if raw.down else 'up':4}  {times}"
        return raw.what or None if isinstance(raw, Trouble) else None

    def lamps(self, now: float) -> Mapping[int, Lamp]:
        return {int(now / LAMP_STEP) % len(SEATS): Lamp.LIT}


def watch(
    panels: Sequence[Panel], inbox: Inbox, clock: Clock, tell: Callable[[str], None], rounds: int | None = None
) -> None:
    """Tell whatever happens until somebody interrupts, or for some rounds of half a second at the most."""
    view = LiveView()
    for _ in count() if rounds is None else range(rounds):
        for panel in panels:
            panel.show(view.lamps(clock.now()))
        inbox.wait(LAMP_STEP)
        for raw in inbox.drain():
            if (line := view.take(raw)) is not None:
                tell(line)
