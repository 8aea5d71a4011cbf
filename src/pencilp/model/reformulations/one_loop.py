"""One loop.

Takes ``OneLoop``: the active edges form one single closed loop, given that other rows make the degree of every node 2
where it is passed and 0 elsewhere.
Makes

    sum of all edge literals >= 1
    the passed nodes are connected through active edges          (the flow of ``connected``)
"""

from __future__ import annotations

from pencilp.model.constraints import OneLoop
from pencilp.model.program import Build
from pencilp.model.reformulations.connected import one_group


def reformulate(constraint: OneLoop, build: Build) -> None:
    """State ``constraint``."""
    build.row([(1, int(e)) for _, _, e in constraint.edges], 1, None, "some_edge")
    one_group(constraint.nodes, constraint.edges, constraint.roots, build)
