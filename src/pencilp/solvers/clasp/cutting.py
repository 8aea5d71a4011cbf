"""Connected cells that are stated by cuts: nothing at first, then clauses against the answers that fall into pieces.

Where nearly all answers hang together by themselves, looking at each is quicker than stating rules for all cells. A set of nodes
is one whole number here, with a bit for each node, so that it grows along all edges of a kind at once.
"""

from __future__ import annotations

from typing import Any

from pencilp.model import Connected

MAX_KINDS = 8
"""A graph whose edges are of no more kinds is looked at in this way: an edge is of the same kind as all others whose ends are as
far apart in the list of the nodes."""
_DIGITS = bytes([48, 49]).ljust(256)


def shifts(graph: Any) -> list[tuple[int, int]] | None:
    """Return per kind of the edges of a ``graph`` (a ``FixedEdges``): how far its ends are apart, and the set of the lower ones.

    None where there are too many kinds. They are kept with the graph.
    """
    if "shifts" not in graph.cache:
        kinds: dict[int, int] = {}
        for i, j, _ in graph:
            kinds[abs(i - j)] = kinds.get(abs(i - j), 0) | 1 << min(i, j)
        graph.cache["shifts"] = [*kinds.items()] if len(kinds) <= MAX_KINDS else None
    found: list[tuple[int, int]] | None = graph.cache["shifts"]
    return found


def _set(true: bytes) -> int:
    """Return the set of the places where a 1 stands in ``true``, and not a 0."""
    return int(true[::-1].translate(_DIGITS), 2)


class Pieces:
    """The pieces into which an answer lets the nodes of ``constraint`` fall, whose edges are of few kinds (``shifts``)."""

    __slots__ = ("_all", "_nodes", "_opposite", "_shifts", "atoms")

    def __init__(self, constraint: Connected) -> None:
        self._nodes = nodes = [x.n for x in constraint.nodes]
        self.atoms = [*map(abs, nodes)]
        """What must be read to see them."""
        self._all = (1 << len(nodes)) - 1
        self._opposite = _set(bytes([n < 0 for n in nodes]))
        self._shifts = shifts(constraint.edges) or []

    def cuts(self, true: bytes) -> list[list[int]]:
        """Return the clauses against an answer, of which ``true`` has a 1 for each of the ``atoms`` that is true.

        None if it is right.

        There is one for each piece but the largest. It says: if a node of the piece is active, and one that is not in
        it, then also one of the inactive nodes around the piece. Those with nothing but the piece around them are no
        way out.
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
            ways = self._beside(piece) & outside & self._beside(outside)
            near = self._beside(ways)
            inner, outer = (near & piece) or piece, (near & active & outside) or active & outside
            result.append([-self._of(inner & -inner)[0], -self._of(outer & -outer)[0], *self._of(ways)])
        return result

    def _beside(self, some: int) -> int:
        """Return all nodes that an edge joins to one of ``some``."""
        result = 0
        for far, lower in self._shifts:
            result |= ((some & lower) << far) | ((some >> far) & lower)
        return result

    def _spread(self, some: int, within: int) -> int:
        """Return all nodes to which one comes from ``some`` over nodes ``within`` some."""
        both = [(far, lower & within & within >> far) for far, lower in self._shifts]
        steps = [(far, lower, lower << far) for far, lower in both]
        before = 0
        while some != before:
            before = some
            for far, lower, upper in steps:
                some |= (some & lower) << far
                some |= (some & upper) >> far
        return some

    def _of(self, some: int) -> list[int]:
        """Return the literals of ``some`` nodes."""
        result = []
        while some:
            result.append(self._nodes[(some & -some).bit_length() - 1])
            some &= some - 1
        return result
