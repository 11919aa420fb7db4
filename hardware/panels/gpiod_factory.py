"""A pin factory for gpiozero on libgpiod 2: the kernel notices edges, stamps and queues them, and nothing polls.

It knows nothing of the box, so gpiozero could take it as it is; `GPIOZERO_PIN_FACTORY=gpiod` selects it in any program.
"""

from __future__ import annotations

import logging
import os
import select
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from threading import Lock, Thread, current_thread
from typing import Any

from gpiod import Chip, EdgeEvent, LineSettings
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero.exc import (
    BadPinFactory,
    GPIOPinInUse,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPin,
    PinInvalidPull,
    PinSetInput,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hardware.panels.header import header_chip

FUNCTIONS = {"input": Direction.INPUT, "output": Direction.OUTPUT}
PULLS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING, "none": Edge.NONE}
QUEUE = 1024  # edges; the most that the kernel keeps for one request
CONSUMER = "gpiozero"
AS_FOUND = LineSettings(direction=Direction.INPUT)

log = logging.getLogger(__name__)


class GPIODFactory(LocalPiFactory):  # type: ignore[misc]
    """The pins of the header. `chip` is the number of its GPIO chip, which is looked for if it is not given.

    A pin claims its line when it is made. Pins that were named to `claim` before share one request to the kernel, so
    that their edges come through one queue, in order, however many there are. Edges are told by one thread, with the
    time at which the kernel saw them on the monotonic clock. PWM is not a matter of GPIO lines and so not offered.
    """

    def __init__(self, chip: int | None = None) -> None:
        super().__init__()
        number = header_chip() if chip is None else chip
        if number is None:
            raise BadPinFactory("no GPIO chip of a Raspberry Pi was found")
        path = f"/dev/gpiochip{number}"
        try:
            self._chip = Chip(path)
        except OSError as error:  # which does not name its file
            raise OSError(error.errno, error.strerror, path) from None
        self._lock = Lock()
        self._claims: dict[int, _Claim] = {}
        self._listener = _Listener()
        self.pin_class = GPIODPin

    def claim(self, *names: int | str) -> None:
        """Ask the kernel for the lines of these pins in one request. What is wrong with a name, or that another program
        uses a line, is for its pin to tell."""
        numbers = set()
        for name in names:
            with suppress(PinInvalidPin):
                numbers.add(int(self.board_info.to_gpio(name)[4:]))
        with self._lock:
            free = [number for number in sorted(numbers) if not self._chip.get_line_info(number).used]
            if free:
                self._request(free)

    def close(self) -> None:
        super().close()
        with self._lock:
            claims = set(self._claims.values())
            self._claims.clear()
        self._listener.close()
        for claim in claims:
            claim.release()
        self._chip.close()

    def _claim_of(self, number: int) -> _Claim:
        with self._lock:
            if number not in self._claims:
                info = self._chip.get_line_info(number)
                if info.used:
                    raise GPIOPinInUse(f"GPIO{number} is in use by {info.consumer or 'the kernel'}")
                self._request([number])
            claim = self._claims[number]
            claim.wanted.add(number)
            return claim

    def _request(self, numbers: list[int]) -> None:
        claim = _Claim(self._chip, numbers)
        self._claims.update(dict.fromkeys(numbers, claim))

    def _give_up(self, number: int) -> None:
        """A pin needs its line no longer. The kernel gets the lines of a request back when no pin needs any of them."""
        with self._lock:
            claim = self._claims.get(number)
            if claim is None:
                return
            claim.wanted.discard(number)
            if claim.wanted:
                claim.configure(number, AS_FOUND)
                return
            self._claims = {line: other for line, other in self._claims.items() if other is not claim}
        self._listener.forget(claim)
        claim.release()


@dataclass(frozen=True, slots=True)
class _SetUp:
    """How a pin is to be."""

    function: str = "input"
    pull: str = "floating"
    edges: str = "both"
    bounce: float | None = None
    watched: bool = False
    state: bool = False

    def settings(self) -> LineSettings:
        if self.function == "output":  # the kernel refuses edges and debouncing there
            return LineSettings(direction=Direction.OUTPUT, output_value=Value.ACTIVE if self.state else Value.INACTIVE)
        return LineSettings(
            direction=Direction.INPUT,
            bias=PULLS[self.pull],
            edge_detection=EDGES[self.edges] if self.watched else Edge.NONE,
            debounce_period=timedelta(seconds=self.bounce or 0),
        )


