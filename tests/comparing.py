"""Plays a game twice at the same time, by `engine` and by its plain telling, and stops at the first difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from engine.contract import AnyGame, AnyState, IllegalEvent, Move, Over, Roll, Table, ToChoose, ToRoll


class Plain(Protocol):
    """What a plain game offers, with every action as its text."""

    def turn(self) -> tuple[Any, ...]:
        """("roll", seat, how many dice), ("seats", those who may act) or ("over", winners)."""

    def dice(self) -> list[tuple[str, ...]]: ...

    def roll(self, faces: Sequence[str]) -> None: ...

    def legal(self, seat: int) -> set[str]: ...

    def act(self, seat: int, text: str) -> None: ...

    def scores(self) -> list[tuple[int, dict[str, int]]]: ...


Telling = TypeVar("Telling", bound=Plain)


class SideBySide(Generic[Telling]):
    """One game, both ways; after every event everything that can be seen of it is compared."""

    def __init__(self, rules: AnyGame, table: Table, plain: Telling) -> None:
        self.rules = rules
        self.state: AnyState = rules.start(table)
        self.plain = plain
        self.seats = range(len(table.seats))
        self.legal: list[set[str]] = []  # what each seat may do now
        self.said: list[str] = []
        self.story = [f"{rules.name}, {len(self.seats)} seats, seat {table.first + 1} first, {dict(table.options)}"]
        self.compare()

    @property
    def turn(self) -> tuple[Any, ...]:
        return self.plain.turn()

    @property
    def over(self) -> bool:
        return bool(self.turn[0] == "over")

    def roll(self, faces: Sequence[str]) -> None:
        self.story.append(" ".join(("roll", *faces)))
        self.state = self.state.apply(Roll(tuple(faces)))
        self.plain.roll(faces)
        self.compare()

    def act(self, seat: int, text: str) -> None:
        self.said.append(text)
        self.story.append(f"{seat + 1} {text}")
        self.state = self.state.apply(Move(seat, self.rules.parse(text)))
        self.plain.act(seat, text)
        self.compare()

    def attempt(self, seat: int, text: str) -> None:
        """Whatever somebody says, the engine takes it for legal exactly if it is."""
        try:
            action = self.rules.parse(text)
        except ValueError:
            self.same(f"{text!r} is legal", False, text in self.legal[seat])
            return
        allowed = self.rules.text(action) in self.legal[seat]
        self.same(f"{text!r} is legal for seat {seat + 1}", action in self.state.legal(seat), allowed)
        try:
            self.state.apply(Move(seat, action))
            accepted = True
        except IllegalEvent:
            accepted = False
        self.same(f"{text!r} is taken from seat {seat + 1}", accepted, allowed)

    def compare(self) -> None:
        self.same("turn", seen_turn(self.state), self.plain.turn())
        if isinstance(self.state.turn, ToRoll):
            self.same("dice", [sorted(die.faces) for die in self.state.turn.dice], [*map(sorted, self.plain.dice())])
        self.legal = [self.plain.legal(seat) for seat in self.seats]
        for seat, expected in enumerate(self.legal):
            actions = self.state.legal(seat)
            texts = set(map(self.rules.text, actions))
            self.same(f"number of actions of seat {seat + 1}", len(actions), len(texts))
            # Two differences of sets are the same only if both are empty, and they say what is missing where.
            self.same(f"only one offers to seat {seat + 1}", texts - expected, expected - texts)
        self.same("scores", [(score.total, dict(score.parts)) for score in self.state.scores()], self.plain.scores())

    def same(self, what: str, engine: object, plain: object) -> None:
        if engine != plain:
            raise AssertionError("\n".join((*self.story, f"{what}:", f"  engine {engine}", f"  plain  {plain}")))


def seen_turn(state: AnyState) -> tuple[Any, ...]:
    """The engine's turn in the words of a plain game."""
    match state.turn:
        case ToRoll(seat, dice):
            return ("roll", seat, len(dice))
        case ToChoose(seats):
            return ("seats", tuple(sorted(seats)))
        case Over(winners):
            return ("over", winners)


def slip(text: str, other: str, luck: Random) -> str:
    """What somebody says who means this text: perhaps with a word left out or with one of another text."""
    words = text.split()
    place = luck.randrange(len(words) + 1)
    words[place : place + luck.randrange(2)] = luck.sample(other.split(), luck.randrange(2))
    return " ".join(words)


# Given a plain game, the seat that acts, its legal texts in order, and luck: the text that is chosen.
Habit = Callable[[Any, int, Sequence[str], Random], str]


def blindly(game: Plain, seat: int, legal: Sequence[str], luck: Random) -> str:
    return luck.choice(legal)


def play_on(game: SideBySide[Any], ways: Sequence[Habit], luck: Random, moves: int) -> int:
    """So many moves, or fewer if the game ends, each seat in its own way; before each, somebody says something odd."""
    played = 0
    while played < moves and not game.over:
        if game.turn[0] == "roll":
            game.roll([luck.choice(faces) for faces in game.plain.dice()])
            continue
        seat = luck.choice(game.turn[1])
        legal = sorted(game.legal[seat])
        game.attempt(luck.choice(game.seats), slip(luck.choice(legal), luck.choice(legal), luck))
        game.act(seat, ways[seat](game.plain, seat, legal, luck))
        played += 1
    return played


def campaign(begin: Callable[[Random], tuple[SideBySide[Any], Sequence[Habit]]], moves: int, luck: Random) -> None:
    """So many moves, in whole games and in some that are broken off, since most of a blind game is its poor end."""
    while moves > 0:
        game, ways = begin(luck)
        moves -= play_on(game, ways, luck, luck.choice((20, 100, moves)))


LUCK = st.integers(0, 2**32).map(Random)


class Play(RuleBasedStateMachine):
    """Hypothesis rolls, chooses and tries things; a game's own machine begins it with `game`."""

    game: SideBySide[Any]

    @precondition(lambda self: self.game.turn[0] == "roll")
    @rule(data=st.data())
    def roll(self, data: st.DataObject) -> None:
        self.game.roll([data.draw(st.sampled_from(faces)) for faces in self.game.plain.dice()])

    @precondition(lambda self: self.game.turn[0] == "seats")
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.game.turn[1]))
        self.game.act(seat, data.draw(st.sampled_from(sorted(self.game.legal[seat]))))

    @precondition(lambda self: not self.game.over)
    @rule(luck=LUCK, moves=st.integers(1, 50))
    def play_on(self, luck: Random, moves: int) -> None:
        play_on(self.game, [blindly] * len(self.game.seats), luck, moves)

    @precondition(lambda self: self.game.said)
    @rule(data=st.data(), luck=LUCK)
    def misspeak(self, data: st.DataObject, luck: Random) -> None:
        said = st.sampled_from(self.game.said)
        odd = slip(data.draw(said), data.draw(said), luck)
        self.game.attempt(data.draw(st.sampled_from(self.game.seats)), odd)

    @rule(text=st.text())
    def babble(self, text: str) -> None:
        for seat in self.game.seats:
            self.game.attempt(seat, text)
