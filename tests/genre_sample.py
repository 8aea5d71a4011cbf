"""The genres of the quick test run: few, but for each mechanism that two or more genres share one that uses it."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from pencilp import genres
from pencilp.board.lattice import SHAPES
from tests.page.chosen import chosen


def mechanisms(name: str) -> set[str]:
    """Return what a genre module imports of ours (layers, encodings, rules, constraints), and its shapes of boards."""
    spec = find_spec(f"pencilp.genres.{name}")
    assert spec is not None
    assert spec.origin is not None
    words = set()
    for node in ast.walk(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pencilp."):
            words |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and node.value in SHAPES:
            words.add(node.value)
    return words


@cache
def with_own_structures() -> frozenset[str]:
    """Return the names of genres with a structure of their own, which no other genre can represent."""
    folder = Path(genres.__file__).parent
    return frozenset(path.parent.name for path in folder.glob("*/structure.py"))


@cache
def genre_sample() -> frozenset[str]:
    """Return the names of genres that have together every mechanism that is not one genre's own."""
    every = {name: mechanisms(name) for name in genres.names()}
    uses = Counter(word for words in every.values() for word in words)
    shared = {name: {("", word): word for word in sorted(words) if uses[word] > 1} for name, words in every.items()}
    return frozenset(chosen(shared, dict.fromkeys(every, 1)))
