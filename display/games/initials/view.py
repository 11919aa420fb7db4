"""How Initials shows itself: who may buzz, who speaks, who judges, and what is told about it."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Never

from display.choices import GameChoice, Path, Play, PlayAt, PlayEach
from display.games.initials import letter_dice, table, word_entry
from display.games.initials.card import CARD
from display.games.offer import Offer
from display.games.view import GameView
from display.language import LANGUAGES
from display.sounds import Sound
from display.tree import Face, Node, Size, Target, Text, column, plain
from engine.contract import Event, Move, Over, Roll, ToRoll
from engine.games.initials.calls import Buzz, Call, Retreat, Says, Vote, Word
from engine.games.initials.judging import Verdict
from engine.games.initials.rules import Initials
from engine.games.initials.variants import NUMBER_DIE, PRACTICE_ROUNDS
from engine.words import Message, say, say_count

OPTIONS = MappingProxyType(
    {
        ("variant", "classic"): say("Classic: a word each"),
        ("variant", "limited"): say("Limited: few tokens a round"),
        ("variant", "open"): say("Open: six themes at once"),
        ("pace", "race"): say("Race: the first to press"),
        ("pace", "calm"): say("Calm: everybody writes"),
        ("way", "written"): say("Words are written"),
        ("way", "spoken"): say("Words are spoken"),
        ("language", "en"): say("Words in English"),
        ("language", "fr"): say("Words in French"),
        ("language", "de"): say("Words in German"),
    }
)


class InitialsView(GameView):
    """A table that everybody looks at, and a way to write or to say a word."""

    TITLE = CARD.title
    RULES = (
        say(
            "A number gives the theme, then five letters fall, and a colour: words begin with the letter of that "
            "colour."
        ),
        say("Whoever has a word presses the button. In the order of the presses everybody gives a word."),
        say("The others accept or contest it. A good word brings a token for each die whose letter it has."),
        say("The last one to speak gets nothing; with five or six players the last two."),
        say("Black: the first word with none of the five letters takes 4 tokens. One that has such a letter costs 4."),
        say("When the tokens are gone, whoever has most wins. There are variants, and a way to play without hurry."),
    )

    def option(self, name: str, value: str) -> Message:
        if name == "language" and (name, value) not in OPTIONS:  # words that somebody has added
            return say("Words in {language}", language=LANGUAGES.get(value, value))
        return OPTIONS.get((name, value)) or say("Card {n}", n=value)

    def where(self, state: Initials) -> Message:
        if len(state.tokens) == 1:
            return say("Round {n} of {all}", n=min(state.round, PRACTICE_ROUNDS), all=PRACTICE_ROUNDS)
        return say("Round {n} · {left} tokens left", n=state.round, left=state.middle + state.reserve)

    def offer(self, state: Initials, seat: int, path: Path) -> Offer:
        if isinstance(state.turn, Over):
            return _table(state, say("The game is over"))
        if isinstance(state.turn, ToRoll):
            return _before_the_roll(state, state.turn)
        if state.table.seats[seat].bot is None:
            if seat in state.voting:
                return _judging(state, seat)
            if seat == state.speaker or (seat in state.racing and not state.is_race):
                return _speaking(state, seat, path)
            if seat in state.racing:
                return _racing(state, seat)
        return _table(state, _waiting(state))

    def why_not(self, state: Initials, seat: int, key: str) -> Message:
        return say("Write the word first")

    def glance(self, state: Initials, seat: int) -> Node[GameChoice]:
        doing, tone = table.doing(state, seat)
        return column(
            Text(says=plain(str(state.tokens[seat])), size=Size.HEADING, bold=True),
            Text(says=doing, size=Size.SMALL, tone=tone, shrink=True),
            gap=0,
        )

    # The dice.

    def face(self, text: str) -> Face[Never]:
        return letter_dice.face(text)

    def face_label(self, text: str) -> Message:
        return letter_dice.NAMES.get(text, plain(text))

    def thrown(self, state: Initials, roll: Roll) -> tuple[Face[Never], ...]:
        return letter_dice.thrown(roll.faces)

    def rolls(self, state: Initials) -> Message:
        turn = state.turn
        is_theme = isinstance(turn, ToRoll) and turn.dice == (NUMBER_DIE,)
        return say("Roll the theme") if is_theme else say("Roll the letters")

    # What is told.

    def action(self, action: Call) -> Message:
        match action:
            case Buzz(time):
                return say("buzzes after {seconds} s", seconds=f"{time / 1000:.3f}")
            case Word(word):
                return plain(word)
            case Says(dice):
                return say("a word with {n} of the letters", n=len(dice))
            case Vote.ACCEPT:
                return say("accepts")
            case Vote():
                return say("contests")
            case Retreat.WITHDRAW:
                return say("has no word after all")
            case Retreat.GIVE_UP:
                return say("gives up")

    def news(self, state: Initials) -> Message | None:
        settled = [said for said in state.heard if said.verdict is not None]
        if not settled:
            return None
        said = settled[-1]
        name, why = state.table.seats[said.seat].name, state.why_refused(said)
        if why is not None:
            return say("{name}: {why}", name=name, why=why)
        word = table.word(state, said)
        return say_count(
            "{name}: {word} for {n} token", "{name}: {word} for {n} tokens", said.tokens, name=name, word=word
        )

    def sound(self, state: Initials, event: Event) -> Sound | None:
        if isinstance(event, Roll):
            return None
        if isinstance(event.action, Buzz):
            return Sound.MARK
        settled = [said.verdict for said in state.heard if said.verdict is not None]
        if not settled or (state.judged is not None and not isinstance(event.action, Vote)):
            return None
        return Sound.GAIN if settled[-1] is Verdict.ACCEPTED else Sound.REFUSAL

    def told(self, state: Initials, seat: int) -> Message:
        return say_count("{n} token", "{n} tokens", state.tokens[seat])

    def verdict(self, state: Initials) -> Message | None:
        (score, *others) = state.scores()
        if others:
            return None
        seconds = dict(score.notes).get("seconds")
        if seconds is None:
            return say_count("{n} token", "{n} tokens", score.total)
        return say_count(
            "{n} token in {seconds} seconds", "{n} tokens in {seconds} seconds", score.total, seconds=seconds
        )


def _table(
    state: Initials, asks: Message, *, heading: Message | None = None, buttons: tuple[Target[GameChoice], ...] = ()
) -> Offer:
    """What everybody sees: the theme, the dice and the words so far."""
    return Offer(
        asks=asks,
        sheet=table.sheet(state),
        tray=letter_dice.tray(state),
        buttons=buttons,
        title=table.title(state),
        heading=heading,
        bold=buttons[0].name if buttons else "",
        own=(*_buzzers(state), *_contesters(state)),
    )


def _buzzers(state: Initials) -> list[tuple[int, GameChoice]]:
    """Whose button is a buzzer. While the letters are thrown everybody's is: a press is too early then."""
    seats: Iterable[int] = state.racing
    if isinstance(state.turn, ToRoll):
        seats = () if state.turn.dice == (NUMBER_DIE,) else range(len(state.tokens))
    # Who has not judged yet does that first; a word is not judged in a hurry.
    ready = [seat for seat in _people(state, seats) if seat not in state.voting]
    return [(seat, PlayAt(seat, Buzz)) for seat in ready] if state.is_race else []


