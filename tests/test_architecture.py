"""The import directions of docs/architecture.md, read from the source."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

from pencilp import genres
from pencilp._util.services import load, services

SOURCE = Path(__file__).parent.parent / "src" / "pencilp"

MAY_IMPORT = {
    "errors": set(),
    "_util": {"errors"},
    "board": {"errors", "_util"},
    "model": {"errors", "_util"},
    "structures": {"model", "errors", "_util"},
    "reformulate": {"structures", "model", "errors", "_util"},
    "program_files": {"reformulate", "model", "errors", "_util"},
    "solvers": {"program_files", "reformulate", "model", "errors", "_util"},
    "rules": {"structures", "board", "model", "_util"},
    "encodings": {"board", "errors", "_util"},
    "genres": {"encodings", "rules", "reformulate", "structures", "board", "model", "errors", "_util"},
    "draw": {"board", "errors"},
    "formats": {"encodings", "board", "draw", "genres", "errors", "_util"},
    "translations": {"errors"},
    "generation": {"analysis", "api", "solvers", "formats", "genres", "board", "model", "errors", "_util"},
    "book": {"analysis", "api", "translations", "draw", "genres", "board", "errors", "_util"},
    "batches": {"analysis", "api", "solvers", "formats", "genres", "board", "errors", "_util"},
}
"""Per package the packages of ours it may import; ``api``, ``analysis``, ``cli`` and ``web`` may import everything."""


def imports_of(path: Path) -> set[str]:
    """Return the packages and modules of ours that a file imports, in functions too, but not those for type checkers only."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [node for node in tree.body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))]
    for node in (each for top in nodes for each in ast.walk(top)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written from pencilp on"
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in found if name.startswith("pencilp.")}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_package_imports_only_what_the_architecture_allows(room: str) -> None:
    place = SOURCE / room
    files = list(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    assert files
    rooms = {p.stem if p.is_file() else p.name for p in SOURCE.iterdir()}
    for path in files:
        wrong = (imports_of(path) & rooms) - MAY_IMPORT[room] - {room} - {"__init__"}
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


CIRCLES = {
    frozenset(
        {"pencilp.model.constraints", "pencilp.model.variables"}
    ): "operators of variables make constraints of them",
    frozenset(
        {"pencilp.genres", "pencilp.genres.own"}
    ): "a genre of a user's file is found like the others, by its names",
    frozenset(
        {"pencilp.formats.excel.workbook", "pencilp.formats.excel.xls"}
    ): "a file of old Excel becomes a new workbook",
}
"""The circles of modules that import each other, each with its reason. Imports in functions count too."""


def modules() -> dict[str, Path]:
    return {
        ".".join(("pencilp", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__"): path
        for path in SOURCE.rglob("*.py")
    }


def imported(tree: ast.AST, known: Collection[str]) -> Iterator[str]:
    """Yield the modules of ours that are imported anywhere in a file, but not for type checkers only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                if (module := name if name in known else node.module or "") in known:
                    yield module
        else:
            yield from imported(node, known)


def circles(graph: Mapping[str, Collection[str]]) -> set[frozenset[str]]:
    """Return the sets of modules that all lead to each other."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        found, stack = set(), [start]
        while stack:
            for name in graph[stack.pop()]:
                if name not in found:
                    found.add(name)
                    stack.append(name)
        reached[start] = found
    return {
        frozenset({name, *(other for other in reached[name] if name in reached[other])})
        for name in graph
        if name in reached[name]
    }


def test_import_circles_are_listed_with_their_reason() -> None:
    files = modules()
    graph = {
        name: {other for other in imported(ast.parse(path.read_text(encoding="utf-8")), files) if other != name}
        for name, path in files.items()
    }
    assert circles(graph) == set(CIRCLES)


def test_only_genres_import_genres() -> None:
    """General code finds a genre by its name, and does not know what one has of its own."""
    files, known = modules(), {f"pencilp.genres.{name}" for name in genres.names()}
    of_genres = {name for name in files if not known.isdisjoint((name, ".".join(name.split(".")[:3])))}
    assert known <= of_genres
    for name, path in files.items():
        if name not in of_genres:
            wrong = of_genres & {*imported(ast.parse(path.read_text(encoding="utf-8")), files)}
            assert not wrong, f"{name} imports {wrong}"


def test_a_circle_is_found() -> None:
    assert circles({"a": ["b"], "b": ["c"], "c": ["b"], "d": ["a"]}) == {frozenset("bc")}
    tree = ast.parse("if TYPE_CHECKING:\n    import x\ndef f():\n    from y import z\nclass A:\n    import w.v")
    assert [*imported(tree, {"x", "y.z", "w.v"})] == ["y.z", "w.v"]


def test_every_service_is_there() -> None:
    for entry in services().values():
        assert callable(load(entry) if isinstance(entry, str) else entry)


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


def test_no_genre_has_its_own_cache() -> None:
    """A page says by a mark that rules are the same on all boards of a shape: it names no key, and no place to keep them."""
    by_hand = re.compile(r"\bCachedRules\b|\.cache\b|\bm\.cached\(")
    assert by_hand.search("m.cached(board.cache, key)")
    pages = [Path(genres.path_of(name)) for name in genres.names()]
    assert not [path.name for path in pages if by_hand.search(path.read_text(encoding="utf-8"))]
