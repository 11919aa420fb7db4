"""GPIO chips in miniature, put under the real gpiod package in place of its C part, which only talks to a kernel.

What the kernel refuses is refused here too: lines in use, edges or debouncing on an output, lines that are not there.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import gpiod
from gpiod import _ext
from gpiod.line import Bias, Direction, Edge, Value

MOST_EDGES = 1024


@dataclass
class Line:
    """A line of a chip: what somebody made of it, and what the wire does to it."""

    settings: dict[str, Any] = field(default_factory=dict)
    request: FakeRequest | None = None
    wire: bool | None = None  # driven from outside; None if only the pull resistor acts
    driven: bool = False  # what an output drives
    history: list[bool] = field(default_factory=list)
    seen: bool = False

    @property
    def output(self) -> bool:
        return self.settings.get("direction") == Direction.OUTPUT.value

    @property
    def level(self) -> bool:
        if self.output:
            return self.driven
        if self.wire is not None:
            return self.wire
        return self.settings.get("bias") == Bias.PULL_UP.value


class Kernel:
    """All chips of a machine, by their path. `now` stamps the edges, in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.chips: dict[str, list[Line]] = {}
        self.others: dict[tuple[str, int], str] = {}  # lines that another program holds, and its name
        self.requests: list[FakeRequest] = []
        self.seqno = 0

    def add(self, number: int = 0, lines: int = 54) -> list[Line]:
        self.chips[f"/dev/gpiochip{number}"] = [Line() for _ in range(lines)]
        return self.chips[f"/dev/gpiochip{number}"]

    def drive(self, line: Line, level: bool | None) -> None:
        """A finger on a switch, or off it."""
        line.wire = level
        self.notice(line)

    def notice(self, line: Line) -> None:
        """Queue the edge, if there is one and somebody watches for it."""
        level = line.level
        if level == line.seen:
            return
        line.seen = level
        wanted = (Edge.BOTH.value, Edge.RISING.value if level else Edge.FALLING.value)
        if line.request is not None and line.settings.get("edge_detection") in wanted:
            line.request.queue_edge(line, level)

    @property
    def live(self) -> list[FakeRequest]:
        return [request for request in self.requests if not request.released]


class FakeSettings:
    """In place of the C part's settings of a line."""

    def __init__(self, **values: Any) -> None:
        self.values = values


class FakeConfig:
    """In place of the C part's settings of several lines."""

    def __init__(self) -> None:
        self.lines: dict[int, dict[str, Any]] = {}

    def add_line_settings(self, offsets: list[int], settings: FakeSettings) -> None:
        for offset in offsets:
            self.lines[offset] = settings.values

    def check(self) -> None:
        for values in self.lines.values():
            is_input = values["direction"] == Direction.INPUT.value
            if not is_input and (values["edge_detection"] != Edge.NONE.value or values["debounce_period"]):
                raise OSError(errno.EINVAL, "Invalid argument")
        if len({tuple(sorted(values.items())) for values in self.lines.values()}) > 10:
            raise OSError(errno.E2BIG, "Argument list too long")


