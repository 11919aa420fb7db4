"""A serial panel and the box with a wire between them, on a clock that tests move."""

from __future__ import annotations

from collections.abc import Callable

from hardware.firmware.panel import Panel
from hardware.gestures import CLOCKWISE
from hardware.inputs import BUTTONS, Edge, Raw, Trouble
from hardware.panels.serial_protocol import Talk

Channel = Callable[[bytes], bytes]


def clear(data: bytes) -> bytes:
    return data


def cut(data: bytes) -> bytes:
    return b""


class Wire:
    """A panel and the box with a wire between them, a millisecond at a time."""

    def __init__(self, channel: Channel = clear, buttons: tuple[str, ...] = BUTTONS, lamps: int = 6) -> None:
        self.channel = channel
        self.buttons, self.lamps = buttons, lamps
        self.now = 0
        self.closed = 0
        self.phase = 0
        self.panel = Panel("test", buttons, lamps)
        self.talk = Talk(0.0)
        self.heard: list[Raw] = []
        self.sent = b""

    def wait(self, milliseconds: int) -> None:
        for _ in range(milliseconds):
            self.now += 1
            self.panel.sample(self.closed, *CLOCKWISE[self.phase], self.now)
            said = self.channel(self.panel.say(self.now))
            self.heard += self.talk.hear(said, self.seconds)
            answers = self.talk.answers(self.seconds)
            self.sent += answers
            self.panel.hear(self.channel(answers), self.now)

    def down(self, line: str) -> None:
        self.closed |= 1 << self.buttons.index(line)

    def up(self, line: str) -> None:
        self.closed &= ~(1 << self.buttons.index(line))

    def turn(self, quarters: int) -> None:
        for _ in range(abs(quarters)):
            self.phase = (self.phase + (1 if quarters > 0 else -1)) % 4
            self.wait(1)

    def restart(self) -> None:
        self.panel = Panel("test", self.buttons, self.lamps)

    @property
    def seconds(self) -> float:
        return self.now / 1000

    @property
    def edges(self) -> list[tuple[str, bool]]:
        return [(raw.line, raw.down) for raw in self.heard if isinstance(raw, Edge)]

    @property
    def held(self) -> set[str]:
        return {line for line, down in dict(self.edges).items() if down}

    @property
    def troubles(self) -> list[str]:
        return [raw.what for raw in self.heard if isinstance(raw, Trouble)]
