"""Plays a game for two inside the machine: on a real box, with fingers on its pins and on its screen.

It looks at the lamps and at what the box has saved, and asks its keeper outside to look at the picture.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from device.keeping import settings as settings_file
from device.keeping.gamefile import Saved, peek
from device.keeping.places import places
from engine import record
from engine.contract import ToRoll, acting
from engine.games.durchmarsch import rules as durchmarsch
from hardware.inputs import KNOB_PUSH, NEXT, ROLL, SEATS, SELECT, Lamp
from hardware.panels.pinmap import default_pins
from tests.hil import measure, telling
from tests.hil.fingers import Finger, Panel
from tests.hil.mirror import SIZE, Mirror
from tests.hil.telling import FIRST, Fault

DATA = Path("/data/box")
KEEPER = Path("/dev/ttyS1")
PATIENCE = 60.0  # seconds; an emulated machine is slow
EVENTS_BEFORE_THE_CUT = 15
MOST_IDLE, LEAST_DETENTS = 0.005, 50.0  # of a processor, and a second
TRIES = 3  # at that speed: the emulator shares its processors with others


class Keeper:
    """The one outside, at the other end of a serial line."""

    def __init__(self) -> None:
        self._line = KEEPER.open("r+b", buffering=0)
        tty.setraw(self._line.fileno())

    def tell(self, kind: str, **told: object) -> None:
        self._line.write(telling.line(kind, **told))

    def ask(self, kind: str, **told: object) -> None:
        """Tell something that the keeper may not agree with."""
        self.tell(kind, **told)
        answer = self._line.readline().decode().strip()
        if answer:
            raise Fault(answer)


class Player:
    """Both players of a game, and the box that they play on."""

    def __init__(self, keeper: Keeper, part: str) -> None:
        self._keeper = keeper
        self._settings = telling.settings(part)
        self._panel = Panel(default_pins())
        self._finger = Finger(SIZE)
        self._places = places({}, DATA)
        self._game: Saved | None = None
        self._acts = 0
        settings_file.write(self._places.settings, self._settings, {})
        self._box = subprocess.Popen([sys.executable, "-m", "device", "play", "--data", str(DATA)])

    def stop(self) -> None:
        """Stop the box as the system does; it puts its lamps out."""
        self._box.terminate()
        if self._box.wait(PATIENCE) != 0:
            raise Fault(f"the box stopped with exit code {self._box.returncode}")
        if self._panel.lit():
            raise Fault("a box that has stopped left lamps on")

    # The game.

    def begin(self) -> None:
        """From the menu to a table for two, and on to the game."""
        self._look("the menu", None)
        self._finger.tap(*Mirror(self._settings, None).place_of(durchmarsch.NAME))
        self._lamps({0: Lamp.LIT, 1: Lamp.LIT})
        self._panel.press(ROLL)
        self._until(lambda: self._saved() is not None, "the game does not begin")
        self._look("a new game", self._saved())

    def resume(self) -> None:
        """The game is where it was when the power was cut, and is seen to be."""
        self._until(lambda: self._saved() is not None, "the saved game is gone")
        self._keeper.ask("resumed", saved=telling.packed(self._saved()))
        self._look("the resumed game", self._saved())

    def play(self, events: int | None = None) -> None:
        """Until there are so many events, or else to the end."""
        while True:
            saved = self._saved()
            assert saved is not None
            mirror = Mirror(self._settings, saved)
            assert mirror.box.match is not None
            if mirror.box.match.over:
                return
            self._lamps(mirror.lamps)
            if events is not None and len(saved.lines) >= events:
                self._look("a game in play", saved)
                return
            self._act(mirror, saved)

    def cut(self) -> None:
        """One more act, and the power goes as soon as it is seen."""
        before = self._saved()
        assert before is not None
        self._act(Mirror(self._settings, before), before)
        self._keeper.ask("cut", saved=telling.packed(self._saved()))

    def end(self) -> None:
        """The result is seen, nobody's lamp is on, and the record proves the rolls."""
        self._look("the result", self._saved())
        self._lamps({})
        (file,) = self._places.records.glob("*.record")
        verdict = record.verify(record.read(file.read_bytes()))
        if not verdict.ok:
            raise Fault(f"the record of the game is not sound: {verdict.problem}")

    def _act(self, mirror: Mirror, saved: Saved) -> None:
        """What the seat whose turn it is does, each time in another way: by touch, knob or button."""
        match = mirror.box.match
        assert match is not None
        (seat,) = acting(match.state.turn)
        self._acts += 1
        if isinstance(match.state.turn, ToRoll):
            wanted = "roll"
            ways = (
                lambda: self._panel.press(SEATS[match.places[seat]]),
                lambda: self._finger.tap(*mirror.place_of("roll")),
                lambda: self._panel.press(ROLL),
            )
        else:
            choice = "go" if self._acts % 5 < 2 else "stop"
            wanted = f"{seat + 1} {choice}"
            ways = (
                lambda: self._finger.tap(*mirror.place_of(choice)),
                lambda: self._by_knob(mirror.steps_to(choice)),
                lambda: self._by_buttons(mirror.steps_to(choice)),
            )
        ways[self._acts % len(ways)]()
        self._until(lambda: len(self._lines()) > len(saved.lines), f"{wanted!r} does not happen, after {saved.lines}")
        happened = self._lines()[len(saved.lines)]
        if not happened.startswith(wanted):
            raise Fault(f"{wanted!r} was meant, and {happened!r} happened")

    def _by_knob(self, steps: int) -> None:
        self._panel.turn(steps)
        self._panel.press(KNOB_PUSH)

    def _by_buttons(self, steps: int) -> None:
        for _ in range(steps):
            self._panel.press(NEXT)
        self._panel.press(SELECT)

    # What the box has done.

    def _saved(self) -> Saved | None:
        """The game as it is on the card, also when it is over. While the box writes it cannot always be read."""
        for file in self._places.records.glob("*.record"):
            assert self._game is not None
            events = record.read(file.read_bytes()).record.events
            self._game = self._game._replace(
                lines=tuple(record.event_text(durchmarsch.GAME, event) for event in events)
            )
            return self._game
        games = peek(self._places.store).open
        self._game = games.get(max(games, default=0), self._game)
        return self._game

    def _lines(self) -> tuple[str, ...]:
        saved = self._saved()
        return () if saved is None else saved.lines

    def _look(self, what: str, saved: Saved | None) -> None:
        self._keeper.ask("picture", what=what, saved=telling.packed(saved))

    def _lamps(self, lamps: Mapping[int, Lamp]) -> None:
        """Wait until the lamps are as they must be: a blinking one is seen on and then off."""
        for blink in (True, False):
            on = {seat for seat, lamp in lamps.items() if lamp is Lamp.LIT or (blink and lamp is Lamp.BLINKING)}
            self._until(partial(self._shows, on), f"not exactly the lamps of the seats {sorted(on)} come on")

    def _shows(self, on: set[int]) -> bool:
        return self._panel.lit() == on

    def _until(self, condition: Callable[[], bool], otherwise: str) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            if self._box.poll() is not None:
                raise Fault(f"the box has stopped with exit code {self._box.returncode}")
            if time.monotonic() > end:
                raise Fault(otherwise)
            time.sleep(0.02)


