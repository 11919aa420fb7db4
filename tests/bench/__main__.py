"""`python -m tests.bench`: measures everything, or with --only one thing, and prints one table, or JSON with --json."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from tests.bench.counting import NO_SCREEN, Ground
from tests.bench.evening import evening
from tests.bench.focus import step_of_the_focus
from tests.bench.parts import games, random_solo_games, repaint
from tests.bench.pressing import press_to_frame
from tests.bench.rows import NotMeasured, Row
from tests.bench.starting import start_to_first_frame
from tests.bench.statistics import statistics
from tests.bench.waiting import minute_of_waiting


def load(ground: Ground) -> Iterator[Row]:
    """How busy the machine is with other things: above its number of cores, times are those of a busy machine."""
    yield Row(f"load of this machine of {os.cpu_count()} cores, before", os.getloadavg()[0])


MEASUREMENTS: Mapping[str, Callable[[Ground], Iterator[Row]]] = {
    "load": load,
    "start": start_to_first_frame,
    "focus": step_of_the_focus,
    "waiting": minute_of_waiting,
    "press": press_to_frame,
    "evening": evening,
    "statistics": statistics,
    "repaint": repaint,
    "games": games,
    "solo": random_solo_games,
}


def bench(names: list[str], as_json: bool) -> int:
    """Measure; 0 even if a goal is missed, since a busy machine misses them too; 1 if something was not measured."""
    rows: list[Row] = []
    missing = 0
    began = time.monotonic()
    with TemporaryDirectory(prefix="dicebox-bench-") as folder:
        ground = Ground(Path(folder))
        os.environ.update(
            NO_SCREEN | {"XDG_RUNTIME_DIR": folder}
        )  # what is painted in this process has no screen either
        for number, name in enumerate(names, 1):
            print(f"bench: {number} of {len(names)}, {name}, after {time.monotonic() - began:.0f} s", file=sys.stderr)
            try:
                for row in MEASUREMENTS[name](ground):
                    rows.append(row)
                    if not as_json:
                        print(row, flush=True)
            except NotMeasured as fault:
                print(f"bench: {name} is not measured: {fault}", file=sys.stderr)
                missing += 1
    print(f"bench: ended after {time.monotonic() - began:.0f} s", file=sys.stderr)
    if as_json:
        print(json.dumps([row.values() for row in rows], ensure_ascii=False, indent=2))
    return 1 if missing else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measures the box against its goals.")
    parser.add_argument("--json", action="store_true", help="for programs to read")
    parser.add_argument("--only", action="append", choices=MEASUREMENTS, metavar="NAME", help=", ".join(MEASUREMENTS))
    asked = parser.parse_args()
    os.environ.update(NO_SCREEN)  # what is painted in this process has no screen either
    os.environ.setdefault("XDG_RUNTIME_DIR", gettempdir())  # or SDL complains
    return bench(asked.only or list(MEASUREMENTS), asked.json)


if __name__ == "__main__":
    sys.exit(main())
