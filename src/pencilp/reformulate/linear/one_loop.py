"""One loop.

Takes ``OneLoop``: the active edges form one single closed loop that passes the nodes x_i.
Makes

    sum of all edge literals >= 1
    sum of e over the edges at i = 2 x_i                         for every node i
    the passed nodes are connected through active edges          (the flow of ``connected``)

As cuts: at first the sums alone, and against a solution in several loops, for each loop A a row that connects it to the
longest loop B, and one that connects B to another. With a node a of A, a node b of B, and D the edges that lead from A
to the side of b (not those into a pocket enclosed by A)

    sum of e over D >= 2 (x_a + x_b - 1)

In every right answer that passes a and b, the loop goes from b to a and back, and crosses D twice. With the degrees of
the nodes this is the subtour elimination row of the travelling salesman problem (at most |A| - 1 edges within A), for a
loop that need not pass all nodes.
"""

from __future__ import annotations

from pencilp.model.constraints import Constraint, Linear, OneLoop, Value
from pencilp.reformulate.linear import cut_off
from pencilp.reformulate.linear.connected import one_group
from pencilp.reformulate.linear.linearise import Build
from pencilp.reformulate.linear.program import CONNECTIVITY

PART = CONNECTIVITY


def reformulate(constraint: OneLoop, build: Build) -> None:
    """State ``constraint``."""
    first_rows(constraint, build)
    one_group(constraint.nodes, constraint.edges, build.roots(constraint.nodes, constraint.edges), build)


def first_rows(constraint: OneLoop, build: Build) -> None:
    """State the rows that come before any cut."""
    build.row([(1, e.n) for _, _, e in constraint.edges], 1, None, "some_edge")
    places = constraint.places or [*map(str, range(1, len(constraint.nodes) + 1))]
    for x, edges, place in zip(constraint.nodes, constraint.edges_at, places, strict=True):
        build.row([*((1, e.n) for e in edges), (-2, x.n)], 0, 0, build.at("two_or_none", place))


def cuts(constraint: OneLoop, value: Value) -> list[Constraint]:
    """Return the cuts against a solution, none if it is right."""
    nodes = constraint.nodes
    arcs = [*constraint.edges, *((j, i, e) for i, j, e in constraint.edges)]
    result: list[Constraint] = []
    for loop, a, b in cut_off.pairs(nodes, arcs, value):
        crossed = cut_off.entries(nodes, arcs, value, loop, (b,), by_arcs=True)
        result.append(Linear([*((1, e) for e in crossed), (-2, nodes[a]), (-2, nodes[b])], -2, None))
    return result
