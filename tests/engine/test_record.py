"""Records: what the box writes it reads, what people write wrongly gets one sentence, and forged rolls are found."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import record as records
from engine.contract import Event, Move, Option, Over, Roll, Seat, Table, ToRoll
from engine.dice import FairDice, commitment, mix
from engine.games import GAMES, game
from engine.games.durchmarsch import rules as durchmarsch
from engine.games.durchmarsch.rules import Decision
from engine.record import (
    LONGEST_LINE,
    LONGEST_RECORD,
    Record,
    RecordError,
    event_text,
    parse_event,
    read,
    verify,
    write,
)
from engine.replay import play_out
from tests.playing import any_move, random_game, table

PAGE = Path(__file__).parents[2] / "docs" / "records.md"
EXAMPLE = PAGE.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0]
SECRET = bytes(range(32))

SHORT = """\
dicebox record 1
game: durchmarsch
seat 1: Ada
seat 2: Ben

roll 6 4 3 2 1 1 5 2
1 stop
roll 1 1 1 1 1 1 1 1
"""


def fair_game(players: int = 3, secret: bytes = SECRET) -> Record:
    """A whole game with the box's own dice, the first seat drawn."""
    dice, luck = FairDice(secret, mix((7, 8, 9))), Random(1)
    seats = table(players, dice.first(players))
    numbers = count(1)
    events: list[Event] = []
    play_out(
        durchmarsch.start(seats),
        lambda state, seats: any_move(state, seats, luck),
        lambda asked: dice.roll(next(numbers), asked),
        lambda event, _: events.append(event),
    )
    return Record("durchmarsch", seats, tuple(events), commitment(secret), dice.mix, secret, drawn=True)


def without(text: str, line: str) -> str:
    assert f"{line}\n" in text
    return text.replace(f"{line}\n", "")


def wrong(source: str | bytes) -> str:
    """What the box answers to a record that it cannot read: LINE: sentence."""
    with pytest.raises(RecordError) as error:
        read(source)
    answer = str(error.value)
    assert answer == f"{error.value.line}: {error.value.reason}"
    assert answer.isprintable(), "one line that can be printed anywhere"
    return answer


# Writing and reading.


def test_a_record_reads_like_the_game_it_tells() -> None:
    seats = Table((Seat("Ada"), Seat("Chip", bot="steady")), first=1)
    events = (Roll(tuple("64321152")), Move(1, Decision.GO), Roll(tuple("1111111")), Roll(tuple("11111111")))
    assert write(Record("durchmarsch", seats, events)) == (
        "dicebox record 1\n"
        "game: durchmarsch\n"
        "seat 1: Ada\n"
        "seat 2: Chip\n"
        "bot 2: steady\n"
        "first: 2\n"
        "\n"
        "roll 6 4 3 2 1 1 5 2\n"
        "2 go\n"
        "roll 1 1 1 1 1 1 1\n"
        "roll 1 1 1 1 1 1 1 1\n"
    )


def test_a_reading_knows_the_position_and_where_everything_stands() -> None:
    reading = read(SHORT)
    assert reading.state.turn == ToRoll(0, (durchmarsch.DIE,) * 8)
    assert reading.lines == (6, 7, 8)
    assert reading.entries == {"game": 2, "seat 1": 3, "seat 2": 4}
    assert reading.record.table == table(2)


def test_a_fair_record_comes_back_whole() -> None:
    record = fair_game()
    assert read(write(record)).record == record


def test_the_example_of_the_page_is_a_fair_game_that_ben_wins() -> None:
    reading = read(EXAMPLE)
    assert reading.state.turn == Over((1,))
    assert write(reading.record) == EXAMPLE
    assert verify(reading).ok
    assert verify(reading).rolls == 12


names = st.text(
    st.characters(exclude_categories=("C", "Z"), include_characters=" #:{}"), min_size=1, max_size=24
).filter(lambda name: name == name.strip())


