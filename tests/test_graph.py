"""The graph in docs/architecture.md is that of the code."""

from __future__ import annotations

from tests.graph import BEGIN, END, PAGE, drawing, drawn, edges


def test_the_page_shows_the_imports_as_they_are() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert BEGIN in page
    assert END in page
    assert page == drawn(page), "draw it anew: python -m tests.graph"


def test_the_graph_holds_what_everybody_knows() -> None:
    found = edges()
    assert "engine" in found["display.games"]
    assert not any(there.startswith(("device", "display", "hardware")) for there in found["engine.games"])
    assert "device.scenes" in drawing()
