"""Serial panels on real terminals of the kernel: found, lost and found again, with the simulator at the other end."""

from __future__ import annotations

import errno
import os
import pty
import subprocess
import sys
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue

import pytest

from hardware.clock import MonotonicClock, SimClock
from hardware.inputs import BACK, ROLL, Edge, Lamp, Panel, Raw, Trouble
from hardware.panels import serial_panel
from hardware.panels.serial_panel import SerialPanel, find_panels
from hardware.panels.serial_port import SerialPort
from hardware.panels.simulator import Faults, Simulator

PATIENCE = 20  # seconds; only a test that fails waits for so long
ID = "usb-MicroPython_Board_in_FS_mode_e6614c311b4c6a36-if00"
NAME = "usb-Dicebox"


class Desk:
    """A simulated panel that runs by itself, and the box's side of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sim = Simulator(folder / ID)
        self.heard: Queue[Raw] = Queue()
        self.panel = SerialPanel(MonotonicClock(), folder=folder)
        self._clock = MonotonicClock()
        self._turn = threading.Condition()
        self._running = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self._running:
            with self._turn:
                self.sim.step(self.now)
                self._turn.notify_all()
            self.sim.wait(0.001)

    @property
    def now(self) -> int:
        return round(self._clock.now() * 1000)

    def do(self, act: Callable[[], None]) -> None:
        with self._turn:
            act()

    def until(self, seen: Callable[[], bool]) -> None:
        with self._turn:
            assert self._turn.wait_for(seen, PATIENCE)

    def start(self) -> None:
        self.panel.open(self.heard.put)
        self.panel.show({0: Lamp.LIT})
        self.until(lambda: self.sim.lit(self.now)[0])

    def next(self) -> Raw:
        return self.heard.get(timeout=PATIENCE)

    def close(self) -> None:
        self.panel.close()
        self._running = False
        self._thread.join()
        self.sim.unplug()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.close()


def test_it_is_a_panel(desk: Desk) -> None:
    panel: Panel = desk.panel
    panel.show({})


def test_buttons_and_lamps_over_a_terminal_of_the_kernel(desk: Desk) -> None:
    desk.start()
    desk.do(lambda: desk.sim.down(ROLL))
    pressed = desk.next()
    assert isinstance(pressed, Edge)
    assert (pressed.line, pressed.down, pressed.clean) == (ROLL, True, True)
    desk.do(lambda: desk.sim.turn(8))
    assert [edge.line for edge in (desk.next() for _ in range(8)) if isinstance(edge, Edge)] == ["knob_a", "knob_b"] * 4
    desk.panel.show({4: Lamp.LIT, 5: Lamp.LIT})
    desk.until(lambda: desk.sim.lit(desk.now) == [False] * 4 + [True] * 2)


def test_a_panel_pulled_out_while_a_button_is_held_lets_go_and_comes_back_with_its_lamps(desk: Desk) -> None:
    desk.start()
    desk.do(lambda: desk.sim.down(BACK))
    assert isinstance(desk.next(), Edge)
    desk.do(desk.sim.unplug)
    gone, up = desk.next(), desk.next()
    assert isinstance(gone, Trouble)
    assert "The serial panel simulated has gone. Plug it in again" in gone.what
    assert isinstance(up, Edge)
    assert (up.line, up.down) == (BACK, False)
    desk.do(desk.sim.restart)
    desk.do(desk.sim.plug)  # at another port, since the first one's number may be taken
    desk.until(lambda: desk.sim.lit(desk.now)[0])
    well = desk.next()
    assert isinstance(well, Trouble)
    assert (well.panel, well.what) == (gone.panel, "")


@pytest.mark.parametrize("faults", [Faults(drop=0.3), Faults(corrupt=0.3), Faults(noise=0.3)])
def test_a_bad_cable_costs_no_press(desk: Desk, faults: Faults) -> None:
    desk.start()
    desk.sim.faults = faults
    for down in (True, False) * 5:
        desk.do(lambda down=down: desk.sim.down(ROLL) if down else desk.sim.up(ROLL))  # type: ignore[misc]
        edge = desk.next()
        assert isinstance(edge, Edge)
        assert (edge.line, edge.down) == (ROLL, down)


def test_the_port_is_the_boxs_alone(desk: Desk) -> None:
    desk.start()
    with pytest.raises(OSError, match="lock"):
        SerialPort(str(desk.folder / ID))


def test_a_port_in_use_is_named_once_with_the_remedy(tmp_path: Path, taken: Path) -> None:
    pauses: Queue[float] = Queue()
    heard: Queue[Raw] = Queue()
    other = SerialPort(str(taken))
    panel = SerialPanel(MonotonicClock(), folder=tmp_path, pause=pauses.put)
    panel.open(heard.put)
    for _ in range(5):
        pauses.get(timeout=PATIENCE)
    panel.close()
    other.close()
    (trouble,) = list(heard.queue)
    assert isinstance(trouble, Trouble)
    assert trouble.what == f"The serial panel {NAME} cannot be opened. Stop the other program that uses it."


@pytest.fixture
def taken(tmp_path: Path) -> Iterator[Path]:
    """A port at which something else sits: what it says is up to the test."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    (tmp_path / NAME).symlink_to(os.ttyname(theirs))
    yield tmp_path / NAME
    for end in (ours, theirs):
        os.close(end)