@given(st.lists(names, min_size=1, max_size=6), st.data())
@example(["# not a comment", "seat 2: Ben", "{name}", "roll 1 2", "Zoë 🎲"], None)
def test_names_come_back_exactly(called: list[str], data: st.DataObject | None) -> None:
    first = 0 if data is None else data.draw(st.integers(0, len(called) - 1))
    record = Record("durchmarsch", Table(tuple(Seat(name, bot="weak") for name in called), first))
    assert read(write(record)).record == record
    assert read(write(record).encode()).record == record


@pytest.mark.parametrize(
    "written",
    [
        SHORT.removesuffix("\n"),
        SHORT.replace("\n", "\r\n"),
        "\ufeff" + SHORT,
        SHORT.encode("utf-8-sig"),
        SHORT.replace("\n", "\n\n# a remark\n"),
        SHORT.replace(" ", "  ").replace("dicebox  record  1", "dicebox record 1").replace(":", " :\t"),
        SHORT.replace("1 stop", "\t1   STOP "),
        SHORT.replace("seat 2: Ben", "seat 2: Ben\nfirst: 1"),
    ],
    ids=["no last line end", "CR LF", "BOM", "BOM in bytes", "remarks", "blanks", "capitals", "the usual first"],
)
def test_what_people_and_editors_do_to_a_file_does_no_harm(written: str | bytes) -> None:
    assert read(written).record == read(SHORT).record


def test_a_record_may_end_at_any_event_and_before_the_first() -> None:
    record = fair_game()
    for length in range(len(record.events) + 1):
        part = Record(record.game, record.table, record.events[:length], record.commitment)
        assert read(write(part)).record == part


def test_an_event_is_a_line() -> None:
    rules = game("durchmarsch")
    for line, event in (("roll 6 4", Roll(("6", "4"))), ("3 go", Move(2, Decision.GO)), ("roll", Roll(()))):
        assert parse_event(rules, f" {line}\n") == event
        assert event_text(rules, event) == line
    for nonsense in ("", "go", "rolls 1", "1go", "-1 go", "9999 go", "1 jump", "\uff11 go"):
        with pytest.raises(ValueError, match="expected"):
            parse_event(rules, nonsense)


@pytest.fixture
def variant(monkeypatch: pytest.MonkeyPatch) -> str:
    """A game with options, as the others have."""
    rules = replace(
        durchmarsch.GAME,
        name="variant",
        options=(Option("pace", ("calm", "brisk walk")),),
        start=lambda seats: durchmarsch.start(Table(seats.seats, seats.first)),
    )
    monkeypatch.setattr(records, "game", lambda name: rules if name == "variant" else game(name))
    return SHORT.replace("durchmarsch", "variant")


def test_options_come_back(variant: str) -> None:
    record = read(variant.replace("\n\n", "\noption pace: brisk walk\n\n")).record
    assert record.table.options == (("pace", "brisk walk"),)
    assert read(write(record)).record == record


@pytest.mark.parametrize(
    ("entry", "answer"),
    [
        ("option pace: mad", "5: option pace cannot be 'mad'; it can be calm, brisk walk"),
        ("option size: big", "5: there is no option 'size'; there is pace"),
        ("option pace: calm\noption pace: calm", "6: 'option pace' stands already on line 5"),
    ],
)
def test_wrong_options_are_named_with_the_right_ones(variant: str, entry: str, answer: str) -> None:
    assert wrong(variant.replace("\n\n", f"\n{entry}\n\n")) == answer


