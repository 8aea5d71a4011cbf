"""Code that serves a single genre lives with the genre: what all genres share is used by at least two of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "pencilp"
SHARED = ("rules", "structures")

Name = tuple[str, str]
"""A module, as its path in the package without the ending, and a name that is defined in it."""

PUBLIC = {
    ("rules/everywhere", "same_on_all_boards"),
    ("rules/loops", "way_across_itself"),
}
"""Names that earlier versions offered to genre files of users. They stay, as docs/versions.md promises."""


def defined(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the names that a module defines at its top, each with its definition."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((target.id, node) for target in targets if isinstance(target, ast.Name))


def imported(tree: ast.Module) -> dict[str, Name]:
    """Return the names that are imported from the shared packages, anywhere in a module."""
    return {
        alias.asname or alias.name: (node.module.removeprefix("pencilp.").replace(".", "/"), alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(tuple(f"pencilp.{s}" for s in SHARED))
        if node.module is not None
        for alias in node.names
    }


def used_in(node: ast.AST, known: dict[str, Name]) -> set[Name]:
    """Return the shared names that a piece of code uses; ``module.name`` counts as the name."""
    result = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and each.id in known:
            result.add(known[each.id])
        elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id in known:
            module, name = known[each.value.id]
            result.add((f"{module}/{name}", each.attr))
    return result


def users() -> dict[Name, set[str]]:
    """Return the genres that use each public name of the shared packages, directly or through other names."""
    uses: dict[Name, set[Name]] = {}
    for package in SHARED:
        for path in (SOURCE / package).glob("*.py"):
            module = f"{package}/{path.stem}"
            tree = ast.parse(path.read_text(encoding="utf-8"))
            known = imported(tree) | {name: (module, name) for name, _ in defined(tree)}
            for name, node in defined(tree):
                uses.setdefault((module, name), set()).update(used_in(node, known) - {(module, name)})
    result: dict[Name, set[str]] = {name: set() for name in uses}
    for path in (SOURCE / "genres").rglob("*.py"):
        genre = path.relative_to(SOURCE / "genres").parts[0].removesuffix(".py")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        stack = [*used_in(tree, imported(tree))]
        seen: set[Name] = set()
        while stack:
            name = stack.pop()
            if name in uses and name not in seen:
                seen.add(name)
                result[name].add(genre)
                stack += uses[name]
    return result


def known_to_all_genres() -> set[Name]:
    """Return the names that fast forms and explanations ask for in any genre: these may not import a genre."""
    return {
        name
        for package in ("reformulate", "analysis")
        for path in (SOURCE / package).rglob("*.py")
        for name in imported(ast.parse(path.read_text(encoding="utf-8"))).values()
    }


def test_shared_code_is_used_by_two_genres() -> None:
    found = users()
    assert len(found) > 150
    single = {name for name, genres in found.items() if len(genres) < 2 and not name[1].startswith("_")}
    assert single >= PUBLIC
    assert single - PUBLIC - known_to_all_genres() == set()
