"""The box: takes what people do, knows which screen is up, and says what is to be seen and which lamps are lit.

It has no screen, no pins and no clock of its own, so a test can press a button, advance the time and look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from random import Random

from device import match
from device.keeping.settings import Settings
from device.keeping.store import Store
from device.match import Match
from device.paper import PaperGame
from device.playing import GameAtTheBox
from device.preferences import changed, described
from device.receipts import receipt
from device.setting import TableSetting
from device.thinking import Thinker
from display import choices as c
from display.games import VIEWS
from display.language import speaker
from display.screens.frame import View
from display.screens.menu import menu_screen
from display.screens.paper import paper_screen
from display.screens.pause import leave_screen, pause_screen, rules_screen
from display.screens.play import play_screen
from display.screens.result import Ended, result_screen
from display.screens.service import Finding, service_screen
from display.screens.settings import settings_screen
from display.screens.statistics import history_screen, statistics_screen
from display.screens.table import name_screen, seat_screen, table_screen
from display.tree import Screen, Target
from display.ways import PAPER, REAL_DICE
from engine import dice
from engine.games import GAMES, bots
from engine.words import Message, say
from hardware.clock import Clock
from hardware.gestures import SERVICE
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
from hardware.parts.receipt import Receipt


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
        sound: Callable[[str], object] = lambda name: None,
        printing: Callable[[Receipt], object] | None = None,
        look_over: Callable[[], Sequence[Finding]] = tuple,
    ) -> None:
        self.settings = settings
        self.running = True
        self.focus = ""
        self._portrait = portrait
        self._clock = clock
        self._store = store
        self._thinker = thinker
        self._today = today
        self._luck = luck or Random()
        self._sound = sound
        self._printing = printing
        self._look_over = look_over
        self._findings: Sequence[Finding] = ()
        self._pressed = ""
        self._fault: Message | None = None
        self._where, self._page = "menu", 0
        self._panel_trouble: dict[str, str] = {}
        self._table = TableSetting(next(iter(GAMES.values())), settings.names[: len(SEATS)], secret, self._luck)
        self._game: GameAtTheBox | None = None
        self._paper: PaperGame | None = None
        self._resume()
        self._screen = self._draw()
        self._refocus("")

    # What is seen.

    @property
    def screen(self) -> Screen:
        """What people see now. Drawn anew only when something has happened."""
        return self._screen

    @property
    def portrait(self) -> bool:
        return self._portrait

    @portrait.setter
    def portrait(self, portrait: bool) -> None:
        self._portrait = portrait
        self._refocus(self._screen.name + self._screen.start)

    @property
    def match(self) -> Match | None:
        return None if self._game is None else self._game.match

    def _draw(self) -> Screen:
        view, table, playing = View(self._portrait, self._troubles()), self._table, self._game
        shown = VIEWS[table.game.name]
        match self._where:
            case "table":
                return table_screen(view, table.shown)
            case "seat":
                return seat_screen(view, table.shown, table.editing, bots(table.game.name).STRENGTHS)
            case "name":
                return name_screen(view, table.editing, table.typed, self.settings.names)
            case "settings":
                return settings_screen(view, described(self.settings))
            case "rules":
                return rules_screen(view, shown, "table" if playing is None else "pause")
            case "pause" if playing is not None:
                return pause_screen(view, shown, playing.match.can_undo, len(playing.match.places), playing.match.seal)
            case "leave":
                return leave_screen(view, shown)
            case "play" if playing is not None:
                return play_screen(view, playing.view)
            case "service":
                back_to = "settings" if self.match is None or self.match.over else "play"
                return service_screen(view, self._findings, self._pressed, self._page, back_to)
            case "statistics":
                game = list(GAMES)[self._page % len(GAMES)]
                players = self._store.players(game, fewest_wins=GAMES[game].fewest_wins)
                return statistics_screen(view, game, players, self._page)
            case "history" if playing is not None:
                return history_screen(view, shown, playing.history(), self._page)
            case "paper" if self._paper is not None:
                return paper_screen(view, self._paper.view)
            case "result" if playing is not None:
                return result_screen(view, self._ended(playing.match))
        return menu_screen(view, list(GAMES.values()))

    def lamps(self) -> Mapping[int, Lamp]:
        """Blinking: it is your turn. Lit: you may act, or you sit here. For whoever looks the box over, all are lit."""
        if self._where == "service":
            return dict.fromkeys(range(len(SEATS)), Lamp.LIT)
        if self._where == "table":
            return dict.fromkeys(self._table.people, Lamp.LIT)
        return self._game.lamps() if self._where == "play" and self._game is not None else {}

    def _troubles(self) -> tuple[Message, ...]:
        own = tuple(trouble for trouble in (self._fault, self._store.trouble) if trouble is not None)
        return own + tuple(say("{text}", text=what) for what in self._panel_trouble.values())

    def _ended(self, playing: Match) -> Ended:
        kept = say("The whole game is kept as a record.") if self._store.saved else None
        return Ended(
            playing.rules.name,
            VIEWS[playing.rules.name],
            playing.state,
            playing.places,
            playing.seal,
            "" if playing.dice is None else playing.dice.secret.hex(),
            kept,
            self._printing is not None,
        )

    # What people do.

    def handle(self, event: Input) -> None:
        """Take one input."""
        screen = self.screen
        match event:
            case Press(time=time, button=button):
                self._mix_in(time)
                self._press(screen, button, time)
            case Hold(time=time, button=button):
                playing = self.match is not None and not self.match.over
                if button == SERVICE:
                    self._choose(c.Open("service"), time)
                elif button == BACK:
                    self._choose(c.Open("pause" if playing else "menu"), time)
            case Turn(time=time, steps=steps):
                self._mix_in(time)
                self._step(screen, steps)
            case Typed(character=character):
                self._type(screen, character)
            case Trouble(panel=panel, what=what):
                self._panel_trouble[panel] = what
                if not what:
                    del self._panel_trouble[panel]
            case Quit():
                self.running = False
            case Exposed():
                pass
        self._refocus(screen.name + screen.start)
        if isinstance(event, Typed) and self.screen.entering:
            self.focus = self.screen.entering

    def touch(self, time: float, target: Target | None) -> None:
        """A finger on a target, or beside all of them."""
        self._mix_in(time)
        before = self.screen
        if target is not None and not target.touch_only and not self._dice_in_the_air:
            self.focus = target.name
        if target is not None or self._dice_in_the_air:  # a hand that rests on the screen is no wish
            self._choose_or_skip(None if target is None else target.choice, time)
        self._refocus(before.name + before.start)

    @property
    def _dice_in_the_air(self) -> bool:
        if self._where == "paper":
            return self._paper is not None and self._paper.rolling
        return self._where == "play" and self._game is not None and self._game.rolling

    def _mix_in(self, time: float) -> None:
        if self._where == "table":
            self._table.mix_in(time)

    def _press(self, screen: Screen, button: str, time: float) -> None:
        self._pressed = button
        chosen = next((target.choice for target in screen.targets() if target.name == self.focus), None)
        meant = {PREV: c.Step(-1), NEXT: c.Step(1), SELECT: chosen, BACK: screen.back, ROLL: screen.roll}
        meant |= {SEATS[place]: choice for place, choice in screen.seats}
        self._choose_or_skip(meant.get(button), time)

    def _choose_or_skip(self, choice: object, time: float) -> None:
        """Whatever people do lets dice in the air fall, unless its moment counts."""
        waits = self._dice_in_the_air and not isinstance(choice, c.PlayAt)
        self._choose(c.Skip() if waits else choice, time)

    def _type(self, screen: Screen, character: str) -> None:
        if self._where == "name":
            self._table.type(character)
        elif self._where == "play" and self._game is not None and screen.typing:
            self._game.type(character)

    def _step(self, screen: Screen, by: int) -> None:
        names = [target.name for target in screen.targets()]
        at = names.index(self.focus) if self.focus in names else 0
        self.focus = names[(at + by) % len(names)]

    def _refocus(self, before: str) -> None:
        """The focus stays where it is as long as that makes sense; on a new screen it goes to the usual choice."""
        screen = self._screen = self._draw()
        names = [target.name for target in screen.targets()]
        if screen.name + screen.start != before or self.focus not in names:
            self.focus = screen.start if screen.start in names else names[0]

    def _choose(self, choice: object, time: float) -> None:
        match choice:
            case c.Open(screen=where):
                self._where, self._page = where, 0
                if where == "service":
                    self._findings = self._look_over()
                if where == "menu" and self.match is not None and self.match.over:
                    self._game = None
            case c.TurnPage(page=page):
                self._page = page
            case c.Step(by=by):
                self._step(self.screen, by)
            case c.ChooseGame(game=name):
                self._fault = None
                self._table.begin(GAMES[name])
                self._game, self._where = None, "table"
            case c.StartGame():
                self._start()
            case c.Change(setting=name):
                self.settings = changed(self.settings, name)
                if self._game is not None:
                    self._game.settings = self.settings
            case c.Leave():
                self._leave()
            case c.Print():
                if self._printing is not None and self.match is not None:
                    self._printing(receipt(self._ended(self.match), speaker(self.settings.language)))
            case None:
                self._sound("refusal")
            case _ if self._where in ("table", "seat", "name"):
                self._where = self._table.choose(choice) or self._where
            case _ if self._where == "paper" and self._paper is not None:
                self._paper.choose(choice)
            case _ if self._game is not None:
                self._in_game(self._game, choice, time)

    # A game.

    def _start(self) -> None:
        setting = self._table.shown
        if not setting.ready:
            return
        table, rolls, drawn = self._table.start()
        if setting.way == PAPER:
            still = self.settings.reduced_motion
            self._paper, self._where = PaperGame(setting.game, table, rolls, self._clock, still), "paper"
            return
        dice = None if setting.way == REAL_DICE else rolls
        self._enter(match.begin(self._store, setting.game, table, setting.taken, dice, drawn, self._today))

    def _resume(self) -> None:
        saved = self._store.unfinished()
        if saved is None:
            return
        try:
            found = match.resume(self._store, saved, self._today)
        except ValueError:  # a game of another version: leave it in the store, start with the menu
            return
        self._table.game = found.rules
        self._table.seat_again(dict(zip(found.places, found.table.seats, strict=True)))
        self._enter(found)

    def _enter(self, playing: Match) -> None:
        self._game = GameAtTheBox(playing, self._clock, self._thinker, self.settings, self._luck, self._sound)
        self._where = "play"
        self._show_result_if_over(self._game)

    def fail_safe(self, reason: str) -> None:
        """Back to the menu after a fault of the box itself."""
        self._game = self._paper = None
        self._where, self._page = "menu", 0
        self._fault = say(
            "Something went wrong ({reason}); the game is saved. Switch the box off and on to go on with it.",
            reason=reason,
        )
        self._refocus("")

    def _leave(self) -> None:
        if self.match is not None and not self.match.over:
            self._store.abandon(self.match.saved_as)
        self._game, self._where = None, "menu"

    def _in_game(self, playing: GameAtTheBox, choice: object, time: float) -> None:
        playing.choose(choice, time)
        if isinstance(choice, c.Undo | c.LookOn):
            self._where = "play"
        self._show_result_if_over(playing)

    def _show_result_if_over(self, playing: GameAtTheBox) -> None:
        if self._where == "play" and playing.match.over and not playing.rolling:
            self._where = "result"

    # Time.

    def next_due(self) -> float | None:
        """When `tick` has something to do."""
        if self._where == "paper" and self._paper is not None:
            return self._paper.next_due()
        return self._game.next_due() if self._where == "play" and self._game is not None else None

    def tick(self) -> None:
        """Let pass what time brings: dice settle, thoughts arrive, bots act."""
        thoughts, due = self._thinker.answers(), self.next_due()
        if not (thoughts or (due is not None and self._clock.now() >= due)):
            return
        screen = self.screen
        if self._where == "paper" and self._paper is not None:
            self._paper.tick()
        for thought in thoughts:
            if self._game is not None:
                self._game.hear(thought)
        if self._where == "play" and self._game is not None:
            self._game.tick()
            self._show_result_if_over(self._game)
        self._refocus(screen.name + screen.start)