# What is wrong, and where.


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("", "1: this is no record: it does not begin with 'dicebox record 1'"),
        ("# only\n\n# remarks", "1: this is no record: it does not begin with 'dicebox record 1'"),
        ("\ngame: durchmarsch", "2: this is no record: it does not begin with 'dicebox record 1'"),
        ("dicebox record 2", "1: this box reads records of version 1, not of version '2'"),
        ("dicebox record 1", "1: there is no entry game; write one below the first line"),
        (b"dicebox record 1\nseat 1: Ad\xe4", "2: this is not UTF-8 text; save the file as UTF-8"),
        (SHORT.encode("utf-16"), "1: this is not UTF-8 text; save the file as UTF-8"),
        (SHORT + "\0", "9: the character U+0000 cannot stand in a record"),
        (SHORT.replace("Ada", "A\x1b[2Jda"), "3: the character U+001B cannot stand in a record"),
        (SHORT + "#" * (LONGEST_LINE + 1), "9: a line has at most 1000 characters"),
        (
            SHORT + "\n" * LONGEST_RECORD,
            "1: this is too long for a record, which has at most 1000000 characters",
        ),
    ],
    ids=["empty", "remarks", "title", "version", "bare", "Latin-1", "UTF-16", "NUL", "escape", "line", "file"],
)
def test_files_that_are_no_records(source: str | bytes, answer: str) -> None:
    assert wrong(source) == answer


@pytest.mark.parametrize(
    ("right", "instead", "answer"),
    [
        ("game: durchmarsch", "game: chess", f"2: there is no game 'chess'; there is {', '.join(GAMES)}"),
        ("game: durchmarsch", "gmae: durchmarsch", "2: there is no entry 'gmae'; there is game, seat NUMBER, bot NUM"),
        (
            "game: durchmarsch",
            "durchmarsch",
            "2: expected a roll, a seat's choice or an entry with a colon, not 'durch",
        ),
        ("seat 1: Ada", "seat 1: Ada\ngame: durchmarsch", "4: 'game' stands already on line 2"),
        ("seat 1: Ada", "seat 2: Ada", "4: 'seat 2' stands already on line 3"),
        ("seat 2: Ben", "seat 3: Ben", "4: seats are numbered in order: here comes seat 2"),
        ("seat 1: Ada", "seat 0: Ada", "3: there is no entry 'seat 0'; there is game, seat NUMBER"),
        ("seat 1: Ada", "seat one: Ada", "3: there is no entry 'seat one'; there is game, seat NUMBER"),
        ("seat 1: Ada", "seat 1:", "3: a name is 1 to 24 printable characters without blanks around them, not ''"),
        ("seat 1: Ada", f"seat 1: {'A' * 25}", "3: a name is 1 to 24 printable characters without blanks around them"),
        ("seat 1: Ada", "seat 1: \u202eadA", r"3: a name is 1 to 24 printable characters without blanks around them"),
        ("seat 1: Ada", "seat 1: \ud800", r"3: a name is 1 to 24 printable characters without blanks around them"),
        ("seat 1: Ada\nseat 2: Ben\n", "", "2: this game is for 1 to 6 players, not for 0"),
        (
            "seat 2: Ben",
            "\n".join(f"seat {number}: Ben" for number in range(2, 8)),
            "9: this game is for 1 to 6 players, not for 7",
        ),
        ("seat 2: Ben", "seat 2: Ben\nbot 2: very strong", "5: a bot's strength is one word of at most 24 characters"),
        ("seat 2: Ben", "seat 2: Ben\nbot 2:", "5: a bot's strength is one word of at most 24 characters, not ''"),
        ("seat 2: Ben", "seat 2: Ben\nbot 3: steady", "5: there is no seat 3 at this table"),
        ("seat 2: Ben", "seat 2: Ben\nfirst: 3", "5: there is no seat 3 at this table"),
        ("seat 2: Ben", "seat 2: Ben\nfirst: Ada", "5: expected the number of the seat that begins, or '2 drawn' if"),
        ("seat 2: Ben", "seat 2: Ben\noption pace: calm", "5: this game has no options, so not 'pace'"),
        ("seat 2: Ben", "seat 2: Ben\nmix: 12", "5: mix has 64 digits from 0 to 9 and from a to f, not '12'"),
        ("seat 2: Ben", f"seat 2: Ben\ncommitment: {'g' * 64}", "5: commitment has 64 digits from 0 to 9 and from a"),
        ("roll 6 4 3 2 1 1 5 2", "roll 6 4 3 2 1 1 5", "6: 8 dice are rolled now, not 7"),
        ("roll 6 4 3 2 1 1 5 2", "roll 6 4 3 2 1 1 5 7", "6: '7' is no face of this die; it has 1 2 3 4 5 6"),
        ("roll 6 4 3 2 1 1 5 2", "roll", "6: 8 dice are rolled now, not 0"),
        ("roll 6 4 3 2 1 1 5 2\n", "", "6: first the dice are rolled"),
        ("1 stop", "2 stop", "7: it is not Ben's turn"),
        ("1 stop", "3 stop", "7: there is no seat 3 at this table"),
        ("1 stop", "0 stop", "7: there is no seat 0 at this table"),
        ("1 stop", "1 wait", "7: expected go or stop, not 'wait'"),
        ("1 stop", "1", "7: expected go or stop, not ''"),
        ("1 stop", "stop", "7: expected a roll, a seat's choice or an entry with a colon, not 'stop'"),
        ("1 stop", "# 1 stop", "8: no roll now: first somebody has to choose"),
        ("1 stop", "seat 3: Cleo\n1 stop", "7: 'seat 3' must stand before the first roll"),
        ("1 stop", f"secret: {'0' * 64}\n1 stop", "8: nothing follows the secret, which is revealed when the game has"),
        ("1 stop", f"1 stop\nsecret: {'0' * 63}", "9: nothing follows the secret"),
    ],
)
def test_every_mistake_is_named_with_its_line(right: str, instead: str, answer: str) -> None:
    assert right in SHORT
    assert wrong(SHORT.replace(right, instead, 1)).startswith(answer)


