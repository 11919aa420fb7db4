"""Starting the box: on what it plays (a screen, a window, a terminal, nothing), how it comes up and goes down."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.keeping.places import Places, places
from device.keeping.store import Store
from device.start import NoScreen, Surroundings, start, ways
from engine import dice, record
from tests.bench.counting import Ground
from tests.bench.finger import GAME, MENU
from tests.bench.internals import begin_game, write_settings
from tests.bench.outside import WatchedBox

ROOT = Path(__file__).parents[2]
CONSOLE, SSH, SERIAL = "/dev/tty1", "/dev/pts/0", "/dev/ttyAMA0"
LONG_ENOUGH = 30.0  # seconds after which a box that should say something has failed


@pytest.fixture
def here(tmp_path: Path) -> Places:
    return places({}, tmp_path / "box")


# Which way.


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        pytest.param(Surroundings({}, CONSOLE, graphics=True), ("full", "terminal"), id="console of a Pi"),
        pytest.param(Surroundings({}, None, graphics=True), ("full", "demo"), id="service of a Pi"),
        pytest.param(Surroundings({"DISPLAY": ":0"}, SSH, graphics=True), ("window", "terminal"), id="X desktop"),
        pytest.param(
            Surroundings({"WAYLAND_DISPLAY": "wayland-1"}, None, graphics=True), ("window", "demo"), id="Wayland icon"
        ),
        pytest.param(Surroundings({}, SSH, graphics=True), ("terminal",), id="ssh to a Pi"),
        pytest.param(Surroundings({}, SERIAL, graphics=True), ("terminal",), id="serial line of a Pi"),
        pytest.param(Surroundings({}, CONSOLE, graphics=False), ("terminal",), id="console without graphics"),
        pytest.param(Surroundings({}, None, graphics=False), ("demo",), id="neither screen nor terminal"),
        pytest.param(
            Surroundings({"SDL_VIDEODRIVER": "dummy"}, SSH, graphics=False), ("full", "terminal"), id="chosen"
        ),
        pytest.param(
            Surroundings({"DISPLAY": "", "SDL_VIDEODRIVER": ""}, SSH, graphics=False), ("terminal",), id="empty"
        ),
    ],
)
def test_the_box_plays_on_the_best_there_is(around: Surroundings, expected: tuple[str, ...]) -> None:
    assert ways(around) == expected


# A demonstration.


@pytest.fixture
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "seal", lambda: bytes(range(32)))


@pytest.mark.usefixtures("same_dice")
def test_with_neither_screen_nor_terminal_it_demonstrates(here: Places, capsys: pytest.CaptureFixture[str]) -> None:
    start("auto", None, here, None, Surroundings({}, None, graphics=False))
    told, troubles = capsys.readouterr()
    assert "neither a screen nor a terminal" in told
    assert str(here.data / "demo") in told
    assert troubles == ""
    reading = record.read((here.data / "demo" / "game.record").read_bytes())
    assert [seat.name for seat in reading.record.table.seats] == ["Ada", "Ben", "Cleo"]
    assert (here.data / "demo" / "001.png").exists()


@pytest.mark.usefixtures("same_dice")
def test_a_screen_that_cannot_be_opened_is_named_and_the_next_best_is_taken(
    here: Places, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "broken")
    start("auto", None, here, None, Surroundings({"DISPLAY": ":99"}, None, graphics=False))
    told, troubles = capsys.readouterr()
    assert "this is a demonstration" in told
    assert re.fullmatch(r"dicebox: no screen can be opened \(.*broken.*\); .+\n", troubles)


def test_a_demonstration_that_cannot_be_written_gets_one_sentence(here: Places) -> None:
    here.data.parent.mkdir(exist_ok=True)
    here.data.touch()
    with pytest.raises(OSError, match=r"^cannot write to .+/demo \(.+\); give another folder with --data$"):
        start("auto", None, here, None, Surroundings({}, None, graphics=False))


# What was asked for and is not there.


@pytest.mark.parametrize("screen", ["full", "window"])
def test_a_screen_that_was_asked_for_is_not_replaced(
    here: Places, monkeypatch: pytest.MonkeyPatch, screen: str
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "broken")
    with pytest.raises(NoScreen, match="try dicebox play --screen terminal"):
        start(screen, None, here, None, Surroundings(os.environ, SSH, graphics=False))


def test_a_terminal_that_is_not_there_is_missed_in_a_sentence(here: Places) -> None:
    with pytest.raises(OSError, match="there is no terminal here"):
        start("terminal", None, here, None, Surroundings({}, None, graphics=True))


# The real thing, on a screen that nobody sees.


def test_a_new_box_shows_its_menu_and_stops_when_told(tmp_path: Path) -> None:
    box = WatchedBox(Ground(tmp_path), tmp_path)
    box.frame()
    assert box.look().scene == MENU
    assert box.stop() == 0
    store = Store.open(tmp_path / "games.db")
    assert store.saved, "the box has let go of its folder"
    store.close()
    assert not (tmp_path / "settings.toml").exists(), "nobody has set anything"


def test_a_box_comes_up_where_its_game_was(tmp_path: Path) -> None:
    write_settings(tmp_path, motion=False, debounce=0.015)
    begin_game(tmp_path, "durchmarsch")
    box = WatchedBox(Ground(tmp_path), tmp_path, debounce=0.015)
    box.frame()
    assert box.look().scene == GAME
    assert box.tap("roll").scene == GAME
    assert box.stop() == 0
    store = Store.open(tmp_path / "games.db")
    saved = store.unfinished()
    store.close()
    assert saved is not None
    assert len(saved.lines) == 1


# The real thing, in a terminal.


class Terminal:
    """A terminal in which the box is played: what it has shown, and keys for it."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self._here, there = pty.openpty()
        termios.tcsetwinsize(there, (30, 100))
        self.found = termios.tcgetattr(there)
        quiet = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "LC_ALL", "LC_MESSAGES")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "device", "play", "--data", str(data), *arguments],
            stdin=there,
            stdout=there,
            stderr=there,
            cwd=ROOT,
            env={**{name: value for name, value in os.environ.items() if name not in quiet}, "LANG": "en_GB.UTF-8"},
            start_new_session=True,
        )
        self._there = there
        self._shown = ""

    def shows(self, text: str) -> None:
        """Wait until the terminal has shown a text."""
        while text not in self._shown:
            ready, _, _ = select.select([self._here], [], [], LONG_ENOUGH)
            assert ready, f"the box did not show {text!r}; it showed {self._shown!r}"
            self._shown += os.read(self._here, 65536).decode(errors="replace")

    def types(self, keys: str) -> None:
        os.write(self._here, keys.encode())

    def ends(self) -> int:
        """Wait until the box has stopped and put its terminal back; gives its exit code."""
        self.shows("\x1b[?1049l")
        code = self._process.wait(LONG_ENOUGH)
        assert termios.tcgetattr(self._there) == self.found
        return code

    def pulls_the_plug(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._here)
        os.close(self._there)


UP, DOWN, ENTER, CTRL_C = "\x1b[A", "\x1b[B", "\r", "\x03"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "box"


@pytest.fixture
def terminal(data: Path) -> Iterator[Terminal]:
    opened = Terminal(data, "--language", "fr")
    yield opened
    opened.close()


def test_in_a_terminal_the_box_is_played_in_it_and_leaves_it_as_it_was(terminal: Terminal) -> None:
    terminal.shows("Durchmarsch")
    terminal.types(CTRL_C)
    assert terminal.ends() == 0


def test_a_language_for_this_time_only_is_not_kept_with_what_was_set(terminal: Terminal, data: Path) -> None:
    terminal.shows("Durchmarsch")
    terminal.types(UP + ENTER)  # the last choice of the menu: the settings
    terminal.shows("Français")
    terminal.types(DOWN + ENTER)
    terminal.shows("non")  # the dice tumble no more
    terminal.pulls_the_plug()
    written = (data / "settings.toml").read_text(encoding="utf-8")
    assert "reduced_motion = true" in written
    assert "language" not in written
