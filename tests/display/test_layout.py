"""Every screen in every size, turn and language: all of it fits, nothing is cut, small or in the way of a finger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations

import pytest

from display.games import card_of
from display.language import LANGUAGES, speaker
from display.pixels.layout import SCALES, Typesetter, lay_out
from display.pixels.placed import Layout, Placed
from display.pixels.rects import Rect
from display.pixels.sizes import LEAST_TARGET
from display.pixels.text import Fonts
from display.screens.frame import View
from display.screens.menu import Offered, menu_screen
from display.tree import AnyScreen, Area, Dice, Target, Text
from engine.games import GAMES, players
from tests.display.gallery import SIZES, gallery
from tests.display.parts import PARTS

SCREENS = (*gallery(View()), *PARTS)
TURNED = tuple(dict.fromkeys((*SIZES, *((tall, wide) for wide, tall in SIZES))))  # by a quarter, or not
# Some may be smaller: a wrong letter is soon deleted, a box of the sheet only offers the places around it, and near a
# line of scores is near enough.
LEAST = {"letter": (0.075, LEAST_TARGET), "box": (0.045, 0.045), "score": (LEAST_TARGET, 0.05)}
LEAST_TEXT = {480: 12, 720: 14, 1080: 14}  # pixels, by the shorter side


@cache
def fonts() -> Fonts:
    return Fonts()


@cache
def screens(portrait: bool) -> dict[str, AnyScreen]:
    return {name: screen for name, (screen, _) in gallery(View(portrait=portrait)).items()} | PARTS


# Rules over a laid-out screen; each gives a sentence for everything that breaks it.


def all_of_it_fits_and_stays_in_its_box(layout: Layout) -> Iterator[str]:
    if not layout.fits:
        yield "it does not fit"
    whole = Rect(0, 0, *layout.size)
    for item, parent in with_parents(layout.items):
        place = whole if parent is None else parent.rect
        if not place.holds(item.rect):
            yield f"{told(item)} leaves its box"
        if not all(item.rect.holds(part) for part in seen(item)):
            yield f"{told(item)} is cut"


def nothing_covers_anything_else(layout: Layout) -> Iterator[str]:
    things = [(item, seen(item)) for item in layout.seen(None) if not isinstance(item.node, Area)]
    for (one, ones), (other, others) in combinations(things, 2):
        if one.rect.meets(other.rect) and any(a.meets(b) for a in ones for b in others):
            yield f"{told(one)} covers {told(other)}"
    for item, parts in things:
        if any(a.meets(b) for a, b in combinations(parts, 2)):
            yield f"{told(item)} covers itself"


def boxes_beside_each_other_keep_apart(layout: Layout) -> Iterator[str]:
    families: dict[int, list[Placed]] = {}
    for item, parent in with_parents(layout.seen(None)):
        families.setdefault(id(parent), []).append(item)
    for family in families.values():
        for one, other in combinations(family, 2):
            if one.rect.meets(other.rect):
                yield f"{told(one)} meets {told(other)}"


def rows_of_buttons_end_at_the_same_edge(layout: Layout) -> Iterator[str]:
    for item, parent in with_parents(layout.items):
        row = parent.node if parent is not None else None
        if parent is not None and isinstance(row, Area) and row.across and row.children[-1] is item.node:
            is_button = isinstance(item.node, Area) and item.node.target is not None
            if is_button and item.rect.right != parent.rect.right:
                yield f"{told(item)} ends early"


def every_text_can_be_read(layout: Layout) -> Iterator[str]:
    least = LEAST_TEXT[min(layout.size)]
    for item in layout.items:
        if isinstance(item.node, Text) and item.pixels < least:
            yield f"{told(item)} has {item.pixels} pixels"


def every_target_is_large_enough_for_a_finger_and_answers_it(layout: Layout) -> Iterator[str]:
    shorter = min(layout.size)
    for target, rect in layout.targets():
        wide, tall = LEAST.get(target.name.split()[0], (LEAST_TARGET, LEAST_TARGET))
        if rect.w < round(shorter * wide) or rect.h < round(shorter * tall):
            yield f"{target.name} is only {rect.w} × {rect.h}"
        if layout.target_at(rect.x + rect.w // 2, rect.y + rect.h // 2, target.name) != target:
            yield f"{target.name} does not answer a finger"


def no_finger_can_mean_two_targets(layout: Layout) -> Iterator[str]:
    covered = {name for item in layout.items for name in item.cards[1:]}
    found = [(target, rect) for target, rect in layout.targets() if target.name not in covered]
    for (one, a), (other, b) in combinations(found, 2):
        if a.meets(b) and not a.holds(b):
            yield f"{one.name} meets {other.name}"


RULES: tuple[Callable[[Layout], Iterator[str]], ...] = (
    all_of_it_fits_and_stays_in_its_box,
    nothing_covers_anything_else,
    boxes_beside_each_other_keep_apart,
    rows_of_buttons_end_at_the_same_edge,
    every_text_can_be_read,
    every_target_is_large_enough_for_a_finger_and_answers_it,
    no_finger_can_mean_two_targets,
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", TURNED, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_keeps_the_rules_of_layout(name: str, size: tuple[int, int], language: str) -> None:
    layout = lay_out(screens(size[1] > size[0])[name], size, fonts(), speaker(language))
    broken = [f"{rule.__name__}: {fault}" for rule in RULES for fault in rule(layout)]
    assert not broken


@pytest.mark.parametrize("games", range(4, 13))
def test_a_menu_of_many_games_keeps_the_rules_at_every_size(games: int) -> None:
    known = [Offered(name, card_of(name), players(name)) for name in GAMES]
    shelf = [known[number % len(known)]._replace(name=f"game {number}") for number in range(games)]
    for size in TURNED:
        menu = menu_screen(View(portrait=size[1] > size[0]), shelf)
        for language in LANGUAGES:
            layout = lay_out(menu, size, fonts(), speaker(language))
            broken = [f"{rule.__name__}: {fault}" for rule in RULES for fault in rule(layout)]
            assert not broken, (size, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_screen_after_others_is_laid_out_as_if_it_were_the_first(size: tuple[int, int], language: str) -> None:
    typesetter, others = Typesetter(size, fonts(), speaker(language)), 0
    found = screens(size[1] > size[0])
    for name, screen in found.items():
        layout, first = typesetter.lay_out(screen), lay_out(screen, size, fonts(), speaker(language))
        if layout.scale == first.scale:
            assert layout == first, name
        else:  # it fits at two scales and not between them, and the search began elsewhere
            assert layout.fits, name
            others += 1
    assert others < len(found) / 10


def test_screens_too_large_for_any_scale_get_the_smallest() -> None:
    size = (480, 800)
    typesetter, too_large = Typesetter(size, fonts(), speaker("de")), 0
    for screen in (one for one in screens(False).values() for _ in range(2)):
        layout = typesetter.lay_out(screen)
        if not layout.fits:
            assert layout.scale == SCALES[-1]
            too_large += 1
    assert too_large


@pytest.mark.parametrize("portrait", [False, True])
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_has_a_way_back_and_a_first_focus(name: str, portrait: bool) -> None:
    screen = screens(portrait)[name]
    names = [target.name for target in screen.targets()]
    assert len(names) == len(set(names))
    assert screen.start in names
    assert screen.back is not None


def test_nothing_is_where_nobody_put_it() -> None:
    layout = lay_out(screens(False)["menu"], (800, 480), fonts(), speaker("en"))
    assert layout.target_at(0, 0) is None
    assert layout.target_at(-1, 5000) is None


def with_parents(items: Iterable[Placed]) -> Iterator[tuple[Placed, Placed | None]]:
    """Every item with the box it is in; items come in reading order, so that is the last one a step less deep."""
    boxes: list[Placed] = []
    for item in items:
        del boxes[item.depth :]
        yield item, boxes[-1] if boxes else None
        boxes.append(item)


def seen(item: Placed) -> list[Rect]:
    """What a person sees of an item: lines, dice and cells each on their own, anything else as a whole."""
    if isinstance(item.node, Text):
        return [line.rect for line in item.lines]
    return list(item.parts) or [item.rect]


def told(item: Placed) -> str:
    """An item as a failure should name it."""
    match item.node:
        case Text():
            return repr(" ".join(line.text for line in item.lines))
        case Area(target=Target(name=name)):
            return f"the target {name}"
        case Dice(faces=faces):
            return f"{len(faces)} dice"
        case node:
            return f"a {type(node).__name__} at {item.rect}"
