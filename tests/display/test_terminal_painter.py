"""A game in a terminal: everything that counts is there at any size, with colour and without."""

from __future__ import annotations

import io
import re
from random import Random
from typing import Never

import pytest

from display.games import VIEWS, card_of
from display.language import speaker
from display.screens.frame import View
from display.screens.game import Playing, game_screen
from display.screens.menu import Offered, menu_screen
from display.screens.name import name_screen
from display.screens.rules import rules_screen
from display.terminal.painter import TerminalPainter, draw
from display.tree import AnyNode, AnyScreen, Area, Bars, Cell, Dice, Face, Grid, Mark, Screen, Text, Tone, plain
from engine.contract import AnyState, Seat, Table, ToChoose
from engine.games import GAMES, players
from engine.games.durchmarsch import rules as durchmarsch
from tests.display.parts import PARTS
from tests.playing import random_game, table

GAME = VIEWS["durchmarsch"]
TELL = speaker("en")


def somebody_chooses(seats: Table) -> AnyState:
    """The first choice after some turns of a game."""
    states, _ = random_game(durchmarsch.GAME, seats, Random(7))
    return next(state for state in states[20:] if isinstance(state.turn, ToChoose))


def played(state: AnyState) -> AnyScreen:
    assert isinstance(state.turn, ToChoose)
    places = tuple(range(len(state.table.seats)))
    return game_screen(View(), Playing(GAME, state, places, state.turn.seats[0], can_undo=True, news=GAME.news(state)))


@pytest.fixture(scope="module")
def state() -> AnyState:
    return somebody_chooses(table(6))


@pytest.fixture(scope="module")
def play(state: AnyState) -> AnyScreen:
    return played(state)


def shown(node: AnyNode) -> str:
    return "\n".join(draw(Screen(root=Area(children=(node,))), TELL, None, 80, 24, colour=False))


def without_codes(line: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", line)


def test_all_that_counts_is_on_a_usual_terminal(play: AnyScreen, state: AnyState) -> None:
    lines = draw(play, TELL, play.start, 80, 24, colour=False)
    text = "\n".join(lines)
    assert isinstance(state.turn, ToChoose)
    offer = GAME.offer(state, state.turn.seats[0], ())
    assert len(lines) <= 24
    words = " ".join(re.findall(r"[\w',?]+", text))
    assert all(word in words for word in TELL(offer.asks).split())
    assert all(seat.name in text for seat in state.table.seats)
    faces = [face for face in offer.tray.faces if not face.gone]
    assert len(re.findall(r"\[[1-6]\]", text)) == len(faces)
    assert text.count("]*") == sum(face.lifted for face in faces)
    label = next(TELL(target.label) for target in play.targets() if target.name == play.start)
    assert re.search(rf"▶\[ *{label} *\]", text)


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 120])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_nothing_is_wider_than_the_terminal(play: AnyScreen, columns: int, language: str) -> None:
    menu = menu_screen(View(), [Offered(name, card_of(name), players(name)) for name in GAMES])
    screens: tuple[AnyScreen, ...] = (play, menu, rules_screen(View(), GAME))
    for screen in screens:
        for line in draw(screen, speaker(language), screen.start, columns, 24):
            assert len(without_codes(line)) <= columns


@pytest.mark.parametrize(("columns", "rows"), [(80, 10), (40, 10), (60, 20), (80, 24), (30, 3), (80, 1)])
def test_the_focused_target_is_always_visible(play: AnyScreen, columns: int, rows: int) -> None:
    for target in play.targets():
        lines = draw(play, TELL, target.name, columns, rows, colour=False)
        assert len(lines) <= rows
        assert "\n".join(lines).count("▶") == 1, target.name


def test_a_score_sheet_has_its_figures_at_the_right_and_its_choices_in_brackets() -> None:
    screen = PARTS["part-scores"]
    lines = draw(screen, TELL, "score threes", 40, 24, colour=False)
    assert any(re.fullmatch(r"│   Ones +3  │", line) for line in lines)
    assert any(re.fullmatch(r"│  \[Twos +8\] │", line) for line in lines)
    assert any(re.fullmatch(r"│ ▶\[Threes +9\] │", line) for line in lines)
    assert any(re.fullmatch(r"│   Total +11 points  │", line) for line in lines)


def test_a_score_sheet_of_two_columns_is_one_where_they_do_not_fit() -> None:
    screen = PARTS["part-scores-in-two"]
    wide, narrow = (draw(screen, TELL, "score threes", columns, 24, colour=False) for columns in (80, 40))
    assert any(re.search(r"Ones +3 .*Three of a kind +21", line) for line in wide)
    assert len(narrow) == len(wide) + 4


def test_the_knob_steps_through_the_lines_of_a_score_sheet_that_can_be_chosen() -> None:
    names = [target.name for target in PARTS["part-scores-in-two"].targets()]
    assert names == ["score twos", "score threes", "score three", "score chance", "pass"]


