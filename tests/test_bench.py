"""The bench's arithmetic, its table, and what it refuses to measure."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.bench import __main__ as command
from tests.bench.counting import Counter, Ground
from tests.bench.finger import Finger, Seen, towards
from tests.bench.rows import NotMeasured, Row, at_least, middle, percentile, slope

TWO_ROWS = (Row("a step", 12.5, "M", 10), Row("a minute", 80, "M", 100), Row("games", 3000))


def rows(ground: Ground) -> Iterator[Row]:
    yield from TWO_ROWS


def too_few(ground: Ground) -> Iterator[Row]:
    at_least(20, 3, "finished games")
    yield Row("never reached", 0)


@pytest.fixture
def measures(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    return lambda **which: monkeypatch.setattr(command, "MEASUREMENTS", which)


def test_a_percentile_is_a_value_that_was_measured() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert percentile(values, 99) == 99
    assert percentile(values, 50) == middle(values) == 50
    assert percentile([7.0], 99) == percentile([7.0], 0) == 7


def test_the_slope_is_the_growth_from_one_to_the_next() -> None:
    assert slope([90, 92, 94, 96]) == pytest.approx(2)
    assert slope([90, 91, 91, 90]) == pytest.approx(0)
    assert slope([96, 90]) == pytest.approx(-6)


def test_a_value_at_its_goal_is_ok_and_one_without_a_goal_is_not_judged() -> None:
    assert Row("a", 10, "M", 10).ok
    assert not Row("a", 10.1, "M", 10).ok
    assert Row("a", 10).ok is None


@pytest.mark.parametrize("measure", [lambda: percentile([], 99), lambda: slope([1.0]), lambda: at_least(5, 4, "games")])
def test_too_few_values_are_refused(measure: Callable[[], object]) -> None:
    with pytest.raises(NotMeasured, match="too few to measure anything"):
        measure()


def test_the_table_says_what_is_over(measures: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    measures(rows=rows)
    assert command.bench(["rows"], as_json=False) == 0
    over, ok, unjudged = capsys.readouterr().out.splitlines()
    assert over.split()[-5:] == ["12.50", "M", "≤", "10", "OVER"]
    assert ok.split()[-5:] == ["80", "M", "≤", "100", "ok"]
    assert unjudged.split() == ["games", "3,000"]


def test_programs_read_the_same(measures: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    measures(rows=rows)
    assert command.bench(["rows"], as_json=True) == 0
    assert json.loads(capsys.readouterr().out) == [row.values() for row in TWO_ROWS]


def test_a_campaign_that_is_too_small_is_refused_and_the_others_go_on(
    measures: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    measures(small=too_few, rows=rows)
    assert command.bench(["small", "rows"], as_json=False) == 1
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == len(TWO_ROWS)
    assert "small is not measured: 3 finished games are too few" in told.err


def test_what_callgrind_writes_is_counted_in_the_order_of_the_marks(tmp_path: Path) -> None:
    for number, total in ((10, 3), (2, 2), (1, 1)):
        (tmp_path / f"counts.{number}").write_text(f"desc: Trigger\nfn=(1)\n1 7\ntotals: {total}\n")
    assert Counter(tmp_path).counts() == [1, 2, 3]


def test_a_process_without_marks_is_not_measured(tmp_path: Path) -> None:
    with pytest.raises(NotMeasured, match="no mark"):
        Counter(tmp_path).counts()


def test_compiling_while_counting_is_refused(tmp_path: Path) -> None:
    ground = Ground(tmp_path)
    (tmp_path / "bytecode").mkdir()
    (tmp_path / "bytecode" / "new.pyc").touch()
    with pytest.raises(NotMeasured, match="1 modules had no bytecode"):
        ground.check_bytecode(0)
    ground.check_bytecode(1)


def test_the_focus_goes_the_shorter_way() -> None:
    seen = Seen("MenuScene", "b", ("a", "b", "c", "d", "e"), rolls=False, moving=False)
    assert [towards(seen, target) for target in "abcde"] == ["prev", "select", "next", "next", "prev"]


def test_a_blind_player_never_leaves_the_game() -> None:
    seen = Seen("GameScene", "pause", ("blue", "pause"), rolls=False, moving=False)
    finger = Finger(Random(1))
    assert {finger.press(seen) for _ in range(100)} == {"next", "prev"}
