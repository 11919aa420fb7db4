"""What everybody at a table of Initials sees: the theme, the words of the round and their fate, the tokens."""

from __future__ import annotations

from typing import Never

from display.tree import Align, Area, Node, Size, Space, Text, Tone, column, plain, row, signed
from engine.contract import ToRoll
from engine.games.initials.calls import Vote
from engine.games.initials.judging import Said, Verdict
from engine.games.initials.rules import Initials
from engine.games.initials.variants import OPEN
from engine.games.initials.word_lists import card
from engine.words import Message, say, say_count

LINES = 6  # words of a round that are shown


def title(state: Initials) -> Message:
    if state.setup.variant == OPEN:
        return say("Any of the six themes")
    if state.theme is None or not state.heard:  # then the theme is what is seen below
        return plain(card(state.setup.language, state.setup.card).title)
    return plain(state.themes[state.theme].title)


def sheet(state: Initials) -> Area[Never]:
    if state.judged is not None:
        return _under_judgement(state, state.judged)
    lines: list[Node[Never]] = [_line(state, said) for said in state.heard[-LINES:]]
    if state.setup.variant == OPEN or state.theme is None:
        lines = [*_themes(state), *lines[-LINES // 2 :]]
    elif not lines:
        theme = plain(state.themes[state.theme].title)
        huge = Text(says=theme, size=Size.HUGE, bold=True, align=Align.CENTRE, tone=Tone.ACCENT, shrink=True)
        lines = [Space(), huge]
    return column(*lines, Space(), _middle(state), gap=8, grow=1)


def _themes(state: Initials) -> list[Node[Never]]:
    """The card, two themes in a row; those that have their word are quiet."""
    cells: list[Node[Never]] = [
        Text(
            says=plain(f"{number}  {theme.title}"),
            tone=Tone.QUIET if number - 1 in state.closed else Tone.INK,
            shrink=True,
            grow=1,
        )
        for number, theme in enumerate(state.themes, 1)
    ]
    return [row(*cells[i : i + 2], gap=12) for i in range(0, len(cells), 2)]


def _line(state: Initials, said: Said) -> Area[Never]:
    name = state.table.seats[said.seat].name
    good = said.verdict is Verdict.ACCEPTED
    became = plain(f"+{said.tokens}") if good else _REFUSED[said.verdict] if said.verdict is not None else plain("")
    after = plain(f"{said.time / 1000:.3f} s" if state.is_race else "")
    return row(
        Text(says=say("{name}: {what}", name=name, what=word(state, said)), bold=good, shrink=True, grow=2),
        Text(says=after, size=Size.SMALL, tone=Tone.QUIET, align=Align.RIGHT),
        Text(says=became, tone=Tone.ACCENT if good else Tone.QUIET, align=Align.RIGHT, shrink=True, grow=1),
        gap=12,
    )


_REFUSED = {
    Verdict.SHORT: say("too short"),
    Verdict.INITIAL: say("wrong initial"),
    Verdict.LETTERS: say("has a letter"),
    Verdict.SAME: say("said before"),
    Verdict.ROOT: say("same root"),
    Verdict.TABLE: say("not accepted"),
}


def _under_judgement(state: Initials, said: Said) -> Area[Never]:
    name, theme = state.table.seats[said.seat].name, state.themes[said.theme].title
    worth = state.worth(said)
    tells = say_count("{n} token, if it fits {theme}", "{n} tokens, if it fits {theme}", worth, theme=theme)
    return column(
        Text(says=say("{name} says", name=name), tone=Tone.QUIET, align=Align.CENTRE),
        Space(),
        Text(says=word(state, said), size=Size.HUGE, bold=True, align=Align.CENTRE, shrink=True),
        Text(says=tells, tone=Tone.ACCENT, align=Align.CENTRE),
        Space(),
        _middle(state),
        gap=8,
        grow=1,
    )


def _middle(state: Initials) -> Text:
    told = say_count("{n} token in the middle", "{n} tokens in the middle", state.middle)
    return Text(says=told, size=Size.SMALL, tone=Tone.QUIET)


def word(state: Initials, said: Said) -> Message:
    """A word, or of a spoken one the letters that it has."""
    if said.word is not None:
        return plain(said.word)
    return plain(" ".join(state.letters[die] for die in said.dice) or "–")


def doing(state: Initials, seat: int) -> tuple[Message, Tone]:
    """What a seat does or has done in this round."""
    if state.judged is not None and seat == state.judged.seat:
        return say("is judged"), Tone.QUIET
    if state.votes and state.votes[seat] is not None:
        return (say("accepts") if state.votes[seat] is Vote.ACCEPT else say("contests")), Tone.INK
    if seat in state.voting:
        return say("Contest?"), Tone.ACCENT
    for place, waiting in enumerate(state.queue, 1):
        if waiting.seat == seat:
            return (_buzzed(place, waiting.time) if state.is_race else say("has written")), Tone.INK
    if seat in state.racing:
        return (say("Buzz!") if state.is_race else say("writes")), Tone.ACCENT
    if isinstance(state.turn, ToRoll) and state.turn.seat == seat:
        return say("rolls"), Tone.QUIET
    won = sum(said.tokens for said in state.heard if said.seat == seat)
    return plain(f"+{won}" if won > 0 else signed(won) if won else "–"), Tone.QUIET


def _buzzed(place: int, time: int) -> Message:
    return say("{place}. after {seconds} s", place=place, seconds=f"{time / 1000:.3f}")
