"""The settings that players change on the screen: what each says now, and its next value."""

from __future__ import annotations

from dataclasses import replace

from device.settings import Settings
from display.language import LANGUAGES
from engine.words import Message, say

PAUSES = (0.0, 0.5, 0.9, 2.0)


def described(settings: Settings) -> list[tuple[str, Message]]:
    """The names of the settings and what they say."""
    motion = say("Dice tumble: no") if settings.reduced_motion else say("Dice tumble: yes")
    return [
        ("language", say("Language: {language}", language=LANGUAGES[settings.language])),
        ("motion", motion),
        ("bot pause", say("Bots take their time: {seconds} s", seconds=f"{settings.bot_pause:g}")),
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
            longer = [pause for pause in PAUSES if pause > settings.bot_pause]
            return replace(settings, bot_pause=longer[0] if longer else PAUSES[0])
        case "rotation":
            return replace(settings, rotation=(settings.rotation + 90) % 360)
    raise ValueError(f"there is no setting {name!r}")
