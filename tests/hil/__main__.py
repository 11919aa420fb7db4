"""The box on real kernel interfaces, without a Pi: a whole game in an emulated machine, with a power cut in between."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from tests.hil import disks, telling
from tests.hil.machine import Disks, Machine
from tests.hil.mirror import Mirror
from tests.hil.telling import FIRST, SECOND, Fault, Missing

PREPARE = Path(__file__).with_name("prepare.sh")
REPORT = disks.ROOT / "build" / "hil"  # what is left to look at: consoles, and pictures that differ
KVM = Path("/dev/kvm")
PATIENCE = 30.0  # seconds until the screen shows what it must
PASSED, FAILED, MISSING, STOPPED = 0, 1, 75, 130  # exit codes; the third one says "not now" elsewhere too


def main() -> int:
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dicebox" / "hil"
    began = time.monotonic()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if subprocess.run(["sh", PREPARE, kept]).returncode != 0:
            return MISSING
        _run(kept, disks.libraries(kept))
    except Missing as missing:
        print(f"hil: {missing}", file=sys.stderr)
        return MISSING
    except (Fault, OSError) as fault:
        print(f"hil: {fault}; consoles and pictures are in {REPORT}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return STOPPED
    print(f"hil: passed in {time.monotonic() - began:.0f} s")
    return PASSED


def _run(kept: Path, libraries: Path) -> None:
    shutil.rmtree(REPORT, ignore_errors=True)
    REPORT.mkdir(parents=True)
    with TemporaryDirectory(prefix="hil-") as folder:
        used = Disks(kept / "root.img", Path(folder) / "programs.img", Path(folder) / "data.img")
        disks.programs(libraries, used.programs)
        disks.empty(used.data)
        accelerators = ["kvm", "tcg"] if os.access(KVM, os.R_OK | os.W_OK) else ["tcg"]
        position: list[str] | None = None
        for part in (FIRST, SECOND):
            with _started(kept, used, Path(folder), part, accelerators) as machine:
                _say(f"{machine.system}, by {accelerators[0]}")
                position = _attend(machine, part, position)


def _started(kept: Path, used: Disks, folder: Path, part: str, accelerators: list[str]) -> Machine:
    """A machine that has come up; where KVM is broken, as in some machines that are emulated themselves, without it."""
    while True:
        try:
            return Machine(kept, used, folder, REPORT, part, accelerators[0])
        except Fault:
            if len(accelerators) == 1:
                raise
            _say(f"{accelerators.pop(0)} is there but does not work")


def _attend(machine: Machine, part: str, cut_at: list[str] | None) -> list[str] | None:
    """Look where the player asks to, until it is done; the position of the game, if the power is to be cut there."""
    while True:
        told = machine.hear()
        match told["kind"]:
            case "note":
                _say(told["what"])
            case "picture":
                machine.answer(_objection(machine, part, told["what"], told["saved"]))
            case "resumed":
                machine.answer("" if told["saved"] == cut_at else f"the game went on from elsewhere than {cut_at}")
            case "cut":
                if objection := _objection(machine, part, "the last move", told["saved"]):
                    raise Fault(objection)
                _say(f"power cut after {len(told['saved']) - 2} events")
                return list(told["saved"])
            case "failed":
                raise Fault(told["why"])
            case "passed":
                return None


def _objection(machine: Machine, part: str, what: str, saved: list[str] | None) -> str:
    """Wait until the screen shows this; what to object to if it does not."""
    painter = Mirror(telling.settings(part), telling.unpacked(saved)).painted()
    wanted = pygame.image.tobytes(painter.canvas, "RGB")
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        seen = pygame.image.load(machine.screen())
        if pygame.image.tobytes(seen, "RGB") == wanted:
            _say(f"the screen shows {what}")
            return ""
        time.sleep(0.2)
    painter.save(REPORT / "wanted.png")
    pygame.image.save(seen, REPORT / "seen.png")
    return f"the screen does not show {what} as the painter draws it"


def _say(what: str) -> None:
    print(f"hil: {what}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
