"""Draws the screens without a screen: the README's pictures, or with --golden those that the tests compare with."""

from __future__ import annotations

import argparse
from pathlib import Path

from display.language import speaker
from display.pixels.layout import lay_out
from display.pixels.painter import Painter
from display.pixels.text import Fonts
from display.screens.frame import View
from display.tree import AnyScreen
from tests.display.gallery import gallery
from tests.display.parts import PARTS

HERE = Path(__file__).resolve().parent
GOLDEN = HERE / "golden"
README = HERE.parents[1] / "docs" / "pictures"
GOLDEN_SIZES = ((1280, 720), (800, 480))
README_PICTURES = {
    "menu": ("menu", (1280, 720)),
    "table": ("table", (1280, 720)),
    "encore": ("encore-place", (1280, 720)),
    "six-players": ("encore-six", (1280, 720)),
    "one-more-encore": ("one-more-crater", (1280, 720)),
    "initials": ("initials-keys", (1280, 720)),
    "contest": ("initials-contest", (1280, 720)),
    "durchmarsch": ("play-choosing", (1280, 720)),
    "result": ("encore-result", (1280, 720)),
    "portrait": ("encore-place", (720, 1280)),
}
REGENERATE = "python -m tests.display.pictures --golden"


def painted(fonts: Fonts, screen: AnyScreen, now: float, size: tuple[int, int]) -> Painter:
    """The screen painted in English, with the focus where it is first."""
    painter = Painter(fonts, size)
    painter.paint(lay_out(screen, size, fonts, speaker("en")), screen.start, now)
    return painter


def pictured() -> dict[str, tuple[AnyScreen, float]]:
    """The screens that the tests compare with pictures, each with the time at which to paint it."""
    return {**gallery(View()), **{name: (screen, 0.3) for name, screen in PARTS.items()}}


def golden_file(name: str, size: tuple[int, int]) -> Path:
    return GOLDEN / f"{name}-{size[0]}x{size[1]}.png"


def draw_golden(fonts: Fonts) -> list[Path]:
    """All screens in all sizes; pictures of screens that are gone go too."""
    files = []
    for size in GOLDEN_SIZES:
        for name, (screen, now) in pictured().items():
            files.append(_saved(painted(fonts, screen, now, size), golden_file(name, size)))
    for old in set(GOLDEN.glob("*.png")).difference(files):
        old.unlink()
    return files


def draw_readme(fonts: Fonts) -> list[Path]:
    files = []
    for picture, (name, size) in README_PICTURES.items():
        screen, now = gallery(View(portrait=size[1] > size[0]))[name]
        files.append(_saved(painted(fonts, screen, now, size), README / f"{picture}.png"))
    return files


def _saved(painter: Painter, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    painter.save(path)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.display.pictures", description=__doc__)
    parser.add_argument("--golden", action="store_true", help="draw the pictures that the tests compare with")
    draw = draw_golden if parser.parse_args().golden else draw_readme
    for path in draw(Fonts()):
        print(path.relative_to(HERE.parent))


if __name__ == "__main__":
    main()
