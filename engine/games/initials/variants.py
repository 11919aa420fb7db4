"""What a table of Initials can choose before a game, the figures of each variant, and its dice."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.contract import Die, Option
from engine.games.initials.calls import COLOURS
from engine.games.initials.word_lists import language, languages
from engine.seeds import seed

NAME = "initials"
CLASSIC, LIMITED, OPEN = "classic", "limited", "open"
RACE, CALM = "race", "calm"
WRITTEN, SPOKEN = "written", "spoken"
BLACK = "black"

_FIGURES = seed(NAME)
TOKENS: int = _FIGURES["tokens"]
THEMES: int = _FIGURES["themes"]
BLACK_WINS: int = _FIGURES["black"]["wins"]
BLACK_PAYS: int = _FIGURES["black"]["pays"]
CUT_OFF: tuple[int, ...] = tuple(_FIGURES["classic"]["cut_off"])
FOR_EACH: int = _FIGURES["limited"]["for_each"]
PRACTICE_ROUNDS: int = _FIGURES["practice"]["rounds"]
PRACTICE_SECONDS: int = _FIGURES["practice"]["seconds"]

OPTIONS: tuple[Option, ...] = (
    Option("variant", (CLASSIC, LIMITED, OPEN)),
    Option("pace", (RACE, CALM)),
    Option("way", (WRITTEN, SPOKEN)),
    Option("language", languages()),
    Option("card", tuple(str(number) for number in range(1, _FIGURES["cards"] + 1))),
)

NUMBER_DIE = Die("number", tuple(str(number) for number in range(1, THEMES + 1)))
COLOUR_DIE = Die("colour", (*COLOURS, BLACK))


class Setup(NamedTuple):
    """How the table has chosen to play."""

    variant: str
    pace: str
    way: str
    language: str
    card: str


@cache
def setup(options: tuple[tuple[str, str], ...]) -> Setup:
    usual = {option.name: option.values[0] for option in OPTIONS}
    return Setup(**{**usual, **dict(options)})


@cache
def letter_dice(code: str) -> tuple[Die, ...]:
    return (*language(code).dice, COLOUR_DIE)
