"""The screens of Encore! and One More Encore! in fixed states, for the layout rules and the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any

from msgspec.structs import replace

from display.choices import Narrow, Path, Shows
from display.colour_sheets.pick_steps import Through
from display.games import VIEWS
from display.games.view import GameView
from display.screens.frame import View
from display.screens.game import Playing, game_screen
from display.screens.history import history_screen
from display.screens.paper import Paper, paper_screen
from display.screens.result import Ended, result_screen
from display.screens.table import Place, Sitter, TableShown, table_screen
from display.tree import AnyScreen
from display.ways import Way
from engine.colour_sheets.picks import PASS
from engine.colour_sheets.sheets import ROWS
from engine.contract import AnyGame, Move, Over, Table, ToChoose, ToRoll, acting
from engine.games import GAMES
from engine.games.encore import rules as encore
from engine.games.one_more_encore import rules as one_more_encore
from engine.words import say
from tests.playing import NAMES, any_move, random_game, table

SEAL = "3f9ac21e77d0b1a45c8e6f02d9b47a13"
SECRET = "b81d40e6fa2793c50c6f1e9d3a5728b4"


@dataclass(frozen=True)
class Played:
    """One of the two games with positions to be shown."""

    rules: AnyGame
    shown: GameView

    def position(self, players: int, holds: Callable[[Any], bool]) -> Any:
        """The first such position of the first such game that luck with a fixed seed plays."""
        return next(
            state for seed in range(1, 60) for state in _game(self.rules.name, table(players), seed) if holds(state)
        )

    def playing(self, state: Any, path: Path = (), *, can_undo: bool = False) -> Playing:
        seat = acting(state.turn)[-1]
        places = tuple(range(len(state.sheets)))
        return Playing(self.shown, state, places, seat, path=path, can_undo=can_undo, news=self.shown.news(state))

    def stepped(self, state: Any, *wanted: str) -> Playing:
        """On the way to a choice: each step by the target whose name begins so."""
        playing = self.playing(state, can_undo=True)
        for name in wanted:
            targets = game_screen(View(), playing).targets()
            choice = next(target.choice for target in targets if target.name.startswith(name))
            assert isinstance(choice, Narrow)
            playing = replace(playing, path=choice.path)
        return playing

    def result(self, view: View, players: int) -> AnyScreen:
        state = self.position(players, lambda state: isinstance(state.turn, Over))
        kept = say("The whole game is kept as a record.")
        places = tuple(range(players))
        return result_screen(view, Ended(self.rules.name, self.shown, state, places, SEAL, SECRET, kept))


ENCORE = Played(encore.GAME, VIEWS["encore"])
ONE_MORE = Played(one_more_encore.GAME, VIEWS["one_more_encore"])


def encore_screens(view: View) -> Iterator[tuple[str, AnyScreen]]:
    game, shown = ENCORE, ENCORE.shown
    yield "encore-table", _table(view)
    yield "encore-first", game_screen(view, game.playing(encore.start(table(3))))
    choosing = game.position(4, lambda state: _chooses(state, after=12) and len(_options(state)) > 20)
    yield "encore-colour", game_screen(view, game.playing(choosing, can_undo=True))
    yield "encore-number", game_screen(view, game.stepped(choosing, "colour"))
    yield "encore-place", game_screen(view, game.stepped(choosing, "colour", "number"))
    six = game.position(6, lambda state: _chooses(state, after=20) and len(state.waiting) == 4)
    why = say("{box} is neither in column H nor next to a checked box", box="A1")
    yield "encore-six", game_screen(view, replace(game.playing(six), hint=why))
    tapped = Through(_options(six)[-1].boxes.bit_length() - 1)
    yield "encore-tapped", game_screen(view, game.playing(six, (tapped,)))
    completed = game.position(2, lambda state: bool(state.columns_done) and not state.roll)
    yield "encore-column", game_screen(view, game.playing(completed))
    forced = game.position(2, lambda state: _chooses(state, after=20) and not _options(state))
    yield "encore-forced", game_screen(view, game.playing(forced))
    alone = game.position(1, lambda state: _chooses(state, after=19) and len(_options(state)) > 3)
    yield "encore-solo", game_screen(view, game.playing(alone))
    ready = game.position(2, lambda state: isinstance(state.turn, ToRoll) and state.rolls == 9)
    entering = replace(game.playing(ready, tuple(map(Shows, ("red", "cross", "blue", "4")))), real_dice=True)
    yield "encore-real-dice", game_screen(view, entering)
    yield "encore-paper", paper_screen(view, Paper(shown, ("blue", "red", "cross", "2", "?", "5"), 7))
    yield "encore-result", game.result(view, 4)
    yield "encore-result-six", game.result(view, 6)
    yield "encore-result-solo", game.result(view, 1)
    told = [shown.action(pick) for pick in _options(choosing)[:20]]
    lines = [say("{name}: {what}", name=NAMES[i % 3], what=what) for i, what in enumerate(told)]
    yield "encore-history", history_screen(view, shown, lines, 1)


def one_more_screens(view: View) -> Iterator[tuple[str, AnyScreen]]:
    game = ONE_MORE
    yield "one-more-first", game_screen(view, game.playing(one_more_encore.start(table(3))))
    six = game.position(6, lambda state: _chooses(state, after=16) and len(state.waiting) == 4)
    yield "one-more-six", game_screen(view, game.playing(six))
    for face in dict.fromkeys(("heart", "bomb", "stars", "row", "block")):
        state = game.position(3, partial(_special, face))
        steps = () if face == "heart" else ("special",)
        yield f"one-more-{face}", game_screen(view, game.stepped(state, *steps))
    bomb = game.position(3, partial(_special, "bomb"))
    yield "one-more-square", game_screen(view, game.stepped(bomb, "special", "columns"))
    yield "one-more-crater", game_screen(view, game.stepped(bomb, "special", "columns", "square"))
    bonus = game.position(2, lambda state: state.bombing is not None)
    yield "one-more-bonus-bomb", game_screen(view, game.playing(bonus))
    completed = game.position(2, lambda state: any(done.bonus for done in state.rows_done) and not state.roll)
    yield "one-more-row", game_screen(view, game.playing(completed))
    alone = game.position(1, lambda state: _chooses(state, after=17))
    yield "one-more-solo", game_screen(view, game.playing(alone))
    yield "one-more-paper", paper_screen(view, Paper(game.shown, ("blue", "red", "cross", "2", "?", "5", "stars"), 3))
    yield "one-more-result", game.result(view, 6)
    yield "one-more-result-solo", game.result(view, 1)


def _table(view: View) -> AnyScreen:
    places = tuple(Place(name, *((Sitter.PERSON,) if number < 4 else ())) for number, name in enumerate(NAMES))
    return table_screen(
        view, TableShown(encore.GAME, ENCORE.shown, places, 1, (("sheets", "each"),), SEAL, Way.REAL_DICE)
    )


@cache
def _game(name: str, seats: Table, seed: int) -> list[Any]:
    """A game of people who take as many boxes as they can, and seldom pass."""
    return random_game(GAMES[name], seats, Random(seed), _eager)[0]


def _eager(state: Any, seats: tuple[int, ...], luck: Random) -> Move[Any]:
    seat = any_move(state, seats, luck).seat  # the golden pictures follow from these draws
    options = [action for action in state.legal(seat) if action is not PASS]
    luck.shuffle(options)
    return Move(seat, max(options, key=lambda action: _worth(state, seat, action), default=PASS))


def _worth(state: Any, seat: int, action: Any) -> float:
    """Many boxes for few exclamation marks, and rather in rows that are nearly full."""
    rows = [((state.checked[seat] | action.boxes) & row).bit_count() for row in ROWS]
    return float(action.boxes.bit_count() - 2 * getattr(action, "cost", 0) + max(rows) / 3)


def _chooses(state: Any, after: int) -> bool:
    return isinstance(state.turn, ToChoose) and state.rolls >= after


def _special(face: str, state: Any) -> bool:
    """The special die shows this, and may be used in several ways or, if it is a heart, at all."""
    if not _chooses(state, after=8) or state.bombing is not None or state.roll[-1] != face:
        return False
    ways = len(state.choices(state.turn.seats[-1]).specials)
    return ways > 2 or (face == "heart" and ways == 1)


def _options(state: Any) -> list[Any]:
    return [action for action in state.legal(state.turn.seats[-1]) if action is not PASS]
