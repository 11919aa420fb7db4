"""The parts of a game as it is played at the box: what is shown of it, when bots act, and the clock of a race."""
