"""While a bot is to move, nothing that people press, touch or type moves for it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from device.scenes.game import GameScene
from device.thinking import Thought
from display.choices import Narrow, Play, PlayAt, PlayEach
from display.tree import Target, plain
from engine.colour_sheets.picks import PASS
from engine.contract import Move, ToChoose
from engine.games import GAMES
from hardware.inputs import NEXT, ROLL, SEATS, SELECT
from tests.device.test_anything import do_something
from tests.rig import Rig
from tests.sample import english

ADA, BOT = 0, 1


class NeverAnswers:
    """A bot that thinks for ever."""

    def ask(self, question: Callable[[], object]) -> int:
        return 1

    def answers(self) -> list[Thought]:
        return []


def beside_a_bot(build: Callable[..., Rig], game: str) -> Rig:
    """Ada begins; the bot beside her thinks for ever."""
    rig = build(settings=english()._replace(bot_pause=0.0, reduced_motion=True), thinker=NeverAnswers())
    rig.choose(game)
    rig.choose("place 2")
    rig.choose("bot master")
    rig.choose("first")
    rig.choose("start")
    assert rig.is_at(GameScene)
    return rig


def moves(rig: Rig, seat: int) -> int:
    assert rig.box.match is not None
    return sum(isinstance(event, Move) and event.seat == seat for event in rig.box.match.events)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_whatever_people_do_the_bot_has_not_moved(build: Callable[..., Rig], game: str, seed: int) -> None:
    rig, luck = beside_a_bot(build, game), Random(seed)
    most = 0
    for number in range(2_000):
        if number > 150 and most:
            break
        if rig.is_at(GameScene) and luck.random() < 0.5:
            rig.press(luck.choice((SELECT, ROLL)))  # people mostly do play
        else:
            do_something(rig, luck)
        if rig.box.match is None or len(rig.box.match.table.seats) != 2 or rig.box.match.table.seats[BOT].bot is None:
            break  # they have left this game
        assert moves(rig, BOT) == 0
        most = max(most, moves(rig, ADA))
    assert most > 0, "Ada has not moved either, so this shows nothing"


@pytest.mark.parametrize("way", ["button", "card"])
@pytest.mark.parametrize("game", ["encore", "one_more_encore"])
def test_its_button_and_its_card_show_its_sheet_and_no_choice(build: Callable[..., Rig], game: str, way: str) -> None:
    rig = beside_a_bot(build, game)
    rig.press(ROLL)
    assert rig.box.match is not None
    assert rig.box.match.state.turn == ToChoose((ADA, BOT))
    rig.press(SEATS[1]) if way == "button" else rig.tap("look 2")
    assert not [target for target in rig.box.screen.targets() if isinstance(target.choice, Play | Narrow)]
    for _ in rig.offered:
        rig.press(SELECT, NEXT)
    assert moves(rig, BOT) == 0


def test_select_on_its_turn_chooses_no_colour_for_it(build: Callable[..., Rig]) -> None:
    rig = beside_a_bot(build, "encore")
    rig.press(ROLL)
    rig.choose("pass")  # now only the bot is waited for
    seen = rig.seen
    for _ in range(3):
        rig.press(SELECT)
    assert rig.seen == seen
    assert moves(rig, BOT) == 0


def test_a_move_that_somebody_chooses_for_it_is_refused(build: Callable[..., Rig]) -> None:
    rig = beside_a_bot(build, "encore")
    rig.press(ROLL)
    assert rig.box.match is not None
    assert PASS in rig.box.match.state.legal(BOT)
    for choice in (Play(Move(BOT, PASS)), PlayEach((Move(BOT, PASS),)), PlayAt(BOT, lambda time: PASS)):
        rig.box.touch(rig.clock.now(), Target("for the bot", plain(""), choice))
        assert rig.heard[-1] == "refusal"
    assert moves(rig, BOT) == 0
