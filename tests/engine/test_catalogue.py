"""Every rule of every game has a test that proves it, and every test that cites a rule cites one there is.

The tests are read, not run: `@pytest.mark.rule("DM-04")` above a test cites the rule DM-04 of a `seeds/*/rules.toml`.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ID = re.compile(r"[A-Z]{2}-[0-9]{2}")
SEED = re.compile(r"[0-9]{3}|[A-Z][0-9]{1,2}")  # a rule text, or a ruling


def read_rules(root: Path) -> dict[str, dict[str, object]]:
    """The rules of all catalogues, by ID."""
    rules: dict[str, dict[str, object]] = {}
    for catalogue in sorted((root / "seeds").glob("*/rules.toml")):
        for rule, entry in tomllib.loads(catalogue.read_text(encoding="utf-8")).items():
            assert rule not in rules, f"{catalogue.parent.name}: {rule} stands in another catalogue too"
            rules[rule] = entry
    return rules


def read_tests(root: Path) -> dict[str, set[str]]:
    """The rules that each test cites, by the test's pytest name."""
    cited: dict[str, set[str]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, function in functions(tree, path.relative_to(root).as_posix()):
            cited[name] = set(citations(function))
    return cited


def functions(tree: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from functions(node, f"{prefix}::{node.name}")
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield f"{prefix}::{node.name}", node


def citations(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
            yield from (ast.literal_eval(argument) for argument in decorator.args)


def problems(root: Path) -> list[str]:
    """Everything in which catalogues and tests disagree, in sentences."""
    rules, tests = read_rules(root), read_tests(root)
    citing: dict[str, set[str]] = defaultdict(set)
    for test, cited in tests.items():
        for rule in cited:
            citing[rule].add(test)
    found = [
        f"{rule}: cited by {test}, but no catalogue has it" for rule in citing.keys() - rules for test in citing[rule]
    ]
    for rule, entry in rules.items():
        proof = entry.get("test")
        if not ID.fullmatch(rule):
            found.append(f"{rule}: an ID looks like DM-01")
        if not isinstance(entry.get("says"), str) or not entry["says"]:
            found.append(f"{rule}: says nothing")
        seed = entry.get("seed")
        if not isinstance(seed, list) or not seed or not all(SEED.fullmatch(str(source)) for source in seed):
            found.append(f"{rule}: seed must name rule texts or rulings")
        if not citing[rule]:
            found.append(f"{rule}: no test cites it")
        if proof not in tests:
            found.append(f"{rule}: there is no test {proof}")
        elif proof not in citing[rule]:
            found.append(f"{rule}: {proof} does not cite it")
    return sorted(found)


def test_rules_and_tests_agree() -> None:
    assert read_rules(ROOT), "there are no catalogues"
    assert problems(ROOT) == []


# The check itself can fail.

RULES = """
[DM-01]
says = "Dice are rolled."
seed = ["004", "D2"]
test = "tests/test_game.py::test_rolling"

[DM-02]
says = "Somebody wins."
seed = ["D5"]
test = "tests/deep/test_end.py::TestEnd::test_winning"
"""
ROLLING = '@pytest.mark.rule("DM-01")\ndef test_rolling() -> None: ...\n'
WINNING = 'class TestEnd:\n    @pytest.mark.rule("DM-02")\n    def test_winning(self) -> None: ...\n'


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    (tmp_path / "seeds" / "game").mkdir(parents=True)
    (tmp_path / "tests" / "deep").mkdir(parents=True)
    (tmp_path / "seeds" / "game" / "rules.toml").write_text(RULES)
    (tmp_path / "tests" / "test_game.py").write_text(ROLLING)
    (tmp_path / "tests" / "deep" / "test_end.py").write_text(WINNING)
    return tmp_path


def test_a_planted_catalogue_is_found_in_order(planted: Path) -> None:
    assert problems(planted) == []


@pytest.mark.parametrize(
    ("file", "right", "instead", "problem"),
    [
        (
            "tests/test_game.py",
            '"DM-01"',
            "",
            ["DM-01: no test cites it", "DM-01: tests/test_game.py::test_rolling does not cite it"],
        ),
        (
            "tests/test_game.py",
            "test_rolling",
            "test_throwing",
            ["DM-01: there is no test tests/test_game.py::test_rolling"],
        ),
        (
            "tests/test_game.py",
            '"DM-01"',
            '"DM-01", "DM-77"',
            ["DM-77: cited by tests/test_game.py::test_rolling, but no catalogue has it"],
        ),
        (
            "seeds/game/rules.toml",
            "TestEnd::",
            "",
            ["DM-02: there is no test tests/deep/test_end.py::test_winning"],
        ),
        (
            "seeds/game/rules.toml",
            "test_game.py::test_rolling",
            "deep/test_end.py::TestEnd::test_winning",
            ["DM-01: tests/deep/test_end.py::TestEnd::test_winning does not cite it"],
        ),
        ("seeds/game/rules.toml", '"Dice are rolled."', '""', ["DM-01: says nothing"]),
        ("seeds/game/rules.toml", '["D5"]', "[]", ["DM-02: seed must name rule texts or rulings"]),
        ("seeds/game/rules.toml", '["D5"]', '["page 5"]', ["DM-02: seed must name rule texts or rulings"]),
    ],
    ids=["not cited", "renamed", "unknown rule", "wrong class", "another test", "says nothing", "no seed", "odd seed"],
)
def test_every_disagreement_is_found(planted: Path, file: str, right: str, instead: str, problem: list[str]) -> None:
    text = (planted / file).read_text()
    assert right in text
    (planted / file).write_text(text.replace(right, instead))
    assert problems(planted) == problem


def test_an_id_must_look_like_one(planted: Path) -> None:
    catalogue = planted / "seeds" / "game" / "rules.toml"
    catalogue.write_text(RULES.replace("DM-01", "rolling"))
    assert "rolling: an ID looks like DM-01" in problems(planted)


def test_two_catalogues_cannot_share_an_id(planted: Path) -> None:
    (planted / "seeds" / "other").mkdir()
    (planted / "seeds" / "other" / "rules.toml").write_text(RULES)
    with pytest.raises(AssertionError, match="DM-01 stands in another catalogue too"):
        problems(planted)
