"""The talk between the box and a serial panel: the panel's own firmware on one end, and a wire that does its worst."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.firmware import panel as firmware
from hardware.firmware.panel import FORGET, HEARTBEAT, MOST_WAITING
from hardware.gestures import CLOCKWISE, Gestures, Timing
from hardware.inputs import BACK, BUTTONS, KNOB_A, ROLL, SEATS, Edge, Lamp, Turn
from hardware.panels.serial_protocol import LONGEST, SILENCE, Lines, Talk, opened, sealed
from tests.hardware.wire import Channel, Wire, clear, cut


@pytest.fixture
def wire() -> Wire:
    wire = Wire()
    wire.wait(20)
    return wire


# Everything in order.


def test_the_panel_introduces_itself(wire: Wire) -> None:
    assert wire.talk.hello is not None
    assert (wire.talk.hello.name, wire.talk.hello.lines, wire.talk.hello.lamps) == ("test", BUTTONS, 6)


def test_a_press_arrives_clean_and_in_time(wire: Wire) -> None:
    wire.down(ROLL)
    wire.wait(8)
    wire.up(ROLL)
    wire.wait(8)
    (down, up) = wire.heard
    assert isinstance(down, Edge)
    assert isinstance(up, Edge)
    assert (down.line, down.down, down.clean, up.down) == (ROLL, True, True, False)
    assert 0.020 < down.time < 0.030 < up.time < 0.040


@given(st.lists(st.integers(0, 3), min_size=1, max_size=8))
def test_the_panel_steadies_its_contacts(bounce: list[int]) -> None:
    wire = Wire()
    wire.wait(20)
    for milliseconds in bounce:
        wire.down(ROLL)
        wire.wait(milliseconds)
        wire.up(ROLL)
        wire.wait(milliseconds)
    assert wire.edges == []
    wire.down(ROLL)
    wire.wait(20)
    assert wire.edges == [(ROLL, True)]


@given(st.lists(st.integers(-50, 50), max_size=4), st.sampled_from([4, 2]), st.integers(0, 3))
@settings(max_examples=30, deadline=None)
def test_the_knob_turns_as_if_its_contacts_were_here(turns: list[int], edges: int, phase: int) -> None:
    """Wherever it stood at the start."""
    wire = Wire()
    wire.phase = phase
    wire.wait(20)
    for quarters in turns:
        wire.turn(quarters)
    wire.wait(20)
    gestures, direct = Gestures(Timing(knob_steps=edges)), Gestures(Timing(knob_steps=edges))
    told = [turn for raw in wire.heard if isinstance(raw, Edge) for turn in gestures.feed(raw)]
    seen = [turn for edge in contacts(phase, turns) for turn in direct.feed(edge)]
    assert sum(turn.steps for turn in told if isinstance(turn, Turn)) == sum(
        turn.steps for turn in seen if isinstance(turn, Turn)
    )


def contacts(phase: int, turns: list[int]) -> list[Edge]:
    """The edges that a knob on the box's own pins would give."""
    edges = []
    for quarters in turns:
        for _ in range(abs(quarters)):
            before, phase = CLOCKWISE[phase], (phase + (1 if quarters > 0 else -1)) % 4
            line = 0 if before[0] != CLOCKWISE[phase][0] else 1
            edges.append(Edge(0.0, ("knob_a", "knob_b")[line], CLOCKWISE[phase][line]))
    return edges


def test_lamps_show_what_the_box_says_and_blink_by_themselves(wire: Wire) -> None:
    wire.talk.show({0: Lamp.LIT, 3: Lamp.BLINKING})
    wire.wait(20)
    wire.sent = b""
    looks = set()
    for _ in range(30):
        wire.wait(100)
        looks.add(tuple(wire.panel.lit(wire.now)))
    assert looks == {(True, False, False, True, False, False), (True, False, False, False, False, False)}
    assert b"LAMPS" not in wire.sent  # once they show it, there is nothing more to say


def test_without_news_the_panel_says_that_it_is_there(wire: Wire) -> None:
    for _ in range(10):
        wire.wait(HEARTBEAT)
        assert not wire.talk.is_silent(wire.seconds)
    assert wire.heard == []


def test_a_panel_may_have_few_buttons_and_no_lamps() -> None:
    wire = Wire(buttons=("select",), lamps=0)
    wire.talk.show({0: Lamp.LIT})
    wire.wait(20)
    wire.down("select")
    wire.wait(20)
    assert wire.edges == [("select", True)]
    assert b"LAMPS" not in wire.sent
    nothing = Wire(buttons=(), lamps=2)
    nothing.wait(20)
    assert nothing.talk.hello is not None
    assert nothing.talk.hello.lines == ()


