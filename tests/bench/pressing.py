"""How quickly the box answers: two people play new games of every kind through the pins, and each press has a frame."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.bench import internals
from tests.bench.counting import Ground
from tests.bench.finger import GAME, RESULT, ROLL, Finger, Seen
from tests.bench.outside import Frame, WatchedBox, watched
from tests.bench.rows import NotMeasured, Row, at_least, percentile

PRESSES = 400
LEAST_KINDS = 2  # of positions; Durchmarsch has no more


def press_to_frame(ground: Ground) -> Iterator[Row]:
    from engine.games import GAMES

    worst = 0.0
    for game in GAMES:
        waits, busy = _presses(ground, game)
        wall = percentile(waits, 99)
        worst = max(worst, wall)
        yield Row(f"{game}: press to frame beyond debounce, p50", percentile(waits, 50), "ms")
        yield Row(f"{game}: press to frame beyond debounce, p99", wall, "ms", 5)
        yield Row(f"{game}: press to frame, processor, p50", percentile(busy, 50), "ms")
        yield Row(f"{game}: press to frame, processor, p99", percentile(busy, 99), "ms")
    yield Row("press to frame beyond debounce, p99 of the worst game", worst, "ms", 5)


def _presses(ground: Ground, game: str) -> tuple[list[float], list[float]]:
    """Milliseconds on the wall and of the processor, for each press that is answered in a game."""
    data, debounce = ground.new_folder(), internals.usual_debounce()
    internals.write_settings(data, motion=False, debounce=debounce)
    finger, kinds = Finger(Random(game), measured=True), set()
    waits: list[float] = []
    busy: list[float] = []
    with watched(ground, data, debounce=debounce) as box:
        box.frame()
        seen = _new_game(box, game, box.look())
        for _ in range(2 * PRESSES):
            if len(waits) == PRESSES:
                break
            kinds.add(seen.kind)
            line = finger.press(seen)
            pressed = box.press(line)
            answer = _answer(box, pressed + debounce)
            if answer is not None:
                waits.append(1000 * (answer.time - pressed - debounce))
                busy.append(1000 * answer.busy)
            box.release(line)
            seen = box.look()
            if seen.scene != GAME:
                seen = _new_game(box, game, seen)
    at_least(PRESSES, len(waits), f"answered presses in {game}")
    at_least(LEAST_KINDS, len(kinds), f"kinds of positions in {game}")
    return waits, busy


def _answer(box: WatchedBox, after: float) -> Frame | None:
    """The first frame that can be the answer to a press: one presented before shows a second that has passed."""
    frame = box.frame_if_any()
    while frame is not None and frame.time < after:
        frame = box.frame_if_any()
    return frame


def _new_game(box: WatchedBox, game: str, seen: Seen) -> Seen:
    """From the menu or from a result to the first position of a new game for two people."""
    if seen.scene == RESULT:
        seen = box.choose("menu", seen)
    seen = box.choose(game, seen)
    seen = box.tap(ROLL)
    if seen.scene != GAME:
        raise NotMeasured(f"{game} does not begin, {seen.scene} is up")
    return seen
