"""The loop when things go wrong: faults of the box itself, and a loop that hangs."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.scenes.menu import MenuScene
from device.scenes.table import TableScene
from device.watchdog import Watchdog
from hardware.inputs import ROLL
from tests.rig import Rig


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
    assert rig.at is MenuScene
    assert "Something went wrong (the sheet has no columns)" in rig.seen
    rig.tap("encore")  # the box can be used
    assert rig.at is TableScene
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