def test_the_search_becomes_slower_and_says_what_is_missing(tmp_path: Path) -> None:
    pauses: Queue[float] = Queue()
    heard: Queue[Raw] = Queue()
    panel = SerialPanel(MonotonicClock(), "left-panel", folder=tmp_path, pause=pauses.put)
    panel.open(heard.put)
    assert [pauses.get(timeout=PATIENCE) for _ in range(7)] == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0]
    panel.close()
    (trouble,) = list(heard.queue)
    assert isinstance(trouble, Trouble)
    assert trouble.what == "There is no serial panel 'left-panel'. Plug it in, or name another one in the settings."


def test_nobody_is_told_that_there_is_no_panel_if_none_was_asked_for(tmp_path: Path) -> None:
    pauses: Queue[float] = Queue()
    heard: Queue[Raw] = Queue()
    panel = SerialPanel(MonotonicClock(), folder=tmp_path / "none", pause=pauses.put)
    panel.open(heard.put)
    pauses.get(timeout=PATIENCE)
    panel.close()
    assert heard.empty()


class Hurried(SimClock):
    """A clock that runs on whenever it is looked at."""

    def now(self) -> float:
        self.advance(0.3)
        return super().now()


@pytest.mark.parametrize("wanted", ["auto", NAME])
def test_a_port_that_does_not_answer_is_left_alone(tmp_path: Path, taken: Path, wanted: str) -> None:
    pauses: Queue[float] = Queue()
    heard: Queue[Raw] = Queue()
    panel = SerialPanel(Hurried(), wanted, folder=tmp_path, pause=pauses.put)
    panel.open(heard.put)
    pauses.get(timeout=PATIENCE)
    panel.close()
    SerialPort(str(taken)).close()  # it is free again
    told = [trouble.what for trouble in list(heard.queue) if isinstance(trouble, Trouble)]
    asked_for = [f"{NAME} does not answer as a panel. Put the firmware of the box onto it."]
    assert told == ([] if wanted == "auto" else asked_for)


