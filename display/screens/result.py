"""The end of a game: who won, everybody's result with its parts, and the dice unsealed."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from display.games.view import GameView
from display.screens.frame import View, framed
from display.screens.table import short_seal
from display.tree import SEAT_TONES, Align, Area, Dot, Node, Screen, Size, Space, Target, Text, Tone, button, plain, row
from engine.contract import AnyState, Over
from engine.games import game
from engine.words import Message, say


class Ended(Struct, frozen=True):
    """A game that is over. `places` are the seats' numbers on the panel."""

    name: str
    game: GameView
    state: AnyState
    places: tuple[int, ...]
    seal: str | None  # of the dice; real ones have none
    secret: str
    kept: Message | None  # where the record is
    printable: bool = False  # there is a printer


class FromResult(Enum):
    """What can be done when a game is over."""

    MENU = "menu"
    PRINT = "print the result"
    AGAIN = "play the same game again"


def result_screen(view: View, end: Ended) -> Screen[FromResult]:
    state = end.state
    assert isinstance(state.turn, Over)
    winners = state.turn.winners
    lines = [_line(end, seat, seat in winners) for seat in game(end.name).ranking(end.state)]
    proof: list[Node[FromResult]] = []
    if end.seal is not None:
        seal, secret = short_seal(end.seal), short_seal(end.secret)
        sealed = say("Dice sealed: {seal} …   Secret: {secret} …", seal=seal, secret=secret)
        proof.append(Text(says=sealed, size=Size.SMALL, tone=Tone.QUIET))
    if end.kept is not None:
        proof.append(Text(says=end.kept, size=Size.SMALL, tone=Tone.QUIET))
    return Screen(
        root=framed(
            view,
            end.game.TITLE,
            Space(),
            Text(says=headline(end), size=Size.HUGE, bold=True, tone=Tone.ACCENT, align=Align.CENTRE, shrink=True),
            Space(),
            *lines,
            Space(),
            *proof,
            row(
                button(Target("menu", say("Menu"), FromResult.MENU)),
                *([button(Target("print", say("Print"), FromResult.PRINT))] if end.printable else []),
                button(Target("again", say("Again"), FromResult.AGAIN), main=True, grow=2),
                gap=12,
                middle=False,
            ),
            beside=say("Result"),
        ),
        start="again",
        back=FromResult.MENU,
        roll=FromResult.AGAIN,
        speaks=headline(end),
    )


def headline(end: Ended) -> Message:
    turn = end.state.turn
    assert isinstance(turn, Over)
    verdict = end.game.verdict(end.state)
    if verdict is not None:
        return verdict
    names = [end.state.table.seats[seat].name for seat in turn.winners]
    match names:
        case []:
            return say("Not this time")
        case [name]:
            return say("{name} wins!", name=name)
        case [*others, last]:
            return say("{names} and {last} win!", names=", ".join(others), last=last)
    raise AssertionError(names)


def _line(end: Ended, seat: int, won: bool) -> Area[FromResult]:
    place = end.places[seat]
    return Area(
        children=(
            row(
                Dot(tone=SEAT_TONES[place], number=place + 1, filled=won, size=34),
                Text(says=plain(end.state.table.seats[seat].name), size=Size.HEADING, bold=True, shrink=True, grow=2),
                Text(says=end.game.told(end.state, seat), tone=Tone.QUIET, align=Align.RIGHT, grow=3),
                gap=14,
            ),
        ),
        tone=Tone.RAISED if won else Tone.PANEL,
        ring=Tone.ACCENT if won else None,
        pad=10,
    )
