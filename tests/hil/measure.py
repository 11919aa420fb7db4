"""What the panel costs inside the machine while nobody touches it, and whether it keeps every detent of the knob."""

from __future__ import annotations

import time

from hardware.gestures import Gestures, Timing
from hardware.inbox import Inbox
from hardware.inputs import Edge, Raw, Trouble, Turn
from hardware.panels.gpio_panel import GpioPanel, open_panel
from hardware.panels.pinmap import default_pins
from tests.hil.fingers import Panel, quarter_turns
from tests.hil.telling import Fault

FORTH, BACK = 100, 50  # detents
NET = FORTH - BACK


def idle(factory: str, seconds: float = 10.0) -> float:
    """The part of a processor that an open panel takes while nothing happens."""
    panel = _opened(factory, Inbox())
    try:
        before = time.process_time()
        time.sleep(seconds)
        return (time.process_time() - before) / seconds
    finally:
        panel.close()


def encoder(factory: str) -> tuple[int, float]:
    """How far the knob is seen to go when it is turned forth and back, and how many detents a second that was.

    The next edge comes when the last one was seen, or else this would measure how well the emulator sleeps.
    """
    inbox, gestures, fingers = Inbox(), Gestures(Timing()), Panel(default_pins())
    panel = _opened(factory, inbox)
    try:
        edges = FORTH * quarter_turns(clockwise=True) + BACK * quarter_turns(clockwise=False)
        steps, began = 0, time.monotonic()
        for line, down in edges:
            fingers.pull(line, down)
            for event in gestures.feed(_next_edge(inbox)):
                steps += event.steps if isinstance(event, Turn) else 0
        return steps, (FORTH + BACK) / (time.monotonic() - began)
    finally:
        panel.close()


def _opened(factory: str, inbox: Inbox) -> GpioPanel:
    panel = open_panel(factory, default_pins(), inbox.put, now=time.monotonic)
    for raw in inbox.drain():
        if isinstance(raw, Trouble):
            raise Fault(raw.what)
    assert panel is not None
    return panel


def _next_edge(inbox: Inbox, patience: float = 2.0) -> Edge:
    inbox.wait(patience)
    raws: list[Raw] = inbox.drain()
    if len(raws) != 1 or not isinstance(raws[0], Edge):
        raise Fault(f"one edge of the knob was made, and the panel told {raws or 'nothing'}")
    return raws[0]
