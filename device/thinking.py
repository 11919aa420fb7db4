"""Bots and hints think in a thread of their own, so the loop never waits for them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import NamedTuple, Protocol

from device import memory
from hardware.faults import note_fault


class Thought(NamedTuple):
    """An answer to the question asked under this number; None if thinking failed."""

    number: int
    answer: object | None


class Thinker(Protocol):
    """Somebody who answers questions, sooner or later."""

    def ask(self, question: Callable[[], object]) -> int: ...

    def answers(self) -> list[Thought]: ...


def _think(number: int, question: Callable[[], object]) -> Thought:
    try:
        return Thought(number, question())
    except Exception:  # a bot's fault must not stop the game: the box plays something legal instead
        note_fault(__name__, "thinking failed")
        return Thought(number, None)


class ThinkingThread:
    """Answers one question after the other beside the loop; `wake` is called when there is an answer."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._questions: queue.SimpleQueue[tuple[int, Callable[[], object]]] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Thought] = queue.SimpleQueue()
        self._asked = 0
        self._thread: threading.Thread | None = None

    def ask(self, question: Callable[[], object]) -> int:
        if self._thread is None:
            memory.share()
            self._thread = threading.Thread(target=self._run, name="thinking", daemon=True)
            self._thread.start()
        self._asked += 1
        self._questions.put((self._asked, question))
        return self._asked

    def answers(self) -> list[Thought]:
        found = []
        while not self._answers.empty():
            found.append(self._answers.get())
        return found

    def _run(self) -> None:
        while True:
            self._answers.put(_think(*self._questions.get()))
            self._wake()


class ThinkingAtOnce:
    """Answers as soon as it is looked at: for tests and for games without anybody waiting."""

    def __init__(self) -> None:
        self._asked = 0
        self._answers: list[Thought] = []

    def ask(self, question: Callable[[], object]) -> int:
        self._asked += 1
        self._answers.append(_think(self._asked, question))
        return self._asked

    def answers(self) -> list[Thought]:
        found, self._answers = self._answers, []
        return found
