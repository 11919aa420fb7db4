"""The talk with a serial panel from the box's side: bytes in, edges and answers out. It knows no port and no clock.

docs/serial-panel.md tells the protocol; hardware/firmware is the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hardware.gestures import CLOCKWISE
from hardware.inputs import BUTTONS, KNOB_A, KNOB_B, SEATS, Edge, Lamp, Raw, Trouble

PANEL = "serial panel"
NAME, VERSION = "dicebox-panel", "1"
LONGEST = 160  # bytes of a line
SILENCE = 3.0  # seconds; a panel reports once a second at the least
ASK_AGAIN = 0.5  # seconds
SHOW_AGAIN = 0.25  # seconds
COUNTS = 65536  # the knob's count begins again there
FARTHEST = 400  # edges that a hand can turn between two reports
LETTERS = {Lamp.OFF: "-", Lamp.LIT: "L", Lamp.BLINKING: "B"}


def crc8(text: bytes) -> int:
    """The check sum: polynomial 0x07, beginning with 0.

    >>> crc8(b"123456789")
    244
    """
    crc = 0
    for byte in text:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
    return crc


def sealed(text: str) -> bytes:
    """A line as it goes over the wire.

    >>> sealed("HI")
    b'HI *0B\\n'
    """
    return f"{text} *{crc8(text.encode('ascii')):02X}\n".encode("ascii")


def opened(line: bytes) -> str | None:
    """What a line says; None if it was damaged.

    >>> opened(b"HI *0B"), opened(b"HO *0B")
    ('HI', None)
    """
    text, _, check = line.rstrip(b"\r").rpartition(b" *")
    sound = len(check) == 2 and text.isascii() and check == b"%02X" % crc8(text)
    return text.decode("ascii") if sound else None


class Lines:
    """Cuts what comes over the wire into lines, whatever the pieces; damaged and endless ones are dropped."""

    def __init__(self) -> None:
        self._rest = b""
        self._endless = False

    def feed(self, data: bytes) -> list[str]:
        *lines, rest = (self._rest + data).split(b"\n")
        if self._endless and lines:
            self._endless = False
            del lines[0]
        if len(rest) > LONGEST:
            self._endless = True
        self._rest = b"" if self._endless else rest
        return [text for line in lines if len(line) <= LONGEST and (text := opened(line)) is not None]


class Hello(NamedTuple):
    """How a panel introduces itself. A bit of its reports that means nothing to the box is an empty line."""

    name: str
    lines: tuple[str, ...]
    lamps: int


class Talk:
    """One talk with a panel, from the opening of its port. Whatever it hears, it goes on."""

    def __init__(self, now: float) -> None:
        self.hello: Hello | None = None
        self.refused = False  # it is a panel, but not one that the box understands
        self._lines = Lines()
        self._heard = now
        self._number = ""
        self._buttons: int | None = None
        self._knob = 0
        self._held: set[str] = set()
        self._wanted: Mapping[int, Lamp] = {}
        self._shown = ""
        self._answers = b""
        self._asked = self._told = float("-inf")

    def hear(self, data: bytes, now: float) -> list[Raw]:
        """What these bytes tell."""
        return [raw for text in self._lines.feed(data) for raw in self._take(text.split(" "), now)]

    def show(self, lamps: Mapping[int, Lamp]) -> None:
        """What the lamps are to say; they are told until the panel reports that they do."""
        if lamps != self._wanted:
            self._wanted = dict(lamps)
            self._told = float("-inf")

    def answers(self, now: float) -> bytes:
        """What is to be sent now."""
        answers, self._answers = self._answers, b""
        if self.hello is None:
            if now - self._asked >= ASK_AGAIN:
                self._asked = now
                answers += sealed("HI")
        elif self._shown != self._letters and now - self._told >= SHOW_AGAIN:
            self._told = now
            answers += sealed(f"LAMPS {self._letters}")
        return answers

    def next_due(self) -> float:
        """When something is to be sent or noticed, if nothing comes before."""
        silent = self._heard + SILENCE
        if self.hello is None:
            return min(self._asked + ASK_AGAIN, silent)
        return silent if self._shown == self._letters else min(self._told + SHOW_AGAIN, silent)

    def is_silent(self, now: float) -> bool:
        return now - self._heard >= SILENCE

    def let_go(self, now: float) -> list[Raw]:
        """Nobody holds a button of a panel that is gone."""
        held, self._held = sorted(self._held), set()
        return [Edge(now, line, False, clean=True) for line in held]

    @property
    def _letters(self) -> str:
        lamps = 0 if self.hello is None else self.hello.lamps
        return "".join(LETTERS[self._wanted.get(seat, Lamp.OFF)] for seat in range(lamps)) or "-"

    def _take(self, words: list[str], now: float) -> list[Raw]:
        match words:
            case ["HELLO", name, version, *rest] if name == NAME:
                self._heard = now
                return self._meet(version, rest, now)
            case ["STATE", number, buttons, knob, shown] if self.hello is not None:
                try:
                    state = int(buttons, 16), int(knob) % COUNTS
                except ValueError:
                    return []
                self._heard = now
                self._shown = shown
                self._answers += sealed(f"ACK {number}")
                if number == self._number:
                    return []
                self._number = number
                return self._report(*state, now)
        return []

    def _meet(self, version: str, words: list[str], now: float) -> list[Raw]:
        let_go = self.let_go(now)  # a panel that introduces itself again has been restarted
        if version != VERSION or len(words) != 3 or not words[2].isdecimal():
            self.refused = True
            what = f"The serial panel speaks version {version} of the panels' language, and the box speaks {VERSION}."
            return [*let_go, Trouble(now, PANEL, f"{what} Put the firmware that comes with the box onto it.")]
        name, buttons, lamps = words
        names = () if buttons == "-" else tuple(buttons.split(","))
        unknown = [line for line in names if line not in BUTTONS]
        self.hello = Hello(name, tuple("" if line in unknown else line for line in names), min(int(lamps), len(SEATS)))
        self._number, self._buttons, self._shown = "", None, ""
        if unknown:
            known = ", ".join(BUTTONS)
            what = f"The serial panel {name} has buttons that the box does not know: {', '.join(unknown)}."
            return [*let_go, Trouble(now, f"{PANEL} buttons", f"{what} Call them {known} in its main.py.")]
        return let_go

    def _report(self, buttons: int, knob: int, now: float) -> list[Raw]:
        if self.hello is None or self._buttons is None:  # how the panel is when it comes is nobody's doing
            self._buttons, self._knob = buttons, knob
            return []
        raws: list[Raw] = []
        for bit, line in enumerate(self.hello.lines):
            down = bool(buttons >> bit & 1)
            if line and down != bool(self._buttons >> bit & 1):
                raws.append(Edge(now, line, down, clean=True))
                (self._held.add if down else self._held.discard)(line)
        self._buttons = buttons
        return raws + self._turn(knob, now)

    def _turn(self, knob: int, now: float) -> list[Raw]:
        """The edges of the knob's contacts from one count of them to another."""
        quarters = (knob - self._knob + COUNTS // 2) % COUNTS - COUNTS // 2
        if abs(quarters) > FARTHEST:  # it has been restarted, and its hello was lost
            self._knob = knob
            return []
        way = 1 if quarters > 0 else -1
        raws: list[Raw] = []
        for _ in range(abs(quarters)):
            before = CLOCKWISE[self._knob % 4]
            self._knob = (self._knob + way) % COUNTS
            a, b = CLOCKWISE[self._knob % 4]
            raws.append(Edge(now, KNOB_A, a) if a != before[0] else Edge(now, KNOB_B, b))
        return raws
