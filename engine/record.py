"""A game as a text file that people can read, write by hand and check: who played, what was rolled, what was chosen.

docs/records.md describes the format. `read` plays the game again while it reads, so a record it accepts is a game that
the rules allow; `verify` works out every roll again from the revealed secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from engine import dice, refusals
from engine.contract import AnyGame, AnyState, Event, IllegalEvent, Move, Roll, Seat, Table, ToRoll
from engine.games import game
from engine.naming import of_name, quoted
from engine.replay import positions
from engine.words import Message, say

TITLE = "dicebox record"
VERSION = "1"
ENTRIES = "game, seat NUMBER, bot NUMBER, first, option NAME, commitment, mix, secret"
LONGEST_RECORD = 1_000_000
LONGEST_LINE = 1_000

_ENTRY = re.compile(r"game|seat [1-9][0-9]?|bot [1-9][0-9]?|first|option \S+|commitment|mix|secret")
_EVENT = re.compile(r"(roll|[0-9]{1,3})(?!\S)")
_FIRST = re.compile(r"([1-9][0-9]?)( drawn)?")
_HEX = re.compile(r"[0-9a-fA-F]{64}")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Record:
    """All there is to know about a game, over or not."""

    game: str
    table: Table
    events: tuple[Event, ...] = ()
    commitment: str | None = None
    mix: str | None = None
    secret: bytes | None = None
    drawn: bool = False  # the box drew who begins


@dataclass(frozen=True, slots=True)
class Reading:
    """A record, the position in which it ends, and the lines on which its events and its entries stand."""

    record: Record
    state: AnyState
    lines: tuple[int, ...]
    entries: dict[str, int]


class RecordError(ValueError):
    """A record cannot be read. Put the file's name and a colon before it: `FILE:LINE: what is wrong`."""

    def __init__(self, line: int, reason: Message) -> None:
        super().__init__(f"{line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Proof:
    """How many rolls, from the first, are as the secret gives them, and the line and nature of the first problem."""

    rolls: int
    problem: tuple[int, Message] | None = None

    @property
    def ok(self) -> bool:
        return self.problem is None


def event_text(rules: AnyGame, event: Event) -> str:
    """An event on one line: `roll 6 4 3` or `1 go`, with the seat counted from 1."""
    if isinstance(event, Roll):
        return " ".join(("roll", *event.faces))
    return f"{event.seat + 1} {rules.text(event.action)}"


def parse_event(rules: AnyGame, text: str) -> Event:
    """The event on a line; raises ValueError with a sentence that says what was expected."""
    text = text.strip()
    start = _EVENT.match(text)
    if start is None:
        raise ValueError(f"expected 'roll' and its dice, or a seat's number and its choice, not {quoted(text)}")
    rest = text[start.end() :].strip()
    return Roll(tuple(rest.split())) if start[1] == "roll" else Move(int(start[1]) - 1, rules.parse(rest))


def write(record: Record) -> str:
    """The record's text; `read` gives the same record back, if its game could start at its table."""
    table, rules = record.table, game(record.game)
    lines = [f"{TITLE} {VERSION}", f"game: {record.game}"]
    lines += [f"seat {number}: {seat.name}" for number, seat in enumerate(table.seats, 1)]
    lines += [f"bot {number}: {seat.bot}" for number, seat in enumerate(table.seats, 1) if seat.bot is not None]
    if table.first or record.drawn:
        lines.append(f"first: {table.first + 1}{' drawn' if record.drawn else ''}")
    lines += [f"option {name}: {value}" for name, value in table.options]
    if record.commitment is not None:
        lines.append(f"commitment: {record.commitment}")
    if record.mix is not None:
        lines.append(f"mix: {record.mix}")
    lines.append("")
    lines += [event_text(rules, event) for event in record.events]
    if record.secret is not None:
        lines.append(f"secret: {record.secret.hex()}")
    return "\n".join(lines) + "\n"


def read(source: str | bytes) -> Reading:
    """The record in a file's text or bytes; raises RecordError if it is none, or no game that the rules allow."""
    lines = list(_lines(source))
    _check_title(lines)
    entries, moments = _sort(lines[1:])
    rules = _game(entries)
    table, drawn = _table(rules, entries)
    events = []
    with _on(entries["game"].line):
        state = rules.start(table)
    for line, text in moments:
        with _on(line):
            events.append(parse_event(rules, text))
            state = state.apply(events[-1])
    secret = _hex(entries, "secret")
    record = Record(
        rules.name,
        table,
        tuple(events),
        _hex(entries, "commitment"),
        _hex(entries, "mix"),
        None if secret is None else bytes.fromhex(secret),
        drawn,
    )
    places = {key: entry.line for key, entry in entries.items()}
    return Reading(record, state, tuple(line for line, _ in moments), places)


def verify(reading: Reading) -> Proof:
    """Whether the box rolled what it had sealed before the game."""
    record, places = reading.record, reading.entries
    if record.commitment is None:
        return Proof(0, (1, say("there is no commitment, so nobody can tell whether the rolls are fair")))
    if record.secret is None:
        return Proof(0, (1, say("there is no secret yet; it is revealed when the game has ended")))
    if dice.commitment(record.secret) != record.commitment:
        return Proof(0, (places["secret"], say("this is not the secret that was sealed before the game")))
    fair = dice.FairDice(record.secret, record.mix or dice.mix(()))
    if record.drawn and record.table.first != (first := fair.first(len(record.table.seats))):
        return Proof(0, (places["first"], say("the secret lets seat {number} begin", number=first + 1)))
    rules = game(record.game)
    rolls = 0
    before = positions(rules.start(record.table), record.events)
    for line, event, state in zip(reading.lines, record.events, before, strict=False):
        if isinstance(state.turn, ToRoll):
            expected = fair.roll(rolls + 1, state.turn.dice)
            if event != expected:
                reason = say("the secret gives another roll: {faces}", faces=" ".join(expected.faces))
                return Proof(rolls, (line, reason))
            rolls += 1
    return Proof(rolls)


class _Entry(NamedTuple):
    line: int
    value: str


def _lines(source: str | bytes) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    if len(source) > LONGEST_RECORD:
        raise RecordError(
            1, say("this is too long for a record, which has at most {most} characters", most=LONGEST_RECORD)
        )
    if isinstance(source, bytes):
        source = _decoded(source)
    for line, text in enumerate(source.removeprefix("\ufeff").split("\n"), 1):
        text = text.strip(" \t\r")
        if len(text) > LONGEST_LINE:
            raise RecordError(line, say("a line has at most {most} characters", most=LONGEST_LINE))
        if control := _CONTROL.search(text):
            raise RecordError(
                line, say("the character {character} cannot stand in a record", character=f"U+{ord(control[0]):04X}")
            )
        if text and not text.startswith("#"):
            yield line, text


def _decoded(source: bytes) -> str:
    try:
        return source.decode()
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise RecordError(line, say("this is not UTF-8 text; save the file as UTF-8")) from None


def _check_title(lines: list[tuple[int, str]]) -> None:
    line, title = lines[0] if lines else (1, "")
    name, _, version = title.rpartition(" ")
    if name != TITLE:
        raise RecordError(
            line, say("this is no record: it does not begin with {title}", title=quoted(f"{TITLE} {VERSION}"))
        )
    if version != VERSION:
        raise RecordError(
            line,
            say(
                "this box reads records of version {known}, not of version {version}",
                known=VERSION,
                version=quoted(version),
            ),
        )


def _sort(lines: list[tuple[int, str]]) -> tuple[dict[str, _Entry], list[tuple[int, str]]]:
    """The entries by their keys, and the lines of the events; entries come first, the secret alone comes last."""
    entries: dict[str, _Entry] = {}
    events: list[tuple[int, str]] = []
    for line, text in lines:
        if _EVENT.match(text):
            if "secret" in entries:
                raise RecordError(line, say("nothing follows the secret, which is revealed when the game has ended"))
            events.append((line, text))
            continue
        key, colon, value = text.partition(":")
        key = " ".join(key.split())
        if not colon:
            raise RecordError(
                line, say("expected a roll, a seat's choice or an entry with a colon, not {text}", text=quoted(text))
            )
        if not _ENTRY.fullmatch(key):
            raise RecordError(line, say("there is no entry {key}; there is {known}", key=quoted(key), known=ENTRIES))
        if key in entries:
            raise RecordError(line, say("{key} stands already on line {line}", key=quoted(key), line=entries[key].line))
        if events and key != "secret":
            raise RecordError(line, say("{key} must stand before the first roll", key=quoted(key)))
        entries[key] = _Entry(line, value.strip())
    return entries, events


def _game(entries: dict[str, _Entry]) -> AnyGame:
    if "game" not in entries:
        raise RecordError(1, say("there is no entry {key}; write one below the first line", key="game"))
    line, name = entries["game"]
    with _on(line):
        return game(name)


def _table(rules: AnyGame, entries: dict[str, _Entry]) -> tuple[Table, bool]:
    """Who sits there, and whether the box drew who begins."""
    last = entries["game"].line
    seats: tuple[Seat, ...] = ()
    for key, (line, value) in entries.items():
        if key.startswith("seat "):
            last, number = line, len(seats) + 1
            if key != f"seat {number}":
                raise RecordError(line, say("seats are numbered in order: here comes seat {number}", number=number))
            _refuse(line, of_name(value))
            bot = entries.get(f"bot {number}")
            seats += (Seat(value, None if bot is None else bot.value),)
    _refuse(last, refusals.of_count(len(seats), rules.players))
    first, drawn = 0, False
    options: tuple[tuple[str, str], ...] = ()
    for key, (line, value) in entries.items():
        kind, _, name = key.partition(" ")
        if kind == "bot":
            _refuse(line, refusals.of_seat(int(name) - 1, seats) or refusals.of_bot(value))
        elif kind == "option":
            _refuse(line, refusals.of_option(name, value, rules.options))
            options += ((name, value),)
        elif kind == "first":
            first, drawn = _first(line, value)
            _refuse(line, refusals.of_seat(first, seats))
    return Table(seats, first, options), drawn


def _first(line: int, value: str) -> tuple[int, bool]:
    begins = _FIRST.fullmatch(" ".join(value.split()))
    if begins is None:
        reason = say(
            "expected the number of the seat that begins, or {example} if the box drew it, not {value}",
            example=quoted("2 drawn"),
            value=quoted(value),
        )
        raise RecordError(line, reason)
    return int(begins[1]) - 1, begins[2] is not None


@contextmanager
def _on(line: int) -> Iterator[None]:
    """What is refused in here is wrong on this line."""
    try:
        yield
    except IllegalEvent as error:
        raise RecordError(line, error.reason) from None
    except ValueError as error:
        raise RecordError(line, say("{problem}", problem=str(error))) from None


def _refuse(line: int, reason: Message | None) -> None:
    if reason is not None:
        raise RecordError(line, reason)


def _hex(entries: dict[str, _Entry], key: str) -> str | None:
    if key not in entries:
        return None
    line, value = entries[key]
    if not _HEX.fullmatch(value):
        raise RecordError(
            line, say("{key} has 64 digits from 0 to 9 and from a to f, not {value}", key=key, value=quoted(value))
        )
    return value.lower()
