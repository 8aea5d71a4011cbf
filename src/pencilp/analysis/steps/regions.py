"""Consequences of rules about one group of a graph without a solver: its size, what it holds, and its borders.

The known nodes and open edges make blobs. A group is a connected union of blobs and of nodes that may still be active.
``Region`` looks for one group that the rule allows, and then for another one for each value that this one contradicts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Set
from typing import TYPE_CHECKING

from pencilp.analysis.steps.native import Native
from pencilp.structures.groups import DifferentColours, GroupHolds, Groups, GroupSize

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program

MAX_SETS = 400
"""Groups that are looked at; a rule for which there are more is asked of a solver."""


def region_of(constraint: object, program: Program) -> Native | None:
    """Return what finds the consequences of a rule about a group, None if that is not known for it."""
    if not isinstance(constraint, (DifferentColours, GroupHolds, GroupSize)) or not _plain(constraint.of, program):
        return None
    if isinstance(constraint, DifferentColours):
        return None if constraint.of.nodes is not None else Border(constraint)
    if isinstance(constraint, GroupSize):
        return Region(
            constraint.of, constraint.node, [1] * constraint.of.count, constraint.low, constraint.high, empty=False
        )
    weights = [int(i in constraint.marked) for i in range(constraint.of.count)]
    return Region(constraint.of, constraint.node, weights, constraint.low, constraint.high, empty=True)


def _plain(of: Groups, program: Program) -> bool:
    """Return whether the nodes and edges of a graph are literals of different places of the answer."""
    lits = [*(of.nodes or ()), *(x for _, _, x in of.edges if x is not None)]
    atoms = [abs(x.n) for x in lits]
    return len(set(atoms)) == len(atoms) and all(n in program.place and n not in program.number for n in atoms)


class Border(Native):
    """The two sides of an edge are in different groups if it is not open; all nodes are active."""

    __slots__ = ("edge", "of")

    def __init__(self, constraint: DifferentColours) -> None:
        super().__init__(abs(x.n) for _, _, x in constraint.of.edges if x is not None)
        self.of, self.edge = constraint.of, constraint.e

    def forced(self, true: Set[int]) -> list[int] | None:
        i, j, x = self.of.edges[self.edge]
        if x is None or x.n in true:
            return []
        one = self._joined(i, true)
        if j in one:
            return None if -x.n in true else [x.n]
        if -x.n not in true:
            return []
        other = self._joined(j, true)
        result = []
        for i in one:
            for k, e in self.of.around[i]:
                opening = self.of.edges[e][2]
                if k in other and opening is not None and -opening.n not in true:
                    result.append(-opening.n)
        return result

    def _joined(self, start: int, true: Set[int]) -> set[int]:
        """Return the nodes that are known to be in the group of a node."""
        found = {start}
        stack = [start]
        while stack:
            for j, e in self.of.around[stack.pop()]:
                opening = self.of.edges[e][2]
                if j not in found and (opening is None or opening.n in true):
                    found.add(j)
                    stack.append(j)
        return found


class Region(Native):
    """The group of ``node`` has a weight from ``low`` to ``high``; ``weights`` has that of each node.

    A node that is not active has no group: the rule says nothing then if ``empty``, and is broken otherwise.
    """

    __slots__ = ("empty", "high", "low", "node", "of", "weights")

    def __init__(self, of: Groups, node: int, weights: list[int], low: int, high: int, *, empty: bool) -> None:
        near = {*of.nodes_within(node, high)} if 0 not in weights else {*range(of.count)}
        lits = [x for i, j, x in of.edges if x is not None and (i in near or j in near)]
        if of.nodes is not None:
            lits += [of.nodes[i] for i in near.union(j for i in near for j, _ in of.around[i])]
        super().__init__(abs(x.n) for x in lits)
        self.of, self.node, self.weights, self.low, self.high = of, node, weights, low, high
        self.empty = empty

    def forced(self, true: Set[int]) -> list[int] | None:
        board = _Known(self.of, true)
        own = 0 if self.of.nodes is None else self.of.nodes[self.node].n
        if board.nodes[self.node] == 0:
            return [] if self.empty else None
        unknown = board.nodes[self.node] is None
        board.nodes[self.node] = 1
        group = self._find(board)
        if group is None:
            return [-own] if unknown and self.empty else None
        if unknown and self.empty:
            return []
        result = [own] if unknown else []
        tests = self._contradicted(board, group)
        while tests:
            kind, k, v = tests.pop()
            values = board.nodes if kind == "node" else board.edges
            values[k] = v
            other = self._find(board)
            values[k] = None
            if other is None:
                lit = self.of.nodes[k] if kind == "node" and self.of.nodes is not None else self.of.edges[k][2]
                assert lit is not None
                result.append(lit.n if not v else -lit.n)
                continue
            tests = [test for test in tests if not self._allows(other, test)]
        return result

    def _allows(self, group: Set[int], test: tuple[str, int, int]) -> bool:
        """Return whether a group that is allowed shows that a value is possible."""
        kind, k, v = test
        if kind == "node":
            return (k in group) == bool(v)
        i, j, _ = self.of.edges[k]
        return (i in group) == (j in group) if v else not (i in group and j in group)

    def _contradicted(self, board: _Known, group: Set[int]) -> list[tuple[str, int, int]]:
        """Return the values of nodes and edges that cannot be if this is the group."""
        tests: list[tuple[str, int, int]] = []
        seen, stack = {self.node}, [self.node]
        while stack:
            i = stack.pop()
            for j, e in sorted(self.of.around[i], key=lambda pair: board.edges[pair[1]] != 1):
                if board.edges[e] == 0:
                    continue
                if j in group:
                    if j not in seen:
                        seen.add(j)
                        stack.append(j)
                        if board.edges[e] is None:
                            tests.append(("edge", e, 0))
                        if board.nodes[j] is None:
                            tests.append(("node", j, 0))
                elif board.edges[e] is None and board.nodes[j] == 1:
                    tests.append(("edge", e, 1))
                elif board.edges[e] == 1 and board.nodes[j] is None:
                    tests.append(("node", j, 1))
        return list(dict.fromkeys(tests))

    def _find(self, board: _Known) -> Set[int] | None:
        """Return a group that the rule allows, None if there is none. If there may be too many to look at, any of them."""
        weights, around = self.weights, self.of.around
        first = board.blob(self.node)
        weight = sum(weights[i] for i in first)
        if weight >= self.low:
            return first if weight <= self.high else None
        possible = board.possible(self.node)
        reached = sum(weights[i] for i in possible)
        if reached < self.low:
            return None
        if reached <= self.high:
            return self._trimmed(board, first, possible)
        seen = {frozenset(first)}
        stack = [first]
        while stack:
            if len(seen) > MAX_SETS:
                return possible
            group = stack.pop()
            weight = sum(weights[i] for i in group)
            grown = [*group]
            ways: list[set[int]] = []
            for i in grown:
                for j, e in around[i]:
                    if j in group or board.edges[e] == 0 or board.nodes[j] == 0:
                        continue
                    blob = board.blob(j) - group
                    more = sum(weights[k] for k in blob)
                    if not more:
                        group |= blob
                        grown += blob
                    elif weight + more <= self.high:
                        ways.append(blob)
            if weight >= self.low:
                return self._trimmed(board, first, group)
            for blob in ways:
                larger = frozenset(group | blob)
                if larger not in seen and sum(weights[k] for k in larger) <= self.high:
                    seen.add(larger)
                    stack.append(set(larger))
        return None

    def _trimmed(self, board: _Known, first: Set[int], whole: Set[int]) -> Set[int]:
        """Return a small group that is allowed, a part of a ``whole`` one: nodes with a weight along shortest ways."""
        group = set(first)
        while sum(self.weights[i] for i in group) < self.low:
            before: dict[int, int] = dict.fromkeys(sorted(group), -1)
            queue = deque(before)
            end = -1
            while end < 0:
                i = queue.popleft()
                for j, e in self.of.around[i]:
                    if j in whole and j not in before and board.edges[e] != 0:
                        before[j] = i
                        queue.append(j)
                        if self.weights[j]:
                            end = j
                            break
            while end not in group:
                step = before[end]
                group |= board.blob(end)
                end = step
        return group


class _Known:
    """What is known of a graph: 1 for active nodes and open edges, 0 for others, None if it is not known."""

    __slots__ = ("edges", "nodes", "of")

    def __init__(self, of: Groups, true: Set[int]) -> None:
        self.of = of
        self.edges: list[int | None] = [
            1 if x is None or x.n in true else 0 if -x.n in true else None for _, _, x in of.edges
        ]
        self.nodes: list[int | None] = [1] * of.count
        if of.nodes is not None:
            self.nodes = [1 if x.n in true else 0 if -x.n in true else None for x in of.nodes]

    def blob(self, node: int) -> set[int]:
        """Return a node and all that are in its group if it is active."""
        found, stack = {node}, [node]
        while stack:
            for j, e in self.of.around[stack.pop()]:
                if j not in found and self.edges[e] == 1 and self.nodes[j] == 1:
                    found.add(j)
                    stack.append(j)
        return found

    def possible(self, node: int) -> set[int]:
        """Return all nodes that may be in the group of a node."""
        found, stack = {node}, [node]
        while stack:
            for j, e in self.of.around[stack.pop()]:
                if j not in found and self.edges[e] != 0 and self.nodes[j] != 0:
                    found.add(j)
                    stack.append(j)
        return found
