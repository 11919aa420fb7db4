"""Where a box keeps its things, however it was started."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from device.keeping.places import Places, places
from device.keeping.results import Finished, Result
from device.keeping.store import Store

ALL_IN = Path("/srv/box")
SERVICE = {"STATE_DIRECTORY": "/var/lib/dicebox-2", "HOME": "/home/ada", "XDG_DATA_HOME": "/home/ada/xdg"}
PERSON = {"HOME": "/home/ada"}


def test_a_folder_that_is_given_holds_everything() -> None:
    here = places(SERVICE, ALL_IN)
    assert here == Places(ALL_IN, ALL_IN, ALL_IN / "cache")
    assert (here.store, here.settings) == (ALL_IN / "games.db", ALL_IN / "settings.toml")


@pytest.mark.parametrize("state", ["/var/lib/dicebox-2", "/var/lib/dicebox-2:/var/lib/other"])
def test_a_service_keeps_everything_in_its_state_folder(state: str) -> None:
    folder = Path("/var/lib/dicebox-2")
    assert places({**SERVICE, "STATE_DIRECTORY": state}) == Places(folder, folder, folder / "cache")


def test_a_person_has_folders_of_their_own() -> None:
    home = Path("/home/ada")
    assert places(PERSON) == Places(home / ".local/share/dicebox", home / ".config/dicebox", home / ".cache/dicebox")


def test_a_person_may_have_put_them_elsewhere_but_not_nowhere() -> None:
    own = {"XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "relative", "XDG_CACHE_HOME": ""}
    assert places({**PERSON, **own}) == Places(
        Path("/data/dicebox"), Path("/home/ada/.config/dicebox"), Path("/home/ada/.cache/dicebox")
    )


@pytest.mark.parametrize("environment", [{}, {"HOME": ""}, {"HOME": "relative"}])
def test_without_a_home_the_box_is_where_services_are(environment: dict[str, str]) -> None:
    service = Path("/var/lib/dicebox")
    assert places(environment) == Places(service, service, service / "cache")


def test_the_store_puts_records_where_they_are_looked_for(tmp_path: Path) -> None:
    here = places({}, tmp_path)
    store = Store.open(here.store)
    game = store.begin("header", b"secret")
    ended = Finished("durchmarsch", datetime(2026, 5, 9), (Result("Ada", None, 1, True),))
    store.finish(game, ended, record="header\n")
    store.close()
    assert [file.name for file in here.records.iterdir()] == ["2026-05-09-durchmarsch-1.record"]
