"""The keyboard, the mouse and the touchscreen of pygame's window. The only input module that knows pygame.

The loop calls `pump` itself, since pygame gives its events to the thread of the window only. What wakes the loop is in
`window_files`.
"""

from __future__ import annotations

import os
from math import dist

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from hardware.clock import Clock
from hardware.inputs import BACK, NEXT, PREV, ROLL, SEATS, SELECT, Edge, Exposed, Quit, Raw, Touch, Typed

KEYS = {
    pygame.K_LEFT: PREV,
    pygame.K_UP: PREV,
    pygame.K_RIGHT: NEXT,
    pygame.K_DOWN: NEXT,
    pygame.K_RETURN: SELECT,
    pygame.K_KP_ENTER: SELECT,
    pygame.K_ESCAPE: BACK,
}
# These write while somebody types.
WRITING_KEYS = {pygame.K_SPACE: SELECT, pygame.K_BACKSPACE: BACK, pygame.K_r: ROLL} | {
    pygame.K_1 + seat: line for seat, line in enumerate(SEATS)
}
# Seats go by the place of the key as well: on a French keyboard the digits need Shift.
WRITING_PLACES = {pygame.KSCAN_1 + seat: line for seat, line in enumerate(SEATS)}

EXPOSING = (
    pygame.VIDEOEXPOSE,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWSHOWN,
    pygame.WINDOWRESTORED,
    pygame.WINDOWMAXIMIZED,
    pygame.WINDOWSIZECHANGED,
    pygame.WINDOWFOCUSGAINED,
    pygame.APP_DIDENTERFOREGROUND,
)
DOWNS = (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN)
MOTIONS = (pygame.MOUSEMOTION, pygame.FINGERMOTION)
UPS = (pygame.MOUSEBUTTONUP, pygame.FINGERUP)
FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)

NEAR = 0.05  # of the shorter side: a finger that stays within taps, and one that goes farther wipes
SAME_TAP = 0.04  # seconds: a resistive screen loses a resting finger for this long
FORGOTTEN = 5.0  # seconds: after this another finger may take over from one that never went up

# How soon a window must be looked at again, in seconds, if nothing comes before; None is never.
DEAF = 1 / 100  # nothing wakes us
REPEATING = (
    1 / 30
)  # a key that is held down repeats only while somebody asks; with X11 and the kernel it comes by itself
SECONDS_BY_DRIVER = {
    "x11": None,
    "wayland": None,
    "kmsdrm": 2.0,  # its one event without a file is another console coming to the front
    "dummy": None,  # nothing ever comes
    "offscreen": None,
}
UNHEARD = ("dummy", "offscreen")

Point = tuple[int, int]
Pointer = tuple[object, object] | None  # a finger of a touch device, or None for the mouse


class Contact:
    """A finger on the screen, or the mouse button while it is down."""

    def __init__(self, pointer: Pointer, time: float, spot: Point) -> None:
        self.pointer = pointer
        self.time = time
        self.spot = spot
        self.counts = True


def video_driver() -> str:
    """SDL's way to the screen, once a window is open."""
    return pygame.display.get_driver().casefold()


