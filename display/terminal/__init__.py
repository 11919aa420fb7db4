"""Screens as text."""
