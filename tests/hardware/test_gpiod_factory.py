"""gpiozero's own devices on our pin factory, over GPIO chips in miniature under the real gpiod package."""

from __future__ import annotations

import select
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import gpiozero
import pytest

from hardware.clock import SimClock
from hardware.panels import gpiod_factory
from hardware.panels.gpiod_factory import GPIODFactory
from tests.hardware.fake_gpiod import Kernel, install

PI_4B = 0xC03114
PATIENCE = 10  # seconds; only a test that fails waits for so long


class Bench:
    """A Pi on a bench: its wires, a factory on its header, and a note of every edge that was told."""

    def __init__(self, kernel: Kernel, clock: SimClock) -> None:
        self.kernel, self.clock = kernel, clock
        self.lines = kernel.add(0)
        self.factory = GPIODFactory(0)
        self.told: SimpleQueue[tuple[int, float, int]] = SimpleQueue()
        self._callbacks: list[object] = []  # pins hold theirs weakly

    def watch(self, number: int, **how: Any) -> Any:
        pin = self.factory.pin(number)
        pin.input_with_pull(how.get("pull", "up"))
        pin.edges = how.get("edges", "both")

        def note(ticks: float, level: int) -> None:
            self.told.put((number, ticks, level))

        self._callbacks.append(note)
        pin.when_changed = note
        return pin

    def wire(self, number: int, level: bool | None) -> None:
        self.kernel.drive(self.lines[number], level)

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Keep the factory's thread busy, so that edges gather in the queues."""
        begun, go_on = threading.Event(), threading.Event()

        def slow(ticks: float, level: int) -> None:
            begun.set()
            go_on.wait(PATIENCE)

        pin = self.factory.pin(4)
        pin.input_with_pull("up")
        pin.when_changed = slow
        self.wire(4, False)
        assert begun.wait(PATIENCE)
        yield
        go_on.set()

    def next(self) -> tuple[int, float, int]:
        return self.told.get(timeout=PATIENCE)


@pytest.fixture
def clock() -> SimClock:
    return SimClock(50.0)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch, clock: SimClock) -> Kernel:
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: PI_4B)
    return install(monkeypatch, clock.now)


@pytest.fixture
def bench(kernel: Kernel, clock: SimClock) -> Iterator[Bench]:
    bench = Bench(kernel, clock)
    yield bench
    bench.factory.close()
    assert kernel.live == []


# Lines in and out.


def test_a_lamp_shines_and_goes_out(bench: Bench) -> None:
    with gpiozero.LED(13, pin_factory=bench.factory) as lamp:
        lamp.on()
        assert bench.lines[13].level
        assert lamp.is_lit
        lamp.off()
        assert not bench.lines[13].level
    assert bench.lines[13].history == [False, True, False]


def test_a_lamp_that_is_to_begin_lit_is_never_dark(bench: Bench) -> None:
    with gpiozero.LED(13, initial_value=True, pin_factory=bench.factory):
        assert bench.lines[13].history == [True]


def test_a_switch_is_read_against_its_pull(bench: Bench) -> None:
    with gpiozero.InputDevice(17, pull_up=True, pin_factory=bench.factory) as switch:
        assert not switch.is_active
        bench.wire(17, False)
        assert switch.is_active
    with gpiozero.InputDevice(17, pull_up=False, pin_factory=bench.factory) as switch:
        bench.wire(17, None)
        assert not switch.is_active


@pytest.mark.parametrize("pull", ["up", "down", "floating"])
def test_the_pull_is_as_it_was_set(bench: Bench, pull: str) -> None:
    pin = bench.factory.pin(17)
    pin.input_with_pull(pull)
    assert pin.pull == pull
    assert pin.state == (pull == "up")


def test_what_gpiozero_refuses_is_refused(bench: Bench) -> None:
    pin = bench.factory.pin(17)
    with pytest.raises(gpiozero.PinInvalidFunction):
        pin.function = "gong"
    with pytest.raises(gpiozero.PinInvalidPull):
        pin.pull = "sideways"
    with pytest.raises(gpiozero.PinInvalidPull):
        pin.input_with_pull("sideways")
    with pytest.raises(gpiozero.PinInvalidEdges):
        pin.edges = "blunt"
    with pytest.raises(gpiozero.PinInvalidBounce):
        pin.bounce = -1
    with pytest.raises(gpiozero.PinSetInput):
        pin.state = 1
    with pytest.raises(gpiozero.PinPWMUnsupported):
        pin.frequency = 100
    pin.function = "output"
    with pytest.raises(gpiozero.PinFixedPull):
        pin.pull = "up"
    assert (pin.function, pin.pull, pin.edges, pin.bounce, pin.frequency) == ("output", "floating", "both", None, None)


