"""A demonstration: bots play a whole game, which is written as a record and as numbered pictures."""

from __future__ import annotations

from errno import EIO
from pathlib import Path
from random import Random

from display.games import VIEWS
from display.language import speaker
from display.layout import lay_out
from display.painter import Fonts, Painter
from display.screens.frame import View
from display.screens.play import Playing, play_screen
from display.screens.result import Ended, result_screen
from engine import dice, record
from engine.contract import AnyState, Event, Move, Over, Roll, Seat, Table, ToRoll
from engine.games import bots, game
from engine.record import Record

SIZE = (1280, 720)


def demonstrate(name: str, names: tuple[str, ...], out: Path, language: str) -> tuple[Record, int]:
    """Play, write `game.record` and the pictures into a folder; gives the record and the number of pictures."""
    rules, strengths = game(name), bots(name).STRENGTHS
    luck = Random(dice.seal())
    secret = dice.seal()
    rolls = dice.FairDice(secret, dice.mix(()))
    table = Table(
        tuple(Seat(who, strengths[-1 - number % len(strengths)]) for number, who in enumerate(names)),
        rolls.first(len(names)),
    )
    players = [bots(name).bot(seat.bot or "", luck) for seat in table.seats]
    state: AnyState = rules.start(table)
    events: list[Event] = []
    pictures = _Pictures(name, out, language, secret)
    pictures.take(state)
    while not isinstance(state.turn, Over):
        turn = state.turn
        event: Event
        if isinstance(turn, ToRoll):
            event = rolls.roll(1 + sum(isinstance(past, Roll) for past in events), turn.dice)
        else:
            seat = turn.seats[0]
            event = Move(seat, players[seat].choose(state, seat))
        state = state.apply(event)
        events.append(event)
        if isinstance(event, Roll):
            pictures.take(state)
    done = Record(name, table, tuple(events), dice.commitment(secret), rolls.mix, secret, drawn=True)
    (out / "game.record").write_text(record.write(done), encoding="utf-8")
    return done, pictures.count


class _Pictures:
    """Paints position after position into numbered files."""

    def __init__(self, name: str, out: Path, language: str, secret: bytes) -> None:
        self.count = 0
        self._name = name
        self._out = out
        self._tell = speaker(language)
        self._secret = secret
        self._painter = Painter(Fonts(), SIZE)

    def take(self, state: AnyState) -> None:
        view, shown = View(), VIEWS[self._name]
        places = tuple(range(len(state.table.seats)))
        turn = state.turn
        if isinstance(turn, Over):
            seal = dice.commitment(self._secret)
            screen = result_screen(view, Ended(self._name, shown, state, places, seal, self._secret.hex(), None))
        else:
            seat = turn.seat if isinstance(turn, ToRoll) else turn.seats[0]
            screen = play_screen(view, Playing(shown, state, places, seat, news=shown.news(state)))
        self._painter.paint(lay_out(screen, SIZE, self._painter.fonts, self._tell), screen.start, 0.0)
        self.count += 1
        try:
            self._painter.save(self._out / f"{self.count:03}.png")
        except RuntimeError as fault:  # what the painter's library makes of a full disk or a forbidden folder
            raise OSError(EIO, str(fault)) from None
