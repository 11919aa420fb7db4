"""Somebody plays over ssh: keys as a terminal sends them, through a real pseudo-terminal."""

from __future__ import annotations

import os
import signal
import termios
from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from hardware.clock import SimClock
from hardware.inputs import BACK, NEXT, PREV, ROLL, SELECT, Exposed, Press, Quit, Raw, Typed
from hardware.panels.terminal_panel import Keys, TerminalPanel

PATIENCE = 10  # seconds: only a failing test waits so long


class Terminal:
    """A terminal with a person at its keyboard and a panel reading it."""

    def __init__(self) -> None:
        self.keyboard, self.fd = os.openpty()
        self.panel = TerminalPanel(SimClock(5.0), self.fd)
        self.inbox: SimpleQueue[Raw] = SimpleQueue()

    def open(self) -> None:
        self.panel.open(self.inbox.put)

    def type(self, keys: bytes) -> None:
        os.write(self.keyboard, keys)

    def next(self) -> Raw:
        return self.inbox.get(timeout=PATIENCE)

    def take(self, count: int) -> list[Raw]:
        return [self.next() for _ in range(count)]


@pytest.fixture
def closed_terminal() -> Iterator[Terminal]:
    terminal = Terminal()
    yield terminal
    terminal.panel.close()
    os.close(terminal.fd)
    os.close(terminal.keyboard)


@pytest.fixture
def terminal(closed_terminal: Terminal) -> Terminal:
    closed_terminal.open()
    return closed_terminal


@pytest.mark.parametrize(
    ("keys", "button"),
    [
        (b"\x1b[A", PREV),
        (b"\x1b[B", NEXT),
        (b"\x1b[C", NEXT),
        (b"\x1b[D", PREV),
        (b"\x1bOC", NEXT),
        (b"\x1b[1;5C", NEXT),
        (b"\r", SELECT),
        (b"\n", SELECT),
        (b" ", SELECT),
        (b"\x7f", BACK),
        (b"\x1b", BACK),
        (b"r", ROLL),
        (b"R", ROLL),
        (b"1", "seat1"),
        (b"6", "seat6"),
    ],
)
def test_each_key_is_one_press(terminal: Terminal, keys: bytes, button: str) -> None:
    terminal.type(keys)
    assert terminal.next() == Press(5.0, button)
    terminal.type(b"\x03")
    assert terminal.next() == Quit(5.0)


def test_keys_without_a_meaning_are_ignored(terminal: Terminal) -> None:
    terminal.type(b"x7\x1b[3~\x1b[15~\t\xc3\xa9\xff" + b"r")
    assert terminal.next() == Press(5.0, ROLL)


def test_keys_sent_in_one_go_are_all_there(terminal: Terminal) -> None:
    terminal.type(b"\x1b[C\x1b[C\r1r\x1b\x1b[D")
    buttons = [NEXT, NEXT, SELECT, "seat1", ROLL, BACK, PREV]
    assert terminal.take(7) == [Press(5.0, button) for button in buttons]


@pytest.mark.parametrize("cut", range(1, 13))
def test_keys_may_be_cut_anywhere_on_their_way(cut: int) -> None:
    sent, keys = b"r\x1b[1;5C\xc3\xa4\x1bOA", Keys()
    assert keys.feed(sent[:cut]) + keys.feed(sent[cut:]) == ["r", "\x1bC", "ä", "\x1bA"]
    assert not keys.unfinished


def test_a_sequence_that_never_ends_swallows_no_later_key() -> None:
    keys = Keys()
    assert keys.feed(b"\x1b[1") + keys.finish() + keys.feed(b"r") == ["r"]


def test_ctrl_d_quits(terminal: Terminal) -> None:
    terminal.type(b"\x04")
    assert terminal.next() == Quit(5.0)


def test_a_name_is_typed_without_rolling_or_pressing_seats(terminal: Terminal) -> None:
    terminal.panel.typing = True
    terminal.type("Rä 1\x7f".encode() + b"\x1b[C\r\x1b")
    assert terminal.take(8) == [
        *(Typed(5.0, character) for character in ("R", "ä", " ", "1", "\b")),
        *(Press(5.0, button) for button in (NEXT, SELECT, BACK)),
    ]


def test_a_terminal_that_changes_its_size_is_shown_again(terminal: Terminal) -> None:
    signal.raise_signal(signal.SIGWINCH)
    assert terminal.next() == Exposed(5.0)


def test_nothing_is_echoed(terminal: Terminal) -> None:
    terminal.type(b"r")
    assert terminal.next() == Press(5.0, ROLL)
    os.write(terminal.fd, b"done")
    assert os.read(terminal.keyboard, 100) == b"done"


def test_closing_leaves_the_terminal_as_it_was(closed_terminal: Terminal) -> None:
    before, handler = termios.tcgetattr(closed_terminal.fd), signal.getsignal(signal.SIGWINCH)
    for _ in range(2):
        closed_terminal.open()
        assert termios.tcgetattr(closed_terminal.fd) != before
        closed_terminal.panel.close()
        closed_terminal.panel.close()
        assert termios.tcgetattr(closed_terminal.fd) == before
        assert signal.getsignal(signal.SIGWINCH) == handler


def test_a_panel_that_cannot_be_opened_leaves_the_terminal_as_it_was(
    closed_terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_more_files() -> tuple[int, int]:
        raise OSError("too many open files")

    before = termios.tcgetattr(closed_terminal.fd)
    monkeypatch.setattr(os, "pipe", no_more_files)
    with pytest.raises(OSError, match="too many"):
        closed_terminal.open()
    assert termios.tcgetattr(closed_terminal.fd) == before


def test_a_terminal_that_hangs_up_quits() -> None:
    terminal = Terminal()
    terminal.open()
    os.close(terminal.keyboard)
    assert terminal.next() == Quit(5.0)
    terminal.panel.close()
    os.close(terminal.fd)


def test_keys_may_come_from_a_pipe_and_its_end_quits() -> None:
    source, sink = os.pipe()
    inbox: SimpleQueue[Raw] = SimpleQueue()
    panel = TerminalPanel(SimClock(5.0), source)
    os.write(sink, b"r\x1b")
    os.close(sink)
    panel.open(inbox.put)
    assert [inbox.get(timeout=PATIENCE) for _ in range(3)] == [Press(5.0, ROLL), Press(5.0, BACK), Quit(5.0)]
    panel.close()
    os.close(source)
