"""The box: takes what people do, knows which screen is up, and says what is to be seen and which lamps are lit.

It has no screen, no pins and no clock of its own, so a test can press a button, advance the time and look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from random import Random

from device import match
from device.match import Match
from device.preferences import changed, described
from device.settings import Settings
from device.store import Store
from device.thinking import Thinker, Thought
from display import choices as c
from display.games import VIEWS
from display.screens.frame import View
from display.screens.menu import menu_screen
from display.screens.pause import leave_screen, pause_screen, rules_screen
from display.screens.play import Playing, play_screen
from display.screens.result import Ended, result_screen
from display.screens.settings import settings_screen
from display.screens.table import NOBODY, PERSON, Place, Setting, name_screen, seat_screen, table_screen
from display.tree import Face, Screen, Target
from engine import dice
from engine.contract import Move, Over, Roll, Seat, Table, ToChoose, ToRoll
from engine.games import GAMES, bots
from engine.words import Message, say
from hardware.clock import Clock
from hardware.inputs import (
    BACK,
    NEXT,
    PREV,
    ROLL,
    SEATS,
    SELECT,
    Exposed,
    Hold,
    Input,
    Lamp,
    Press,
    Quit,
    Trouble,
    Turn,
    Typed,
)

LONGEST_TYPED = 12
A_SECOND = 1_000_000_000


class Box:
    """Everything between the inputs and the screen."""

    def __init__(
        self,
        *,
        clock: Clock,
        store: Store,
        settings: Settings,
        thinker: Thinker,
        today: Callable[[], datetime],
        portrait: bool = False,
        secret: Callable[[], bytes] = dice.seal,
        luck: Random | None = None,
    ) -> None:
        self.settings = settings
        self.portrait = portrait
        self.running = True
        self.focus = ""
        self._clock = clock
        self._store = store
        self._thinker = thinker
        self._today = today
        self._new_secret = secret
        self._luck = luck or Random()
        self._where = "menu"
        self._panel_trouble: dict[str, str] = {}
        self._game = next(iter(GAMES.values()))
        self._places = tuple(
            Place(name, PERSON if number < 2 else NOBODY) for number, name in enumerate(settings.names[: len(SEATS)])
        )
        self._first: int | None = None
        self._options: dict[str, str] = {}
        self._editing = 0
        self._typed = ""
        self._secret = b""
        self._pressed: list[int] = []
        self._match: Match | None = None
        self._shown = 0
        self._hint: Message | None = None
        self._asked: int | None = None
        self._asked_hint: int | None = None
        self._acts_at: float | None = None
        self._planned: object | None = None
        self._before: Playing | None = None
        self._resume()
        self._refocus("")

    # What is seen.

    @property
    def match(self) -> Match | None:
        return self._match

    @property
    def screen(self) -> Screen:
        view = View(self.portrait, self._troubles())
        match self._where:
            case "table":
                return table_screen(view, self._setting())
            case "seat":
                return seat_screen(view, self._setting(), self._editing, bots(self._game.NAME).STRENGTHS)
            case "name":
                return name_screen(view, self._editing, self._typed, self.settings.names)
            case "settings":
                return settings_screen(view, described(self.settings))
            case "rules":
                return rules_screen(view, VIEWS[self._game.NAME], "pause" if self._match else "table")
            case "pause" if self._match is not None:
                return pause_screen(view, VIEWS[self._game.NAME], self._match.can_undo, self._match.seal)
            case "leave":
                return leave_screen(view, VIEWS[self._game.NAME])
            case "play" if self._match is not None:
                return play_screen(view, self._before or self._playing(self._match))
            case "result" if self._match is not None:
                return result_screen(view, self._ended(self._match))
        return menu_screen(view, list(GAMES.values()))

    def lamps(self) -> Mapping[int, Lamp]:
        """Blinking: it is your turn. Lit: you may act, or you sit here."""
        if self._where == "table":
            return {number: Lamp.LIT for number, place in enumerate(self._places) if place.who == PERSON}
        if self._where != "play" or self._match is None or self._before is not None:
            return {}
        playing, turn = self._match, self._match.state.turn
        seats = (turn.seat,) if isinstance(turn, ToRoll) else turn.seats if isinstance(turn, ToChoose) else ()
        lamp = Lamp.BLINKING if len(seats) == 1 else Lamp.LIT
        return {playing.places[seat]: lamp for seat in seats if playing.table.seats[seat].bot is None}

    def _troubles(self) -> tuple[Message, ...]:
        own = () if self._store.trouble is None else (self._store.trouble,)
        return own + tuple(say("{text}", text=what) for what in self._panel_trouble.values())

    def _setting(self) -> Setting:
        options = tuple((option.name, self._options.get(option.name, option.values[0])) for option in self._game.OPTIONS)
        seal = dice.commitment(self._secret)
        return Setting(self._game, VIEWS[self._game.NAME], self._places, self._first, options, seal)

    def _playing(self, playing: Match) -> Playing:
        shown = VIEWS[playing.rules.NAME]
        return Playing(
            game=shown,
            state=playing.state,
            places=playing.places,
            shown=self._shown,
            can_undo=playing.can_undo,
            hint=self._hint,
            news=shown.news(playing.state),
            thinking=self._bot_to_act(playing) is not None,
        )

    def _ended(self, playing: Match) -> Ended:
        kept = say("The whole game is kept as a record.") if self._store.saved else None
        return Ended(
            playing.rules.NAME,
            VIEWS[playing.rules.NAME],
            playing.state,
            playing.places,
            playing.seal,
            playing.dice.secret.hex(),
            kept,
        )

    # What people do.

    def handle(self, event: Input) -> None:
        """Take one input."""
        screen = self.screen
        match event:
            case Press(time=time, button=button):
                self._mix_in(time)
                self._press(screen, button)
            case Hold(button=button):
                if button == BACK:
                    playing = self._match is not None and not self._match.over
                    self._choose(c.Open("pause" if playing else "menu"))
            case Turn(time=time, steps=steps):
                self._mix_in(time)
                self._step(screen, steps)
            case Typed(character=character):
                self._type(character)
            case Trouble(panel=panel, what=what):
                self._panel_trouble[panel] = what
                if not what:
                    del self._panel_trouble[panel]
            case Quit():
                self.running = False
            case Exposed():
                pass
        self._refocus(screen.name + screen.start)

    def touch(self, time: float, target: Target | None) -> None:
        """A finger on a target, or beside all of them."""
        self._mix_in(time)
        before = self.screen
        if self._before is not None:
            self._choose(c.Skip())
        elif target is not None:
            self.focus = target.name
            self._choose(target.choice)
        self._refocus(before.name + before.start)

    def _mix_in(self, time: float) -> None:
        if self._where == "table":
            self._pressed.append(round(time * A_SECOND))

    def _press(self, screen: Screen, button: str) -> None:
        if self._before is not None:  # dice in the air: any press lets them fall
            self._choose(c.Skip())
        elif button == PREV:
            self._step(screen, -1)
        elif button == NEXT:
            self._step(screen, 1)
        elif button == SELECT:
            chosen = next((target for target in screen.targets() if target.name == self.focus), None)
            if chosen is not None:
                self._choose(chosen.choice)
        elif button == BACK:
            self._choose(screen.back)
        elif button == ROLL:
            self._choose(screen.roll)
        elif button in SEATS:
            self._choose(dict(screen.seats).get(SEATS.index(button)))

    def _step(self, screen: Screen, by: int) -> None:
        names = [target.name for target in screen.targets()]
        at = names.index(self.focus) if self.focus in names else 0
        self.focus = names[(at + by) % len(names)]

    def _type(self, character: str) -> None:
        if self._where != "name":
            return
        if character == "\b":
            self._typed = self._typed[:-1]
        elif character.isprintable() and len(self._typed) < LONGEST_TYPED and (self._typed or character != " "):
            self._typed += character

    def _refocus(self, before: str) -> None:
        """The focus stays where it is as long as that makes sense; on a new screen it goes to the usual choice."""
        screen = self.screen
        names = [target.name for target in screen.targets()]
        if screen.name + screen.start != before or self.focus not in names:
            self.focus = screen.start if screen.start in names else names[0]

    def _choose(self, choice: object) -> None:
        match choice:
            case c.Open(screen=where):
                self._where = where
                if where == "menu":
                    self._match = None if self._match is None or self._match.over else self._match
            case c.Step(by=by):
                self._step(self.screen, by)
            case c.ChooseGame(game=name):
                self._game, self._match = GAMES[name], None
                self._secret, self._pressed = self._new_secret(), []
                self._where = "table"
            case c.JoinOrLeave(place=number):
                place = self._places[number]
                self._sit(number, NOBODY if place.taken else PERSON)
            case c.EditSeat(place=number):
                self._editing, self._where = number, "seat"
            case c.Sit(place=number, who=who):
                self._sit(number, who)
                self._where = "table"
            case c.EditName(place=number):
                self._editing, self._typed, self._where = number, self._places[number].name, "name"
            case c.TakeName(name=name):
                self._typed = name
                self._name()
            case c.Letter(letter=letter):
                self._type(letter if not self._typed else letter.lower())
            case c.DeleteLetter():
                self._type("\b")
            case c.NameDone():
                self._name()
            case c.NextFirst():
                taken = self._setting().taken
                order: tuple[int | None, ...] = (None, *taken)
                self._first = order[(order.index(self._first) + 1) % len(order)]
            case c.NextOption(name=name):
                values = next(option.values for option in self._game.OPTIONS if option.name == name)
                at = values.index(self._options.get(name, values[0]))
                self._options[name] = values[(at + 1) % len(values)]
            case c.StartGame():
                self._start()
            case c.Change(setting=name):
                self.settings = changed(self.settings, name)
            case c.Leave():
                self._leave()
            case _:
                self._in_game(choice)

    def _sit(self, number: int, who: str) -> None:
        places = list(self._places)
        places[number] = replace(places[number], who=who)
        self._places = tuple(places)
        if self._first is not None and not self._places[self._first].taken:
            self._first = None

    def _name(self) -> None:
        name = self._typed.strip()
        if name:
            places = list(self._places)
            places[self._editing] = replace(places[self._editing], name=name)
            self._places = tuple(places)
        self._where = "seat"

    # A game.

    def _start(self) -> None:
        setting = self._setting()
        if not setting.ready:
            return
        rolls = dice.FairDice(self._secret, dice.mix(self._pressed))
        seats = tuple(
            Seat(place.name, None if place.who == PERSON else place.who)
            for place in self._places
            if place.taken
        )
        drawn = self._first is None and len(seats) > 1
        first = rolls.first(len(seats)) if drawn else setting.taken.index(self._first) if self._first is not None else 0
        usual = {option.name: option.values[0] for option in self._game.OPTIONS}
        options = tuple((name, value) for name, value in setting.options if value != usual[name])
        table = Table(seats, first, options)
        self._enter(match.begin(self._store, self._game, table, setting.taken, rolls, drawn, self._today))

    def _resume(self) -> None:
        saved = self._store.unfinished()
        if saved is None:
            return
        try:
            found = match.resume(self._store, saved, self._today)
        except ValueError:  # a game of another version: leave it in the store, start with the menu
            return
        self._game = found.rules
        names = {place: seat for place, seat in zip(found.places, found.table.seats, strict=True)}
        self._places = tuple(
            Place(names[number].name, names[number].bot or PERSON) if number in names else replace(place, who=NOBODY)
            for number, place in enumerate(self._places)
        )
        self._enter(found)

    def _enter(self, playing: Match) -> None:
        self._match, self._where, self._hint = playing, "play", None
        self._follow(playing)

    def _leave(self) -> None:
        if self._match is not None and not self._match.over:
            self._store.abandon(self._match.saved_as)
        self._match, self._where = None, "menu"
        self._asked = self._acts_at = self._planned = None

    def _in_game(self, choice: object) -> None:
        playing = self._match
        if playing is None:
            return
        match choice:
            case c.RollDice():
                if isinstance(playing.state.turn, ToRoll) and self._bot_to_act(playing) is None:
                    self._throw(playing, playing.roll)
            case c.Play(move=move):
                if move.action in playing.state.legal(move.seat):
                    self._throw(playing, lambda: playing.play(move))
            case c.Undo():
                if playing.can_undo:
                    playing.undo()
                    self._where = "play"
                    self._follow(playing)
            case c.Hint():
                state, game = playing.state, playing.rules.NAME
                if isinstance(state.turn, ToChoose):
                    seat = state.turn.seats[0]
                    self._hint = say("Thinking …")
                    self._asked_hint = self._thinker.ask(lambda: bots(game).hint(state, seat))
            case c.Look(seat=seat):
                self._shown = seat
            case c.Skip():
                if self._before is not None:
                    self._settle(playing)
                elif self._acts_at is not None:
                    self._acts_at = self._clock.now()

    def _throw(self, playing: Match, act: Callable[[], None]) -> None:
        """Do what may make dice fall: the new position is saved first, then the dice are seen to tumble."""
        before = self._playing(playing)
        act()
        self._hint = self._asked_hint = None
        last = playing.events[-1]
        if isinstance(last, Roll) and not self.settings.reduced_motion:
            faces = tuple(Face(text=face) for face in last.faces)
            aside = before.game.tray(before.state)[len(faces) :]
            faces += tuple(replace(face, lifted=False, gone=True) for face in aside)
            self._before = replace(before, rolling=faces, thrown_at=self._clock.now(), can_undo=False, hint=None)
        else:
            self._follow(playing)

    def _settle(self, playing: Match) -> None:
        self._before = None
        self._follow(playing)

    def _follow(self, playing: Match) -> None:
        """Look at whoever acts now; a bot starts to think."""
        self._asked = self._acts_at = self._planned = None
        turn = playing.state.turn
        if isinstance(turn, Over):
            self._shown = turn.winners[0] if turn.winners else self._shown
            self._where = "result"
            return
        self._shown = turn.seat if isinstance(turn, ToRoll) else turn.seats[0]
        seat = self._bot_to_act(playing)
        if seat is None:
            return
        self._acts_at = self._clock.now() + self.settings.bot_pause
        if isinstance(turn, ToChoose):
            state, strength = playing.state, playing.table.seats[seat].bot or ""
            game, luck = playing.rules.NAME, Random(self._luck.random())
            self._asked = self._thinker.ask(lambda: bots(game).bot(strength, luck).choose(state, seat))

    def _bot_to_act(self, playing: Match) -> int | None:
        """The bot that acts next, if no person does."""
        turn = playing.state.turn
        if isinstance(turn, Over):
            return None
        seats = (turn.seat,) if isinstance(turn, ToRoll) else turn.seats
        people = [seat for seat in seats if playing.table.seats[seat].bot is None]
        return None if people else seats[0]

    # Time.

    def next_due(self) -> float | None:
        """When `tick` has something to do."""
        if self._match is None or self._where != "play":
            return None
        if self._before is not None:
            return self._before.settles_at
        if self._acts_at is not None and self._asked is None:
            return self._acts_at
        return None

    def tick(self) -> None:
        """Let pass what time brings: dice settle, thoughts arrive, bots act."""
        for thought in self._thinker.answers():
            self._hear(thought)
        due = self.next_due()
        if due is None or self._clock.now() < due or self._match is None:
            return
        screen = self.screen
        if self._before is not None:
            self._settle(self._match)
        else:
            self._bot_acts(self._match)
        self._refocus(screen.name + screen.start)

    def _hear(self, thought: Thought) -> None:
        if thought.number == self._asked:
            self._asked, self._planned = None, thought.answer
        elif thought.number == self._asked_hint:
            self._asked_hint = None
            answer = thought.answer
            self._hint = answer if isinstance(answer, Message) else say("No hint this time")

    def _bot_acts(self, playing: Match) -> None:
        turn = playing.state.turn
        if isinstance(turn, ToRoll):
            self._throw(playing, playing.roll)
        elif isinstance(turn, ToChoose):
            seat, planned = turn.seats[0], self._planned
            legal = playing.state.legal(seat)
            action = planned if planned in legal else next(iter(legal))
            self._throw(playing, lambda: playing.play(Move(seat, action)))
