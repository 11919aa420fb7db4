"""The settings: what a box does by itself, what its file changes, and every way to get that file wrong."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from device.keeping.settings import (
    DEFAULTS,
    FEWEST_NAMES,
    HEADING,
    MOST_NAMES,
    RULES,
    Knob,
    ReceiptPrinter,
    Settings,
    as_written,
    defaults,
    read,
    write,
)
from display.language import LANGUAGES
from engine.naming import LONGEST_NAME, of_name

USUAL = defaults({})
DOCUMENT = Path(__file__).parents[2] / "docs" / "settings.md"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


Mistake = Callable[[str], str]


@pytest.fixture
def mistake(path: Path) -> Mistake:
    """Writes a file with one mistake after a good line, and gives the sentence that says so."""

    def sentence(text: str) -> str:
        path.write_text(f"rotation = 90\n{text}\n", encoding="utf-8")
        settings, problems = read(path, {})
        assert settings == USUAL._replace(rotation=90)
        (problem,) = problems
        return problem.removeprefix(f"{path}: ")

    return sentence


# The defaults.


def test_the_defaults_are_settings_by_their_own_rules() -> None:
    values = tomllib.loads(DEFAULTS.read_text(encoding="utf-8"))
    assert list(as_written(USUAL)) == list(RULES) == list(values)
    assert [key for key, value in values.items() if not RULES[key].allows(value)] == []


def test_the_document_tells_every_setting() -> None:
    words = {key: rule.words for key, rule in RULES.items()}
    assert [f'"{code}"' in words["language"] for code in LANGUAGES] == [True] * len(LANGUAGES)
    words["language"] = "the code of a language that the box speaks"  # so that a new language needs no new line
    table = re.findall(r"^\| `(\w+)` \| `(.*?)` \| `(.*?)` \| .+ \|$", DOCUMENT.read_text(encoding="utf-8"), re.M)
    assert [(key, tomllib.loads(f"value = {value}")["value"], told) for key, value, told in table] == [
        (key, list(value) if isinstance(value, tuple) else value, words[key])
        for key, value in as_written(USUAL).items()
    ]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_CA@euro"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_a_new_box_speaks_the_language_of_its_system(environment: dict[str, str], language: str) -> None:
    assert defaults(environment).language == language


# A file without mistakes.


def test_no_file_is_no_mistake(path: Path) -> None:
    assert read(path, {}) == (USUAL, ())


def test_a_file_changes_what_it_names_and_nothing_else(path: Path) -> None:
    path.write_text('\ufefflanguage = "fr"\r\nbot_pause = 2\r\nnames = ["Zoë", "B", "C", "D", "E", "F"]\r\n', "utf-8")
    settings, problems = read(path, {"LANG": "de"})
    assert problems == ()
    assert settings == USUAL._replace(language="fr", bot_pause=2.0, names=("Zoë", "B", "C", "D", "E", "F"))
    assert isinstance(settings.bot_pause, float)


# A file with mistakes.


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("knob_steps = 3", "knob_steps cannot be 3; set it to 2 or 4 (until then it is 4)."),
        ("knob_steps = 2.0", "knob_steps cannot be 2.0; set it to 2 or 4 (until then it is 4)."),
        ('language = "es"', """language cannot be 'es'; set it to "en", "fr" or "de" (until then it is "en")."""),
        ("language = 4", 'language cannot be 4; set it to "en", "fr" or "de" (until then it is "en").'),
        ('repeat = "no"', "repeat cannot be 'no'; set it to true or false (until then it is false)."),
        ("repeat = 0", "repeat cannot be 0; set it to true or false (until then it is false)."),
        ("hold = 0.29", "hold cannot be 0.29; set it to a number of seconds from 0.3 to 5.0 (until then it is 0.8)."),
        ("hold = true", "hold cannot be true; set it to a number of seconds from 0.3 to 5.0 (until then it is 0.8)."),
        ("hold = nan", "hold cannot be nan; set it to a number of seconds from 0.3 to 5.0 (until then it is 0.8)."),
        ("[pins]\nroll = 5", """pins cannot be a table; set it to the name of a file, or "" (until then it is "")."""),
        ("rotatoin = 90", "there is no setting 'rotatoin'; did you mean rotation?"),
        ("loudness = 11", f"there is no setting 'loudness'; there is {', '.join(RULES)}; remove the line."),
    ],
)
def test_a_mistake_costs_only_its_own_setting(mistake: Mistake, text: str, sentence: str) -> None:
    assert mistake(text) == sentence


@pytest.mark.parametrize(
    "names",
    [
        ["Ada", "Ben", "Cleo", "Dina", "Emil"],
        ["Ada", "Ben", "Cleo", "Dina", "Emil", "Ada"],
        ["Ada", "Ben", "Cleo", "Dina", "Emil", ""],
        ["Ada", "Ben", "Cleo", "Dina", "Emil", "x" * (LONGEST_NAME + 1)],
        ["Ada", "Ben", "Cleo", "Dina", "Emil", "a\\tb"],
        [f"Guest {number}" for number in range(MOST_NAMES + 1)],
    ],
)
def test_every_seat_gets_a_name_that_fits(mistake: Mistake, names: list[str]) -> None:
    text = "names = [{}]".format(", ".join(f'"{name}"' for name in names))
    assert mistake(text).startswith(f"names cannot be this list; set it to a list of {FEWEST_NAMES} to {MOST_NAMES} ")


@pytest.mark.parametrize(
    "value", ["0x" + "f" * 9000, "1979-05-27", "[[[[]]]]", '"' + "x" * 9000 + '"', "1e999", '{a.b.c = "d"}']
)
def test_strange_values_are_told_in_a_short_sentence(mistake: Mistake, value: str) -> None:
    assert len(mistake(f"debounce = {value}")) < 200


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"rotation = 90\nhold = \n", "{path}, line 2: Invalid value; correct the line or remove it."),
        (b"rotation 90", "{path}, line 1: "),
        (b'hold = 1\npins = "', "{path}, line 2: "),
        (b"hold = 1\n\nhold = 2\n", "{path}, line 3: Cannot overwrite a value; correct the line or remove it."),
        (b'hold = 1\npins = "caf\xe9"\n', "{path}, line 2: this is not UTF-8 text; save the file as UTF-8."),
        (b"names = " + b"[" * 100_000, "{path} has a number too long or lists too deep to be read; remove them."),
        (b"hold = " + b"9" * 5000, "{path} has a number too long or lists too deep to be read; remove them."),
        (b"\x00\x00\x00\x00", "{path}, line 1: "),
    ],
)
def test_a_file_that_is_no_toml_is_told_by_its_line(path: Path, content: bytes, sentence: str) -> None:
    path.write_bytes(content)
    settings, (problem,) = read(path, {})
    assert settings == USUAL
    assert problem.startswith(sentence.format(path=path))


def test_what_is_no_file_is_told(path: Path, tmp_path: Path) -> None:
    path.mkdir()
    assert read(path, {}) == (USUAL, (f"{path} is not a file; put a settings file in its place or remove it.",))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # nobody writes into it: reading would wait for ever
    assert read(pipe, {})[0] == USUAL
    (tmp_path / "text").touch()
    below = tmp_path / "text" / "settings.toml"
    assert read(below, {}) == (USUAL, (f"{below} cannot be read (Not a directory); make it readable or remove it.",))


@hypothesis_settings(deadline=None)
@given(st.binary())
def test_nothing_in_a_file_stops_the_box(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "noise.toml"
    path.write_bytes(content)
    settings, _ = read(path, {})
    assert set(as_written(settings)) == set(RULES)


# Writing.


def test_only_what_differs_is_written(path: Path) -> None:
    assert write(path, USUAL._replace(rotation=180, language="de"), {}) is None
    assert path.read_text(encoding="utf-8") == HEADING + 'language = "de"\nrotation = 180\n'


def test_what_the_system_says_is_not_written(path: Path) -> None:
    german = {"LANG": "de_DE.UTF-8"}
    assert write(path, USUAL._replace(language="de", rotation=180), german) is None
    assert path.read_text(encoding="utf-8") == HEADING + "rotation = 180\n"
    assert write(path, USUAL, german) is None
    assert path.read_text(encoding="utf-8") == HEADING + 'language = "en"\n'


def test_nothing_is_written_if_nothing_has_changed(path: Path) -> None:
    assert write(path, USUAL, {}) is None
    assert not path.exists()
    path.write_text("# our box\nrotation = 90\n")
    assert write(path, USUAL._replace(rotation=90), {}) is None
    assert path.read_text() == "# our box\nrotation = 90\n"


NAMES = st.lists(
    st.text(min_size=1, max_size=LONGEST_NAME).filter(lambda name: of_name(name) is None),
    min_size=FEWEST_NAMES,
    max_size=MOST_NAMES,
    unique=True,
)


@hypothesis_settings(deadline=None, max_examples=50)  # each example waits for the card
@given(
    st.builds(
        Settings,
        language=st.sampled_from(sorted(LANGUAGES)),
        rotation=st.sampled_from((0, 90, 180, 270)),
        reduced_motion=st.booleans(),
        bot_pause=st.floats(0, 5),
        debounce=st.floats(0, 0.1),
        hold=st.floats(0.3, 5),
        repeat=st.booleans(),
        knob=st.builds(Knob, st.booleans(), st.sampled_from((2, 4)), st.sampled_from((1, 2, 3, 4))),
        panel=st.sampled_from(("auto", "none", "gpiod", "lgpio", "rpigpio", "mock")),
        pins=st.text().filter(str.isprintable),
        serial_panel=st.text().filter(str.isprintable),
        printer=st.builds(
            ReceiptPrinter,
            st.text().filter(str.isprintable),
            st.sampled_from((9600, 115200)),
            st.sampled_from((384, 576)),
        ),
        volume=st.floats(0, 1),
        dim_after=st.floats(0, 240),
        names=NAMES.map(tuple),
    )
)
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> None:
    path = tmp_path_factory.getbasetemp() / "again.toml"
    assert write(path, settings, {}) is None
    assert read(path, {}) == (settings, ())


@pytest.mark.parametrize("content", [b"rotation 90", b"rotatoin = 90\n", b"\xff\xfe"])
def test_a_file_with_a_mistake_is_set_aside_before_it_is_replaced(path: Path, content: bytes) -> None:
    for number in (1, 2):
        path.write_bytes(content)
        assert write(path, USUAL._replace(hold=1.0), {}) is None
        assert Path(f"{path}.broken-{number}").read_bytes() == content
        assert read(path, {}) == (USUAL._replace(hold=1.0), ())


def test_a_folder_in_the_place_of_the_file_is_set_aside(path: Path) -> None:
    (path / "holiday").mkdir(parents=True)
    assert write(path, USUAL._replace(hold=1.0), {}) is None
    assert Path(f"{path}.broken-1", "holiday").is_dir()
    assert read(path, {}) == (USUAL._replace(hold=1.0), ())


def test_where_nothing_can_be_written_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "text").touch()
    for path in (tmp_path / "text" / "settings.toml", Path("/proc/none/settings.toml"), tmp_path / ("x" * 300)):
        problem = write(path, USUAL._replace(hold=1.0), {})
        assert problem is not None
        assert problem.startswith(f"The settings could not be written to {path} (")
        assert problem.endswith("); make room there or make it writable.")


def test_a_failed_write_leaves_the_old_file_and_no_litter(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text("rotation = 90\n")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert write(path, USUAL._replace(hold=1.0), {}) == (
        f"The settings could not be written to {path} (No space left on device); make room there or make it writable."
    )
    assert [file.name for file in path.parent.iterdir()] == ["settings.toml"]
    assert path.read_text() == "rotation = 90\n"
