"""Keys, clicks and taps in the window, replayed as the different drivers of the screen deliver them."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hardware.clock import SimClock
from hardware.gestures import Gestures, Timing
from hardware.inputs import BACK, NEXT, PREV, ROLL, SELECT, Edge, Exposed, Press, Quit, Raw, Touch, Typed
from hardware.panels.pygame_panel import PygamePanel

SIZE = (800, 480)
ROTATIONS = (0, 90, 180, 270)
SPOT = (203, 101)
FAR = (400, 300)


@pytest.fixture
def clock() -> SimClock:
    return SimClock(10.0)


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((100, 100))
    pygame.event.get()
    yield
    pygame.display.quit()


@pytest.fixture
def panel(clock: SimClock) -> PygamePanel:
    return PygamePanel(clock, SIZE)


def post(kind: int, **what: object) -> None:
    pygame.event.post(pygame.Event(kind, what))


def key(kind: int, code: int, scancode: int = 0) -> None:
    post(kind, key=code, scancode=scancode, mod=0, unicode="")


def pressed(raws: list[Raw]) -> list[str]:
    return [raw.line for raw in raws if isinstance(raw, Edge) and raw.down]


def tap_key(panel: PygamePanel, code: int, scancode: int = 0) -> list[str]:
    key(pygame.KEYDOWN, code, scancode)
    key(pygame.KEYUP, code, scancode)
    return pressed(panel.pump())


# Keys.


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (pygame.K_LEFT, PREV),
        (pygame.K_UP, PREV),
        (pygame.K_RIGHT, NEXT),
        (pygame.K_DOWN, NEXT),
        (pygame.K_RETURN, SELECT),
        (pygame.K_KP_ENTER, SELECT),
        (pygame.K_SPACE, SELECT),
        (pygame.K_ESCAPE, BACK),
        (pygame.K_BACKSPACE, BACK),
        (pygame.K_r, ROLL),
        (pygame.K_1, "seat1"),
        (pygame.K_6, "seat6"),
    ],
)
def test_each_key_is_a_button(panel: PygamePanel, code: int, line: str) -> None:
    key(pygame.KEYDOWN, code)
    key(pygame.KEYUP, code)
    raws = panel.pump()
    assert raws == [Edge(10.0, line, True, clean=True), Edge(10.0, line, False, clean=True)]
    gestures = Gestures(Timing())
    assert [gesture for raw in raws if isinstance(raw, Edge) for gesture in gestures.feed(raw)] == [Press(10.0, line)]


def test_keys_without_a_meaning_are_ignored(panel: PygamePanel) -> None:
    assert tap_key(panel, pygame.K_7) == tap_key(panel, pygame.K_F5) == []


def test_seat_keys_are_found_on_a_french_keyboard(panel: PygamePanel) -> None:
    assert tap_key(panel, pygame.K_AMPERSAND, pygame.KSCAN_1) == ["seat1"]


def test_a_held_key_is_one_press_however_often_the_system_repeats_it(panel: PygamePanel) -> None:
    for _ in range(5):
        key(pygame.KEYDOWN, pygame.K_RIGHT)
    assert pressed(panel.pump()) == [NEXT]
    key(pygame.KEYUP, pygame.K_RIGHT)
    assert panel.pump() == [Edge(10.0, NEXT, False, clean=True)]
    assert tap_key(panel, pygame.K_RIGHT) == [NEXT]


def test_of_two_keys_for_one_button_the_last_lets_go(panel: PygamePanel) -> None:
    key(pygame.KEYDOWN, pygame.K_LEFT)
    key(pygame.KEYDOWN, pygame.K_UP)
    key(pygame.KEYUP, pygame.K_LEFT)
    assert all(isinstance(raw, Edge) and raw.down for raw in panel.pump())
    key(pygame.KEYUP, pygame.K_UP)
    assert panel.pump() == [Edge(10.0, PREV, False, clean=True)]


def test_a_name_is_typed_without_rolling_or_pressing_seats(panel: PygamePanel) -> None:
    panel.typing = True
    for code, text in ((pygame.K_r, "R"), (pygame.K_1, "1"), (pygame.K_SPACE, " "), (pygame.K_e, "é")):
        key(pygame.KEYDOWN, code, pygame.KSCAN_1 if code == pygame.K_1 else 0)
        post(pygame.TEXTINPUT, text=text)
        key(pygame.KEYUP, code)
    key(pygame.KEYDOWN, pygame.K_BACKSPACE)
    key(pygame.KEYUP, pygame.K_BACKSPACE)
    assert panel.pump() == [Typed(10.0, character) for character in ("R", "1", " ", "é", "\b")]


def test_arrows_return_and_escape_are_buttons_while_typing(panel: PygamePanel) -> None:
    panel.typing = True
    codes = (pygame.K_LEFT, pygame.K_DOWN, pygame.K_RETURN, pygame.K_ESCAPE)
    assert [tap_key(panel, code) for code in codes] == [[PREV], [NEXT], [SELECT], [BACK]]


def test_text_is_not_typed_while_nobody_types(panel: PygamePanel) -> None:
    post(pygame.TEXTINPUT, text="r")
    assert panel.pump() == []


def test_a_key_that_begins_the_typing_is_still_let_go(panel: PygamePanel) -> None:
    key(pygame.KEYDOWN, pygame.K_SPACE)
    panel.pump()
    panel.typing = True
    key(pygame.KEYUP, pygame.K_SPACE)
    assert panel.pump() == [Edge(10.0, SELECT, False, clean=True)]


# The window.


def test_closing_the_window_quits(panel: PygamePanel) -> None:
    post(pygame.QUIT)
    assert panel.pump() == [Quit(10.0)]


@pytest.mark.parametrize("kind", [pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED])
def test_a_window_that_comes_back_is_shown_again_once(panel: PygamePanel, kind: int) -> None:
    post(kind)
    post(pygame.VIDEOEXPOSE)
    assert panel.pump() == [Exposed(10.0)]
    assert panel.pump() == []


# Touch. `spot` is on the picture as the player sees it; where that is on the window is found by turning a picture.


class Finger:
    """Touches the picture that the painter has turned onto the window, in the shape of one driver."""

    def __init__(self, shape: str, clock: SimClock, rotation: int) -> None:
        self.shape = shape
        self.clock = clock
        self.rotation = rotation
        self.panel = PygamePanel(clock, SIZE, rotation)
        self.seen: list[Raw] = []

    def on_window(self, spot: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
        canvas = pygame.Surface(SIZE, pygame.SRCALPHA)
        canvas.set_at(spot, pygame.Color("white"))
        turned = pygame.transform.rotate(canvas, -self.rotation)
        found = turned.get_bounding_rect()
        return found.topleft, turned.get_size()

    def send(self, what: str, spot: tuple[int, int], finger: int = 0) -> None:
        (x, y), (width, height) = self.on_window(spot)
        mouse = {"down": pygame.MOUSEBUTTONDOWN, "motion": pygame.MOUSEMOTION, "up": pygame.MOUSEBUTTONUP}[what]
        button = {"buttons": (1, 0, 0), "rel": (0, 0)} if what == "motion" else {"button": 1}
        if "mouse" in self.shape and finger == 0:
            post(mouse, pos=(x, y), touch="finger" in self.shape, **button)
        if "finger" in self.shape:
            kind = {"down": pygame.FINGERDOWN, "motion": pygame.FINGERMOTION, "up": pygame.FINGERUP}[what]
            place = {"x": (x + 0.5) / width, "y": (y + 0.5) / height, "dx": 0.0, "dy": 0.0}
            post(kind, touch_id=1, finger_id=finger, pressure=1.0, **place)
        self.seen += self.panel.pump()

    def tap(self, spot: tuple[int, int]) -> None:
        self.send("down", spot)
        self.clock.advance(0.1)
        self.send("up", spot)
        self.clock.advance(0.2)

    @property
    def taps(self) -> list[tuple[int, int]]:
        assert all(isinstance(raw, Touch) for raw in self.seen)
        return [(raw.x, raw.y) for raw in self.seen if isinstance(raw, Touch)]


@pytest.fixture(params=["finger and mouse", "mouse", "finger"])
def shape(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def finger(shape: str, clock: SimClock) -> Finger:
    return Finger(shape, clock, 0)


@pytest.mark.parametrize("rotation", ROTATIONS)
@pytest.mark.parametrize("spot", [SPOT, (0, 0), (SIZE[0] - 1, SIZE[1] - 1), (SIZE[0] - 1, 0)])
def test_a_tap_is_one_touch_where_the_player_sees_it(
    shape: str, clock: SimClock, rotation: int, spot: tuple[int, int]
) -> None:
    finger = Finger(shape, clock, rotation)
    finger.tap(spot)
    assert finger.taps == [spot]
    finger.tap(spot)
    assert finger.taps == [spot, spot]


def test_a_tap_acts_when_the_finger_goes_up_and_counts_from_when_it_came_down(finger: Finger) -> None:
    finger.send("down", SPOT)
    assert finger.taps == []
    finger.clock.advance(0.3)
    finger.send("up", SPOT)
    assert finger.seen == [Touch(10.0, *SPOT)]


def test_a_finger_that_trembles_still_taps_where_it_came_down(finger: Finger) -> None:
    finger.send("down", SPOT)
    finger.send("motion", (SPOT[0] + 9, SPOT[1] - 9))
    finger.send("up", (SPOT[0] + 12, SPOT[1]))
    assert finger.taps == [SPOT]


def test_wiping_is_no_tap_even_if_it_comes_back(finger: Finger) -> None:
    finger.send("down", SPOT)
    finger.send("motion", FAR)
    finger.send("up", SPOT)
    assert finger.taps == []
    finger.clock.advance(1)
    finger.send("down", SPOT)
    finger.send("up", FAR)
    assert finger.taps == []


def test_a_resting_finger_that_the_screen_loses_for_moments_is_one_tap(finger: Finger) -> None:
    for _ in range(6):
        finger.send("down", SPOT)
        finger.clock.advance(0.02)
        finger.send("up", SPOT)
        finger.clock.advance(0.02)
    assert finger.taps == [SPOT]


def test_a_finger_that_comes_down_again_and_again_is_one_tap(finger: Finger) -> None:
    for _ in range(4):
        finger.send("down", SPOT)
        finger.clock.advance(0.1)
    finger.send("up", SPOT)
    assert finger.taps == [SPOT]


def test_quick_taps_at_two_places_are_two(finger: Finger) -> None:
    for spot in (SPOT, FAR):
        finger.send("down", spot)
        finger.send("up", spot)
    assert finger.taps == [SPOT, FAR]


@pytest.mark.parametrize("shape", ["finger and mouse", "finger"], indirect=True)
def test_a_second_finger_does_not_disturb_the_first(finger: Finger) -> None:
    finger.send("down", SPOT)
    finger.send("down", FAR, finger=1)
    finger.send("up", FAR, finger=1)
    finger.send("up", SPOT)
    assert finger.taps == [SPOT]


@pytest.mark.parametrize("shape", ["finger"], indirect=True)
def test_a_finger_that_never_went_up_does_not_kill_the_screen(finger: Finger) -> None:
    finger.send("down", SPOT)
    finger.clock.advance(6)
    finger.send("down", FAR, finger=1)
    finger.send("up", FAR, finger=1)
    assert finger.taps == [FAR]


def test_the_wheel_and_the_other_buttons_do_not_tap(panel: PygamePanel) -> None:
    for button in (2, 3, 4, 5):
        post(pygame.MOUSEBUTTONDOWN, pos=SPOT, button=button, touch=False)
        post(pygame.MOUSEBUTTONUP, pos=SPOT, button=button, touch=False)
    assert panel.pump() == []


def test_the_mouse_wandering_over_the_window_is_nothing(panel: PygamePanel) -> None:
    post(pygame.MOUSEMOTION, pos=SPOT, rel=(1, 1), buttons=(0, 0, 0), touch=False)
    assert panel.pump() == []
