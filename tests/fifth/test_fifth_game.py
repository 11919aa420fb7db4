"""A fifth game is a folder in the engine, one in the display, its seeds and its tests, and nothing else. It lives in
the tests only, and all that the box does with games, it does with this one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.scenes.game import GameScene
from device.scenes.result import ResultScene
from display.tree import Area, Dice, Face, Node, Stack
from engine import record
from engine.contract import Over, ToChoose
from engine.games import GAMES, players
from hardware.inputs import NEXT, ROLL, SELECT
from tests.fifth import on_the_path
from tests.playing import play, table
from tests.rig import Pins, Rig
from tests.sample import english

NAME = "knuckles"
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def beside_the_others() -> Iterator[None]:
    on_the_path.put()
    yield
    on_the_path.take_away()


def faces(rig: Rig) -> tuple[Face[object], ...]:
    """The dice on the tray."""

    def found(node: Node[object]) -> Iterator[tuple[Face[object], ...]]:
        if isinstance(node, Dice):
            yield node.faces
        for child in node.children if isinstance(node, Area | Stack) else ():
            yield from found(child)

    return next(found(rig.box.screen.root))


def begun(rig: Rig) -> Rig:
    rig.choose(NAME)
    rig.press(ROLL)
    assert rig.is_at(GameScene)
    return rig


def test_it_is_found_and_stands_last_on_the_menu(build: Callable[..., Rig]) -> None:
    assert list(GAMES)[-1] == NAME
    assert players(NAME).most == 4
    rig = build()
    assert "Knuckles" in rig.seen
    assert "Five dice" not in rig.seen  # five games have no room for that
    rig.choose(NAME)
    assert "Who plays?" in rig.seen


def test_a_whole_game_through_pins_is_kept_resumed_and_replayed(
    build: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pins = Pins(monkeypatch)
    rig = begun(build(panels=pins.panels, settings=english()._replace(reduced_motion=True)))
    for number in range(400):
        if rig.is_at(ResultScene):
            break
        assert rig.box.match is not None
        if number == 20:  # the plug is pulled
            before: object = rig.box.match.state
            rig.close()
            rig = build(panels=pins.panels, settings=english()._replace(reduced_motion=True))
            match = rig.box.match
            assert match is not None
            assert match.state == before
        assert rig.box.match is not None
        if isinstance(rig.box.match.state.turn, ToChoose):
            while not rig.box.focus.startswith("write"):
                pins.press(rig, "next")
            pins.press(rig, "select")
        else:
            pins.press(rig, "roll")
    assert "wins!" in rig.seen or "win!" in rig.seen
    (file,) = (tmp_path / "records").glob("*.record")
    reading = record.read(file.read_bytes())
    assert isinstance(reading.state.turn, Over)
    assert record.verify(reading).ok
    rig.choose("menu")
    rig.choose("statistics")
    while "Knuckles" not in rig.seen:
        rig.choose("next game")
    assert "1 win" in rig.seen


def test_kept_dice_lie_still_while_the_others_are_thrown(build: Callable[..., Rig]) -> None:
    rig = begun(build())
    rig.press(ROLL)
    rig.wait(2.0)
    lying = [face.text for face in faces(rig)]
    for die in (1, 4):
        rig.choose(f"die {die}")
    lifted = [face.lifted for face in faces(rig)]
    assert lifted == [True, False, False, True, False]
    assert rig.box.focus == "die 4", "a die can be focused and lifted at once"
    rig.press(ROLL)
    assert [face.still for face in faces(rig)] == lifted
    assert [face.text for face in faces(rig) if face.still] == [lying[0], lying[3]]
    rig.wait(2.0)
    assert [faces(rig)[die].text for die in (0, 3)] == [lying[0], lying[3]]


def test_a_box_counts_the_dice_of_its_number() -> None:
    game = GAMES[NAME]
    state = play(game, game.start(table(2)), "roll 6 6 1 6 2", "1 keep 1 2 4", "roll 3 6", "1 write 6")
    assert state.scores()[0].total == 24 + 10


def test_the_focus_begins_where_it_can_though_the_view_names_a_missing_target(build: Callable[..., Rig]) -> None:
    rig = begun(build())
    rig.press(ROLL)
    rig.wait(2.0)
    assert rig.box.focus in rig.offered


def test_its_bot_plays_and_hints(build: Callable[..., Rig]) -> None:
    rig = build(settings=english()._replace(bot_pause=0.0, reduced_motion=True))
    rig.choose(NAME)
    rig.choose("place 2")
    rig.choose("bot hasty")
    rig.press(ROLL)
    for _ in range(300):
        if rig.is_at(ResultScene):
            break
        if "hint" in rig.offered:
            rig.choose("hint")
            assert "Write the" in rig.seen
            while not rig.box.focus.startswith("write"):
                rig.press(NEXT)
            rig.press(SELECT)
        else:
            rig.press(ROLL)
        rig.wait(0.1)
    assert rig.is_at(ResultScene)


def test_it_passes_the_conformance_suite() -> None:
    """In a process of its own, since the suite asks which games there are when it is collected."""
    suite = ["tests/engine/test_conformance.py", "-p", "tests.fifth.on_the_path", "-k", NAME]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *suite, "-q", "-p", "no:cacheprovider", "-p", "no:xdist"],
        cwd=ROOT,
        env={**os.environ, "PYTEST_XDIST_WORKER": ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2_000:]
    assert done.stdout.count(".") > 30, "the suite has not met the game"
