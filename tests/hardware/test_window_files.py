"""Which files wake the loop for a window, and when the window has to be looked at unasked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from hardware.clock import SimClock
from hardware.panels.pygame_panel import PygamePanel
from hardware.panels.window_files import WindowFiles

ROOT = Path(__file__).parents[2]
SIZE = (800, 480)


class Process:
    """The files that a process has open, and the event devices of its machine, described by files."""

    def __init__(self, folder: Path) -> None:
        self.open_files, self.system, self.devices = folder / "fd", folder / "input", Path("/dev/input")
        self.open_files.mkdir()
        self.system.mkdir()
        self.opens(0, "/dev/tty1")
        self.opens(3, "socket:[100]")

    def opens(self, number: int, what: str) -> None:
        (self.open_files / str(number)).symlink_to(what)

    def closes(self, number: int) -> None:
        (self.open_files / str(number)).unlink()

    def has(self, device: str, keys: str) -> None:
        folder = self.system / device / "device"
        (folder / "capabilities").mkdir(parents=True)
        (folder / "capabilities" / "key").write_text(keys)

    def files(self) -> WindowFiles:
        return WindowFiles(self.open_files, self.system, self.devices)


@pytest.fixture
def process(tmp_path: Path) -> Process:
    return Process(tmp_path)


def test_a_desktops_window_has_its_line_to_the_desktop(process: Process) -> None:
    files = process.files()
    process.opens(5, "socket:[200]")
    process.opens(6, "/dev/shm/a picture")
    process.opens(7, "anon_inode:[eventfd]")
    process.opens(8, "/dev/dri/card0")
    assert files.find() == [5]


def test_lines_that_are_opened_after_the_window_belong_to_others(process: Process) -> None:
    files = process.files()
    process.opens(5, "socket:[200]")
    assert files.find() == [5]
    process.opens(6, "socket:[300]")  # a sound server
    assert files.find() == [5]
    process.closes(5)
    process.opens(5, "socket:[400]")
    assert files.find() == []


def test_without_a_desktop_keyboards_and_touchscreens_count_whenever_they_are_plugged_in(process: Process) -> None:
    files = process.files()
    process.has("event0", "10000000")
    process.opens(5, "socket:[200]")  # udev
    process.opens(6, "/dev/input/event0")
    assert files.find() == [5, 6]
    process.opens(9, "/dev/input/event1")
    assert files.find() == [5, 6, 9]
    process.closes(6)
    assert files.find() == [5, 9]


def test_controllers_have_a_panel_of_their_own(process: Process) -> None:
    files = process.files()
    process.has("event0", "10000000")  # Enter is bit 28
    process.has("event1", "1000000000000 0 0 0 0")  # the lower of four buttons is bit 0x130
    process.opens(6, "/dev/input/event0")
    process.opens(7, "/dev/input/event1")
    assert files.find() == [6]


# How often the window is looked at if nothing wakes the loop.


@pytest.mark.parametrize(
    ("driver", "wakes", "seconds"),
    [
        ("x11", True, None),
        ("wayland", True, None),
        ("kmsdrm", True, 2.0),
        ("dummy", False, None),
        ("offscreen", False, None),
        ("x11", False, 0.01),
        ("one of tomorrow", True, 0.01),
    ],
)
def test_a_window_is_polled_only_if_it_cannot_wake_the_loop(driver: str, wakes: bool, seconds: float | None) -> None:
    assert PygamePanel(SimClock(), SIZE, driver=driver, wakes=wakes).poll == seconds


@pytest.mark.parametrize(("driver", "held"), [("x11", None), ("wayland", 1 / 30), ("kmsdrm", 2.0)])
def test_a_key_held_while_typing_repeats_on_wayland_too(driver: str, held: float | None) -> None:
    pygame.display.init()
    panel = PygamePanel(SimClock(), SIZE, driver=driver, wakes=True)
    rests = panel.poll
    key = {"key": pygame.K_a, "scancode": pygame.KSCAN_A, "mod": 0, "unicode": "a"}
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key))
    panel.pump()
    assert panel.poll == rests, "nobody is typing"
    panel.typing = True
    assert panel.poll == held
    pygame.event.post(pygame.Event(pygame.KEYUP, key))
    panel.pump()
    assert panel.poll == rests
    pygame.display.quit()


# A real window, where there is an X server for tests.

WINDOW = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from hardware.panels.window_files import WindowFiles
from hardware.inbox import Inbox
files, inbox = WindowFiles(), Inbox()
import pygame
pygame.display.init()
pygame.display.set_mode((320, 240))
inbox.watch(files.find)
from hardware.clock import MonotonicClock
from hardware.inputs import Edge, Touch
from hardware.panels.pygame_panel import PygamePanel, video_driver
panel = PygamePanel(MonotonicClock(), (320, 240), 0, video_driver(), bool(files.find()))
assert panel.poll is None, video_driver()
print("open", flush=True)
while True:
    for raw in panel.pump():
        match raw:
            case Edge(line=line, down=True):
                print(line, flush=True)
            case Touch(x=x, y=y):
                print(x, y, flush=True)
    inbox.wait(None)
"""


@pytest.fixture
def screen() -> Iterator[dict[str, str]]:
    """An X server that nobody sees; what a process needs to find it."""
    if shutil.which("Xvfb") is None or shutil.which("xdotool") is None:
        pytest.skip("needs Xvfb and xdotool; the same is tested above without a server")
    here, there = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(there), "-screen", "0", "320x240x24", "-nolisten", "tcp"],
        pass_fds=[there],
        stderr=subprocess.DEVNULL,
    )
    os.close(there)
    with open(here, "rb") as told:  # noqa: PTH123
        display = told.readline().decode().strip()
    yield {**os.environ, "DISPLAY": f":{display}", "SDL_VIDEODRIVER": "x11"}
    server.kill()
    server.wait()


@pytest.fixture
def hears(screen: dict[str, str]) -> Iterator[Callable[[str, str], None]]:
    """Lets fingers act on a window and waits until the window has heard it."""
    window = subprocess.Popen(
        [sys.executable, "-c", WINDOW], env=screen, stdout=subprocess.PIPE, text=True, cwd=ROOT, bufsize=1
    )
    assert window.stdout is not None
    said = window.stdout

    def hear(act: str, what: str) -> None:
        if act:
            subprocess.run(["xdotool", *act.split()], env=screen, check=True)
        while (line := said.readline().strip()) != what:
            assert line, "the window has gone"

    hear("", "open")
    yield hear
    window.kill()
    window.wait()


def test_a_sleeping_window_hears_keys_and_clicks(hears: Callable[[str, str], None]) -> None:
    hears("mousemove 200 100 click 1", "200 100")
    hears("key Right", "next")
    hears("key r", "roll")
    hears("mousemove 20 10 click 1", "20 10")
