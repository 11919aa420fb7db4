"""Tables of Initials at which a round has begun or is about to, for its tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.initials.rules import Initials, start
from engine.games.initials.variants import TOKENS
from tests.engine.initials.playing_initials import (
    seated,
    throw,
)


@pytest.fixture
def four() -> Initials:
    """Ada, Ben, Cleo and Dan look for animals with B O R V A, and the initial is the green B."""
    return throw(start(seated(4)))


@pytest.fixture
def black() -> Initials:
    """The same four in a black round; each has won five tokens before."""
    state = replace(start(seated(4)), tokens=(5, 5, 5, 5), middle=TOKENS - 20)
    return throw(state, "black")


@pytest.fixture
def limited() -> Initials:
    return start(seated(4, variant="limited"))


@pytest.fixture
def open_themes() -> Initials:
    return throw(start(seated(3, variant="open")))


@pytest.fixture
def calm() -> Initials:
    return throw(start(seated(3, pace="calm")))
