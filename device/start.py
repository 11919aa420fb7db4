"""Starts the box on whatever there is: a window on a desktop, the whole screen of a console, a terminal, or, with
neither screen nor terminal, as a demonstration."""

from __future__ import annotations

import logging
import os
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import FrameType

from device import settings as settings_file
from device.box import Box
from device.loop import Loop, Output
from device.places import Places
from device.settings import Settings
from device.store import Store
from device.thinking import ThinkingThread
from hardware.clock import MonotonicClock
from hardware.gestures import Gestures, Timing
from hardware.inbox import Inbox
from hardware.inputs import Panel, Quit, Trouble

WINDOW = (1280, 720)
log = logging.getLogger(__name__)


def start(screen: str, size: tuple[int, int] | None, places: Places, language: str | None) -> None:
    """Play until somebody stops the box."""
    kind = _kind() if screen == "auto" else screen
    if kind == "demo":
        _demonstrate(places)
        return
    settings, problems = settings_file.read(places.settings)
    if language is not None:
        settings = replace(settings, language=language)
    if kind == "full" and screen == "auto" and not _console_draws():
        kind = "terminal" if _is_terminal() else "demo"
        if kind == "demo":
            _demonstrate(places)
            return
    clock, inbox = MonotonicClock(), Inbox()
    for number, problem in enumerate(problems):
        inbox.put(Trouble(clock.now(), f"settings {number}", problem))

    def stop(number: int, frame: FrameType | None) -> None:
        inbox.put(Quit(clock.now()))

    signal.signal(signal.SIGTERM, stop)
    if kind == "terminal":
        _in_terminal(settings, places, clock, inbox)
    else:
        _on_screen(kind == "full", size, settings, places, clock, inbox)


def _kind() -> str:
    if os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY"):
        return "window"
    if os.environ.get("SDL_VIDEODRIVER"):
        return "full"
    on_console = not _is_terminal() or os.ttyname(0).startswith("/dev/tty")
    if on_console and any(Path("/dev/dri").glob("card*")):
        return "full"
    return "terminal" if _is_terminal() else "demo"


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _console_draws() -> bool:
    from display.painter import start_video, stop_video

    try:
        start_video(None if os.environ.get("SDL_VIDEODRIVER") else "kmsdrm")
    except OSError as fault:
        print(
            f"dicebox: no picture on this console ({fault}); is the user in the groups video, render and input?",
            file=sys.stderr,
        )
        return False
    stop_video()
    return True


def _demonstrate(places: Places) -> None:
    from device.cli import main

    out = places.data / "demo"
    print("There is neither a screen nor a terminal here, so this is a demonstration.")
    main(["demo", "durchmarsch", "--players", "3", "--out", str(out)])


def _box(settings: Settings, places: Places, clock: MonotonicClock, inbox: Inbox, portrait: bool) -> tuple[Box, Store]:
    store = Store.open(places.store)
    thinker = ThinkingThread(inbox.wake)
    box = Box(
        clock=clock,
        store=store,
        settings=settings,
        thinker=thinker,
        today=lambda: datetime.now().astimezone(),
        portrait=portrait,
    )
    return box, store


def _panels(settings: Settings, clock: MonotonicClock, inbox: Inbox) -> list[Panel]:
    """The panel of buttons, if this machine has one; gpiozero is not even imported elsewhere."""
    from hardware.gpio_panel import open_panel
    from hardware.pinmap import load_pins

    pins, problems = load_pins(Path(settings.pins) if settings.pins else None)
    for number, problem in enumerate(problems):
        inbox.put(Trouble(clock.now(), f"pins {number}", problem))
    panel = open_panel(settings.panel, pins, inbox.put, now=clock.now)
    return [] if panel is None else [panel]


def _timing(settings: Settings) -> Timing:
    return Timing(
        debounce=settings.debounce,
        hold=settings.hold,
        repeat=settings.repeat,
        knob_steps=settings.knob_steps,
        knob_reverse=settings.knob_reverse,
    )


def _run(output: Output, settings: Settings, places: Places, clock: MonotonicClock, inbox: Inbox) -> None:
    box, store = _box(settings, places, clock, inbox, output.portrait)
    panels = _panels(settings, clock, inbox)
    try:
        Loop(box, inbox, output, panels, Gestures(_timing(settings)), clock).run()
    finally:
        for panel in panels:
            with suppress(Exception):
                panel.close()
        store.close()
        if box.settings != settings:
            problem = settings_file.write(places.settings, box.settings)
            if problem:
                print(f"dicebox: {problem}", file=sys.stderr)


def _on_screen(
    full: bool, size: tuple[int, int] | None, settings: Settings, places: Places, clock: MonotonicClock, inbox: Inbox
) -> None:
    from device.outputs import Picture
    from display.painter import Fonts, Painter, start_video, stop_video
    from hardware.pygame_panel import PygamePanel

    wanted = "kmsdrm" if full and not os.environ.get("SDL_VIDEODRIVER") and not os.environ.get("DISPLAY") else None
    try:
        desktop = start_video(wanted)
    except OSError as fault:
        raise OSError(f"no screen can be opened ({fault}); try dicebox play --screen terminal") from None
    window = size or (desktop if full else (min(WINDOW[0], desktop[0]), min(WINDOW[1], desktop[1])))
    seen = (window[1], window[0]) if settings.rotation % 180 else window
    try:
        painter = Painter(Fonts(), seen, settings.rotation)
        painter.open("Dicebox", full)
        panel = PygamePanel(clock, seen, settings.rotation)
        _run(Picture(painter, panel, settings.language), settings, places, clock, inbox)
    finally:
        stop_video()


def _in_terminal(settings: Settings, places: Places, clock: MonotonicClock, inbox: Inbox) -> None:
    from device.outputs import Words
    from display.language import speaker
    from display.terminal import TerminalPainter
    from hardware.terminal_panel import TerminalPanel

    panel = TerminalPanel(clock)
    painter = TerminalPainter(sys.stdout, speaker(settings.language), os.get_terminal_size)
    try:
        panel.open(inbox.put)
        painter.open()
        _run(Words(painter, panel), settings, places, clock, inbox)
    finally:
        painter.close()
        panel.close()
