"""A demonstration: bots play a whole game, which is written as a record and as numbered pictures."""

from __future__ import annotations

from collections.abc import Iterator
from errno import EIO
from itertools import count
from pathlib import Path
from random import Random

from device.keeping.files import make_folder, write_whole
from display.games import VIEWS
from display.language import speaker
from display.pixels.layout import lay_out
from display.pixels.painter import Painter
from display.pixels.text import Fonts
from display.screens.frame import View
from display.screens.game import Playing, game_screen
from display.screens.result import Ended, result_screen
from display.tree import AnyScreen
from engine import dice, record
from engine.contract import AnyState, Event, Move, Over, Roll, Seat, Table, ToRoll
from engine.games import bots, game
from engine.record import Record
from engine.replay import play_out, positions

SIZE = (1280, 720)


def demonstrate(name: str, names: tuple[str, ...], out: Path, language: str) -> tuple[Record, int]:
    """Play, write `game.record` and the pictures into a folder; gives the record and the number of pictures."""
    make_folder(out)
    _clear(out)
    done = _play(name, names)
    pictures = paint(done, out, language)
    write_whole(out / "game.record", record.write(done))
    return done, pictures


def paint(played: Record, out: Path, language: str) -> int:
    """Paint the first position of a record, those after each roll, and the last, as 001.png and so on; gives their
    number."""
    painter, tell = Painter(Fonts(), SIZE), speaker(language)
    number = 0
    for number, state in enumerate(_positions(played), 1):
        screen = _screen(played, state)
        painter.paint(lay_out(screen, SIZE, painter.fonts, tell), screen.start, 0.0)
        try:
            painter.save(_picture(out, number))
        except RuntimeError as fault:  # what the painter's library makes of a full disk or a forbidden folder
            raise OSError(EIO, str(fault)) from None
    return number


def _clear(out: Path) -> None:
    """Take away an earlier demonstration: its last pictures would look like the end of this one."""
    (out / "game.record").unlink(missing_ok=True)
    for number in count(1):
        if not _picture(out, number).exists():
            return
        _picture(out, number).unlink()


def _picture(out: Path, number: int) -> Path:
    return out / f"{number:03}.png"


def _play(name: str, names: tuple[str, ...]) -> Record:
    """A whole game of bots, the strongest first."""
    rules, strengths = game(name), bots(name).STRENGTHS
    luck = Random(dice.seal())
    secret = dice.seal()
    rolls = dice.FairDice(secret, dice.mix(()))
    table = Table(
        tuple(Seat(who, strengths[-1 - number % len(strengths)]) for number, who in enumerate(names)),
        rolls.first(len(names)),
    )
    players = [bots(name).bot(seat.bot or "", luck) for seat in table.seats]
    numbers = count(1)
    events: list[Event] = []
    play_out(
        rules.start(table),
        lambda state, seats: Move(seats[0], players[seats[0]].choose(state, seats[0])),
        lambda dice: rolls.roll(next(numbers), dice),
        lambda event, _: events.append(event),
    )
    return Record(name, table, tuple(events), dice.commitment(secret), rolls.mix, secret, drawn=True)


def _positions(played: Record) -> Iterator[AnyState]:
    """The first position, those after each roll, and the last."""
    reached = positions(game(played.game).start(played.table), played.events)
    yield next(reached)
    for event, state in zip(played.events, reached, strict=True):
        if isinstance(event, Roll) or isinstance(state.turn, Over):
            yield state


def _screen(played: Record, state: AnyState) -> AnyScreen:
    view, shown, turn = View(), VIEWS[played.game], state.turn
    places = tuple(range(len(state.table.seats)))
    if isinstance(turn, Over):
        seal, secret = played.commitment or "", (played.secret or b"").hex()
        return result_screen(view, Ended(played.game, shown, state, places, seal, secret, None))
    seat = turn.seat if isinstance(turn, ToRoll) else turn.seats[0]
    return game_screen(view, Playing(shown, state, places, seat, news=shown.news(state), thinking=True))
