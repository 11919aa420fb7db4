"""`make bench`: measures the box against its budgets and prints one table, or JSON with --json.

What people feel is measured from outside, on the real box in a process of its own (`watched`): it says when each frame
was presented, and its pins are pressed through its standard input. The rest is measured in this process.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread

# Nothing of the box is imported up here: `watched` starts as cold as the box does.

ROOT = Path(__file__).parents[1]
SIZE = (1280, 720)
STARTS, PRESSES, REPAINTS = 7, 400, 60
PLAYED = ("durchmarsch",)  # through pins: games in which Next and Roll always change the picture
IDLE = 20.0  # seconds
SIMULATED = 2.0  # seconds for each kind of bot
NO_SCREEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
PATIENCE = 30.0  # seconds after which a box that shows nothing is given up


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; a value above its budget is over."""

    what: str
    value: float
    unit: str
    budget: float | None = None

    @property
    def ok(self) -> bool | None:
        return None if self.budget is None else self.value <= self.budget


class NotMeasured(Exception):
    """A measurement could not be made; the text says why."""


def load() -> Iterator[Row]:
    """How busy the machine is with other things: above its number of cores, times are those of a busy machine."""
    yield Row(f"load of this machine of {os.cpu_count()} cores, before", os.getloadavg()[0], "")


# What people feel: how soon the box is there, how quickly it answers, and what it costs to let it stand.


def first_frame() -> Iterator[Row]:
    waits, memory = [], []
    for _ in range(1 + STARTS):
        with _folder() as data, _box(data) as box:
            waits.append(box.frame().time - box.started)
            memory.append(box.memory())
    # The very first start of a new box compiles its code as well.
    yield Row("cold start to the first frame", _middle(waits[1:]), "s", 0.5)
    yield Row("resident after the first frame", max(memory), "MB", 90)


def idle() -> Iterator[Row]:
    with _folder() as data:
        begin_game(data)
        with _box(data) as box:
            box.frame()
            time.sleep(1)  # for whatever a start leaves to be done
            before, since = box.busy(), time.monotonic()
            time.sleep(IDLE)
            seconds = time.monotonic() - since
            busy = box.busy() - before
            shown = box.presented()
    yield Row("waiting for a player: share of one core", 100 * busy / seconds, "%", 1)
    yield Row("waiting for a player: presents in a minute", 60 * shown / seconds, "", 0)


def press_to_frame() -> Iterator[Row]:
    """Two people play on and on; every press moves the focus, rolls, starts a game or ends one."""
    for game in PLAYED:
        waits = []
        with _folder() as data:
            debounce = begin_game(data, game)
            with _box(data) as box:
                box.frame()
                for number in range(PRESSES):
                    pressed = box.press("roll" if number % 2 else "next")
                    waits.append(1000 * (box.frame().time - pressed - debounce))
                    box.release()
        waits.sort()
        yield Row(f"{game}: press to frame beyond debounce, median", _middle(waits), "ms")
        yield Row(f"{game}: press to frame beyond debounce, 99 of 100", waits[int(0.99 * len(waits))], "ms", 17)


def after_a_game() -> Iterator[Row]:
    for game in PLAYED:
        with _folder() as data:
            begin_game(data, game, bot="master")
            with _box(data) as box:
                while box.frame().screen != "result":
                    box.press("roll")
                    box.release()
                yield Row(f"{game}: resident after a game against the master", box.memory(), "MB", 90)


# What the parts cost.


def repaint() -> Iterator[Row]:
    """Every screen of the gallery, painted whole and presented; the slowest counts."""
    from display.language import speaker
    from display.pixels.layout import lay_out
    from display.pixels.painter import Painter
    from display.pixels.placed import Layout
    from display.pixels.text import Fonts
    from display.pixels.video import start_video, stop_video
    from display.screens.frame import View
    from display.tree import Screen, Tone
    from tests.display.gallery import gallery

    os.environ.update(NO_SCREEN)
    start_video(None)
    painter = Painter(Fonts(), SIZE)
    painter.open("Dicebox", full_screen=False)

    def fill() -> None:
        painter.canvas.fill(painter.theme.tones[Tone.TABLE])
        painter.present()

    def paint(screen: Screen, layout: Layout, now: float) -> None:
        painter.paint(layout, screen.start, now)
        painter.present()

    costs = {}
    for name, (screen, now) in gallery(View()).items():
        layout = lay_out(screen, SIZE, painter.fonts, speaker("en"))
        costs[name] = _milliseconds(partial(paint, screen, layout, now))
    plain = _milliseconds(fill)
    stop_video()
    slowest = max(costs, key=lambda name: costs[name])
    yield Row(f"full repaint at 1280×720, slowest screen ({slowest})", costs[slowest], "ms", 4)
    yield Row("the same, as a multiple of fill and present", costs[slowest] / plain, "×")