def test_nothing_happens_after_the_end() -> None:
    lines = EXAMPLE.splitlines()
    assert wrong("\n".join([*lines[:-1], "2 stop", lines[-1]])) == f"{len(lines)}: the game is over"
    assert wrong("\n".join([*lines[:-1], "roll 1 2 3 4 5", lines[-1]])) == f"{len(lines)}: the game is over"


# Fair or forged.


def test_a_fair_game_is_found_fair() -> None:
    record = fair_game()
    verdict = verify(read(write(record)))
    assert verdict.ok
    assert verdict.problem is None
    assert verdict.rolls == sum(isinstance(event, Roll) for event in record.events)


def test_without_commitment_or_secret_nothing_is_proved() -> None:
    text = write(fair_game())
    for entry, answer in (("commitment", "there is no commitment"), ("secret", "there is no secret yet")):
        line = next(line for line in text.splitlines() if line.startswith(entry))
        verdict = verify(read(without(text, line)))
        assert verdict.problem is not None
        assert (verdict.ok, verdict.rolls, verdict.problem[0]) == (False, 0, 1)
        assert str(verdict.problem[1]).startswith(answer)


def test_another_secret_is_found_out() -> None:
    text = write(fair_game()).replace(SECRET.hex(), "ff" * 32)
    verdict = verify(read(text))
    assert verdict.problem is not None
    assert verdict.problem[0] == len(text.splitlines())
    assert str(verdict.problem[1]) == "this is not the secret that was sealed before the game"


def test_a_first_seat_that_was_not_drawn_is_found_out() -> None:
    drawn = EXAMPLE.replace("first: 2 drawn", "first: 1 drawn")
    verdict = verify(read("\n".join([*drawn.splitlines()[:11], EXAMPLE.splitlines()[-1]])))
    assert verdict.problem is not None
    assert (verdict.problem[0], str(verdict.problem[1])) == (7, "the secret lets seat 2 begin")


def test_a_first_seat_that_the_table_chose_needs_no_proof() -> None:
    assert verify(read(EXAMPLE.replace("first: 2 drawn", "first: 2"))).ok


