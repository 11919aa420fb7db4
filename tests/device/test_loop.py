"""The loop while nothing happens, and when things go wrong: faults of the box itself, and a loop that hangs."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from device.scenes.menu import MenuScene
from device.scenes.table import TableScene
from device.watchdog import Watchdog
from display.tree import AnyScreen
from hardware.inbox import Inbox
from hardware.inputs import NEXT, ROLL, Press, Quit
from tests.rig import Rig

LONG = 30.0  # seconds after which a loop that should have been woken has failed


def broken(*arguments: object, **named: object) -> None:
    raise ZeroDivisionError("the sheet has no columns")


def playing(rig: Rig) -> Rig:
    rig.choose("durchmarsch")
    rig.press(ROLL)
    rig.press(ROLL)
    rig.wait(1.5)
    return rig


def test_a_fault_leads_to_the_menu_and_the_next_start_to_the_game(
    build: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = playing(build())
    assert rig.box.match is not None
    events = list(rig.box.match.events)
    with monkeypatch.context() as fault:
        fault.setattr(rig.box, "tick", broken)
        rig.loop.step_or_recover()
    rig.loop.step_or_recover()
    assert rig.is_at(MenuScene)
    assert "Something went wrong (the sheet has no columns)" in rig.seen
    rig.tap("encore")  # the box can be used
    assert rig.is_at(TableScene)
    rig.close()
    again = build()
    assert again.box.match is not None
    assert again.box.match.events == events


def test_a_box_that_cannot_even_show_its_menu_stops_with_a_sentence(
    build: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = build()
    monkeypatch.setattr(rig.picture, "show", broken)
    rig.loop._seen = None
    rig.loop.step_or_recover()
    rig.loop.step_or_recover()
    with pytest.raises(OSError, match=r"cannot go on \(the sheet has no columns\); start it again"):
        rig.loop.step_or_recover()


# Waiting.


class Sleeper(Inbox):
    """Time passes while the loop sleeps; after an hour it is told to stop. `limits`: how long it may sleep."""

    def __init__(self, rig: Rig) -> None:
        super().__init__()
        self._rig = rig
        self._until = rig.clock.now() + 3600
        self.limits: list[float | None] = []

    def wait(self, timeout: float | None) -> None:
        left = self._until - self._rig.clock.now()
        self.limits.append(timeout)
        self._rig.clock.advance(left if timeout is None else min(timeout, left))
        if self._rig.clock.now() >= self._until:
            self.put(Quit(self._rig.clock.now()))


def slept(rig: Rig) -> list[float | None]:
    sleeper = rig.loop._inbox = Sleeper(rig)
    rig.loop.run()
    return sleeper.limits


def test_a_box_that_nobody_uses_wakes_only_to_go_dim(build: Callable[..., Rig]) -> None:
    rig = build()
    minutes = rig.box.settings.dim_after
    assert slept(rig) == [60.0 * minutes, None]


def test_a_game_that_waits_for_people_wakes_only_to_go_dim(build: Callable[..., Rig]) -> None:
    rig = playing(build())
    until_dim, for_ever = slept(rig)
    assert until_dim is not None
    assert until_dim > 60
    assert for_ever is None


def test_a_window_that_cannot_wake_the_loop_is_asked_as_often_as_it_needs(
    build: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = build()
    monkeypatch.setattr(rig.pointer, "_driver", "kmsdrm")
    limits = slept(rig)
    assert max(limit or 0.0 for limit in limits) == 2.0
    assert None not in limits


def test_what_came_while_the_picture_was_shown_is_taken_before_the_loop_sleeps(
    build: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window's system answers a picture, and what it sends along wakes nobody any more."""
    rig = build()
    show, before = rig.picture.show, rig.box.focus
    keys = [pygame.K_RIGHT]

    def show_and_hear(screen: AnyScreen, focus: str, now: float) -> None:
        show(screen, focus, now)
        while keys:
            key(keys.pop())

    monkeypatch.setattr(rig.picture, "show", show_and_hear)
    rig.loop._seen = None
    limits = slept(rig)
    assert limits[0] == 0.0
    assert rig.box.focus != before


def key(code: int) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.Event(kind, key=code, scancode=0, mod=0, unicode=""))


@pytest.fixture
def running(build: Callable[..., Rig]) -> Iterator[Rig]:
    """A box that sleeps as it really does; it is stopped if nothing else does it."""
    rig = build()
    stop = threading.Timer(LONG, rig.inbox.put, [Quit(LONG)])
    stop.start()
    yield rig
    stop.cancel()
    stop.join()


def beside(*acts: Callable[[], object]) -> threading.Thread:
    """Do this in another thread, as panels do."""
    thread = threading.Thread(target=lambda: [act() for act in acts])
    thread.start()
    return thread


def stops_when_it_shows_something(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where the focus was in each picture from now on."""
    shown: list[str] = []
    show = rig.picture.show

    def show_and_stop(screen: AnyScreen, focus: str, now: float) -> None:
        show(screen, focus, now)
        shown.append(focus)
        rig.inbox.put(Quit(2.0))

    monkeypatch.setattr(rig.picture, "show", show_and_stop)
    return shown


def test_a_press_from_another_thread_wakes_the_loop(running: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig, before = running, running.box.focus
    shown = stops_when_it_shows_something(rig, monkeypatch)
    panel = beside(lambda: rig.inbox.put(Press(1.0, NEXT)))
    rig.loop.run()
    panel.join()
    assert shown
    assert shown[0] != before
    assert rig.clock.now() == 100.0, "no time was needed"


def test_a_key_in_the_window_wakes_the_loop(running: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window's line is a pipe here; what SDL would read from it is put into its queue."""
    rig, before = running, running.box.focus
    here, there = os.pipe2(os.O_NONBLOCK)
    rig.inbox.watch(lambda: [here])
    shown = stops_when_it_shows_something(rig, monkeypatch)
    window = beside(lambda: key(pygame.K_RIGHT), lambda: os.write(there, b"key"))
    rig.loop.run()
    window.join()
    os.close(here)
    os.close(there)
    assert shown
    assert shown[0] != before


# systemd's watchdog.


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        yield line


def told(line: socket.socket) -> list[bytes]:
    heard = []
    try:
        while True:
            heard.append(line.recv(64))
    except BlockingIOError:
        return heard


def test_a_loop_that_turns_is_alive_and_one_that_hangs_falls_silent(
    build: Callable[..., Rig], systemd: socket.socket, tmp_path: Path
) -> None:
    rig = build()
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "6000000"}
    rig.loop._watchdog = Watchdog(environment)
    rig.wait(6.5)
    assert told(systemd) == [b"WATCHDOG=1"] * 4  # at once, and then every two seconds
    assert rig.loop._sleep() is not None
    rig.clock.advance(60)  # nothing turns
    assert told(systemd) == []


def test_without_systemd_nobody_is_told(systemd: socket.socket, tmp_path: Path) -> None:
    for environment in ({}, {"WATCHDOG_USEC": "1000"}, {"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "x"}):
        watchdog = Watchdog(environment)
        watchdog.ready()
        watchdog.ping(1.0)
        assert watchdog.next_due() is None
    assert told(systemd) == []
