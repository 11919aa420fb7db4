"""Runs a panel on an RP2040 board such as the Pico: its pins, its USB line and its clock, for `panel.py`.

Buttons and knob connect their pin to ground; a lamp has a 330 Ω resistor. Take out what your panel does not have.
"""

import select
import sys
import time

from machine import Pin, unique_id  # type: ignore[import-not-found]
from panel import Panel  # type: ignore[import-not-found]

BUTTONS = {
    "prev": 2,
    "next": 3,
    "select": 4,
    "back": 5,
    "roll": 6,
    "seat1": 7,
    "seat2": 8,
    "seat3": 9,
    "seat4": 10,
    "seat5": 11,
    "seat6": 12,
    "knob_push": 13,
}
KNOB = (14, 15)  # A and B; swap them if it turns the wrong way
LAMPS = (16, 17, 18, 19, 20, 21)  # of the seats 1 to 6


def run() -> None:
    """Look at every contact a thousand times a second, for ever."""
    buttons = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in BUTTONS.values()]
    knob_a, knob_b = (Pin(pin, Pin.IN, Pin.PULL_UP) for pin in KNOB)
    lamps = [Pin(pin, Pin.OUT, value=0) for pin in LAMPS]
    name = "".join(["%02x" % byte for byte in unique_id()])  # noqa: UP031
    panel = Panel(name, tuple(BUTTONS), len(LAMPS))
    line = select.poll()
    line.register(sys.stdin, select.POLLIN)
    now, ticks = 0, time.ticks_ms()  # type: ignore[attr-defined]
    while True:
        closed = 0
        for bit, button in enumerate(buttons):
            if not button.value():
                closed |= 1 << bit
        panel.sample(closed, not knob_a.value(), not knob_b.value(), now)
        heard = b""
        while line.poll(0) and len(heard) < 64:
            heard += sys.stdin.buffer.read(1)
        panel.hear(heard, now)
        said = panel.say(now)
        if said:
            sys.stdout.buffer.write(said)
        for lamp, lit in zip(lamps, panel.lit(now)):  # noqa: B905
            lamp.value(lit)
        time.sleep_ms(1)  # type: ignore[attr-defined]
        then, ticks = ticks, time.ticks_ms()  # type: ignore[attr-defined]
        now += time.ticks_diff(ticks, then)  # type: ignore[attr-defined]


if __name__ == "__main__":
    run()
