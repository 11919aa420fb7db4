"""Playing on paper with the box's dice, or with real dice on the box's sheets; the figures that games leave behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.scenes.game import GameScene
from device.scenes.paper import PaperScene
from engine import record
from engine.contract import Over, Roll
from hardware.inputs import BACK, ROLL
from tests.rig import Rig


def set_way(rig: Rig, game: str, way: str) -> None:
    rig.choose(game)
    while way not in rig.seen:
        rig.choose("way")
    rig.press(ROLL)


def test_on_paper_the_box_only_rolls(build: Callable[..., Rig], tmp_path: Path) -> None:
    rig = build()
    set_way(rig, "encore", "Paper sheets")
    assert rig.is_at(PaperScene)
    seen = set()
    for number in range(1, 6):
        rig.press(ROLL)
        rig.wait(1.5)
        assert f"Roll {number}" in rig.seen
        seen.add(rig.box.screen)
    assert len(seen) == 5
    rig.press(BACK)
    assert "Which game?" in rig.seen
    assert not (tmp_path / "records").exists()


def test_dice_in_the_air_can_be_hurried_on_paper(build: Callable[..., Rig]) -> None:
    rig = build()
    set_way(rig, "encore", "Paper sheets")
    rig.press(ROLL)
    assert rig.box.screen.moving_until is not None
    rig.press(ROLL)
    assert rig.box.screen.moving_until is None
    assert "Roll 1" in rig.seen


def enter(rig: Rig, *faces: str) -> None:
    for face in faces:
        rig.choose(f"face {face}")


def test_real_dice_are_entered_face_by_face_and_a_slip_is_corrected(build: Callable[..., Rig]) -> None:
    rig = build()
    set_way(rig, "durchmarsch", "Real dice")
    assert "Dice sealed" not in rig.seen
    enter(rig, "1", "2")
    assert "Die 3 of 8" in rig.seen
    rig.choose("back")
    assert "Die 2 of 8" in rig.seen
    enter(rig, "6", "4", "3", "3", "1", "1", "1")
    match = rig.box.match
    assert match is not None
    assert match.events == [Roll(("1", "6", "4", "3", "3", "1", "1", "1"))]
    assert "go" in rig.offered
    rig.choose("undo")  # entered wrongly: none of the dice of the box, so it may be taken back
    assert match.events == []
    assert "Die 1 of 8" in rig.seen


def test_a_game_with_real_dice_goes_on_after_the_plug_was_pulled_and_leaves_a_record(
    build: Callable[..., Rig], tmp_path: Path
) -> None:
    rig = build()
    set_way(rig, "durchmarsch", "Real dice")
    enter(rig, *"64311111")
    rig.close()
    rig = build()
    for _ in range(400):
        if not rig.is_at(GameScene):
            break
        if "go" in rig.offered:
            rig.choose("go")
        else:
            state = rig.box.match.state  # type: ignore[union-attr]
            count = len(state.turn.dice)  # type: ignore[union-attr]
            enter(rig, *"654321656"[:count])
    (file,) = (tmp_path / "records").glob("*.record")
    reading = record.read(file.read_bytes())
    assert isinstance(reading.state.turn, Over)
    assert reading.record.commitment is None


def test_finished_games_are_counted_by_name(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("statistics")
    assert "Nobody has played this game to its end yet." in rig.seen
    rig.press(BACK)
    rig.choose("durchmarsch")
    rig.press(ROLL)
    for _ in range(400):
        if not rig.is_at(GameScene):
            break
        rig.press(ROLL)
        rig.wait(1.2)
    winner = rig.seen.split(" wins!")[0].split(" / ")[-1]
    rig.choose("menu")
    rig.choose("statistics")
    while "Durchmarsch" not in rig.seen:
        rig.choose("next game")
    line = rig.seen.split(f"{winner} / ")[1]
    assert line.startswith("1 game / 1 win / best 1 / on average 1")


def test_what_happened_can_be_read_again(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("durchmarsch")
    rig.press(ROLL)
    for _ in range(7):
        rig.press(ROLL)
        rig.wait(1.2)
    rig.choose("pause")
    rig.choose("history")
    assert "goes on" in rig.seen
    newest = rig.seen
    rig.choose("older")
    assert "Roll 1:" in rig.seen
    rig.choose("newer")
    assert rig.seen == newest
    rig.press(BACK)
    assert "Paused" in rig.seen
