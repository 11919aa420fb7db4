"""Questions to bots: answered beside the loop, in order, and whatever happens."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from device.thinking import Thinker, ThinkingAtOnce, ThinkingThread, Thought

LONG_ENOUGH = 30.0  # seconds after which a thread that should answer has failed


class Asker:
    """Somebody who asks and waits to be woken."""

    def __init__(self, kind: Callable[[Callable[[], None]], Thinker]) -> None:
        self._woken = threading.Semaphore(0)
        self.thinker = kind(self._woken.release)

    def hears(self, count: int) -> list[Thought]:
        """So many answers, each announced by a wake-up of its own."""
        heard: list[Thought] = []
        for _ in range(count):
            if isinstance(self.thinker, ThinkingThread):
                assert self._woken.acquire(timeout=LONG_ENOUGH)
            heard += self.thinker.answers()
        return heard


@pytest.fixture(params=[ThinkingThread, lambda wake: ThinkingAtOnce()], ids=["beside the loop", "at once"])
def asker(request: pytest.FixtureRequest) -> Asker:
    return Asker(request.param)


def test_answers_come_in_the_order_of_the_questions(asker: Asker) -> None:
    numbers = [asker.thinker.ask(question) for question in (lambda: "go", lambda: "stop", lambda: "go")]
    assert asker.hears(3) == [
        Thought(number, answer) for number, answer in zip(numbers, ("go", "stop", "go"), strict=True)
    ]
    assert len(set(numbers)) == 3


def test_an_answer_is_heard_once(asker: Asker) -> None:
    asker.thinker.ask(lambda: "go")
    asker.hears(1)
    assert asker.thinker.answers() == []


def test_nobody_who_asked_nothing_hears_anything(asker: Asker) -> None:
    assert asker.thinker.answers() == []


def test_a_bot_that_fails_gives_no_answer_and_the_next_one_is_heard(
    asker: Asker, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> object:
        raise ZeroDivisionError("a bot's mistake")

    first, second = asker.thinker.ask(fails), asker.thinker.ask(lambda: "stop")
    assert asker.hears(2) == [Thought(first, None), Thought(second, "stop")]
    assert "a bot's mistake" in caplog.text


# Beside the loop.


@pytest.fixture
def doubt() -> Iterator[threading.Event]:
    """What a bot waits for in its question; at the end nobody waits any more."""
    event = threading.Event()
    yield event
    event.set()


def test_the_loop_does_not_wait_for_a_bot_in_doubt(doubt: threading.Event) -> None:
    asker = Asker(ThinkingThread)
    number = asker.thinker.ask(lambda: doubt.wait(LONG_ENOUGH))
    assert asker.thinker.answers() == []
    doubt.set()
    assert asker.hears(1) == [Thought(number, True)]


def test_bots_think_in_another_thread() -> None:
    asker = Asker(ThinkingThread)
    asker.thinker.ask(threading.current_thread)
    asker.thinker.ask(threading.current_thread)
    one, other = (thought.answer for thought in asker.hears(2))
    assert one is other
    assert one is not threading.current_thread()
    assert isinstance(one, threading.Thread)
    assert one.daemon, "a bot in doubt must not keep the box from stopping"


def test_a_box_without_bots_has_no_thread_for_them() -> None:
    before = threading.active_count()
    ThinkingThread(lambda: None)
    assert threading.active_count() == before
