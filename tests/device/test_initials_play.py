"""Initials at the box: the race for the word, the ways to give it, and the voices of the others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.scenes.game import GameScene
from device.scenes.pause import PauseScene
from display.choices import InGame
from display.screens.table import NextOption
from display.tree import Target, plain
from engine import record
from engine.contract import Move, Over, ToChoose, ToRoll
from engine.games.initials import rules as initials
from engine.games.initials import variants
from engine.games.initials.calls import Buzz
from engine.games.initials.judging import Verdict
from engine.games.initials.rules import Initials
from hardware.inputs import BACK, ROLL, SEATS, SELECT, Edge, Lamp, Typed
from tests.rig import Pins, Rig
from tests.sample import english

STILL = english()._replace(reduced_motion=True)
FEW_TOKENS = 24


def game(rig: Rig) -> Initials:
    assert rig.box.match is not None
    state = rig.box.match.state
    assert isinstance(state, Initials)
    return state


def seated(rig: Rig, players: int, **options: str) -> None:
    """So many people at the table, with these options, the dice ready."""
    rig.choose("initials")
    for place in range(6):
        if (place < players) != (place < 2):
            rig.press(SEATS[place])
    for option in variants.OPTIONS:
        for _ in range(option.values.index(options.get(option.name, option.values[0]))):
            rig.box.touch(rig.clock.now(), Target("option", plain(""), NextOption(option.name)))
    rig.press(ROLL)
    assert rig.is_at(GameScene)


def roll(rig: Rig, *, wanted: Callable[[Initials], bool] = lambda state: True) -> None:
    """Up to the race of a round with such dice."""
    while not (isinstance(game(rig).turn, ToChoose) and wanted(game(rig))):
        if isinstance(game(rig).turn, ToRoll):
            rig.press(ROLL)
            rig.wait(2.0)
        else:
            rig.choose("give up")


def coloured(state: Initials) -> bool:
    return not state.is_black


def say_word(rig: Rig, word: str) -> None:
    """Type it on a keyboard."""
    for letter in word:
        rig.box.handle(Typed(rig.clock.now(), letter))
    rig.press(SELECT)


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize(("variant", "way"), [("classic", "written"), ("limited", "spoken"), ("open", "written")])
def test_a_game_through_mock_pins(
    build: Callable[..., Rig],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    players: int,
    variant: str,
    way: str,
) -> None:
    monkeypatch.setattr(initials, "TOKENS", FEW_TOKENS)
    pins = Pins(monkeypatch)
    rig = build(panels=pins.panels, settings=STILL)
    seated(rig, players, variant=variant, way=way)
    while rig.is_at(GameScene):
        state, lamps = game(rig), rig.box.lamps()
        if isinstance(state.turn, ToRoll) or state.judged is not None:
            pins.press(rig, "roll")  # or: all accept
        elif state.speaker is None:
            pins.press(rig, f"seat{state.racing[len(state.heard) % len(state.racing)] + 1}")
        else:
            assert lamps[state.speaker] is Lamp.BLINKING
            give_word(pins, rig, letters=2 + len(state.heard))
        assert game(rig) is not state
    reading = kept(tmp_path)
    assert len(reading.record.table.seats) == players
    assert "tokens" in rig.seen


def give_word(pins: Pins, rig: Rig, letters: int) -> None:
    """With knob and buttons: the likeliest letters, one more each time, or of a spoken word the next dice."""
    if rig.box.focus.startswith("theme "):
        pins.press(rig, "knob_push")
    if rig.box.focus.startswith("die "):
        for _ in range(3):
            pins.press(rig, "select")
            pins.turn(rig)
    elif rig.box.focus.startswith("ring "):
        for _ in range(letters):
            pins.press(rig, "knob_push")
    pins.press(rig, "roll")  # done


def kept(folder: Path) -> record.Reading:
    (file,) = (folder / "records").glob("*.record")
    reading = record.read(file.read_bytes())
    assert isinstance(reading.state.turn, Over)
    assert record.verify(reading).ok
    return reading


def test_a_game_by_touch(build: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(initials, "TOKENS", FEW_TOKENS)
    rig = build(settings=STILL)
    seated(rig, 3)
    while rig.is_at(GameScene):
        state = game(rig)
        if isinstance(state.turn, ToRoll):
            rig.tap("roll")
        elif state.judged is not None:
            rig.tap("accept")
        elif state.speaker is None:
            rig.tap(f"look {state.racing[-1] + 1}")  # its card is the buzz zone
        else:
            said = len(state.heard)
            for letter in f"{state.initial or 'X'}QQQQQQ"[: 2 + said % 6]:
                rig.tap(f"letter {letter}")
            rig.tap("done")
        assert game(rig) is not state
    texts = [record.event_text(initials.GAME, event) for event in kept(tmp_path).record.events]
    assert any(" buzz " in text for text in texts)
    assert any(" word " in text for text in texts)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(6)), arrival=st.permutations(range(6)), start=st.integers(1, 3000))
def test_presses_a_millisecond_apart_count_in_their_own_order(
    race: Rig, order: list[int], arrival: list[int], start: int
) -> None:
    while rig_can_undo(race):
        race.box.touch(race.clock.now(), Target("undo", plain(""), InGame.UNDO))
    race.clock.advance(start / 1000)
    first = race.clock.now()
    race.clock.advance(0.01)
    for place in arrival:  # all of them come within one frame, in any order
        race.inbox.put(Edge(first + order[place] / 1000, SEATS[place], True))
    race.clock.advance(0.02)
    race.loop.step()
    assert [waiting.seat for waiting in game(race).queue] == sorted(range(6), key=lambda place: order[place])
    times = [waiting.time for waiting in game(race).queue]
    assert times == list(range(times[0], times[0] + 6))
    for place in range(6):
        race.inbox.put(Edge(race.clock.now(), SEATS[place], False))
    race.wait(0.1)


@pytest.fixture
def race(build: Callable[..., Rig]) -> Rig:
    """Six people who look at the dice."""
    rig = build()
    seated(rig, 6)
    roll(rig)
    return rig


def rig_can_undo(rig: Rig) -> bool:
    return rig.box.match is not None and rig.box.match.can_undo


def test_a_press_before_the_dice_lie_still_is_too_early(build: Callable[..., Rig]) -> None:
    rig = build()
    seated(rig, 3)
    rig.press(ROLL)
    rig.wait(2.0)
    rig.press(ROLL)  # the letters are in the air
    rig.press(SEATS[1])
    assert "Ben: too early" in rig.seen
    assert game(rig).queue == ()
    rig.wait(2.0)
    rig.press(SEATS[1])
    assert game(rig).speaker == 1
    assert "too early" not in rig.seen


def test_a_press_just_when_the_dice_come_to_rest_is_not_lost(build: Callable[..., Rig]) -> None:
    rig = build()
    seated(rig, 3)
    rig.press(ROLL)
    rig.wait(2.0)
    rig.press(ROLL)
    rest = rig.box.next_due()
    assert rest is not None
    late = rest + 0.03 - rig.clock.now()
    rig.clock.advance(late)  # a slow frame: nobody has looked at the dice since
    for place, after in ((2, 0.010), (0, -0.001), (1, 0.009)):
        rig.inbox.put(Edge(rest + after, SEATS[place], True, clean=True))
    rig.loop.step()
    assert [(waiting.seat, waiting.time) for waiting in game(rig).queue] == [(1, 9), (2, 10)]


def test_a_word_is_typed_and_refused_with_the_reason(build: Callable[..., Rig]) -> None:
    rig = build()
    seated(rig, 3)
    roll(rig, wanted=coloured)
    rig.press(SEATS[1])
    wrong = next(letter for letter in "ABCDE" if letter != game(rig).initial)
    say_word(rig, f"{wrong}xyz")
    assert game(rig).heard[-1].verdict is Verdict.INITIAL
    assert f"Ben: {wrong}xyz does not begin with {game(rig).initial}" in rig.seen
    rig.press(SEATS[1])
    say_word(rig, f"{game(rig).initial}xyz\byz")
    assert game(rig).heard[-1].word == f"{game(rig).initial}xyyz"
    assert "Not known to the box" in rig.seen


def test_whoever_contests_presses_the_own_button_and_the_others_accept(build: Callable[..., Rig]) -> None:
    rig = build()
    seated(rig, 4)
    roll(rig, wanted=coloured)
    rig.press(SEATS[0])
    say_word(rig, f"{game(rig).initial}xyz")
    rig.press(SEATS[2])
    assert "contests" in rig.seen
    rig.press(ROLL)  # the others accept
    assert game(rig).heard[-1].verdict is Verdict.ACCEPTED
    rig.press(SEATS[1])
    say_word(rig, f"{game(rig).initial}zzz")
    rig.press(SEATS[0], SEATS[2])
    assert game(rig).heard[-1].verdict is Verdict.TABLE


def test_everybody_writes_and_then_all_words_are_judged(build: Callable[..., Rig]) -> None:
    rig = build()
    seated(rig, 3, pace="calm")
    roll(rig, wanted=coloured)
    for number in range(3):
        assert not game(rig).heard
        say_word(rig, f"{game(rig).initial}x{'abc'[number]}")
    for judged in range(1, 4):
        assert len(game(rig).heard) == judged
        rig.press(ROLL)  # all accept this word, and only this one
    assert [said.verdict for said in game(rig).heard] == [Verdict.ACCEPTED] * 3


def test_back_takes_a_letter_away_and_then_opens_the_menu(build: Callable[..., Rig]) -> None:
    rig = build()
    seated(rig, 2)
    roll(rig)
    rig.press(SEATS[0], SELECT)
    assert rig.box.screen.typing
    rig.press(BACK)
    assert rig.is_at(GameScene)
    rig.press(BACK)
    assert rig.is_at(PauseScene)


def test_a_bot_buzzes_at_its_own_time(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("initials")
    rig.choose("place 2")
    rig.choose("bot master")
    rig.press(ROLL)
    roll(rig)
    assert game(rig).queue == ()  # nobody reads the dice in no time
    for _ in range(600):
        if game(rig).speaker is not None or isinstance(game(rig).turn, ToRoll):
            break
        rig.wait(0.1)
    events = rig.box.match.events if rig.box.match is not None else []
    calls = [event.action for event in events if isinstance(event, Move) and event.seat == 1]
    assert calls
    assert all(call.time >= 2000 for call in calls if isinstance(call, Buzz))


def test_alone_against_the_clock(build: Callable[..., Rig]) -> None:
    rig = build()
    seated(rig, 1)
    roll(rig, wanted=coloured)
    left = int(rig.seen.partition(" s left")[0].rpartition(" ")[2])
    rig.wait(10.0)
    assert f"{left - 10} s left" in rig.seen
    rig.wait(51.0)
    assert "0 s left" in rig.seen
    rig.press(SEATS[0])
    assert "the 60 seconds are over" in rig.seen
    rig.choose("give up")
    assert game(rig).round == 2
