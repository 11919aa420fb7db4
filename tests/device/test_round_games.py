"""Whole games of Encore! and One More Encore! at the box: through mock pins and by touch, alone, as two and as six."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.scenes.game import GameScene
from display.choices import Narrow
from engine import record
from engine.colour_sheets.picks import PASS
from engine.colour_sheets.sheets import BOXES
from engine.contract import Over, ToChoose
from hardware.inputs import BACK, ROLL, SEATS, Lamp
from tests.rig import Pins, Rig
from tests.sample import english

STILL = english()._replace(reduced_motion=True)  # dice that do not tumble: six people play a whole game here


GAMES = pytest.mark.parametrize("name", ["encore", "one_more_encore"])


def game(rig: Rig) -> Any:
    assert rig.box.match is not None
    return rig.box.match.state


def kept(folder: Path) -> record.Reading:
    (file,) = (folder / "records").glob("*.record")
    reading = record.read(file.read_bytes())
    assert isinstance(reading.state.turn, Over)
    assert record.verify(reading).ok
    return reading


def seated(rig: Rig, players: int, name: str = "encore") -> None:
    """So many people at the table, the dice ready."""
    rig.choose(name)
    for place in range(6):
        if (place < players) != (place < 2):
            rig.press(SEATS[place])
    rig.press(ROLL)
    assert rig.is_at(GameScene)


@GAMES
@pytest.mark.parametrize("players", [1, 2, 6])
def test_a_game_through_mock_pins(
    build: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, players: int, name: str
) -> None:
    pins = Pins(monkeypatch)
    rig = build(panels=pins.panels, settings=STILL)
    seated(rig, players, name)
    while rig.is_at(GameScene):
        state = game(rig)
        lamps = rig.box.lamps()
        if isinstance(state.turn, ToChoose):
            assert set(lamps) == set(state.turn.seats)
            place = max(lamps)  # in any order: here the last seat takes the screen first
            if rig.box.screen.seats and lamps[place] is Lamp.LIT:
                pins.press(rig, f"seat{place + 1}")
            before = len(rig.box.match.events)  # type: ignore[union-attr]
            for _ in range(8):
                pins.press(rig, "select")
                if len(rig.box.match.events) != before:  # type: ignore[union-attr]
                    break
            assert len(rig.box.match.events) > before  # type: ignore[union-attr]
        else:
            ((place, lamp),) = lamps.items()
            assert lamp is Lamp.BLINKING
            pins.press(rig, f"seat{place + 1}")
    reading = kept(tmp_path)
    assert len(reading.record.table.seats) == players
    assert "points" in rig.seen


@GAMES
@pytest.mark.parametrize("players", [1, 2, 6])
def test_a_game_by_touch(build: Callable[..., Rig], tmp_path: Path, players: int, name: str) -> None:
    rig = build(settings=STILL)
    seated(rig, players, name)
    while rig.is_at(GameScene):
        state = game(rig)
        if not isinstance(state.turn, ToChoose):
            rig.tap("roll")
            continue
        seat = state.turn.seats[0]
        crossing = [action for action in state.legal(seat) if action is not PASS and action.boxes]
        if players > 1:
            rig.tap(f"look {seat + 1}")
        if not crossing:
            rig.tap("pass")
            continue
        rig.tap(f"box {BOXES[crossing[-1].boxes.bit_length() - 1]}")  # a tap on a box offers the places through it
        while game(rig) is state:
            places = [target.name for target in rig.box.screen.targets() if target.name.startswith("place ")]
            steps = [target.name for target in rig.box.screen.targets() if isinstance(target.choice, Narrow)]
            rig.tap(places[0] if places else next(step for step in steps if step != "back"))
    assert len(kept(tmp_path).record.table.seats) == players


def test_whoever_presses_takes_the_screen_and_nobody_loses_the_way(build: Callable[..., Rig]) -> None:
    rig = build()
    seated(rig, 3)
    rig.press(ROLL)
    rig.wait(1.5)
    assert isinstance(game(rig).turn, ToChoose)  # the first three rolls are free: all at once
    rig.press(SEATS[1])
    assert "Ben: choose" in rig.seen
    step = next(target.name for target in rig.box.screen.targets() if isinstance(target.choice, Narrow))
    rig.choose(step)
    narrowed = rig.box.screen
    rig.press(SEATS[2])
    assert "Cleo: choose" in rig.seen
    rig.press(SEATS[1])
    assert rig.box.screen == narrowed
    rig.press(BACK)
    assert rig.box.screen != narrowed
    assert rig.is_at(GameScene)


def test_a_box_that_cannot_be_crossed_says_why(build: Callable[..., Rig]) -> None:
    rig = build()
    seated(rig, 2)
    rig.press(ROLL)
    rig.wait(1.5)
    rig.tap("box A1")
    assert "A1 is neither in column H nor next to a checked box" in rig.seen or "no die shows" in rig.seen


def test_a_move_of_several_seats_is_taken_back_in_order(build: Callable[..., Rig]) -> None:
    rig = build()
    seated(rig, 3)
    rig.press(ROLL)
    rig.wait(1.5)
    before = game(rig)
    for _ in range(2):
        rig.choose("pass")
    assert len(game(rig).waiting) == 1
    rig.choose("undo")
    rig.choose("undo")
    assert game(rig) == before
    assert "undo" not in rig.offered


def test_bots_choose_while_people_still_think(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("encore")
    rig.choose("place 2")
    rig.choose("bot master")
    rig.press(ROLL)
    while not (isinstance(game(rig).turn, ToChoose) and game(rig).chosen[0] is None and 0 in game(rig).turn.seats):
        rig.press(ROLL)
        rig.wait(1.5)
    rig.wait(3.0)
    assert game(rig).chosen[1] is not None
    assert "Ada" in rig.seen
    assert "Ada's turn" in rig.seen or "Ada: choose" in rig.seen
