"""Giving a word in Initials: its theme if it may be for any, then its letters, or the dice that a spoken word uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from display.choices import AskWhy, GameChoice, Narrow, Path, Play, Wrote
from display.games.initials import letter_dice, letter_ring
from display.games.initials.letter_ring import ALPHABET
from display.games.offer import Offer
from display.tree import Align, Area, Node, Size, Space, Stack, Target, Text, Tone, button, column, plain, row
from engine.contract import Move
from engine.games.initials.calls import COLOURS, LONGEST_WORD, Says, Word, tidy
from engine.games.initials.rules import Initials
from engine.games.initials.variants import OPEN, SPOKEN
from engine.words import Message, say

KEYS_A_ROW, UPRIGHT_KEYS_A_ROW = 9, 7
SEEN = 3  # letters on each side of the one that the knob is at
DONE = "done"  # among the letters of the ring
GAP = "\u00a0\u00a0"


class ForTheme(Struct, frozen=True):
    """The word is for the theme of this number."""

    number: int


class HasLetterOf(Struct, frozen=True):
    """The word that is spoken has the letter of this die."""

    die: int


WordStep: TypeAlias = ForTheme | Wrote | HasLetterOf


def of_word(path: Path) -> list[WordStep]:
    """The steps of a path that lead to a word."""
    return [step for step in path if isinstance(step, WordStep)]


class Draft(Struct, frozen=True):
    """What a seat has of its word so far."""

    theme: int | None  # where it has to be named
    letters: str
    dice: tuple[int, ...]

    @classmethod
    def of(cls, state: Initials, path: Path) -> Draft:
        theme, letters, dice = None, "", set[int]()
        for step in of_word(path):
            match step:
                case ForTheme(number):
                    theme = number
                case Wrote(letter):
                    letters += letter
                case HasLetterOf(die):
                    dice.add(die)
                case _:
                    assert_never(step)
        if state.setup.variant == OPEN and len(state.open_themes) == 1:
            theme = state.open_themes[0]  # nothing to choose
        return cls(theme, letters, tuple(sorted(dice)))


def entry(state: Initials, seat: int, path: Path, table: Offer, leave: Target[GameChoice]) -> Offer:
    """The next step on the way to a word; `table` is what everybody sees anyway, `leave` the way out."""
    draft = Draft.of(state, path)
    theme = state.theme if draft.theme is None else draft.theme
    if theme is not None:
        table = replace(table, title=plain(state.themes[theme].title))
    if state.setup.variant == OPEN and draft.theme is None:
        return _choosing_theme(state, seat, table, leave)
    if state.setup.way == SPOKEN:
        return _naming_dice(state, seat, path, draft, table, leave)
    return _writing(state, seat, path, draft, table, leave)


# The theme.


def _choosing_theme(state: Initials, seat: int, table: Offer, leave: Target[GameChoice]) -> Offer:
    open_ones = state.open_themes
    targets: dict[int, Target[GameChoice]] = {
        number: Target(f"theme {number}", plain(theme.title), Narrow(seat, (ForTheme(number),)))
        for number, theme in enumerate(state.themes)
        if number in open_ones
    }
    cells: list[Node[GameChoice]] = [
        button(targets[number]) if number in targets else _closed(theme.title)
        for number, theme in enumerate(state.themes)
    ]
    pairs = [row(*cells[i : i + 2], gap=8, grow=1, middle=False) for i in range(0, len(cells), 2)]
    sheet = column(*pairs, row(button(leave), middle=False), gap=8, grow=1)  # Roll must not leave by mistake
    title, start = say("Which theme is it for?"), f"theme {open_ones[0]}"
    return replace(table, sheet=sheet, title=title, start=start, bold="")


def _closed(title: str) -> Text:
    return Text(says=plain(title), tone=Tone.QUIET, align=Align.CENTRE, shrink=True, grow=1)


# Spoken: which dice?


def _naming_dice(
    state: Initials, seat: int, path: Path, draft: Draft, table: Offer, leave: Target[GameChoice]
) -> Offer:
    initial = {die for die, colour in enumerate(COLOURS) if colour == state.colour}
    targets: dict[int, Target[GameChoice]] = {
        die: Target(f"die {colour}", _called(state, die), Narrow(seat, _toggled(path, HasLetterOf(die))))
        for die, colour in enumerate(COLOURS)
        if die not in initial
    }
    says = Says(draft.dice, draft.theme)
    dice = tuple(sorted({*draft.dice, *initial}))
    label = say("It has {n} of the letters", n=len(dice))
    done: Target[GameChoice] = Target(DONE, label if dice else say("It has none of them"), Play(Move(seat, says)))
    return replace(
        table,
        asks=say("Say it. Which letters of the dice has it?"),
        tray=letter_dice.tray(state, targets, dice),
        buttons=(done, leave),
        start=DONE if state.is_black else next(iter(targets.values())).name,
        bold=DONE,
    )


def _called(state: Initials, die: int) -> Message:
    return say("{colour}: {letter}", colour=letter_dice.NAMES[COLOURS[die]], letter=state.letters[die])


def _toggled(path: Path, step: HasLetterOf) -> Path:
    return tuple(other for other in path if other != step) if step in path else (*path, step)


# Written: letter by letter, on a ring for the knob and on keys for a finger.


def _writing(state: Initials, seat: int, path: Path, draft: Draft, table: Offer, leave: Target[GameChoice]) -> Offer:
    word = Word(tidy(draft.letters), draft.theme)
    choice: GameChoice = Play(Move(seat, word)) if word in state.legal(seat) else AskWhy(seat, "word")
    ring, start = _ring(state, seat, path, draft, choice)
    done: Target[GameChoice] = Target(DONE, say("Done"), choice, touch_only=True)
    field = Text(says=plain(f"{draft.letters}_"), size=Size.TITLE, bold=True, shrink=True, align=Align.CENTRE)
    return replace(
        table,
        sheet=column(field, ring, *_keys(seat, path, draft, KEYS_A_ROW), gap=6, grow=1),
        upright=column(field, ring, *_keys(seat, path, draft, UPRIGHT_KEYS_A_ROW), gap=8, grow=1),
        buttons=(done, leave),
        start=start,
        bold=DONE,
        room=LONGEST_WORD - len(draft.letters),
        entering=_name(draft, DONE),
    )


def _name(draft: Draft, letter: str) -> str:
    """The name of a target on the ring. It counts the letters, so that the focus starts anew after each."""
    return f"ring {len(draft.letters)} {letter}"


def _ring(state: Initials, seat: int, path: Path, draft: Draft, choice: GameChoice) -> tuple[Stack[GameChoice], str]:
    """The letters in the order of the knob, the likeliest in the middle and Done beside it."""
    likely = letter_ring.likely(state.setup.language, draft.letters, state.letters, state.initial)
    left, right = letter_ring.around(likely)
    order = [*reversed(left), DONE, *right]
    targets: list[Target[GameChoice]] = [
        Target(_name(draft, step), say("Done"), choice)
        if step == DONE
        else Target(_name(draft, step), plain(step), _writes(seat, path, draft, step))
        for step in order
    ]
    cards = tuple(_card(targets, at) for at in range(len(order)))
    return Stack(children=cards, grow=1), _name(draft, right[0])


def _card(targets: Sequence[Target[GameChoice]], at: int) -> Area[GameChoice]:
    """One letter with its neighbours on the ring."""
    before = GAP.join(_short(target) for target in targets[max(0, at - SEEN) : at])
    after = GAP.join(_short(target) for target in targets[at + 1 : at + 1 + SEEN])
    line: Area[GameChoice] = row(
        Text(says=plain(before), tone=Tone.QUIET, align=Align.RIGHT, grow=1),
        Text(says=targets[at].label, size=Size.TITLE, bold=True, align=Align.CENTRE),
        Text(says=plain(after), tone=Tone.QUIET, grow=1),
        gap=16,
    )
    return Area(children=(Space(), line, Space()), target=targets[at], tone=Tone.RAISED, gap=0, pad=4, grow=1)


def _short(target: Target[GameChoice]) -> str:
    return "✓" if target.name.endswith(DONE) else target.name[-1]


def _writes(seat: int, path: Path, draft: Draft, letter: str) -> Narrow:
    if len(draft.letters) >= LONGEST_WORD:
        return Narrow(seat, path)
    return Narrow(seat, (*path, Wrote(letter.lower() if draft.letters else letter)))


def _keys(seat: int, path: Path, draft: Draft, per_row: int) -> list[Area[GameChoice]]:
    keys: list[Node[GameChoice]] = [
        button(Target(f"letter {letter}", plain(letter), _writes(seat, path, draft, letter), touch_only=True))
        for letter in ALPHABET
    ]
    deletes = Narrow(seat, path[:-1] if draft.letters else path)
    keys.append(button(Target("letter delete", plain("←"), deletes, touch_only=True)))
    keys += [Space() for _ in range(-len(keys) % per_row)]
    return [row(*keys[i : i + per_row], gap=6, middle=False) for i in range(0, len(keys), per_row)]
