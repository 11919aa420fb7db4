"""Screens as pictures: where everything goes, in which colours, and the painter."""

import os
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# pygame's own icon and typeface, which the box does not use: pygame does without them if it has to, and looking for
# them would take a tenth of the box's start.
sys.modules.setdefault("pygame.pkgdata", None)  # type: ignore[arg-type]
