"""How the process takes memory from the system, and gives it back: for the C library of Linux systems, glibc."""

from __future__ import annotations

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8  # from glibc's malloc.h
LARGE = 128 * 1024  # bytes; a larger block is mapped by itself, and goes back to the system as soon as it is free


def share() -> None:
    """Let all threads that begin from now on take their memory from one heap, and keep that heap small.

    Otherwise each thread has an arena of its own, which keeps what was needed for a moment (a word list that was read,
    the tables of a bot while they are built) and lends it to no other thread. And whenever a large block is freed,
    glibc raises the size from which blocks are mapped by themselves, so that pictures come to lie in the heap and
    leave holes there.
    """
    import ctypes  # only now: it would slow the box's start

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library, which has no such options
        return
    mallopt(_M_ARENA_MAX, 1)
    mallopt(_M_MMAP_THRESHOLD, LARGE)
    mallopt(_M_TRIM_THRESHOLD, LARGE)
