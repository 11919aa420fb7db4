"""Tables of One More Encore! at which nothing has been rolled yet, for its tests."""

from __future__ import annotations

import pytest

from engine.games.one_more_encore.rules import (
    OneMoreEncore,
    start,
)
from tests.playing import table


@pytest.fixture
def alone() -> OneMoreEncore:
    return start(table(1))


@pytest.fixture
def two() -> OneMoreEncore:
    return start(table(2))


@pytest.fixture
def three() -> OneMoreEncore:
    return start(table(3))
