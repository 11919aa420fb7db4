"""A game as it is played at the box: whose sheet is large, dice in the air, bots that think, hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil, floor
from random import Random

from device.keeping.settings import Settings
from device.match import Match
from device.thinking import Thinker, Thought
from display import choices as c
from display.games import VIEWS, GameView
from display.screens.play import Playing
from engine.contract import Move, Over, Roll, Timed, ToChoose, ToRoll, acting
from engine.games import bots
from engine.words import Message, say
from hardware.clock import Clock
from hardware.inputs import Lamp


class GameAtTheBox:
    """A match and what surrounds it on the table. It never waits: `next_due` says when `tick` has something to do."""

    def __init__(
        self,
        match: Match,
        clock: Clock,
        thinker: Thinker,
        settings: Settings,
        luck: Random,
        sound: Callable[[str], object],
    ) -> None:
        self.match = match
        self.settings = settings
        self._clock = clock
        self._thinker = thinker
        self._luck = luck
        self._sound = sound
        self._shown = 0
        self._paths: dict[int, tuple[str, ...]] = {}
        self._hint: Message | None = None
        self._hint_for = 0
        self._asked_hint: int | None = None
        self._told: Message | None = None  # why somebody's press did nothing
        self._bots: list[int] = []  # that may act and have not been asked yet
        self._asked_bot: tuple[int, int] | None = None  # the number of the question, and whom
        self._plans: dict[int, object | None] = {}  # what bots are going to do
        self._bots_act_at = 0.0
        self._in_the_air: Playing | None = None
        self._dice_seen_at = clock.now() - self._race_so_far()
        self._next_second: float | None = None  # when a clock that runs down shows another number
        self._follow()

    @property
    def _view(self) -> GameView:
        return VIEWS[self.match.rules.name]

    # What is seen.

    @property
    def view(self) -> Playing:
        """The dice in the air hide what they will bring."""
        return self._in_the_air or self._now()

    def _now(self) -> Playing:
        state, shown = self.match.state, self._view
        return Playing(
            game=shown,
            state=state,
            places=self.match.places,
            shown=self._shown,
            path=self._paths.get(self._shown, ()),
            can_undo=self.match.can_undo,
            hint=self._hint if self._hint_for == self._shown else None,
            news=self._told or shown.news(state),
            real_dice=self._real_dice,
            thinking=bool(acting(state.turn)) and not self._people(),
            left=self._seconds_left(),
        )

    def _seconds_left(self) -> int | None:
        allowed = self.match.state.seconds
        return None if allowed is None else max(0, ceil(self._dice_seen_at + allowed - self._clock.now()))

    def history(self) -> list[Message]:
        """The game so far, a line for each roll and each move."""
        shown, seats = self._view, self.match.table.seats
        lines, rolls = [], 0
        for event in self.match.events:
            if isinstance(event, Roll):
                rolls += 1
                faces = [shown.face_label(face) for face in event.faces]
                told = faces[0]
                for face in faces[1:]:
                    told = say("{one}, {other}", one=told, other=face)
                lines.append(say("Roll {n}: {faces}", n=rolls, faces=told))
            else:
                lines.append(say("{name}: {what}", name=seats[event.seat].name, what=shown.action(event.action)))
        return lines

    @property
    def _real_dice(self) -> bool:
        return self.match.dice is None

    @property
    def rolling(self) -> bool:
        return self._in_the_air is not None

    def lamps(self) -> Mapping[int, Lamp]:
        """Blinking: it is your turn. Lit: you may act, as may others."""
        if self.rolling:
            return {}
        waited = self.match.state.waits_for
        return {self.match.places[seat]: Lamp.BLINKING if waited == (seat,) else Lamp.LIT for seat in self._people()}

    def _people(self) -> list[int]:
        """The people who may act now; real dice can be entered by anybody."""
        if self._real_dice and isinstance(self.match.state.turn, ToRoll):
            return [self.match.state.turn.seat]
        return [seat for seat in acting(self.match.state.turn) if self.match.table.seats[seat].bot is None]

    # What people do.

    def choose(self, choice: object, time: float) -> None:
        """Do what was chosen at this time."""
        match, state = self.match, self.match.state
        if isinstance(choice, c.RollDice):
            if isinstance(state.turn, ToRoll) and self._people() and not self._real_dice:
                self._throw(match.roll)
        elif isinstance(choice, c.EnterRoll):
            if isinstance(state.turn, ToRoll) and self._real_dice:
                self._paths.clear()
                match.enter(choice.faces)
                self._follow()
        elif isinstance(choice, c.Play):
            move = choice.move
            if move.action in state.legal(move.seat):
                self._paths.pop(move.seat, None)
                self._throw(lambda: match.play(move))
        elif isinstance(choice, c.PlayEach):
            for move in choice.moves:
                self.choose(c.Play(move), time)
        elif isinstance(choice, c.PlayAt):
            self._play_at(choice, time)
        elif isinstance(choice, c.Narrow):
            self._paths[choice.seat] = choice.path
            self._hint = self._asked_hint = None
        elif isinstance(choice, c.AskWhy):
            self._hint, self._hint_for = self._view.why_not(state, choice.seat, choice.key), choice.seat
            self._asked_hint = None
            self._sound("refusal")
        elif isinstance(choice, c.Undo):
            if match.can_undo:
                match.undo()
                self._paths.clear()
                self._follow()
        elif isinstance(choice, c.Hint):
            self._ask_hint()
        elif isinstance(choice, c.Look):
            self._shown = choice.seat
        elif isinstance(choice, c.LookOn):
            self._shown = (self._shown + 1) % len(match.places)
        elif isinstance(choice, c.Skip):
            if self.rolling:
                self._come_to_rest(self._clock.now())
            else:
                self._hurry()

    def type(self, character: str) -> None:
        """A letter from a keyboard goes the way of the letters on the screen; backspace takes one away."""
        path = self._paths.get(self._shown, ())
        room = self._view.offer(self.match.state, self._shown, path).room
        if character == "\b":
            path = path[:-1]
        elif room and character.isprintable():
            path = (*path, character)
        self._paths[self._shown] = path

    def _play_at(self, choice: c.PlayAt, time: float) -> None:
        """A press counts by its own time. One that does nothing is told why: perhaps it came before the dice."""
        since = floor(round((time - self._dice_seen_at) * 1000, 3))  # what floats lose must not cost a millisecond
        action, state = choice.action(since), self.match.state
        shown = since >= 0 and isinstance(state.turn, ToChoose)
        why = state.legal(choice.seat).why_not(action) if shown else say("too early")
        if why is None:
            self._in_the_air = None
            self.choose(c.Play(Move(choice.seat, action)), time)
            return
        self._told = say("{name}: {why}", name=self.match.table.seats[choice.seat].name, why=why)
        if self._in_the_air is not None:
            self._in_the_air = replace(self._in_the_air, news=self._told)

    def _race_so_far(self) -> float:
        """The seconds since the dice were shown, as far as the moves since then tell."""
        latest = 0
        for event in self.match.events:
            if isinstance(event, Roll):
                latest = 0
            elif isinstance(event.action, Timed):
                latest = max(latest, event.action.time)
        return latest / 1000

    def _hurry(self) -> None:
        """Nobody waits: bots act as soon as they know what to do, and the race goes on as if it were later."""
        now = self._clock.now()
        self._bots_act_at = min(self._bots_act_at, now)
        due = self.next_due()
        if due is not None and due > now:
            self._dice_seen_at -= due - now

    def _ask_hint(self) -> None:
        state, game, seat = self.match.state, self.match.rules.name, self._shown
        if seat in self._people() and isinstance(state.turn, ToChoose):
            self._hint, self._hint_for = say("Thinking …"), seat
            self._asked_hint = self._thinker.ask(lambda: bots(game).hint(state, seat))

    def _throw(self, act: Callable[[], None]) -> None:
        """Do what may make dice fall: the new position is saved first, then the dice are seen to tumble."""
        before = self._now()
        self._told = None
        act()
        last = self.match.events[-1]
        if isinstance(last, Roll):
            self._sound("dice")
        if isinstance(last, Roll) and not self._real_dice and not self.settings.reduced_motion:
            faces = before.game.thrown(before.state, last)
            now = self._clock.now()
            self._in_the_air = replace(before, path=(), rolling=faces, thrown_at=now, can_undo=False, hint=None)
            self._dice_seen_at = self._in_the_air.settles_at or now
        else:
            self._come_to_rest(self._clock.now())

    def _come_to_rest(self, time: float) -> None:
        """The dice lie, the move is made: what happened is seen and heard. A race runs from when the dice lie."""
        if isinstance(self.match.events[-1], Roll):
            self._dice_seen_at = time
        self._in_the_air = None
        self._follow()
        state, last = self.match.state, self.match.events[-1]
        if isinstance(state.turn, Over):
            sound: str | None = "win" if state.turn.winners else "refusal"
        else:
            sound = self._view.sound(state, last)
        if sound is not None:
            self._sound(sound)

    def _follow(self) -> None:
        """Look at whoever is waited for, people first; whoever is choosing is not disturbed. Bots start to think."""
        match, turn = self.match, self.match.state.turn
        self._bots, self._asked_bot, self._plans = [], None, {}
        if self._hint_for not in self._people() or not isinstance(turn, ToChoose):
            self._hint = self._asked_hint = None
        if isinstance(turn, Over):
            self._shown = turn.winners[0] if turn.winners else self._shown
            self._paths.clear()
            return
        self._wind_clock()
        seats, people = acting(turn), self._people()
        self._paths = {seat: path for seat, path in self._paths.items() if seat in seats}
        waited = [seat for seat in match.state.waits_for if seat in people]
        if self._shown not in (waited or people):
            self._shown = (waited or people or seats)[0]
        self._bots = [seat for seat in seats if match.table.seats[seat].bot is not None and seat not in people]
        self._bots_act_at = self._clock.now() + self.settings.bot_pause
        if isinstance(turn, ToChoose):
            self._ask_bot()
        else:
            self._plans = dict.fromkeys(self._bots)

    def _wind_clock(self) -> None:
        left, allowed = self._seconds_left(), self.match.state.seconds
        self._next_second = self._dice_seen_at + allowed - left + 1 if left and allowed else None

    def _ask_bot(self) -> None:
        """Ask one bot; the next one only if this one waits for its moment."""
        if not self._bots:
            return
        seat = self._bots.pop(0)
        state, game = self.match.state, self.match.rules.name
        strength, luck = self.match.table.seats[seat].bot or "", Random(self._luck.random())
        self._asked_bot = self._thinker.ask(lambda: bots(game).bot(strength, luck).choose(state, seat)), seat

    # Time.

    def next_due(self) -> float | None:
        """When `tick` has something to do."""
        if self._in_the_air is not None:
            return self._in_the_air.settles_at
        dues = [*map(self._bot_due, self._plans), *([] if self._next_second is None else [self._next_second])]
        return min(dues, default=None)

    def _bot_due(self, seat: int) -> float:
        plan = self._plans[seat]
        return self._dice_seen_at + plan.time / 1000 if isinstance(plan, Timed) else self._bots_act_at

    def tick(self) -> None:
        """Let pass what time brings: dice settle, bots act."""
        due = self.next_due()
        if due is None or self._clock.now() < due:
            return
        if self.rolling:
            self._come_to_rest(due)
        elif due == self._next_second:
            self._wind_clock()
        else:
            self._bot_acts(min(self._plans, key=self._bot_due))

    def hear(self, thought: Thought) -> None:
        """An answer to one of the questions."""
        if self._asked_bot is not None and thought.number == self._asked_bot[0]:
            (_, seat), self._asked_bot = self._asked_bot, None
            self._plans[seat] = thought.answer
            if isinstance(thought.answer, Timed):
                self._ask_bot()
        elif thought.number == self._asked_hint:
            self._asked_hint = None
            answer = thought.answer
            self._hint = answer if isinstance(answer, Message) else say("No hint this time")

    def _bot_acts(self, seat: int) -> None:
        match = self.match
        if isinstance(match.state.turn, ToRoll):
            self._throw(match.roll)
            return
        legal = match.state.legal(seat)
        planned = self._plans[seat]
        action = planned if planned in legal else next(iter(legal))
        self._throw(lambda: match.play(Move(seat, action)))
