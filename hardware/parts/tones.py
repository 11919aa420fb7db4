"""The sounds of the box, worked out from sines and noise: no files, no licences, and always the same."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from math import cos, exp, pi, sin
from random import Random

RATE = 22050  # samples in a second, of 16 bits, one channel
LOUDEST = 0.8  # of what the samples can hold
ATTACK = 0.004  # seconds; without it every sound begins with a click

C5, E5, G5, C6 = 523.25, 659.26, 783.99, 1046.5

Wave = list[float]


def samples(name: str) -> bytes:
    """A sound, ready to be played."""
    wave = SOUNDS[name]()
    scale = 32767 * LOUDEST / max(1e-9, *(abs(value) for value in wave))
    return array("h", (round(value * scale) for value in wave)).tobytes()


def _tone(pitch: float, seconds: float, fading: float, *overtones: float) -> Wave:
    """A struck note; the overtones are how loud each further multiple of its pitch is."""
    rings = [_ring(pitch * number, loud, seconds, fading) for number, loud in enumerate((1.0, *overtones), 1)]
    return _softened([sum(values) for values in zip(*rings, strict=True)])


def _ring(pitch: float, loud: float, seconds: float, fading: float) -> Wave:
    """A fading sine; each sample follows from the two before it by a recurrence, many times faster than sines."""
    turn, fade = 2 * pi * pitch / RATE, exp(-fading / RATE)
    first, second = 2 * fade * cos(turn), -fade * fade
    before, value, wave = -loud * sin(turn) / fade, 0.0, []
    for _ in range(round(seconds * RATE)):
        wave.append(value)
        before, value = value, first * value + second * before
    return wave


def _noise(luck: Random, seconds: float, fading: float, smooth: float) -> Wave:
    """A rattle or a scratch; the smoother the duller."""
    value, wave = 0.0, []
    for at in range(round(seconds * RATE)):
        value += (luck.uniform(-1, 1) - value) * (1 - smooth)
        wave.append(value * exp(-fading * at / RATE))
    return _softened(wave)


def _softened(wave: Wave) -> Wave:
    attack = round(ATTACK * RATE)
    return [value * at / attack for at, value in enumerate(wave[:attack])] + wave[attack:]


def _mixed(parts: Iterable[tuple[float, Wave]]) -> Wave:
    """Several waves, each from its own moment on."""
    placed = [(round(seconds * RATE), wave) for seconds, wave in parts]
    mixed = [0.0] * max(start + len(wave) for start, wave in placed)
    for start, wave in placed:
        for at, value in enumerate(wave, start):
            mixed[at] += value
    return mixed


def _dice() -> Wave:
    luck = Random(6)
    knocks = [(0.0, 1.0), (0.07, 0.8), (0.13, 0.9), (0.2, 0.6), (0.25, 0.5), (0.31, 0.35), (0.35, 0.25), (0.4, 0.15)]
    parts: list[tuple[float, Wave]] = []
    for moment, loud in knocks:
        knock = _mixed([(0.0, _noise(luck, 0.05, 90, 0.5)), (0.0, _tone(luck.uniform(700, 1300), 0.05, 80, 0.4))])
        parts.append((moment, [loud * value for value in knock]))
    return _mixed(parts)


def _cross() -> Wave:
    luck = Random(2)
    return _mixed([(0.0, _noise(luck, 0.09, 30, 0.3)), (0.11, _noise(luck, 0.09, 30, 0.4))])


def _notes(every: float, fading: float, *pitches: float) -> Wave:
    return _mixed((number * every, _tone(pitch, 0.5, fading, 0.3, 0.1)) for number, pitch in enumerate(pitches))


def _refusal() -> Wave:
    return _mixed([(0.0, _tone(196.0, 0.12, 14, 0.5, 0.3)), (0.13, _tone(164.8, 0.2, 14, 0.5, 0.3))])


SOUNDS: Mapping[str, Callable[[], Wave]] = {
    "dice": _dice,
    "mark": _cross,
    "gain": lambda: _notes(0.11, 9, C5, G5),
    "triumph": lambda: _notes(0.1, 8, C5, E5, G5),
    "win": lambda: _notes(0.14, 5, C5, E5, G5, C6, G5, C6),
    "refusal": _refusal,
}
