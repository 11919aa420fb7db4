"""A game as it is played at the box: whose sheet is large, dice in the air, bots that think, hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from device.match import Match
from device.settings import Settings
from device.thinking import Thinker, Thought
from display import choices as c
from display.games import VIEWS
from display.screens.play import Playing
from engine.contract import Move, Over, Roll, ToChoose, ToRoll, acting
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
        self._bot: int | None = None  # the bot that acts next
        self._asked_bot: int | None = None
        self._bot_acts_at = 0.0
        self._planned: object | None = None
        self._in_the_air: Playing | None = None
        self._follow()

    # What is seen.

    @property
    def view(self) -> Playing:
        """The dice in the air hide what they will bring."""
        return self._in_the_air or self._now()

    def _now(self) -> Playing:
        state, shown = self.match.state, VIEWS[self.match.rules.NAME]
        return Playing(
            game=shown,
            state=state,
            places=self.match.places,
            shown=self._shown,
            path=self._paths.get(self._shown, ()),
            can_undo=self.match.can_undo,
            hint=self._hint if self._hint_for == self._shown else None,
            news=shown.news(state),
            real_dice=self._real_dice,
            thinking=bool(acting(state.turn)) and not self._people(),
        )

    def history(self) -> list[Message]:
        """The game so far, a line for each roll and each move."""
        shown, seats = VIEWS[self.match.rules.NAME], self.match.table.seats
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
        lamp = Lamp.BLINKING if len(acting(self.match.state.turn)) == 1 else Lamp.LIT
        return {self.match.places[seat]: lamp for seat in self._people()}

    def _people(self) -> list[int]:
        """The people who may act now; real dice can be entered by anybody."""
        if self._real_dice and isinstance(self.match.state.turn, ToRoll):
            return [self.match.state.turn.seat]
        return [seat for seat in acting(self.match.state.turn) if self.match.table.seats[seat].bot is None]

    # What people do.

    def choose(self, choice: object) -> None:
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
        elif isinstance(choice, c.Narrow):
            self._paths[choice.seat] = choice.path
            self._hint = self._asked_hint = None
        elif isinstance(choice, c.AskWhy):
            view = VIEWS[match.rules.NAME]
            self._hint, self._hint_for = view.why_not(state, choice.seat, choice.key), choice.seat
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
                self._come_to_rest()
            else:
                self._bot_acts_at = self._clock.now()

    def _ask_hint(self) -> None:
        state, game, seat = self.match.state, self.match.rules.NAME, self._shown
        if seat in self._people() and isinstance(state.turn, ToChoose):
            self._hint, self._hint_for = say("Thinking …"), seat
            self._asked_hint = self._thinker.ask(lambda: bots(game).hint(state, seat))

    def _throw(self, act: Callable[[], None]) -> None:
        """Do what may make dice fall: the new position is saved first, then the dice are seen to tumble."""
        before = self._now()
        act()
        last = self.match.events[-1]
        if isinstance(last, Roll):
            self._sound("dice")
        if isinstance(last, Roll) and not self._real_dice and not self.settings.reduced_motion:
            faces = before.game.thrown(before.state, last)
            now = self._clock.now()
            self._in_the_air = replace(before, path=(), rolling=faces, thrown_at=now, can_undo=False, hint=None)
        else:
            self._come_to_rest()

    def _come_to_rest(self) -> None:
        """The dice lie, the move is made: what happened is seen and heard."""
        self._in_the_air = None
        self._follow()
        state, last = self.match.state, self.match.events[-1]
        sound = "win" if isinstance(state.turn, Over) else VIEWS[self.match.rules.NAME].sound(state, last)
        if sound is not None:
            self._sound(sound)

    def _follow(self) -> None:
        """Look at whoever acts now, people first; whoever is choosing is not disturbed. A bot starts to think."""
        match, turn = self.match, self.match.state.turn
        self._bot = self._asked_bot = self._planned = None
        if self._hint_for not in self._people() or not isinstance(turn, ToChoose):
            self._hint = self._asked_hint = None
        if isinstance(turn, Over):
            self._shown = turn.winners[0] if turn.winners else self._shown
            self._paths.clear()
            return
        seats, people = acting(turn), self._people()
        self._paths = {seat: path for seat, path in self._paths.items() if seat in seats}
        if self._shown not in people:
            self._shown = (people or seats)[0]
        bots_to_act = [seat for seat in seats if match.table.seats[seat].bot is not None and seat not in people]
        self._bot = next(iter(bots_to_act), None)
        if self._bot is not None:
            self._bot_acts_at = self._clock.now() + self.settings.bot_pause
            if isinstance(turn, ToChoose):
                self._ask_bot(self._bot)

    def _ask_bot(self, seat: int) -> None:
        state, game = self.match.state, self.match.rules.NAME
        strength, luck = self.match.table.seats[seat].bot or "", Random(self._luck.random())
        self._asked_bot = self._thinker.ask(lambda: bots(game).bot(strength, luck).choose(state, seat))

    # Time.

    def next_due(self) -> float | None:
        """When `tick` has something to do."""
        if self._in_the_air is not None:
            return self._in_the_air.settles_at
        return self._bot_acts_at if self._bot is not None and self._asked_bot is None else None

    def tick(self) -> None:
        """Let pass what time brings: dice settle, bots act."""
        due = self.next_due()
        if due is None or self._clock.now() < due:
            return
        if self.rolling:
            self._come_to_rest()
        elif self._bot is not None:
            self._bot_acts(self._bot)

    def hear(self, thought: Thought) -> None:
        """An answer to one of the questions."""
        if thought.number == self._asked_bot:
            self._asked_bot, self._planned = None, thought.answer
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
        action = self._planned if self._planned in legal else next(iter(legal))
        self._throw(lambda: match.play(Move(seat, action)))
