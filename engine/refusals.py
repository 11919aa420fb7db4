"""Why the box refuses something, in the same words for every game: a table, a seat's move, a roll.

Each function gives the reason, or None if there is nothing to refuse.
"""

from __future__ import annotations

from engine.contract import Option, Over, Roll, Seat, Table, ToChoose, ToRoll, Turn
from engine.naming import LONGEST_NAME, of_name, quoted
from engine.players import Players
from engine.words import Message, say, say_count


def of_table(table: Table, players: Players, options: tuple[Option, ...]) -> Message | None:
    """Why a game for these players, with these options, cannot start at this table."""
    reasons = [of_count(len(table.seats), players)]
    reasons += [of_name(seat.name) or of_bot(seat.bot) for seat in table.seats]
    reasons.append(of_seat(table.first, table.seats))
    reasons += [of_option(name, value, options) for name, value in table.options]
    return next((reason for reason in reasons if reason is not None), None)


def of_count(count: int, players: Players) -> Message | None:
    """Why so many cannot play."""
    if players.allow(count):
        return None
    return say(
        "this game is for {least} to {most} players, not for {count}",
        least=players.least,
        most=players.most,
        count=count,
    )


def of_bot(strength: str | None) -> Message | None:
    """Why this cannot be a bot's strength. Which strengths there are is the game's own affair."""
    if strength is None or (of_name(strength) is None and " " not in strength):
        return None
    return say(
        "a bot's strength is one word of at most {longest} characters, not {word}",
        longest=LONGEST_NAME,
        word=quoted(strength),
    )


def of_seat(seat: int, seats: tuple[Seat, ...]) -> Message | None:
    """Why nobody can sit there."""
    return None if 0 <= seat < len(seats) else say("there is no seat {number} at this table", number=seat + 1)


def of_option(name: str, value: str, options: tuple[Option, ...]) -> Message | None:
    """Why an option cannot have this value."""
    known = {option.name: option for option in options}
    if not known:
        return say("this game has no options, so not {name}", name=quoted(name))
    if name not in known:
        return say("there is no option {name}; there is {known}", name=quoted(name), known=", ".join(known))
    option = known[name]
    if value in option.values:
        return None
    if option.why_not is not None:
        return option.why_not(value)
    return say(
        "option {name} cannot be {value}; it can be {known}",
        name=name,
        value=quoted(value),
        known=", ".join(option.values),
    )


def of_choosing(seat: int, turn: Turn, seats: tuple[Seat, ...]) -> Message:
    """The reason to give to a seat that wants to choose something but may not choose anything now."""
    if reason := of_seat(seat, seats):
        return reason
    match turn:
        case Over():
            return say("the game is over")
        case ToRoll():
            return say("first the dice are rolled")
        case ToChoose():
            return say("it is not {name}'s turn", name=seats[seat].name)


def of_roll(roll: Roll, turn: Turn) -> Message | None:
    """Why these dice cannot have been rolled now."""
    if isinstance(turn, Over):
        return say("the game is over")
    if isinstance(turn, ToChoose):
        return say("no roll now: first somebody has to choose")
    if len(roll.faces) != len(turn.dice):
        return say_count(
            "{n} die is rolled now, not {rolled}",
            "{n} dice are rolled now, not {rolled}",
            len(turn.dice),
            rolled=len(roll.faces),
        )
    for face, die in zip(roll.faces, turn.dice, strict=True):
        if face not in die.faces:
            return say("{face} is no face of this die; it has {faces}", face=quoted(face), faces=" ".join(die.faces))
    return None
