"""Initials: a race for words that begin with the letter on a die and have many letters of the others."""

from engine.players import Players

PLAYERS = Players(1, 6)
SHELF = 3  # where it stands on the menu
