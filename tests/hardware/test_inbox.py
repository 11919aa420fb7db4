"""The way from the panels to the loop: nothing is lost, and nobody is woken for nothing."""

from __future__ import annotations

import os
import select
import signal
import threading
from collections.abc import Iterator
from types import FrameType

import pytest

from hardware.inbox import Inbox
from hardware.inputs import ROLL, Edge, Press, Quit, Raw

LONG = 30.0  # seconds; nobody sleeps that long who is woken


class Sleeps:
    """An inbox, how long each sleep in it was to be at most, and how many of them were ended by something."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.limits: list[float | None] = []
        self.woken = 0
        sleeps = self

        class Sleeper:
            def __init__(self) -> None:
                self._real = epoll()

            def register(self, file: int, mask: int) -> None:
                self._real.register(file, mask)

            def poll(self, limit: float | None) -> list[tuple[int, int]]:
                """At once: what would have ended the sleep."""
                sleeps.limits.append(limit)
                found = self._real.poll(0)
                sleeps.woken += bool(found)
                return found

        epoll = select.epoll
        monkeypatch.setattr(select, "epoll", Sleeper)
        self.inbox = Inbox()


@pytest.fixture
def sleeps(monkeypatch: pytest.MonkeyPatch) -> Sleeps:
    return Sleeps(monkeypatch)


@pytest.fixture
def line() -> Iterator[tuple[int, int]]:
    """A file and the end into which somebody writes."""
    here, there = os.pipe2(os.O_NONBLOCK)
    yield here, there
    os.close(here)
    os.close(there)


def test_the_inbox_keeps_the_order_and_is_empty_afterwards() -> None:
    inbox = Inbox()
    raws: list[Raw] = [Edge(1.0, ROLL, True), Edge(2.0, ROLL, False)]
    for raw in raws:
        inbox.put(raw)
    inbox.wait(None)
    assert inbox.drain() == raws
    assert inbox.drain() == []


def test_the_loop_sleeps_until_a_panels_thread_has_something() -> None:
    inbox = Inbox()
    inbox.wake()
    inbox.drain()
    inbox.wait(None)  # this wake-up is used up now
    panel = threading.Timer(0.02, inbox.put, [Press(1.0, ROLL)])
    panel.start()
    inbox.wait(None)
    assert inbox.drain() == [Press(1.0, ROLL)]
    panel.join()


def test_no_wake_up_is_lost_whenever_it_comes() -> None:
    inbox = Inbox()
    inbox.wake()
    assert inbox.drain() == []  # met while draining, it still ends the next wait
    inbox.wait(None)
    inbox.wake()
    inbox.wait(None)
    inbox.wait(0)
    inbox.wait(-1.0)
    assert inbox.drain() == []


def test_a_signal_that_interrupts_the_sleep_can_end_it() -> None:
    inbox = Inbox()

    def stop(number: int, frame: FrameType | None) -> None:
        inbox.put(Quit(1.0))

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    inbox.wait(LONG)
    signal.signal(signal.SIGALRM, before)
    assert inbox.drain() == [Quit(1.0)]


def test_one_put_ends_one_sleep(sleeps: Sleeps) -> None:
    sleeps.inbox.put(Press(1.0, ROLL))
    sleeps.inbox.put(Press(2.0, ROLL))
    for _ in range(3):
        sleeps.inbox.wait(None)
    assert sleeps.limits == [None, None, None]
    assert sleeps.woken == 1


# Files of others, such as a window's.


def test_what_comes_into_a_watched_file_ends_the_sleep(line: tuple[int, int]) -> None:
    here, there = line
    inbox = Inbox()
    inbox.watch(lambda: [here])
    writer = threading.Timer(0.02, os.write, [there, b"key"])
    writer.start()
    inbox.wait(LONG)
    assert os.read(here, 9) == b"key", "nobody but its owner reads it"
    assert inbox.drain() == []
    writer.join()


def test_a_file_that_nobody_reads_wakes_once_for_what_came(sleeps: Sleeps, line: tuple[int, int]) -> None:
    here, there = line
    sleeps.inbox.watch(lambda: [here])
    os.write(there, b"nobody wants this")
    for _ in range(5):
        sleeps.inbox.wait(None)
    assert sleeps.woken == 1
    os.write(there, b"nor this")
    for _ in range(5):
        sleeps.inbox.wait(None)
    assert sleeps.woken == 2


def test_after_a_file_has_spoken_its_owner_is_asked_once_more_a_moment_later(
    sleeps: Sleeps, line: tuple[int, int]
) -> None:
    """A library may have read further than it has told, or may do something a moment after an event."""
    here, there = line
    sleeps.inbox.watch(lambda: [here])
    sleeps.inbox.wait(None)
    os.write(there, b"key")
    for limit in (None, 0.1, None, None, 600.0):
        sleeps.inbox.wait(limit)
    assert sleeps.limits == [None, None, 0.1, 0.25, None, 600.0]


def test_a_file_that_is_opened_later_is_found_once_another_has_spoken(sleeps: Sleeps, line: tuple[int, int]) -> None:
    """As when a keyboard is plugged in: first udev tells of it, then the window opens it."""
    first, tells = os.pipe2(os.O_NONBLOCK)
    files = [first]
    sleeps.inbox.watch(lambda: files)
    here, there = line
    files.append(here)
    os.write(tells, b"add")
    sleeps.inbox.wait(None)
    sleeps.inbox.wait(None)
    os.write(there, b"key")
    sleeps.inbox.wait(None)
    assert sleeps.woken == 2
    os.close(first)
    os.close(tells)


def test_a_file_that_was_closed_is_forgotten_and_its_number_serves_again(sleeps: Sleeps) -> None:
    first, tells = os.pipe2(os.O_NONBLOCK)
    sleeps.inbox.watch(lambda: [first])
    os.close(first)
    os.close(tells)
    sleeps.inbox.wait(None)
    again, tells = os.pipe2(os.O_NONBLOCK)
    assert again == first
    sleeps.inbox.watch(lambda: [again])
    os.write(tells, b"key")
    sleeps.inbox.wait(None)
    assert sleeps.woken == 1
    os.close(again)
    os.close(tells)


def test_a_signal_that_another_thread_takes_wakes_the_loop() -> None:
    inbox, idle = Inbox(), threading.Event()
    inbox.hear_signals()
    before = signal.signal(signal.SIGUSR1, lambda number, frame: inbox.put(Quit(1.0)))
    other = threading.Thread(target=idle.wait)
    other.start()
    late = threading.Event()

    def come_to_the_rescue() -> None:
        late.set()
        inbox.wake()

    rescue = threading.Timer(LONG / 3, come_to_the_rescue)
    rescue.start()
    hand = threading.Timer(0.2, lambda: signal.pthread_kill(other.ident or 0, signal.SIGUSR1))
    hand.start()
    try:
        inbox.wait(LONG)
        assert not late.is_set()
        assert inbox.drain() == [Quit(1.0)]
    finally:
        idle.set()
        rescue.cancel()
        signal.signal(signal.SIGUSR1, before)
        for thread in (other, hand, rescue):
            thread.join()
