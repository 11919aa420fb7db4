"""All that the bench knows of the insides of the box: whoever changes those adapts this module and no other.

Everything is imported where it is used: the box that is watched starts as cold as one that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

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


def play(data: str, size: str, shown: Callable[[Sequence[str]], None], wired: Callable[[MockPins], None]) -> int:
    """`dicebox play`, with somebody who is told of each frame that was presented, and of the pins."""
    from device import outputs
    from device.cli import main
    from hardware.panels import gpio_panel

    class Told(outputs.Picture):
        def show(self, screen: AnyScreen, focus: str, now: float) -> None:
            super().show(screen, focus, now)
            shown(_fields(screen, focus))

    class Wired(gpio_panel.GpioPanel):
        def open(self, inbox: Callable[[Any], None]) -> None:
            super().open(inbox)
            wired(MockPins(self._factory, self._pins.lines))

    outputs.Picture = Told  # type: ignore[misc]
    gpio_panel.GpioPanel = Wired  # type: ignore[misc]
    return main(["play", "--data", data, "--size", size])


def _fields(screen: AnyScreen, focus: str) -> tuple[str, ...]:
    """What `outside` reads again."""
    moving, rolls = screen.moving_until is not None, screen.roll is not None
    names = (target.name for target in screen.targets())
    return (screen.name, focus, str(int(rolls)), str(int(moving)), "|".join(names))


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
        settings = replace(english(), reduced_motion=True)
        self._rig = rig.Rig(folder, settings=settings, panels=self._pins.panels, secret=secret)
        self._rig.painter.open("Dicebox", full_screen=False)

    def press(self, line: str) -> None:
        self._pins.press(self._rig, line)

    @property
    def seen(self) -> Seen:
        from tests.bench.finger import Seen

        screen = self._rig.box.screen
        names = tuple(target.name for target in screen.targets())
        return Seen(screen.name, self._rig.box.focus, names, screen.roll is not None, screen.moving_until is not None)

    @property
    def texts(self) -> str:
        """All texts on the screen, as the players read them."""
        return self._rig.seen

    @property
    def pixels(self) -> bytes:
        return self._rig.painter.pixels()

    @property
    def events(self) -> int:
        """How many events of the game are on the card."""
        playing = self._rig.box.match
        return 0 if playing is None else len(playing.events)

    def close(self) -> None:
        from display.pixels.video import stop_video

        self._rig.close()
        self._patch.undo()
        stop_video()


def store_files(folder: Path) -> list[Path]:
    """The files that hold the games of a box that runs."""
    return sorted(folder.glob("games.db*"))


# What the parts work on.


def gallery() -> Iterator[tuple[str, Callable[[], None], Callable[[], None]]]:
    """Every screen of the gallery by its name, how to paint and present it whole, and how to present a plain one."""
    from functools import partial

    from display.language import speaker
    from display.pixels.layout import lay_out
    from display.pixels.painter import Painter
    from display.pixels.text import Fonts
    from display.pixels.video import start_video, stop_video
    from display.screens.frame import View
    from display.tree import Tone
    from tests.display.gallery import gallery as screens

    size = (1280, 720)
    start_video(None)
    painter = Painter(Fonts(), size)
    painter.open("Dicebox", full_screen=False)

    def fill() -> None:
        painter.canvas.fill(painter.theme.tones[Tone.TABLE])
        painter.present()

    def paint(layout: Any, start: str, now: float) -> None:
        painter.paint(replace(layout), start, now)  # of the same layout only what changed would be painted
        painter.present()

    for name, (screen, now) in screens(View()).items():
        layout = lay_out(screen, size, painter.fonts, speaker("en"))
        yield name, partial(paint, layout, screen.start, now), fill
    stop_video()


def inner_game(luck: Random) -> None:
    """A random game of Encore! alone with what its bots use inside, which knows placements as sets of boxes."""
    from engine.colour_sheets.picks import COLOUR_DIE, CROSS, NUMBER_DIE, QUESTION, pairs
    from engine.colour_sheets.sheets import sheet
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
    """A store in which so many games have ended, of all kinds, each between two of twelve people."""
    import sqlite3

    from device.keeping.store import Store
    from engine.contract import Seat, Table
    from engine.games import GAMES
    from engine.record import Record, write

    Store.open(data / "games.db").close()
    names = [f"Player {number}" for number in range(12)]
    headers = [
        write(Record(game=game, table=Table((Seat(one), Seat(other))), commitment="0" * 64, mix="0" * 64))
        + "# seat buttons: 1 2"
        for game in GAMES
        for one, other in zip(names, (*names[1:], names[0]), strict=True)
    ]
    with sqlite3.connect(data / "games.db") as db:
        db.executemany(
            "INSERT INTO game (id, header, secret, crc, result) VALUES (?, ?, ?, 0, ?)",
            (
                (number, headers[number % len(headers)], bytes(32), f"{1 + number % 2} / {number % 40} {number % 37}")
                for number in range(1, games + 1)
            ),
        )
    db.close()
