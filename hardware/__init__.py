"""Buttons, knob, touch, lamps and the clock. Drivers only queue what happened and when; nothing here knows a game."""
