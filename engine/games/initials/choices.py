"""What a seat of Initials can do now, and the words of the box's list that would do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.contract import Legal
from engine.games.initials.calls import COLOURS, Buzz, Call, Retreat, Says, Vote, Word, why_no_word
from engine.games.initials.judging import Said, fault
from engine.games.initials.letters import bare
from engine.games.initials.variants import OPEN, PRACTICE_SECONDS, SPOKEN, THEMES
from engine.words import Message, say

if TYPE_CHECKING:
    from engine.games.initials.rules import Initials


class Choices(Legal[Call]):
    """What a seat can do now. Nobody can list all words, so it lists a few for those who have no idea of their own;
    whether another one may be given, `why_not` tells."""

    def __init__(self, state: Initials, seat: int) -> None:
        self._state = state
        self._seat = seat
        self._votes = seat in state.voting
        self._races = seat in state.racing
        self._speaks = seat == state.speaker
        self._gives_word = self._speaks or (self._races and not state.is_race)

    @property
    def examples_only(self) -> bool:
        """There are any number of words to give, and of moments to buzz at."""
        return self._gives_word or (self._races and self._state.is_race)

    def __contains__(self, action: object) -> bool:
        return self.why_not(action) is None

    def __getitem__(self, index: int) -> Call:
        return self._listed[index]

    def __iter__(self) -> Iterator[Call]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    @cached_property
    def _listed(self) -> list[Call]:
        return [call for call in dict.fromkeys(self._some()) if call in self]

    def why_not(self, action: Any) -> Message | None:
        name = self._state.table.seats[self._seat].name
        match action:
            case Vote() if not self._votes:
                return say("there is no word for {name} to judge", name=name)
            case Vote() if action not in possible_votes(self._state):
                return say("the box sees the letters itself, except in a black round when the word is spoken")
            case Buzz() if not self._races or not self._state.is_race:
                return say("{name} cannot buzz now", name=name)
            case Word() | Says() if not self._gives_word:
                return say("it is not {name}'s turn to speak", name=name)
            case Retreat.WITHDRAW if not self._speaks:
                return say("it is not {name}'s turn to speak", name=name)
            case Retreat.GIVE_UP if not self._races:
                return say("{name} cannot give up now", name=name)
            case Buzz(time):
                return self._why_not_at(time)
            case Word(word, theme):
                return why_no_word(word) or self._why_not_for(theme)
            case Says(dice, theme):
                return self._why_not_spoken(dice) or self._why_not_for(theme)
            case Vote() | Retreat():
                return None
        return say("choose to buzz, to give a word, to accept or contest one, to withdraw or to give up")

    def _why_not_at(self, time: int) -> Message | None:
        if time < 0:
            return say("too early: the dice were not to be seen yet")
        if len(self._state.tokens) == 1 and time > PRACTICE_SECONDS * 1000:
            return say("the {seconds} seconds are over; give this round up", seconds=PRACTICE_SECONDS)
        return None

    def _why_not_for(self, theme: int | None) -> Message | None:
        state = self._state
        if state.setup.variant != OPEN:
            return None if theme is None else say("the theme is given; only with Open themes is it named")
        if theme not in range(THEMES):
            return say("with Open themes a word comes with the number of its theme, 1 to {most}", most=THEMES)
        if theme in state.closed:
            return say("the theme {title} is closed", title=state.themes[theme].title)
        return None

    def _why_not_spoken(self, dice: tuple[int, ...]) -> Message | None:
        if self._state.setup.way != SPOKEN:
            return say("words are written in this game")
        if dice not in _SOME_DICE:
            return say("name each die once, in this order: green, white, yellow, red, blue")
        return None

    def _some(self) -> Iterator[Call]:
        """Examples of all kinds of calls, whether they are legal now or not."""
        state = self._state
        yield from (*Vote, *Retreat, Buzz(state.latest + 1000))
        if self._gives_word:
            theme = state.open_themes[0]
            named = theme if state.setup.variant == OPEN else None
            words = state.themes[theme].words
            for word in (*[idea.word for idea in ideas(state, theme)[:2]], words[state.round % len(words)]):
                yield Word(word, named)
            yield Says((0, 1), named)


class Idea(NamedTuple):
    """A word of the box's list, and how many tokens it is worth."""

    word: str
    theme: int
    worth: int


def ideas(state: Initials, theme: int) -> list[Idea]:
    """The words of the box's list that would do for a theme now, the best first."""
    found = []
    for word in _with_right_letters(state.themes[theme].words, state.letters, state.initial):
        said = state.check(Said(state.thrower, state.latest + 1, theme, word))
        if said.verdict is None and said.root_of is None:
            found.append(Idea(word, theme, state.worth(said)))
    return sorted(found, key=lambda idea: -idea.worth)


@lru_cache(maxsize=64)
def _with_right_letters(words: tuple[str, ...], dice: tuple[str, ...], initial: str | None) -> tuple[str, ...]:
    return tuple([word for word in words if fault(bare(word), dice, initial) is None])


def possible_votes(state: Initials) -> tuple[Vote, ...]:
    """The voices on the word that is judged; only if the box did not hear it can they be about its letters."""
    unheard = state.is_black and state.heard[-1].word is None
    return tuple(Vote) if unheard else (Vote.ACCEPT, Vote.CONTEST)


_SOME_DICE = {tuple(die for die in range(len(COLOURS)) if chosen >> die & 1) for chosen in range(1 << len(COLOURS))}
