"""Decision diagrams: constraints of more places than a truth table can have, as machines that read one place after the other.

A node asks for the value of one place, and each value leads to another node or to an end, "no" or "yes". Equal parts are
one node, and a place whose value does not matter has none. So the diagram of most constraints is small, although there
are very many cases: what a number counts needs as many nodes for each place as there are amounts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pencilp.analysis.steps.machines import Machine, read
from pencilp.analysis.steps.native import Read
from pencilp.analysis.steps.truth import Cases, Unlisted
from pencilp.model import Lit
from pencilp.model.constraints import Constraint

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program

MAX_PLACES = 40
"""A constraint of more places has no diagram."""
MAX_NODES, MAX_ALL_NODES = 5000, 50_000
"""The number of nodes at which a diagram is given up, and the number for all diagrams of a puzzle."""
MAX_STEPS = 160
"""The greatest number of steps from one state to another in the machine of a diagram; a larger one is slower than a solver."""
NO, YES = 0, 1


class Nodes:
    """At ``most`` this many nodes of diagrams over ``count`` places: per node its place, and the node of each value."""

    def __init__(self, count: int, most: int) -> None:
        self.most = most
        self.places = [count, count]
        self.ways: list[tuple[int, ...]] = [(), ()]
        self._numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self._both: dict[tuple[int, int], int] = {}
        self._opposite: dict[int, int] = {NO: YES, YES: NO}

    def node(self, place: int, ways: tuple[int, ...]) -> int:
        """Return the node with these ``ways``. Raise Unlisted if there are too many."""
        if ways.count(ways[0]) == len(ways):
            return ways[0]
        found = self._numbers.get((place, ways))
        if found is None:
            if len(self.places) >= self.most:
                raise Unlisted
            found = self._numbers[place, ways] = len(self.places)
            self.places.append(place)
            self.ways.append(ways)
        return found

    def both(self, a: int, b: int) -> int:
        """Return the node of the cases that two nodes have in common."""
        if a in (b, NO) or b == YES:
            return a
        if a == YES or b == NO:
            return b
        key = (a, b) if a < b else (b, a)
        found = self._both.get(key)
        if found is None:
            first, second = self.places[a], self.places[b]
            place = min(first, second)
            size = len(self.ways[a if first == place else b])
            some = self.ways[a] if first == place else (a,) * size
            others = self.ways[b] if second == place else (b,) * size
            found = self._both[key] = self.node(place, tuple(map(self.both, some, others)))
        return found

    def opposite(self, a: int) -> int:
        """Return the node of all other cases."""
        found = self._opposite.get(a)
        if found is None:
            found = self._opposite[a] = self.node(self.places[a], tuple(map(self.opposite, self.ways[a])))
            self._opposite[found] = a
        return found


class CasesOfNode:
    """The cases of a node, with the operators of sets."""

    __slots__ = ("node", "nodes")

    def __init__(self, nodes: Nodes, node: int) -> None:
        self.nodes, self.node = nodes, node

    def __bool__(self) -> bool:
        return self.node != NO

    def __invert__(self) -> CasesOfNode:
        return CasesOfNode(self.nodes, self.nodes.opposite(self.node))

    def __and__(self, other: CasesOfNode) -> CasesOfNode:
        return CasesOfNode(self.nodes, self.nodes.both(self.node, other.node))

    def __or__(self, other: CasesOfNode) -> CasesOfNode:
        return ~(~self & ~other)

    def __xor__(self, other: CasesOfNode) -> CasesOfNode:
        return (self | other) & ~(self & other)


class Diagram(Cases):
    """The cases of constraints as ``nodes`` of decision diagrams over ``places``."""

    def __init__(self, program: Program, places: Sequence[tuple[str, int]], nodes: Nodes) -> None:
        self.nodes, self.none, self.every = nodes, CasesOfNode(nodes, NO), CasesOfNode(nodes, YES)
        super().__init__(program, places)

    def _values_of(self, sizes: Sequence[int]) -> Iterator[list[CasesOfNode]]:
        for place, size in enumerate(sizes):
            ways = ((YES if w == v else NO for w in range(size)) for v in range(size))
            yield [CasesOfNode(self.nodes, self.nodes.node(place, tuple(way))) for way in ways]


def diagram_of(constraint: Constraint | Lit, program: Program) -> Read | None:
    """Return what finds the consequences of a constraint of places of the answer alone; None if its diagram is too large."""
    found, closed = program.places(constraint)
    if not closed or len(found) > MAX_PLACES:
        return None
    places = program.in_order(constraint)
    nodes = Nodes(len(places), min(MAX_NODES, program.diagram_nodes))
    try:
        root = Diagram(program, places, nodes).rows(constraint).node
    except Unlisted:
        return None
    finally:
        program.diagram_nodes -= len(nodes.places)
    if root in (NO, YES):
        return None
    values = [{n: value for value, n in enumerate(program.literals_at(place))} for place in places]
    return read(_machine(nodes, root), values, MAX_STEPS)


def _machine(nodes: Nodes, root: int) -> Machine:
    """Return the machine that goes from node to node. A state is the number of values that were read, and the node."""

    def after(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        place, node = state
        to = nodes.ways[node][value] if nodes.places[node] == place else node
        return None if to == NO else (place + 1, to)

    return Machine((), (0, root), after, lambda state: state[1] == YES)
