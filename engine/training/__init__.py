"""How the bots learned. Needs numpy and numba (the extra `train`); the box plays without them."""
