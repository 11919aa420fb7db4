"""The command line: play, and look at games and records without a screen. An error is one sentence and exit code 1."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from device.keeping.places import places
from display.language import LANGUAGES
from engine.games import GAMES, bots, game
from engine.naming import quoted

if TYPE_CHECKING:  # a command imports what it needs when it is run: the box is to start quickly
    from engine.record import Reading
    from hardware.equipment import Equipment

NAMES = ("Ada", "Ben", "Cleo", "Dina", "Emil", "Fay")


class Refused(Exception):
    """Something asked for cannot be done; the text is where, which is a line of a record or the box, and why."""

    def __init__(self, reason: object, where: str = "dicebox") -> None:
        super().__init__(f"{where}: {reason}")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message}; {self.prog} --help lists what there is")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give the exit code; only --help exits by itself."""
    try:
        asked = _parser().parse_args(arguments)
        asked.run(asked)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever read our output has seen enough
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> _Parser:
    parser = _Parser(prog="dicebox", description="A tabletop box for dice games.")
    commands = parser.add_subparsers(prog=parser.prog, metavar="COMMAND", required=True, parser_class=_Parser)

    def command(name: str, tells: str, *, prints: bool = True) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=tells, description=tells)
        made.set_defaults(run=globals()[f"_{name}"])
        if prints:
            made.add_argument("--json", action="store_true", help="for programs to read")
        return made

    command("games", "the games of the box")
    play = command("play", "start the box", prints=False)
    play.add_argument("--screen", choices=("auto", "full", "window", "terminal"), default="auto")
    play.add_argument("--size", metavar="WxH", help="the size of the window, e.g. 1280x720")
    play.add_argument("--data", type=Path, metavar="DIR", help="keep everything in this folder")
    play.add_argument("--language", choices=tuple(LANGUAGES), help="the language, this time only")
    demo = command("demo", "bots play a game; writes a record and pictures")
    demo.add_argument("game")
    demo.add_argument("--players", type=int, default=3, metavar="N")
    demo.add_argument("--out", type=Path, required=True, metavar="DIR")
    simulate = command("simulate", "bots play many games against each other")
    simulate.add_argument("game")
    simulate.add_argument("--players", type=int, metavar="N", help="default: as many as bots")
    simulate.add_argument("--games", type=int, default=1000, metavar="K")
    simulate.add_argument("--bots", nargs="+", default=[], metavar="BOT", help="one a seat, or one for all")
    simulate.add_argument("--seed", type=int, default=None)
    check = command("check", "look the machine over: each part is ok, or has its remedy")
    check.add_argument("--data", type=Path, metavar="DIR", help="the folder of the box, if it is not the usual one")
    check.add_argument("--watch", action="store_true", help="show every button, knob and lamp until Ctrl-C")
    for name, tells in (
        ("replay", "play a record again and tell its result"),
        ("moves", "the legal actions at the end of a record, or examples if there are too many"),
        ("verify", "work out every roll of a record again from the revealed secret"),
    ):
        command(name, tells).add_argument("file", metavar="FILE")
    return parser


