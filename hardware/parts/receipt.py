"""What a receipt says, and the bytes that make an ESC/POS printer print it, through python-escpos."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from escpos.printer import Dummy

DOT_WIDTHS = (384, 576)  # of paper that is 58 and 80 mm wide
LETTER = 12  # dots
FRAGMENT = 96  # rows of a picture at once; cheap printers lose what comes faster than they print
CODE_SIZES = range(8, 2, -1)  # dots of a QR code's squares


class Bitmap(NamedTuple):
    """Rows of pixels, three bytes each: red, green, blue."""

    width: int
    height: int
    pixels: bytes


class Receipt(NamedTuple):
    """A title, lines of two columns such as a name and a score, a picture of the sheet, and a text for a QR code."""

    title: str
    lines: tuple[tuple[str, str], ...] = ()
    picture: Bitmap | None = None
    code: str = ""


def fragments(receipt: Receipt, dots: int) -> list[bytes]:
    """The receipt in pieces that are to be sent one after the other; `dots` is how many fit across the paper."""
    return [piece for piece in _pieces(receipt, dots) if piece]


def _pieces(receipt: Receipt, dots: int) -> Iterator[bytes]:
    printer = _printer(dots)
    printer.hw("INIT")
    printer.set(align="center", bold=True, double_height=True)
    printer.text(f"{_wrapped(receipt.title, dots)}\n\n")
    printer.set(align="left", bold=False, normal_textsize=True)
    for left, right in receipt.lines:
        printer.text(f"{_in_columns(left, right, dots // LETTER)}\n")
    printer.text("\n")
    yield _taken(printer)
    if receipt.picture is not None:
        yield from _drawn(receipt.picture, dots)
        printer.text("\n")
    if receipt.code:
        _draw_code(printer, receipt.code)
    printer.cut()
    yield _taken(printer)


def _printer(dots: int) -> Dummy:
    from escpos.printer import Dummy

    printer = Dummy()
    # Unless it knows the width, python-escpos complains on standard output, and centres nothing.
    printer.profile.profile_data["media"]["width"]["pixels"] = dots
    return printer


def _taken(printer: Dummy) -> bytes:
    """What the printer object has collected; it goes on with nothing."""
    taken = bytes(printer.output)
    printer.clear()
    return taken


def _drawn(picture: Bitmap, dots: int) -> Iterator[bytes]:
    from PIL import Image

    image = Image.frombytes("RGB", (picture.width, picture.height), picture.pixels)
    height = max(1, round(picture.height * dots / picture.width))
    image = image.resize((dots, height))
    for top in range(0, height, FRAGMENT):
        printer = _printer(dots)
        printer.image(image.crop((0, top, dots, min(top + FRAGMENT, height))))
        yield _taken(printer)


def _draw_code(printer: Dummy, code: str) -> None:
    """As large as the paper allows; as a picture, since not every printer draws codes by itself."""
    from escpos.exceptions import ImageWidthError

    for size in CODE_SIZES:
        try:
            printer.qr(code, size=size, center=True)
            return
        except ImageWidthError:
            continue


def _wrapped(text: str, dots: int) -> str:
    return "\n".join(textwrap.wrap(text, dots // LETTER))


def _in_columns(left: str, right: str, width: int) -> str:
    """
    >>> _in_columns("Ada", "42", 12)
    'Ada       42'
    >>> _in_columns("Bartholomew", "42", 12)
    'Bartholomew\\n          42'
    """
    if len(left) + 1 + len(right) <= width:
        return left + right.rjust(width - len(left))
    return "\n".join([*textwrap.wrap(left, width), right.rjust(width)])
