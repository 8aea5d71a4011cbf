"""Small graphs: the sets of nodes that separate two others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

MAX_NODES = 6
"""The greatest number of nodes of a graph whose separations are listed: they grow exponentially. For new graphs even eight
nodes took longer than they saved (1.09 of the time without separations)."""

Separation = tuple[int, int, tuple[int, ...]]
"""Two nodes, and a set of other nodes."""


@lru_cache(maxsize=1024)
def separations(count: int, edges: tuple[tuple[int, int], ...]) -> Sequence[Separation] | None:
    """Return the minimal sets that separate two nodes of a graph, each with two nodes that it separates.

    A set S separates a from b if every path between them has a node of S. It is minimal if each of its nodes is adjacent
    to both of their components without S. Some nodes are connected with each other if and only if they
    include a node of S for each separation (a, b, S) whose a and b are among them. Return None if there are
    more than ``MAX_NODES`` nodes.
    """
    if count > MAX_NODES:
        return None
    near = [0] * count
    for i, j in edges:
        near[i] |= 1 << j
        near[j] |= 1 << i
    found: list[Separation] = []
    for component in _connected_sets(near):
        rim = _around(component, near)
        for other in _components((1 << count) - 1 & ~component & ~rim, near):
            # each pair of components is found from both sides
            if component & -component < other & -other and _around(other, near) == rim:
                between = tuple(_members(rim))
                found += [(a, b, between) for a in _members(component) for b in _members(other)]
    return found


def _connected_sets(near: Sequence[int]) -> Iterator[int]:
    """Yield the connected sets of nodes. Sets are the bits of a number here."""
    known = {1 << i for i in range(len(near))}
    left = [*known]
    while left:
        some = left.pop()
        yield some
        for i in _members(_around(some, near)):
            if (larger := some | 1 << i) not in known:
                known.add(larger)
                left.append(larger)


def _components(nodes: int, near: Sequence[int]) -> Iterator[int]:
    """Yield the connected components of some nodes."""
    while nodes:
        component, grown = 0, nodes & -nodes
        while grown != component:
            component = grown
            grown |= _around(component, near) & nodes
        nodes &= ~component
        yield component


def _around(some: int, near: Sequence[int]) -> int:
    """Return the nodes outside a set that are adjacent to it."""
    rim = 0
    for i in _members(some):
        rim |= near[i]
    return rim & ~some


def _members(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
