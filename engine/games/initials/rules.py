"""The rules of Initials: find a word for the theme with as many letters of the dice as you can, before the others do.

The thrower rolls a theme, then five letter dice and a colour die; the colour says which letter the word begins with,
and black that it may have none of the letters. Whoever buzzes first speaks first, and the others judge the word. The
numbered rules, the figures and the words are in `seeds/initials`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from engine import refusals
from engine.contract import (
    Actions,
    Game,
    IllegalEvent,
    Legal,
    Move,
    Over,
    Roll,
    Score,
    State,
    Table,
    ToChoose,
    ToRoll,
    Turn,
    acting,
)
from engine.games.initials import PLAYERS, calls
from engine.games.initials.calls import COLOURS, Buzz, Call, Proposal, Retreat, Says, Vote, Word
from engine.games.initials.choices import Choices, possible_votes
from engine.games.initials.judging import SHORTEST_WORD, Said, Verdict, fault, settled
from engine.games.initials.letters import bare, dice_in
from engine.games.initials.stems import same_root
from engine.games.initials.variants import (
    BLACK,
    BLACK_PAYS,
    BLACK_WINS,
    CLASSIC,
    CUT_OFF,
    FOR_EACH,
    LIMITED,
    NAME,
    NUMBER_DIE,
    OPEN,
    OPTIONS,
    PRACTICE_ROUNDS,
    PRACTICE_SECONDS,
    RACE,
    THEMES,
    TOKENS,
    Setup,
    letter_dice,
    setup,
)
from engine.games.initials.word_lists import Theme, bare_words, card
from engine.sequences import with_item
from engine.words import Message, say, say_count


class Waiting(NamedTuple):
    """A seat in the queue, and when it buzzed. Without a race its word waits with it, and `time` counts how often words
    were revealed before in this round."""

    seat: int
    time: int
    proposal: Proposal | None = None


@dataclass(frozen=True, slots=True)
class Initials(State[Call]):
    """A position of the game. The theme, the dice and the words of a round stay until the next one is rolled for."""

    table: Table
    tokens: tuple[int, ...]  # by seat
    middle: int  # tokens that can be won
    reserve: int  # tokens that wait for later rounds, with Limited proposals
    thrower: int
    round: int = 1
    theme: int | None = None
    faces: tuple[str, ...] = ()  # of the letter dice and, at the end, of the colour die
    playing: tuple[int, ...] = ()  # seats that may still give a word in this round
    queue: tuple[Waiting, ...] = ()  # first to speak first
    earliest: tuple[int, ...] = ()  # by seat: a buzz before this time counts as one at this time
    heard: tuple[Said, ...] = ()  # in this round
    votes: tuple[Vote | None, ...] = ()  # by seat, on the word that is judged
    elapsed: int = 0  # milliseconds in all rounds, which matter to somebody who practises alone
    over: Over | None = None

    # What there is to see.

    @property
    def turn(self) -> Turn:
        if self.over is not None:
            return self.over
        if self.playing:
            return ToChoose(self._acting)
        return ToRoll(self.thrower, letter_dice(self.setup.language) if self._has_theme else (NUMBER_DIE,))

    @property
    def setup(self) -> Setup:
        return setup(self.table.options)

    @property
    def themes(self) -> tuple[Theme, ...]:
        """The themes of the card that the table plays with."""
        return card(self.setup.language, self.setup.card).themes

    @property
    def is_race(self) -> bool:
        return self.setup.pace == RACE

    @property
    def letters(self) -> tuple[str, ...]:
        """What the letter dice show."""
        return self.faces[:-1]

    @property
    def colour(self) -> str:
        """What the colour die shows."""
        return self.faces[-1] if self.faces else ""

    @property
    def is_black(self) -> bool:
        return self.colour == BLACK

    @property
    def initial(self) -> str | None:
        """The letter that words begin with; none in a black round."""
        return dict(zip(COLOURS, self.letters, strict=False)).get(self.colour)

    @property
    def judged(self) -> Said | None:
        """The word on which the others are voting."""
        return self.heard[-1] if self.votes else None

    @property
    def speaker(self) -> int | None:
        """The seat that has buzzed first and is to give its word."""
        return self.queue[0].seat if self.is_race and self.queue and self.judged is None else None

    @property
    def racing(self) -> tuple[int, ...]:
        """The seats that may buzz now or, without a race, write; then nobody does while words are revealed."""
        if self.judged is not None and not self.is_race:
            return ()
        busy = {waiting.seat for waiting in self.queue}
        if self.judged is not None:
            busy.add(self.judged.seat)
        return tuple([seat for seat in self.playing if seat not in busy])

    @property
    def voting(self) -> tuple[int, ...]:
        """The seats whose voice is still to come on the word that is judged."""
        if self.judged is None:
            return ()
        return tuple([seat for seat, vote in enumerate(self.votes) if vote is None and seat != self.judged.seat])

    @property
    def accepted(self) -> tuple[Said, ...]:
        """The good words of this round."""
        return tuple([said for said in self.heard if said.verdict is Verdict.ACCEPTED])

    @property
    def closed(self) -> tuple[int, ...]:
        """With Open themes: those that have their word."""
        return tuple(sorted({said.theme for said in self.accepted})) if self.setup.variant == OPEN else ()

    @property
    def open_themes(self) -> tuple[int, ...]:
        """The themes that a word may be for now."""
        if self.setup.variant == OPEN:
            return tuple([theme for theme in range(THEMES) if theme not in self.closed])
        return () if self.theme is None else (self.theme,)

    @property
    def waits_for(self) -> tuple[int, ...]:
        """Whoever is to speak, or those who judge; everybody while nobody has buzzed."""
        if self.speaker is not None:
            return (self.speaker,)
        return self.voting or self.racing or acting(self.turn)

    @property
    def seconds(self) -> int | None:
        """Who practises alone does so against the clock, until there is a word."""
        return PRACTICE_SECONDS if len(self.tokens) == 1 and self.racing else None

    @property
    def places(self) -> int:
        """How many can score in a classic round."""
        seats = len(self.tokens)
        return seats - CUT_OFF[seats - 1] if self.is_race else seats

    @property
    def latest(self) -> int:
        """The time of the latest buzz that we know of in this round."""
        return max([*[said.time for said in self.heard], *[waiting.time for waiting in self.queue]], default=0)

    def known(self, said: Said) -> bool:
        """Whether the box knows a written word for its theme: a hint for those who judge it."""
        return said.word is not None and bare(said.word) in bare_words(self.themes[said.theme])

    def worth(self, said: Said) -> int:
        """The tokens for a word if it is accepted, and if so many are left."""
        return BLACK_WINS if self.is_black else len(said.dice)

    def why_refused(self, said: Said) -> Message | None:
        """Why a word of this round was refused."""
        word = said.word or say("the word")
        match said.verdict:
            case Verdict.SHORT:
                return say_count("a word has at least {n} letter", "a word has at least {n} letters", SHORTEST_WORD)
            case Verdict.INITIAL:
                return say("{word} does not begin with {letter}", word=word, letter=self.initial or "")
            case Verdict.LETTERS if said.dice:
                letters = " ".join(sorted({self.letters[die] for die in said.dice}))
                return say("{word} contains {letters}", word=word, letters=letters)
            case Verdict.LETTERS:
                return say("{word} contains a letter of the dice", word=word)
            case Verdict.SAME:
                return say("{word} has been said already", word=word)
            case Verdict.ROOT:
                return say("{word} has the same root as {other}", word=word, other=said.root_of or "")
            case Verdict.TABLE:
                return say("the table does not accept {word}", word=word)
        return None

    def scores(self) -> tuple[Score, ...]:
        notes = (("seconds", self.elapsed // 1000),) if self._is_practice else ()
        return tuple([Score(won, (("tokens", won),), notes) for won in self.tokens])

    # What can be done.

    def legal(self, seat: int) -> Legal[Call]:
        if self.playing and seat in self._acting:
            return Choices(self, seat)
        return Actions((), refusals.of_choosing(seat, self.turn, self.table.seats))

    def apply(self, event: Roll | Move[Call]) -> Initials:
        return self._after_roll(event) if isinstance(event, Roll) else self._after_move(event)

    @property
    def _acting(self) -> tuple[int, ...]:
        """The speaker comes last: who has buzzed earlier, but is heard of later, may still go before."""
        seats = dict.fromkeys((*self.voting, *self.racing))
        return tuple(seats) if self.speaker is None else (*seats, self.speaker)

    @property
    def _has_theme(self) -> bool:
        """Whether the letters are rolled next: only at the beginning of a round is there a theme without letters."""
        return self.setup.variant == OPEN or (self.theme is not None and not self.letters)

    @property
    def _is_practice(self) -> bool:
        """Alone against the clock."""
        return len(self.tokens) == 1 and self.is_race

    def _after_roll(self, roll: Roll) -> Initials:
        reason = refusals.of_roll(roll, self.turn)
        if reason is not None:
            raise IllegalEvent(reason)
        if not self._has_theme:
            return replace(self, theme=int(roll.faces[0]) - 1, faces=(), heard=())
        seats = len(self.tokens)
        return replace(
            self,
            faces=roll.faces,
            playing=tuple(range(seats)),
            earliest=(0,) * seats,
            heard=(),
        )

    def _after_move(self, move: Move[Call]) -> Initials:
        seat, call = move.seat, move.action
        reason = self.legal(seat).why_not(call)
        if reason is not None:
            raise IllegalEvent(reason)
        match call:
            case Buzz(time):
                return self._line_up(Waiting(seat, max(time, self.earliest[seat])))
            case Word() | Says() if self.is_race:
                return self._hear(self.queue[0]._replace(proposal=call))
            case Word() | Says():
                return self._line_up(Waiting(seat, self.earliest[seat], call))._reveal()
            case Vote():
                return replace(self, votes=with_item(self.votes, seat, call))._count()
            case Retreat.WITHDRAW:
                return self._out_of_queue(self.queue[0])
            case Retreat.GIVE_UP:
                after = self._out_of_round(seat)
                return after._reveal() if after.playing else after._end_round(PRACTICE_SECONDS * 1000)

    # In and out of the queue and the round.

    def _line_up(self, waiting: Waiting) -> Initials:
        """Who buzzed earlier speaks earlier, in whatever order we hear of it; equals speak as the dice go round."""
        queue = sorted((*self.queue, waiting), key=lambda one: (one.time, (one.seat - self.thrower) % len(self.tokens)))
        return replace(self, queue=tuple(queue))

    def _out_of_queue(self, waiting: Waiting) -> Initials:
        """Whoever has had the say gets it again only behind those who are waiting."""
        queue = tuple([other for other in self.queue if other.seat != waiting.seat])
        behind = 1 + max([waiting.time, *[other.time for other in queue]])
        return replace(self, queue=queue, earliest=with_item(self.earliest, waiting.seat, behind))

    def _out_of_round(self, seat: int) -> Initials:
        return replace(self, playing=tuple([other for other in self.playing if other != seat]))

    # Words.

    def _reveal(self) -> Initials:
        """Without a race: when everybody has written, one word after the other is heard."""
        return self if self.is_race or self.racing else self._hear(self.queue[0])

    def _hear(self, waiting: Waiting) -> Initials:
        """A word is given: the box refuses it, or the others vote on it."""
        said = self.check(self._proposed(waiting))
        after = replace(self._out_of_queue(waiting), heard=(*self.heard, said))
        if said.verdict is not None:
            return after._settle(said.verdict)
        return replace(after, votes=(None,) * len(self.tokens))._count()

    def _proposed(self, waiting: Waiting) -> Said:
        proposal = waiting.proposal
        assert proposal is not None
        theme = self.theme if proposal.theme is None else proposal.theme
        assert theme is not None
        if isinstance(proposal, Word):
            return Said(waiting.seat, waiting.time, theme, proposal.word)
        return Said(waiting.seat, waiting.time, theme, None, proposal.dice)

    def check(self, said: Said) -> Said:
        """What the box can tell about a word. It refuses what has been said, and doubts what has the same root."""
        if said.word is None:
            return self._check_spoken(said)
        letters = bare(said.word)
        said = said._replace(dice=dice_in(letters, self.letters), verdict=fault(letters, self.letters, self.initial))
        if said.verdict is not None:
            return said
        # Words that were written at the same time do not stand in each other's way.
        before = [other for other in self.accepted if self.is_race or other.time < said.time]
        if any(bare(other.word or "") == letters for other in before):
            return said._replace(verdict=Verdict.SAME)
        return said._replace(root_of=next((other.word for other in before if self._share_root(said, other)), None))

    def _check_spoken(self, said: Said) -> Said:
        """The initial is in the word, whether it was named or not, and dice with the same letter belong together."""
        named = {self.letters[die] for die in said.dice} | {self.initial}
        dice = tuple([die for die, letter in enumerate(self.letters) if letter in named])
        return said._replace(dice=dice, verdict=Verdict.LETTERS if self.is_black and dice else None)

    def _share_root(self, one: Said, other: Said) -> bool:
        """Whether both are common nouns with the same root."""
        if one.word is None or other.word is None or self.themes[one.theme].proper or self.themes[other.theme].proper:
            return False
        return same_root(one.word, other.word, self.setup.language)

    def _count(self) -> Initials:
        cast = [vote for vote in self.votes if vote is not None]
        verdict = settled(cast, len(self.voting), possible_votes(self), self.heard[-1].root_of is not None)
        return self if verdict is None else self._settle(verdict)

    def _settle(self, verdict: Verdict) -> Initials:
        """The last word is accepted or refused, and tokens change hands."""
        said = self.heard[-1]
        from_reserve = self.is_black and self.setup.variant == LIMITED
        won = 0
        if verdict is Verdict.ACCEPTED:
            won = min(self.worth(said), self.reserve if from_reserve else self.middle)
        elif verdict is Verdict.LETTERS:
            won = -min(BLACK_PAYS, self.tokens[said.seat])
        after = replace(
            self,
            tokens=with_item(self.tokens, said.seat, self.tokens[said.seat] + won),
            middle=self.middle - (0 if from_reserve else won),
            reserve=self.reserve - (won if from_reserve else 0),
            heard=(*self.heard[:-1], said._replace(verdict=verdict, tokens=won)),
            votes=(),
        )
        if verdict is Verdict.ACCEPTED and self.setup.variant == CLASSIC:
            after = after._out_of_round(said.seat)
        if after._round_is_over:
            return after._end_round(said.time)
        return after if self.is_race or not after.queue else after._hear(after.queue[0])

    # The end of a round.

    @property
    def _round_is_over(self) -> bool:
        if not self.middle:
            return True
        if self.queue and not self.is_race:  # first everything that was written is revealed
            return False
        if not self.playing or (self.is_black and self.accepted):
            return True
        if self.setup.variant == OPEN:
            return len(self.closed) == THEMES
        return self.setup.variant == CLASSIC and len(self.accepted) == self.places

    def _end_round(self, took: int) -> Initials:
        """The next one throws, unless there is nothing left to play for."""
        seats = len(self.tokens)
        middle, reserve = self.middle, self.reserve
        if self.setup.variant == LIMITED and not middle and reserve >= FOR_EACH * seats:
            middle, reserve = FOR_EACH * seats, reserve - FOR_EACH * seats
        after = replace(
            self,
            middle=middle,
            reserve=reserve,
            thrower=(self.thrower + 1) % seats,
            round=self.round + 1,
            playing=(),
            queue=(),
            elapsed=self.elapsed + took,
        )
        if middle and (seats > 1 or self.round < PRACTICE_ROUNDS):
            return after
        winners = [seat for seat, won in enumerate(self.tokens) if won == max(self.tokens)]
        return replace(after, over=Over(tuple(winners)))


def start(table: Table) -> Initials:
    reason = refusals.of_table(table, PLAYERS, OPTIONS)
    if reason is not None:
        raise ValueError(str(reason))
    seats = len(table.seats)
    middle = FOR_EACH * seats if setup(table.options).variant == LIMITED else TOKENS
    return Initials(table, (0,) * seats, middle, TOKENS - middle, table.first)


text = calls.text
parse = calls.parse


GAME: Game[Call] = Game(name=NAME, players=PLAYERS, start=start, text=text, parse=parse, options=OPTIONS)
