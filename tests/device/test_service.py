"""What the box does besides playing: sounds, a screen that goes dim, receipts, and the service screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from device.receipts import receipt
from device.scenes.game import GameScene
from device.scenes.menu import MenuScene
from device.scenes.result import ResultScene
from device.scenes.settings import SettingsScene
from device.scenes.table import TableScene
from display.games import VIEWS
from display.language import speaker
from display.screens.result import Ended
from display.screens.service import Finding
from display.sounds import Sound
from engine.contract import Move
from engine.games import GAMES
from engine.games.encore import rules as encore
from engine.games.encore.rules import Encore
from hardware.gestures import SERVICE
from hardware.inputs import NEXT, ROLL, SEATS, SELECT, Edge, Hold, Lamp
from hardware.parts.backlight import Backlight
from hardware.parts.receipt import fragments
from tests.playing import random_game, table
from tests.rig import Rig
from tests.sample import english

MINUTE = 60.0


def begun(rig: Rig, game: str) -> Rig:
    rig.choose(game)
    rig.press(ROLL)
    assert rig.is_at(GameScene)
    rig.heard.clear()
    return rig


# Sounds.


def test_dice_are_heard_when_they_fly_and_crosses_when_they_are_made(build: Callable[..., Rig]) -> None:
    rig = begun(build(), "durchmarsch")
    rig.press(ROLL)
    assert rig.heard == ["dice"]
    rig.wait(1.5)
    assert rig.heard[1:] in (["mark"], ["refusal"])  # the box that was needed, or a miss


def test_a_button_that_means_nothing_here_is_refused(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.press(SEATS[5])
    assert rig.heard == ["refusal"]


def test_a_box_that_cannot_be_chosen_is_refused(build: Callable[..., Rig]) -> None:
    rig = begun(build(settings=english()._replace(reduced_motion=True)), "encore")
    rig.press(ROLL)
    rig.heard.clear()
    rig.tap("box A1")
    assert rig.heard == ["refusal"]


def test_the_end_is_heard_and_only_once(build: Callable[..., Rig]) -> None:
    rig = begun(build(settings=english()._replace(reduced_motion=True)), "durchmarsch")
    while rig.is_at(GameScene):
        rig.press(ROLL)
    assert rig.heard.count("win") == 1
    assert rig.heard[-1] == "win"


def test_who_loses_alone_hears_no_win(build: Callable[..., Rig]) -> None:
    rig = build(settings=english()._replace(reduced_motion=True))
    rig.choose("durchmarsch")
    rig.press(SEATS[1])  # Ben gets up
    rig.press(ROLL)
    while rig.is_at(GameScene):
        rig.press(ROLL)  # and Ada never stops
    assert "Not this time" in rig.seen
    assert rig.heard[-1] == "refusal"
    assert "win" not in rig.heard


def test_a_hand_that_rests_on_the_screen_is_not_refused(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.box.touch(rig.clock.now(), None)
    assert rig.heard == []


def test_columns_and_colours_have_their_own_sounds() -> None:
    game, heard = VIEWS["encore"], set[Sound | None]()
    for seed in range(6):
        states, events = random_game(encore.GAME, table(2), Random(seed))
        for event, after in zip(events, states[1:], strict=True):
            assert isinstance(after, Encore)
            sound = game.sound(after, event)
            heard.add(sound)
            if isinstance(event, Move) and not after.roll:
                assert (sound is Sound.TRIUMPH) == bool(after.colours_done)
                assert (sound is Sound.GAIN) == bool(after.columns_done and not after.colours_done)
    assert heard >= {Sound.MARK, Sound.GAIN, None}


# The screen goes dim.


def test_the_first_touch_after_dimming_only_wakes(build: Callable[..., Rig]) -> None:
    rig = build(settings=english()._replace(dim_after=10))
    rig.clock.advance(10 * MINUTE)
    rig.loop.step()
    assert rig.painter.dimmed
    rig.tap("durchmarsch")
    assert not rig.painter.dimmed
    assert rig.is_at(MenuScene)
    rig.tap("durchmarsch")
    assert rig.is_at(TableScene)


def test_a_button_wakes_and_acts(build: Callable[..., Rig]) -> None:
    rig = build(settings=english()._replace(dim_after=10))
    rig.clock.advance(10 * MINUTE)
    rig.loop.step()
    focus = rig.box.focus
    for down in (True, False):
        rig.inbox.put(Edge(rig.clock.now(), NEXT, down))
        rig.wait(0.1)
    assert not rig.painter.dimmed
    assert rig.box.focus != focus


def test_a_screen_in_use_stays_bright_and_so_does_one_that_is_told_to(build: Callable[..., Rig]) -> None:
    rig = build(settings=english()._replace(dim_after=10))
    rig.clock.advance(9 * MINUTE)
    rig.loop.step()
    rig.tap("durchmarsch")
    rig.clock.advance(9 * MINUTE)
    rig.loop.step()
    assert not rig.painter.dimmed
    never = build(settings=english()._replace(dim_after=0))
    never.clock.advance(1000 * MINUTE)
    never.loop.step()
    assert not never.painter.dimmed


def test_a_backlight_is_turned_down_and_up_again(build: Callable[..., Rig], tmp_path: Path) -> None:
    light = tmp_path / "10-0045"
    light.mkdir()
    (light / "max_brightness").write_text("255\n")
    (light / "brightness").write_text("180\n")
    rig = build(settings=english()._replace(dim_after=1), backlight=Backlight(tmp_path))
    rig.clock.advance(MINUTE)
    rig.loop.step()
    assert int((light / "brightness").read_text()) == 20
    assert not rig.painter.dimmed
    rig.tap("durchmarsch")
    assert int((light / "brightness").read_text()) == 180


def test_a_backlight_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "brightness").write_text("bright")
    light = Backlight(tmp_path)
    assert not light.dim()
    light.wake()
    assert (tmp_path / "odd" / "brightness").read_text() == "bright"


# Receipts.


def finished(rig: Rig) -> Rig:
    begun(rig, "durchmarsch")
    while rig.is_at(GameScene):
        rig.press(ROLL)
    return rig


def test_a_result_is_printed_with_the_sheet_and_the_proof_of_the_dice(build: Callable[..., Rig]) -> None:
    rig = finished(build(settings=english()._replace(reduced_motion=True), prints=True))
    rig.choose("print")
    (printed,) = rig.printed
    match = rig.box.match
    assert match is not None
    assert match.dice is not None
    assert printed.title == "Durchmarsch"
    assert all(any(text.startswith(seat.name) for text, _ in printed.lines) for seat in match.table.seats)
    assert match.dice.secret.hex() in printed.code
    assert printed.picture is not None
    assert rig.is_at(ResultScene)  # and may be printed again


def test_without_a_printer_nothing_is_offered_to_print(build: Callable[..., Rig]) -> None:
    rig = finished(build(settings=english()._replace(reduced_motion=True)))
    assert "print" not in rig.offered


def test_every_game_fits_on_paper() -> None:
    for name, view in VIEWS.items():
        states, _ = random_game(GAMES[name], table(2), Random(1))
        end = Ended(name, view, states[-1], (0, 1), "5e" * 32, "ab" * 32, None)
        for language in ("en", "fr", "de"):
            on_paper = receipt(end, speaker(language))
            assert fragments(on_paper, 384)
            assert on_paper.picture is not None
            pixels = on_paper.picture.pixels
            assert sum(pixels) / len(pixels) > 128  # paper is mostly white


# The service screen.


WORN = (Finding("board", True, "a table"), Finding("knob", False, "It is worn. Buy a new one."))


def test_the_chord_shows_how_the_box_is_and_what_is_pressed(build: Callable[..., Rig]) -> None:
    rig = begun(build(look_over=lambda: WORN), "durchmarsch")
    rig.box.handle(Hold(rig.clock.now(), SERVICE))
    assert "It is worn. Buy a new one." in rig.seen
    assert rig.box.lamps() == dict.fromkeys(range(6), Lamp.LIT)
    rig.press(SEATS[3])
    assert "Pressed: seat4" in rig.seen
    rig.choose("back")
    assert rig.is_at(GameScene)


def test_the_settings_lead_to_the_service_screen_and_back(build: Callable[..., Rig]) -> None:
    looked = []

    def look_over() -> tuple[Finding, ...]:
        looked.append(1)
        return WORN

    rig = build(look_over=look_over)
    rig.choose("settings")
    rig.choose("service")
    assert "a table" in rig.seen
    rig.choose("again")
    assert len(looked) == 2
    rig.choose("back")
    assert rig.is_at(SettingsScene)


def test_the_volume_is_one_of_the_settings(build: Callable[..., Rig]) -> None:
    rig = build()
    rig.choose("settings")
    rig.choose("volume")
    assert "Volume: 100 %" in rig.seen
    rig.press(SELECT)
    assert "Volume: 0 %" in rig.seen