@pytest.mark.parametrize("way", [1, -1])
def test_the_knob_goes_on_where_its_count_begins_again(way: int) -> None:
    talk = Talk(0.0)
    talk.hear(sealed("HELLO dicebox-panel 1 x - 0") + sealed(f"STATE 0 0 {65534 if way > 0 else 1} -"), 0.0)
    talk.hear(sealed(f"STATE 1 0 {2 if way > 0 else 65533} -"), 0.0)
    assert talk._knob == (2 if way > 0 else 65533)
    assert len(talk.hear(sealed("STATE 2 0 0 -"), 0.0)) in (2, 3)


def test_a_count_that_jumps_is_a_panel_restarted_and_no_turn() -> None:
    talk = Talk(0.0)
    talk.hear(sealed("HELLO dicebox-panel 1 x - 0") + sealed("STATE 7 0 5000 -"), 0.0)
    assert talk.hear(sealed("STATE 0 0 2 -"), 1.0) == []
    assert len(talk.hear(sealed("STATE 1 0 3 -"), 1.0)) == 1


# What the panel was doing when it came.


def test_a_button_held_when_the_panel_comes_is_no_press() -> None:
    wire = Wire()
    wire.down(ROLL)
    wire.wait(100)
    wire.talk = Talk(wire.seconds)  # the box starts anew
    wire.heard = []
    wire.wait(600)
    assert wire.edges == []
    wire.up(ROLL)
    wire.wait(20)
    wire.down(ROLL)
    wire.wait(20)
    assert wire.edges == [(ROLL, False), (ROLL, True)]


def test_a_panel_that_restarts_lets_go_and_gets_its_lamps_back(wire: Wire) -> None:
    wire.talk.show({2: Lamp.LIT})
    wire.down(BACK)
    wire.wait(20)
    wire.up(BACK)
    wire.restart()
    wire.wait(400)
    assert wire.edges == [(BACK, True), (BACK, False)]
    assert wire.panel.lit(wire.now)[2]


def test_silence_releases_what_was_held(wire: Wire) -> None:
    wire.down(ROLL)
    wire.wait(20)
    assert wire.held == {ROLL}
    wire.channel = cut
    wire.wait(round(SILENCE * 1000) - 100)
    assert not wire.talk.is_silent(wire.seconds)
    wire.wait(200)
    assert wire.talk.is_silent(wire.seconds)
    assert wire.talk.let_go(wire.seconds) == [Edge(wire.seconds, ROLL, False, clean=True)]
    assert wire.talk.let_go(wire.seconds) == []


def test_old_presses_are_not_told_to_a_box_that_comes_back(wire: Wire) -> None:
    wire.channel = cut
    for _ in range(3):
        wire.down(ROLL)
        wire.wait(50)
        wire.up(ROLL)
        wire.wait(50)
    wire.wait(FORGET)
    assert not any(wire.panel.lit(wire.now))
    wire.channel = clear
    wire.wait(2 * HEARTBEAT)
    assert wire.edges == []
    wire.down(ROLL)
    wire.wait(20)
    assert wire.edges == [(ROLL, True)]


def test_an_acknowledgement_that_is_lost_for_long_does_not_hide_what_comes(wire: Wire) -> None:
    wire.down(ROLL)
    wire.channel = lambda data: b"" if b"ACK" in data else data
    wire.wait(100)
    wire.up(ROLL)
    wire.wait(FORGET + 2 * HEARTBEAT)
    assert wire.edges == [(ROLL, True), (ROLL, False)]


# A bad wire.


def bad(luck: Random, drop: float, corrupt: float, noise: float) -> Channel:
    held = b""

    def channel(data: bytes) -> bytes:
        nonlocal held
        out = held
        held = b""
        for line in data.splitlines(keepends=True):
            if luck.random() < drop:
                continue
            if luck.random() < corrupt:
                at = luck.randrange(len(line))
                line = line[:at] + luck.randbytes(1) + line[at + 1 :]
            if luck.random() < noise:
                line = luck.randbytes(luck.randrange(2 * LONGEST)) + b"\n" + line
            out += line
        here = luck.randrange(len(out) + 1)  # the rest comes with the next piece
        held = out[here:]
        return out[:here]

    return channel