def games() -> Iterator[Row]:
    """Every game of the box, played by its weakest and its strongest bots."""
    from engine.games import GAMES
    from engine.simulate import simulate, strengths

    for name, rules in GAMES.items():
        players = max(2, rules.players.least)
        weakest, *_, strongest = strengths(name)
        for bot in (weakest, strongest):
            simulate(name, [bot] * players, 1, seed=0)  # tables that are worked out once are not part of a game
            played, began = 0, time.perf_counter()
            while (seconds := time.perf_counter() - began) < SIMULATED:
                simulate(name, [bot] * players, 20, seed=played)
                played += 20
            yield Row(f"{name}: games in a second, {players} × {bot}", played / seconds, "")


def random_solo_games() -> Iterator[Row]:
    """Games alone in which anything is picked: through the contract of the games, and with what the bots of Encore! use
    inside, which knows placements as sets of boxes and nothing of tables, turns and records."""
    from engine.simulate import simulate

    for name, budget in (("encore", 1000 / 1500), ("one_more_encore", 1000 / 500)):
        took = _milliseconds(partial(simulate, name, ["random"], 20, seed=1)) / 20
        yield Row(f"{name}: a random game alone", took, "ms", budget)
    yield Row(
        "encore: the same with what the bots use inside",
        _milliseconds(partial(_inner_game, Random(1))),
        "ms",
        1000 / 3000,
    )


def _inner_game(luck: Random) -> None:
    from engine.colour_sheets.picks import COLOUR_DIE, CROSS, NUMBER_DIE, QUESTION, pairs
    from engine.colour_sheets.sheets import sheet
    from engine.games.encore.rules import JOKERS, SOLO_ROLLS

    paper, checked, jokers = sheet("01"), 0, JOKERS
    for _ in range(SOLO_ROLLS):
        colours, numbers = luck.choices(COLOUR_DIE.faces, k=2), luck.choices(NUMBER_DIE.faces, k=2)
        found = pairs(paper, checked, jokers, colours, numbers)
        at = luck.randrange(1 + sum(len(pair.placements) for pair in found))
        for pair in found:
            if at < len(pair.placements):
                checked |= pair.placements[at]
                jokers -= (pair.colour == CROSS) + (pair.number == QUESTION)
                break
            at -= len(pair.placements)


MEASUREMENTS: tuple[Callable[[], Iterator[Row]], ...] = (
    load,
    first_frame,
    idle,
    press_to_frame,
    repaint,
    after_a_game,
    games,
    random_solo_games,
)


# The box, seen from outside.


@dataclass(frozen=True, slots=True)
class Frame:
    """When a frame had been presented, by the machine's monotonic clock, and which screen it showed."""

    time: float
    screen: str


