"""Connected cells by cuts: first no rules, then clauses against each answer that falls into pieces.

If nearly all answers are connected anyway, checking each answer is quicker than stating rules for all cells. A set of
nodes is a whole number here, with a bit for each node, so that one operation follows all edges of a kind.
"""

from __future__ import annotations

from typing import Any

from pencilp.model import Connected

MAX_KINDS = 8
"""The greatest number of kinds of edges that a graph may have. Edges are of one kind if their ends are equally far
apart in the list of nodes."""
_DIGITS = bytes([48, 49]).ljust(256)


def shifts(graph: Any) -> list[tuple[int, int]] | None:
    """Return for each kind of edge of ``graph`` (a ``FixedEdges``) the distance of its ends and the set of its lower ends.

    Return None if there are too many kinds. The result is cached with the graph.
    """
    if "shifts" not in graph.cache:
        kinds: dict[int, int] = {}
        for i, j, _ in graph:
            kinds[abs(i - j)] = kinds.get(abs(i - j), 0) | 1 << min(i, j)
        graph.cache["shifts"] = [*kinds.items()] if len(kinds) <= MAX_KINDS else None
    found: list[tuple[int, int]] | None = graph.cache["shifts"]
    return found


def _set(true: bytes) -> int:
    """Return the set of the positions at which ``true`` has a 1."""
    return int(true[::-1].translate(_DIGITS), 2)


class Pieces:
    """The connected components of an answer, for a ``constraint`` whose edges are of few kinds (``shifts``)."""

    __slots__ = ("_all", "_nodes", "_opposite", "_shifts", "atoms")

    def __init__(self, constraint: Connected) -> None:
        self._nodes = nodes = [x.n for x in constraint.nodes]
        self.atoms = [*map(abs, nodes)]
        """The atoms whose values ``cuts`` needs."""
        self._all = (1 << len(nodes)) - 1
        self._opposite = _set(bytes([n < 0 for n in nodes]))
        self._shifts = shifts(constraint.edges) or []

    def cuts(self, true: bytes) -> list[list[int]]:
        """Return clauses that exclude an answer, an empty list if it is connected. ``true`` has a 1 for each true atom.

        There is one clause for each piece but the largest. It says: if a node of the piece and a node outside are true,
        then so is one of the false nodes around the piece. A node whose neighbours are all in the piece is no way out.
        """
        left = active = _set(true) ^ self._opposite
        pieces = []
        while left:
            piece = self._spread(left & -left, left)
            pieces.append(piece)
            left ^= piece
        if len(pieces) < 2:
            return []
        pieces.remove(max(pieces, key=int.bit_count))
        result = []
        for piece in pieces:
            outside = self._all ^ piece
            ways = self._neighbours(piece) & outside & self._neighbours(outside)
            near = self._neighbours(ways)
            inner, outer = (near & piece) or piece, (near & active & outside) or active & outside
            result.append(
                [-self._literals(inner & -inner)[0], -self._literals(outer & -outer)[0], *self._literals(ways)]
            )
        return result

    def _neighbours(self, some: int) -> int:
        """Return all nodes adjacent to one of ``some``."""
        result = 0
        for far, lower in self._shifts:
            result |= ((some & lower) << far) | ((some >> far) & lower)
        return result

    def _spread(self, some: int, within: int) -> int:
        """Return all nodes that can be reached from ``some`` through the nodes of ``within``."""
        both = [(far, lower & within & within >> far) for far, lower in self._shifts]
        steps = [(far, lower, lower << far) for far, lower in both]
        before = 0
        while some != before:
            before = some
            for far, lower, upper in steps:
                some |= (some & lower) << far
                some |= (some & upper) >> far
        return some

    def _literals(self, some: int) -> list[int]:
        """Return the literals of the nodes of ``some``."""
        result = []
        while some:
            result.append(self._nodes[(some & -some).bit_length() - 1])
            some &= some - 1
        return result