@given(
    seed=st.integers(0, 2**32),
    drop=st.floats(0, 0.3),
    corrupt=st.floats(0, 0.3),
    noise=st.floats(0, 0.2),
    presses=st.lists(st.sampled_from(BUTTONS), min_size=1, max_size=4),
)
@settings(max_examples=20, deadline=None)
def test_no_press_is_lost_or_doubled_on_a_bad_wire(
    seed: int, drop: float, corrupt: float, noise: float, presses: list[str]
) -> None:
    wire = Wire()
    wire.wait(20)
    wire.channel = bad(Random(seed), drop, corrupt, noise)
    for line in presses:
        wire.down(line)
        wire.wait(20)
        wire.up(line)
        wire.wait(20)
    wire.channel = clear
    wire.wait(200)
    assert wire.edges == [(line, down) for line in presses for down in (True, False)]


@given(st.integers(0, 2**32), st.lists(st.integers(-40, 40), max_size=6))
@settings(max_examples=20, deadline=None)
def test_no_turn_is_lost_on_a_bad_wire(seed: int, turns: list[int]) -> None:
    wire = Wire()
    wire.wait(20)
    wire.channel = bad(Random(seed), 0.3, 0.2, 0.2)
    for quarters in turns:
        wire.turn(quarters)
    wire.channel = clear
    wire.wait(200)
    at = 0
    for line, closed in wire.edges:
        a, b = CLOCKWISE[at % 4]
        after = (closed, b) if line == KNOB_A else (a, closed)
        at += 1 if CLOCKWISE[(at + 1) % 4] == after else -1
    assert at == sum(turns)


@given(st.lists(st.binary(max_size=400), max_size=20))
def test_whatever_comes_the_talk_goes_on(rubbish: list[bytes]) -> None:
    wire = Wire()
    wire.wait(20)
    for data in rubbish:
        wire.heard += wire.talk.hear(data, wire.seconds)
        wire.panel.hear(data, wire.now)
    wire.talk.hear(b"\n", wire.seconds)
    wire.panel.hear(b"\n", wire.now)
    wire.down(ROLL)
    wire.wait(100)
    assert wire.edges == [(ROLL, True)]


@given(st.text("HELOSTAC019Ff -,*dicebox-panel", max_size=60))
def test_well_sealed_nonsense_is_taken_calmly(text: str) -> None:
    wire = Wire()
    wire.wait(20)
    for talker in (wire.talk, Talk(0.0)):
        talker.hear(sealed(text), 1.0)
        talker.answers(1.0)
    wire.panel.hear(sealed(text), wire.now)
    wire.wait(20)


@given(st.binary(max_size=2000), st.lists(st.integers(0, 2000)))
def test_lines_are_the_same_however_they_are_cut(data: bytes, cuts: list[int]) -> None:
    data = sealed("HI") + data + b"\n" + sealed("ACK 7")
    whole = Lines().feed(data)
    lines, at, pieces = Lines(), 0, []
    for end in sorted(end for end in cuts if end < len(data)):
        pieces += lines.feed(data[at:end])
        at = end
    pieces += lines.feed(data[at:])
    assert pieces == whole
    assert whole[0] == "HI"
    assert whole[-1] == "ACK 7"


@pytest.mark.parametrize(
    "line",
    [b"", b" *00", b"*00", b"HI", b"HI *0b", b"HI  *0B", b"HI *0C", b"\xff\xfe *00", "HÏ *0B".encode(), b"HI *0B *0B"],
)
def test_damaged_lines_say_nothing(line: bytes) -> None:
    assert opened(line) is None or opened(line) == ""
    assert firmware.opened(line) == ""


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=100))
def test_both_ends_seal_alike(text: str) -> None:
    assert sealed(text) == firmware.sealed(text)
    assert opened(sealed(text).rstrip(b"\n")) == text == firmware.opened(sealed(text))


def test_an_endless_line_does_not_fill_the_memory() -> None:
    lines = Lines()
    for _ in range(100):
        assert lines.feed(b"x" * 10_000) == []
        assert len(lines._rest) <= LONGEST
    assert lines.feed(sealed("HI")) == []  # the end of it
    assert lines.feed(sealed("HI")) == ["HI"]


def test_a_flood_of_presses_is_reported_up_to_a_limit(wire: Wire) -> None:
    wire.channel = cut
    for _ in range(100):
        for line in SEATS:
            wire.down(line)
            wire.wait(6)
            wire.up(line)
            wire.wait(6)
    assert len(wire.panel._waiting) <= MOST_WAITING
