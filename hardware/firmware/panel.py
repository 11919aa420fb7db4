"""What a serial panel does: steadies its buttons, counts its knob, keeps its lamps, and talks with the box.

It runs on MicroPython and on Python alike, so the box's simulator and tests run the very code of the panel. It knows
neither pins nor a clock; `main.py` hands both in. Times are milliseconds. docs/serial-panel.md tells the protocol.
"""

NAME = "dicebox-panel"
VERSION = 1
STEADY = 5  # a contact counts when it has been the same for so long
RESEND = 50  # a report that the box did not acknowledge is sent again
HEARTBEAT = 1000  # without news the state is reported as often as this
FORGET = 3000  # after so long without the box nobody wants old presses or lamps any more
HALF_BLINK = 500
MOST_WAITING = 16  # reports
LONGEST = 120  # bytes of a line
COUNTS = 65536  # the knob's count begins again there

OFF, LIT, BLINKING = "-", "L", "B"
PHASE = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}  # the knob's contacts, clockwise


def crc8(text: bytes) -> int:
    """The check sum: polynomial 0x07, beginning with 0."""
    crc = 0
    for byte in text:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
    return crc


def sealed(text: str) -> bytes:
    """A line as it goes over the wire."""
    return b"%s *%02X\n" % (text.encode(), crc8(text.encode()))


def opened(line: bytes) -> str:
    """What a line says; nothing if it was damaged."""
    line = line.rstrip(b"\r\n")
    text = line[:-4]
    return str(text, "ascii") if line[-4:] == b" *%02X" % crc8(text) and max(text, default=128) < 128 else ""


class Panel:
    """`buttons` are the names of the lines, in the order of the bits; `name` tells this panel from others."""

    def __init__(self, name: str, buttons: tuple[str, ...], lamps: int) -> None:
        self._hello = "HELLO %s %d %s %s %d" % (NAME, VERSION, name, ",".join(buttons) or "-", lamps)  # noqa: UP031
        self._closed = 0  # the contacts
        self._since = [0] * len(buttons)
        self._down = 0  # the buttons, once their contacts were steady
        self._phase = -1
        self._knob = 0
        self._way = 1
        self._lamps = OFF * lamps
        self._heard = -FORGET
        self._rest = b""
        self._greets = True
        self._waiting: list[tuple[int, int]] = []  # reports; the first one is on its way
        self._number = 0
        self._sent = -HEARTBEAT
        self._begun = -1  # since when the first one is on its way

    # Contacts.

    def sample(self, closed: int, a: bool, b: bool, now: int) -> None:
        """How the contacts are: a bit for each button, and the two of the knob."""
        before = self._down, self._knob
        for bit in range(len(self._since)):
            mask = 1 << bit
            if (closed ^ self._closed) & mask:
                self._since[bit] = now
            elif (closed ^ self._down) & mask and now - self._since[bit] >= STEADY:
                self._down ^= mask
        self._closed = closed
        self._turn(PHASE[a, b])
        if (self._down, self._knob) != before:
            self._report()

    def _turn(self, phase: int) -> None:
        """The knob's count follows its phase, so that the box can tell the contacts from it."""
        quarters = (phase - self._phase) % 4 if self._phase >= 0 else 0
        if self._phase < 0:
            self._knob = phase
        elif quarters == 2:  # one was missed, surely in the way it was going
            self._knob = (self._knob + 2 * self._way) % COUNTS
        elif quarters:
            self._way = 1 if quarters == 1 else -1
            self._knob = (self._knob + self._way) % COUNTS
        self._phase = phase

    def _report(self) -> None:
        state = (self._down, self._knob)
        behind = len(self._waiting) > 1 and self._waiting[-1][0] == self._down
        if behind or len(self._waiting) == MOST_WAITING:  # the knob's count says it all, whatever came between
            self._waiting[-1] = state
        else:
            self._waiting.append(state)

    # The talk.

    def hear(self, data: bytes, now: int) -> None:
        """What came from the box."""
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()[-LONGEST:]
        for line in lines:
            words = opened(line).split()
            if words:
                self._heard = now
                self._take(words)

    def _take(self, words: list[str]) -> None:
        if words == ["HI"]:
            self._greets = True
            self._waiting = [(self._down, self._knob)]
            self._begun = -1
        elif words[0] == "ACK" and words[1:] == [str(self._number)] and self._begun >= 0:
            self._waiting.pop(0)
            self._number = (self._number + 1) % 256
            self._begun = -1
        elif words[0] == "LAMPS" and len(words) == 2 and len(words[1]) == len(self._lamps) and words[1] != self._lamps:
            self._lamps = words[1]
            self._report()  # so that the box need not say it again

    def say(self, now: int) -> bytes:
        """What is to be sent to the box."""
        said = b""
        if self._greets:
            self._greets = False
            said = sealed(self._hello)
        if not self._waiting and now - self._sent >= HEARTBEAT:
            self._report()
        if self._waiting and self._begun < 0:
            self._begun = now
            return said + self._send(now)
        if self._waiting and now - self._begun >= FORGET and self._waiting[-1] != self._waiting[0]:
            self._waiting = [(self._down, self._knob)]
            self._number = (self._number + 1) % 256  # the box may have had the old one
        if self._waiting and now - self._sent >= (RESEND if now - self._begun < FORGET else HEARTBEAT):
            return said + self._send(now)
        return said

    def _send(self, now: int) -> bytes:
        self._sent = now
        down, knob = self._waiting[0]
        lamps = self._lamps or "-"
        return sealed("STATE %d %X %d %s" % (self._number, down, knob, lamps))  # noqa: UP031

    # Lamps.

    def lit(self, now: int) -> list[bool]:
        """Which lamps are to be lit at this moment; none if the box is away."""
        away = now - self._heard >= FORGET
        bright = now // HALF_BLINK % 2 == 0
        return [not away and (lamp == LIT or (lamp == BLINKING and bright)) for lamp in self._lamps]
