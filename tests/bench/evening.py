"""An evening: many games of all kinds in one box at 1920×1080, a person against bots of every strength."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from random import Random

from tests.bench import internals
from tests.bench.counting import Ground
from tests.bench.finger import GAME, MENU, PAUSE, QUICKER, RESULT, ROLL, SELECT, TABLE, Finger, Seen
from tests.bench.outside import WatchedBox, watched
from tests.bench.rows import NotMeasured, Row, at_least, slope

GAMES_A_NIGHT = 20
MOST_PRESSES = 3000  # in one game
LONGEST_GAME = 120.0  # seconds
TUMBLES = 0.05  # seconds for which dice are watched before they are hurried
THINKS = 0.02  # seconds that bots have to think before they are hurried
FLAT = 0.2  # MB that memory may grow with each game


def evening(ground: Ground) -> Iterator[Row]:
    from engine.games import GAMES

    data = ground.new_folder()
    internals.write_settings(data, motion=True, debounce=0.0)
    games, memory, presses = list(GAMES), [], 0
    finger = Finger(Random(20), wanders=0.1)
    with watched(ground, data, "1920x1080") as box:
        box.frame()
        first, seen = box.memory(), box.look()
        for number in range(GAMES_A_NIGHT):
            game = games[number % len(games)]
            seen = _seated(box, game, number // len(games), seen)
            seen, pressed = _played(box, game, finger, seen)
            presses += pressed
            memory.append(box.memory())
            told = f"game {number + 1} of {GAMES_A_NIGHT}: {game}, {pressed} presses, {memory[-1]:.0f} MB"
            print(f"bench: evening, {told}", file=sys.stderr)
            seen = box.choose("menu" if seen.scene == RESULT else "back", seen)
            if number % len(games) == len(games) - 1:
                seen = _looked_at_statistics(box, seen, len(games))
    at_least(GAMES_A_NIGHT, len(list((data / "records").glob("*.record"))), "finished games of an evening")
    told = " ".join(f"{value:.0f}" for value in memory)
    yield Row("resident at 1920×1080: first frame", first, "MB")
    yield Row(f"resident after {GAMES_A_NIGHT} games of all kinds at 1920×1080", memory[-1], "MB", 110)
    yield Row("the most after any of them", max(memory), "MB", 110)
    yield Row("growth with each of the second ten games", slope(memory[len(memory) // 2 :]), "MB", FLAT)
    yield Row(f"presses of that evening; MB after each game: {told}", presses)


def _seated(box: WatchedBox, game: str, who: int, seen: Seen) -> Seen:
    """From the menu to the first position of a game against one of the game's bots, the strongest first: against people
    who press blindly games do not end in an evening."""
    if seen.scene != MENU:
        raise NotMeasured(f"before a game of {game} not the menu is up, but {seen.scene}")
    seen = box.choose(game, seen)
    seen = box.choose("place 2", seen)
    bots = [name for name in seen.targets if name.startswith("bot ")]
    seen = box.choose(bots[-1 - who % len(bots)], seen)
    seen = box.tap(ROLL)
    if seen.scene != GAME:
        raise NotMeasured(f"{game} does not begin, {seen.scene} is up")
    return seen


def _played(box: WatchedBox, game: str, finger: Finger, seen: Seen) -> tuple[Seen, int]:
    """To the result of a game; a player watches the dice a little, hurries them, waits for the bots, and presses."""
    presses, began = 0, time.monotonic()
    while presses < MOST_PRESSES and time.monotonic() < began + LONGEST_GAME:
        if seen.scene in (RESULT, TABLE):  # Roll at the result leads on to the table of the next game
            return seen, presses
        if seen.scene == PAUSE:  # a bot's move took the focus along while the finger came down
            seen = box.choose("go on", seen)
        elif seen.moving:
            time.sleep(TUMBLES)
            seen = box.tap(SELECT)
        else:
            if QUICKER in seen.targets:  # or bots would take their time in a race of seconds
                time.sleep(THINKS)
            seen = box.tap(finger.press(seen))
        presses += 1
    raise NotMeasured(
        f"a game of {game} did not end within {presses} presses and {time.monotonic() - began:.0f} s, at {seen}"
    )


def _looked_at_statistics(box: WatchedBox, seen: Seen, games: int) -> Seen:
    seen = box.choose("statistics", seen)
    for _ in range(games):
        seen = box.choose("next game", seen)
    return box.choose("back", seen)
