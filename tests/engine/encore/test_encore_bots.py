"""The bots of Encore!: legal in every position, better the stronger they are, and what they do in positions with a
name."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable
from hashlib import sha256
from random import Random
from statistics import fmean
from zlib import decompress

import pytest

from engine.colour_sheets.picks import PASS, Pick
from engine.colour_sheets.sheets import COLUMNS, mask, names, within_reach
from engine.contract import Bot, Move, ToChoose
from engine.games.encore import rules as encore
from engine.games.encore.bot_tables import ANY, OWN, STAGES, WEIGHTS
from engine.games.encore.bot_value import Standing
from engine.games.encore.bots import STRENGTHS, Master, SoloMinded, bot, hint, weigh
from engine.games.encore.printed import PRINTED, sheet
from engine.games.encore.rules import FREE_ROLLS, SOLO_ROLLS, Action, Encore, start
from engine.games.encore.training.figures import play
from engine.replay import replay
from tests import playing as games
from tests.engine.encore.playing_encore import ADA, BEN, BLUE, RED, YELLOW, all_pass, at, later
from tests.playing import random_game, table

SHEET = sheet(PRINTED[0])
LEDGER = tomllib.loads((WEIGHTS / "learned.toml").read_text(encoding="utf-8"))


def smallest(colour: int) -> int:
    """The block of one box."""
    return SHEET.blocks_of[colour][0]


def two_with(ada: int, ben: int, roll: str, jokers: tuple[int, int] = (8, 8)) -> Encore:
    """Ada has rolled, and picks first; these boxes are checked."""
    return games.play(encore.GAME, at(later(start(table(2))), ada, ben, jokers=jokers), f"roll {roll}")


def choice(state: Encore, seat: int = ADA) -> Pick:
    action = Master().choose(state, seat)
    assert isinstance(action, Pick)
    return action


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_bot_does_only_what_is_legal(strength: str, players: int) -> None:
    states, _ = random_game(encore.GAME, table(players), Random(players))
    player = bot(strength, Random(1))
    for state in states[::3]:
        if isinstance(state.turn, ToChoose):
            seat = state.turn.seats[-1]
            assert player.choose(state, seat) in state.legal(seat)


def test_there_is_no_fifth_strength() -> None:
    with pytest.raises(ValueError, match="no bot 'genius'; there is beginner, steady, expert, master"):
        bot("genius", Random(1))


# How strong they are.


def mean_alone(player: Callable[[], Bot[Action]], count: int) -> float:
    """The points on the first sheet, with the same dice for everybody."""
    return fmean(play(PRINTED[0], [player()], Random(seed)).state.scores()[0].total for seed in range(count))


def test_alone_the_stronger_score_more_with_the_same_dice() -> None:
    """The expert is left out: it is too close to the master for so few games."""
    beginner, steady, master = [
        mean_alone(lambda strength=strength: bot(strength, Random(3)), 12)  # type: ignore[misc]
        for strength in ("beginner", "steady", "master")
    ]
    assert beginner + 3 < steady < master - 3
    assert master > 24


def test_on_a_new_sheet_the_master_does_nearly_as_well() -> None:
    assert fmean(play(f"N7K3Q{last}", [Master()], Random(5)).state.scores()[0].total for last in "ABCDEF") > 20


def test_the_master_beats_its_solo_minded_self_when_they_change_seats() -> None:
    wins = 0
    for seed in range(12):
        wins += ADA in play(PRINTED[0], [Master(), SoloMinded(Random(), 0.0)], Random(seed)).winners
        wins += BEN in play(PRINTED[0], [SoloMinded(Random(), 0.0), Master()], Random(seed)).winners
    assert wins >= 14


# What the master does.


def test_the_last_roll_is_for_points_and_nothing_else() -> None:
    """A box for a star beats four that complete nothing."""
    state = at(start(table(1)), COLUMNS[7])
    for _ in range(SOLO_ROLLS - 1):
        state = all_pass(games.play(encore.GAME, state, "roll red red 1 1"))
    state = games.play(encore.GAME, state, "roll green orange 1 4")
    scores = {action: replay(state, [Move(ADA, action)]).scores()[ADA].total for action in state.legal(ADA)}
    assert scores[Master().choose(state, ADA)] == max(scores.values()) > scores[PASS]


def test_the_master_takes_the_die_that_a_rival_needs() -> None:
    """Ben misses three single boxes of three colours: whoever leaves a 1 on the table lets him win."""
    ben = SHEET.colours[BLUE] | SHEET.colours[YELLOW] | SHEET.colours[RED]
    ben &= ~(smallest(BLUE) | smallest(YELLOW) | smallest(RED))
    roll = "blue red green 1 4 5"
    assert choice(two_with(0, 0, roll)).number == "4"
    assert choice(two_with(0, ben, roll)).number == "1"


def test_the_master_ends_the_game_when_that_wins_and_not_when_it_loses() -> None:
    """Ada could check her last blue box, and with yellow complete that is the end."""
    ada = (SHEET.colours[YELLOW] | SHEET.colours[BLUE] | COLUMNS[14]) & ~smallest(BLUE)
    ben, roll = sum(COLUMNS[3:11]), "blue red green 1 2 3"
    assert choice(two_with(ada, ben, roll, jokers=(8, 0))).boxes == smallest(BLUE)
    assert choice(two_with(ada, ben, roll, jokers=(8, 8))).boxes != smallest(BLUE)


def test_what_others_choose_at_the_same_time_is_not_seen() -> None:
    state = games.play(encore.GAME, start(table(2)), "roll blue blue red 3 4 5")
    assert state.rolls <= FREE_ROLLS
    before = weigh(state, BEN)
    assert weigh(games.play(encore.GAME, state, "1 red 3: H3 I3 I2"), BEN) == before


# Hints.


def test_a_hint_says_what_the_master_would_do_and_how_much_better_that_is() -> None:
    state = games.play(encore.GAME, start(table(1)), "roll blue red 3 4")
    best, other = sorted(weigh(state, ADA), key=lambda weighed: weighed.worth, reverse=True)[:2]
    assert isinstance(best.action, Pick)
    assert best.action == Master().choose(state, ADA)
    told = str(hint(state, ADA))
    assert names(best.action.boxes) in told
    assert f"better by {best.worth - other.worth:.1f} points than" in told


def test_a_hint_says_when_there_is_nothing_to_choose() -> None:
    state = at(start(table(1)), mask("H4"), jokers=[0])
    assert str(hint(games.play(encore.GAME, state, "roll cross cross ? ?"), ADA)) == "Pass: nothing else is possible"
    assert "roll" in str(hint(start(table(1)), ADA))


# The tables.


def test_every_printed_sheet_has_its_tables_and_they_are_in_the_ledger() -> None:
    assert set(LEDGER) == {*PRINTED, "any"}
    for code, entry in LEDGER.items():
        kept = decompress((WEIGHTS / f"{code}.bin").read_bytes())
        assert len(kept) == 2 * (STAGES[-1] + 1) * sum((ANY if code == "any" else OWN).values())
        assert sha256(kept).hexdigest() == entry["sha256"]
        assert f"--sheet {code} " in entry["command"]
        assert f"--games {entry['games']}" in entry["command"]


@pytest.mark.parametrize("code", [PRINTED[0], "N7K3QX"])
def test_the_worth_of_a_sheet_does_not_depend_on_how_it_was_reached(code: str) -> None:
    drawn, checked, luck = sheet(code), COLUMNS[7], Random(4)
    for _ in range(8):
        placements = [
            boxes
            for colour in range(5)
            for block in drawn.open_blocks(colour, checked, within_reach(checked))
            for boxes in block[0]
        ]
        for boxes in luck.sample(placements, 10):
            changed = Standing(drawn, checked, 9).after(boxes, 3)
            assert changed == Standing(drawn, checked | boxes, 9).after(0, 3)
        checked |= luck.choice(placements)


def test_playing_needs_neither_numpy_nor_numba() -> None:
    program = (
        "import sys; from engine.simulate import simulate; simulate('encore', ['master'], 1, seed=1);"
        "sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
