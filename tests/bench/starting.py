"""How soon the box is there: from its start to the first frame, and what it has in memory then."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.counting import MILLION, Counter, Ground
from tests.bench.finger import MENU
from tests.bench.outside import watched
from tests.bench.rows import NotMeasured, Row, at_least, middle

STARTS = 9
UNDER_VALGRIND = 200.0  # seconds


def start_to_first_frame(ground: Ground) -> Iterator[Row]:
    waits, busy, memory = [], [], []
    for _ in range(1 + STARTS):
        with watched(ground, ground.new_folder()) as box:
            frame = box.frame()
            waits.append(frame.time - box.started)
            busy.append(frame.busy)
            memory.append(box.memory())
            if (scene := box.look().scene) != MENU:
                raise NotMeasured(f"the first frame shows {scene} instead of the menu")
    compiled = ground.bytecode()
    at_least(100, compiled, "modules with bytecode")
    counter = Counter(ground.new_folder())
    with watched(ground, ground.new_folder(), prefix=counter.prefix) as box:
        box.frame(UNDER_VALGRIND)
    ground.check_bytecode(compiled)
    yield Row(f"start to first frame ({compiled} modules, all with bytecode)", counter.counts()[0] / MILLION, "M", 500)
    # The very first start of a new box compiles its code as well.
    yield Row("start to first frame, on the wall", middle(waits[1:]), "s", 0.5)
    yield Row("start to first frame, processor", middle(busy[1:]), "s")
    yield Row("resident after the first frame", max(memory), "MB", 90)
