"""How this box behaves: the defaults that come with it, and a small file of what differs on this one.

A mistake in the file costs only the setting it is in: that one keeps its default, and a sentence says what to correct.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from device.keeping.files import set_aside, write_whole
from display.language import LANGUAGES
from engine.naming import LONGEST_NAME, of_name, quoted

DEFAULTS = Path(__file__).with_name("defaults.toml")
HEADING = "# What differs from the defaults on this box. The box writes this file anew, without your comments.\n"
FEWEST_NAMES, MOST_NAMES = 6, 24  # one for every seat at the least


class Knob(NamedTuple):
    """The knob of the panel."""

    reverse: bool
    steps: int  # edges of a detent
    acceleration: int


class ReceiptPrinter(NamedTuple):
    """The printer, if the port is not empty."""

    port: str
    baud: int
    dots: int  # across the paper


class Settings(NamedTuple):
    """What can be set; docs/settings.md says what each means."""

    language: str
    rotation: int
    reduced_motion: bool
    bot_pause: float
    debounce: float
    hold: float
    repeat: bool
    knob: Knob
    panel: str
    pins: str
    serial_panel: str
    printer: ReceiptPrinter
    volume: float
    dim_after: float
    names: tuple[str, ...]


class Rule(NamedTuple):
    """What a setting can be, in words and as a test."""

    words: str
    allows: Callable[[Any], bool]


def _one_of(*values: str | int) -> Rule:
    *most, last = (f'"{value}"' if isinstance(value, str) else str(value) for value in values)
    kind = type(values[0])  # 0 and false, 2 and 2.0 are equal, but not the same to whoever reads the file
    return Rule(f"{', '.join(most)} or {last}", lambda value: type(value) is kind and value in values)


def _seconds(least: float, most: float) -> Rule:
    words = f"a number of seconds from {least} to {most}"
    return Rule(words, lambda value: type(value) in (int, float) and least <= value <= most)


def _are_names(value: Any) -> bool:
    return (
        isinstance(value, list)
        and FEWEST_NAMES <= len(value) <= MOST_NAMES
        and all(isinstance(name, str) and of_name(name) is None for name in value)
        and len(set(value)) == len(value)
    )


_YES_NO = Rule("true or false", lambda value: isinstance(value, bool))
_FILE = Rule('the name of a file, or ""', lambda value: isinstance(value, str) and value.isprintable())
_PORT = Rule(
    'a part of its name in /dev/serial/by-id, a path, "auto" or "none" for a panel, or "" for no printer',
    lambda value: isinstance(value, str) and value.isprintable(),
)
_NAMES = Rule(
    f"a list of {FEWEST_NAMES} to {MOST_NAMES} different names of at most {LONGEST_NAME} characters",
    _are_names,
)


def _toml(value: object) -> str:
    """A value as it stands in a settings file; what JSON makes of printable text, TOML reads."""
    import json  # only for what is written or refused

    return json.dumps(value, ensure_ascii=False)


RULES: Mapping[str, Rule] = {
    "language": _one_of(*LANGUAGES),
    "rotation": _one_of(0, 90, 180, 270),
    "reduced_motion": _YES_NO,
    "bot_pause": _seconds(0.0, 5.0),
    "debounce": _seconds(0.0, 0.1),
    "hold": _seconds(0.3, 5.0),
    "repeat": _YES_NO,
    "knob_reverse": _YES_NO,
    "knob_steps": _one_of(2, 4),
    "knob_acceleration": _one_of(1, 2, 3, 4),
    "panel": _one_of("auto", "none", "gpiod", "lgpio", "rpigpio", "mock"),
    "pins": _FILE,
    "serial_panel": _PORT,
    "printer": _PORT,
    "printer_baud": _one_of(9600, 19200, 38400, 57600, 115200),
    "printer_dots": _one_of(384, 576),
    "volume": Rule("a number from 0 to 1", lambda value: type(value) in (int, float) and 0 <= value <= 1),
    "dim_after": Rule(
        "a number of minutes from 0, which is never, to 240",
        lambda value: type(value) in (int, float) and 0 <= value <= 240,
    ),
    "names": _NAMES,
}


def defaults(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of a new box, which speaks the language of its system if it can."""
    values = tomllib.loads(DEFAULTS.read_text(encoding="utf-8"))
    wanted = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    language = re.split(r"[_.@]", wanted)[0]
    if language in LANGUAGES:
        values["language"] = language
    return _settings(values)


