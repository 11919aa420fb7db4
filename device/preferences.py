"""The settings that players change on the screen: what each says now, and its next value."""

from __future__ import annotations

from dataclasses import replace

from device.keeping.settings import Settings
from display.language import LANGUAGES
from engine.words import Message, say

PAUSES = (0.0, 0.5, 0.9, 2.0)
VOLUMES = (0.0, 0.2, 0.4, 0.7, 1.0)


def described(settings: Settings) -> list[tuple[str, Message]]:
    """The names of the settings and what they say."""
    motion = say("Dice tumble: no") if settings.reduced_motion else say("Dice tumble: yes")
    return [
        ("language", say("Language: {language}", language=LANGUAGES[settings.language])),
        ("motion", motion),
        ("bot pause", say("Bots take their time: {seconds} s", seconds=f"{settings.bot_pause:g}")),
        ("volume", say("Volume: {percent} %", percent=round(settings.volume * 100))),
        ("rotation", say("Picture turned: {degrees}°", degrees=settings.rotation)),
    ]


def changed(settings: Settings, name: str) -> Settings:
    """The settings with one of them at its next value."""
    match name:
        case "language":
            codes = list(LANGUAGES)
            return replace(settings, language=codes[(codes.index(settings.language) + 1) % len(codes)])
        case "motion":
            return replace(settings, reduced_motion=not settings.reduced_motion)
        case "bot pause":
            return replace(settings, bot_pause=_next(PAUSES, settings.bot_pause))
        case "volume":
            return replace(settings, volume=_next(VOLUMES, settings.volume))
        case "rotation":
            return replace(settings, rotation=(settings.rotation + 90) % 360)
    raise ValueError(f"there is no setting {name!r}")


def _next(values: tuple[float, ...], now: float) -> float:
    """The next larger one, and after the largest the first."""
    return next((value for value in values if value > now), values[0])