def test_the_resistors_of_the_i2c_pins_stay(bench: Bench) -> None:
    pin = bench.factory.pin(2)
    assert pin.pull == "up"
    pin.pull = "up"
    for change in (lambda: setattr(pin, "pull", "down"), lambda: pin.input_with_pull("down")):
        with pytest.raises(gpiozero.PinFixedPull):
            change()


def test_an_output_is_watched_again_when_it_is_an_input_again(bench: Bench) -> None:
    pin = bench.watch(17)
    pin.function = "output"
    pin.state = 1
    pin.function = "input"
    bench.wire(17, False)
    assert bench.next() == (17, 50.0, 0)


# Edges.


def test_an_edge_has_the_kernels_time_on_the_monotonic_clock(bench: Bench, clock: SimClock) -> None:
    bench.watch(17)
    clock.advance(1.5)
    bench.wire(17, False)
    clock.advance(0.000_25)
    bench.wire(17, True)
    clock.advance(9.0)
    assert [bench.next(), bench.next()] == [(17, 51.5, 0), (17, 51.50025, 1)]


def test_only_the_edges_asked_for_are_told(bench: Bench) -> None:
    bench.watch(17, edges="falling")
    bench.watch(27, edges="rising")
    bench.watch(22, edges="none")
    for number in (17, 27, 22):
        bench.wire(number, False)
        bench.wire(number, True)
    assert {bench.next()[::2], bench.next()[::2]} == {(17, 0), (27, 1)}
    assert bench.told.empty()


def test_the_kernel_debounces_if_gpiozero_asks_for_it(bench: Bench) -> None:
    with gpiozero.Button(17, bounce_time=0.02, pin_factory=bench.factory):
        assert bench.lines[17].settings["debounce_period"] == 20_000
    assert bench.factory.pin(17).bounce is None


def test_edges_of_pins_claimed_together_come_through_one_queue(bench: Bench) -> None:
    numbers = [4, 17, 27, 22, 23, 10, 9, 11, 5, 6, 12, 24, 25, 8]
    bench.factory.claim(*numbers)
    for number in numbers:
        bench.watch(number)
    (request,) = bench.kernel.live
    assert sorted(request.offsets) == sorted(numbers)
    assert request.size == 1024
    for number in numbers:
        bench.wire(number, False)
    assert [bench.next()[0] for _ in numbers] == numbers


def test_edges_of_different_requests_are_told_in_the_order_of_their_times(bench: Bench, clock: SimClock) -> None:
    for number in (17, 27):
        bench.watch(number)
    with bench.busy():
        for number in (27, 17, 27):
            clock.advance(0.001)
            bench.wire(number, not bench.lines[number].level)
    assert [bench.next()[0] for _ in range(3)] == [27, 17, 27]


def test_a_flood_keeps_the_newest_edges_and_the_end_is_true(bench: Bench) -> None:
    bench.watch(17)
    with bench.busy():
        for _ in range(1001):
            bench.wire(17, False)
            bench.wire(17, True)
        bench.wire(17, False)
    levels = [bench.next()[2] for _ in range(1024)]
    assert levels[-1] == 0
    assert bench.told.empty()