def read(path: Path, environment: Mapping[str, str] = os.environ) -> tuple[Settings, tuple[str, ...]]:
    """The settings of this box, and a sentence for everything in its file that could not be used."""
    values = as_written(defaults(environment))
    try:
        given = _given(path)
    except _Unreadable as problem:
        return _settings(values), (str(problem),)
    problems = []
    for key, value in given.items():
        if key not in RULES:
            problems.append(_unknown(path, key))
        elif not RULES[key].allows(value):
            usual = f"until then it is {_toml(values[key])}"
            problems.append(f"{path}: {key} cannot be {_shown(value)}; set it to {RULES[key].words} ({usual}).")
        else:
            values[key] = value
    return _settings(values), tuple(problems)


def write(path: Path, settings: Settings, environment: Mapping[str, str] = os.environ) -> str | None:
    """Keep what differs from the defaults. If that cannot be done, the sentence that says so.

    A file with a mistake in it is set aside first: what somebody meant to set there is not lost.
    """
    usual = as_written(defaults(environment))
    changed = {key: value for key, value in as_written(settings).items() if value != usual[key]}
    text = HEADING + "".join(f"{key} = {_toml(value)}\n" for key, value in changed.items())
    try:
        there, problems = read(path, environment)
        if problems:
            set_aside(path, "broken")
        elif there == settings:
            return None
        write_whole(path, text)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        return f"The settings could not be written to {path} ({reason}); make room there or make it writable."
    return None


class _Unreadable(Exception):
    """Nothing in the file can be used; the text is a sentence for people."""


def _given(path: Path) -> dict[str, Any]:
    try:
        if path.exists() and not path.is_file():
            raise _Unreadable(f"{path} is not a file; put a settings file in its place or remove it.")
        content = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as fault:
        raise _Unreadable(f"{path} cannot be read ({fault.strerror}); make it readable or remove it.") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise _Unreadable(f"{path}, line {line}: this is not UTF-8 text; save the file as UTF-8.") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        what, _, place = str(fault).rpartition(" (at ")
        found = re.match(r"line (\d+)", place)
        line = int(found[1]) if found else len(text.splitlines())  # else at the end of the file
        raise _Unreadable(f"{path}, line {line}: {what}; correct the line or remove it.") from None
    except (ValueError, RecursionError):
        raise _Unreadable(f"{path} has a number too long or lists too deep to be read; remove them.") from None


def _unknown(path: Path, key: str) -> str:
    import difflib  # only for a mistake

    close = difflib.get_close_matches(key, RULES, 1)
    remedy = f"did you mean {close[0]}?" if close else f"there is {', '.join(RULES)}; remove the line."
    return f"{path}: there is no setting {quoted(key)}; {remedy}"


def _shown(value: object) -> str:
    """What somebody wrote, on a part of a line."""
    match value:
        case bool():
            return _toml(value)
        case str():
            return quoted(value)
        case dict():
            return "a table"
        case list():
            return "this list"
        case int() if value.bit_length() > 64:
            return "so large a number"
    return str(value)


def _settings(values: dict[str, Any]) -> Settings:
    parts = {
        "knob": Knob(*(values[f"knob_{part}"] for part in Knob._fields)),
        "printer": ReceiptPrinter(values["printer"], values["printer_baud"], values["printer_dots"]),
        "names": tuple(values["names"]),
    }
    real = {key: float(values[key]) for key in ("bot_pause", "debounce", "hold", "volume")}
    return Settings(**{key: value for key, value in {**values, **parts, **real}.items() if key in Settings._fields})


def as_written(settings: Settings) -> dict[str, Any]:
    """The settings as they stand in a file: a value for every name."""
    knob, printer = settings.knob, settings.printer
    parts = {
        "knob_reverse": knob.reverse,
        "knob_steps": knob.steps,
        "knob_acceleration": knob.acceleration,
        "printer": printer.port,
        "printer_baud": printer.baud,
        "printer_dots": printer.dots,
    }
    values = settings._asdict() | parts
    return {name: values[name] for name in RULES}
