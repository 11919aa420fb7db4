"""One suite for all panels: the same gestures on pins, keyboard, serial panel and game controller are the same game."""

from __future__ import annotations

import select
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import pygame
import pytest

from device.box import Box
from device.scenes.game import GameScene
from hardware.clock import SimClock
from hardware.gestures import SERVICE
from hardware.inbox import Inbox
from hardware.inputs import BACK, NEXT, PREV, ROLL, SELECT, Hold, Input, Lamp, Panel, Press, Raw
from hardware.panels.controller import ControllerPanel
from hardware.panels.serial_panel import Connection
from hardware.panels.serial_port import SerialPort
from hardware.panels.simulator import Simulator
from tests.hardware.pads import EAST, LEFT, NORTH, RIGHT, SOUTH, PluggedPad
from tests.hardware.pads import key as pad_key
from tests.rig import Pins, Rig
from tests.sample import english

LINES = (PREV, NEXT, SELECT, BACK, ROLL)
KEYS = {PREV: pygame.K_LEFT, NEXT: pygame.K_RIGHT, SELECT: pygame.K_RETURN, BACK: pygame.K_ESCAPE, ROLL: pygame.K_r}
PAD_BUTTONS = {PREV: LEFT, NEXT: RIGHT, SELECT: SOUTH, BACK: EAST, ROLL: NORTH}
MOST_TURNS = 400


class Hands(Protocol):
    """Somebody who plays on one kind of panel. What they do is noticed at once, at the time of the rig's clock."""

    def panels(self, inbox: Inbox, clock: SimClock) -> list[Panel]: ...

    def down(self, line: str) -> None: ...

    def up(self, line: str) -> None: ...

    def forward(self, play: Play) -> None:
        """On to the next choice, the way this panel does it best."""

    def lit(self) -> list[bool] | None:
        """The lamps of the seats, if the panel has any."""

    def rest(self, seconds: float) -> None:
        """Time has passed."""

    def close(self) -> None: ...


class OnPins:
    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._pins = Pins(monkeypatch)
        self.panels = self._pins.panels

    def down(self, line: str) -> None:
        self._pins.factory.pin(self._pins.pins.lines[line]).drive_low()

    def up(self, line: str) -> None:
        self._pins.factory.pin(self._pins.pins.lines[line]).drive_high()

    def forward(self, play: Play) -> None:
        turn(self, play)

    def lit(self) -> list[bool] | None:
        return [bool(self._pins.factory.pin(pin).state) for _, pin in sorted(self._pins.pins.lamps.items())]

    def rest(self, seconds: float) -> None:
        pass

    def close(self) -> None:
        self._pins.factory.reset()


class OnKeys:
    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        pass

    def panels(self, inbox: Inbox, clock: SimClock) -> list[Panel]:
        return []  # the window's own panel is always there

    def down(self, line: str) -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=KEYS[line], scancode=0, unicode=""))

    def up(self, line: str) -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=KEYS[line], scancode=0))

    def forward(self, play: Play) -> None:
        play.tap(NEXT)

    def lit(self) -> list[bool] | None:
        return None

    def rest(self, seconds: float) -> None:
        pass

    def close(self) -> None:
        pass