class WatchedBox:
    """A running box, the eyes on its frames and the finger on its pins."""

    def __init__(self, data: Path) -> None:
        self.started = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench", "--watched", str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, **NO_SCREEN, "PYTHONDONTWRITEBYTECODE": ""},
        )
        self._frames: SimpleQueue[Frame] = SimpleQueue()
        self._line = ""
        self._luck = Random(1)
        self._eyes = Thread(target=self._look, daemon=True)
        self._eyes.start()

    def _look(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            at, _, screen = line.strip().partition(" ")
            self._frames.put(Frame(float(at), screen))

    def frame(self) -> Frame:
        """The next frame."""
        try:
            return self._frames.get(timeout=PATIENCE)
        except Empty:
            self._process.kill()
            assert self._process.stderr is not None
            last = (self._process.stderr.read().strip().splitlines() or ["it said nothing"])[-1]
            raise NotMeasured(f"the box presented no frame within {PATIENCE:.0f} s ({last})") from None

    def presented(self) -> int:
        """How many frames have come that nobody has looked at."""
        return self._frames.qsize()

    def press(self, line: str) -> float:
        """Press a button; gives the time at which it was pressed."""
        self._line = line
        pressed = time.monotonic()
        self._drive("low")
        return pressed

    def release(self) -> None:
        """Let it go after a while, and rest, both as unevenly as people do."""
        time.sleep(self._luck.uniform(0.02, 0.04))
        self._drive("high")
        time.sleep(self._luck.uniform(0.02, 0.04))

    def _drive(self, level: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{self._line} {level}\n")
        self._process.stdin.flush()

    def busy(self) -> float:
        """Seconds of processor time so far, all threads together."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident memory in MB."""
        status = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
        return kilobytes * 1024 / 1e6

    def stop(self) -> int:
        """Tell the box to stop; gives its exit code."""
        self._process.terminate()
        self._eyes.join()
        with self._process:  # closes its pipes and waits for it
            pass
        return self._process.returncode


@contextmanager
def _box(data: Path) -> Iterator[WatchedBox]:
    box = WatchedBox(data)
    try:
        yield box
    finally:
        box.stop()


@contextmanager
def _folder() -> Iterator[Path]:
    with TemporaryDirectory(prefix="dicebox-bench-") as folder:
        yield Path(folder)


def begin_game(data: Path, game: str = PLAYED[0], bot: str | None = None) -> float:
    """Leave a game in the store for the box to go on with, always with the same dice, and a panel of mock pins to play
    it on; gives the seconds of debounce. Dice that tumble and bots that dawdle would show frames of their own."""
    from device import match
    from device.keeping.settings import defaults
    from device.keeping.store import Store
    from engine.contract import Seat, Table
    from engine.dice import FairDice, mix
    from engine.games import GAMES

    settings = 'language = "en"\npanel = "mock"\nreduced_motion = true\nbot_pause = 0.0\n'
    (data / "settings.toml").write_text(settings, encoding="utf-8")
    store = Store.open(data / "games.db")
    table = Table((Seat("Ada"), Seat("Ben", bot)))
    dice = FairDice(bytes(32), mix(()))
    match.begin(store, GAMES[game], table, (0, 1), dice, False, datetime.now)
    store.close()
    return defaults({}).debounce


def watched(data: Path) -> int:
    """The box itself, started as `dicebox play` starts it, in a process that tells of its frames on standard output and
    whose pins, if it has any, are driven by lines like `roll low` on standard input."""
    from device import outputs
    from device.cli import main
    from display.tree import Screen
    from hardware.inputs import Raw
    from hardware.panels import gpio_panel

    class Told(outputs.Picture):
        def show(self, screen: Screen, focus: str, now: float) -> None:
            super().show(screen, focus, now)
            print(time.monotonic(), screen.name, flush=True)

    class Driven(gpio_panel.GpioPanel):
        def open(self, inbox: Callable[[Raw], None]) -> None:
            super().open(inbox)
            Thread(target=self._drive, daemon=True).start()

        def _drive(self) -> None:
            for command in sys.stdin:
                line, level = command.split()
                pin = self._factory.pin(self._pins.lines[line])
                if level == "low":
                    pin.drive_low()
                else:
                    pin.drive_high()

    outputs.Picture = Told  # type: ignore[misc]
    gpio_panel.GpioPanel = Driven  # type: ignore[misc]
    return main(["play", "--data", str(data), "--size", f"{SIZE[0]}x{SIZE[1]}"])


# Figures.


def _middle(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def _milliseconds(act: Callable[[], object]) -> float:
    """How long it takes once everything it keeps is kept: the middle of many, so that others on the machine hardly
    count."""
    act()
    times = []
    for _ in range(REPAINTS):
        began = time.perf_counter()
        act()
        times.append(1000 * (time.perf_counter() - began))
    return _middle(times)


def _told(row: Row) -> str:
    digits = 0 if row.value >= 100 or row.value == 0 else 2
    budget = "" if row.budget is None else f"at most {row.budget:g} {row.unit}"
    verdict = {None: "", True: "ok", False: "OVER"}[row.ok]
    return f"{row.what:60}{row.value:10,.{digits}f} {row.unit:3} {budget:16}{verdict}".rstrip()


def bench(as_json: bool) -> int:
    """Measure everything; 0 even if a budget is exceeded, since a busy machine exceeds them too."""
    rows = []
    try:
        for measurement in MEASUREMENTS:
            for row in measurement():
                rows.append(row)
                if not as_json:
                    print(_told(row), flush=True)
    except NotMeasured as fault:
        print(f"bench: {fault}", file=sys.stderr)
        return 1
    if as_json:
        print(json.dumps([{**asdict(row), "ok": row.ok} for row in rows], ensure_ascii=False, indent=2))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measures the box against its budgets.")
    parser.add_argument("--json", action="store_true", help="for programs to read")
    parser.add_argument("--watched", type=Path, metavar="DIR", help="be the box that is measured")
    asked = parser.parse_args()
    return bench(asked.json) if asked.watched is None else watched(asked.watched)


if __name__ == "__main__":
    sys.exit(main())
