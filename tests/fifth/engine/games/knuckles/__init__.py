"""Knuckles, a fifth game that only the tests have: five dice, three throws, and a box for each number."""

from engine.players import Players

PLAYERS = Players(1, 4)
SHELF = 9
