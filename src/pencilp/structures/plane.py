"""Cells of two kinds on a planar board: rules that make one kind connected, or keep its cells apart.

The rules are ordinary constraints. The structure only collects them, so that a fast form can add rules that follow from
several of them.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import combinations, takewhile
from typing import TYPE_CHECKING, Any, Protocol

from pencilp._util.cache import Cache
from pencilp.model.constraints import (
    Constraint,
    Counted,
    FixedEdges,
    Implies,
    Value,
    exactly,
)
from pencilp.model.structures import BoardFamily, NotAllFamily, Structure, StructureRule
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.model import Model


class Board(Protocol):
    """The geometry of a board: see pencilp.board.lattice."""

    rows: int
    cols: int
    cells: Any
    coast: Any
    links: Any
    near: Any
    blocks: Any
    shores: Any
    vectors: Any
    cache: Cache


class Plane(Structure):
    """The cells of ``board``, with rules that make cells connected or keep them apart."""

    def __init__(self, m: Model, board: Any) -> None:
        super().__init__(m)
        self.board: Board = board

    @classmethod
    def of(cls, m: Model, board: Any) -> Plane:
        """Return the plane of ``board`` in ``m``, made on first use."""
        return next((s for s in m.structures if isinstance(s, Plane) and s.board is board), None) or cls(m, board)


def cell_graph(board: Any) -> FixedEdges:
    """Return the graph of the cells of a board, with an edge for each two that share a side."""
    cached: FixedEdges | None = board.cache.get("joined")
    if cached is None:
        cached = board.cache["joined"] = FixedEdges(len(board.cells), board.links)
    return cached


def corner_graph(board: Any) -> FixedEdges:
    """Return the graph of the cells of a board, with an edge for each two that share a side or a corner."""
    cached: FixedEdges | None = board.cache.get("joined by corners")
    if cached is None:
        corners = [pair for cells in board.corner_cells for pair in combinations(cells, 2)]
        cached = board.cache["joined by corners"] = FixedEdges(
            len(board.cells), dict.fromkeys([*board.links, *corners])
        )
    return cached


class NotAdjacent(NotAllFamily):
    """No two neighbours are both true: a literal at one end of every link is false."""

    __slots__ = ()

    def __init__(self, m: Model, board: Any, lits: Sequence[Lit]) -> None:
        super().__init__(board, lits, board.links, Plane.of(m, board))

    @property
    def key(self) -> tuple[Any, ...]:
        return (type(self),)


class InPairs(BoardFamily):
    """A cell whose literal is true has exactly one neighbour whose literal is true."""

    __slots__ = ()

    def __init__(self, board: Any, lits: Sequence[Lit]) -> None:
        super().__init__(board, lits, board.cells)

    def made(self, at: Sequence[Any], lits: Sequence[Lit]) -> list[Constraint]:
        near = self.board.near
        return [Implies((lits[c],), exactly(1, [lits[n] for n in near[c]])) for c in at]


class Sees(StructureRule):
    """Along ``rays``, each a sequence of cells, ``count`` cells are seen: the clear ones before the first other one.

    ``own`` is 1 if people also count the cell itself, else 0.

    Decomposition: s_i, that the i-th cell of a ray is seen: it is clear, and s_(i - 1); sum of s = count. Each ray is
    followed to one cell more than ``count``.
    """

    __slots__ = ("clear", "count", "own", "rays")

    def __init__(self, of: Plane, clear: Sequence[Lit], rays: Sequence[Sequence[int]], count: int, own: int) -> None:
        super().__init__(of)
        self.clear, self.rays, self.count, self.own = clear, rays, count, own

    def holds(self, value: Value) -> bool:
        return self._seen(value) == self.count

    def _seen(self, value: Value) -> int:
        return sum(1 for ray in self.rays for _ in takewhile(lambda c: value(self.clear[c]), ray))

    def bounds(self, true: Set[int]) -> tuple[int, int]:
        """Return how many cells are seen at least and at most if the literals of ``true`` hold, its own cell included."""
        least = sum(1 for ray in self.rays for _ in takewhile(lambda c: self.clear[c].n in true, ray))
        most = sum(1 for ray in self.rays for _ in takewhile(lambda c: -self.clear[c].n not in true, ray))
        return least + self.own, most + self.own

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return f"it sees {self._seen(value) + self.own} instead of {self.count + self.own}"

    def variables(self) -> list[Lit]:
        return [self.clear[c] for ray in self.rays for c in ray]

    def decomposed(self) -> Sequence[Constraint]:
        seen = []
        clear, all_of = self.clear, self.of.m.all_of
        for ray in self.rays:
            if len(ray):
                so_far = clear[ray[0]]
                seen.append(so_far)
                for c in ray[1 : self.count + 1]:
                    so_far = all_of((so_far, clear[c]))
                    seen.append(so_far)
        return [exactly(self.count, seen)]
