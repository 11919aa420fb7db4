"""A game as it is played at the box: people choose, bots act, dice are thrown and fall."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from msgspec.structs import replace

from device.match import Match
from device.playing.bots import BotSchedule
from device.playing.race import RaceClock
from device.playing.shown import ShownGame
from device.scenes.scene import AnyScene, Scene, Shared
from device.thinking import Thought
from display.choices import AskWhy, EnterRoll, GameChoice, InGame, Narrow, Play, PlayAt, PlayEach, ShowSheet, Wrote
from display.games import VIEWS
from display.games.view import GameView
from display.screens.frame import View
from display.screens.game import Playing, game_screen
from display.sounds import Sound
from display.tree import Screen
from engine.contract import Move, Over, Roll, ToChoose, ToRoll, acting
from engine.games import bots
from engine.words import Message, say
from hardware.inputs import Lamp


class GameScene(Scene[GameChoice]):
    """It never waits: `next_due` says when `tick` has something to do."""

    def __init__(self, shared: Shared, match: Match) -> None:
        super().__init__(shared)
        shared.game = self
        self.match = match
        self.view: GameView = VIEWS[match.rules.name]
        self._shown = ShownGame()
        self._race = RaceClock(shared.clock.now(), match.events)
        self._bots = BotSchedule(match, self._race, shared.thinker, shared.luck)
        self._asked_hint: tuple[int, int] | None = None  # the number of the question, and for whom
        self._follow()

    def here(self) -> AnyScene:
        """Where this game is to be seen: once it is over and the dice lie, that is its result."""
        if self.match.over and not self.rolling:
            from device.scenes.result import ResultScene

            return ResultScene(self)
        return self

    # What is seen.

    def screen(self, view: View) -> Screen[GameChoice]:
        """The dice in the air hide what they will bring."""
        return game_screen(view, self._shown.in_the_air or self._now())

    def _now(self) -> Playing:
        state, shown = self.match.state, self._shown
        return Playing(
            game=self.view,
            state=state,
            places=self.match.places,
            shown=shown.seat,
            path=shown.path,
            can_undo=self.match.can_undo,
            hint=shown.hint,
            news=shown.told or self.view.news(state),
            real_dice=self._real_dice,
            thinking=bool(acting(state.turn)) and not self._people(),
            left=self._race.left(state.seconds, self.shared.clock.now()),
        )

    @property
    def _real_dice(self) -> bool:
        return self.match.dice is None

    @property
    def rolling(self) -> bool:
        return self._shown.in_the_air is not None

    def lamps(self) -> Mapping[int, Lamp]:
        """Blinking: it is your turn. Lit: you may act, as may others."""
        if self.rolling:
            return {}
        waited = self.match.state.waits_for
        return {self.match.places[seat]: Lamp.BLINKING if waited == (seat,) else Lamp.LIT for seat in self._people()}

    def _is_person(self, seat: int) -> bool:
        return self.match.table.seats[seat].bot is None

    def _people(self) -> list[int]:
        """The people who may act now; real dice can be entered by anybody."""
        turn = self.match.state.turn
        if self._enters_dice:
            return list(acting(turn))
        return [seat for seat in acting(turn) if self._is_person(seat)]

    @property
    def _enters_dice(self) -> bool:
        return self._real_dice and isinstance(self.match.state.turn, ToRoll)

    # What people do.

    def choose(self, choice: GameChoice, time: float) -> AnyScene:
        if not self._is_for_people(choice):
            self.shared.sound(Sound.REFUSAL)
            return self
        match choice:
            case Play(move=move):
                self._play(move)
            case PlayEach(moves=moves):
                for move in moves:
                    self._play(move)
            case PlayAt():
                self._play_at(choice, time)
            case Narrow(seat=seat, path=path):
                self._shown.narrow(seat, path)
            case AskWhy(seat=seat, key=key):
                self._shown.tell_why(seat, self.view.why_not(self.match.state, seat, key))
                self.shared.sound(Sound.REFUSAL)
            case EnterRoll(faces=faces):
                self._enter(faces)
            case ShowSheet(seat=seat):
                self._shown.seat = seat
            case InGame.ROLL:
                if isinstance(self.match.state.turn, ToRoll) and not self._real_dice:
                    self._throw(self.match.roll)
            case InGame.SKIP:
                return self.skip()
            case InGame.HINT:
                self._ask_hint()
            case InGame.UNDO:
                self.undo()
            case InGame.PAUSE:
                from device.scenes.pause import PauseScene

                return PauseScene(self)
            case InGame.RESULT:
                pass  # where the game is to be seen says it all
            case _:
                assert_never(choice)
        return self.here()

    def _is_for_people(self, choice: GameChoice) -> bool:
        """The one place that keeps people from acting for a bot, whatever they press, touch or type."""
        match choice:
            case Play(move=move):
                seats: tuple[int, ...] = (move.seat,)
            case PlayEach(moves=moves):
                seats = tuple(move.seat for move in moves)
            case Narrow(seat=seat) | AskWhy(seat=seat):
                seats = () if self._enters_dice else (seat,)
            case PlayAt(seat=seat):
                seats = (seat,)
            case InGame.ROLL:
                seats = acting(self.match.state.turn)
            case EnterRoll() | ShowSheet() | InGame():
                seats = ()
            case _:
                assert_never(choice)
        return all(self._is_person(seat) for seat in seats)

    def type(self, character: str) -> None:
        """A letter from a keyboard goes the way of the letters on the screen; backspace takes one away."""
        seat, path = self._shown.seat, self._shown.path
        if not self._is_person(seat):
            return
        if character == "\b":
            self._shown.narrow(seat, path[:-1])
        elif self.view.offer(self.match.state, seat, path).room and character.isprintable():
            self._shown.narrow(seat, (*path, Wrote(character)))

    def undo(self) -> None:
        """Take a person's last move back."""
        if self.match.can_undo:
            self.match.undo()
            self._forget_all()
            self._follow()

    def show_next_sheet(self) -> None:
        """Show the next seat's sheet large."""
        self._shown.seat = (self._shown.seat + 1) % len(self.match.places)

    def give_up(self) -> None:
        """Nobody wants to play on."""
        if not self.match.over:
            self.shared.store.abandon(self.match.saved_as)
        self.shared.game = None

    def skip(self) -> AnyScene:
        if self.rolling:
            self._come_to_rest(self.shared.clock.now())
        else:
            self._hurry()
        return self.here()

    def _hurry(self) -> None:
        """Nobody waits: bots act as soon as they know what to do, and the race goes on as if it were later."""
        now = self.shared.clock.now()
        self._bots.hurry(now)
        due = self.next_due()
        if due is not None and due > now:
            self._race.hurry(due - now)

    def _play(self, move: Move[object]) -> None:
        if move.action in self.match.state.legal(move.seat):
            self._forget(move.seat)
            self._throw(lambda: self.match.play(move))

    def _forget(self, seat: int) -> None:
        """The seat moves: what it was about to choose, and a hint for that, are of the past."""
        self._shown.forget(seat)
        if self._asked_hint is not None and self._asked_hint[1] == seat:
            self._asked_hint = None

    def _forget_all(self) -> None:
        self._shown.forget_all()
        self._asked_hint = None

    def _play_at(self, choice: PlayAt, time: float) -> None:
        """A press counts by its own time. One that does nothing is told why: perhaps it came before the dice."""
        since, state = self._race.milliseconds(time), self.match.state
        action = choice.action(since)
        seen = since >= 0 and isinstance(state.turn, ToChoose)
        why = state.legal(choice.seat).why_not(action) if seen else say("too early")
        if why is None:
            self._shown.in_the_air = None
            self._play(Move(choice.seat, action))
        else:
            self._shown.tell(say("{name}: {why}", name=self.match.table.seats[choice.seat].name, why=why))

    def _enter(self, faces: tuple[str, ...]) -> None:
        if self._enters_dice:
            self._forget_all()
            self.match.enter(faces)
            self._follow()

    def _ask_hint(self) -> None:
        state, game, seat = self.match.state, self.match.rules.name, self._shown.seat
        if seat in self._people() and isinstance(state.turn, ToChoose):
            self._shown.tell_hint(seat, say("Thinking …"))
            self._asked_hint = self.shared.thinker.ask(lambda: bots(game).hint(state, seat)), seat

    # Dice.

    def _throw(self, act: Callable[[], None]) -> None:
        """Do what may make dice fall: the new position is saved first, then the dice are seen to tumble."""
        before = self._now()
        self._shown.told = None
        act()
        last, now = self.match.events[-1], self.shared.clock.now()
        if isinstance(last, Roll):
            self.shared.sound(Sound.DICE)
        if isinstance(last, Roll) and not self._real_dice and not self.shared.settings.reduced_motion:
            faces = self.view.thrown(self.match.before_last, last)
            flying = replace(before, path=(), rolling=faces, thrown_at=now, can_undo=False, hint=None)
            self._shown.in_the_air = flying
            self._race.dice_lie(flying.settles_at or now)
        else:
            self._come_to_rest(now)

    def _come_to_rest(self, time: float) -> None:
        """The dice lie, the move is made: what happened is seen and heard. A race runs from when the dice lie."""
        if isinstance(self.match.events[-1], Roll):
            self._race.dice_lie(time)
        self._shown.in_the_air = None
        self._follow()
        sound = self._sound()
        if sound is not None:
            self.shared.sound(sound)

    def _sound(self) -> Sound | None:
        state = self.match.state
        if isinstance(state.turn, Over):
            return Sound.WIN if state.turn.winners else Sound.REFUSAL
        return self.view.sound(state, self.match.events[-1])

    def _follow(self) -> None:
        """Look at whoever is waited for, people first. Bots start to think."""
        match, turn, shown = self.match, self.match.state.turn, self._shown
        self._bots.clear()
        if isinstance(turn, Over):
            shown.seat = turn.winners[0] if turn.winners else shown.seat
            shown.forget_all()
            return
        now, seats, people = self.shared.clock.now(), acting(turn), self._people()
        self._race.wind(match.state.seconds, now)
        shown.keep(seats)
        waited = [seat for seat in match.state.waits_for if seat in people]
        shown.turn_to(waited, people or seats)
        self._bots.begin([seat for seat in seats if seat not in people], now + self.shared.settings.bot_pause)

    # Time.

    def next_due(self) -> float | None:
        if self._shown.in_the_air is not None:
            return self._shown.in_the_air.settles_at
        dues = (self._bots.next_due(), self._race.next_due())
        return min((due for due in dues if due is not None), default=None)

    def tick(self) -> AnyScene:
        """Let pass what time brings: dice settle, seconds run down, bots act."""
        due, now = self.next_due(), self.shared.clock.now()
        if due is None or now < due:
            return self
        if self.rolling:
            self._come_to_rest(due)
        elif due == self._race.next_due():
            self._race.wind(self.match.state.seconds, now)
        elif isinstance(self.match.state.turn, ToRoll):
            self._throw(self.match.roll)
        else:
            seat, action = self._bots.next_action()
            self._throw(lambda: self.match.play(Move(seat, action)))
        return self.here()

    def hear(self, thought: Thought) -> None:
        """An answer to one of the questions."""
        if self._asked_hint is not None and thought.number == self._asked_hint[0]:
            (_, seat), self._asked_hint = self._asked_hint, None
            hint = thought.answer if isinstance(thought.answer, Message) else say("No hint this time")
            if seat in self._people():
                self._shown.tell_hint(seat, hint)
        else:
            self._bots.hear(thought)
