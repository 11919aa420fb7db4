"""The keyboard of a terminal as one more panel, for play over ssh and without a window."""

from __future__ import annotations

import codecs
import os
import select
import signal
import termios
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from types import FrameType
from typing import Any

from hardware.clock import Clock
from hardware.inputs import BACK, NEXT, PREV, ROLL, SEATS, SELECT, Exposed, Lamp, Press, Quit, Raw, Typed

ESCAPE = "\x1b"
ESCAPE_ALONE = 0.05  # seconds: the rest of an arrow key's sequence comes sooner than this
ARROWS = {"A": PREV, "B": NEXT, "C": NEXT, "D": PREV}
KEYS = {"\r": SELECT, "\n": SELECT, ESCAPE: BACK}
# These write while somebody types.
WRITING_KEYS = {" ": SELECT, "\b": BACK, "r": ROLL, "R": ROLL} | {str(seat): line for seat, line in enumerate(SEATS, 1)}
LEAVE = "\x03\x04"  # Ctrl-C, Ctrl-D


class TerminalPanel:
    """Reads `fd` in a thread of its own. While `typing`, keys that write arrive as `Typed` and press nothing.

    A terminal tells no key's release, so this panel gives presses, not edges.
    """

    def __init__(self, clock: Clock, fd: int = 0) -> None:
        self.typing = False
        self._clock = clock
        self._fd = fd
        self._undo = ExitStack()

    def open(self, inbox: Callable[[Raw], None]) -> None:
        try:
            self._set_mode()
            self._watch_size(inbox)
            self._start_reading(inbox)
        except BaseException:
            self.close()
            raise

    def show(self, lamps: Mapping[int, Lamp]) -> None:
        """A terminal has no lamps."""

    def close(self) -> None:
        """Leave the terminal as it was found. May be called twice."""
        self._undo.close()

    # What `open` sets up, each with the way to undo it.

    def _set_mode(self) -> None:
        if not os.isatty(self._fd):
            return
        found = termios.tcgetattr(self._fd)
        ours = list(found)
        ours[0] &= ~termios.IXON
        ours[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
        ours[6] = list(found[6])
        ours[6][termios.VMIN], ours[6][termios.VTIME] = 1, 0
        self._undo.callback(self._restore, found)
        termios.tcsetattr(self._fd, termios.TCSANOW, ours)

    def _restore(self, found: list[Any]) -> None:
        with suppress(termios.error):  # the terminal may have been closed meanwhile
            termios.tcsetattr(self._fd, termios.TCSANOW, found)

    def _watch_size(self, inbox: Callable[[Raw], None]) -> None:
        if threading.current_thread() is not threading.main_thread():
            return  # Python lets only the main thread watch signals

        def resized(signum: int, frame: FrameType | None) -> None:
            inbox(Exposed(self._clock.now()))

        before = signal.signal(signal.SIGWINCH, resized)
        self._undo.callback(signal.signal, signal.SIGWINCH, before)

    def _start_reading(self, inbox: Callable[[Raw], None]) -> None:
        stop, stopper = os.pipe()
        reader = threading.Thread(target=self._read, args=(inbox, stop), name="terminal", daemon=True)

        def finish() -> None:
            os.close(stopper)
            reader.join()
            os.close(stop)

        reader.start()
        self._undo.callback(finish)

    # The thread.

    def _read(self, inbox: Callable[[Raw], None], stop: int) -> None:
        keys = Keys()
        while True:
            ready, _, _ = select.select([self._fd, stop], [], [], ESCAPE_ALONE if keys.unfinished else None)
            if stop in ready:
                return
            try:
                data = os.read(self._fd, 1024) if ready else b""
            except OSError:  # the terminal hung up
                data, ready = b"", [self._fd]
            for key in keys.feed(data) if data else keys.finish():
                self._report(key, inbox)
            if ready and not data:
                inbox(Quit(self._clock.now()))
                return

    def _report(self, key: str, inbox: Callable[[Raw], None]) -> None:
        now = self._clock.now()
        button = KEYS.get(key) or ARROWS.get(key.removeprefix(ESCAPE) if key.startswith(ESCAPE) else "")
        if key in LEAVE:
            inbox(Quit(now))
        elif button:
            inbox(Press(now, button))
        elif self.typing and (key == "\b" or key.isprintable()):
            inbox(Typed(now, key))
        elif not self.typing and key in WRITING_KEYS:
            inbox(Press(now, WRITING_KEYS[key]))


class Keys:
    """Cuts what a terminal sends into keys: a character, or for an arrow and its like Escape and the last letter.

    >>> keys = Keys()
    >>> keys.feed(b"r" + b"\\x1b[1;5"), keys.unfinished, keys.feed(b"C")
    (['r'], True, ['\\x1bC'])
    >>> keys.feed(b"\\x1b"), keys.finish()
    ([], ['\\x1b'])
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")
        self._sequence = ""

    @property
    def unfinished(self) -> bool:
        return bool(self._sequence)

    def feed(self, data: bytes) -> list[str]:
        return [key for character in self._decoder.decode(data) for key in self._next(character)]

    def finish(self) -> list[str]:
        """Nothing more comes: an Escape alone was the key itself, and the beginning of a sequence was noise."""
        sequence, self._sequence = self._sequence, ""
        return [ESCAPE] if sequence == ESCAPE else []

    def _next(self, character: str) -> list[str]:
        if character == ESCAPE:
            before = self.finish()
            self._sequence = ESCAPE
            return before
        if self._sequence == ESCAPE and character not in "[O":
            return [*self.finish(), character.replace("\x7f", "\b")]
        if not self._sequence:
            return [character.replace("\x7f", "\b")]
        self._sequence += character
        if len(self._sequence) == 2 or not "@" <= character <= "~":
            return []
        self._sequence = ""
        # Sequences that end in ~ are keys like Delete and Page Up, which the box has no use for.
        return [ESCAPE + character]
