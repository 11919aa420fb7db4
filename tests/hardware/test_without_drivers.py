"""What needs no hardware works where nothing is installed for it, and from whatever folder the box is started."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DRIVERS = ("gpiozero", "gpiod", "lgpio", "RPi", "pygame", "serial", "escpos", "PIL", "qrcode")
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "hardware").rglob("*.py")
    if path.stem not in ("gpiod_factory", "pygame_panel") and path.parent.name != "firmware"
)


def run(program: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{program}"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("how", ["missing", "of another machine"])
def test_nothing_imports_a_driver_before_it_is_needed(tmp_path: Path, how: str) -> None:
    """RPi.GPIO, for one, raises a RuntimeError where there is no Pi."""
    if how == "missing":
        block = f"sys.modules.update(dict.fromkeys({DRIVERS}))"
    else:
        block = f"sys.path.insert(0, {str(tmp_path)!r})"
        for driver in DRIVERS:
            (tmp_path / f"{driver}.py").write_text("raise RuntimeError('not on this machine')")
    modules = ", ".join(MODULES)
    run(f"{block}\nimport device.cli, device.checking, {modules}", tmp_path)


def test_a_box_without_drivers_opens_what_it_can_and_says_the_rest(tmp_path: Path) -> None:
    program = (
        f"sys.modules.update(dict.fromkeys({DRIVERS}))\n"
        "from pathlib import Path\n"
        "from hardware.clock import SimClock\n"
        "from hardware.equipment import Equipment, Machine, open_panels\n"
        "from hardware.inbox import Inbox\n"
        "inbox = Inbox()\n"
        "machine = Machine(inputs=Path('none'), serial=Path('none'))\n"
        "for panel in open_panels(Equipment(panel='gpiod'), machine, SimClock(), inbox): panel.close()\n"
        "for trouble in inbox.drain(): print(trouble.what)\n"
    )
    (told,) = run(program, tmp_path).splitlines()
    assert told.startswith("The panel does not answer: gpiod 2 is not installed.")
    assert told.endswith("Touch and keyboard still work.")


def test_files_are_found_after_the_process_has_gone_elsewhere(tmp_path: Path) -> None:
    """As lgpio makes it go when it is imported."""
    program = (
        "import os\n"
        "from hardware.panels.pinmap import default_pins\n"
        f"os.chdir({str(tmp_path)!r})\n"
        "print(default_pins().lines['roll'])\n"
    )
    assert run(program, ROOT) == "23\n"