class OnSerial:
    """The firmware on a pseudo terminal. Its own clock runs on while the box's stands, as if the wire took no time."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._simulator = Simulator(folder / "port")
        self._port = SerialPort(str(folder / "port"))
        self._lamps: dict[int, Lamp] = {}
        self._told = 0
        self._now = 0.0

    def panels(self, inbox: Inbox, clock: SimClock) -> list[Panel]:
        self._inbox = inbox
        self._connection = Connection(self._port, clock)
        self._until(lambda: self._connection.talk.hello is not None)
        self._until(lambda: self._connection.talk._buttons is not None)
        return [self]

    def open(self, inbox: Callable[[Raw], None]) -> None:
        pass

    def show(self, lamps: Any) -> None:
        self._lamps = dict(lamps)

    def down(self, line: str) -> None:
        self._simulator.down(line)
        self._until_told(1)

    def up(self, line: str) -> None:
        self._simulator.up(line)
        self._until_told(1)

    def forward(self, play: Play) -> None:
        self._simulator.turn(4)
        self._until_told(4)
        play.rest(0.08)

    def lit(self) -> list[bool] | None:
        self._until(lambda: self._connection.talk._shown == self._connection.talk._letters)
        return self._simulator.lit(round(self._now))

    def rest(self, seconds: float) -> None:
        self._now += seconds * 1000
        self._round()

    def close(self) -> None:
        self._port.close()
        self._simulator.unplug()

    def _put(self, raw: Raw) -> None:
        self._told += 1
        self._inbox.put(raw)

    def _until_told(self, edges: int) -> None:
        told = self._told + edges
        self._until(lambda: self._told == told)

    def _until(self, seen: Callable[[], bool]) -> None:
        for _ in range(5000):
            self._now += 1
            self._round()
            if seen():
                return
            select.select([self._port.fileno()], [], [], 0.001)
        pytest.fail("the panel did not do it")

    def _round(self) -> None:
        self._simulator.step(round(self._now))
        self._connection.step(self._put, self._lamps)


class OnController:
    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._pad = PluggedPad(folder)

    def panels(self, inbox: Inbox, clock: SimClock) -> list[Panel]:
        self._inbox = inbox
        self._panel = ControllerPanel(clock, system=self._pad.system, devices=self._pad.devices)
        self._panel.look()
        return [self._panel]

    def down(self, line: str) -> None:
        self._send(line, True)

    def up(self, line: str) -> None:
        self._send(line, False)

    def forward(self, play: Play) -> None:
        play.tap(NEXT)

    def lit(self) -> list[bool] | None:
        return None

    def rest(self, seconds: float) -> None:
        pass

    def close(self) -> None:
        self._pad.unplug()

    def _send(self, line: str, down: bool) -> None:
        self._pad.send(pad_key(PAD_BUTTONS[line], down))
        for file in list(self._panel._pads):
            self._panel.read(file, self._inbox.put)


def turn(hands: Hands, play: Play) -> None:
    """One detent clockwise, by the contacts of the knob."""
    for line, act in (("knob_a", hands.down), ("knob_b", hands.down), ("knob_a", hands.up), ("knob_b", hands.up)):
        act(line)
        play.rest(0.02)


class Play:
    """A box and the hands on its panel."""

    def __init__(self, rig: Rig, hands: Hands) -> None:
        self.rig, self.hands = rig, hands

    def tap(self, line: str) -> None:
        self.hold(line, seconds=0.04)

    def hold(self, *lines: str, seconds: float) -> None:
        for act in (self.hands.down, self.hands.up):
            for line in lines:
                act(line)
            self.rig.loop.step()  # so that every panel's edge is noticed at the same time
            self.rest(seconds if act == self.hands.down else 0.04)

    def rest(self, seconds: float) -> None:
        self.rig.wait(seconds)
        self.hands.rest(seconds)


KINDS = (OnPins, OnKeys, OnSerial, OnController)
Sitting = Callable[[type[Any]], Play]


@pytest.fixture
def sitting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sitting]:
    """Sets a box up with one kind of panel, each in a folder of its own."""
    from display.pixels.video import start_video, stop_video

    start_video(None)
    with ExitStack() as ends:
        ends.callback(stop_video)

        def sit(kind: type[Any]) -> Play:
            folder = tmp_path / kind.__name__
            folder.mkdir()
            hands = kind(folder, monkeypatch)
            ends.callback(hands.close)
            rig = Rig(folder, settings=english()._replace(reduced_motion=True), panels=hands.panels)
            ends.callback(rig.close)
            return Play(rig, hands)

        yield sit


def choose_game(play: Play) -> None:
    play.tap(PREV)
    while play.rig.box.focus != "durchmarsch":
        play.tap(NEXT)
    play.tap(SELECT)


def played(play: Play, folder: Path) -> bytes:
    """A whole game of two, with a look back to the menu first; the record of it."""
    rig = play.rig
    choose_game(play)
    assert "Who plays?" in rig.seen
    lit = play.hands.lit()
    assert lit is None or lit == [True, True, False, False, False, False]
    play.tap(BACK)
    assert "Which game?" in rig.seen
    choose_game(play)
    play.tap(ROLL)
    for number in range(MOST_TURNS):
        if not rig.is_at(GameScene):
            break
        if "go" in rig.offered and number % 2:
            play.hands.forward(play)
            play.tap(SELECT)
        else:
            play.tap(ROLL)
        play.rest(0.1)
    assert "wins!" in rig.seen
    (file,) = (folder / "records").glob("*.record")
    return file.read_bytes()


def test_the_same_gestures_are_the_same_game(sitting: Sitting, tmp_path: Path) -> None:
    games = {kind.__name__: played(sitting(kind), tmp_path / kind.__name__) for kind in KINDS}
    assert games[OnPins.__name__].count(b"\nroll ") >= 5
    assert all(game == games[OnPins.__name__] for game in games.values()), games.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_taps_holds_and_chords_mean_the_same(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch, kind: type[Any]
) -> None:
    taken: list[Input] = []
    handle = Box.handle

    def noting(box: Box, event: Input) -> None:
        taken.append(event)
        handle(box, event)

    monkeypatch.setattr(Box, "handle", noting)
    play = sitting(kind)
    for line in LINES:
        play.tap(line)
    play.hold(SELECT, seconds=1.0)
    play.hold(PREV, BACK, seconds=2.5)
    play.tap(ROLL)
    gestures = [(type(event), event.button) for event in taken if isinstance(event, Press | Hold)]
    taps = [(Press, line) for line in LINES]
    assert gestures == [*taps, (Press, SELECT), (Hold, SELECT), (Hold, SERVICE), (Press, ROLL)]
    assert not any("button" in trouble for trouble in play.rig.seen.split(" / "))
