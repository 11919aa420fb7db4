"""Starts and stops SDL's video, which a window, a whole screen and a box without a desktop all need."""

from __future__ import annotations

import os

import pygame


def start_video(driver: str | None) -> tuple[int, int]:
    """Start SDL's video, with a driver or the one it finds, and give the screen's size; raises OSError if it cannot."""
    if driver is not None:
        os.environ["SDL_VIDEODRIVER"] = driver
    if os.environ.get("SDL_VIDEODRIVER") == "kmsdrm":
        # Without these the KMSDRM driver scans out black on some machines while reporting no error: the first is for a
        # window with vsync, the second for one without.
        os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "opengles2")
    try:
        pygame.display.init()
        return pygame.display.get_desktop_sizes()[0]
    except (pygame.error, IndexError) as fault:
        raise OSError(str(fault)) from fault


def stop_video() -> None:
    """Give the screen back."""
    pygame.display.quit()