class FakeRequest:
    """In place of the C part's request."""

    def __init__(self, kernel: Kernel, path: str, config: FakeConfig, consumer: str | None, size: int | None) -> None:
        config.check()
        self.kernel = kernel
        self.chip_name = os.path.basename(path)  # noqa: PTH119
        self.offsets = list(config.lines)
        self.consumer = consumer or "?"
        self.size = min(size or 16 * len(self.offsets), MOST_EDGES)
        self.edges: deque[gpiod.EdgeEvent] = deque(maxlen=self.size)
        self.lines = {offset: kernel.chips[path][offset] for offset in self.offsets}
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.released = False
        self.counts = dict.fromkeys(self.offsets, 0)
        for line in self.lines.values():
            line.request = self
        self.reconfigure_lines(config)

    def reconfigure_lines(self, config: FakeConfig) -> None:
        config.check()
        for offset, line in self.lines.items():
            before = line.output
            line.settings = dict(config.lines[offset])
            if line.output:
                driven = line.settings["output_value"] == Value.ACTIVE.value
                if not before or driven != line.driven:
                    line.history.append(driven)
                line.driven = driven
            line.seen = line.level

    def get_values(self, offsets: list[int], values: list[Value]) -> None:
        values[:] = [Value.ACTIVE if self.lines[offset].level else Value.INACTIVE for offset in offsets]

    def set_values(self, values: dict[int, Value]) -> None:
        for offset, value in values.items():
            line = self.lines[offset]
            if not line.output:
                raise OSError(errno.EPERM, "Operation not permitted")
            line.driven = bool(value)
            line.history.append(line.driven)

    def queue_edge(self, line: Line, level: bool) -> None:
        offset = next(offset for offset, other in self.lines.items() if other is line)
        self.counts[offset] += 1
        self.kernel.seqno += 1
        kind = _ext.EDGE_EVENT_TYPE_RISING if level else _ext.EDGE_EVENT_TYPE_FALLING
        stamp = round(self.kernel.now() * 1e9)
        self.edges.append(gpiod.EdgeEvent(kind, stamp, offset, self.kernel.seqno, self.counts[offset]))
        os.eventfd_write(self.fd, 1)

    def read_edge_events(self, max_events: int | None) -> list[gpiod.EdgeEvent]:
        assert self.edges, "the real one would block here for ever"
        taken = [self.edges.popleft() for _ in range(min(len(self.edges), max_events or 64))]
        if not self.edges:
            os.eventfd_read(self.fd)
        return taken

    def release(self) -> None:
        self.released = True
        for line in self.lines.values():
            line.request, line.settings = None, {}
        os.close(self.fd)


class FakeChip:
    """In place of the C part's chip."""

    def __init__(self, kernel: Kernel, path: str) -> None:
        if path not in kernel.chips:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        self.kernel, self.path, self.fd = kernel, path, -1

    def close(self) -> None:
        pass

    def get_info(self) -> gpiod.ChipInfo:
        return gpiod.ChipInfo("gpiochip0", "pinctrl-fake", len(self.kernel.chips[self.path]))

    def get_line_name(self, offset: int) -> str:
        return f"GPIO{offset}"

    def get_line_info(self, offset: int, watch: bool) -> gpiod.LineInfo:
        line = self.kernel.chips[self.path][offset]
        consumer = self._user(offset)
        is_output = Direction.OUTPUT.value if line.output else Direction.INPUT.value
        usual = (_ext.BIAS_UNKNOWN, _ext.DRIVE_PUSH_PULL, _ext.EDGE_NONE, _ext.CLOCK_MONOTONIC, False, 0)
        return gpiod.LineInfo(offset, f"GPIO{offset}", consumer is not None, consumer or "", is_output, False, *usual)

    def request_lines(self, config: FakeConfig, consumer: str | None, event_buffer_size: int | None) -> FakeRequest:
        if any(self._user(offset) is not None for offset in config.lines):
            raise OSError(errno.EBUSY, "Device or resource busy")
        request = FakeRequest(self.kernel, self.path, config, consumer, event_buffer_size)
        self.kernel.requests.append(request)
        return request

    def _user(self, offset: int) -> str | None:
        request = self.kernel.chips[self.path][offset].request
        return request.consumer if request is not None else self.kernel.others.get((self.path, offset))


def install(monkeypatch: Any, now: Callable[[], float]) -> Kernel:
    """Put the miniature under gpiod, for as long as the test lasts."""
    kernel = Kernel(now)
    monkeypatch.setattr(_ext, "Chip", lambda path: FakeChip(kernel, path))
    monkeypatch.setattr(_ext, "LineConfig", FakeConfig)
    monkeypatch.setattr(_ext, "LineSettings", FakeSettings)
    return kernel
