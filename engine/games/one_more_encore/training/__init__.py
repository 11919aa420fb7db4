"""How the bots of One More Encore! learn. Only whoever trains them needs this, and numpy and numba with it."""
