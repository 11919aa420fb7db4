"""Screens: what can be seen and chosen, how they are laid out, and their painters."""
