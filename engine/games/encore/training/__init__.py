"""How the bots of Encore! learn. Only whoever trains them needs this, and numpy and numba with it."""
