"""The import directions of docs/architecture.md, read from the source."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pencilp import rules

SOURCE = Path(__file__).parent.parent / "src" / "pencilp"

MAY_IMPORT = {
    "errors": set(),
    "board": {"board", "errors"},
    "model": {"model", "errors"},
    "solvers": {"solvers", "model", "errors"},
    "rules": {"rules", "board", "model", "errors"},
    "encodings": {"encodings", "board", "errors"},
    "genres": {"genres", "encodings", "rules", "board", "model", "errors"},
    "formats": {"formats", "encodings", "board", "genres", "errors"},
    "draw": {"draw", "board", "errors"},
}
"""Per room the rooms of ours it may import; modules beside the rooms (api, cli, ...) may import everything."""


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written from pencilp on"
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in found if name.startswith("pencilp.")}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_the_architecture_allows(room: str) -> None:
    place = SOURCE / room
    files = list(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    assert files
    rooms = {p.stem if p.is_file() else p.name for p in SOURCE.iterdir()}
    for path in files:
        wrong = (imports_of(path) & rooms) - MAY_IMPORT[room] - {"__init__"}
        assert not wrong, f"{path.relative_to(SOURCE)} imports {wrong}"


def test_the_table_of_the_architecture_page_is_this_one() -> None:
    page = (SOURCE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    for room in MAY_IMPORT:
        assert f"| `{room}/`" in page or f"| `{room}.py`" in page
    for line in page.splitlines():
        if line.startswith("| `") and "/` |" in line:
            room, _, allowed = (part.strip() for part in line.strip("|").split("|"))
            named = {word.strip() for word in allowed.split(",")}
            assert named | {room.strip("`/")} == MAY_IMPORT[room.strip("`/")] | {room.strip("`/")}


def test_every_word_of_the_rules_is_where_the_table_says() -> None:
    for word in rules.__all__:
        assert callable(getattr(rules, word)), word
    typed = ast.walk(ast.parse((SOURCE / "rules" / "__init__.py").read_text(encoding="utf-8")))
    named = {
        (node.module, alias.name)
        for node in typed
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pencilp.rules.")
        for alias in node.names
    }
    assert named == {(getattr(rules, word).__module__, word) for word in rules.__all__}
