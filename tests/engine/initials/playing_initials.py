"""How the tests of Initials play it: a round with given letters, words and votes in one call, events as they stand in a
record.
"""

from __future__ import annotations

from dataclasses import replace

from engine.contract import Move, Table, ToRoll
from engine.games.initials import rules as initials
from engine.games.initials import variants
from engine.games.initials.calls import Word
from engine.games.initials.judging import Said
from engine.games.initials.rules import Initials
from tests import playing as games
from tests.playing import table

ADA, BEN, CLEO, DAN = range(4)
PERSONALITIES, ANIMALS, FOOD = 1, 2, 3
EXAMPLE = "BORVA"  # the dice of the example, green to blue


def seated(players: int, first: int = 0, **options: str) -> Table:
    return replace(table(players, first), options=tuple(options.items()))


def play(state: Initials, *events: str) -> Initials:
    """What happens, as it would stand in a record: `roll 1`, `1 buzz 900`, `1 word Bono`, `2 accept`."""
    return games.play(initials.GAME, state, *events)


def refused(state: Initials, event: str) -> str:
    """The sentence with which the rules refuse an event."""
    return games.why_not(initials.GAME, state, event)


def throw(state: Initials, colour: str = "green", theme: int = ANIMALS, dice: str = EXAMPLE) -> Initials:
    """A round begins, with dice that show these letters, whatever is on their other faces."""
    if state.setup.variant != variants.OPEN:
        state = play(state, f"roll {theme}")
    state = play(state, f"roll {' '.join(EXAMPLE)} {colour}")
    return replace(state, faces=(*dice, state.colour))


def buzz(state: Initials, *seats: int) -> Initials:
    """These press their buttons, one after the other."""
    for seat in seats:
        state = play(state, f"{seat + 1} buzz {state.latest + 100}")
    return state


def say(state: Initials, seat: int, word: str, theme: int | None = None) -> Initials:
    """This one buzzes, if need be, and gives a word; nobody has judged it yet."""
    if state.is_race and state.speaker != seat:
        state = buzz(state, seat)
    return state.apply(Move(seat, Word(word, theme)))


def all_vote(state: Initials, vote: str) -> Initials:
    """All the others say the same, as long as it matters."""
    while state.judged is not None:
        state = play(state, f"{state.voting[0] + 1} {vote}")
    return state


def win(state: Initials, seat: int, word: str, theme: int | None = None) -> Initials:
    """This one gives a word that everybody accepts."""
    return all_vote(say(state, seat, word, theme), "accept")


def give_up(state: Initials, *seats: int) -> Initials:
    return play(state, *[f"{seat + 1} give up" for seat in seats])


def order_of_speaking(state: Initials) -> list[int]:
    return [waiting.seat for waiting in state.queue]


def last(state: Initials) -> Said:
    return state.heard[-1]


def why(state: Initials) -> str:
    """The sentence with which the last word was refused."""
    reason = state.why_refused(last(state))
    assert reason is not None
    return str(reason)


def rolls_next(state: Initials) -> bool:
    return isinstance(state.turn, ToRoll)
