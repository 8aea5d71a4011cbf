"""Reached from roots.

Takes ``Reached``: every active node can be reached from an active root through active nodes along active arcs.
Makes a flow from the roots along the arcs. Every active node consumes one unit. With x_j the node literals, e_a the arc
literals, n the number of nodes, and columns f_a >= 0 for each arc, q_r >= 0 for each root,

    inflow of j  = (sum of f_a over arcs a into j) + q_j (if j is a root)
    inflow of j - (sum of f_a over arcs a out of j) = x_j
    inflow of j <= n x_j                                       (nothing flows through inactive nodes)
    f_a         <= (n - 1) e_a                                 (if arc a has a literal)

The flow needs no integer columns: a network with whole supplies has a whole flow if it has any.

As cuts: at first, an active node that is no root has an arc from an active node (an arc with a literal is active),

    x_j <= sum of x_i over the arcs i -> j

and against a solution, for each group A of nodes that are not reached, with a in A, and S the inactive nodes with arcs
into A that can be reached from a root (arcs with literals count instead, unless they are active)

    x_a <= sum of x_s over S
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilp.model.constraints import Clause, Constraint, Reached, Value, unreached
from pencilp.model.variables import Lit
from pencilp.reformulate.linear import cut_off
from pencilp.reformulate.linear.linearise import Build
from pencilp.reformulate.linear.program import CONNECTIVITY, IMPLIED

PART = CONNECTIVITY


def reformulate(constraint: Reached, build: Build) -> None:
    """State ``constraint``."""
    nodes = [x.n for x in constraint.nodes]
    roots = sorted(set(constraint.roots))
    supplies = {r: build.column(f"supply_{build.name(nodes[r])}", 0, len(nodes), IMPLIED) for r in roots}
    flow(nodes, [(i, j, None if e is None else e.n) for i, j, e in constraint.arcs], supplies, build)


def first_rows(constraint: Reached, build: Build) -> None:
    """State the rows that come before any cut."""
    company(constraint.nodes, constraint.arcs, constraint.roots, build)


def cuts(constraint: Reached, value: Value) -> list[Constraint]:
    """Return the cuts against a solution, none if it is right."""
    nodes, arcs = constraint.nodes, constraint.arcs
    left = unreached(nodes, arcs, constraint.roots, value)
    groups = [*cut_off.pieces(nodes, arcs, value, left)]
    result: list[Constraint] = []
    for group, a in zip(groups, cut_off.representatives(nodes, groups), strict=True):
        ways_in = cut_off.entries(nodes, arcs, value, group, constraint.roots, by_arcs=False)
        result.append(Clause((~nodes[a], *ways_in)))
    return result


def company(
    nodes: Sequence[Lit], arcs: Iterable[tuple[int, int, Lit | None]], roots: Iterable[int], build: Build
) -> None:
    """State that each active node is a root or has an arc from an active node."""
    into: list[dict[int, None]] = [{} for _ in nodes]
    for i, j, e in arcs:
        if i != j:
            into[j][(nodes[i] if e is None else e).n] = None
    exempt = set(roots)
    for j, x in enumerate(nodes):
        if j not in exempt:
            build.row([*((1, y) for y in into[j]), (-1, x.n)], 0, None, f"near_{build.name(x.n)}_{j + 1}")


def flow(nodes: list[int], arcs: list[tuple[int, int, int | None]], supplies: dict[int, int], build: Build) -> None:
    """State the rows of the flow. ``supplies`` has the handle of the column q of each root."""
    n = len(nodes)
    into: list[list[int]] = [[] for _ in nodes]
    out: list[list[int]] = [[] for _ in nodes]
    for i, j, e in arcs:
        if i == j:
            continue
        f = build.column(f"flow_{build.name(nodes[i])}_{build.name(nodes[j])}", 0, n - 1, IMPLIED)
        out[i].append(f)
        into[j].append(f)
        if e is not None:
            build.row([(1, f), (-(n - 1), e)], None, 0, f"along_{build.name(f)}")
    for j, x in enumerate(nodes):
        incoming = [(1, f) for f in into[j]] + ([(1, supplies[j])] if j in supplies else [])
        name = build.name(x)
        build.row([*incoming, *((-1, f) for f in out[j]), (-1, x)], 0, 0, f"used_at_{name}_{j + 1}")
        build.row([*incoming, (-n, x)], None, 0, f"through_{name}_{j + 1}")