def test_a_die_that_is_kept_says_so_while_it_has_the_focus() -> None:
    text = "\n".join(draw(PARTS["part-kept"], TELL, "die 4", 80, 24, colour=False))
    assert "[3]  ▶4]* [5]*" in text


def test_arrows_tell_that_more_is_hidden(play: AnyScreen) -> None:
    first, *_, last = draw(play, TELL, play.start, 60, 10, colour=False)
    assert first.endswith("↑")
    assert last.endswith("↓")


def test_every_key_of_the_alphabet_can_be_seen_on_a_narrow_terminal() -> None:
    screen = name_screen(View(), 0, "Ada", ["Ada", "Ben"])
    text = "\n".join(draw(screen, TELL, "letter Q", 40, 24, colour=False))
    assert re.search(r"▶\[ *Q *\]", text)
    assert re.findall(r"\[ *([A-Z]) *\]", text) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def test_without_colour_there_are_no_escape_codes(play: AnyScreen) -> None:
    assert not any("\x1b" in line for line in draw(play, TELL, play.start, 80, 24, colour=False))


def test_colour_changes_the_look_but_not_a_letter(play: AnyScreen) -> None:
    coloured = draw(play, TELL, play.start, 80, 24)
    assert any("\x1b[7m" in line for line in coloured), "the focus is in reverse video"
    assert [without_codes(line).rstrip() for line in coloured] == draw(play, TELL, play.start, 80, 24, colour=False)


def test_a_text_cannot_send_codes_to_the_terminal() -> None:
    assert shown(Text(says=plain("Trouble\x1b[2J\r"))) == "Trouble [2J"


def test_wide_characters_count_twice() -> None:
    screen = played(somebody_chooses(Table((Seat("日本日本"), Seat("Ben")))))
    lines = draw(screen, TELL, None, 80, 24, colour=False)
    assert {len(line) + line.count("日") + line.count("本") for line in lines if line.startswith("│")} == {80}


def test_a_sheet_shows_checked_next_struck_and_missed_boxes() -> None:
    sheet: Grid[Never] = Grid(
        rows=(
            (Cell(text="10", mark=Mark.CROSS), Cell(text="9", tone=Tone.NEXT), Cell(text="8"), Cell(mark=Mark.TICK)),
            (Cell(text="10", mark=Mark.CROSS), Cell(text="9"), Cell(text="8"), Cell(mark=Mark.TICK)),
        ),
        struck=frozenset({1}),
        pointed=0,
        gap_after=2,
    )
    assert shown(sheet) == "→ [ X] >9<[ 8] [ ✓]\n  ──X───9───8─ ──✓─"


def test_dice_and_bars_at_a_glance() -> None:
    dice: Dice[Never] = Dice(faces=(Face(text="6"), Face(text="4", lifted=True), Face(text="6", gone=True)))
    assert shown(dice) == "[6]  [4]* (6)"
    bars = Bars(rows=((0.3, 1, False), (1.0, 0, False), (0.5, 2, True)), pointed=0)
    assert shown(bars) == "→###.......!\n ##########\n ──────────"


# The painter on a stream.


@pytest.fixture
def paper() -> io.StringIO:
    return io.StringIO()


def test_the_same_screen_is_written_once(play: AnyScreen, paper: io.StringIO) -> None:
    painter = TerminalPainter(paper, TELL, lambda: (80, 24))
    painter.show(play, play.start)
    written = paper.tell()
    painter.show(play, play.start)
    assert paper.tell() == written
    assert painter.presents == 1


def test_a_moved_focus_writes_only_the_lines_it_touches(play: AnyScreen, paper: io.StringIO) -> None:
    painter = TerminalPainter(paper, TELL, lambda: (80, 24))
    painter.show(play, "hint")
    written = paper.tell()
    painter.show(play, "undo")
    assert 0 < paper.tell() - written < written / 2
    assert painter.presents == 2


def test_a_resized_terminal_is_painted_anew(play: AnyScreen, paper: io.StringIO) -> None:
    sizes = iter([(80, 24), (60, 20)])
    painter = TerminalPainter(paper, TELL, lambda: next(sizes))
    painter.show(play, play.start)
    painter.show(play, play.start)
    assert paper.getvalue().count("\x1b[2J") == 2


def test_the_terminal_gets_its_screen_and_cursor_back(paper: io.StringIO) -> None:
    painter = TerminalPainter(paper, TELL, lambda: (80, 24))
    painter.open()
    assert paper.getvalue() == "\x1b[?1049h\x1b[?25l"
    painter.close()
    assert paper.getvalue().endswith("\x1b[?25h\x1b[?1049l")


def test_a_terminal_without_the_signs_gets_question_marks(play: AnyScreen) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    TerminalPainter(stream, TELL, lambda: (80, 24)).show(play, play.start)
    assert b"?\x1b[0m\x1b[7m[" in raw.getvalue()
