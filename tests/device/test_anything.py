"""People press, touch, turn and type whatever they like: the box goes on, and a restart finds what was there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.games import GAMES
from hardware.gestures import SERVICE
from hardware.inputs import BACK, BUTTONS, ROLL, SEATS, SELECT, Hold, Press, Turn, Typed
from tests.rig import Rig
from tests.sample import english

LIKELY = (*BUTTONS, SELECT, SELECT, ROLL, *SEATS)


def do_something(rig: Rig, luck: Random) -> None:
    now = rig.clock.now()
    layout = rig.picture._layout
    assert layout is not None
    match luck.choices(("press", "touch", "turn", "type", "hold"), (35, 45, 10, 8, 1))[0]:
        case "press":
            rig.box.handle(Press(now, luck.choice(LIKELY)))
        case "touch":
            rig.box.touch(now, luck.choice((*(target for target, _ in layout.targets()), None)))
        case "turn":
            rig.box.handle(Turn(now, luck.choice((-3, -1, 1, 2))))
        case "type":
            rig.box.handle(Typed(now, luck.choice("abelorst é\b")))
        case "hold":
            rig.box.handle(Hold(now, luck.choice((BACK, SERVICE))))
    rig.wait(luck.choice((0.02, 0.02, 0.1, 1.0)))


def play_anyhow(build: Callable[..., Rig], game: str, seed: int, inputs: int) -> None:
    luck = Random(seed)
    rig = build(settings=english()._replace(bot_pause=0.0, reduced_motion=seed % 2 == 0), prints=True)
    rig.choose(game)
    rig.press(ROLL)
    for _ in range(inputs):
        do_something(rig, luck)
    match = rig.box.match
    if match is None or match.over:
        return
    rig.close()
    again = build()
    assert again.box.match is not None
    assert again.box.match.events == match.events
    assert again.box.match.state == match.state


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_people_do_stops_the_box(
    build: Callable[..., Rig], game: str, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    play_anyhow(build, game, seed, inputs=300)
    assert caplog.text == ""  # bots had no faults either


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(100, 140))
@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_people_do_for_long_stops_the_box(
    build: Callable[..., Rig], game: str, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    play_anyhow(build, game, seed, inputs=3_000)
    assert caplog.text == ""