def test_a_port_that_floods_does_not_keep_the_box_from_closing(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    (tmp_path / NAME).symlink_to(os.ttyname(theirs))
    flooding = True

    def flood() -> None:
        while flooding:
            os.write(ours, os.urandom(4096))

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    heard: Queue[Raw] = Queue()
    panel = SerialPanel(MonotonicClock(), folder=tmp_path, pause=lambda seconds: None)
    panel.open(heard.put)
    os.read(ours, 1)  # it asks who is there
    panel.show({0: Lamp.LIT})
    panel.close()
    flooding = False
    port = SerialPort(str(tmp_path / NAME))
    while thread.is_alive():
        port.read()
        thread.join(0.01)
    port.close()
    assert heard.empty()
    for end in (ours, theirs):
        os.close(end)


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.EACCES, "Add the user of the box to the group dialout, then log in again."),
        (errno.EBUSY, "Stop the other program that uses it."),
        (errno.ENODEV, "Plug it in again."),
        (errno.ENOPKG, "Run the set-up again."),
    ],
)
def test_a_port_that_does_not_open_says_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, remedy: str
) -> None:
    def refuse(path: str) -> SerialPort:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(serial_panel, "SerialPort", refuse)
    (tmp_path / NAME).touch()
    heard: Queue[Raw] = Queue()
    panel = SerialPanel(MonotonicClock(), folder=tmp_path, pause=lambda seconds: None)
    panel.open(heard.put)
    trouble = heard.get(timeout=PATIENCE)
    panel.close()
    assert isinstance(trouble, Trouble)
    assert trouble.what.endswith(remedy)


def test_a_fault_in_the_talk_is_logged_and_the_panel_is_visited_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    desk.start()
    with monkeypatch.context() as patch:
        broken = threading.Event()

        def hear(talk: object, data: bytes, now: float) -> list[Raw]:
            broken.set()
            raise KeyError("nobody thought of this")

        patch.setattr("hardware.panels.serial_protocol.Talk.hear", hear)
        assert broken.wait(PATIENCE)
    desk.do(lambda: desk.sim.down(ROLL))
    desk.do(lambda: desk.sim.up(ROLL))
    desk.panel.show({3: Lamp.LIT})
    desk.until(lambda: desk.sim.lit(desk.now)[3])
    assert "nobody thought of this" in caplog.text


def test_a_file_that_is_no_port_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="port"):
        SerialPort(str(tmp_path / "file"))


def test_closing_twice_or_before_opening_is_fine(tmp_path: Path) -> None:
    panel = SerialPanel(MonotonicClock(), folder=tmp_path)
    panel.close()
    panel.close()


def test_panels_are_found_by_their_ids(tmp_path: Path) -> None:
    for name in ("usb-FTDI_printer-if00", ID, "usb-Dicebox_left-if00", "usb-Dicebox_right-if00"):
        (tmp_path / name).touch()
    assert [port.name for port in find_panels("auto", tmp_path)] == [
        "usb-Dicebox_left-if00",
        "usb-Dicebox_right-if00",
        ID,
    ]
    assert [port.name for port in find_panels("LEFT", tmp_path)] == ["usb-Dicebox_left-if00"]
    assert find_panels(str(tmp_path / ID), tmp_path) == [tmp_path / ID]
    assert find_panels("/dev/nothing", tmp_path) == []
    assert find_panels("auto", tmp_path / "none") == []


# The simulator by hand.


def test_the_simulator_obeys_and_shows_the_lamps(tmp_path: Path) -> None:
    simulator = subprocess.Popen(
        [sys.executable, "-m", "hardware.panels.simulator", str(tmp_path / NAME)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert simulator.stdin is not None
    assert simulator.stdout is not None
    assert simulator.stdout.readline() == "lamps ......\n"
    heard: Queue[Raw] = Queue()
    panel = SerialPanel(MonotonicClock(), folder=tmp_path)
    panel.open(heard.put)
    panel.show({1: Lamp.LIT})
    assert simulator.stdout.readline() == "lamps .o....\n"
    simulator.stdin.write("press roll\n")
    simulator.stdin.flush()
    edges = [heard.get(timeout=PATIENCE) for _ in range(2)]
    assert [(edge.line, edge.down) for edge in edges if isinstance(edge, Edge)] == [(ROLL, True), (ROLL, False)]
    out, _ = simulator.communicate("turn 1\nturn x\njump\npress trombone\nunplug\nquit\n", timeout=PATIENCE)
    assert out.count("there is no ") == 3
    assert "there is no 'press trombone'; say press LINE" in out
    panel.close()
    assert simulator.returncode == 0
    assert not (tmp_path / NAME).is_symlink()
