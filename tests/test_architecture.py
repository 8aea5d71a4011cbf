"""The import directions of docs/architecture.md, read from the source."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "pencilp"

MAY_IMPORT = {
    "typed": set(),
    "errors": set(),
    "limits": set(),
    "keeping": set(),
    "numerals": set(),
    "bounded": {"errors"},
    "texts": {"errors"},
    "shipped": {"errors"},
    "board": {"board", "errors", "numerals", "keeping"},
    "model": {"model", "limits", "errors", "numerals", "keeping"},
    "solvers": {"solvers", "model", "limits", "errors", "numerals", "keeping", "bounded", "texts"},
    "rules": {"rules", "board", "model", "errors", "keeping"},
    "encodings": {"encodings", "board", "errors", "numerals"},
    "genres": {"genres", "encodings", "rules", "board", "model", "errors", "keeping"},
    "formats": {"formats", "encodings", "board", "draw", "genres", "errors", "numerals", "bounded", "texts", "shipped"},
    "draw": {"draw", "board", "errors"},
    "translations": {"translations", "errors"},
}
"""Per room the rooms of ours it may import, beside ``typed``; modules beside the rooms (api, cli, ...) may import everything."""

LATER = {"board": {"draw", "web"}, "model": {"solvers"}}
"""Per room the rooms behind it that one of its methods asks when it is called: then, and not before, it imports them."""


def imports_of(path: Path, *, loading: bool = False) -> set[str]:
    """The rooms and modules of ours that a file imports, without those that only type checkers see.

    With ``loading`` only those that it imports when it is loaded, not in a function.
    """
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [node for node in tree.body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))]
    for node in (each for top in nodes for each in ([top] if loading else ast.walk(top))):
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
        later = imports_of(path) - imports_of(path, loading=True)
        wrong = (
            (imports_of(path) & rooms) - MAY_IMPORT[room] - {"typed"} - (LATER.get(room, set()) & later) - {"__init__"}
        )
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


def test_the_architecture_page_names_every_file_of_the_model() -> None:
    page = (SOURCE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Inside")[2]
    parts = [path for path in (SOURCE / "model").iterdir() if not path.name.startswith("__")]
    named = {f"{path.name}/" if path.is_dir() else path.name for path in parts}
    assert {word for word in page.split("`") if word.endswith((".py", "/"))} == named


def test_the_structures_stand_in_the_order_of_the_alphabet_each_in_a_line_of_its_own() -> None:
    # so that two branches that add one each seldom touch the same line
    page = (SOURCE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    lines = [line for line in page.partition("### The structures")[2].splitlines() if "`" in line]
    named = [line.split("`")[1] for line in lines]
    assert all(line.startswith("* `") and line.count("`") == 2 for line in lines)
    assert len(named) > 20
    assert named == sorted(named)


@pytest.mark.parametrize("genre", ["norinori", "slitherlink", "sudoku"])
def test_solving_a_puzzle_loads_only_the_rules_that_its_page_names(genre: str) -> None:
    script = f"""
import sys
import pencilp
pencilp.solve(pencilp.load("examples/{genre if genre != "norinori" else "norinori-p01"}.txt"))
print(*(name for name in sys.modules if name.startswith(("pencilp.rules.", "pencilp.draw", "pencilp.solvers.milp"))))
"""
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=SOURCE.parent.parent, capture_output=True, text=True, check=True
    )
    named = modules_of(SOURCE / "genres" / f"{genre}.py")
    while further := {m for name in named for m in modules_of(SOURCE / "rules" / f"{name}.py")} - named:
        named |= further
    assert set(run.stdout.split()) == {f"pencilp.rules.{name}" for name in named}


def modules_of(path: Path) -> set[str]:
    """The modules of the rules that a file imports."""
    return {
        node.module.removeprefix("pencilp.rules.")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pencilp.rules.")
    }


def test_no_two_modules_beside_the_rooms_import_each_other() -> None:
    modules = {path.stem: path for path in SOURCE.glob("*.py") if not path.stem.startswith("__")}
    imported = {name: imports_of(path) & modules.keys() - {name} for name, path in modules.items()}
    for name, others in imported.items():
        for other in others:
            assert name not in imported[other], f"{name} and {other} import each other"


def test_what_only_one_genre_has_in_its_links_and_texts_stands_apart() -> None:
    used: dict[str, set[str]] = {}
    for page in (SOURCE / "genres").glob("*.py"):
        for node in ast.walk(ast.parse(page.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "pencilp.encodings.special":
                used.setdefault(page.stem, set()).update(alias.name for alias in node.names)
    modules = {path.stem for path in (SOURCE / "encodings" / "special").glob("*.py")} - {"__init__"}
    assert used == {name: {name} for name in modules}


def test_a_page_loads_no_encoding() -> None:
    script = """
import sys
from pencilp import genres
for name in genres.names():
    genres.load(name)
print(*(name for name in sys.modules if name.startswith("pencilp.encodings")))
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert sorted(run.stdout.split()) == ["pencilp.encodings", "pencilp.encodings.special"]


def test_what_is_loaded_with_pencilp_leaves_typing_alone() -> None:
    """To import ``typing`` takes a quarter of what a small puzzle takes from the shell: ``typed`` has its words."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            module = node.module if isinstance(node, ast.ImportFrom) else ""
            assert "typing" not in (module, *names), f"{path.relative_to(SOURCE)}: import from pencilp.typed instead"


def test_no_page_keeps_anything_by_itself() -> None:
    """A page says by a mark that rules are the same on all boards of a shape: it names no key, and no place to keep them."""
    by_hand = re.compile(r"\bKept\b|\.kept\b|\bm\.alike\(")
    assert by_hand.search("m.alike(board.kept, key)")
    pages = [path for path in (SOURCE / "genres").glob("*.py") if path.stem not in ("__init__", "base", "own")]
    assert not [path.name for path in pages if by_hand.search(path.read_text(encoding="utf-8"))]
