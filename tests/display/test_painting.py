"""What only changed is painted, and it looks as if all of it had been: rings, previews, cards, dice in the air."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pygame
import pytest
from msgspec.structs import replace

from display.choices import Narrow
from display.games import VIEWS
from display.language import speaker
from display.pixels.layout import lay_out
from display.pixels.painter import Painter
from display.pixels.placed import Layout
from display.pixels.sprites import Sprites
from display.pixels.text import Fonts
from display.screens.frame import View
from display.screens.game import Playing, game_screen
from display.tree import AnyScreen
from engine.contract import acting
from engine.games import GAMES
from tests.display.gallery import gallery
from tests.display.parts import PARTS
from tests.playing import random_game, table

SIZE, LARGE = (800, 480), (1280, 720)
SCREENS = (*gallery(View()), *PARTS)


@cache
def fonts() -> Fonts:
    return Fonts()


@cache
def laid_out(name: str, size: tuple[int, int] = SIZE) -> Layout:
    screen = PARTS[name] if name in PARTS else gallery(View())[name][0]
    return lay_out(screen, size, fonts(), speaker("en"))


def screens_of(game: str) -> Iterator[AnyScreen]:
    """Positions one after the other, and on the way to some choices every step."""
    shown, seats = VIEWS[game], table(3)
    for state in random_game(GAMES[game], seats, Random(5))[0][:30]:
        playing = Playing(shown, state, (0, 1, 2), acting(state.turn)[-1], news=shown.news(state))
        yield game_screen(View(), playing)
        steps = [target.choice for target in game_screen(View(), playing).targets()]
        for step in [step for step in steps if isinstance(step, Narrow)][:2]:
            yield game_screen(View(), replace(playing, path=step.path, can_undo=True))


@pytest.mark.parametrize("size", [SIZE, LARGE], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_a_step_of_the_focus_looks_like_a_new_picture(name: str, size: tuple[int, int]) -> None:
    layout = laid_out(name, size)
    stepping, anew = Painter(fonts(), size), Painter(fonts(), size)
    names = [target.name for target in layout.screen.targets()]
    for focus in (*names, *names[:1], None, *names[-1:], *reversed(names[::3])):
        stepping.paint(layout, focus, 0.3)
        anew.turn(0)  # a fresh canvas
        anew.paint(layout, focus, 0.3)
        assert stepping.pixels() == anew.pixels(), focus


@pytest.mark.parametrize("size", [SIZE, LARGE], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_the_screens_of_a_game_look_like_new_pictures_one_after_the_other(game: str, size: tuple[int, int]) -> None:
    going_on, anew = Painter(fonts(), size), Painter(fonts(), size)
    for screen in screens_of(game):
        layout = lay_out(screen, size, fonts(), speaker("en"))
        names = [target.name for target in layout.screen.targets()]
        for focus in dict.fromkeys((screen.start, names[-1])):
            going_on.paint(layout, focus, 0.3)
            anew.turn(0)
            anew.paint(layout, focus, 0.3)
            assert going_on.pixels() == anew.pixels(), focus


@pytest.mark.parametrize("size", [SIZE, LARGE], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_screen_after_quite_another_one_looks_like_a_new_picture(size: tuple[int, int]) -> None:
    going_on, anew = Painter(fonts(), size), Painter(fonts(), size)
    for name in (*SCREENS, *SCREENS[::3], *SCREENS[::-5]):
        layout = laid_out(name, size)
        going_on.paint(layout, layout.screen.start, 0.3)
        anew.turn(0)
        anew.paint(layout, layout.screen.start, 0.3)
        assert going_on.pixels() == anew.pixels(), name


@pytest.mark.parametrize("name", ["tumbling", "initials-tumbling", "part-still"])
def test_dice_in_the_air_leave_nothing_behind(name: str) -> None:
    layout = laid_out(name)
    falling, anew = Painter(fonts(), SIZE), Painter(fonts(), SIZE)
    for frame in range(0, 80, 5):
        falling.paint(layout, layout.screen.start, frame / 60)
        anew.turn(0)
        anew.paint(layout, layout.screen.start, frame / 60)
        assert falling.pixels() == anew.pixels(), frame


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_the_window_shows_the_picture_as_it_is_turned(rotation: int) -> None:
    pygame.display.init()
    layout = laid_out("encore-place")
    painter = Painter(fonts(), SIZE, rotation)
    painter.open("Dicebox", full_screen=False)
    for target in layout.screen.targets():
        painter.paint(layout, target.name, 0.0)
        painter.present()
        turned = pygame.transform.rotate(painter.canvas, -rotation)
        window = pygame.display.get_surface()
        assert window is not None
        assert pygame.image.tobytes(window, "RGB") == pygame.image.tobytes(turned, "RGB"), target.name
    pygame.display.quit()


def test_a_dark_picture_becomes_bright_again() -> None:
    pygame.display.init()
    layout = laid_out("menu")
    painter = Painter(fonts(), SIZE)
    painter.open("Dicebox", full_screen=False)
    window = pygame.display.get_surface()
    assert window is not None
    painter.paint(layout, layout.screen.start, 0.0)
    painter.present()
    bright = pygame.image.tobytes(window, "RGB")
    painter.dimmed = True
    painter.present()
    assert sum(pygame.image.tobytes(window, "RGB")) < sum(bright) / 4
    painter.dimmed = False
    painter.present()
    assert pygame.image.tobytes(window, "RGB") == bright
    pygame.display.quit()


def test_a_turned_picture_is_painted_anew() -> None:
    screen = gallery(View())["menu"][0]
    painter = Painter(fonts(), SIZE)
    painter.paint(laid_out("menu"), screen.start, 0.0)
    upright = lay_out(screen, (SIZE[1], SIZE[0]), fonts(), speaker("en"))
    painter.turn(90)
    painter.paint(upright, screen.start, 0.0)
    anew = Painter(fonts(), (SIZE[1], SIZE[0]))
    anew.paint(upright, screen.start, 0.0)
    assert painter.pixels() == anew.pixels()


def test_sprites_stay_within_their_room_and_the_oldest_go_first() -> None:
    sprites = Sprites(room=4 * 10 * 10 * 4)
    for number in range(4):
        sprites.keep(number, pygame.Surface((10, 10), pygame.SRCALPHA))
    assert sprites.get(0) is not None  # used again: 1 is the oldest now
    sprites.keep(4, pygame.Surface((10, 10), pygame.SRCALPHA))
    assert [number for number in range(5) if sprites.get(number) is not None] == [0, 2, 3, 4]
    assert sprites.taken <= sprites.room


def test_a_sprite_larger_than_the_room_is_still_painted() -> None:
    sprites = Sprites(room=100)
    large = pygame.Surface((20, 20), pygame.SRCALPHA)
    assert sprites.keep("large", large) is large
    assert len(sprites) == 1
