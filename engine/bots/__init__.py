"""Somebody to play against, one module per game; each fulfils `engine.contract.Bots`."""
