"""The sounds of the box, with a speaker, without one, and with audio that never comes up."""

from __future__ import annotations

import subprocess
import sys
import threading
from array import array
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from hardware.parts.sound import Player, Sounds, _audio_is_there
from hardware.parts.tones import RATE, SOUNDS, samples

PATIENCE = 20  # seconds; only a test that fails waits for so long


class Speaker:
    """Notes what it is to play. It can be slow to come up, or be missing."""

    def __init__(self) -> None:
        self.heard: Queue[tuple[str, float]] = Queue()

    def open(self) -> Player:
        return lambda name, volume: self.heard.put((name, volume))


@pytest.fixture
def speaker() -> Speaker:
    return Speaker()


@pytest.fixture
def sounds(speaker: Speaker) -> Iterator[Sounds]:
    sounds = Sounds(0.5, speaker.open)
    sounds.start()
    assert sounds.wait(PATIENCE)
    yield sounds
    sounds.close()


def test_what_is_played_is_heard_at_the_volume_of_the_moment(sounds: Sounds, speaker: Speaker) -> None:
    sounds.play("dice")
    assert speaker.heard.get(timeout=PATIENCE) == ("dice", 0.5)
    sounds.volume = 1.0
    sounds.play("win")
    assert speaker.heard.get(timeout=PATIENCE) == ("win", 1.0)
    assert sounds.problem is None


def test_volume_0_is_silence(sounds: Sounds, speaker: Speaker) -> None:
    sounds.volume = 0
    sounds.play("dice")
    sounds.volume = 0.2
    sounds.play("mark")
    assert speaker.heard.get(timeout=PATIENCE) == ("mark", 0.2)
    assert speaker.heard.empty()


def test_a_sound_nobody_knows_names_the_known(sounds: Sounds) -> None:
    with pytest.raises(ValueError, match="there is no sound 'gong'; there are dice, mark, gain, triumph, win, refusal"):
        sounds.play("gong")


def test_audio_that_never_comes_up_blocks_nothing() -> None:
    never = threading.Event()

    def hang() -> Player:
        never.wait(PATIENCE)
        raise OSError

    sounds = Sounds(0.5, hang)
    sounds.start()
    for _ in range(100):
        sounds.play("dice")
    assert not sounds.wait(0)
    assert sounds.problem is None
    never.set()
    sounds.close()


def test_what_was_missed_while_audio_came_up_is_not_played_late(speaker: Speaker) -> None:
    go = threading.Event()

    def slow() -> Player:
        go.wait(PATIENCE)
        return speaker.open()

    sounds = Sounds(0.5, slow)
    sounds.start()
    sounds.play("dice")
    go.set()
    assert sounds.wait(PATIENCE)
    sounds.play("mark")
    assert speaker.heard.get(timeout=PATIENCE) == ("mark", 0.5)
    sounds.close()


def test_a_machine_without_audio_plays_on_in_silence() -> None:
    def missing() -> Player:
        raise OSError("ALSA: Couldn't open audio device:\nNo such file or directory.")

    sounds = Sounds(0.5, missing)
    sounds.start()
    sounds._thread.join(PATIENCE)
    sounds.play("dice")
    reason = "ALSA: Couldn't open audio device: No such file or directory"
    assert sounds.problem == f"There is no sound ({reason}). Plug in a speaker, or set the volume to 0."
    sounds.close()


def test_a_speaker_pulled_out_in_the_middle_is_a_problem_and_no_more(speaker: Speaker) -> None:
    def play(name: str, volume: float) -> None:
        raise RuntimeError

    sounds = Sounds(0.5, lambda: play)
    sounds.start()
    assert sounds.wait(PATIENCE)
    sounds.play("dice")
    sounds._thread.join(PATIENCE)
    sounds.play("dice")
    assert sounds.problem is not None
    assert "There is no sound (RuntimeError)." in sounds.problem


def test_a_crowd_of_sounds_is_thinned_out() -> None:
    playing, go = threading.Event(), threading.Event()
    heard: list[str] = []

    def play(name: str, volume: float) -> None:
        heard.append(name)
        playing.set()
        go.wait(PATIENCE)

    sounds = Sounds(0.5, lambda: play)
    sounds.start()
    assert sounds.wait(PATIENCE)
    sounds.play("dice")
    assert playing.wait(PATIENCE)
    for _ in range(50):
        sounds.play("mark")
    go.set()
    sounds.close()
    assert len(heard) < 10


def test_closing_before_starting_and_twice_is_fine(speaker: Speaker) -> None:
    sounds = Sounds(0.5, speaker.open)
    sounds.close()
    sounds.close()


def test_every_sound_goes_through_the_real_mixer() -> None:
    """In a process of its own: this is about pygame, its formats and threads, and no speaker is needed."""
    program = (
        "import sys, pygame\n"
        "from hardware.parts.sound import Sounds\n"
        "from hardware.parts.tones import SOUNDS\n"
        "sounds = Sounds(0.3)\n"
        "sounds.start()\n"
        "assert sounds.wait(30)\n"
        "for name in SOUNDS:\n"
        "    sounds.play(name)\n"
        "    while not sounds._waiting.empty(): sounds._thread.join(0.01)\n"
        "assert pygame.mixer.get_init() == (22050, -16, 1), pygame.mixer.get_init()\n"
        "sounds.close()\n"
        "sys.exit(sounds.problem)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_machine_without_audio_is_left_in_peace(tmp_path: Path) -> None:
    """ALSA complains on the terminal, in the middle of a game, if it is asked to open what is not there."""
    assert not _audio_is_there({}, tmp_path)
    assert not _audio_is_there({"XDG_RUNTIME_DIR": str(tmp_path)}, tmp_path)
    (tmp_path / "pcmC0D0c").touch()  # a microphone
    assert not _audio_is_there({}, tmp_path)
    assert _audio_is_there({"SDL_AUDIODRIVER": "dummy"}, tmp_path)
    (tmp_path / "pipewire-0").touch()
    assert _audio_is_there({"XDG_RUNTIME_DIR": str(tmp_path)}, tmp_path / "none")
    (tmp_path / "pcmC0D0p").touch()
    assert _audio_is_there({}, tmp_path)


def test_no_audio_is_told_without_a_word_on_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hardware.parts.sound._audio_is_there", lambda: False)
    sounds = Sounds(0.5)
    sounds.start()
    assert sounds.wait(PATIENCE)
    assert sounds.problem is not None
    assert capfd.readouterr() == ("", "")


# The sounds themselves.


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_short_and_begins_and_ends_without_a_click(name: str) -> None:
    wave = array("h", samples(name))
    assert 0.1 * RATE < len(wave) < 1.5 * RATE
    loudest = max(abs(value) for value in wave)
    assert 0.7 * 32767 < loudest < 0.9 * 32767
    assert abs(wave[0]) < 0.3 * loudest
    assert abs(wave[-1]) < 0.1 * loudest


def test_sounds_can_be_told_apart_and_are_always_the_same() -> None:
    first = {name: samples(name) for name in SOUNDS}
    assert len(set(first.values())) == len(SOUNDS)
    assert first == {name: samples(name) for name in SOUNDS}
