"""kill -9 at random moments: the box comes back at the position its players saw, with the same dice."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from device import match
from device.keeping.store import Store
from engine import record
from engine.contract import Roll
from engine.replay import positions
from tests.device.kill_child import position


def run_and_kill(folder: Path, seconds: float) -> list[str]:
    """Let the box play for a while after it came up, kill it, and give what its players saw."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.device.kill_child", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert child.stdout is not None
    first = child.stdout.readline()
    time.sleep(seconds)  # a real moment of a real process: nothing is asserted about it
    child.kill()
    rest = child.stdout.read()
    child.wait()
    # The last line may be cut in the middle; then nobody saw it whole.
    return [line for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]


def campaign(folder: Path, kills: int) -> None:
    luck = Random(9)
    resumed, reached = 0, set[str]()
    expected: str | None = None
    for _ in range(kills):
        seen = run_and_kill(folder, luck.expovariate(1 / 0.02))
        reached.update(seen)
        if expected is not None:
            assert seen[0].strip() == expected, "the box came back somewhere else"
            resumed += 1
        store = Store.open(folder / "games.db")
        assert store.trouble is None
        saved = store.unfinished()
        expected = None
        if saved is not None:
            playing = match.resume(store, saved, lambda: datetime(2026, 1, 2))
            expected = None if playing.over else position(playing)  # a game that is over is finished now
            _holds_what_was_seen(playing, seen)
            _has_the_sealed_dice(playing)
        store.close()
    assert resumed > kills // 2
    assert len(reached) > 2 * kills, "the child stood still: kills of a game that does not go on prove nothing"
    assert len({line.split()[0] for line in reached}) > 1 + kills // 50, "too few games were begun"
    for file in (folder / "records").glob("*.record"):
        assert record.verify(record.read(file.read_bytes())).ok


def test_fifty_kills_lose_no_move_and_change_no_die(tmp_path: Path) -> None:
    campaign(tmp_path, 50)


@pytest.mark.torture
def test_five_thousand_kills_lose_no_move_and_change_no_die(tmp_path: Path) -> None:
    campaign(tmp_path, 5_000)


def _holds_what_was_seen(playing: match.Match, seen: list[str]) -> None:
    """Whatever the players saw last of this game is part of it: the store may be one step ahead, never behind."""
    last = [line.split() for line in seen if line.split()[0] == str(playing.saved_as)]
    if last:
        number = int(last[-1][1])
        # A move taken back is the one way to fewer events; it is seen only after it was saved.
        assert len(playing.events) >= number - 1
        if len(playing.events) >= number:
            known = replace(playing, events=playing.events[:number])
            assert position(known) == " ".join(last[-1])


def _has_the_sealed_dice(playing: match.Match) -> None:
    number = 0
    reached = positions(playing.rules.start(playing.table), playing.events)
    for state, event in zip(reached, playing.events, strict=False):
        if isinstance(event, Roll):
            number += 1
            assert event == playing.dice.roll(number, state.turn.dice)  # type: ignore[union-attr]