def _print(asked: argparse.Namespace, data: object, lines: Sequence[str]) -> None:
    if asked.json:
        import json

        print(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        for line in lines:
            print(line)


def _known_game(name: str) -> str:
    try:
        return game(name).name
    except ValueError as fault:
        raise Refused(str(fault)) from None


def _players(name: str, count: int) -> int:
    allowed = game(name).players
    if not allowed.allow(count):
        raise Refused(f"{name} is for {allowed.least} to {allowed.most} players, not for {count}")
    return count


# Commands.


def _games(asked: argparse.Namespace) -> None:
    listed = [
        {
            "name": rules.name,
            "players": [rules.players.least, rules.players.most],
            "options": {option.name: list(option.values) for option in rules.options},
            "bots": list(bots(rules.name).STRENGTHS),
        }
        for rules in GAMES.values()
    ]
    lines = [
        f"{rules.name}: {rules.players.least} to {rules.players.most} players;"
        f" bots: {', '.join(bots(rules.name).STRENGTHS)}"
        for rules in GAMES.values()
    ]
    _print(asked, listed, lines)


def _check(asked: argparse.Namespace) -> None:
    from device import checking
    from device.keeping import settings
    from device.start import equipment, surroundings

    found = places(os.environ, asked.data)
    wanted, _ = settings.read(found.settings)
    if asked.watch:
        _watch(equipment(wanted))
        return
    findings = checking.check(equipment(wanted), found, surroundings())
    data = [{"part": finding.part, "ok": finding.ok, "text": finding.text} for finding in findings]
    _print(asked, data, checking.report(findings))
    faults = sum(not finding.ok for finding in findings)
    if faults:
        raise Refused(f"{faults} of {len(findings)} lines need a remedy; it stands in the line")


def _watch(wanted: Equipment) -> None:
    from hardware.clock import MonotonicClock
    from hardware.equipment import Machine, open_panels
    from hardware.inbox import Inbox
    from hardware.panels.live_view import watch

    clock, inbox = MonotonicClock(), Inbox()
    panels = open_panels(wanted, Machine(), clock, inbox)
    try:
        watch(panels, inbox, clock, print)
    finally:
        for panel in panels:
            panel.close()


def _play(asked: argparse.Namespace) -> None:
    size = None if asked.size is None else _size(asked.size)
    from device.start import start  # pygame and the panels are needed only here

    try:
        start(asked.screen, size, places(os.environ, asked.data), asked.language)
    except OSError as fault:
        raise Refused(str(fault)) from None


def _size(text: str) -> tuple[int, int]:
    import re

    numbers = re.fullmatch(r"([0-9]{3,4})[xX]([0-9]{3,4})", text)
    size = (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)
    if not all(320 <= side <= 7680 for side in size):
        raise Refused(f"--size takes two numbers from 320 to 7680 like 1280x720, not {quoted(text)}")
    return size


def _demo(asked: argparse.Namespace) -> None:
    name = _known_game(asked.game)
    count = _players(name, asked.players)
    from device.demo import demonstrate  # brings pygame

    try:
        asked.out.mkdir(parents=True, exist_ok=True)
        done, pictures = demonstrate(name, NAMES[:count], asked.out, "en")
    except OSError as fault:
        raise Refused(f"cannot write to {asked.out}: {fault.strerror}; give another folder with --out") from None
    written = str(asked.out / "game.record")
    data = {"game": name, "record": written, "events": len(done.events), "pictures": pictures}
    _print(asked, data, [f"{written}: {len(done.events)} events", f"{asked.out}: {pictures} pictures"])


def _simulate(asked: argparse.Namespace) -> None:
    import time

    from engine.simulate import simulate

    name = _known_game(asked.game)
    strengths = asked.bots or [bots(name).STRENGTHS[-1]]
    fewest = max(len(strengths), game(name).players.least)
    count = _players(name, fewest if asked.players is None else asked.players)
    if len(strengths) == 1:
        strengths = strengths * count
    if len(strengths) != count:
        raise Refused(f"{count} players need {count} bots, or one name for all; there are {len(strengths)}")
    if not 1 <= asked.games <= 10_000_000:
        raise Refused(f"--games takes 1 to 10000000, not {asked.games}")
    began = time.perf_counter()
    try:
        result = simulate(name, strengths, asked.games, asked.seed)
    except ValueError as fault:
        raise Refused(str(fault)) from None
    seconds = time.perf_counter() - began
    seats = [
        {
            "bot": seat.bot,
            "wins": seat.wins,
            "mean": seat.mean,
            "sd": seat.sd,
            "min": seat.min,
            "max": seat.max,
            "notes": dict(seat.notes),
        }
        for seat in result.seats
    ]
    data = {"game": name, "games": result.games, "seconds": round(seconds, 3), "seats": seats}
    lines = [f"{name}: {result.games} games in {seconds:.1f} s"]
    for number, seat in enumerate(result.seats, 1):
        notes = "".join(f", {key} {value:.2f}" for key, value in dict(seat.notes).items())
        lines.append(
            f"seat {number} ({seat.bot}): {seat.wins} wins, mean {seat.mean:.3f}, sd {seat.sd:.3f},"
            f" {seat.min} to {seat.max}{notes}"
        )
    _print(asked, data, lines)


def _read(path: str) -> Reading:
    from engine import record
    from engine.record import LONGEST_RECORD, RecordError

    try:
        with Path(path).open("rb") as file:
            return record.read(file.read(LONGEST_RECORD + 1))
    except OSError as fault:
        raise Refused(f"{path}: {fault.strerror}; give the name of a record file") from None
    except RecordError as fault:
        raise Refused(fault.reason, f"{path}:{fault.line}") from None


def _replay(asked: argparse.Namespace) -> None:
    from engine.contract import Over

    reading = _read(asked.file)
    turn = reading.state.turn
    winners = [seat + 1 for seat in turn.winners] if isinstance(turn, Over) else []
    scores = list(zip(reading.record.table.seats, reading.state.scores(), strict=True))
    data = {
        "game": reading.record.game,
        "over": isinstance(turn, Over),
        "events": len(reading.record.events),
        "seats": [
            {"name": seat.name, "total": score.total, "parts": dict(score.parts), "notes": dict(score.notes)}
            for seat, score in scores
        ],
        "winners": winners,
    }
    lines = [f"{data['game']}: {data['events']} events, {'over' if data['over'] else 'not over yet'}"]
    for number, (seat, score) in enumerate(scores, 1):
        told = ", ".join(f"{key} {value}" for key, value in (*score.parts, *score.notes))
        lines.append(f"{number} {seat.name}: {score.total} ({told}){' wins' if number in winners else ''}")
    _print(asked, data, lines)


def _moves(asked: argparse.Namespace) -> None:
    from engine.contract import Over, ToChoose, ToRoll

    reading = _read(asked.file)
    rules, state = game(reading.record.game), reading.state
    seats: dict[str, list[str]] = {}
    examples: list[str] = []  # the seats that may choose more than can be listed
    match state.turn:
        case ToRoll(seat=seat, dice=dice):
            turn = "roll"
            lines = [f"{len(dice)} dice are to be rolled by seat {seat + 1}"]
        case ToChoose(seats=acting):
            turn = "seats"
            seats = {str(seat + 1): [rules.text(action) for action in state.legal(seat)] for seat in acting}
            examples = [str(seat + 1) for seat in acting if state.legal(seat).examples_only]
            lines = [
                f"{seat}: {'for example ' if seat in examples else ''}{', '.join(actions)}"
                for seat, actions in seats.items()
            ]
        case Over():
            turn = "over"
            lines = ["the game is over"]
    _print(asked, {"turn": turn, "seats": seats} | ({"examples": examples} if examples else {}), lines)


def _verify(asked: argparse.Namespace) -> None:
    from engine import record

    verdict = record.verify(_read(asked.file))
    if verdict.problem is not None:
        line, reason = verdict.problem
        _print(asked, {"ok": False, "rolls": verdict.rolls}, ())
        raise Refused(reason, f"{asked.file}:{line}")
    _print(asked, {"ok": True, "rolls": verdict.rolls}, [f"all {verdict.rolls} rolls are as sealed before the game"])
