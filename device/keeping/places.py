"""Where the box keeps its things: the games, their records, the settings and what may be thrown away."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

NAME = "dicebox"


class Places(NamedTuple):
    """The folders of one box; nothing is made here, whoever writes makes its folder."""

    data: Path
    config: Path
    cache: Path

    @property
    def store(self) -> Path:
        return self.data / "games.db"

    @property
    def records(self) -> Path:
        return self.data / "records"

    @property
    def settings(self) -> Path:
        return self.config / "settings.toml"


def places(environment: Mapping[str, str], given: Path | None = None) -> Places:
    """The folder given with --data holds everything; else the one systemd gives a service; else a person's own.

    A service may write nowhere but in its state folder, so its settings live there too.
    """
    state = environment.get("STATE_DIRECTORY", "").partition(":")[0]
    one = given or (Path(state) if state else None)
    if one is not None:
        return Places(one, one, one / "cache")
    home = environment.get("HOME", "")
    if not home.startswith("/"):
        service = Path("/var/lib") / NAME
        return Places(service, service, service / "cache")
    return Places(
        _own(environment, "XDG_DATA_HOME", Path(home, ".local/share")),
        _own(environment, "XDG_CONFIG_HOME", Path(home, ".config")),
        _own(environment, "XDG_CACHE_HOME", Path(home, ".cache")),
    )


def _own(environment: Mapping[str, str], name: str, usual: Path) -> Path:
    """A folder of ours in a folder of a person; the XDG rules ignore one that is not absolute."""
    folder = environment.get(name, "")
    return (Path(folder) if folder.startswith("/") else usual) / NAME
