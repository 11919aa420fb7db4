"""Builds the machine's small disks: the box's programs, installed as on a Pi, and an empty one for its games."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.hil.telling import Fault, Missing

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements" / "play.lock"
PACKAGES = ("device", "display", "engine", "hardware", "seeds")
DRIVER = "lgpio>=0.2"  # which the locks have for the processors of a Pi only
# What the machine is, which need not be what this Python is.
C_LIBRARIES = ("_2_36", "_2_34", "_2_28", "_2_27", "_2_17", "2014")
MACHINE = (
    "--python-version=3.11",
    "--only-binary=:all:",
    *(f"--platform=manylinux{version}_x86_64" for version in C_LIBRARIES),
)


def libraries(kept: Path) -> Path:
    """The locked packages and the other driver, fetched once for each lock."""
    mark = hashlib.sha256(LOCK.read_bytes() + repr((DRIVER, MACHINE)).encode()).hexdigest()[:16]
    there = kept / f"python-{mark}"
    if not there.exists():
        for old in kept.glob("python*"):
            shutil.rmtree(old)
        part = kept / "python.part"
        try:
            _pip(*MACHINE, "--no-deps", "--require-hashes", f"--target={part}", "-r", str(LOCK))
            _pip(*MACHINE, "--no-deps", f"--target={part}", DRIVER)
        except Fault as fault:
            raise Missing(str(fault)) from None
        part.rename(there)
    return there


def programs(site_packages: Path, disk: Path) -> None:
    """Everything that the box needs, the box as it is in this checkout, and its player."""
    with TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        shutil.copytree(site_packages, site)
        source = Path(folder) / "source"
        for package in PACKAGES:
            shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
        for file in ("pyproject.toml", "LICENSE"):
            shutil.copy(ROOT / file, source)
        _pip("--no-deps", "--no-build-isolation", "--no-index", "--upgrade", f"--target={site}", str(source))
        shutil.rmtree(source)
        tests = Path(folder) / "tests"
        shutil.copytree(Path(__file__).parent, tests / "hil")
        (tests / "__init__.py").touch()  # or else the tests of some library would be found before
        _make(disk, "200M", "-d", folder)


def empty(disk: Path) -> None:
    _make(disk, "64M")


def _pip(*arguments: str) -> None:
    _run("the packages cannot be installed", sys.executable, "-m", "pip", "--quiet", "install", *arguments)


def _make(disk: Path, size: str, *arguments: str) -> None:
    disk.unlink(missing_ok=True)
    _run("a disk cannot be made", "mke2fs", "-q", "-t", "ext4", *arguments, str(disk), size)


def _run(otherwise: str, *command: str) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stdout + done.stderr, file=sys.stderr)
        raise Fault(f"{otherwise}, for the reason above")
