"""The rules of the games told a second time: plain, slow, and without a line of `engine`, to be compared with it."""
