"""What people press, turn and touch, and how the box hears of it: pins, serial lines, windows, terminals."""
