"""Encore!: connected boxes of one colour; columns and colours count most for whoever is first."""

from engine.players import Players

PLAYERS = Players(1, 6)
SHELF = 1  # where it stands on the menu
