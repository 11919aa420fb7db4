"""Draws in docs/architecture.md which folder imports which, from the code: `python -m tests.graph`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
LAYERS = ("engine", "hardware", "display", "device")
BEGIN, END = "<!-- drawn by python -m tests.graph -->\n", "<!-- to here -->\n"


def modules() -> Iterator[tuple[str, Path]]:
    """The modules of all layers by their dotted names."""
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def folder(module: str, packages: set[str]) -> str:
    """The folder in which a module lies; for a game, the folder of all games."""
    while module not in packages:
        module = module.rpartition(".")[0]
    return ".".join(module.split(".")[:2])


def imports(path: Path) -> Iterator[str]:
    """What a module imports, in functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module


def edges() -> Mapping[str, set[str]]:
    """Which folder imports which others."""
    known = dict(modules())
    packages = {name for name, path in known.items() if path.name == "__init__.py"}
    found: dict[str, set[str]] = defaultdict(set)
    for name, path in known.items():
        here = folder(name, packages)
        for imported in imports(path):
            if imported in known and (there := folder(imported, packages)) != here:
                found[here].add(there)
    return found


def drawing() -> str:
    """The graph in the language of Mermaid, a box for each layer."""
    found = edges()
    folders = sorted({*found, *(there for others in found.values() for there in others)})
    lines = ["```mermaid", "graph TD"]
    for layer in reversed(LAYERS):
        lines.append(f"  subgraph {layer}_layer [{layer}]")
        lines += [f"    {name}[{name}]" for name in folders if name.split(".")[0] == layer]
        lines.append("  end")
    lines += [f"  {here} --> {there}" for here in sorted(found) for there in sorted(found[here])]
    return "\n".join((*lines, "```", ""))


def drawn(page: str) -> str:
    """The page with the graph as it is now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{drawing()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
