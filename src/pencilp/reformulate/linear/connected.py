"""Connected.

Takes ``Connected``: the active nodes form one group, joined through active edges.
Makes the flow of ``reached`` from one root, along every edge in both directions. The root is the first active one of
the candidates r1, r2, ...; a column p_k says whether one of the first k is active:

    p_k >= x_rk,   p_k >= p_(k-1),   p_k <= p_(k-1) + x_rk      (p_0 = 0)
    q_k <= n (p_k - p_(k-1))                                    (only the root supplies the flow)

With one candidate no p is needed: q <= n x_r holds by the rows of the flow. An active node without an active candidate
would get no supply, but other rules make one of the candidates active (``Build.roots``).

As cuts: at first, if there are candidates, an active node that is none of them has an active neighbour (for an arc with
a literal, the arc is active instead),

    x_i <= sum of x_j over the neighbours j of i

and against a solution in several pieces, for each piece A a row that connects it to the largest piece B, and one that
connects B to another. With a in A, b in B, and S the inactive nodes adjacent to A that can be reached from b (arcs with
literals count instead, unless they are active)

    x_a + x_b - 1 <= sum of x_s over S

In every right answer with active a and b, the way from b to a enters A through S.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilp.model.constraints import Clause, Connected, Constraint, Value
from pencilp.model.variables import Lit
from pencilp.reformulate.linear import cut_off
from pencilp.reformulate.linear.linearise import Build
from pencilp.reformulate.linear.program import CONNECTIVITY, IMPLIED
from pencilp.reformulate.linear.reached import company, flow

PART = CONNECTIVITY


def reformulate(constraint: Connected, build: Build) -> None:
    """State ``constraint``."""
    one_group(constraint.nodes, constraint.edges, build.roots(constraint.nodes), build)


def first_rows(constraint: Connected, build: Build) -> None:
    """State the rows that come before any cut."""
    roots = build.roots(constraint.nodes)
    if roots is not None:
        company(constraint.nodes, constraint.arcs, roots, build)


def cuts(constraint: Connected, value: Value) -> list[Constraint]:
    """Return the cuts against a solution, none if it is right."""
    nodes, arcs = constraint.nodes, constraint.arcs
    result: list[Constraint] = []
    for piece, a, b in cut_off.pairs(nodes, arcs, value):
        border = cut_off.entries(nodes, arcs, value, piece, (b,), by_arcs=False)
        result.append(Clause((~nodes[a], ~nodes[b], *border)))
    return result


def one_group(
    literals: Sequence[Lit],
    edges: Iterable[tuple[int, int, Lit | None]],
    candidates: Iterable[int] | None,
    build: Build,
) -> None:
    """State the rows that connect all active nodes to the first active candidate.

    If ``candidates`` is None, any node may be the root.
    """
    nodes = [x.n for x in literals]
    n = len(nodes)
    roots = list(range(n)) if candidates is None else list(dict.fromkeys(candidates))
    supplies = {r: build.column(f"supply_{build.name(nodes[r])}", 0, n, IMPLIED) for r in roots}
    if len(roots) > 1:
        before: int | None = None
        for r in roots:
            x, name = nodes[r], f"{build.name(nodes[r])}_{r + 1}"
            so_far = build.column(f"root_by_{name}", 0, 1, IMPLIED)
            earlier = [] if before is None else [(1, before)]
            build.row([(1, so_far), (-1, x)], 0, None, f"root_by_{name}_a")
            if before is not None:
                build.row([(1, so_far), (-1, before)], 0, None, f"root_by_{name}_b")
            build.row([*earlier, (1, x), (-1, so_far)], 0, None, f"root_by_{name}_c")
            build.row([(n, so_far), *((-n, p) for _, p in earlier), (-1, supplies[r])], 0, None, f"root_is_{name}")
            before = so_far
    arcs = [(i, j, None if e is None else e.n) for i, j, e in edges]
    flow(nodes, [*arcs, *((j, i, e) for i, j, e in arcs)], supplies, build)
