"""How many inputs a turn or a word takes: knob and Select, or the buttons Next and Select, over random positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import mean, quantiles
from typing import Any

import pytest

from display.choices import Narrow, Path, Play, Wrote
from display.colour_sheets.pick_steps import narrowed
from display.games import VIEWS
from display.screens.frame import View
from display.screens.game import Playing, game_screen
from engine.colour_sheets.picks import Pick
from engine.colour_sheets.sheets import Sheet
from engine.contract import AnyState, Move, Roll, Table
from engine.games.encore import rules as encore
from engine.games.encore.printed import PRINTED
from engine.games.encore.rules import Encore
from engine.games.initials import rules as initials
from engine.games.initials import variants
from engine.games.initials.calls import Buzz
from engine.games.initials.choices import ideas
from engine.games.initials.letters import bare
from engine.games.initials.rules import Initials
from engine.games.initials.word_lists import language
from engine.replay import replay
from tests.playing import any_move, any_roll, random_game, table


def turns(games: int) -> list[tuple[Encore, int, Pick]]:
    """Choices in random games on all sheets, and for each one pick that somebody might want, all alike likely."""
    found: list[tuple[Encore, int, Pick]] = []

    def choose(state: AnyState, seats: tuple[int, ...], luck: Random) -> Move[Any]:
        if luck.random() < 0.2:
            seat = luck.choice(seats)
            wanted = [pick for pick in state.legal(seat) if isinstance(pick, Pick)]
            if wanted:
                assert isinstance(state, Encore)
                found.append((state, seat, luck.choice(wanted)))
        return any_move(state, seats, luck)

    luck = Random(20)
    for number in range(games):
        seats = Table(table(1 + number % 4).seats, options=(("sheets", PRINTED[number % len(PRINTED)]),))
        random_game(encore.GAME, seats, luck, choose)
    return found


def effort(state: Encore, seat: int, pick: Pick, *, both_ways: bool) -> int:
    """The inputs from the first look at the dice to the crosses on the sheet."""
    inputs = 0
    path: Path = ()
    sheet = state.sheets[seat]
    while True:
        places = tuple(range(len(state.sheets)))
        screen = game_screen(View(), Playing(VIEWS["encore"], state, places, seat, path=path))
        targets = screen.targets()
        names = [target.name for target in targets]
        start = names.index(screen.start)
        at = next(i for i, target in enumerate(targets) if leads_to(target.choice, seat, pick, path, sheet))
        on = (at - start) % len(targets)
        inputs += min(on, len(targets) - on) + 1 if both_ways else on + 1
        choice = targets[at].choice
        if isinstance(choice, Play):
            return inputs
        assert isinstance(choice, Narrow)
        path = choice.path


def leads_to(choice: object, seat: int, pick: Pick, path: Path, sheet: Sheet) -> bool:
    if isinstance(choice, Narrow):
        return len(choice.path) > len(path) and bool(narrowed(choice.path, sheet, [pick]))
    return choice == Play(Move(seat, pick))


@pytest.mark.parametrize(("both_ways", "usual", "most"), [(True, 6, 9), (False, 7, 11)], ids=["knob", "two buttons"])
def test_a_turn_of_encore_takes_few_inputs(both_ways: bool, usual: float, most: float) -> None:
    inputs = [effort(*turn, both_ways=both_ways) for turn in turns(60)]
    assert len(inputs) > 500
    assert mean(inputs) <= usual
    assert quantiles(inputs, n=20)[-1] <= most


def word_effort(state: Initials, word: str) -> int:
    """The turns and presses of the knob from the first letter of a word to Done."""
    inputs = 0
    path: Path = ()
    for letter in (*bare(word), "done"):
        screen = game_screen(View(), Playing(VIEWS["initials"], state, (0, 1), 0, path=path))
        names = [target.name for target in screen.targets()]
        at = names.index(f"ring {len(path)} {letter}")
        on = (at - names.index(screen.start)) % len(names)
        inputs += min(on, len(names) - on) + 1
        path = (*path, Wrote(letter.lower()))
    return inputs


def written_words(code: str, count: int) -> Iterator[tuple[Initials, str]]:
    """Positions in which somebody is to write, and for each a word that would do."""
    luck = Random(code)
    while count:
        card = str(luck.randint(1, 4))
        state = initials.start(Table(table(2).seats, options=(("language", code), ("card", card))))
        theme = Roll((luck.choice("123456"),))
        letters = any_roll((*language(code).dice, variants.COLOUR_DIE), luck)
        state = replay(state, (theme, letters))
        assert state.theme is not None
        words = [idea.word for idea in ideas(state, state.theme)]
        if words:
            count -= 1
            yield state.apply(Move(0, Buzz(2000))), luck.choice(words)


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_a_letter_of_a_word_takes_few_inputs(code: str) -> None:
    words = list(written_words(code, 150))
    letters = sum(len(bare(word)) for _, word in words)
    assert sum(word_effort(state, word) for state, word in words) / letters <= 4.5
