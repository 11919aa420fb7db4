"""Whole games of two, played through one kind of input only: pins, touch, keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from device.scenes.game import GameScene
from engine import record
from engine.contract import Over
from hardware.inputs import Lamp
from tests.rig import Pins, Rig

MOST_TURNS = 400


def kept(rig: Rig, folder: Path) -> record.Reading:
    """The record of the finished game, read from its file and verified."""
    (file,) = (folder / "records").glob("*.record")
    reading = record.read(file.read_bytes())
    assert isinstance(reading.state.turn, Over)
    assert record.verify(reading).ok
    return reading


def test_a_game_through_mock_gpio_pins_only(
    build: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pins = Pins(monkeypatch)
    rig = build(panels=pins.panels)
    while rig.box.focus != "durchmarsch":
        pins.turn(rig)
    pins.press(rig, "select")
    assert "Who plays?" in rig.seen
    pins.press(rig, "seat3")  # Cleo joins, thinks again and leaves
    assert "Cleo" in rig.seen
    pins.press(rig, "seat3")
    pins.press(rig, "roll")
    for turn in range(MOST_TURNS):
        if not rig.is_at(GameScene):
            break
        ((place, lamp),) = rig.box.lamps().items()
        assert lamp is Lamp.BLINKING
        if "go" in rig.offered:
            if turn % 3 == 0:
                pins.turn(rig)  # from Go on to Stop
                pins.press(rig, "knob_push")
            else:
                pins.press(rig, "select")
        else:
            pins.press(rig, f"seat{place + 1}")
        rig.wait(1.2)
    assert "wins!" in rig.seen
    assert kept(rig, tmp_path).record.drawn
    pins.press(rig, "select")  # again, at the same table
    assert "Who plays?" in rig.seen


def test_a_game_by_touch_only(build: Callable[..., Rig], tmp_path: Path) -> None:
    rig = build()
    rig.tap("durchmarsch")
    rig.tap("first")  # Ada begins
    rig.tap("start")
    for turn in range(MOST_TURNS):
        if not rig.is_at(GameScene):
            break
        rig.tap("roll" if "roll" in rig.offered else "stop" if turn % 2 else "go")
        rig.wait(1.2)
    reading = kept(rig, tmp_path)
    assert reading.record.table.first == 0
    assert not reading.record.drawn
    rig.tap("menu")
    assert "Which game?" in rig.seen


def key(rig: Rig, code: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, scancode=0, unicode=""))
    rig.wait(0.04)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, scancode=0))
    rig.wait(0.04)


def test_a_game_by_keyboard_only(build: Callable[..., Rig], tmp_path: Path) -> None:
    rig = build()
    while rig.box.focus != "durchmarsch":
        key(rig, pygame.K_RIGHT)
    key(rig, pygame.K_RETURN)
    key(rig, pygame.K_RETURN)
    for turn in range(MOST_TURNS):
        if not rig.is_at(GameScene):
            break
        if "go" in rig.offered and turn % 2:
            key(rig, pygame.K_RIGHT)
            key(rig, pygame.K_SPACE)
        else:
            key(rig, pygame.K_r)
        rig.wait(1.2)
    assert "wins!" in rig.seen
    assert len(kept(rig, tmp_path).record.table.seats) == 2
