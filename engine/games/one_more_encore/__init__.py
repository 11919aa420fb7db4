"""One More Encore!: Encore! with a seventh die, hearts, bombs and rows that count."""

from engine.players import Players

PLAYERS = Players(1, 6)
SHELF = 2  # where it stands on the menu
