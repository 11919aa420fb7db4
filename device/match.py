"""A game being played at this box: every roll and move is in the store before anybody can see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from device.keeping.gamefile import Saved
from device.keeping.results import Finished, Result
from device.keeping.store import Store
from engine import record
from engine.contract import AnyGame, AnyState, Event, Move, Over, Roll, Table, ToRoll
from engine.dice import FairDice, commitment
from engine.games import game
from engine.record import Record, event_text
from engine.replay import positions, replay

# The header's last line, a comment to readers of records: the seats' buttons on the panel, counted from 1.
_PLACES = "# seat buttons: "


@dataclass
class Match:
    """`places` says which seat button of the panel belongs to each seat of the table."""

    rules: AnyGame
    table: Table
    places: tuple[int, ...]
    dice: FairDice | None  # None: real dice, whose faces are entered
    drawn: bool
    store: Store
    saved_as: int
    state: AnyState
    today: Callable[[], datetime]
    events: list[Event] = field(default_factory=list)
    before_last: AnyState = field(init=False)  # the position in which the last event happened

    def __post_init__(self) -> None:
        self.before_last = self.state

    @property
    def over(self) -> bool:
        return isinstance(self.state.turn, Over)

    @property
    def seal(self) -> str | None:
        return None if self.dice is None else commitment(self.dice.secret)

    @property
    def can_undo(self) -> bool:
        """A person's move can be taken back until the next roll falls."""
        return self._last_own_move() is not None and not self.over

    def _last_own_move(self) -> int | None:
        """Where the last event stands that a person may take back: a move, if the box has not thrown dice since."""
        for at in reversed(range(len(self.events))):
            event = self.events[at]
            if isinstance(event, Roll):
                return at if self.dice is None else None  # what was entered by mistake can be entered again
            if self.table.seats[event.seat].bot is None:
                return at
        return None

    def roll(self) -> None:
        """Throw the dice the game asks for."""
        self._commit([self._next_roll(self.state)])

    def enter(self, faces: tuple[str, ...]) -> None:
        """Take what real dice show."""
        self._commit([Roll(faces)])

    def play(self, move: Move[object]) -> None:
        """Make a move, and let the dice fall if the move was the decision to throw them."""
        after = self.state.apply(move)
        events: list[Event] = [move]
        if isinstance(after.turn, ToRoll) and after.turn.at_once and self.dice is not None:
            events.append(self._next_roll(after))
        self._commit(events)

    def undo(self) -> None:
        """Take a person's last move back, and what bots have done since."""
        at = self._last_own_move()
        if at is None:
            return
        self.store.take_back(self.saved_as, at)
        del self.events[at:]
        self.state = replay(self.rules.start(self.table), self.events)

    def record(self) -> Record:
        """The game so far; the secret is told only once it is over."""
        return Record(
            game=self.rules.name,
            table=self.table,
            events=tuple(self.events),
            commitment=self.seal,
            mix=None if self.dice is None else self.dice.mix,
            secret=self.dice.secret if self.dice is not None and self.over else None,
            drawn=self.drawn,
        )

    def _next_roll(self, state: AnyState) -> Roll:
        assert isinstance(state.turn, ToRoll)
        assert self.dice is not None
        number = 1 + sum(isinstance(event, Roll) for event in self.events)
        return self.dice.roll(number, state.turn.dice)

    def _commit(self, events: Sequence[Event]) -> None:
        *_, before, state = positions(self.state, events)
        self.store.append(self.saved_as, [event_text(self.rules, event) for event in events])
        self.events += events
        self.before_last, self.state = before, state
        self._finish_if_over()

    def _finish_if_over(self) -> None:
        turn = self.state.turn
        if not isinstance(turn, Over):
            return
        results = tuple(
            Result(seat.name, seat.bot, score.total, number in turn.winners)
            for number, (seat, score) in enumerate(zip(self.table.seats, self.state.scores(), strict=True))
        )
        self.store.finish(self.saved_as, Finished(self.rules.name, self.today(), results), record.write(self.record()))


def begin(
    store: Store,
    rules: AnyGame,
    table: Table,
    places: tuple[int, ...],
    dice: FairDice | None,
    drawn: bool,
    today: Callable[[], datetime],
) -> Match:
    """Start a game: its header and its secret are saved before the first roll."""
    head = Record(game=rules.name, table=table, drawn=drawn)
    if dice is not None:
        head = replace(head, commitment=commitment(dice.secret), mix=dice.mix)
    secret = b"" if dice is None else dice.secret
    saved_as = store.begin(record.write(head) + _PLACES + " ".join(str(place + 1) for place in places), secret)
    return Match(rules, table, places, dice, drawn, store, saved_as, rules.start(table), today)


def resume(store: Store, saved: Saved, today: Callable[[], datetime]) -> Match:
    """Go on with a saved game at exactly the position it had; raises ValueError if it is not one.

    If the plug was pulled after the last move and before the record was written, the record is written now.
    """
    reading = record.read("\n".join((saved.header, *saved.lines)))
    head = reading.record
    dice = FairDice(saved.secret, head.mix or "") if head.commitment is not None else None
    places = tuple(int(place) - 1 for place in saved.header.rpartition(_PLACES)[2].split())
    if len(places) != len(head.table.seats):
        raise ValueError("the saved game does not say which button belongs to which seat")
    found = Match(
        game(head.game), head.table, places, dice, head.drawn, store, saved.id, reading.state, today, list(head.events)
    )
    found._finish_if_over()
    return found
