"""Screens as pictures: where everything goes, in which colours, and the painter."""