def main(part: str) -> None:
    keeper = Keeper()
    keeper.tell("note", what=f"Linux {os.uname().release} has started")
    try:
        if part == FIRST:
            _measure(keeper)
        player = Player(keeper, part)
        if part == FIRST:
            player.begin()
            player.play(EVENTS_BEFORE_THE_CUT)
            player.cut()
        else:
            player.resume()
            player.play()
            player.end()
            player.stop()
        keeper.tell("passed")
    except Exception as fault:
        keeper.tell("failed", why=str(fault) if isinstance(fault, Fault) else repr(fault))
        raise


def _measure(keeper: Keeper) -> None:
    for _ in range(TRIES):
        steps, speed = measure.encoder("gpiod")
        keeper.tell("note", what=f"knob through gpiod: {steps} of {measure.NET} steps at {speed:.0f} detents a second")
        if steps != measure.NET:
            raise Fault("the knob must keep all of its detents")
        if speed >= LEAST_DETENTS:
            break
    else:
        raise Fault(f"the knob must keep up with {LEAST_DETENTS:g} detents a second")
    costs = {factory: measure.idle(factory) for factory in ("gpiod", "lgpio")}
    for factory, cost in costs.items():
        keeper.tell("note", what=f"idle panel through {factory}: {cost:.2%} of a processor")
    if costs["gpiod"] >= MOST_IDLE:
        raise Fault(f"an idle panel must cost less than {MOST_IDLE:.1%}")


if __name__ == "__main__":
    main(sys.argv[1])
