"""One loop along the edges of a graph: the structure, and the rules that make a set of edges a single closed loop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp._util.cache import Cache
from pencilp.model.constraints import (
    And,
    Clause,
    Connected,
    Constraint,
    Counted,
    Value,
    unreached,
)
from pencilp.model.structures import RuleFamily, Structure, StructureRule
from pencilp.model.variables import Array, Lit

if TYPE_CHECKING:
    from pencilp.model.model import Model


class Loop(Structure):
    """A loop: its edges are those of a graph whose literals are true.

    ``ends`` are the two nodes of each edge, ``line`` its literals, ``places`` names the nodes for people. ``passed``
    says for each node whether the loop passes it: a literal, True, False, or None to define a new literal. ``cache``
    caches results of solvers for the graph if many loops share it.
    """

    def __init__(
        self,
        m: Model,
        line: Sequence[Lit],
        ends: Sequence[tuple[int, int]],
        places: Sequence[Any],
        passed: Sequence[Lit | bool | None],
        cache: Cache | None = None,
    ) -> None:
        super().__init__(m)
        self.cache = cache
        self.ends, self.line, self.places, self.known = ends, line, places, passed
        self.edges_at: list[list[Lit]] = [[] for _ in places]
        for (i, j), e in zip(ends, line, strict=True):
            self.edges_at[i].append(e)
            self.edges_at[j].append(e)
        free = [i for i, x in enumerate(passed) if x is None]
        self.defined = dict(
            zip(free, m.binaries("passed", len(free), lambda: [self.m.place(places[i]) for i in free]), strict=True)
        )
        for i, x in self.defined.items():
            m.defined(x, self.edges_at[i])
        constants = {True: m.true, False: m.false} if any(isinstance(x, bool) for x in passed) else {}
        self.passed = Array(
            [self.defined[i] if x is None else constants[x] if isinstance(x, bool) else x for i, x in enumerate(passed)]
        )

    def place_of(self, node: int) -> Any:
        return self.places[node]

    @property
    def edges(self) -> list[tuple[int, int, Lit]]:
        """The edges as tuples (node, node, literal)."""
        return [(i, j, e) for (i, j), e in zip(self.ends, self.line, strict=True)]


class Passes(RuleFamily):
    """The loop passes each of ``nodes`` exactly if the literal given for the node is true.

    The literal implies that one of the node's edges is active, and each of these edges implies the literal.
    """

    __slots__ = ("nodes",)
    of: Loop

    def __init__(self, of: Loop, nodes: Sequence[int]) -> None:
        self.of, self.nodes = of, nodes
        self.at = [of.places[i] for i in nodes]

    @property
    def parts(self) -> list[Constraint]:  # type: ignore[override]
        """One rule for each node."""
        result: list[Constraint] = []
        for i in self.nodes:
            given, edges = self.of.known[i], self.of.edges_at[i]
            parts: list[Constraint | Lit] = []
            if given is not False:
                parts.append(Clause(edges) if given is True else Clause((~self.of.passed[i], *edges)))
            if given is not True:
                parts += [~e if given is False else Clause((~e, self.of.passed[i])) for e in edges]
            result.append(And(parts))
        return result

    def variable_groups(self) -> Iterable[Iterable[Lit]]:
        return [(self.of.passed[i], *self.of.edges_at[i]) for i in self.nodes]


class Single(StructureRule):
    """There is exactly one loop: the active edges are connected.

    Decomposition: one edge is active, and the nodes with an active edge are connected through active edges.
    """

    __slots__ = ()
    of: Loop

    def _pieces(self, value: Value) -> list[set[int]]:
        active = [(i, j) for i, j, e in self.of.edges if value(e)]
        nodes = {i for pair in active for i in pair}
        arcs = [arc for i, j in active for arc in ((i, j, None), (j, i, None))]
        present = [int(i in nodes) for i in range(len(self.of.places))]
        pieces = []
        while nodes:
            start = min(nodes)
            rest = set(unreached(present, arcs, (start,), bool))  # type: ignore[arg-type]
            pieces.append(nodes - rest)
            nodes &= rest
            present = [int(i in nodes) for i in range(len(present))]
        return pieces

    def holds(self, value: Value) -> bool:
        return len(self._pieces(value)) == 1

    def faults(self, value: Value, at: Any) -> list[Any]:
        pieces = sorted(self._pieces(value), key=len)
        if not pieces:
            return [at]
        flat = [self.of.places[i] for piece in pieces[:-1] for i in sorted(piece)]
        return [tuple(dict.fromkeys(c for p in flat for c in ((p,) if isinstance(p, int) else p)))] if flat else []

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        pieces = len(self._pieces(value))
        return f"there are {pieces} pieces" if pieces else "there is none"

    def variables(self) -> Iterable[Lit]:
        return self.of.line

    def variable_groups(self) -> Iterable[Iterable[Lit]]:
        return self.of.edges_at

    def decomposed(self) -> Sequence[Constraint | Lit]:
        m = self.of.m
        passed = [
            self.of.defined[i] if i in self.of.defined else m.any_of(edges) for i, edges in enumerate(self.of.edges_at)
        ]
        return [Clause(self.of.line), Connected(passed, self.of.edges)]


class Inside(Structure):
    """The points inside a loop: ``inside`` has a literal for each of ``points`` points.

    The edge ``lines[k]`` of the loop runs between the two points ``between[k]``. They lie on different sides if the
    edge is active, on the same side if not. Point 0 lies outside. All points of the ``board`` are connected, and all
    its loops have the same points and edges.

    inside_q = inside_p xor line along a tree from the outside. If the loop neither branches nor ends, this also holds
    for all other pairs.
    """

    def __init__(
        self, m: Model, board: Any, points: int, between: Sequence[tuple[int, int]], lines: Sequence[Lit]
    ) -> None:
        super().__init__(m)
        self.board, self.lines = board, lines
        cached = board.cache.get("points")
        if cached is None:
            cached = board.cache["points"] = _tree(points, between)
        tree, self.pairs = cached
        outside = m.false
        self.inside = [outside] * points
        self.free: set[int] = set()
        for p, q, k in tree:
            if p == 0:
                self.inside[q] = lines[k]
            else:
                self.inside[q] = m.differ(self.inside[p], lines[k])
                self.free.add(self.inside[q].n)


_Pairs = list[tuple[int, int, int]]
"""Two points, and the index of the pair."""


def _tree(points: int, between: Sequence[tuple[int, int]]) -> tuple[_Pairs, _Pairs]:
    """Return a tree from point 0 to all others, as pairs (earlier point, next point), and the pairs that need a rule.

    A pair of the tree with point 0 needs none: the other point is inside exactly if the line is active.
    """
    around: list[list[tuple[int, int]]] = [[] for _ in range(points)]
    for k, (p, q) in enumerate(between):
        around[p].append((q, k))
        around[q].append((p, k))
    reached = {0}
    tree: _Pairs = []
    queue = [0]
    for p in queue:
        for q, k in around[p]:
            if q not in reached:
                reached.add(q)
                queue.append(q)
                tree.append((p, q, k))
    first = {k for p, _, k in tree if p == 0}
    return tree, [(p, q, k) for k, (p, q) in enumerate(between) if k not in first]
