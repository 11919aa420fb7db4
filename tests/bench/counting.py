"""Counts instructions with callgrind, and keeps the bytecode that the counted processes start from.

How a part of a process is counted: callgrind writes down and forgets its count whenever a chosen C function is called
(`--dump-before`). That function is libc's `getloadavg`, which nothing in the box or in Python calls by itself, so
`mark()` is a mark in the counts. This needs no difference of two runs (which would count every start twice, and trust
that two starts are equal) and no compiler, and several parts can be counted in one process.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from tests.bench.rows import NotMeasured

ROOT = Path(__file__).parents[2]
MILLION = 1e6
MARK = "getloadavg"
NO_SCREEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
LONGEST = 400.0  # seconds that a counted process may take


def mark() -> None:
    """Let callgrind, if it looks on, write down what it has counted since the last mark."""
    os.getloadavg()


@dataclass(frozen=True, slots=True)
class Ground:
    """Where everything is measured: a folder of its own, with bytecode that every measured process starts from.

    The bytecode lies beside the data and not in the tree, and exists whatever PYTHONDONTWRITEBYTECODE says outside.
    """

    folder: Path

    @property
    def environment(self) -> Mapping[str, str]:
        """Of a measured process. Hashes that are always the same make counts that are always the same."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        ours = {"PYTHONPYCACHEPREFIX": str(self.folder / "bytecode"), "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
        return {**kept, **NO_SCREEN, **ours, "LANG": "en_GB.UTF-8"}

    def bytecode(self) -> int:
        """How many modules are compiled."""
        return sum(1 for _ in (self.folder / "bytecode").rglob("*.pyc"))

    def new_folder(self) -> Path:
        return Path(mkdtemp(dir=self.folder))

    def run(self, module: str, *arguments: str) -> None:
        """Run a module to its end, not counted; what it imports is compiled after that."""
        _finish([sys.executable, "-m", module, *arguments], self)

    def counted(self, module: str, *arguments: str) -> list[int]:
        """The instructions between the marks of a module: until the first, from there to the second, and so on."""
        before = self.bytecode()
        counter = Counter(self.new_folder())
        _finish([*counter.prefix, sys.executable, "-m", module, *arguments], self)
        self.check_bytecode(before)
        return counter.counts()

    def check_bytecode(self, before: int) -> None:
        """A process that compiled something counts the compiler."""
        if self.bytecode() != before:
            raise NotMeasured(f"{self.bytecode() - before} modules had no bytecode and were compiled while counted")


@dataclass(frozen=True, slots=True)
class Counter:
    """Callgrind for one process; its folder takes a file for each mark."""

    folder: Path

    @property
    def prefix(self) -> Sequence[str]:
        """What comes before the command whose instructions are counted."""
        valgrind = shutil.which("valgrind")
        if valgrind is None:
            raise NotMeasured("valgrind is not installed, and without it no instructions can be counted")
        return (
            valgrind,
            "--quiet",
            "--tool=callgrind",
            f"--callgrind-out-file={self.folder / 'counts'}",
            f"--dump-before={MARK}",
        )

    def counts(self) -> list[int]:
        files = sorted(self.folder.glob("counts.*"), key=lambda file: int(file.suffix[1:]))
        if not files:
            raise NotMeasured(f"callgrind has seen no mark, since {MARK} has another name here or was never called")
        return [_total(file.read_text()) for file in files]


def _total(counts: str) -> int:
    found = re.search(r"^totals: (\d+)$", counts, re.MULTILINE)
    if found is None:
        raise NotMeasured("callgrind wrote no total")
    return int(found[1])


def _finish(command: Sequence[str], ground: Ground) -> None:
    try:
        subprocess.run(
            command, check=True, cwd=ROOT, env=ground.environment, timeout=LONGEST, capture_output=True, text=True
        )
    except subprocess.CalledProcessError as fault:
        last = (fault.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise NotMeasured(f"a measured process ended with exit code {fault.returncode} ({last})") from None
    except subprocess.TimeoutExpired:
        raise NotMeasured(f"a measured process did not end within {LONGEST:.0f} s") from None
