"""A box that plays by itself as fast as it can, and says on standard output what its players have seen; for kill -9.

Each line is a number of events and their checksum: what was visible at that moment.
"""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from zlib import crc32

from device.box import Box
from device.keeping.store import Store
from device.match import Match
from device.scenes.game import GameScene
from device.scenes.menu import MenuScene
from device.scenes.result import ResultScene
from device.scenes.table import TableScene
from device.thinking import ThinkingAtOnce
from engine import record
from hardware.clock import SimClock
from hardware.inputs import NEXT, ROLL, SEATS, SELECT, Press
from tests.sample import english

GAME = "durchmarsch"  # where Next, Select and Roll always lead on


def position(playing: Match) -> str:
    """What a player could know of the game: how many events, and which."""
    lines = [record.event_text(playing.rules, event) for event in playing.events]
    return f"{playing.saved_as} {len(lines)} {crc32(chr(10).join(lines).encode())}"


def main(folder: Path) -> None:
    clock = SimClock()
    store = Store.open(folder / "games.db")
    settings = english()._replace(reduced_motion=True)
    box = Box(clock=clock, store=store, settings=settings, thinker=ThinkingAtOnce(), today=lambda: datetime(2026, 1, 2))
    assert store.saved
    pressed = 0
    while True:
        if box.match is not None:
            print(position(box.match), flush=True)
        pressed += 1
        clock.advance(0.1)
        box.handle(Press(clock.now(), next_button(box, pressed)))


def next_button(box: Box, pressed: int) -> str:
    """Somebody who plays game after game, goes on after most hits, and takes some moves back."""
    match box.scene:
        case MenuScene():
            return SELECT if box.focus == GAME else NEXT
        case TableScene():
            return SEATS[3] if pressed % 2 else ROLL
        case GameScene() if pressed % 3 == 0:
            return NEXT
        case GameScene() if box.focus in ("stop", "undo"):
            return SELECT
        case ResultScene():
            return SELECT
    return ROLL


if __name__ == "__main__":
    main(Path(sys.argv[1]))
