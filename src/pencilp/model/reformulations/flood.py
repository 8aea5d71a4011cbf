"""Flood.

Takes ``Flood``: f_i is true exactly when node i is active and can be reached from an active source.
Makes, with x_i the node literals, rows that let no active neighbour of the flood stay dry, and the flow of ``reached``
from the sources through the flooded nodes, which keeps all else dry:

    f_i <= x_i
    f_s >= x_s                      (s a source)
    f_j >= f_i + x_j - 1            (i and j joined by an edge, both ways)
"""

from __future__ import annotations

from pencilp.model.constraints import Flood, Reached
from pencilp.model.program import Build
from pencilp.model.reformulations import reached


def reformulate(constraint: Flood, build: Build) -> None:
    """State ``constraint``."""
    flooded, nodes = [int(x) for x in constraint.flooded], [int(x) for x in constraint.nodes]
    for f, x in zip(flooded, nodes, strict=True):
        build.row([(1, x), (-1, f)], 0, None, f"dry_{build.name(f)}")
    for s in constraint.sources:
        build.row([(1, flooded[s]), (-1, nodes[s])], 0, None, f"source_{build.name(flooded[s])}")
    arcs = [(i, j, None) for a, b in constraint.edges for i, j in ((a, b), (b, a))]
    for i, j, _ in arcs:
        f, g = flooded[i], flooded[j]
        build.row([(1, g), (-1, f), (-1, nodes[j])], -1, None, f"spread_{build.name(f)}_{build.name(g)}")
    reached.reformulate(Reached(constraint.flooded, arcs, constraint.sources), build)
