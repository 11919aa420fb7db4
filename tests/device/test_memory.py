"""One heap for all threads, so that what a bot needed for a moment is there for the others."""

from __future__ import annotations

import subprocess
import sys
from platform import libc_ver

import pytest

THINKS = """
import re
from pathlib import Path
from threading import Semaphore
from device.thinking import ThinkingThread

ARENA = 64 << 20  # at multiples of so many bytes glibc begins the heap of a thread

def arenas():
    maps = re.findall(r"^([0-9a-f]+)-[0-9a-f]+ rw", Path("/proc/self/maps").read_text(), re.MULTILINE)
    return sum(int(start, 16) % ARENA == 0 for start in maps)

before, woken = arenas(), Semaphore(0)
thinking = ThinkingThread(woken.release)
thinking.ask(lambda: [bytes(1000) for _ in range(1000)])
woken.acquire()
print(arenas() - before)
"""


@pytest.mark.skipif("glibc" not in libc_ver(), reason="another C library has no such arenas")
def test_thinking_takes_no_heap_of_its_own() -> None:
    assert subprocess.run([sys.executable, "-c", THINKS], capture_output=True, text=True, check=True).stdout == "0\n"