def test_nothing_polls(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[object] = []

    class Poll:
        def __init__(self) -> None:
            self._poll = select_poll()
            self.register = self._poll.register

        def poll(self, *limit: object) -> list[tuple[int, int]]:
            limits.extend(limit)
            ready: list[tuple[int, int]] = self._poll.poll(*limit)
            return ready

    select_poll: Any = select.poll
    monkeypatch.setattr(select, "poll", Poll)
    bench.watch(17)
    bench.wire(17, False)
    bench.next()
    assert limits == []


def test_a_callback_that_fails_is_logged_and_the_others_go_on(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    def broken(ticks: float, level: int) -> None:
        raise RuntimeError("out of order")

    pin = bench.factory.pin(4)
    pin.input_with_pull("up")
    pin.when_changed = broken
    bench.watch(17)
    bench.wire(4, False)
    bench.wire(17, False)
    assert bench.next()[0] == 17
    assert "GPIO4" in caplog.text
    assert "out of order" in caplog.text


def test_edges_nobody_wants_any_more_are_dropped(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    pin = bench.watch(17)
    bench.watch(27)
    for _ in range(50):
        bench.wire(17, not bench.lines[17].level)
    pin.when_changed = None
    bench.wire(27, False)
    while bench.next()[0] != 27:
        pass
    assert bench.told.empty()
    assert caplog.text == ""


def test_a_chip_that_goes_away_does_not_make_the_thread_spin(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bench.watch(17)
    bench.watch(27)
    gone = next(request for request in bench.kernel.live if 17 in request.offsets)

    def no_device(max_events: int | None) -> Any:
        raise OSError(19, "No such device")

    monkeypatch.setattr(gone, "read_edge_events", no_device)
    bench.wire(17, False)
    bench.wire(27, False)
    assert bench.next()[0] == 27
    assert caplog.text.count("a GPIO chip has gone") == 1


# Who has which line.


def test_a_line_of_another_program_is_named_and_the_rest_is_claimed_together(bench: Bench) -> None:
    bench.kernel.others["/dev/gpiochip0", 17] = "radio"
    bench.factory.claim(4, 17, "GPIO27", "BOARD15", "BOARD1", "GPIO99")
    (request,) = bench.kernel.live
    assert sorted(request.offsets) == [4, 22, 27]
    with pytest.raises(gpiozero.GPIOPinInUse, match="GPIO17 is in use by radio"):
        bench.factory.pin(17)


def test_claiming_what_is_claimed_asks_for_nothing(bench: Bench) -> None:
    bench.factory.claim(4, 4)
    bench.factory.claim(4)
    assert len(bench.kernel.live) == 1


def test_a_closed_device_gives_its_line_back_at_once(bench: Bench) -> None:
    lamp = gpiozero.LED(13, pin_factory=bench.factory)
    lamp.close()
    assert bench.kernel.live == []
    with gpiozero.LED(13, pin_factory=bench.factory) as again:
        again.on()
        assert bench.lines[13].level


def test_lines_claimed_together_go_back_together(bench: Bench) -> None:
    bench.factory.claim(4, 17)
    first = gpiozero.Button(4, pin_factory=bench.factory)
    second = gpiozero.Button(17, pin_factory=bench.factory)
    first.close()
    assert len(bench.kernel.live) == 1
    with gpiozero.LED(4, pin_factory=bench.factory) as lamp:  # it is still ours, and may be something else now
        lamp.on()
        assert bench.lines[4].level
        assert len(bench.kernel.live) == 1
    assert not bench.lines[4].output
    second.close()
    assert bench.kernel.live == []


def test_closing_the_factory_ends_its_thread_and_may_be_done_twice(bench: Bench) -> None:
    before = threading.active_count()
    bench.watch(17)
    assert threading.active_count() == before + 1
    bench.factory.close()
    bench.factory.close()
    assert threading.active_count() == before


# Which chip.


def test_the_chip_is_looked_for_if_none_is_given(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel.add(13)
    monkeypatch.setattr(gpiod_factory, "header_chip", lambda: 13)
    with GPIODFactory() as factory, gpiozero.LED(5, pin_factory=factory) as lamp:
        lamp.on()
        assert kernel.chips["/dev/gpiochip13"][5].level


def test_no_chip_is_told(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiod_factory, "header_chip", lambda: None)
    with pytest.raises(gpiozero.BadPinFactory, match="no GPIO chip of a Raspberry Pi"):
        GPIODFactory()


def test_gpiozero_finds_the_factory_by_its_entry_point() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, name = project["entry-points"]["gpiozero_pin_factories"]["gpiod"].partition(":")
    assert (module, getattr(gpiod_factory, name)) == (gpiod_factory.__name__, GPIODFactory)


@pytest.mark.usefixtures("bench")
def test_the_miniature_refuses_what_the_kernel_refuses() -> None:
    """Whatever the factory is proven against has to bite."""
    import gpiod
    from gpiod.line import Direction, Edge

    with gpiod.Chip("/dev/gpiochip0") as chip:
        with pytest.raises(OSError, match="Invalid"):
            chip.request_lines({5: gpiod.LineSettings(Direction.OUTPUT, Edge.BOTH)})
        with pytest.raises(ValueError, match="range"):
            chip.request_lines({54: None})
        request = chip.request_lines({6: gpiod.LineSettings(Direction.INPUT)})
        with pytest.raises(OSError, match="busy"):
            chip.request_lines({6: None})
        request.release()
    with pytest.raises(FileNotFoundError):
        gpiod.Chip("/dev/gpiochip7")
