"""Records that earlier versions of the box wrote: they must replay, verify and be written again byte for byte."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from engine.contract import Over, Roll
from engine.record import Reading, read, verify, write

KEPT = Path(__file__).parents[1] / "kept"
RECORDS = sorted(KEPT.glob("version-*/records/*.record"))
every_record = pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])


@cache
def reading(path: Path) -> Reading:
    return read(path.read_bytes())


@every_record
def test_a_kept_record_is_written_as_it_was_read(path: Path) -> None:
    assert write(reading(path).record).encode() == path.read_bytes()


@every_record
def test_a_kept_record_tells_a_game_to_its_end(path: Path) -> None:
    assert isinstance(reading(path).state.turn, Over)
    assert len(reading(path).lines) == len(reading(path).record.events)


@every_record
def test_every_roll_of_a_kept_record_follows_from_its_secret(path: Path) -> None:
    record = reading(path).record
    verdict = verify(reading(path))
    if record.secret is None:  # real dice: there is nothing to verify
        assert (record.commitment, verdict.rolls, verdict.ok) == (None, 0, False)
    else:
        assert verdict.ok
        assert verdict.rolls == sum(isinstance(event, Roll) for event in record.events)


def test_all_games_their_variants_and_all_kinds_of_tables_are_among_them() -> None:
    records = [reading(path).record for path in RECORDS]
    assert {record.game for record in records} >= {"durchmarsch", "encore", "one_more_encore", "initials"}
    options = {option for record in records for option in record.table.options}
    assert options >= {("sheets", "05"), ("sheets", "each"), ("variant", "limited"), ("variant", "open")}
    assert options >= {("pace", "calm"), ("way", "spoken"), ("language", "de"), ("language", "fr"), ("card", "3")}
    for name in {record.game for record in records}:
        sizes = {len(record.table.seats) for record in records if record.game == name}
        assert {1, 2} & sizes, f"{name}: alone or for two"
        assert max(sizes) > 2, f"{name}: for several"
    assert {seat.bot is None for record in records for seat in record.table.seats} == {True, False}
    assert {record.secret is None for record in records} == {True, False}
    assert {record.drawn for record in records} == {True, False}
