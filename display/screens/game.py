"""The screen of a game being played: a sheet large, the dice, what may be chosen, and all seats at a glance."""

from __future__ import annotations

from typing import Never

from msgspec import Struct
from msgspec.structs import replace

from display.choices import EnterRoll, GameChoice, InGame, Narrow, Path, Shows, ShowSheet
from display.games.offer import Offer, without_targets
from display.games.view import GameView
from display.motion import tumble_time
from display.screens.frame import View, framed
from display.tree import (
    SEAT_TONES,
    Align,
    Area,
    Dice,
    Dot,
    Face,
    Node,
    Screen,
    Size,
    Space,
    Stack,
    Step,
    Target,
    Text,
    Tone,
    button,
    offered,
    plain,
    row,
    walk_targets,
)
from engine.contract import AnyState, Die, Over, ToChoose, ToRoll, acting
from engine.words import Message, say


class Playing(Struct, frozen=True):
    """A game as the table sees it. `places` are the seats' numbers on the panel, which may have gaps."""

    game: GameView
    state: AnyState
    places: tuple[int, ...]
    shown: int  # the seat whose sheet is large
    path: Path = ()  # what that seat has narrowed its choice to
    can_undo: bool = False
    hint: Message | None = None
    news: Message | None = None
    thinking: bool = False  # a bot is to act
    real_dice: bool = False  # thrown by hand; their faces are entered, `path` has those so far
    rolling: tuple[Face[Never], ...] = ()  # dice in the air; the state is still the one before
    thrown_at: float | None = None
    left: int | None = None  # seconds, if a clock runs

    @property
    def settles_at(self) -> float | None:
        """When the dice in the air lie still."""
        thrown = sum(face.tumbles for face in self.rolling)
        return None if self.thrown_at is None else self.thrown_at + tumble_time(thrown)


def game_screen(view: View, now: Playing) -> Screen[GameChoice]:
    """What is seen and may be chosen at this moment of a game."""
    offer = _offer(now)
    choices = _choices(offer)
    throws = next((InGame.ROLL for target in offer.buttons if target.choice is InGame.ROLL), None)
    targets = {target.name: target.choice for target in walk_targets(offer.sheet)} | {
        target.name: target.choice for target in choices
    }
    start = offer.start if offer.start in targets else choices[0].name if choices else ""
    if view.portrait:
        offer = replace(offer, sheet=offer.upright or offer.sheet)
    body = _portrait(now, offer) if view.portrait else _landscape(now, offer)
    return Screen(
        root=framed(view, now.game.TITLE, *body, beside=_where(now), news=now.news),
        start=start,
        back=Narrow(now.shown, now.path[:-1]) if now.path else InGame.PAUSE,
        roll=throws or targets.get(offer.bold),
        seats=tuple((place, _seat_button(now, offer, seat, throws)) for seat, place in enumerate(now.places)),
        typing=offer.room is not None,
        entering=offer.entering,
        moving_until=now.settles_at,
        speaks=now.news,
    )


def _where(now: Playing) -> Message:
    where = now.game.where(now.state)
    return where if now.left is None else say("{where} · {n} s left", where=where, n=now.left)


def _offer(now: Playing) -> Offer:
    """What the game offers to the seat that is shown, and what the box offers instead while nobody can choose."""
    state, game, seats = now.state, now.game, now.state.table.seats
    offer = game.offer(state, now.shown, now.path)
    bots_own = seats[now.shown].bot is not None
    if bots_own:
        offer = without_targets(offer)
    quicker: Target[GameChoice] = Target("skip", say("Quicker"), InGame.SKIP)
    if now.rolling:
        still = replace(offer.tray, faces=now.rolling, tumble=now.thrown_at)
        return replace(offer, tray=still, placements=(), buttons=(quicker,), bold=quicker.name)
    if now.thinking:
        return replace(offer, asks=say("Thinking …"), placements=(), buttons=(quicker,), bold=quicker.name)
    match state.turn:
        case ToRoll(dice=dice) if now.real_dice:
            return _entering(now, offer, dice)
        case ToRoll():
            return replace(offer, buttons=(Target("roll", game.rolls(state), InGame.ROLL),))
        case Over():
            return replace(offer, buttons=(Target("result", say("Result"), InGame.RESULT),), bold="result")
        case ToChoose(seats=choosing) if bots_own or now.shown not in choosing:
            people = [seat for seat in state.waits_for if seats[seat].bot is None]
            seat = (people or state.waits_for)[0]
            waited = Target("waited", say("On with {name}", name=seats[seat].name), ShowSheet(seat))
            return replace(
                offer, asks=say("Thinking …") if bots_own else offer.asks, buttons=(waited,), bold=waited.name
            )
    return offer


