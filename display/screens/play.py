"""The screen of a game being played: a sheet large, the dice, what may be chosen, and all seats at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from display.choices import Hint, Look, Open, RollDice, Skip, Step, Undo
from display.games import GameView
from display.motion import tumble_time
from display.screens.frame import View, framed
from display.tree import (
    SEAT_TONES,
    Box,
    Dice,
    Dot,
    Face,
    Node,
    Screen,
    Size,
    Target,
    Text,
    Tone,
    button,
    plain,
    row,
)
from engine.contract import AnyState, Over, ToChoose, ToRoll
from engine.words import Message, say


@dataclass(frozen=True)
class Playing:
    """A game as the table sees it. `places` are the seats' numbers on the panel, which may have gaps."""

    game: GameView
    state: AnyState
    places: tuple[int, ...]
    shown: int  # the seat whose sheet is large
    can_undo: bool = False
    hint: Message | None = None
    news: Message | None = None
    thinking: bool = False  # a bot is to act
    rolling: tuple[Face, ...] = ()  # dice in the air; the state is still the one before
    thrown_at: float | None = None

    @property
    def settles_at(self) -> float | None:
        """When the dice in the air lie still."""
        thrown = sum(not face.gone for face in self.rolling)
        return None if self.thrown_at is None else self.thrown_at + tumble_time(thrown)


def play_screen(view: View, now: Playing) -> Screen:
    """What is seen and may be chosen at this moment of a game."""
    state = now.state
    acting = _acting(state)
    choices = _choices(now)
    body = _portrait(now, choices) if view.portrait else _landscape(now, choices)
    main = choices[0].name if choices else ""
    throws = next((target.choice for target in choices if target.choice == RollDice()), None)
    # Roll is the bold choice of every game: it throws the dice, or does what comes first in the list.
    roll = throws or (choices[0].choice if choices else None)
    return Screen(
        name="play",
        root=framed(view, now.game.TITLE, *body, beside=now.game.where(state), news=now.news),
        start=main,
        back=Open("pause"),
        roll=roll,
        seats=tuple((place, _seat_button(now, seat, acting, throws)) for seat, place in enumerate(now.places)),
        moving_until=now.settles_at,
        speaks=now.news,
    )


def _acting(state: AnyState) -> tuple[int, ...]:
    match state.turn:
        case ToRoll(seat=seat):
            return (seat,)
        case ToChoose(seats=seats):
            return seats
        case Over():
            return ()


def _choices(now: Playing) -> tuple[Target, ...]:
    if now.rolling or now.thinking:
        return (Target("skip", say("Quicker"), Skip()),)
    match now.state.turn:
        case ToRoll():
            return (Target("roll", now.game.rolls(now.state), RollDice()),)
        case ToChoose(seats=seats):
            seat = now.shown if now.shown in seats else seats[0]
            return now.game.actions(now.state, seat)
        case Over():
            return (Target("result", say("Result"), Open("result")),)


def _seat_button(now: Playing, seat: int, acting: tuple[int, ...], throws: object | None) -> object:
    """Your own button throws the dice, or steps through your choices; another's shows that sheet."""
    if seat not in acting or now.thinking:
        return Look(seat)
    if throws is not None:
        return throws
    return Step(1) if now.shown == seat else Look(seat)


def _landscape(now: Playing, choices: Sequence[Target]) -> tuple[Node, ...]:
    middle = row(
        Box(children=_sheet(now), gap=10, pad=20, grow=5, tone=Tone.PANEL),
        Box(children=(*_tray(now), *_buttons(now, choices)), gap=12, pad=18, grow=3, tone=Tone.PANEL),
        gap=14,
        grow=1,
        middle=False,
    )
    return middle, row(*_cards(now), gap=12, middle=False)


def _portrait(now: Playing, choices: Sequence[Target]) -> tuple[Node, ...]:
    cards = _cards(now)
    per_row = 3 if len(cards) > 4 or len(cards) == 3 else 2
    strips = [row(*cards[i : i + per_row], gap=10, middle=False) for i in range(0, len(cards), per_row)]
    return (
        Box(children=_sheet(now), gap=10, pad=16, grow=4, tone=Tone.PANEL),
        Box(children=(*_tray(now), *_buttons(now, choices)), gap=12, pad=16, grow=5, tone=Tone.PANEL),
        *strips,
    )


def _sheet(now: Playing) -> tuple[Node, ...]:
    seat = now.shown
    name = plain(now.state.table.seats[seat].name)
    dot = Dot(tone=SEAT_TONES[now.places[seat]], number=now.places[seat] + 1, filled=seat in _acting(now.state))
    return (
        row(dot, Text(says=name, size=Size.HEADING, bold=True, shrink=True, grow=1), gap=10),
        now.game.sheet(now.state, seat),
    )


def _tray(now: Playing) -> tuple[Node, ...]:
    acting = _acting(now.state)
    lines: list[Node] = []
    if acting:
        names = now.state.table.seats
        who = say("{name}'s turn", name=names[acting[0]].name)
        asks = say("Thinking …") if now.thinking else now.game.asks(now.state)
        lines += [Text(says=who, size=Size.HEADING, bold=True, shrink=True), Text(says=asks, tone=Tone.QUIET)]
    else:
        lines.append(Text(says=now.game.asks(now.state), size=Size.HEADING, bold=True))
    if now.hint is not None:
        lines.append(Text(says=now.hint, tone=Tone.ACCENT))
    faces = now.rolling or now.game.tray(now.state)
    return (*lines, Dice(faces=faces, tumble=now.thrown_at))


def _buttons(now: Playing, choices: Sequence[Target]) -> tuple[Node, ...]:
    main = row(*(button(target, main=i == 0) for i, target in enumerate(choices)), gap=10, middle=False)
    helps = []
    if not now.rolling and not now.thinking and isinstance(now.state.turn, ToChoose):
        helps.append(Target("hint", say("Hint"), Hint()))
    if now.can_undo:
        helps.append(Target("undo", say("Undo"), Undo()))
    helps.append(Target("pause", say("Menu"), Open("pause")))
    return main, row(*(button(target) for target in helps), gap=10, middle=False)


def _cards(now: Playing) -> tuple[Box, ...]:
    acting = _acting(now.state)
    return tuple(_card(now, seat, seat in acting) for seat in range(len(now.places)))


def _card(now: Playing, seat: int, acts: bool) -> Box:
    who = now.state.table.seats[seat]
    place = now.places[seat]
    name = Text(says=plain(who.name), bold=True, shrink=True, grow=1, tone=Tone.INK if acts else Tone.QUIET)
    dot = Dot(tone=SEAT_TONES[place], number=place + 1, filled=acts, size=26)
    return Box(
        children=(row(dot, name, gap=8), now.game.glance(now.state, seat)),
        target=Target(f"look {place + 1}", say("{name}'s sheet", name=who.name), Look(seat)),
        tone=Tone.RAISED if seat == now.shown else Tone.PANEL,
        ring=SEAT_TONES[place] if acts else None,
        gap=8,
        pad=10,
        grow=1,
    )
