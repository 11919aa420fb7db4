"""Screens as pictures: where everything goes, in which colours, and the painter."""

import os
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# Parts of pygame that it does without if it has to, and that the box does not use: its own icon and typeface, what it
# tells of itself for bug reports, and of the machine. Reading them would take a fifth of the box's start.
for part in ("pkgdata", "_debug", "system"):
    sys.modules.setdefault(f"pygame.{part}", None)  # type: ignore[arg-type]
