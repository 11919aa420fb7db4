"""Every screen in every size, turn and language: all of it fits, nothing is cut, small or in the way of a finger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

import pytest

from display.language import LANGUAGES, speaker
from display.layout import LEAST_TARGET, Layout, Placed, Rect, lay_out
from display.painter import Fonts
from display.screens.frame import View
from display.tree import Box, Dice, Target, Text
from tests.gallery import SIZES, gallery

SCREENS = tuple(gallery(View()))
TURNED = tuple(dict.fromkeys((*SIZES, *((tall, wide) for wide, tall in SIZES))))  # by a quarter, or not
# Some may be smaller: a wrong letter is soon deleted, and a box of the sheet only offers the places around it.
LEAST = {"letter": (0.075, LEAST_TARGET), "box": (0.05, 0.05)}
LEAST_TEXT = {480: 12, 720: 14, 1080: 14}  # pixels, by the shorter side


@cache
def fonts() -> Fonts:
    return Fonts()


@cache
def laid_out(name: str, size: tuple[int, int], language: str) -> Layout:
    screen, _ = gallery(View(portrait=size[1] > size[0]))[name]
    return lay_out(screen, size, fonts(), speaker(language))


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=TURNED, ids=lambda size: f"{size[0]}x{size[1]}")
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    wide, tall = request.param
    return wide, tall


@pytest.fixture(params=SCREENS)
def layout(request: pytest.FixtureRequest, size: tuple[int, int], language: str) -> Layout:
    return laid_out(request.param, size, language)


def test_all_of_it_fits_and_stays_in_its_box(layout: Layout) -> None:
    assert layout.fits
    whole = Rect(0, 0, *layout.size)
    for item, parent in with_parents(layout):
        place = whole if parent is None else parent.rect
        assert place.holds(item.rect), f"{told(item)} leaves its box"
        for part in seen(item):
            assert item.rect.holds(part), f"{told(item)} is cut"


def test_nothing_covers_anything_else(layout: Layout) -> None:
    things = [(item, seen(item)) for item in layout.seen(None) if not isinstance(item.node, Box)]
    for (one, ones), (other, others) in combinations(things, 2):
        assert not any(a.meets(b) for a in ones for b in others), f"{told(one)} covers {told(other)}"
    for item, parts in things:
        assert not any(a.meets(b) for a, b in combinations(parts, 2)), f"{told(item)} covers itself"


def test_boxes_beside_each_other_keep_apart(layout: Layout) -> None:
    families: dict[int, list[Placed]] = {}
    for item, parent in with_parents(layout, layout.seen(None)):
        families.setdefault(id(parent), []).append(item)
    for family in families.values():
        for one, other in combinations(family, 2):
            assert not one.rect.meets(other.rect), f"{told(one)} meets {told(other)}"


def test_rows_of_buttons_end_at_the_same_edge(layout: Layout) -> None:
    for item, parent in with_parents(layout):
        row = parent.node if parent is not None else None
        if parent is not None and isinstance(row, Box) and row.across and row.children[-1] is item.node:
            is_button = isinstance(item.node, Box) and item.node.target is not None
            assert not is_button or item.rect.right == parent.rect.right, f"{told(item)} ends early"


def test_every_text_can_be_read(layout: Layout) -> None:
    least = LEAST_TEXT[min(layout.size)]
    for item in layout.items:
        if isinstance(item.node, Text):
            assert item.pixels >= least, f"{told(item)} has {item.pixels} pixels"


def test_every_target_is_large_enough_for_a_finger_and_answers_it(layout: Layout) -> None:
    shorter = min(layout.size)
    for target, rect in layout.targets():
        wide, tall = LEAST.get(target.name.split()[0], (LEAST_TARGET, LEAST_TARGET))
        assert rect.w >= round(shorter * wide), f"{target.name} is only {rect.w} wide"
        assert rect.h >= round(shorter * tall), f"{target.name} is only {rect.h} high"
        assert layout.target_at(rect.x + rect.w // 2, rect.y + rect.h // 2, target.name) == target
        assert layout.place_of(target.name) == rect


def test_no_finger_can_mean_two_targets(layout: Layout) -> None:
    seen_targets = [(target, rect) for target, rect in layout.targets() if not hidden(layout, target)]
    for (one, a), (other, b) in combinations(seen_targets, 2):
        assert not a.meets(b) or a.holds(b), f"{one.name} meets {other.name}"


@pytest.mark.parametrize("portrait", [False, True])
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_has_a_way_back_and_a_first_focus(name: str, portrait: bool) -> None:
    screen, _ = gallery(View(portrait))[name]
    names = [target.name for target in screen.targets()]
    assert len(names) == len(set(names))
    assert screen.start in names
    assert screen.back is not None


def test_nothing_is_where_nobody_put_it() -> None:
    layout = laid_out("menu", (800, 480), "en")
    assert layout.target_at(0, 0) is None
    assert layout.target_at(-1, 5000) is None


def with_parents(layout: Layout, items: Iterable[Placed] | None = None) -> Iterator[tuple[Placed, Placed | None]]:
    """Every item with the box it is in; items come in reading order, so that is the last one a step less deep."""
    boxes: list[Placed] = []
    for item in layout.items if items is None else items:
        del boxes[item.depth :]
        yield item, boxes[-1] if boxes else None
        boxes.append(item)


def seen(item: Placed) -> list[Rect]:
    """What a person sees of an item: lines, dice and cells each on their own, anything else as a whole."""
    if isinstance(item.node, Text):
        return [line.rect for line in item.lines]
    return list(item.parts) or [item.rect]


def hidden(layout: Layout, target: Target) -> bool:
    """Whether another card of its stack covers it."""
    return any(item.cards and target.name in item.cards[1:] for item in layout.items)


def told(item: Placed) -> str:
    """An item as a failure should name it."""
    match item.node:
        case Text():
            return repr(" ".join(line.text for line in item.lines))
        case Box(target=Target(name=name)):
            return f"the target {name}"
        case Dice(faces=faces):
            return f"{len(faces)} dice"
        case node:
            return f"a {type(node).__name__} at {item.rect}"