def test_without_a_mix_nobody_pressed() -> None:
    dice = FairDice(SECRET, mix(()))
    record = Record("durchmarsch", table(2), (dice.roll(1, (durchmarsch.DIE,) * 8),), commitment(SECRET), None, SECRET)
    assert verify(read(write(record))).ok


def test_every_forged_die_is_found_on_its_line() -> None:
    reading = read(EXAMPLE)
    lines = EXAMPLE.splitlines()
    forged = 0
    for rolls, line in enumerate(line for line in reading.lines if lines[line - 1].startswith("roll")):
        faces = lines[line - 1].split()[1:]
        for die in range(len(faces)):
            for face in set("123456") - {faces[die]}:
                other = [*faces[:die], face, *faces[die + 1 :]]
                # What follows may not suit the other roll, so the record ends there.
                text = "\n".join([*lines[: line - 1], "roll " + " ".join(other), lines[-1]])
                verdict = verify(read(text))
                assert verdict.problem is not None
                assert (verdict.rolls, verdict.problem[0]) == (rolls, line)
                assert str(verdict.problem[1]) == f"the secret gives another roll: {' '.join(faces)}"
                forged += 1
    assert forged == 5 * sum(len(event.faces) for event in reading.record.events if isinstance(event, Roll))


def test_a_swapped_pair_of_rolls_is_found() -> None:
    text = EXAMPLE.replace("roll 2 2 3 6 5 3 3 3\nroll 2 2 3 4 4 3 2 1", "roll 2 2 3 4 4 3 2 1\nroll 2 2 3 6 5 3 3 3")
    assert text != EXAMPLE
    verdict = verify(read(text))
    assert verdict.problem is not None
    assert verdict.problem[0] == 15


# Nothing that anybody writes breaks the box.


def explanation(source: str | bytes) -> RecordError | None:
    try:
        read(source)
    except RecordError as error:
        return error
    return None


def must_read_or_explain(source: str | bytes) -> None:
    error = explanation(source)
    if error is not None:
        assert error.line >= 1
        assert str(error).isprintable()
        return
    reading = read(source)
    assert read(write(reading.record)).record == reading.record
    verify(reading)


@given(st.text() | st.binary())
def test_any_text_is_read_or_explained(source: str | bytes) -> None:
    must_read_or_explain(source)


words = ["roll", "1", "2", "0", "6", ":", "go", "stop", "seat", "bot", "first", "option", "secret", "mix", "drawn", "#"]
oddities = ["\n", "\r", "\t", " ", "\0", "{", "}", "{0}", "\ud800", "\u2028", "²", "\uff11", "9" * 5_000]
pieces = st.sampled_from([*words, *oddities, "dicebox record 1\n"])


@settings(deadline=None)
@given(st.data())
def test_any_change_of_a_record_is_read_or_explained(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([SHORT, EXAMPLE]))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        length = data.draw(st.sampled_from([0, 0, 1, 1, 2, 10, 100]))
        text = text[:start] + data.draw(pieces | st.text(max_size=3)) + text[start + length :]
    must_read_or_explain(text)


@given(st.data())
def test_any_damaged_bytes_are_read_or_explained(data: st.DataObject) -> None:
    damaged = bytearray(EXAMPLE.encode())
    for at in data.draw(st.lists(st.integers(0, len(damaged) - 1), min_size=1, max_size=5)):
        damaged[at] = data.draw(st.integers(0, 255))
    must_read_or_explain(bytes(damaged[: data.draw(st.integers(0, len(damaged)))]))


@given(st.integers(0, 2**32), st.data())
def test_lines_of_a_game_in_another_order_are_read_or_explained(luck: int, data: st.DataObject) -> None:
    seats = table(2)
    events = random_game(durchmarsch.GAME, seats, Random(luck))[1]
    lines = write(Record("durchmarsch", seats, tuple(events))).splitlines()
    one, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    lines[one], lines[other] = lines[other], lines[one]
    must_read_or_explain("\n".join(lines))
