"""A demonstration: its pictures show the game of its record, and nothing of an earlier one is left among them."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.demo import demonstrate, paint
from engine import dice, record
from engine.contract import Over, Roll

NAMES = ("Ada",)


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "seal", lambda: bytes(range(32)))


def pictures(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.png")}


def test_the_pictures_show_the_game_of_the_record(tmp_path: Path) -> None:
    shown, again = tmp_path / "shown", tmp_path / "again"
    done, count = demonstrate("durchmarsch", NAMES, shown, "en")
    written = record.read((shown / "game.record").read_bytes())
    assert written.record == done
    assert count == 1 + sum(isinstance(event, Roll) for event in done.events)
    again.mkdir()
    assert paint(written.record, again, "en") == count
    assert pictures(again) == pictures(shown)
    assert len(set(pictures(shown).values())) == count, "every roll changes the picture"


def test_bots_of_all_strengths_play_to_the_end_with_fair_dice(tmp_path: Path) -> None:
    demonstrate("durchmarsch", ("Ada", "Ben", "Cleo"), tmp_path, "en")
    reading = record.read((tmp_path / "game.record").read_bytes())
    assert isinstance(reading.state.turn, Over)
    assert [seat.bot for seat in reading.record.table.seats] == ["master", "steady", "beginner"]
    assert record.verify(reading).ok


def test_it_speaks_the_language_of_the_box(tmp_path: Path) -> None:
    done, _ = demonstrate("durchmarsch", NAMES, tmp_path, "en")
    german = tmp_path / "german"
    german.mkdir()
    paint(done, german, "de")
    assert pictures(german).keys() == pictures(tmp_path).keys()
    assert pictures(german) != pictures(tmp_path)


def test_an_earlier_and_longer_demonstration_leaves_nothing(tmp_path: Path) -> None:
    for number in range(1, 400):
        (tmp_path / f"{number:03}.png").write_text("an earlier game", encoding="utf-8")
    _, count = demonstrate("durchmarsch", NAMES, tmp_path, "en")
    assert sorted(pictures(tmp_path)) == [f"{number:03}.png" for number in range(1, count + 1)]
    assert b"an earlier game" not in pictures(tmp_path).values()


def test_what_others_keep_in_the_folder_stays(tmp_path: Path) -> None:
    others = [tmp_path / name for name in ("777.png", "holiday.png", "1.png", "notes.txt")]
    for path in others:
        path.write_text("mine", encoding="utf-8")
    demonstrate("durchmarsch", NAMES, tmp_path, "en")
    assert [path.read_text(encoding="utf-8") for path in others] == ["mine"] * 4


def test_one_that_fails_leaves_no_record_of_an_earlier_game_beside_its_pictures(tmp_path: Path) -> None:
    demonstrate("durchmarsch", NAMES, tmp_path, "en")
    for path in tmp_path.glob("*.png"):
        path.unlink()
    (tmp_path / "002.png").mkdir()
    with pytest.raises(OSError, match=r"002\.png"):
        demonstrate("durchmarsch", NAMES, tmp_path, "en")
    assert not (tmp_path / "game.record").exists()
