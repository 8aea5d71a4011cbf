"""Flood.

Takes ``Flood``: f_i is true exactly when node i is active and can be reached from an active source.
Makes, with x_i the node literals, rows that flood every active neighbour of the flood, and the flow of ``reached`` from
the sources through the flooded nodes, which keeps all other nodes dry:

    f_i <= x_i
    f_s >= x_s                      (s a source)
    f_j >= f_i + x_j - 1            (i and j joined by an edge, both ways)
    f_j >= f_i + x_j + e - 2        (by an edge with a literal e)
"""

from __future__ import annotations

from pencilp.model.constraints import Flood, Reached
from pencilp.reformulate.linear import reached
from pencilp.reformulate.linear.linearise import Build
from pencilp.reformulate.linear.program import CONNECTIVITY

PART = CONNECTIVITY


def reformulate(constraint: Flood, build: Build) -> None:
    """State ``constraint``."""
    flooded, nodes = [x.n for x in constraint.flooded], [x.n for x in constraint.nodes]
    for f, x in zip(flooded, nodes, strict=True):
        build.row([(1, x), (-1, f)], 0, None, f"dry_{build.name(f)}")
    for s in constraint.sources:
        build.row([(1, flooded[s]), (-1, nodes[s])], 0, None, f"source_{build.name(flooded[s])}")
    for i, j, e in constraint.arcs:
        f, g = flooded[i], flooded[j]
        along = [] if e is None else [(-1, e.n)]
        build.row(
            [(1, g), (-1, f), (-1, nodes[j]), *along], -1 - len(along), None, f"spread_{build.name(f)}_{build.name(g)}"
        )
    reached.reformulate(Reached(constraint.flooded, constraint.arcs, constraint.sources), build)
