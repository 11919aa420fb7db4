"""What it costs to let the box stand: nobody presses, a game waits for its player."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.bench import internals
from tests.bench.counting import MILLION, Counter, Ground
from tests.bench.outside import watched
from tests.bench.rows import NotMeasured, Row
from tests.bench.starting import UNDER_VALGRIND

SETTLE, WAIT = 3.0, 20.0  # seconds; the first for whatever a start leaves to be done
GAME = "durchmarsch"


def minute_of_waiting(ground: Ground) -> Iterator[Row]:
    data = ground.new_folder()
    internals.write_settings(data, motion=False, debounce=internals.usual_debounce())
    internals.begin_game(data, GAME)
    with watched(ground, data) as box:
        frame = box.frame()
        if frame.seen.screen != "play":
            raise NotMeasured(f"no game waits for its player, the screen is {frame.seen.screen}")
        time.sleep(SETTLE)
        woken, busy, shown = box.wake_ups(), box.busy(), box.unseen()
        time.sleep(WAIT)
        woken, busy, shown = box.wake_ups() - woken, box.busy() - busy, box.unseen() - shown
    a_minute = 60 / WAIT
    yield Row("a minute of waiting for a player", _counted(ground, a_minute), "M", 100)
    yield Row("a minute of waiting: wake-ups of all threads, lamps that blink among them", woken * a_minute)
    yield Row("a minute of waiting: frames presented", shown * a_minute, "", 0)
    yield Row("a minute of waiting: share of one core", 100 * busy / WAIT, "%", 1)


def _counted(ground: Ground, a_minute: float) -> float:
    """The box runs about fifty times slower here, but what it does in a minute of waiting is the same."""
    data = ground.new_folder()
    internals.write_settings(data, motion=False, debounce=internals.usual_debounce())
    internals.begin_game(data, GAME)
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
