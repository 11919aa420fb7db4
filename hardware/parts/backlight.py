"""The light behind a screen, as the kernel offers it for panels on a ribbon cable. Other screens have none."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

LIGHTS = Path("/sys/class/backlight")
DIMMED = 0.08  # of the brightness that the light can have


class Backlight:
    """All lights of the machine; those that may not be changed are left as they are."""

    def __init__(self, folder: Path = LIGHTS) -> None:
        self._lights = sorted(folder.glob("*")) if folder.exists() else []
        self._usual: dict[Path, int] = {}  # of those that are dimmed

    def dim(self) -> bool:
        """True if there is a light and it is low now."""
        for light in self._lights:
            with suppress(OSError, ValueError):
                usual = int((light / "brightness").read_text())
                low = max(1, round(int((light / "max_brightness").read_text()) * DIMMED))
                (light / "brightness").write_text(str(min(usual, low)))
                self._usual[light] = usual
        return bool(self._usual)

    def wake(self) -> None:
        """As bright as before."""
        for light, usual in self._usual.items():
            with suppress(OSError):
                (light / "brightness").write_text(str(usual))
        self._usual.clear()
