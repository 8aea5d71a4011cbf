"""Consequences of rules about one group of a graph without a solver: its size, what it holds, and its borders.

The known nodes and open edges make blobs. A group is a connected union of blobs and of nodes that may still be active.
``Region`` looks for one group that the rule allows, and then for another one for each value that this one contradicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from pencilp.analysis.steps.graphs import Leads
from pencilp.analysis.steps.native import Native
from pencilp.structures.groups import DifferentColours, GroupHolds, Groups, GroupSize
from pencilp.structures.paths import InOneGroup, LeadsToEnd

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program

MAX_SHOWN = 16
"""Groups that are kept: as long as nothing contradicts one, what it shows to be possible needs no other search."""
MAX_SETS = 400
"""Groups that are looked at; a rule for which there are more is asked of a solver."""


def region_of(constraint: object, program: Program) -> Native | None:
    """Return what finds the consequences of a rule about a group, None if that is not known for it."""
    rules = DifferentColours, GroupHolds, GroupSize, InOneGroup, LeadsToEnd
    if not isinstance(constraint, rules) or not is_plain(constraint.of, program):
        return None
    if isinstance(constraint, (DifferentColours, InOneGroup, LeadsToEnd)):
        if constraint.of.nodes is not None:
            return None
        if isinstance(constraint, DifferentColours):
            return Border(constraint)
        optional = isinstance(constraint, LeadsToEnd)
        ends = constraint.ends if isinstance(constraint, LeadsToEnd) else {constraint.other}
        return Leads(constraint.of, constraint.node, ends, optional=optional)
    if isinstance(constraint, GroupSize):
        every = range(constraint.of.count)
        return Region(constraint.of, constraint.node, every, constraint.low, constraint.high, empty=False)
    return Region(constraint.of, constraint.node, {*constraint.marked}, constraint.low, constraint.high, empty=True)


def is_plain(of: Groups, program: Program) -> bool:
    """Return whether the nodes and edges of a graph are literals of different places of the answer."""
    if any(of.opening(e) is not x for e, (_, _, x) in enumerate(of.edges)):
        return False  # edges are open if nodes have the same number
    lits = [*(of.nodes or ()), *(x for _, _, x in of.edges if x is not None)]
    atoms = [abs(x.n) for x in lits]
    return len(set(atoms)) == len(atoms) and all(n in program.place and n not in program.number for n in atoms)


class Border(Native):
    """The two sides of an edge are in different groups if it is not open; all nodes are active."""

    __slots__ = ("edge", "of")
    asks_long = True

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
    """The group of ``node`` has from ``low`` to ``high`` nodes that count; ``counted`` has these.

    A node that is not active has no group: the rule says nothing then if ``empty``, and is broken otherwise.
    """

    __slots__ = ("_places", "_shown", "counted", "empty", "high", "low", "node", "of")
    asks_long = True

    def __init__(self, of: Groups, node: int, counted: Iterable[int], low: int, high: int, *, empty: bool) -> None:
        self.counted = sum(1 << i for i in counted)
        all_count = self.counted.bit_count() == of.count
        near = {*of.nodes_within(node, high)} if all_count else {*range(of.count)}
        lits = [x for i, j, x in of.edges if x is not None and (i in near or j in near)]
        if of.nodes is not None:
            lits += [of.nodes[i] for i in near.union(j for i in near for j, _ in of.around[i])]
        super().__init__(abs(x.n) for x in lits)
        self.of, self.node, self.low, self.high = of, node, low, high
        self.empty = empty
        self._places: dict[int, tuple[bool, int, int]] = {}
        """Per literal whether it is about a node, the node or edge, and whether that is active or open then."""
        for is_node, some in ((True, of.nodes or ()), (False, [x for _, _, x in of.edges])):
            for k, x in enumerate(some):
                if x is not None:
                    self._places.update({x.n: (is_node, k, 1), -x.n: (is_node, k, 0)})
        self._shown: list[Shown] = []
        """The last groups that were found."""

    def forced(self, true: Set[int]) -> list[int] | None:
        own = None if self.of.nodes is None else self.of.nodes[self.node].n
        if own is not None and -own in true:
            return [] if self.empty else None
        unknown = own is not None and own not in true
        shown = [s for s in self._shown if s.against.isdisjoint(true)]
        board = None
        if not shown:
            board = self._board(true)
            group = self._group(board)
            if group is None:
                return [-own] if own is not None and unknown and self.empty else None
            shown = [self._show(board, group)]
        if unknown and self.empty:
            return []
        result = [own] if own is not None and unknown else []
        left = {n for n in shown[0].against if -n not in true}
        if own is not None:
            left.discard(-own)
        for other in shown[1:]:
            left &= other.against
        while left:
            n = left.pop()
            board = board or self._board(true)
            is_node, k, v = self._places[n]
            if (
                not is_node
                and v
                and any(board.nodes[i] is None for i in self.of.edges[k][:2] if not shown[0].group >> i & 1)
            ):
                continue  # the other node may be inactive
            change = board.set_node if is_node else board.set_edge
            change(k, v)
            group = self._group(board)
            if group is None:
                result.append(-n)
            else:
                left &= self._show(board, group).against
            change(k, None)
        return sorted(result, key=abs)

    def gives(self, lits: Set[int], true: Set[int]) -> bool:
        opposite = {-n for n in lits}
        if any(s.against.isdisjoint(true) and not opposite <= s.against for s in self._shown):
            return False  # a group that is allowed does without one of them
        return super().gives(lits, true)

    def _board(self, true: Set[int]) -> _Known:
        board = _Known(self.of, true)
        board.set_node(self.node, 1)
        return board

    def _group(self, board: _Known) -> int | None:
        return find_group(board, self.node, self.counted, self.low, self.high)

    def _show(self, board: _Known, group: int) -> Shown:
        """Return a group with the literals that contradict it, and keep it if it is one that the rule allows."""
        against: set[int] = set()
        seen, stack = {self.node}, [self.node]
        while stack:
            i = stack.pop()
            for j, e in sorted(self.of.around[i], key=lambda pair: board.edges[pair[1]] != 1):
                x = self.of.edges[e][2]
                if not group >> j & 1:
                    if self.of.nodes is not None and (x is None or board.edges[e] or board.nodes[j] == 0):
                        against.add(self.of.nodes[j].n)
                    elif x is not None:
                        against.add(x.n)
                elif j not in seen and board.edges[e] != 0:
                    seen.add(j)
                    stack.append(j)
                    if x is not None:
                        against.add(-x.n)
        if self.of.nodes is not None:
            against.update(-self.of.nodes[i].n for i in seen)
        shown = Shown(group, frozenset(against))
        if self.low <= (group & self.counted).bit_count() <= self.high:
            self._shown = [*self._shown[1 - MAX_SHOWN :], shown]
        return shown


class Shown(NamedTuple):
    """A group, and the literals that contradict it: each of these would cut it apart or make it larger."""

    group: int
    against: frozenset[int]


class Ways:
    """What is known of the groups of a graph. Sets of nodes have a bit for each.

    ``joined`` has the nodes that are known to be in the group of each node by one edge, ``possible`` those that may be.
    """

    __slots__ = ("joined", "possible")

    def __init__(self, joined: list[int], possible: list[int]) -> None:
        self.joined, self.possible = joined, possible

    def flooded(self, node: int, ways: Sequence[int]) -> int:
        """Return a node and all that are reached from it: by ``joined`` its blob, by ``possible`` all that may be with it."""
        found = todo = 1 << node
        while todo:
            lowest = todo & -todo
            new = ways[lowest.bit_length() - 1] & ~found
            found |= new
            todo = todo ^ lowest | new
        return found

    def near(self, group: int) -> int:
        """Return the nodes that one more edge may add to a group."""
        return around(group, self.possible) & ~group


def around(group: int, ways: Sequence[int]) -> int:
    """Return the nodes that are reached from a group by one step of ``ways``."""
    result, todo = 0, group
    while todo:
        lowest = todo & -todo
        result |= ways[lowest.bit_length() - 1]
        todo ^= lowest
    return result


class _Known(Ways):
    """Known values of a graph: 1 for active nodes and open edges, 0 for others, None if it is not known."""

    __slots__ = ("edges", "nodes", "of")

    def __init__(self, of: Groups, true: Set[int]) -> None:
        self.of = of
        self.edges: list[int | None] = [
            1 if x is None or x.n in true else 0 if -x.n in true else None for _, _, x in of.edges
        ]
        self.nodes: list[int | None] = [1] * of.count
        if of.nodes is not None:
            self.nodes = [1 if x.n in true else 0 if -x.n in true else None for x in of.nodes]
        super().__init__([0] * of.count, [0] * of.count)
        for i in range(of.count):
            self._look_around(i)

    def set_edge(self, e: int, v: int | None) -> None:
        """Set what is known of an edge."""
        self.edges[e] = v
        i, j, _ = self.of.edges[e]
        self._look_around(i)
        self._look_around(j)

    def set_node(self, i: int, v: int | None) -> None:
        """Set what is known of a node."""
        self.nodes[i] = v
        for j, _ in self.of.around[i]:
            self._look_around(j)

    def _look_around(self, i: int) -> None:
        joined = possible = 0
        for j, e in self.of.around[i]:
            edge, node = self.edges[e], self.nodes[j]
            if edge != 0 and node != 0:
                possible |= 1 << j
                if edge and node:
                    joined |= 1 << j
        self.joined[i], self.possible[i] = joined, possible


def find_group(board: Ways, node: int, counted: int, low: int, high: int) -> int | None:
    """Return a connected group with ``node`` and from ``low`` to ``high`` of the ``counted`` nodes; None if there is none.

    If there may be too many to look at, return any group.
    """
    first = board.flooded(node, board.joined)
    weight = (first & counted).bit_count()
    if weight >= low:
        return first if weight <= high else None
    possible = board.flooded(node, board.possible)
    reached = (possible & counted).bit_count()
    if reached < low:
        return None
    if reached <= high:
        return _trimmed(board, first, possible, counted, low)
    blobs: dict[int, int] = {}
    seen = {first}
    stack = [(first, board.near(first))]
    while stack:
        if len(seen) > MAX_SETS:
            return possible
        group, near = stack.pop()
        weight = (group & counted).bit_count()
        ways: list[int] = []
        todo = near & ~group
        while todo:
            lowest = todo & -todo
            todo ^= lowest
            blob = blobs.get(lowest)
            if blob is None:
                blob = blobs[lowest] = board.flooded(lowest.bit_length() - 1, board.joined)
            more = (blob & ~group & counted).bit_count()
            if not more:
                new = board.near(blob)
                group |= blob
                near |= new
                todo = (todo | new) & ~group
            elif weight + more <= high:
                ways.append(blob)
        if weight >= low:
            return _trimmed(board, first, group, counted, low)
        for blob in ways:
            larger = group | blob
            if larger not in seen and (larger & counted).bit_count() <= high:
                seen.add(larger)
                stack.append((larger, near | board.near(blob)))
    return None


def _trimmed(board: Ways, group: int, whole: int, counted: int, low: int) -> int:
    """Return a small group that is allowed, a part of a ``whole`` one: nodes that count, along shortest ways."""
    while (group & counted).bit_count() < low:
        layers = [group]
        before = group
        while not (ends := layers[-1] & ~group & counted):
            layers.append(board.near(layers[-1]) & whole & ~before)
            before |= layers[-1]
        end = ends & -ends
        for layer in reversed(layers[:-1]):
            group |= board.flooded(end.bit_length() - 1, board.joined)
            back = board.near(end) & layer
            end = back & -back
    return group
