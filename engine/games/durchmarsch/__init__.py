"""Durchmarsch: four rows down from 10 to 1; stop in time, or dare one more roll."""

from engine.players import Players

PLAYERS = Players(1, 6)
SHELF = 4  # where it stands on the menu
