"""How Encore! shows itself: a sheet of coloured boxes, and colour dice above number dice."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from display.choices import GameChoice, Path
from display.colour_sheets.pick_steps import narrowed, pick_steps, taken, tapped, union
from display.colour_sheets.sheet import pair_tray
from display.colour_sheets.view import Choosing, Figures, SheetView
from display.games.encore.card import CARD
from display.tree import Area, Choice, Dice, Face, Grid, column, row
from engine.colour_sheets.picks import Pick
from engine.colour_sheets.solo import Rating
from engine.games.encore import rules
from engine.games.encore.rules import EACH, Encore
from engine.words import Message, say


class EncoreView(SheetView):
    """The sheet with its values, the exclamation marks and the colours below it."""

    TITLE = CARD.title
    RULES = (
        say("Everybody plays on every roll: take one colour and one number, and cross that many boxes of the colour."),
        say("The boxes hang together, and one of them is in column H or next to a box you have crossed before."),
        say("In the first three rolls all dice are there for everybody. Later whoever rolled takes two dice first."),
        say("A black cross stands for any colour, a question mark for 1 to 5; each costs one of your eight !"),
        say("Whoever completes a column or a colour first gets the higher value, all later ones the lower."),
        say("The game ends when somebody has two colours complete. A star left open costs two points."),
    )
    FIGURES = Figures(
        free_rolls=rules.FREE_ROLLS,
        solo_rolls=rules.SOLO_ROLLS,
        jokers=rules.JOKERS,
        column_first=rules.COLUMN_FIRST,
        column_later=rules.COLUMN_LATER,
        colour_first=rules.COLOUR_FIRST,
        colour_later=rules.COLOUR_LATER,
        star_points=rules.STAR_POINTS,
    )
    PARTS = MappingProxyType(
        {
            "colours": say("colours"),
            "columns": say("columns"),
            "exclamation marks": say("!"),
            "stars": say("stars"),
        }
    )

    def option(self, name: str, value: str) -> Message:
        if value == EACH:
            return say("Each on another sheet")
        return say("Sheet {code}", code=value)

    def choosing(self, state: Encore, seat: int, path: Path) -> Choosing:
        picks = [action for action in state.legal(seat) if isinstance(action, Pick)]
        left = narrowed(path, state.sheets[seat], picks)
        steps = pick_steps(self.chooser(state, seat, path), left)
        return Choosing(steps, union(left), taken(path), through=lambda box: tapped(path, box))

    def sheet(self, state: Encore, seat: int, grid: Grid[GameChoice]) -> Area[GameChoice]:
        below = row(self.jokers_left(state, seat), self.colour_values(state, seat), gap=24)
        return column(grid, below, gap=10, grow=1)

    def laid_out(self, faces: Sequence[Face[Choice]]) -> Dice[Choice]:
        return pair_tray(faces)

    def rating(self, total: int) -> Rating:
        return rules.rating(total)


VIEW = EncoreView()
