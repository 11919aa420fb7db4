"""Tables that bots have learned belong to the figures they were learned with: with others they are refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.colour_sheets.learned import check, figures
from engine.games.encore import bot_tables
from engine.games.one_more_encore import bot_value
from engine.seeds import SEEDS, seed

PLAY = """
import sys
from pathlib import Path
from engine import seeds

seeds.FOLDERS.insert(0, Path(sys.argv[1]))
from engine.simulate import simulate

try:
    simulate(sys.argv[2], [sys.argv[3]], 1, seed=1)
except ValueError as reason:
    print(reason)
"""


def refusal(folder: Path, game: str, right: str, wrong: str, bot: str = "master") -> str:
    """What a bot says to a game in whose figures one thing is changed."""
    text = (SEEDS / game / "figures.toml").read_text(encoding="utf-8")
    assert right in text
    (folder / game).mkdir()
    (folder / game / "figures.toml").write_text(text.replace(right, wrong, 1), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-c", PLAY, str(folder), game, bot], capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize(
    ("right", "wrong", "figure"),
    [
        ("columns_first = [5, 3, 3", "columns_first = [5, 4, 3", "encore.points.columns_first"),
        ("exclamation_marks = 8", "exclamation_marks = 7", "encore.exclamation_marks"),
        ("star = -2", "star = -1", "encore.points.star"),
    ],
)
def test_tables_of_encore_are_refused_with_other_figures(tmp_path: Path, right: str, wrong: str, figure: str) -> None:
    said = refusal(tmp_path, "encore", right, wrong)
    assert said.startswith(f"{bot_tables.WEIGHTS / 'any.bin'}: these tables were learned with {figure} = ")
    assert said.endswith(
        "learn again: python -m engine.games.encore.training.learn --sheet any --seed 1 --games 600000\n"
    )
    assert said.count("\n") == 1


def test_a_changed_sheet_is_refused_by_its_own_tables(tmp_path: Path) -> None:
    said = refusal(tmp_path, "encore", 'stars = "A3 B6', 'stars = "A3 B5', bot="expert")
    assert said.startswith(f"{bot_tables.WEIGHTS / '01.bin'}: these tables were learned with encore.sheets.01 = ")
    assert "python -m engine.games.encore.training.learn --sheet 01 " in said


@pytest.mark.parametrize(
    ("right", "wrong", "figure"),
    [
        ("columns_first = [5, 3, 3", "columns_first = [5, 4, 3", "one_more_encore.points.columns_first"),
        ("hearts = 5", "hearts = 4", "one_more_encore.hearts"),
        ('golden = "B3', 'golden = "B4', "one_more_encore.sheet"),
        ("row = 3", "row = 4", "one_more_encore.special"),
    ],
)
def test_tables_of_one_more_encore_are_refused_with_other_figures(
    tmp_path: Path, right: str, wrong: str, figure: str
) -> None:
    said = refusal(tmp_path, "one_more_encore", right, wrong)
    assert said.startswith(f"{bot_value.FILE}: these tables were learned with {figure} = ")
    assert "learn again: python -m engine.games.one_more_encore.training.learn --seed 1 --games 1500000" in said


def test_tables_of_which_nobody_knows_the_figures_are_refused() -> None:
    with pytest.raises(ValueError, match=r"any\.bin: .* encore\.solo_rolls = unknown, and now it is 30"):
        check(Path("any.bin"), {}, figures(["encore.solo_rolls"]))


def test_all_tables_suit_the_figures_of_today() -> None:
    ledger = seed("encore", bot_tables.LEDGER)
    for name, entry in ledger.items():
        assert entry["figures"] == bot_tables.figures(name)
    assert seed("one_more_encore", bot_value.LEDGER)["figures"] == figures(bot_value.FIGURES)
