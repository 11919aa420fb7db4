"""GPIO chips as the kernel describes them in files."""

from __future__ import annotations

from pathlib import Path


def make_chip(chip: Path, *compatible: str) -> None:
    chip.mkdir(parents=True)
    if compatible:
        (chip / "of_node").mkdir()
        (chip / "of_node" / "compatible").write_text("".join(f"{name}\0" for name in compatible))
