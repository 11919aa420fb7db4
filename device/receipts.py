"""What is printed after a game: the results, the best sheet, and a code with which the dice can be proven."""

from __future__ import annotations

from collections.abc import Callable

from display.pixels.layout import lay_out
from display.screens.result import Ended, headline
from display.tree import Area, Screen
from engine.games import game
from engine.words import Message
from hardware.parts.receipt import Bitmap, Receipt

SHEET = (1152, 720)  # larger than the paper has dots: what is scaled down stays clear

# Dark becomes light, and what was nearly black quite white, so that the paper around the boxes has no dots.
INVERTED = bytes(min(255, round((255 - value) * 1.15)) for value in range(256))

Tell = Callable[[Message], str]


def receipt(end: Ended, tell: Tell) -> Receipt:
    """The result of a game that is over, for paper."""
    ranked, seats = game(end.name).ranking(end.state), end.state.table.seats
    results = [f"{seats[seat].name}: {tell(end.game.told(end.state, seat))}" for seat in ranked]
    lines = tuple((text, "") for text in (tell(headline(end)), "", *results))
    return Receipt(tell(end.game.TITLE), lines, _sheet(end, ranked[0], tell), proof(end))


def proof(end: Ended) -> str:
    """What has to be known to recompute the dice, in one line; nothing if they were real ones."""
    return "" if end.seal is None else f"dicebox {end.name} seal {end.seal} secret {end.secret}"


def _sheet(end: Ended, seat: int, tell: Tell) -> Bitmap:
    """A seat's sheet, dark on light: paper is white, and printing black costs time and heat."""
    from display.pixels.painter import Painter
    from display.pixels.text import Fonts

    screen = Screen(root=Area(children=(end.game.offer(end.state, seat, ()).sheet,), pad=8))
    painter = Painter(Fonts(), SHEET)
    painter.paint(lay_out(screen, SHEET, painter.fonts, tell), None, 0.0)
    return Bitmap(*SHEET, painter.pixels().translate(INVERTED))
