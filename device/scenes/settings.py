"""The settings that players change on the screen: each choice goes to the next value."""

from __future__ import annotations

from typing import assert_never

from device.keeping.settings import Settings
from device.scenes.scene import AnyScene, Scene
from display.language import LANGUAGES
from display.screens.frame import View
from display.screens.settings import Change, Changeable, FromSettings, SettingsChoice, settings_screen
from display.tree import Screen
from engine.words import Message, say

PAUSES = (0.0, 0.5, 0.9, 2.0)
VOLUMES = (0.0, 0.2, 0.4, 0.7, 1.0)


class SettingsScene(Scene[SettingsChoice]):
    def screen(self, view: View) -> Screen[SettingsChoice]:
        return settings_screen(view, described(self.shared.settings))

    def choose(self, choice: SettingsChoice, time: float) -> AnyScene:
        match choice:
            case Change(setting=setting):
                self.shared.settings = changed(self.shared.settings, setting)
                return self
            case FromSettings.SERVICE:
                from device.scenes.service import ServiceScene

                return ServiceScene(self.shared, self)
            case FromSettings.BACK:
                from device.scenes.menu import MenuScene

                return MenuScene(self.shared)
            case _:
                assert_never(choice)


def described(settings: Settings) -> list[tuple[Changeable, Message]]:
    """The settings and what they say now."""
    motion = say("Dice tumble: no") if settings.reduced_motion else say("Dice tumble: yes")
    return [
        (Changeable.LANGUAGE, say("Language: {language}", language=LANGUAGES[settings.language])),
        (Changeable.MOTION, motion),
        (Changeable.BOT_PAUSE, say("Bots take their time: {seconds} s", seconds=f"{settings.bot_pause:g}")),
        (Changeable.VOLUME, say("Volume: {percent} %", percent=round(settings.volume * 100))),
        (Changeable.ROTATION, say("Picture turned: {degrees}°", degrees=settings.rotation)),
    ]


def changed(settings: Settings, setting: Changeable) -> Settings:
    """The settings with one of them at its next value."""
    match setting:
        case Changeable.LANGUAGE:
            codes = list(LANGUAGES)
            return settings._replace(language=codes[(codes.index(settings.language) + 1) % len(codes)])
        case Changeable.MOTION:
            return settings._replace(reduced_motion=not settings.reduced_motion)
        case Changeable.BOT_PAUSE:
            return settings._replace(bot_pause=_next(PAUSES, settings.bot_pause))
        case Changeable.VOLUME:
            return settings._replace(volume=_next(VOLUMES, settings.volume))
        case Changeable.ROTATION:
            return settings._replace(rotation=(settings.rotation + 90) % 360)
        case _:
            assert_never(setting)


def _next(values: tuple[float, ...], now: float) -> float:
    """The next larger one, and after the largest the first."""
    return next((value for value in values if value > now), values[0])
