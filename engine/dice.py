"""Dice that anybody can check: every roll follows from a secret sealed before the game and from the players' presses.

The box shows the secret's commitment first and mixes in the times of the players' presses next, so neither side can
choose the rolls; when it reveals the secret afterwards, anybody can work out all rolls again (see docs/records.md).
This is the only module of the engine that asks the operating system for randomness.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from os import urandom

from engine.contract import Die, Roll

SECRET_BYTES = 32
ROLL, FIRST = b"dicebox roll", b"dicebox first"


def seal() -> bytes:
    """A new secret, for one game only."""
    return urandom(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown before the game, so that the secret cannot be exchanged later.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return sha256(secret).hexdigest()


def mix(times: Iterable[int]) -> str:
    """The players' share in the dice: the times of their presses in nanoseconds, none if only bots play."""
    return sha256("".join(f"{time}\n" for time in times).encode()).hexdigest()


def face(byte: int, faces: int) -> int | None:
    """Which of so many faces a byte stands for, or None if it would make some of them likelier than others.

    >>> face(251, 6), face(252, 6)
    (5, None)
    """
    return byte % faces if byte < 256 - 256 % faces else None


@dataclass(frozen=True, slots=True)
class FairDice:
    """The dice of one game."""

    secret: bytes = field(repr=False)
    mix: str

    def roll(self, number: int, dice: Sequence[Die]) -> Roll:
        """The game's roll of this number, counted from 1; the same number always rolls the same."""
        stream = self._bytes(ROLL, number)
        return Roll(tuple(die.faces[_draw(stream, len(die.faces))] for die in dice))

    def first(self, seats: int) -> int:
        """The seat that begins."""
        return _draw(self._bytes(FIRST, 0), seats)

    def _bytes(self, label: bytes, number: int) -> Iterator[int]:
        start = label + bytes.fromhex(self.mix) + number.to_bytes(8, "big")
        block = 0
        while True:
            yield from hmac.digest(self.secret, start + block.to_bytes(8, "big"), "sha256")
            block += 1


def _draw(stream: Iterator[int], faces: int) -> int:
    """The next face: bytes that would favour some faces are skipped."""
    if not 1 <= faces <= 256:
        raise ValueError(f"a die has 1 to 256 faces, not {faces}")
    return next(drawn for byte in stream if (drawn := face(byte, faces)) is not None)
