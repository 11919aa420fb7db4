"""The box itself: the loop, the table, the store, settings and the command line."""
