"""Settings for tests that do not depend on the machine's language."""

from __future__ import annotations

from device.keeping.settings import Settings, defaults


def english() -> Settings:
    return defaults({"LANG": "en_GB.UTF-8"})
