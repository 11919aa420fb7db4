"""Receipts on a printer that sits on a terminal of the kernel: printed, slow, out of paper, gone."""

from __future__ import annotations

import doctest
import os
import pty
import select
import threading
import tty
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from hardware.clock import SimClock
from hardware.inputs import Raw, Trouble
from hardware.parts import printer as printer_module
from hardware.parts import receipt as receipt_module
from hardware.parts.printer import ASK_PAPER, ASK_READY, File, Printer
from hardware.parts.receipt import DOT_WIDTHS, FRAGMENT, Bitmap, Receipt, fragments

PATIENCE = 20  # seconds; only a test that fails waits for so long
CUT = b"\x1dV\x00"
NAME = "usb-Acme_Thermal_Printer-if00"
WELL, NO_PAPER, COVER_OPEN = 0x12, 0x72, 0x1A


def sheet(width: int = 200, height: int = 150) -> Bitmap:
    """Black on the left, white on the right."""
    row = b"\0\0\0" * (width // 2) + b"\xff\xff\xff" * (width - width // 2)
    return Bitmap(width, height, row * height)


RECEIPT = Receipt("Encore!", (("Ada", "42"), ("Ben", "−3")), sheet(), "dicebox:" + "ab" * 32)


# Bytes.


class Paper:
    """What comes out of the printer: its text and its pictures, as rows of dots."""

    def __init__(self, data: bytes) -> None:
        self.text = b""
        self.pictures: list[list[str]] = []
        at = 0
        while at < len(data):
            if data[at : at + 4] == b"\x1dv0\x00":
                wide = int.from_bytes(data[at + 4 : at + 6], "little")
                high = int.from_bytes(data[at + 6 : at + 8], "little")
                rows = data[at + 8 : at + 8 + wide * high]
                assert len(rows) == wide * high
                self.pictures.append(
                    ["".join(f"{byte:08b}" for byte in rows[y * wide : (y + 1) * wide]) for y in range(high)]
                )
                at += 8 + wide * high
            else:
                self.text += data[at : at + 1]
                at += 1


@pytest.mark.parametrize("dots", DOT_WIDTHS)
def test_the_result_is_in_columns_as_wide_as_the_paper(dots: int) -> None:
    text = Paper(b"".join(fragments(RECEIPT, dots))).text
    assert text.startswith(b"\x1b@")
    assert b"Encore!" in text
    assert b"Ada" + b" " * (dots // 12 - 5) + b"42\n" in text
    assert text.endswith(CUT)


@pytest.mark.parametrize("dots", DOT_WIDTHS)
def test_the_sheet_is_a_picture_in_pieces_as_wide_as_the_paper(dots: int) -> None:
    *pieces, code = Paper(b"".join(fragments(RECEIPT, dots))).pictures
    rows = [row for piece in pieces for row in piece]
    assert len(rows) == round(150 * dots / 200)
    assert all(len(piece) <= FRAGMENT for piece in pieces)
    assert all(row[: dots // 2 - 4] == "1" * (dots // 2 - 4) for row in rows)
    assert all(row[dots // 2 + 4 :] == "0" * (dots // 2 - 4) for row in rows)
    assert len(code[0]) == dots


def test_the_code_says_what_it_is_given_and_fits_the_paper() -> None:
    import qrcode

    *_, printed = Paper(b"".join(fragments(RECEIPT, 384))).pictures
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=0)
    code.add_data(RECEIPT.code)
    code.make()
    matrix = ["".join("1" if dark else "0" for dark in row) for row in code.get_matrix()]
    left = min(row.index("1") for row in printed if "1" in row)
    right = max(row.rindex("1") for row in printed if "1" in row) + 1
    size = (right - left) // len(matrix)
    assert size >= 4  # a phone has to read it
    top = next(number for number, row in enumerate(printed) if "1" in row)
    corners = [row[left:right:size] for row in printed[top::size]][: len(matrix)]
    assert corners == matrix


def test_letters_of_every_language_are_taken() -> None:
    text = Paper(b"".join(fragments(Receipt("Größe à côté", (("Łukasz 漢字", "1"),)), 384))).text
    assert "Größe".encode("cp437") in text or "Größe".encode("cp850") in text
    assert b"ukasz" in text


def test_a_receipt_may_be_words_only() -> None:
    paper = Paper(b"".join(fragments(Receipt("Hello"), 384)))
    assert paper.pictures == []
    assert b"Hello" in paper.text
    assert doctest.testmod(receipt_module).failed == 0


@pytest.mark.parametrize("size", [(1, 1), (3000, 1), (1, 50), (384, 384)])
def test_pictures_of_any_size_fit(size: tuple[int, int]) -> None:
    data = b"".join(fragments(Receipt("x", picture=sheet(*size)), 384))
    assert all(len(row) == 384 for picture in Paper(data).pictures for row in picture)


def test_nothing_is_written_on_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    fragments(RECEIPT, 384)
    assert capfd.readouterr() == ("", "")


# The printer.


class Shelf:
    """A printer on a shelf, and the box's side of it. `status` is what it answers, None if it answers nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.status: int | None = WELL
        self.reads = True
        self.paper = b""
        self.heard: Queue[str] = Queue()
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        (folder / NAME).symlink_to(os.ttyname(self._theirs))
        self.printer = Printer(
            SimClock(), "acme_thermal", baud=115200, dots=384, folder=folder, pause=lambda seconds: None
        )
        self.printer.open(self._hear)
        self._running = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _hear(self, raw: Raw) -> None:
        assert isinstance(raw, Trouble)
        assert raw.panel == "printer"
        self.heard.put(raw.what)

    def _run(self) -> None:
        while self._running:
            if not select.select([self._ours] if self.reads else [], [], [], 0.01)[0]:
                continue
            data = os.read(self._ours, 4096)
            for question in (ASK_PAPER, ASK_READY):
                if question in data and self.status is not None:
                    os.write(self._ours, bytes([self.status]))
                data = data.replace(question, b"")
            self.paper += data

    def print(self, receipt: Receipt = RECEIPT) -> str:
        """What the box hears of it."""
        self.printer.print(receipt)
        return self.heard.get(timeout=PATIENCE)

    def close(self) -> None:
        self.printer.close()
        self.printer.close()
        self._running = False
        self._thread.join()
        for end in (self._ours, self._theirs):
            os.close(end)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path)
    yield shelf
    shelf.close()


def test_a_receipt_comes_out_whole(shelf: Shelf) -> None:
    assert shelf.print() == ""
    assert shelf.paper == b"".join(fragments(RECEIPT, 384))


def test_a_printer_that_tells_nothing_is_taken_at_its_word(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printer_module, "ANSWER_LIMIT", 0.01)
    shelf.status = None
    assert shelf.print(Receipt("Hello")) == ""
    assert b"Hello" in shelf.paper


def test_paper_out_is_told_and_a_new_roll_prints_again(shelf: Shelf) -> None:
    shelf.status = NO_PAPER
    assert shelf.print() == "The printer has no paper. Put in a new roll. Then print again."
    assert shelf.paper == b""
    shelf.status = WELL
    assert shelf.print(Receipt("Hello")) == ""


def test_an_open_cover_is_told(shelf: Shelf) -> None:
    shelf.status = COVER_OPEN
    assert shelf.print().startswith("The printer is not ready. Close its cover")


def test_noise_on_the_line_is_no_answer(shelf: Shelf) -> None:
    shelf.status = 0xFF
    assert shelf.print(Receipt("Hello")) == ""


def test_a_printer_that_takes_nothing_blocks_nobody(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printer_module, "WRITE_LIMIT", 0.05)
    monkeypatch.setattr(printer_module, "ANSWER_LIMIT", 0.01)
    shelf.reads = False
    long = Receipt("Long", picture=sheet(100, 1000))
    assert shelf.print(long) == "The printer takes nothing more. Check its paper, cover and cable. Then print again."


def test_more_receipts_than_anybody_wants_are_refused(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    hold = threading.Event()
    monkeypatch.setattr(printer_module, "fragments", lambda receipt, dots: [b"x"] if hold.wait(PATIENCE) else [])
    for _ in range(8):
        shelf.printer.print(RECEIPT)
    assert shelf.heard.get(timeout=PATIENCE) == "The printer is still busy. Wait until it is done, then print again."
    hold.set()


def test_a_printer_that_is_not_there_is_told(shelf: Shelf) -> None:
    (shelf.folder / NAME).unlink()
    told = shelf.print()
    assert told.startswith("There is no printer 'acme_thermal'. Plug it in and switch it on")


def test_a_receipt_that_cannot_be_made_is_one_sentence(shelf: Shelf) -> None:
    told = shelf.print(Receipt("x", picture=Bitmap(100, 100, b"too few")))
    assert told.startswith("The receipt cannot be printed (")
    assert "\n" not in told
    assert shelf.print(Receipt("Hello")) == ""


def test_a_port_that_may_not_be_used_says_the_group(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(wanted: str, baud: int, folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(printer_module, "open_printer", refuse)
    assert "Add the user of the box to the group dialout" in shelf.print()


def test_a_printer_that_is_a_file_is_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    port = File(Path(os.ttyname(theirs)))
    port.write(b"Hello")
    assert os.read(ours, 10) == b"Hello"
    os.write(ours, b"\x12")
    select.select([port], [], [], PATIENCE)
    assert port.read() == b"\x12"
    monkeypatch.setattr(printer_module, "WRITE_LIMIT", 0.01)
    with pytest.raises(TimeoutError):
        port.write(bytes(200_000))
    port.close()
    for end in (ours, theirs):
        os.close(end)
