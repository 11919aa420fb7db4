"""The box as its players meet it: joining, naming, undo, hints, bots, resuming, and what it says in trouble."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.scenes.game import GameScene
from device.scenes.menu import MenuScene
from device.scenes.result import ResultScene
from device.scenes.table import TableScene
from hardware.inputs import BACK, NEXT, ROLL, SEATS, Hold, Lamp, Trouble, Typed
from tests.rig import Rig
from tests.sample import english


def seated(rig: Rig) -> Rig:
    rig.choose("durchmarsch")
    rig.press(ROLL)
    assert rig.is_at(GameScene)
    return rig


def to_a_choice(rig: Rig) -> None:
    while "stop" not in rig.offered:
        rig.press(ROLL)
        rig.wait(1.2)


def test_the_seal_is_shown_before_play_and_the_presses_change_the_dice(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("durchmarsch")
    assert "Dice sealed:" in rig.seen
    rig.press(ROLL)
    one = rig.box.match
    other = build()
    other.choose("durchmarsch")
    other.press(SEATS[2], SEATS[2], ROLL)
    two = other.box.match
    assert one is not None
    assert two is not None
    assert one.seal == two.seal
    assert one.record().mix != two.record().mix


def test_a_seat_button_joins_and_leaves_and_too_few_cannot_start(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("durchmarsch")
    assert rig.box.lamps() == {0: Lamp.LIT, 1: Lamp.LIT}
    rig.press(SEATS[0], SEATS[1])
    assert "start" not in rig.offered
    rig.press(ROLL)
    assert rig.is_at(TableScene)
    rig.press(SEATS[4], ROLL)
    assert rig.box.match is not None
    assert rig.box.match.places == (4,)
    assert rig.box.lamps() == {4: Lamp.BLINKING}


def test_a_name_is_typed_or_chosen_letter_by_letter(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("durchmarsch")
    rig.choose("place 1")
    rig.choose("name")
    for _ in range(3):
        rig.choose("delete")
    rig.box.handle(Typed(rig.clock.now(), "Z"))
    rig.choose("letter O")
    rig.box.handle(Typed(rig.clock.now(), "é"))
    rig.choose("done")
    assert "Zoé" in rig.seen
    rig.choose("back")
    assert "Zoé" in rig.seen


def test_an_empty_name_keeps_the_old_one(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("durchmarsch")
    rig.choose("place 2")
    rig.choose("name")
    for _ in range(6):
        rig.choose("delete")
    rig.choose("done")
    rig.press(BACK)
    assert "Ben" in rig.seen


def test_stop_can_be_taken_back_until_the_next_roll(build: Callable[..., Rig]) -> None:
    rig = seated(build())
    to_a_choice(rig)
    before = rig.box.match.state  # type: ignore[union-attr]
    rig.choose("stop")
    assert "roll" in rig.offered
    rig.choose("undo")
    assert rig.box.match.state == before  # type: ignore[union-attr]
    rig.choose("stop")
    rig.press(ROLL)
    rig.wait(1.2)
    assert "undo" not in rig.offered


def test_a_hint_gives_both_figures(build: Callable[..., Rig]) -> None:
    rig = seated(build())
    to_a_choice(rig)
    rig.choose("hint")
    assert "%" in rig.seen


def test_a_bot_that_the_next_game_does_not_know_becomes_one_that_it_does(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("encore")
    rig.choose("place 2")
    rig.choose("bot expert")
    rig.choose("back")
    rig.choose("durchmarsch")
    assert "bot, Steady" in rig.seen
    rig.choose("place 2")
    rig.choose("bot master")
    rig.choose("back")
    rig.choose("encore")
    assert "bot, Master" in rig.seen


def test_bots_play_by_themselves_and_their_lamp_stays_dark(build: Callable[..., Rig]) -> None:
    rig = build(settings=english()._replace(bot_pause=0.1))
    rig.choose("durchmarsch")
    for place in (1, 2):
        rig.choose(f"place {place}")
        rig.choose("bot master" if place == 1 else "bot steady")
    rig.press(ROLL)
    assert rig.box.lamps() == {}
    for _ in range(600):
        if rig.is_at(ResultScene):
            break
        rig.wait(1.0)
    assert "wins!" in rig.seen


def test_any_press_lets_the_dice_fall_and_does_nothing_else(build: Callable[..., Rig]) -> None:
    rig = seated(build())
    rig.press(ROLL)
    assert rig.offered[0] == "skip"
    events = len(rig.box.match.events)  # type: ignore[union-attr]
    rig.press(ROLL)
    assert rig.offered[0] != "skip"
    assert len(rig.box.match.events) == events  # type: ignore[union-attr]


def test_with_reduced_motion_no_die_tumbles(build: Callable[..., Rig]) -> None:
    rig = seated(build(settings=english()._replace(reduced_motion=True)))
    rig.press(ROLL)
    assert "skip" not in rig.offered
    assert rig.box.screen.moving_until is None


def test_nothing_is_presented_while_nothing_changes(build: Callable[..., Rig]) -> None:
    rig = seated(build())
    shown = []
    real = rig.picture.show
    rig.picture.show = lambda *given: (shown.append(1), real(*given))  # type: ignore[func-returns-value,method-assign,assignment]
    rig.wait(10)
    assert shown == []
    rig.press(NEXT)
    assert len(shown) == 1


def test_the_plug_is_pulled_in_mid_turn_and_the_game_goes_on_there(build: Callable[..., Rig]) -> None:
    rig = seated(build())
    to_a_choice(rig)
    assert rig.box.match is not None
    rig.store.close()
    again = build()
    assert again.is_at(GameScene)
    assert again.box.match is not None
    assert again.box.match.state == rig.box.match.state
    assert again.box.match.places == rig.box.match.places
    rig.press(ROLL)
    again.press(ROLL)
    assert again.box.match.events == rig.box.match.events


def test_leaving_asks_once_and_forgets_the_game(build: Callable[..., Rig]) -> None:
    rig = seated(build())
    rig.press(BACK)
    rig.choose("leave")
    assert "Leave this game for good?" in rig.seen
    rig.choose("leave")
    assert rig.is_at(MenuScene)
    rig.store.close()
    assert build().is_at(MenuScene)


def test_holding_back_pauses_a_game(build: Callable[..., Rig]) -> None:
    rig = seated(build())
    rig.box.handle(Hold(rig.clock.now(), BACK))
    assert "Paused" in rig.seen


def test_a_store_that_cannot_be_used_says_so_and_the_game_is_played_to_its_end(
    build: Callable[..., Rig], tmp_path: Path
) -> None:
    holder = build()  # another box has the folder
    rig = build()
    assert not rig.store.saved
    rig.choose("durchmarsch")
    assert "not saved" in rig.seen
    rig.press(ROLL)
    for _ in range(300):
        if rig.is_at(ResultScene):
            break
        rig.press(ROLL)
        rig.wait(1.2)
    assert "wins!" in rig.seen
    assert holder.store.saved


def test_a_panel_that_fails_is_named_and_touch_still_plays(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.box.handle(Trouble(rig.clock.now(), "panel", "The panel does not answer: check the plug."))
    assert "The panel does not answer" in rig.seen
    seated(rig)
    rig.box.handle(Trouble(rig.clock.now(), "panel", ""))
    assert "does not answer" not in rig.seen


def test_the_language_changes_at_once(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("settings")
    while rig.box.settings.language != "fr":
        rig.choose("language")
    assert "Langue" in rig.seen


def test_turning_the_picture_swaps_its_sides(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("settings")
    rig.choose("rotation")
    assert rig.painter.size == (480, 800)
    assert rig.box.portrait


def test_the_button_of_a_seat_that_waits_shows_its_sheet(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("durchmarsch")
    rig.choose("first")  # Ada begins
    rig.press(*SEATS[2:], ROLL)
    assert "Ada's turn" in rig.seen
    rig.press(SEATS[4])
    large = [text for text in rig.seen.split(" / ") if text == "Emil"]
    assert len(large) == 2  # on the card and above the sheet
    rig.press(SEATS[0])  # the one whose turn it is rolls with it
    assert rig.offered[0] == "skip"
