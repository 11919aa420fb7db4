"""What it costs to let the box stand: nobody presses, a game waits for its player."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.bench import internals
from tests.bench.counting import MILLION, Counter, Ground
from tests.bench.finger import GAME
from tests.bench.outside import watched
from tests.bench.rows import NotMeasured, Row
from tests.bench.starting import UNDER_VALGRIND

SETTLE, WAIT = 3.0, 20.0  # seconds; the first for whatever a start leaves to be done
PLAYED = "durchmarsch"


def minute_of_waiting(ground: Ground) -> Iterator[Row]:
    data = ground.new_folder()
    internals.write_settings(data, motion=False, debounce=internals.usual_debounce())
    internals.begin_game(data, PLAYED)
    with watched(ground, data) as box:
        box.frame()
        seen = box.look()
        if seen.scene != GAME or not seen.waits:
            raise NotMeasured(f"no game waits for its player, {seen.scene} is up")
        time.sleep(SETTLE)
        box.forget_frames()
        woken, busy = box.wake_ups(), box.busy()
        time.sleep(WAIT)
        woken, busy, shown = box.wake_ups() - woken, box.busy() - busy, box.forget_frames()
    a_minute = 60 / WAIT
    yield Row("a minute of waiting for a player", _counted(ground, a_minute), "M", 100)
    yield Row("a minute of waiting: wake-ups of all threads, lamps that blink among them", woken * a_minute)
    yield Row("a minute of waiting: frames presented", shown * a_minute, "", 0)
    yield Row("a minute of waiting: share of one core", 100 * busy / WAIT, "%", 1)


def _counted(ground: Ground, a_minute: float) -> float:
    """Millions of instructions in a minute. Under callgrind everything takes about fifty times longer, but the box
    sleeps until something is due, so in a minute of waiting it does the same."""
    data = ground.new_folder()
    internals.write_settings(data, motion=False, debounce=internals.usual_debounce())
    internals.begin_game(data, PLAYED)
    before, counter = ground.bytecode(), Counter(ground.new_folder())
    with watched(ground, data, prefix=counter.prefix) as box:
        box.frame(UNDER_VALGRIND)
        time.sleep(2 * SETTLE)  # what follows a start is slower as well
        box.tell("mark")
        time.sleep(WAIT)
        box.tell("mark")
        time.sleep(SETTLE)  # a mark takes its time to be written
    ground.check_bytecode(before)
    counts = counter.counts()
    if len(counts) != 3:
        raise NotMeasured(f"a box that waits left {len(counts)} marks instead of 3")
    return counts[2] * a_minute / MILLION
