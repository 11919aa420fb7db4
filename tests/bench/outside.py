"""A box in a process of its own as people have it: eyes on its frames, a finger on its pins, and what it takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread

from tests.bench.counting import ROOT, Ground
from tests.bench.finger import SELECT, Seen, towards
from tests.bench.rows import NotMeasured

PATIENCE = 30.0  # seconds after which a box that shows nothing, or does not answer, is given up
NO_FRAME = 0.25  # seconds after which a press is seen to have changed nothing
BETWEEN_PRESSES = 0.055  # seconds; a contact that closes more than 20 times a second is not believed
ENDS = 0.5  # seconds that a counted box has to stop before it is woken for it
MOST_STEPS = 80


@dataclass(frozen=True, slots=True)
class Frame:
    """When a frame had been presented, by the machine's monotonic clock; the processor time since the last press."""

    time: float
    busy: float


class WatchedBox:
    """A running box."""

    def __init__(
        self, ground: Ground, data: Path, size: str = "1280x720", debounce: float = 0.0, prefix: Sequence[str] = ()
    ) -> None:
        self._debounce = debounce
        self._is_counted = bool(prefix)
        self._frames: SimpleQueue[Frame] = SimpleQueue()
        self._answers: SimpleQueue[Seen] = SimpleQueue()
        self._pressed: dict[str, float] = {}
        self._luck = Random(1)
        self.started = time.monotonic()
        self._process = subprocess.Popen(
            [*prefix, sys.executable, "-m", "tests.bench.watched", str(data), size],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=ROOT,
            env=ground.environment,
        )
        self._eyes = Thread(target=self._look, daemon=True)
        self._eyes.start()

    def _look(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            match line.rstrip("\n").split("\t"):
                case "frame", at, busy:
                    self._frames.put(Frame(float(at), float(busy)))
                case "seen", told:
                    values = json.loads(told)
                    self._answers.put(Seen(**{**values, "targets": tuple(values["targets"])}))

    # Eyes.

    def frame(self, patience: float = PATIENCE) -> Frame:
        """The next frame."""
        try:
            return self._frames.get(timeout=patience)
        except Empty:
            raise NotMeasured(f"the box presented no frame within {patience:.0f} s ({self._last_words()})") from None

    def frame_if_any(self) -> Frame | None:
        """The next frame, or None if nothing is going to change."""
        try:
            return self._frames.get(timeout=NO_FRAME)
        except Empty:
            return None

    def _last_words(self) -> str:
        if self._process.poll() is None:
            return "it runs"
        assert self._process.stderr is not None
        return (self._process.stderr.read().strip().splitlines() or ["it said nothing"])[-1]

    def look(self) -> Seen:
        """What is seen once the box has done all that it was told; the frames until then are of the past."""
        self.tell("look")
        try:
            seen = self._answers.get(timeout=PATIENCE)
        except Empty:
            raise NotMeasured(f"the box did not answer within {PATIENCE:.0f} s ({self._last_words()})") from None
        self.forget_frames()
        return seen

    def forget_frames(self) -> int:
        """Look at no frame that has come so far; gives how many these are."""
        forgotten = self._frames.qsize()
        for _ in range(forgotten):
            self._frames.get()
        return forgotten

    # A finger.

    def press(self, line: str) -> float:
        """Press a button, not too soon after the last time; gives the time at which it was pressed."""
        time.sleep(max(0.0, self._pressed.get(line, 0.0) + BETWEEN_PRESSES - time.monotonic()))
        self._pressed[line] = pressed = time.monotonic()
        self.tell(f"{line} low")
        return pressed

    def release(self, line: str) -> None:
        """Let it go after a while, and rest, both as unevenly as people do."""
        time.sleep(self._luck.uniform(0.02, 0.04))
        self.tell(f"{line} high")
        time.sleep(self._luck.uniform(0.02, 0.04))

    def tap(self, line: str) -> Seen:
        """Press and let go as soon as that is no bounce; gives what is seen then."""
        self.press(line)
        time.sleep(2 * self._debounce)
        self.tell(f"{line} high")
        return self.look()

    def choose(self, target: str, seen: Seen) -> Seen:
        """Go to a target and choose it."""
        for _ in range(MOST_STEPS):
            if target not in seen.targets:
                raise NotMeasured(f"{seen.scene} offers no {target!r}, only {seen.targets}")
            line = towards(seen, target)
            seen = self.tap(line)
            if line == SELECT:
                return seen
        raise NotMeasured(f"the focus does not come to {target!r} in {seen.scene}")

    def tell(self, command: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise NotMeasured(f"the box has stopped ({self._last_words()})") from None

    # What it takes.

    def busy(self) -> float:
        """Seconds of processor time so far, all threads together."""
        fields = self._file("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wake_ups(self) -> int:
        """How often its threads have gone to sleep, and so have been woken."""
        threads = Path(f"/proc/{self._process.pid}/task").glob("*/status")
        return sum(_entry(thread.read_text(), "voluntary_ctxt_switches") for thread in threads)

    def memory(self) -> float:
        """Resident memory in MB."""
        return _entry(self._file("status"), "VmRSS") * 1024 / 1e6

    def _file(self, name: str) -> str:
        return Path(f"/proc/{self._process.pid}/{name}").read_text()

    def stop(self) -> int:
        """Tell the box to stop; gives its exit code.

        Under callgrind any thread may take the signal, and Python acts on it in the main thread once that is awake.
        """
        self._process.terminate()
        while self._is_counted and self._process.poll() is None:
            with suppress(NotMeasured, subprocess.TimeoutExpired):
                self.tell("look")
                self._process.wait(ENDS)
        self._eyes.join()
        with self._process:  # closes its pipes and waits for it
            pass
        return self._process.returncode


def _entry(status: str, name: str) -> int:
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(f"{name}:"))


@contextmanager
def watched(
    ground: Ground, data: Path, size: str = "1280x720", debounce: float = 0.0, prefix: Sequence[str] = ()
) -> Iterator[WatchedBox]:
    """A box that is watched until this is over."""
    box = WatchedBox(ground, data, size, debounce, prefix)
    try:
        yield box
    finally:
        box.stop()