class PygamePanel:
    """`size` is the picture as the player sees it; it is shown turned clockwise by `rotation` degrees on the window.

    While `typing`, keys that write arrive as `Typed` and press nothing. `driver` is SDL's way to the screen; `wakes`
    says whether the loop is woken when something comes from there.
    """

    def __init__(
        self, clock: Clock, size: tuple[int, int], rotation: int = 0, driver: str = "dummy", wakes: bool = False
    ) -> None:
        self.typing = False
        self._driver = driver
        self._wakes = wakes or driver in UNHEARD
        self._down: set[int] = set()  # keys
        self._clock = clock
        self._size = size
        self._rotation = rotation % 360
        self._held: dict[int, str] = {}
        self._contact: Contact | None = None
        self._lifted: Contact | None = None  # the last contact; its time is when it ended

    def turn(self, size: tuple[int, int], rotation: int) -> None:
        """The picture is now shown turned by so many degrees."""
        self._size, self._rotation = size, rotation % 360

    @property
    def poll(self) -> float | None:
        """After how many seconds `pump` must be called if nothing wakes the loop before; None is never."""
        if not self._wakes:
            return DEAF
        if self._driver == "wayland" and self.typing and self._down:
            return REPEATING
        return SECONDS_BY_DRIVER.get(self._driver, DEAF)

    def pump(self) -> list[Raw]:
        """All that has happened in the window since the last time."""
        now = self._clock.now()
        raws: list[Raw] = []
        exposed = False
        for event in pygame.event.get():
            if event.type == pygame.KEYDOWN:
                raws += self._key_down(event, now)
            elif event.type == pygame.KEYUP:
                raws += self._key_up(event, now)
            elif event.type == pygame.TEXTINPUT and self.typing:
                raws += [Typed(now, character) for character in event.text if character.isprintable()]
            elif event.type in DOWNS + MOTIONS + UPS:
                raws += self._point(event, now)
            elif event.type == pygame.QUIT:
                raws.append(Quit(now))
            exposed = exposed or event.type in EXPOSING
        return [*raws, Exposed(now)] if exposed else raws

    # Keys.

    def _key_down(self, event: pygame.Event, now: float) -> list[Raw]:
        self._down.add(event.key)
        if self.typing and event.key == pygame.K_BACKSPACE:
            return [Typed(now, "\b")]
        line = KEYS.get(event.key)
        if line is None and not self.typing:
            line = WRITING_KEYS.get(event.key) or WRITING_PLACES.get(event.dict.get("scancode", 0))
        if line is None or event.key in self._held:
            return []
        self._held[event.key] = line
        return [Edge(now, line, True, clean=True)]

    def _key_up(self, event: pygame.Event, now: float) -> list[Raw]:
        self._down.discard(event.key)
        line = self._held.pop(event.key, None)
        if line is None or line in self._held.values():
            return []
        return [Edge(now, line, False, clean=True)]

    # One pointer. A tap comes as a finger with the mouse as its twin, or as the mouse alone, or as a finger alone.
    # Whoever comes down first has the contact until it goes up, so the twin finds nothing to do.

    def _point(self, event: pygame.Event, now: float) -> list[Raw]:
        pointer: Pointer = (event.touch_id, event.finger_id) if event.type in FINGERS else None
        if pointer is None and event.type not in MOTIONS and event.button != pygame.BUTTON_LEFT:
            return []
        spot = self._spot(event)
        if event.type in DOWNS:
            self._put_down(Contact(pointer, now, spot))
            return []
        contact = self._contact
        if contact is None or contact.pointer != pointer:
            return []
        contact.counts = contact.counts and self._near(contact.spot, spot)
        if event.type in MOTIONS:
            return []
        self._contact, self._lifted = None, Contact(pointer, now, spot)
        # What is touched is done when the finger lifts, but counts from when it came down: who touches first is first.
        return [Touch(contact.time, *contact.spot)] if contact.counts else []

    def _put_down(self, new: Contact) -> None:
        if self._contact is not None and new.time - self._contact.time < FORGOTTEN:
            return
        last = self._lifted
        if last is not None and new.time - last.time < SAME_TAP and self._near(last.spot, new.spot):
            new.counts = False
        self._contact = new

    def _near(self, one: Point, other: Point) -> bool:
        return dist(one, other) <= NEAR * min(self._size)

    def _spot(self, event: pygame.Event) -> Point:
        """Where the event is on the picture as the player sees it."""
        width, height = self._size
        across, down = (width, height) if self._rotation % 180 == 0 else (height, width)
        x, y = (int(event.x * across), int(event.y * down)) if event.type in FINGERS else event.pos
        if self._rotation == 90:
            x, y = y, height - 1 - x
        elif self._rotation == 180:
            x, y = width - 1 - x, height - 1 - y
        elif self._rotation == 270:
            x, y = width - 1 - y, x
        return min(max(x, 0), width - 1), min(max(y, 0), height - 1)
