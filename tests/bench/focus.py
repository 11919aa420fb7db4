"""What a step of the focus costs in all layers: from the edges of Next on the mock pins to the presented frame.

Games of all kinds are played, and in each new kind of position the focus goes once through the targets while the
processor's time is taken. The dearest positions of each game, and those that have to be among them, are kept as files
(the store, and the presses since the last event), as are the screens before a game; a process under callgrind takes
them up again and counts a first and a second round. A step of the first round, in which every picture is new, counts.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from tests.bench import internals
from tests.bench.counting import MILLION, Ground, mark
from tests.bench.finger import GAME, NEXT, PREV, ROLL, SELECT, Finger, towards
from tests.bench.rows import NotMeasured, Row, at_least

SIZE = (1280, 720)
PRESSES, MOST_GAMES = 350, 4  # to find the positions of a kind of game
STEPS = 6
COUNTED = 2  # positions of each game
ONE_QUESTION = "durchmarsch"  # only asks whether to go or to stop
FEWEST_KINDS = 3  # of positions of every other game
NEEDED: Mapping[str, str] = {"encore": "place", "one_more_encore": "special", "initials": "ring"}  # dear for sure
BEFORE = "before a game"
WAY_TO_A_NAME = ("", "encore", "place 1", "name")  # the menu, the table, a seat and its name


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game, or before one, that can be taken up again; a new box needs no store. `cost` is the seconds
    of processor time of a step there."""

    game: str
    kind: tuple[str, ...]
    targets: tuple[str, ...]
    store: str = ""
    presses: tuple[str, ...] = ()
    cost: float = field(default=0.0, compare=False)

    @property
    def asks(self) -> str:
        """What is chosen there, in the words of its targets."""
        return ", ".join(self.targets[:3])


def step_of_the_focus(ground: Ground) -> Iterator[Row]:
    from engine.games import GAMES

    chosen = _before_a_game(ground)
    for game in GAMES:
        chosen += _dearest(game, _positions(ground, game))
    plan = ground.new_folder() / "positions.json"
    plan.write_text(json.dumps([asdict(position) for position in chosen]))
    ground.run("tests.bench.focus", str(plan), str(ground.new_folder()))  # for its bytecode
    counts = ground.counted("tests.bench.focus", str(plan), str(ground.new_folder()))
    if len(counts) != 3 * len(chosen):
        raise NotMeasured(f"{len(chosen)} positions left {len(counts)} counts instead of {3 * len(chosen)}")
    firsts = [count / STEPS / MILLION for count in counts[1::3]]
    agains = [count / STEPS / MILLION for count in counts[2::3]]
    for game in (BEFORE, *GAMES):
        at = max((n for n, one in enumerate(chosen) if one.game == game), key=lambda n: firsts[n])
        yield Row(f"{game}: a step of the focus at 1280×720 ({chosen[at].asks})", firsts[at], "M", 10)
        yield Row(f"{game}: the same in a second round", agains[at], "M")
        yield Row(f"{game}: the same in the first, processor", 1000 * chosen[at].cost, "ms")
    at = max(range(len(chosen)), key=lambda n: firsts[n])
    yield Row(f"a step of the focus, worst of all games ({chosen[at].game}: {chosen[at].asks})", firsts[at], "M", 10)


def _dearest(game: str, found: list[Position]) -> list[Position]:
    """Those that took longest, and the one that is needed."""
    at_least(1 if game == ONE_QUESTION else FEWEST_KINDS, len(found), f"kinds of positions of {game}")
    found = sorted(found, key=lambda one: -one.cost)
    needed = [one for one in found if NEEDED.get(game) in one.kind]
    if game in NEEDED and not needed:
        raise NotMeasured(f"no position of {game} had {NEEDED[game]!r} among its targets")
    return list(dict.fromkeys((*found[:COUNTED], *needed[:1])))


def _before_a_game(ground: Ground) -> list[Position]:
    found, presses = list[Position](), list[str]()
    box = internals.BoxAtHand(ground.new_folder(), SIZE)
    try:
        for target in WAY_TO_A_NAME:
            while target:
                line = towards(box.seen, target)
                presses.append(line)
                box.press(line)
                if line == SELECT:
                    break
            seen = box.seen
            found.append(Position(BEFORE, seen.kind, seen.targets, "", tuple(presses), _timed(box)))
    finally:
        box.close()
    at_least(len(WAY_TO_A_NAME), len({one.kind[0] for one in found}), "scenes before a game")
    return found


def _positions(ground: Ground, game: str) -> list[Position]:
    """A position of each kind that comes up in games for two."""
    found: dict[tuple[str, ...], Position] = {}
    for number in range(MOST_GAMES):
        luck = Random(f"{game} {number}")
        box = internals.BoxAtHand(ground.new_folder(), SIZE, luck.randbytes(32))
        try:
            for position in _on_the_way(ground, box, game, luck, set(found)):
                found[position.kind] = position
        finally:
            box.close()
    return list(found.values())


def _on_the_way(
    ground: Ground, box: internals.BoxAtHand, game: str, luck: Random, known: set[tuple[str, ...]]
) -> Iterator[Position]:
    """The positions of a new game whose kind is not known yet."""
    while (line := towards(box.seen, game)) != SELECT:
        box.press(line)
    box.press(line)
    box.press(ROLL)
    finger = Finger(luck)
    events, presses = box.seen.events, list[str]()
    for _ in range(PRESSES // MOST_GAMES):
        seen = box.seen
        if seen.scene != GAME:
            return
        if seen.kind not in known and "roll" not in seen.targets:
            known.add(seen.kind)
            store = ground.new_folder()
            for file in internals.store_files(box.folder):
                shutil.copy(file, store)
            yield Position(game, seen.kind, seen.targets, str(store), tuple(presses), _timed(box))
        presses.append(finger.press(seen))
        box.press(presses[-1])
        if box.seen.events != events:
            events, presses = box.seen.events, list[str]()


def _timed(box: internals.BoxAtHand) -> float:
    """Seconds of the processor for a step; afterwards the focus is where it was."""
    began = time.process_time()
    _round(box)
    took = time.process_time() - began
    for _ in range(STEPS):
        box.press(PREV)
    return took / STEPS


def _count(position: Position, folder: Path) -> None:
    """Take a position up again and go round twice, with a mark before, between and after."""
    if position.store:
        shutil.copytree(position.store, folder, dirs_exist_ok=True)
    box = internals.BoxAtHand(folder, SIZE)
    try:
        for line in position.presses:
            box.press(line)
        seen = box.seen
        if seen.targets != position.targets:
            raise NotMeasured(f"{position.game} is taken up at {seen.targets} instead of {position.targets}")
        mark()
        _round(box)
        mark()
        _round(box)
        mark()
        before = box.pixels
        box.press(NEXT)
        if box.pixels == before:
            raise NotMeasured(f"the picture of {position.game} does not show where the focus is")
    finally:
        box.close()


def _round(box: internals.BoxAtHand) -> None:
    for _ in range(STEPS):
        box.press(NEXT)


if __name__ == "__main__":
    plan, folder = map(Path, sys.argv[1:])
    for number, kept in enumerate(json.loads(plan.read_text())):
        lists = {name: tuple(kept[name]) for name in ("kind", "targets", "presses")}
        _count(Position(**{**kept, **lists}), folder / str(number))