def _contesters(state: Initials) -> list[tuple[int, GameChoice]]:
    """Whose button contests the word that is judged, unless it can be contested in two ways."""
    ready = [seat for seat in _people(state, state.voting) if Vote.CONTEST_LETTERS not in state.legal(seat)]
    return [(seat, Play(Move(seat, Vote.CONTEST))) for seat in ready]


def _people(state: Initials, seats: Iterable[int]) -> list[int]:
    return [seat for seat in seats if state.table.seats[seat].bot is None]


def _before_the_roll(state: Initials, turn: ToRoll) -> Offer:
    if turn.dice == (NUMBER_DIE,):
        return _table(state, say("The number gives the theme"))
    return _table(state, say("Is everybody ready for the letters?"))


def _racing(state: Initials, seat: int) -> Offer:
    people = _people(state, state.racing)
    alone = len(people) == 1
    name = state.table.seats[seat].name
    buzz = Target("buzz", say("A word!") if alone else say("{name}: a word!", name=name), PlayAt(seat, Buzz))
    give_up = PlayEach(tuple(Move(other, Retreat.GIVE_UP) for other in people))
    leave = Target("give up", say("No word") if alone else say("Nobody has one"), give_up)
    heading = say("Who has a word?") if state.speaker is None else _waiting(state)
    return _table(state, _wanted(state), heading=heading, buttons=(buzz, leave))


def _waiting(state: Initials) -> Message:
    """What is said to those who cannot do anything now."""
    if state.judged is not None:
        return say("The others judge {word}", word=table.word(state, state.judged))
    if state.speaker is not None:
        return say("{name} has the word", name=state.table.seats[state.speaker].name)
    return say("The others are thinking")


def _wanted(state: Initials) -> Message:
    if state.initial is None:
        return say("A word with none of these letters")
    return say("A word that begins with {letter}", letter=state.initial)


# Judging.


def _judging(state: Initials, seat: int) -> Offer:
    """Most words are accepted, which is one press for all; who contests has a button for it, or takes the screen."""
    people, name, legal = _people(state, state.voting), state.table.seats[seat].name, state.legal(seat)
    several = len(people) > 1
    labels = {Vote.CONTEST: say("{name} contests", name=name) if several else say("Contest")}
    labels[Vote.CONTEST_LETTERS] = say("It has a letter")
    contests = [Target(vote.value, label, Play(Move(seat, vote))) for vote, label in labels.items() if vote in legal]
    everybody = say("Others accept") if any(state.votes) else say("All accept")
    accepts = Target("accept", everybody if several else say("Accept"), PlayEach(_accepting(state, people)))
    heading = say("{name}: is it good?", name=name)
    return _table(state, _hint(state), heading=heading, buttons=(accepts, *contests))


def _accepting(state: Initials, people: Iterable[int]) -> tuple[Move[object], ...]:
    """All of them accept the word, as long as that makes a difference; the next word is another question."""
    moves: list[Move[object]] = []
    judged = len(state.heard)
    for seat in people:
        moves.append(Move(seat, Vote.ACCEPT))
        state = state.apply(Move(seat, Vote.ACCEPT))
        if state.heard[judged - 1].verdict is not None:
            break
    return tuple(moves)


def _hint(state: Initials) -> Message:
    """What the box can say about the word that is judged."""
    said = state.judged
    assert said is not None
    if said.root_of is not None:
        return say("Same root as {other}? Then more must accept than contest.", other=said.root_of)
    if said.word is None:
        return say("Does it fit {theme}?", theme=state.themes[said.theme].title)
    return say("Known to the box") if state.known(said) else say("Not known to the box")


# Giving a word.


def _speaking(state: Initials, seat: int, path: Path) -> Offer:
    if state.is_race:
        leave = Target("withdraw", say("No word after all"), Play(Move(seat, Retreat.WITHDRAW)))
    else:
        leave = Target("give up", say("No word"), Play(Move(seat, Retreat.GIVE_UP)))
    return word_entry.entry(state, seat, path, _table(state, _wanted(state)), leave)


VIEW = InitialsView()
