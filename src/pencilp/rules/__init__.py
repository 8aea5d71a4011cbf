"""The vocabulary of rules that genres share.

Every word takes the model first and states its rule on a lattice's cells, edges and corners, so that it holds on square
and hexagonal boards alike. A word that makes something (a set of literals, a definition) returns it.
"""

from pencilp.rules.loops import loop_along_edges, loop_through_cells
from pencilp.rules.shading import connected, no_two_by_two, not_adjacent

__all__ = [
    "connected",
    "loop_along_edges",
    "loop_through_cells",
    "no_two_by_two",
    "not_adjacent",
]
