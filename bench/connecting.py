"""Three ways to state connectivity and single loops to a MILP solver, to be compared by milp.py.

``flow`` is the project's own (pencilp.model.reformulations). The others replace it while a model is linearised:

* ``order``: a tree of order numbers. Per arc i -> j a 0/1 column p, "i is the parent of j"; per node j a number t_j;
  per candidate for the root a 0/1 column r_j:
      sum of p into j + r_j = x_j,   p <= x_i,   p <= e (where the arc has a literal),   sum of r <= 1,
      t_j >= t_i + 1 - n (1 - p)
* ``cuts``: nothing at first; where an answer is in several pieces, for every piece A with a node a, and a node b outside
  it:  a and b are not both active, or something that leads out of A is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from pencilp.model.constraints import Clause, Connected, Constraint, Lazy, OneLoop, unreached
from pencilp.model.program import INTEGER, Build
from pencilp.model.reformulations import connected, one_loop

Graph = Connected | OneLoop
WAYS = ("flow", "order", "cuts")


@contextmanager
def stated_by(way: str) -> Iterator[None]:
    """Within, ``Connected`` and ``OneLoop`` become rows in the ``way`` named."""
    if way == "flow":
        yield
        return
    state: Callable[[Any, Build], None] = {"order": order, "cuts": cuts}[way]

    def single_loop(constraint: OneLoop, build: Build) -> None:
        build.row([(1, int(e)) for _, _, e in constraint.edges], 1, None, "some_edge")
        state(constraint, build)

    with mock.patch.object(connected, "reformulate", state), mock.patch.object(one_loop, "reformulate", single_loop):
        yield


def arcs_of(constraint: Graph) -> list[tuple[int, int, Any]]:
    """Every edge in both directions."""
    edges: list[tuple[int, int, Any]] = list(constraint.edges)
    return [*edges, *((j, i, e) for i, j, e in edges)]


def order(constraint: Graph, build: Build) -> None:
    """State ``constraint`` by order numbers."""
    nodes = [int(x) for x in constraint.nodes]
    n = len(nodes)
    candidates = range(n) if constraint.roots is None else constraint.roots
    roots = {r: build.column(f"root_{build.name(nodes[r])}", 0, 1, INTEGER) for r in dict.fromkeys(candidates)}
    build.row([(1, r) for r in roots.values()], None, 1, "one_root")
    number = [build.column(f"order_{build.name(x)}", 0, n - 1, INTEGER) for x in nodes]
    into: list[list[int]] = [[] for _ in nodes]
    for i, j, e in arcs_of(constraint):
        if i == j:
            continue
        p = build.column(f"parent_{build.name(nodes[i])}_{build.name(nodes[j])}", 0, 1, INTEGER)
        into[j].append(p)
        build.row([(1, p), (-1, nodes[i])], None, 0, f"active_{build.name(p)}")
        if e is not None:
            build.row([(1, p), (-1, int(e))], None, 0, f"along_{build.name(p)}")
        build.row([(1, number[j]), (-1, number[i]), (-n, p)], 1 - n, None, f"later_{build.name(p)}")
    for j, x in enumerate(nodes):
        root = [(1, roots[j])] if j in roots else []
        build.row([*((1, p) for p in into[j]), *root, (-1, x)], 0, 0, f"parent_of_{build.name(x)}_{j + 1}")


def cuts(constraint: Graph, build: Build) -> None:
    """State ``constraint`` only where an answer breaks it."""
    arcs = arcs_of(constraint)
    over = [*constraint.nodes, *(e for _, _, e in constraint.edges if e is not None)]
    build.state(Lazy(over, lambda value: [*violated(constraint.nodes, arcs, value)]))


def violated(nodes: Any, arcs: list[tuple[int, int, Any]], value: Any) -> Iterator[Constraint]:
    """The cuts against an answer, one for each piece beyond what holds the first active node, and one for that."""
    left = [i for i, x in enumerate(nodes) if value(x)]
    pieces: list[set[int]] = []
    while left:
        beyond = set(unreached(nodes, arcs, (left[0],), value))
        pieces.append(set(left) - beyond)
        left = [i for i in left if i in beyond]
    if len(pieces) < 2:
        return
    for k, piece in enumerate(pieces):
        a, b = min(piece), min(pieces[k - 1])
        # a way out needs its edge and the node at its end: whichever of the two is not there now
        out = {e if e is not None and not value(e) else nodes[j] for i, j, e in arcs if i in piece and j not in piece}
        yield Clause((~nodes[a], ~nodes[b], *sorted(out)))
