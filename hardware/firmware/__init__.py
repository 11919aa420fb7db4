"""The firmware of a serial panel for an RP2040 (MicroPython): copy `panel.py` and `main.py` onto the board."""
