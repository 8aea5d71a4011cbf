"""Helpers for cuts against solutions in several pieces: the pieces of a graph, and the ways into them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pencilp.model.constraints import Value
from pencilp.model.variables import Lit

Arc = tuple[int, int, Lit | None]
"""(from, to, the literal that makes it active, or None for always), as in ``Reached``."""


def pieces(nodes: Sequence[Lit], arcs: Iterable[Arc], value: Value, among: Iterable[int]) -> Iterator[set[int]]:
    """Yield the connected components of the active nodes ``among`` the nodes. Active arcs connect both ways."""
    left = {i for i in among if value(nodes[i])}
    near: dict[int, list[int]] = {}
    for i, j, e in arcs:
        if i in left and j in left and (e is None or value(e)):
            near.setdefault(i, []).append(j)
            near.setdefault(j, []).append(i)
    while left:
        piece = {min(left)}
        stack = list(piece)
        while stack:
            for j in near.get(stack.pop(), ()):
                if j not in piece:
                    piece.add(j)
                    stack.append(j)
        left -= piece
        yield piece


def entries(
    nodes: Sequence[Lit], arcs: Iterable[Arc], value: Value, piece: set[int], sources: Iterable[int], *, by_arcs: bool
) -> list[Lit]:
    """Return literals, all false in ``value``: one must be true if ``piece`` is reached from one of ``sources``.

    They are the arcs that enter the piece or, if an arc is active already, the node it comes from; with ``by_arcs``
    always the arcs. An entry that can only be reached through another one, as in a pocket enclosed by the piece, is
    left out. In ``value`` the piece must be cut off from the sources.
    """

    def through_arc(e: Lit | None) -> bool:
        return e is not None and (by_arcs or not value(e))

    onward: dict[int, list[tuple[int, Lit | None]]] = {}
    border: set[int] = set()
    for i, j, e in arcs:
        if i not in piece:
            onward.setdefault(i, []).append((j, e))
            if j in piece and not through_arc(e):
                border.add(i)
    result: set[Lit] = set()
    seen: set[int] = set()
    stack = list(sources)
    while stack:
        i = stack.pop()
        if i in seen:
            continue
        seen.add(i)
        if i in border:
            result.add(nodes[i])
            continue
        for j, e in onward.get(i, ()):
            if j not in piece:
                stack.append(j)
            elif e is not None:
                result.add(e)
    return sorted(result, key=lambda x: x.n)


def pairs(nodes: Sequence[Lit], arcs: Iterable[Arc], value: Value) -> Iterator[tuple[set[int], int, int]]:
    """Yield pairs of pieces to connect: (piece, a node of it, a node of another piece).

    Every piece is paired with the largest one, and that one with another. A single piece has no pair.
    """
    arcs = list(arcs)
    groups = sorted(pieces(nodes, arcs, value, range(len(nodes))), key=len, reverse=True)
    if len(groups) > 1:
        first, *others = representatives(nodes, groups)
        yield groups[0], first, others[0]
        for group, a in zip(groups[1:], others, strict=True):
            yield group, a, first


def representatives(nodes: Sequence[Lit], groups: Iterable[set[int]]) -> list[int]:
    """Return a node of each group, preferably one that is always active, because it makes a stronger cut.

    A literal of many nodes is usually the one that is always true.
    """
    often = Counter(x.n for x in nodes)
    return [max(group, key=lambda i: (often[nodes[i].n], -i)) for group in groups]
