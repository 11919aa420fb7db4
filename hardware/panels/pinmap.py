"""Which line of the panel is wired to which pin: the map in `pins.toml`, and a builder's own file laid over it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from hardware.inputs import BACK, KNOB_A, KNOB_B, KNOB_PUSH, NEXT, PREV, ROLL, SEATS, SELECT

DEFAULTS = Path(__file__).with_name("pins.toml")

# The 40-pin header of every Pi since the B+: physical pin -> GPIO. The other pins are power and ground.
HEADER = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
FORBIDDEN = (0, 1)
SHARED = {2: "the I2C bus", 3: "the I2C bus", 14: "the serial console", 15: "the serial console"}

# A key of the file and the line or the seat's lamp that it wires.
LINES = {
    **{("buttons", name): name for name in (PREV, NEXT, SELECT, BACK, ROLL, *SEATS)},
    ("knob", "a"): KNOB_A,
    ("knob", "b"): KNOB_B,
    ("knob", "push"): KNOB_PUSH,
}
LAMPS = {("lamps", name): seat for seat, name in enumerate(SEATS)}
KEYS = (*LINES, *LAMPS)

Key = tuple[str, str]
Problems = tuple[str, ...]


class PinMap(NamedTuple):
    """The GPIO (BCM number) of each line, by the line's name, and of each lamp, by its seat counted from 0."""

    lines: Mapping[str, int]
    lamps: Mapping[int, int]


def default_pins() -> PinMap:
    """The wiring of docs/wiring.md."""
    return _pin_map(_default_entries())


def load_pins(path: Path | None) -> tuple[PinMap, Problems]:
    """The usual wiring with a builder's own file, if there is one, laid over it."""
    if path is None:
        return default_pins(), ()
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        trouble = "is not UTF-8 text; save it as UTF-8"
    except (OSError, ValueError) as error:  # a name with a zero in it is a ValueError
        trouble = f"cannot be read ({getattr(error, 'strerror', error)}); check its name and its rights"
    else:
        return read_pins(text, str(path))
    return default_pins(), (f"{path} {trouble}; the usual pins are used until then.",)


def read_pins(text: str, source: str) -> tuple[PinMap, Problems]:
    """The usual wiring with `text` laid over it. An entry that cannot be used keeps its usual pin."""
    written, problems = _entries(text, source)
    entries = dict(written)
    for key, pin in _default_entries().items():
        if key in written:
            continue
        taker = next((other for other, taken in written.items() if taken == pin), None)
        if taker is None:
            entries[key] = pin
        else:
            problems += (
                f"{source}: {_name(taker)} takes GPIO{pin} away from {_name(key)}; "
                f"give {_name(key)} a pin too, it is dead until then.",
            )
    return _pin_map(entries), problems


def _pin_map(entries: Mapping[Key, int]) -> PinMap:
    return PinMap(
        lines={line: entries[key] for key, line in LINES.items() if key in entries},
        lamps={seat: entries[key] for key, seat in LAMPS.items() if key in entries},
    )


def _default_entries() -> Mapping[Key, int]:
    entries, _ = _entries(DEFAULTS.read_text("utf-8"), DEFAULTS.name)
    return entries


def _entries(text: str, source: str) -> tuple[dict[Key, int], Problems]:
    """The usable entries of a file, and a sentence about every other one."""
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # An unfinished last line is the one fault for which tomllib names no line.
        fault = str(error).replace("at end of document", f"at line {max(1, len(text.splitlines()))}")
        return {}, (f"{source} is not TOML: {fault}; correct that line, the usual pins are used until then.",)
    entries: dict[Key, int] = {}
    problems: list[str] = []
    sections = tuple(dict.fromkeys(section for section, _ in KEYS))
    for section, table in tables.items():
        if section not in sections or not isinstance(table, dict):
            known = ", ".join(f"[{name}]" for name in sections)
            problems.append(f"{source}: {section} is not a section; write the pins under {known}.")
            continue
        for name, value in table.items():
            key = section, name
            try:
                pin = _pin(key, value)
                owner = next((other for other, taken in entries.items() if taken == pin), None)
                if owner is not None:
                    raise ValueError(f"is on GPIO{pin} like {_name(owner)}; choose another pin for one of them.")
            except ValueError as error:
                problems.append(f"{source}: {_name(key)} {error}")
                continue
            entries[key] = pin
            if pin in SHARED:
                problems.append(
                    f"{source}: {_name(key)} is on GPIO{pin}, which {SHARED[pin]} uses as well; "
                    "move it to another pin if it does not answer."
                )
    return entries, tuple(problems)


def _pin(key: Key, value: object) -> int:
    """The GPIO that a value names, or a ValueError whose text ends the sentence about the key."""
    if key not in KEYS:
        known = ", ".join(name for section, name in KEYS if section == key[0])
        raise ValueError(f"is not known; [{key[0]}] has {known}.")
    spelled = re.fullmatch(r"\s*(GPIO|BOARD|)([0-9]{1,2})\s*", value.upper()) if isinstance(value, str) else None
    if spelled:
        number = int(spelled[2])
        pin = HEADER.get(number) if spelled[1] == "BOARD" else number
    elif isinstance(value, int) and not isinstance(value, bool):
        pin = value
    else:
        raise ValueError('does not name a pin; write a GPIO number such as 17, "GPIO17" or "BOARD11".')
    if pin is None or pin not in HEADER.values():
        raise ValueError("is not a GPIO of the 40-pin header; choose one of GPIO4 to GPIO13 or GPIO16 to GPIO27.")
    if pin in FORBIDDEN:
        raise ValueError(f"is on GPIO{pin}, which belongs to the memory of add-on boards; choose another pin.")
    return pin


def _name(key: Key) -> str:
    return ".".join(key)
