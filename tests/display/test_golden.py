"""Every screen looks as it did: painted without a screen and compared with the pictures in `golden`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pygame
import pytest

from display.pixels.text import Fonts
from tests.display.pictures import GOLDEN, GOLDEN_SIZES, REGENERATE, golden_file, painted, pictured

DIFFERENCES = Path("build", "golden-differences")
NEAR = 2  # levels by which a channel may differ: processors round a little differently when they scale and blend

SCREENS = pictured()


@cache
def fonts() -> Fonts:
    return Fonts()


@pytest.mark.parametrize("size", GOLDEN_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(name: str, size: tuple[int, int], request: pytest.FixtureRequest) -> None:
    screen, now = SCREENS[name]
    compare(golden_file(name, size), painted(fonts(), screen, now, size).canvas, request.config.rootpath / DIFFERENCES)


def test_every_picture_belongs_to_a_screen() -> None:
    known = {golden_file(name, size) for name in SCREENS for size in GOLDEN_SIZES}
    assert set(GOLDEN.glob("*.png")) <= known, f"draw them anew: {REGENERATE}"


def test_a_picture_that_differs_is_shown_beside_the_expected_one(tmp_path: Path) -> None:
    expected, actual = plain_picture(), plain_picture()
    pygame.image.save(expected, tmp_path / "menu.png")
    actual.fill((90, 60, 30 + NEAR + 1), (10, 5, 1, 1))
    with pytest.raises(pytest.fail.Exception, match=r"menu\.png") as failure:
        compare(tmp_path / "menu.png", actual, tmp_path / "differences")
    shown = tmp_path / "differences" / "menu.png"
    assert str(shown) in str(failure.value)
    assert REGENERATE in str(failure.value)
    beside = pygame.image.load(shown)
    assert beside.get_size() == (3 * 40, 20)
    assert beside.get_at((10, 5)) == expected.get_at((10, 5))
    assert beside.get_at((40 + 10, 5)) == actual.get_at((10, 5))
    assert beside.get_at((80 + 10, 5)) != beside.get_at((80 + 11, 5))


def test_a_rounding_of_the_processor_is_no_difference(tmp_path: Path) -> None:
    pygame.image.save(plain_picture(), tmp_path / "menu.png")
    actual = plain_picture()
    actual.fill((90 + NEAR, 60 - NEAR, 30), (10, 5, 8, 8))
    compare(tmp_path / "menu.png", actual, tmp_path / "differences")


def test_a_picture_of_another_size_differs(tmp_path: Path) -> None:
    pygame.image.save(pygame.Surface((40, 21)), tmp_path / "menu.png")
    with pytest.raises(pytest.fail.Exception, match=r"\(40, 21\)"):
        compare(tmp_path / "menu.png", plain_picture(), tmp_path / "differences")


def test_a_missing_picture_says_how_to_draw_it(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=REGENERATE):
        compare(tmp_path / "menu.png", plain_picture(), tmp_path / "differences")


def plain_picture() -> pygame.Surface:
    picture = pygame.Surface((40, 20))
    picture.fill((90, 60, 30))
    return picture


def compare(golden: Path, actual: pygame.Surface, differences: Path) -> None:
    """Fail unless the picture looks like the golden one."""
    if not golden.exists():
        pytest.fail(f"there is no picture {golden.name}; look at the screen and draw it: {REGENERATE}")
    expected = pygame.image.load(golden)
    if expected.get_size() != actual.get_size():
        pytest.fail(f"{golden.name} has {expected.get_size()} pixels, the screen {actual.get_size()}: {REGENERATE}")
    wide, tall = actual.get_size()
    differing = pygame.mask.from_threshold(expected, (0, 0, 0), (NEAR + 1, NEAR + 1, NEAR + 1, 255), actual)
    differing.invert()
    if not differing.count():
        return
    beside = pygame.Surface((3 * wide, tall))
    beside.blit(expected, (0, 0))
    beside.blit(actual, (wide, 0))
    beside.blit(differing.to_surface(setcolor=(255, 255, 255), unsetcolor=(0, 0, 0)), (2 * wide, 0))
    shown = differences / golden.name
    differences.mkdir(parents=True, exist_ok=True)
    pygame.image.save(beside, shown)
    pytest.fail(
        f"{golden.name} differs in {differing.count()} pixels; expected, actual and difference are side by side in"
        f" {shown}. If the change is meant: {REGENERATE}"
    )
