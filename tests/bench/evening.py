"""An evening: many games of all kinds in one box at 1920×1080, a person against bots of every strength."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from random import Random

from tests.bench import internals
from tests.bench.counting import Ground
from tests.bench.finger import ROLL, SELECT, Finger
from tests.bench.outside import Frame, WatchedBox, watched
from tests.bench.rows import NotMeasured, Row, at_least, slope

GAMES_A_NIGHT = 20
MOST_PRESSES = 4000  # in one game
QUIET = 0.02  # seconds without a frame before the next press
TUMBLES = 0.05  # seconds for which dice are watched before they are hurried
FLAT = 0.2  # MB that memory may grow with each game


def evening(ground: Ground) -> Iterator[Row]:
    from engine.games import GAMES

    data = ground.new_folder()
    internals.write_settings(data, motion=True, debounce=0.0)
    games, memory, presses = list(GAMES), [], 0
    finger = Finger(Random(20), wanders=0.1)
    with watched(ground, data, "1920x1080") as box:
        frame = box.latest(box.frame(), 0.2)
        first = box.memory()
        for number in range(GAMES_A_NIGHT):
            game = games[number % len(games)]
            frame = _seated(box, game, number // len(games), frame)
            frame, pressed = _played(box, game, finger, frame)
            presses += pressed
            memory.append(box.memory())
            done = (
                f"bench: evening, game {number + 1} of {GAMES_A_NIGHT}: {game}, {pressed} presses, {memory[-1]:.0f} MB"
            )
            print(done, file=sys.stderr)
            frame = box.choose("menu" if frame.seen.screen == "result" else "back", frame)
            if number % len(games) == len(games) - 1:
                frame = _looked_at_statistics(box, frame, len(games))
        records = len(list((data / "records").glob("*.record")))
    at_least(GAMES_A_NIGHT, records, "finished games of an evening")
    told = " ".join(f"{value:.0f}" for value in memory)
    yield Row("resident at 1920×1080: first frame", first, "MB")
    yield Row(f"resident after {GAMES_A_NIGHT} games of all kinds at 1920×1080", memory[-1], "MB", 110)
    yield Row(f"the most after any of them ({told})", max(memory), "MB", 110)
    yield Row("growth with each of the second ten games", slope(memory[len(memory) // 2 :]), "MB", FLAT)
    yield Row("presses of that evening", presses)


def _seated(box: WatchedBox, game: str, who: int, frame: Frame) -> Frame:
    """From the menu to the first position of a game against one of the game's bots, the strongest first: against people
    who press blindly games do not end in an evening."""
    frame = box.choose(game, frame)
    frame = box.choose("place 2", frame)
    bots = [name for name in frame.seen.targets if name.startswith("bot ")]
    frame = box.choose(bots[-1 - who % len(bots)], frame)
    frame = box.tap(ROLL, frame)
    if frame.seen.screen != "play":
        raise NotMeasured(f"{game} does not begin, the screen is {frame.seen.screen}")
    return frame


def _played(box: WatchedBox, game: str, finger: Finger, frame: Frame) -> tuple[Frame, int]:
    """To the result of a game; a player watches the dice a little, hurries them and the bots, and presses."""
    for presses in range(MOST_PRESSES):
        if frame.seen.screen in ("result", "table"):  # Roll at the result leads on to the table of the next game
            return frame, presses
        if frame.seen.screen == "pause":  # a bot's move took the focus along while the finger came down
            frame = box.choose("go on", frame)
        elif frame.seen.moving:
            time.sleep(TUMBLES)
            frame = box.tap(SELECT, frame, QUIET)
        else:
            frame = box.tap(finger.press(frame.seen), frame, QUIET)
    raise NotMeasured(f"a game of {game} did not end within {MOST_PRESSES} presses, at {frame.seen}")


def _looked_at_statistics(box: WatchedBox, frame: Frame, games: int) -> Frame:
    frame = box.choose("statistics", frame)
    for _ in range(games):
        frame = box.choose("next game", frame)
    return box.choose("back", frame)
