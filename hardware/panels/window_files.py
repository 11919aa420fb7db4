"""The files through which a window gets its keys and touches: the loop sleeps until something comes into one of them.

pygame cannot wait: its `event.wait` asks a thousand times a second. But whatever reaches a window comes through a file
that SDL has opened in this process: the line to the X server or to the Wayland compositor, and without a desktop the
kernel's event devices and the line on which udev tells of new ones.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from hardware.panels.event_devices import DEVICES, SYSTEM, event_devices

OPEN = Path("/proc/self/fd")


class WindowFiles:
    """Made before the window is opened: what is open by then is not the window's."""

    def __init__(self, open_files: Path = OPEN, system: Path = SYSTEM, devices: Path = DEVICES) -> None:
        self._open_files = open_files
        self._system, self._devices = system, devices
        self._others = frozenset(self._lines())
        self._found: frozenset[str] | None = None

    def find(self) -> list[int]:
        """The window's files: its lines as they were when first asked, and the event devices that are open now."""
        lines, devices = self._lines(), self._event_devices()
        if self._found is None:
            self._found = frozenset(lines) - self._others  # later ones belong to sound, printer and so on
        return sorted([*devices, *(file for name, file in lines.items() if name in self._found)])

    def _lines(self) -> dict[str, int]:
        return {name: file for file, name in self._open().items() if name.startswith("socket:")}

    def _event_devices(self) -> list[int]:
        """Those that SDL reads. Controllers are read by a panel of their own, which tells what they mean."""
        opened = {file: name for file, name in self._open().items() if name.startswith(f"{self._devices}/event")}
        if not opened:
            return []
        pads = {str(device.path) for device in event_devices(self._system, self._devices) if device.is_controller}
        return [file for file, name in opened.items() if name not in pads]

    def _open(self) -> dict[int, str]:
        found = {}
        for entry in self._open_files.iterdir():
            with suppress(OSError):  # the file that was open to list the others
                found[int(entry.name)] = str(entry.readlink())
        return found
