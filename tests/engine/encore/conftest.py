"""Tables of Encore! at which nothing has been rolled yet, for its tests."""

from __future__ import annotations

import pytest

from engine.games.encore.rules import Encore, start
from tests.playing import table


@pytest.fixture
def two() -> Encore:
    return start(table(2))


@pytest.fixture
def three() -> Encore:
    return start(table(3))


@pytest.fixture
def alone() -> Encore:
    return start(table(1))
