"""Bots for One More Encore!: all weigh what they could do by the learned worth of the sheet after it, the weaker ones
with random errors.

The worth was learned by playing alone, so among others the bots only know what a column or a row still brings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engine.colour_sheets.picks import PASS, Pass, Pick
from engine.colour_sheets.sheets import COLUMNS, ROWS
from engine.contract import Bot
from engine.games.encore.rules import COLOUR_FIRST, COLOUR_LATER, JOKER_POINTS, SOLO_ROLLS, STAR_POINTS
from engine.games.one_more_encore.bot_value import worth
from engine.games.one_more_encore.rules import (
    COLUMN_FIRST,
    COLUMN_LATER,
    DIE,
    HEARTS,
    ROW_POINTS,
    SPECIAL_DICE,
    SPECIAL_DIE_POINTS,
    Action,
    OneMoreEncore,
)
from engine.games.one_more_encore.specials import BOMB, HEART, ROW, STARS, Bomb, Bombs, Special
from engine.words import Message, say

STRENGTHS = ("beginner", "steady", "expert", "master")
# The most points by which a choice is misjudged, in either direction.
TREMBLE = {"beginner": 9.0, "steady": 4.0, "expert": 1.5, "master": 0.0}
# A game for several players ends before the thirty rolls of a game alone: so many rolls are expected.
TABLE_ROLLS = 26
BONUS_WORTH = {DIE: 3.0, BOMB: 4.0, HEART: 3.0}


class Weighing:
    """A bot that takes the action with the greatest worth, as it judges it; `tremble` is the most by which it errs."""

    def __init__(self, tremble: float, luck: Random) -> None:
        self._tremble = tremble
        self._luck = luck

    def choose(self, state: OneMoreEncore, seat: int) -> Action:
        weighed = [(worth + self._luck.uniform(-1, 1) * self._tremble, action) for worth, action in weigh(state, seat)]
        return max(weighed, key=lambda one: one[0])[1]


def bot(strength: str, luck: Random) -> Bot[Action]:
    if strength not in TREMBLE:
        raise ValueError(f"there is no bot {strength!r}; there is {', '.join(STRENGTHS)}")
    return Weighing(TREMBLE[strength], luck)


def hint(state: OneMoreEncore, seat: int) -> Message:
    """What the master would do, and how many points that is better than passing."""
    nothing_to_decide = state.legal(seat).why_not(PASS)
    if nothing_to_decide is not None:
        return nothing_to_decide
    weighed = weigh(state, seat)
    best, action = max(weighed, key=lambda one: one[0])
    if isinstance(action, Pass):
        return say("The master would pass")
    passing = next(worth for worth, action in weighed if isinstance(action, Pass))
    better = f"{best - passing:.1f}"
    return say("The master would take {what}: {points} points better than passing", what=action.words, points=better)


def weigh(state: OneMoreEncore, seat: int) -> list[tuple[float, Action]]:
    """Everything worth a thought, with the points to be expected after it."""
    return [(_after(state, seat, action), action) for action in _thoughts(state, seat)]


def _thoughts(state: OneMoreEncore, seat: int) -> Iterator[Action]:
    """All that is legal, but of bombs, stars and rows only the placements that are not a part of a larger one."""
    choices = state.choices(seat)
    yield PASS
    if isinstance(choices, Bombs):
        yield from map(Bomb, _fullest(choices.placements))
        return
    yield from (pick for pick in choices.picks if isinstance(pick, Pick))
    face, placements = choices.specials.face, choices.specials.placements
    if face in (BOMB, STARS, ROW):
        placements = _fullest(placements)
    yield from (Special(face, boxes) for boxes in placements)


def _fullest(placements: Sequence[int]) -> Sequence[int]:
    """Those that are not a part of another one, the fullest first; of very many only the fullest."""
    if len(placements) > 600:
        most = placements[0].bit_count()
        return [boxes for boxes in placements if boxes.bit_count() == most]
    kept: list[int] = []
    for boxes in placements:
        if not any(boxes & other == boxes for other in kept):
            kept.append(boxes)
    return kept


def _after(state: OneMoreEncore, seat: int, action: Action) -> float:
    sheet, before = state.sheets[seat], state.checked[seat]
    jokers, hearts, dice = state.jokers[seat], state.hearts[seat], state.circled[seat] - state.used[seat]
    boxes = 0 if isinstance(action, Pass) else action.boxes
    if isinstance(action, Pick):
        jokers -= action.cost
    elif isinstance(action, Special):
        dice -= 1
        hearts += action.face == HEART
    checked = before | boxes
    dice += min((boxes & sheet.golden).bit_count(), SPECIAL_DICE - state.circled[seat])
    rolls = SOLO_ROLLS if len(state.sheets) == 1 else TABLE_ROLLS
    gained = 0.0
    for row, line in enumerate(ROWS):
        if boxes & line and not line & ~checked and state.prizes[row] is not None:
            gained += BONUS_WORTH[state.prizes[row] or DIE]
    for column, line in enumerate(COLUMNS):
        if line & ~checked:
            continue
        if boxes & line:
            gained += hearts
        if any(won[column] is not None for other, won in enumerate(state.columns) if other != seat):
            gained -= COLUMN_FIRST[column] - COLUMN_LATER[column]
    for colour, line in enumerate(sheet.colours):
        if not line & ~checked and any(won[colour] for other, won in enumerate(state.colours) if other != seat):
            gained -= COLOUR_FIRST[colour] - COLOUR_LATER[colour]
    left = max(0, rolls - state.rolls)
    if left == 0 and len(state.sheets) == 1:
        return gained + _certain(state, seat, checked, jokers, dice)
    return gained + worth(checked, jokers, min(hearts, HEARTS), min(dice, SPECIAL_DICE), left)


def _certain(state: OneMoreEncore, seat: int, checked: int, jokers: int, dice: int) -> float:
    """The points of a sheet on which nothing will change any more."""
    sheet = state.sheets[seat]
    columns = sum(value for value, line in zip(COLUMN_FIRST, COLUMNS, strict=True) if not line & ~checked)
    rows = ROW_POINTS * sum(not line & ~checked for line in ROWS)
    colours = sum(value for value, line in zip(COLOUR_FIRST, sheet.colours, strict=True) if not line & ~checked)
    signs = JOKER_POINTS * jokers + SPECIAL_DIE_POINTS * dice
    return columns + rows + colours + signs + STAR_POINTS * (sheet.stars & ~checked).bit_count()
