"""Plays the sounds of the box through pygame's mixer, in a thread of its own: whatever the audio of a machine does, or
fails to do, the box neither waits for it nor falls over it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue

from hardware.parts.tones import RATE, SOUNDS, samples
from hardware.reasons import reason

MOST_WAITING = 4  # sounds; more than this at once is noise
SHORT_BUFFER = 512  # samples, 23 ms: a sound belongs to what is seen
CARDS = Path("/dev/snd")
PATIENCE = 1.0  # seconds that closing waits for the mixer

Player = Callable[[str, float], None]


class Sounds:
    """`volume` is from 0, which is silence, to 1, and may be changed at any time.

    `problem` is a sentence once it is known that nothing will be heard.
    """

    def __init__(self, volume: float, open_player: Callable[[], Player] | None = None) -> None:
        self.volume = volume
        self.problem: str | None = None
        self._open_player = open_player or _mixer
        self._waiting: Queue[str | None] = Queue(MOST_WAITING)
        self._ready = False
        self._settled = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sound", daemon=True)

    def start(self) -> None:
        """Open the audio; returns at once, however long that takes."""
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait until the audio is open or has failed; False if neither happened. Only a check has time for this."""
        return self._settled.wait(seconds)

    def play(self, name: str) -> None:
        """Play a sound now, or never: one that cannot be played at once is dropped."""
        if name not in SOUNDS:
            raise ValueError(f"there is no sound {name!r}; there are {', '.join(SOUNDS)}")
        if self._ready and self.volume > 0:
            with suppress(Full):
                self._waiting.put_nowait(name)

    def close(self) -> None:
        """May be called twice, and before starting."""
        if not self._thread.is_alive():
            return
        with suppress(Empty):
            while True:
                self._waiting.get_nowait()
        self._waiting.put(None)
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        try:
            player = self._open_player()
            self._ready = True
            self._settled.set()
            while (name := self._waiting.get()) is not None:
                player(name, self.volume)
        except Exception as error:  # sound is never worth a game
            self.problem = f"There is no sound ({reason(error)}). Plug in a speaker, or set the volume to 0."
        finally:
            self._ready = False
            self._settled.set()


def _mixer() -> Player:
    if not _audio_is_there():
        raise OSError("the machine has no audio")  # and ALSA would say so at length on the terminal
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    pygame.mixer.init(RATE, -16, 1, SHORT_BUFFER, allowedchanges=0)
    known: dict[str, pygame.mixer.Sound] = {}

    def play(name: str, volume: float) -> None:
        if name not in known:
            known[name] = pygame.mixer.Sound(buffer=samples(name))
        known[name].set_volume(volume)
        known[name].play()

    return play


def _audio_is_there(environment: Mapping[str, str] = os.environ, cards: Path = CARDS) -> bool:
    """Somebody chose a driver, a sound server runs, or there is a card that can play."""
    if environment.get("SDL_AUDIODRIVER") or environment.get("PULSE_SERVER"):
        return True
    runtime = environment.get("XDG_RUNTIME_DIR")
    servers = [Path(runtime, name) for name in ("pulse/native", "pipewire-0")] if runtime else []
    return any(server.exists() for server in servers) or any(cards.glob("pcm*p"))
