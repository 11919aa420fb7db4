"""Starts the box on whatever there is: a window on a desktop, the whole screen of a console, a terminal, or, with
neither screen nor terminal, as a demonstration."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

from device.box import Box
from device.keeping import settings as settings_file
from device.keeping.places import Places
from device.keeping.settings import Settings
from device.keeping.store import Store
from device.loop import Loop, Output
from device.thinking import ThinkingThread
from device.watchdog import Watchdog
from hardware.clock import Clock, MonotonicClock
from hardware.equipment import Equipment, Machine, open_panels
from hardware.faults import keep_faults
from hardware.gestures import Gestures, Timing
from hardware.inbox import Inbox
from hardware.inputs import Quit, Trouble
from hardware.parts.sound import Sounds

if TYPE_CHECKING:
    from display.screens.service import Finding
    from hardware.parts.printer import Printer

WINDOW = (1280, 720)
CONSOLE = "/dev/tty"  # with a number; a serial line has letters there, and may be far from the screen


class NoScreen(OSError):
    """The screen cannot be opened; the text says why, and what to do about it."""


class Surroundings(NamedTuple):
    """Where the box was started: the environment, its terminal if it has one, and whether there is a graphics card."""

    environment: Mapping[str, str]
    terminal: str | None
    graphics: bool

    @property
    def desktop(self) -> bool:
        return any(self.environment.get(name) for name in ("WAYLAND_DISPLAY", "DISPLAY"))

    @property
    def driver(self) -> str | None:
        """The way to the screen that somebody chose for SDL."""
        return self.environment.get("SDL_VIDEODRIVER") or None

    @property
    def at_console(self) -> bool:
        """Whoever started the box sits at its screen, or nobody did: it was started with the machine."""
        return self.terminal is None or self.terminal.removeprefix(CONSOLE).isdecimal()


def surroundings() -> Surroundings:
    """Those of this process."""
    talks = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    terminal = os.ttyname(sys.stdin.fileno()) if talks else None
    return Surroundings(os.environ, terminal, graphics=any(Path("/dev/dri").glob("card*")))


def ways(around: Surroundings) -> tuple[str, ...]:
    """How the box can be played here, best first; the last one needs no screen and always works."""
    last = "demo" if around.terminal is None else "terminal"
    if around.desktop:
        return "window", last
    if around.driver or (around.graphics and around.at_console):
        return "full", last
    return (last,)


def start(
    screen: str,
    size: tuple[int, int] | None,
    places: Places,
    language: str | None,
    around: Surroundings | None = None,
) -> None:
    """Play until somebody stops the box; raises OSError with a sentence if that cannot be."""
    around = around or surroundings()
    tries = ways(around) if screen == "auto" else (screen,)
    for way in tries:
        try:
            _play(way, size, places, language, around)
            return
        except NoScreen as fault:
            if way == tries[-1]:
                raise
            print(f"dicebox: {fault}", file=sys.stderr)


def _play(way: str, size: tuple[int, int] | None, places: Places, language: str | None, around: Surroundings) -> None:
    kept, problems = settings_file.read(places.settings, around.environment)
    settings = kept if language is None else kept._replace(language=language)
    if way == "demo":
        _demonstrate(settings, places.data / "demo")
        return
    keep_faults(places.data / "faults.log")
    clock, inbox = MonotonicClock(), Inbox()
    for number, problem in enumerate(problems):
        inbox.put(Trouble(clock.now(), f"settings {number}", problem))
    opened = (
        _terminal(settings, clock, inbox, around)
        if way == "terminal"
        else _screen(way, size, settings, clock, inbox, around)
    )

    def keep(changed: Settings) -> None:
        if changed.language == language:  # asked for this time only
            changed = changed._replace(language=kept.language)
        trouble = settings_file.write(places.settings, changed, around.environment)
        inbox.put(Trouble(clock.now(), "settings", trouble or ""))

    with opened as output:
        _run(output, settings, places, around, clock, inbox, keep)


# What the box is seen on.


@contextmanager
def _screen(
    way: str, size: tuple[int, int] | None, settings: Settings, clock: Clock, inbox: Inbox, around: Surroundings
) -> Iterator[Output]:
    from device.outputs import Picture
    from display.pixels.painter import Painter
    from display.pixels.text import Fonts
    from display.pixels.video import start_video, stop_video
    from hardware.panels.pygame_panel import PygamePanel, video_driver
    from hardware.panels.window_files import WindowFiles

    full = way == "full"
    bare = full and not around.desktop and around.driver is None
    files = WindowFiles()
    try:
        desktop = start_video("kmsdrm" if bare else None)
    except OSError as fault:
        raise _no_screen(fault, bare) from None
    try:
        window = size or (desktop if full else (min(WINDOW[0], desktop[0]), min(WINDOW[1], desktop[1])))
        seen = (window[1], window[0]) if settings.rotation % 180 else window
        painter = Painter(Fonts(), seen, settings.rotation)
        try:
            painter.open("Dicebox", full)
        except RuntimeError as fault:  # what the painter's library makes of a screen that is taken
            raise _no_screen(fault, bare) from None
        inbox.watch(files.find)
        panel = PygamePanel(clock, seen, settings.rotation, video_driver(), wakes=bool(files.find()))
        yield Picture(painter, panel, settings.language)
    finally:
        stop_video()


def _no_screen(fault: Exception, bare: bool) -> NoScreen:
    remedy = "is the user in the groups video, render and input?" if bare else "try dicebox play --screen terminal"
    return NoScreen(f"no screen can be opened ({fault}); {remedy}")


@contextmanager
def _terminal(settings: Settings, clock: Clock, inbox: Inbox, around: Surroundings) -> Iterator[Output]:
    from device.outputs import Words
    from display.language import speaker
    from display.terminal.painter import TerminalPainter
    from hardware.panels.terminal_panel import TerminalPanel

    if around.terminal is None:
        raise OSError("there is no terminal here to play in; start dicebox play from one, and into no file or pipe")
    panel = TerminalPanel(clock)
    painter = TerminalPainter(sys.stdout, speaker(settings.language), os.get_terminal_size)
    with closing(panel), closing(painter):
        panel.open(inbox.put)
        painter.open()
        yield Words(painter, panel)


def _demonstrate(settings: Settings, out: Path) -> None:
    from device.demo import demonstrate

    print("There is neither a screen nor a terminal here, so this is a demonstration.")
    from engine.games import GAMES

    rules = next(iter(GAMES.values()))
    players = min(3, rules.players.most)
    try:
        done, pictures = demonstrate(rules.name, settings.names[:players], out, settings.language)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise OSError(f"cannot write to {out} ({reason}); give another folder with --data") from None
    print(f"{out}: game.record with {len(done.events)} events, and {pictures} pictures")


# The box itself.


def _run(
    output: Output,
    settings: Settings,
    places: Places,
    around: Surroundings,
    clock: Clock,
    inbox: Inbox,
    keep: Callable[[Settings], None],
) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        inbox.put(Quit(clock.now()))

    inbox.hear_signals()
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    store = Store.open(places.store)
    panels = open_panels(equipment(settings), Machine(), clock, inbox)
    sounds = Sounds(settings.volume)
    sounds.start()
    printer = _printer(settings, clock, inbox)

    def use(changed: Settings) -> None:
        sounds.volume = changed.volume
        keep(changed)

    def look_over() -> Sequence[Finding]:
        from device.checking import check

        return check(equipment(settings), places, around, running=True)

    try:
        box = Box(
            clock=clock,
            store=store,
            settings=settings,
            thinker=ThinkingThread(inbox.wake),
            today=lambda: datetime.now().astimezone(),
            portrait=output.portrait,
            sound=lambda sound: sounds.play(sound.value),
            printing=None if printer is None else printer.print,
            look_over=look_over,
        )
        Loop(box, inbox, output, panels, Gestures(_timing(settings)), clock, use, Watchdog(around.environment)).run()
    finally:
        for part in (*panels, sounds, printer):
            with suppress(Exception):
                if part is not None:
                    part.close()
        store.close()


def _printer(settings: Settings, clock: Clock, inbox: Inbox) -> Printer | None:
    if not settings.printer.port:
        return None
    from hardware.parts.printer import Printer

    printer = Printer(clock, settings.printer.port, baud=settings.printer.baud, dots=settings.printer.dots)
    printer.open(inbox.put)
    return printer


def equipment(settings: Settings) -> Equipment:
    """The hardware that the settings speak of."""
    return Equipment(
        settings.panel,
        settings.pins,
        settings.serial_panel,
        *settings.printer,
        settings.volume,
    )


def _timing(settings: Settings) -> Timing:
    return Timing(
        debounce=settings.debounce,
        hold=settings.hold,
        repeat=settings.repeat,
        knob_steps=settings.knob.steps,
        knob_reverse=settings.knob.reverse,
        knob_acceleration=settings.knob.acceleration,
    )