def _entering(now: Playing, offer: Offer, dice: tuple[Die, ...]) -> Offer:
    """One die after the other: which face is up?"""
    game, path = now.game, now.path
    die = dice[len(path)]
    faces: list[Face[GameChoice]] = []
    for face in dict.fromkeys(die.faces):
        choice: GameChoice = Narrow(now.shown, (*path, Shows(face)))
        if len(path) + 1 == len(dice):
            choice = EnterRoll((*(step.face for step in path if isinstance(step, Shows)), face))
        faces.append(offered(game.face(face), Target(f"face {face}", game.face_label(face), choice)))
    asks = say("Die {n} of {all}: what does it show?", n=len(path) + 1, all=len(dice))
    back = Target("back", say("Back"), Narrow(now.shown, path[:-1]))
    tray = Dice(faces=tuple(faces), across=(len(faces) + 1) // 2)
    return Offer(asks=asks, sheet=offer.sheet, tray=tray, buttons=(back,) if path else ())


def _choices(offer: Offer) -> tuple[Target[GameChoice], ...]:
    dice = tuple(face.target for face in offer.tray.faces if face.target is not None)
    return (*dice, *offer.placements, *offer.buttons)


def _seat_button(now: Playing, offer: Offer, seat: int, throws: GameChoice | None) -> GameChoice | Step:
    """Your own button throws the dice, or steps through your choices; another's shows that sheet."""
    acts = seat in acting(now.state.turn) and not now.thinking
    if acts and throws is not None:
        return throws
    steps = Step(1) if acts and now.shown == seat else ShowSheet(seat)
    return dict(offer.own).get(seat, steps)


def _landscape(now: Playing, offer: Offer) -> tuple[Node[GameChoice], ...]:
    middle = row(
        Area(children=_sheet(now, offer), gap=10, pad=18, grow=12, tone=Tone.PANEL),
        Area(children=_side(now, offer), gap=12, pad=18, grow=7, tone=Tone.PANEL),
        gap=14,
        grow=1,
        middle=False,
    )
    return (middle, row(*_cards(now, offer), gap=12, middle=False)) if len(now.places) > 1 else (middle,)


def _portrait(now: Playing, offer: Offer) -> tuple[Node[GameChoice], ...]:
    cards = _cards(now, offer) if len(now.places) > 1 else ()
    per_row = 3 if len(cards) > 4 or len(cards) == 3 else 2
    strips = [row(*cards[i : i + per_row], gap=10, middle=False) for i in range(0, len(cards), per_row)]
    return (
        Area(children=_sheet(now, offer), gap=10, pad=16, grow=4, tone=Tone.PANEL),
        Area(children=_side(now, offer), gap=12, pad=16, grow=5, tone=Tone.PANEL),
        *strips,
    )


def _sheet(now: Playing, offer: Offer) -> tuple[Node[GameChoice], ...]:
    if offer.title is not None:
        return (Text(says=offer.title, size=Size.HEADING, bold=True, shrink=True), offer.sheet)
    seat = now.shown
    name = plain(now.state.table.seats[seat].name)
    dot = Dot(tone=SEAT_TONES[now.places[seat]], number=now.places[seat] + 1, filled=seat in acting(now.state.turn))
    return (
        row(dot, Text(says=name, size=Size.HEADING, bold=True, shrink=True, grow=1), gap=10),
        offer.sheet,
    )


def _side(now: Playing, offer: Offer) -> tuple[Node[GameChoice], ...]:
    """Who is asked what, the dice, and the choices."""
    lines: list[Node[GameChoice]] = []
    who = offer.heading or _asked(now)
    if who is not None:
        lines += [
            Text(says=who, size=Size.HEADING, bold=True, shrink=True),
            Text(says=offer.asks, tone=Tone.QUIET),
        ]
    else:
        lines.append(Text(says=offer.asks, size=Size.HEADING, bold=True))
    if now.hint is not None:
        lines.append(Text(says=now.hint, tone=Tone.ACCENT))
    choices: list[Node[GameChoice]] = [_placements(offer.placements)] if offer.placements else []
    main = not offer.placements and not any(face.target for face in offer.tray.faces)
    if offer.buttons:
        buttons = [button(target, main=main and i == 0) for i, target in enumerate(offer.buttons)]
        choices.append(row(*buttons, gap=10, middle=False))
    return (*lines, offer.tray, *choices, _helps(now))


def _asked(now: Playing) -> Message | None:
    seats = now.state.waits_for
    if not seats:
        return None
    seat = now.shown if now.shown in seats else seats[0]
    name = now.state.table.seats[seat].name
    return say("{name}'s turn", name=name) if len(seats) == 1 else say("{name}: choose", name=name)


def _placements(placements: tuple[Target[GameChoice], ...]) -> Node[GameChoice]:
    """Many choices alike, one at a time; a finger steps with the arrows, the knob without."""
    cards = Stack(
        children=tuple(_placement(target, number, len(placements)) for number, target in enumerate(placements, 1)),
        grow=1,
    )
    if len(placements) == 1:
        return row(cards, middle=False)
    back: Area[GameChoice] = button(Target("place before", plain("‹"), Step(-1), touch_only=True), grow=0)
    on: Area[GameChoice] = button(Target("place after", plain("›"), Step(1), touch_only=True), grow=0)
    return row(back, cards, on, gap=8, middle=False)


def _placement(target: Target[GameChoice], number: int, count: int) -> Area[GameChoice]:
    head: list[Node[GameChoice]] = [Text(says=target.label, bold=True, shrink=True, grow=1)]
    if count > 1:
        head.append(Text(says=plain(f"{number}/{count}"), size=Size.SMALL, tone=Tone.QUIET, align=Align.RIGHT))
    lines: list[Node[GameChoice]] = [row(*head, gap=8)]
    if target.detail is not None:
        lines.append(Text(says=target.detail, size=Size.SMALL, tone=Tone.QUIET))
    return Area(children=(Space(), *lines, Space()), target=target, tone=Tone.RAISED, gap=2, pad=10, grow=1)


def _helps(now: Playing) -> Node[GameChoice]:
    helps = []
    if not now.rolling and not now.thinking and isinstance(now.state.turn, ToChoose):
        helps.append(Target("hint", say("Hint"), InGame.HINT))
    if now.can_undo:
        helps.append(Target("undo", say("Undo"), InGame.UNDO))
    helps.append(Target("pause", say("Menu"), InGame.PAUSE))
    return row(*(button(target) for target in helps), gap=10, middle=False)


def _cards(now: Playing, offer: Offer) -> tuple[Area[GameChoice], ...]:
    seats, own = acting(now.state.turn), dict(offer.own)
    return tuple(_card(now, seat, seat in seats, own.get(seat, ShowSheet(seat))) for seat in range(len(now.places)))


def _card(now: Playing, seat: int, acts: bool, choice: GameChoice) -> Area[GameChoice]:
    who = now.state.table.seats[seat]
    place = now.places[seat]
    name = Text(says=plain(who.name), bold=True, shrink=True, grow=1, tone=Tone.INK if acts else Tone.QUIET)
    dot = Dot(tone=SEAT_TONES[place], number=place + 1, filled=acts, size=26)
    return Area(
        children=(row(dot, name, gap=8), now.game.glance(now.state, seat)),
        # The knob passes them by: seat buttons and the menu show sheets, and a turn takes fewer steps.
        target=Target(f"look {place + 1}", say("{name}'s sheet", name=who.name), choice, touch_only=True),
        tone=Tone.RAISED if seat == now.shown else Tone.PANEL,
        ring=SEAT_TONES[place] if acts else None,
        gap=8,
        pad=10,
        grow=1,
    )
