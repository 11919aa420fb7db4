"""The pin map: the usual wiring, a builder's own file over it, and every way to get that file wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.inputs import BUTTONS, KNOB_A, KNOB_B, NEXT, PREV, ROLL
from hardware.panels.pinmap import (
    DEFAULTS,
    FORBIDDEN,
    HEADER,
    KEYS,
    LAMPS,
    LINES,
    SHARED,
    PinMap,
    default_pins,
    load_pins,
)
from hardware.panels.pinmap import read_pins as read

OWN = "own.toml"
WIRING = Path(__file__).parents[2] / "docs" / "wiring.md"


def all_pins(pins: PinMap) -> list[int]:
    return [*pins.lines.values(), *pins.lamps.values()]


def test_the_usual_wiring_has_a_good_pin_for_everything() -> None:
    pins = default_pins()
    assert set(pins.lines) == {*BUTTONS, KNOB_A, KNOB_B}
    assert set(pins.lamps) == set(range(6))
    assert len(set(all_pins(pins))) == len(all_pins(pins))
    assert set(all_pins(pins)) <= set(HEADER.values()) - set(FORBIDDEN) - set(SHARED)


def test_no_lamp_glows_while_the_pi_starts() -> None:
    """The Pi pulls GPIO0 to GPIO8 up until a program says otherwise."""
    assert min(default_pins().lamps.values()) > 8


def test_the_usual_file_has_no_problems() -> None:
    assert read(DEFAULTS.read_text("utf-8"), DEFAULTS.name) == (default_pins(), ())


@pytest.mark.parametrize("value", ["18", '"GPIO18"', '"gpio18"', '"18"', '"BOARD12"', '" board12 "'])
def test_a_pin_may_be_written_in_several_ways(value: str) -> None:
    pins, problems = read(f"[buttons]\nroll = {value}", OWN)
    assert problems == ()
    assert pins.lines == {**default_pins().lines, ROLL: 18}
    assert pins.lamps == default_pins().lamps


def test_two_buttons_may_change_places() -> None:
    usual = default_pins().lines
    pins, problems = read(f"[buttons]\nprev = {usual[NEXT]}\nnext = {usual[PREV]}", OWN)
    assert problems == ()
    assert (pins.lines[PREV], pins.lines[NEXT]) == (usual[NEXT], usual[PREV])


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[buttons]\njump = 18", ["buttons.jump", "prev", "seat6"]),
        ("[knob]\nc = 18", ["knob.c", "a, b, push"]),
        ("[lamps]\nseat7 = 18", ["lamps.seat7", "seat6"]),
        ("[doors]\nprev = 18", ["doors", "[buttons], [knob], [lamps]"]),
        ("buttons = 18", ["buttons", "[buttons]"]),
        ("[[buttons]]\nroll = 18", ["buttons", "[buttons]"]),
        ("[buttons]\nroll = true", ["buttons.roll", '"BOARD11"']),
        ("[buttons]\nroll = 1.5", ["buttons.roll", '"BOARD11"']),
        ("[buttons]\nroll = [18]", ["buttons.roll", '"BOARD11"']),
        ("[buttons]\nroll = {pin = 18}", ["buttons.roll", '"BOARD11"']),
        ('[buttons]\nroll = ""', ["buttons.roll", '"BOARD11"']),
        ('[buttons]\nroll = "WPI0"', ["buttons.roll", '"BOARD11"']),
        ("[buttons]\nroll = 28", ["buttons.roll", "header"]),
        ("[buttons]\nroll = -1", ["buttons.roll", "header"]),
        (f"[buttons]\nroll = 0x{'f' * 9000}", ["buttons.roll", "header"]),
        ('[buttons]\nroll = "BOARD1"', ["buttons.roll", "header"]),
        ('[buttons]\nroll = "BOARD99"', ["buttons.roll", "header"]),
        ("[buttons]\nroll = 0", ["buttons.roll", "GPIO0", "another pin"]),
        ('[buttons]\nroll = "BOARD28"', ["buttons.roll", "GPIO1", "another pin"]),
        ("[buttons]\nroll 18", ["line 2", "correct"]),
        ("[buttons]\nroll =", ["line 2", "correct"]),
        ("[buttons]\nroll = '18", ["line 2", "correct"]),
        ("[buttons]\n\nroll = 18\nroll = 7", ["line 4", "correct"]),
        (f"a = {'[' * 100_000}", ["TOML", "correct"]),
        (f"a = {'9' * 5000}", ["TOML", "correct"]),
    ],
)
def test_a_bad_entry_is_named_and_the_usual_pin_stays(text: str, named: list[str]) -> None:
    pins, problems = read(text, OWN)
    assert pins == default_pins()
    (problem,) = problems
    assert problem.startswith(OWN)
    assert "\n" not in problem
    assert problem.endswith(".")
    for word in named:
        assert word in problem


def test_the_good_entries_beside_a_bad_one_count() -> None:
    pins, problems = read("[buttons]\nroll = 99\nback = 18\n[lamps]\nseat1 = 7", OWN)
    assert len(problems) == 1
    assert pins.lines["back"] == 18
    assert pins.lamps[0] == 7
    assert pins.lines[ROLL] == default_pins().lines[ROLL]


def test_the_second_on_one_pin_is_left_out() -> None:
    pins, problems = read("[buttons]\nroll = 18\n[lamps]\nseat2 = 'BOARD12'", OWN)
    (problem,) = problems
    assert "lamps.seat2" in problem
    assert "buttons.roll" in problem
    assert "GPIO18" in problem
    assert pins.lines[ROLL] == 18
    assert pins.lamps[1] == default_pins().lamps[1]


def test_a_written_pin_goes_before_a_usual_one() -> None:
    taken = default_pins().lines[PREV]
    pins, problems = read(f"[buttons]\nroll = {taken}", OWN)
    (problem,) = problems
    assert "buttons.roll" in problem
    assert "buttons.prev" in problem
    assert pins.lines[ROLL] == taken
    assert PREV not in pins.lines
    assert len(set(all_pins(pins))) == len(all_pins(pins)) == len(KEYS) - 1


@pytest.mark.parametrize("pin", SHARED)
def test_a_pin_with_a_second_use_works_with_a_warning(pin: int) -> None:
    pins, problems = read(f"[buttons]\nroll = {pin}", OWN)
    (problem,) = problems
    assert f"buttons.roll is on GPIO{pin}" in problem
    assert pins.lines[ROLL] == pin


def test_without_an_own_file_the_usual_pins_count() -> None:
    assert load_pins(None) == (default_pins(), ())


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a byte order mark"])
def test_an_own_file_is_laid_over_the_usual_one(tmp_path: Path, mark: bytes) -> None:
    own = tmp_path / OWN
    own.write_bytes(mark + b"[buttons]\r\nroll = 18\r\n")
    pins, problems = load_pins(own)
    assert problems == ()
    assert pins.lines == {**default_pins().lines, ROLL: 18}


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes("# Knöpfe\n".encode("latin-1"))
    missing, unnameable = tmp_path / "missing.toml", tmp_path / "a\0b"
    for path, named in ((latin, "UTF-8"), (missing, "No such file"), (tmp_path, "directory"), (unnameable, "null")):
        pins, (problem,) = load_pins(path)
        assert pins == default_pins()
        assert problem.startswith(str(path))
        assert named in problem


@pytest.fixture
def wires() -> dict[tuple[str, str], tuple[int, int]]:
    """The usual GPIO and its place on the header, for every key."""
    pins = default_pins()
    wired = {key: pins.lines[line] for key, line in LINES.items()} | {key: pins.lamps[s] for key, s in LAMPS.items()}
    place_of = {pin: place for place, pin in HEADER.items()}
    return {key: (pin, place_of[pin]) for key, pin in wired.items()}


def test_the_wiring_table_tells_the_truth(wires: dict[tuple[str, str], tuple[int, int]]) -> None:
    rows = re.findall(r"^\| `(\w+)\.(\w+)` \| GPIO(\d+) \| (\d+) \|", WIRING.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == len(wires)
    assert {(section, name): (int(pin), int(place)) for section, name, pin, place in rows} == wires


def test_the_drawing_shows_every_wire(wires: dict[tuple[str, str], tuple[int, int]]) -> None:
    drawing = WIRING.with_suffix(".svg").read_text("utf-8")
    drawn = {int(place): group for place, group in re.findall(r'<g id="pin(\d+)">(.*?)</g>', drawing, re.DOTALL)}
    assert set(drawn) == set(range(1, 41))
    for place, pin in HEADER.items():
        assert re.search(rf">[^<:]*\bGPIO{pin}\b[^<:]*</text>", drawn[place])
    titles = {place: re.findall("<title>(.*)</title>", group) for place, group in drawn.items() if "<title>" in group}
    assert titles == {place: [f"GPIO{pin}: {'.'.join(key)}"] for key, (pin, place) in wires.items()}
