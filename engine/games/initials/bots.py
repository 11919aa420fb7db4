"""Bots for Initials: words of the box's lists come to their mind one after the other, as words do.

Every word that a bot knows comes at a moment of its own, so the fewer fit the dice, the longer the first one takes. A
beginner knows few words and says the first that comes; a master knows nearly all, and waits a little for a better one.

What comes to a bot's mind, and when, follows from its seat and the dice: it is asked again whenever something happens
at the table and must not have changed its mind. Its buzz carries the time at which it would press the button.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from engine.contract import Bot
from engine.games.initials.calls import Buzz, Call, Retreat, Vote, Word
from engine.games.initials.choices import Idea, ideas
from engine.games.initials.rules import Initials
from engine.games.initials.variants import OPEN
from engine.words import Message, say, say_count

READING = 2.0  # seconds that everybody needs to see the dice, and to think of something else after a word
EASY = 12  # words that fit: if there are more, the first one comes no faster
PATIENCE = 90.0  # seconds without an idea, then a bot gives up


class Mind(NamedTuple):
    """The share of the box's words that a bot knows, the seconds in which a word comes on average if it is the only one
    that fits, and the seconds that the bot waits for a better one."""

    share: float
    seconds: float
    waits: float


MINDS = {"beginner": Mind(0.4, 60.0, 0.0), "steady": Mind(0.7, 40.0, 1.0), "master": Mind(0.95, 25.0, 1.5)}
STRENGTHS = tuple(MINDS)


class Plan(NamedTuple):
    """A word to give, and when to buzz for it, in milliseconds."""

    time: int
    idea: Idea


class Thinker:
    """Plays by what comes to its mind."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind

    def choose(self, state: Initials, seat: int) -> Call:
        if seat in state.voting:
            doubted = state.judged is not None and state.judged.root_of is not None
            return Vote.CONTEST if doubted else Vote.ACCEPT
        plan = self.plan(state, seat)
        if seat == state.speaker:
            if plan is None or plan.time > state.queue[0].time:  # somebody else has said its word meanwhile
                return Retreat.WITHDRAW
            return _word(state, plan.idea)
        if plan is None:
            return Retreat.GIVE_UP
        call = Buzz(plan.time) if state.is_race else _word(state, plan.idea)
        return call if call in state.legal(seat) else Retreat.GIVE_UP

    def plan(self, state: Initials, seat: int) -> Plan | None:
        """What it will say, if anything."""
        thoughts = self._thoughts(state, seat)
        slower = max(1.0, len(thoughts) / EASY) * self._mind.seconds
        first = min([moment * slower for moment, _ in thoughts], default=PATIENCE)
        if first >= PATIENCE:
            return None
        buzz = first if state.is_black else first + self._mind.waits
        best = max([idea for moment, idea in thoughts if moment * slower <= buzz], key=lambda idea: idea.worth)
        again = state.earliest[seat] + 1000 * READING if state.earliest[seat] else 0.0
        return Plan(round(max(1000 * (READING + buzz), again)), best)

    def _thoughts(self, state: Initials, seat: int) -> list[tuple[float, Idea]]:
        """The words that it knows and that would do, each with the moment at which it comes: 1 on average."""
        said = {said.word for said in state.heard}
        thoughts = []
        for theme in state.open_themes:
            fitting = {idea.word: idea for idea in ideas(state, theme) if idea.word not in said}
            luck = Random(f"{seat} {state.round} {theme} {state.letters} {state.colour}")
            for word in state.themes[theme].words:  # also those that do not fit, so that the others keep their moments
                known, moment = luck.random() < self._mind.share, luck.expovariate(1.0)
                if known and word in fitting:
                    thoughts.append((moment, fitting[word]))
        return thoughts


def bot(strength: str, luck: Random) -> Bot[Call]:
    if strength not in MINDS:
        raise ValueError(f"there is no bot {strength!r}; there is {', '.join(STRENGTHS)}")
    return Thinker(MINDS[strength])


def hint(state: Initials, seat: int) -> Message:
    """The best word that the box knows or, for those who judge one, whether the box knows it."""
    if state.judged is not None and seat in state.voting:
        word = state.judged.word
        if word is None:
            return say("the box has not heard the word")
        if state.known(state.judged):
            return say("the box knows {word} for this theme", word=word)
        return say("the box does not know {word} for this theme", word=word)
    nothing_to_say = None if seat == state.speaker else state.legal(seat).why_not(Retreat.GIVE_UP)
    if nothing_to_say is not None:
        return nothing_to_say
    every_idea = [idea for theme in state.open_themes for idea in ideas(state, theme)]
    best = max(every_idea, key=lambda idea: idea.worth, default=None)
    if best is None:
        return say("the box knows no word for this")
    return say_count("{word} would bring {n} token", "{word} would bring {n} tokens", best.worth, word=best.word)


def _word(state: Initials, idea: Idea) -> Word:
    return Word(idea.word, idea.theme if state.setup.variant == OPEN else None)
