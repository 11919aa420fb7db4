"""Small pictures that are drawn once and kept: so many bytes of them, and those that nobody needed for longest go."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

import pygame

# For each pixel of the screen: 5.5 MB at 1280x720. The screen with most of them needs 2.4.
BYTES_A_PIXEL = 6


class Sprites:
    """Pictures by what they show. `room` is how many bytes they may take together."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = 0
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> pygame.Surface | None:
        sprite = self._kept.get(key)
        if sprite is not None:
            self._kept.move_to_end(key)
        return sprite

    def keep(self, key: Hashable, sprite: pygame.Surface) -> pygame.Surface:
        """Keep a new picture; gives it back."""
        self._kept[key] = sprite
        self.taken += _bytes(sprite)
        while self.taken > self.room and len(self._kept) > 1:
            self.taken -= _bytes(self._kept.popitem(last=False)[1])
        return sprite

    def clear(self) -> None:
        self._kept.clear()
        self.taken = 0


def _bytes(sprite: pygame.Surface) -> int:
    return sprite.get_pitch() * sprite.get_height()
