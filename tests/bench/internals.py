"""All that the bench knows of the insides of the box: whoever changes those adapts this module and no other.

Everything is imported where it is used: the box that is watched starts as cold as one that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from random import Random

    from device.box import Box
    from display.pixels.placed import Layout
    from display.tree import AnyScreen
    from tests.bench.finger import Seen


# A box in a process of its own.


class MockPins:
    """The mock pins of the panel of a running box."""

    def __init__(self, factory: Any, lines: Mapping[str, int]) -> None:
        self._factory = factory
        self._lines = lines

    def drive(self, line: str, level: str) -> None:
        pin = self._factory.pin(self._lines[line])
        if level == "low":
            pin.drive_low()
        else:
            pin.drive_high()


class Watcher(Protocol):
    """Who watches a box from inside its process."""

    def wired(self, pins: MockPins) -> None:
        """The panel is open."""

    def wakes(self, wake: Callable[[], None]) -> None:
        """The box is about to run; this lets its loop go round once."""

    def presented(self) -> None:
        """A frame has been presented."""

    @property
    def asks(self) -> bool:
        """Whether somebody wants to know how the box is, once all that has been pressed is taken."""

    def told(self, seen: Seen) -> None:
        """How the box is."""


def play(data: str, size: str, watcher: Watcher) -> int:
    """`dicebox play`, watched."""
    from device import outputs, start
    from device.cli import main
    from device.loop import Loop
    from hardware.panels import gpio_panel

    class Told(outputs.Picture):
        def show(self, screen: AnyScreen, focus: str, now: float) -> None:
            super().show(screen, focus, now)
            watcher.presented()

    class Wired(gpio_panel.GpioPanel):
        def open(self, inbox: Callable[[Any], None]) -> None:
            super().open(inbox)
            watcher.wired(MockPins(self._factory, self._pins.lines))

    class Asked(Loop):
        def run(self) -> None:
            watcher.wakes(self._inbox.wake)
            super().run()

        def step_or_recover(self) -> None:
            asks = watcher.asks  # before the inbox is read
            super().step_or_recover()
            if asks and self._gestures.next_due() is None:
                watcher.told(seen_at(self._box))

    outputs.Picture = Told  # type: ignore[misc]
    gpio_panel.GpioPanel = Wired  # type: ignore[misc]
    start.Loop = Asked  # type: ignore[attr-defined]
    # A whole screen on SDL's dummy driver is presented by a renderer in software, which no machine with a screen needs.
    return main(["play", "--screen", "window", "--data", data, "--size", size])


def seen_at(box: Box) -> Seen:
    """What a player sees, and how far the game is."""
    from tests.bench.finger import Seen

    screen = box.screen
    return Seen(
        type(box.scene).__name__,
        box.focus,
        tuple(target.name for target in screen.targets()),
        rolls=screen.roll is not None,
        moving=screen.moving_until is not None,
        waits=bool(box.lamps()),
        events=0 if box.match is None else len(box.match.events),
    )


def write_settings(data: Path, *, motion: bool, debounce: float) -> None:
    """A box with a panel of mock pins whose bots do not dawdle."""
    still = str(not motion).lower()
    lines = ('language = "en"', 'panel = "mock"', f"reduced_motion = {still}", "bot_pause = 0.0", "volume = 0.0")
    (data / "settings.toml").write_text("\n".join((*lines, f"debounce = {debounce}", "")), encoding="utf-8")


def usual_debounce() -> float:
    from device.keeping.settings import defaults

    return defaults({}).debounce


def begin_game(data: Path, game: str) -> None:
    """Leave a game for two people in the store, for the box to go on with."""
    from datetime import datetime

    from device import match
    from device.keeping.store import Store
    from engine.contract import Seat, Table
    from engine.dice import FairDice, mix
    from engine.games import GAMES

    store = Store.open(data / "games.db")
    dice = FairDice(bytes(32), mix(()))
    match.begin(store, GAMES[game], Table((Seat("Ada"), Seat("Ben"))), (0, 1), dice, False, datetime.now)
    store.close()


# A box in this process, on a simulated clock: the same layers, from the edges of the pins to the presented frame.


class BoxAtHand:
    """A rig with mock pins and a window of its own (SDL's dummy driver takes it)."""

    def __init__(self, folder: Path, size: tuple[int, int], secret: bytes = bytes(32)) -> None:
        import pytest

        from display.pixels.video import start_video
        from tests import rig
        from tests.sample import english

        start_video(None)
        self.folder = folder
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(rig, "SIZE", size)
        self._pins = rig.Pins(self._patch)
        settings = english()._replace(reduced_motion=True)
        self._rig = rig.Rig(folder, settings=settings, panels=self._pins.panels, secret=secret)
        self._rig.painter.open("Dicebox", full_screen=False)

    def press(self, line: str) -> None:
        self._pins.press(self._rig, line)

    @property
    def seen(self) -> Seen:
        return seen_at(self._rig.box)

    @property
    def texts(self) -> str:
        """All texts on the screen, as the players read them."""
        return self._rig.seen

    @property
    def pixels(self) -> bytes:
        return self._rig.painter.pixels()

    def close(self) -> None:
        from display.pixels.video import stop_video

        self._rig.close()
        self._patch.undo()
        stop_video()


def store_files(folder: Path) -> list[Path]:
    """The files that hold the games of a box that runs."""
    return sorted(folder.glob("games.db*"))


# What the parts work on.


def gallery() -> Iterator[tuple[str, Callable[[], None]]]:
    """Every screen of the gallery by its name, and how to paint and present it whole."""
    from functools import partial

    from display.language import speaker
    from display.pixels.layout import lay_out
    from display.pixels.painter import Painter
    from display.pixels.text import Fonts
    from display.pixels.video import start_video, stop_video
    from display.screens.frame import View
    from tests.display.gallery import gallery as screens

    size = (1280, 720)
    start_video(None)
    painter = Painter(Fonts(), size)
    painter.open("Dicebox", full_screen=False)

    def paint(layout: Layout, start: str, now: float) -> None:
        painter.turn(0)  # all of it is painted on a fresh canvas
        painter.paint(layout, start, now)
        painter.present()

    for name, (screen, now) in screens(View()).items():
        layout = lay_out(screen, size, painter.fonts, speaker("en"))
        yield name, partial(paint, layout, screen.start, now)
    stop_video()


def inner_game(luck: Random) -> None:
    """A random game of Encore! alone with what its bots use inside, which knows placements as sets of boxes."""
    from engine.colour_sheets.picks import COLOUR_DIE, CROSS, NUMBER_DIE, QUESTION, pairs
    from engine.games.encore.printed import sheet
    from engine.games.encore.rules import JOKERS, SOLO_ROLLS

    paper, checked, jokers = sheet("01"), 0, JOKERS
    for _ in range(SOLO_ROLLS):
        colours, numbers = luck.choices(COLOUR_DIE.faces, k=2), luck.choices(NUMBER_DIE.faces, k=2)
        found = pairs(paper, checked, jokers, colours, numbers)
        at = luck.randrange(1 + sum(len(pair.placements) for pair in found))
        for pair in found:
            if at < len(pair.placements):
                checked |= pair.placements[at]
                jokers -= (pair.colour == CROSS) + (pair.number == QUESTION)
                break
            at -= len(pair.placements)


def fill_store(data: Path, games: int) -> None:
    """A store in which so many games have ended, of all kinds."""
    from tests.device import many_games

    many_games.fill(data / "games.db", games)
