"""Connected.

Takes ``Connected``: the active nodes form one group, joined through active edges.
Makes the flow of ``reached`` from one root, along every edge in both directions. The root is the first active one of
the candidates r1, r2, ...; a column p_k says whether one of the first k is active:

    p_k >= x_rk,   p_k >= p_(k-1),   p_k <= p_(k-1) + x_rk      (p_0 = 0)
    q_k <= n (p_k - p_(k-1))                                    (only the root supplies the flow)

With one candidate there is nothing to choose and no p: q <= n x_r holds by the flow's own rows. An active node with no
active candidate finds no supply, so the promise of ``Connected.roots`` is relied on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilp.model.constraints import Connected
from pencilp.model.program import IMPLIED, Build
from pencilp.model.reformulations.reached import flow


def reformulate(constraint: Connected, build: Build) -> None:
    """State ``constraint``."""
    one_group(constraint.nodes, constraint.edges, constraint.roots, build)


def one_group(
    literals: Sequence[int],
    edges: Iterable[tuple[int, int, int | None]],
    candidates: Iterable[int] | None,
    build: Build,
) -> None:
    """The rows that join all active nodes to the first active candidate (None: any node may be the root)."""
    nodes = [int(x) for x in literals]
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
    arcs = [(i, j, None if e is None else int(e)) for i, j, e in edges]
    flow(nodes, [*arcs, *((j, i, e) for i, j, e in arcs)], supplies, build)