class GPIODPin(LocalPiPin):  # type: ignore[misc]
    """A pin of the header. After `close` it may be used again, as gpiozero does, and claims its line anew."""

    def __init__(self, factory: GPIODFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._set_up = _SetUp(pull=info.pull or "floating")
        self._change()

    def close(self) -> None:
        self.when_changed = None
        self._set_up = _SetUp(pull=self.info.pull or "floating")
        self.factory._give_up(self._number)

    def output_with_state(self, state: float) -> None:
        self._change(function="output", state=bool(state))

    def input_with_pull(self, pull: str) -> None:
        self._check_pull(pull)
        self._change(function="input", pull=pull)

    def _change(self, **changes: Any) -> None:
        set_up = replace(self._set_up, **changes)
        self.factory._claim_of(self._number).configure(self._number, set_up.settings())
        self._set_up = set_up

    def _get_function(self) -> str:
        return self._set_up.function

    def _set_function(self, value: str) -> None:
        if value not in FUNCTIONS:
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._change(function=value)

    def _get_state(self) -> int:
        return int(self.factory._claim_of(self._number).read(self._number))

    def _set_state(self, value: float) -> None:
        if self._set_up.function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._change(state=bool(value))

    def _get_pull(self) -> str:
        return self._set_up.pull

    def _set_pull(self, value: str) -> None:
        if self._set_up.function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        self._check_pull(value)
        self._change(pull=value)

    def _check_pull(self, value: str) -> None:
        if value not in PULLS:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")

    def _get_bounce(self) -> float | None:
        return self._set_up.bounce

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        self._change(bounce=value or None)

    def _get_edges(self) -> str:
        return self._set_up.edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        self._change(edges=value)

    def _enable_event_detect(self) -> None:
        self.factory._listener.listen(self.factory._claim_of(self._number), self._number, self)
        self._change(watched=True)

    def _disable_event_detect(self) -> None:
        self._change(watched=False)

    def _call_when_changed(self, ticks: float | None = None, state: int | None = None) -> None:
        if self._when_changed is not None:  # edges may be left in the queue when nobody wants them any more
            super()._call_when_changed(ticks, state)


class _Claim:
    """Lines that were claimed together: one request to the kernel, with one queue of edges."""

    def __init__(self, chip: Chip, numbers: list[int]) -> None:
        self.wanted = set(numbers)  # by a pin, now or soon
        self._lock = Lock()
        self._settings = dict.fromkeys(numbers, AS_FOUND)
        self._request = chip.request_lines({tuple(numbers): AS_FOUND}, CONSUMER, event_buffer_size=QUEUE)

    @property
    def fd(self) -> int:
        return self._request.fd

    def configure(self, number: int, settings: LineSettings) -> None:
        with self._lock:
            before, settled = self._settings[number], {**self._settings, number: settings}
            if settings == before:
                return
            if settings == replace(before, output_value=settings.output_value):
                self._request.set_value(number, settings.output_value)
            else:
                # All lines, since the binding resets those that are not named.
                self._request.reconfigure_lines({(line,): one for line, one in settled.items()})
            self._settings = settled

    def read(self, number: int) -> bool:
        with self._lock:
            return bool(self._request.get_value(number))

    def waiting(self) -> list[EdgeEvent]:
        """The edges that have come; never blocks."""
        with self._lock:
            return self._request.read_edge_events() if self._request and self._request.wait_edge_events(0) else []

    def release(self) -> None:
        with self._lock:
            self._request.release()


class _Listener:
    """The thread that tells the pins of their edges. It sleeps in the kernel until there is one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._claims: dict[int, _Claim] = {}
        self._pins: dict[int, GPIODPin] = {}
        self._bell = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._thread: Thread | None = None
        self._closed = False

    def listen(self, claim: _Claim, number: int, pin: GPIODPin) -> None:
        with self._lock:
            self._pins[number] = pin
            if self._claims.get(claim.fd) is claim:
                return
            self._claims[claim.fd] = claim
            if self._thread is None:
                self._thread = Thread(target=self._run, name="gpiod", daemon=True)
                self._thread.start()
        self._ring()

    def forget(self, claim: _Claim) -> None:
        with self._lock:
            self._claims = {fd: other for fd, other in self._claims.items() if other is not claim}
        self._ring()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._ring()
        if self._thread is not None and self._thread is not current_thread():
            self._thread.join()
        os.close(self._bell)

    def _ring(self) -> None:
        os.eventfd_write(self._bell, 1)

    def _run(self) -> None:
        while not self._closed:
            with self._lock:
                claims = dict(self._claims)
            poll = select.poll()
            for fd in (self._bell, *claims):
                poll.register(fd, select.POLLIN)
            ready = {fd for fd, _ in poll.poll()}
            if self._bell in ready:
                os.eventfd_read(self._bell)
            events = [event for fd, claim in claims.items() if fd in ready for event in self._read(claim)]
            # Each queue is in order; between two of them the time stamps tell.
            for event in sorted(events, key=lambda event: event.timestamp_ns):
                self._tell(event)

    def _read(self, claim: _Claim) -> list[EdgeEvent]:
        try:
            return claim.waiting()
        except OSError:
            log.exception("a GPIO chip has gone; its pins are dead")
            self.forget(claim)
            return []

    def _tell(self, event: EdgeEvent) -> None:
        try:
            level = int(event.event_type is event.Type.RISING_EDGE)
            self._pins[event.line_offset]._call_when_changed(event.timestamp_ns / 1e9, level)
        except Exception:  # what somebody's callback does wrong must not cost the other pins their edges
            log.exception("telling GPIO%d of an edge failed", event.line_offset)
