"""What the player inside the machine and the keeper outside tell each other: one line of JSON at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from device.keeping.gamefile import Saved
from device.keeping.settings import Settings, defaults

FIRST, SECOND = "first", "second"  # before the power is cut, and after
FACTORIES = {FIRST: "gpiod", SECOND: "lgpio"}  # the game goes on by another way to the same pins


class Fault(Exception):
    """Something is not as it must be; the text says what."""


class Missing(Fault):
    """The machine cannot be put together here, so nothing was proven or refuted."""


def settings(part: str) -> Settings:
    """How the box is set: dice lie still at once, so that every picture is known."""
    return defaults({})._replace(panel=FACTORIES[part], reduced_motion=True)


def line(kind: str, **told: object) -> bytes:
    return json.dumps({"kind": kind, **told}).encode() + b"\n"


def read(line: bytes) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(line)
    return told


def packed(saved: Saved | None) -> list[str] | None:
    return None if saved is None else [saved.header, saved.secret.hex(), *saved.lines]


def unpacked(told: Sequence[str] | None) -> Saved | None:
    if told is None:
        return None
    header, secret, *lines = told
    return Saved(1, header, bytes.fromhex(secret), tuple(lines))
