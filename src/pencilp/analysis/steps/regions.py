"""Consequences of rules about one group of a graph without a solver: its size, what it holds, and its borders.

The known nodes and open edges make blobs. A group is a connected union of blobs and of nodes that may still be active.
``Region`` looks for one group that the rule allows, and then for another one for each value that this one contradicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from pencilp.analysis.steps.graphs import Leads
from pencilp.analysis.steps.native import Breaking, Native, Watching
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
    graph = program.graphs.setdefault(id(constraint.of), Graph(constraint.of))
    if isinstance(constraint, GroupSize):
        every = range(constraint.of.count)
        return Region(graph, constraint.node, every, constraint.low, constraint.high, empty=False)
    return Region(graph, constraint.node, {*constraint.marked}, constraint.low, constraint.high, empty=True)


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


class Region(Breaking, Watching):
    """The group of ``node`` has from ``low`` to ``high`` nodes that count; ``counted`` has these.

    A node that is not active has no group: the rule says nothing then if ``empty``, and is broken otherwise.
    """

    __slots__ = ("_shown", "counted", "empty", "graph", "high", "low", "node", "own")
    asks_long = True

    def __init__(self, graph: Graph, node: int, counted: Iterable[int], low: int, high: int, *, empty: bool) -> None:
        of = graph.of
        self.counted = sum(1 << i for i in counted)
        all_count = self.counted.bit_count() == of.count
        near = {*of.nodes_within(node, high)} if all_count else {*range(of.count)}
        lits = [x for i, j, x in of.edges if x is not None and (i in near or j in near)]
        if of.nodes is not None:
            lits += [of.nodes[i] for i in near.union(j for i in near for j, _ in of.around[i])]
        super().__init__(abs(x.n) for x in lits)
        self.graph, self.node, self.low, self.high, self.empty = graph, node, low, high, empty
        self.own = graph.nodes[node]
        """The literal that the node is active, 0 if all are."""
        self._shown: list[Shown] = []
        """The groups that were found, those that were of use last first."""

    def breaks(self, true: Set[int]) -> bool:
        if self.own and self.empty and self.own not in true:
            return False
        if self.own and -self.own in true:
            return True
        if any(s.against.isdisjoint(true) for s in self._shown):
            return False
        board = self._board(true)
        group = self._group(board)
        if group is not None:
            self._show(board, group)
        return group is None

    def bounds(self, true: Set[int]) -> tuple[int, int]:
        board = self._board(true)
        known, possible = board.flooded(self.node, board.joined), board.flooded(self.node, board.possible)
        return (known & self.counted).bit_count(), (possible & self.counted).bit_count()

    def _forced(self, true: Set[int]) -> list[int] | None:
        own = self.own
        if own and -own in true:
            return [] if self.empty else None
        unknown = own != 0 and own not in true
        possible = (s for s in self._shown if s.against.isdisjoint(true))
        first, board = next(possible, None), None
        if first is None:
            board = self._board(true)
            group = self._group(board)
            if group is None:
                return [-own] if unknown and self.empty else None
            first = self._show(board, group)
        used = [first]
        if unknown and self.empty:
            return self._show_quiet(used, {own}, true)
        result = [own] if unknown else []
        left = {n for n in first.against if -n not in true}
        left.discard(-own)
        while left and (other := next(possible, None)) is not None:
            if not left <= other.against:
                left &= other.against
                used.append(other)
        watched: set[int] = set()
        while left:
            n = left.pop()
            board = board or self._board(true)
            if unsure := board.unsure(n, first.group):
                watched.update(unsure)
                continue
            board.suppose(n)
            group = self._group(board)
            if group is None:
                result.append(-n)
            else:
                used.append(self._show(board, group))
                left &= used[-1].against
            board.take_back(n)
        return sorted(result, key=abs) if result else self._show_quiet(used, watched, true)

    def _show_quiet(self, used: Sequence[Shown], watched: Set[int], true: Set[int]) -> list[int]:
        """Take down that nothing follows as long as some groups are possible; return that."""
        if len(used) > 1:
            of_use = {id(s) for s in used}
            self._shown.sort(key=lambda s: id(s) not in of_use)
        if not all(self._is_allowed(s.group) for s in used):
            return []
        common = frozenset.intersection(*(s.against for s in used))
        against = frozenset().union(watched, *(s.against for s in used))
        return self.be_quiet(against, (-n for n in common if -n in true))

    def _is_allowed(self, group: int) -> bool:
        return self.low <= (group & self.counted).bit_count() <= self.high

    def _board(self, true: Set[int]) -> _Known:
        return _Known(self.graph, {*true, self.own} if self.own else {*true})

    def _group(self, board: _Known) -> int | None:
        return find_group(board, self.node, self.counted, self.low, self.high)

    def _show(self, board: _Known, group: int) -> Shown:
        """Return a group with the literals that contradict it, and keep it if it is one that the rule allows."""
        true = board.true
        against: set[int] = set()
        seen, stack = {self.node}, [self.node]
        while stack:
            i = stack.pop()
            for j, x, node in sorted(self.graph.around[i], key=lambda way: way[1] not in true):
                if not group >> j & 1:
                    if node and (not x or x in true or -x in true or -node in true):
                        against.add(node)
                    elif x:
                        against.add(x)
                elif j not in seen and -x not in true:
                    seen.add(j)
                    stack.append(j)
                    if x:
                        against.add(-x)
        against.update(-self.graph.nodes[i] for i in seen if self.graph.nodes[i])
        shown = Shown(group, frozenset(against))
        if self._is_allowed(group):
            self._shown = [shown, *self._shown[: MAX_SHOWN - 1]]
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

    def __init__(self, joined: dict[int, int], possible: dict[int, int]) -> None:
        self.joined, self.possible = joined, possible

    def flooded(self, node: int, ways: Mapping[int, int]) -> int:
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


def around(group: int, ways: Mapping[int, int] | Sequence[int]) -> int:
    """Return the nodes that are reached from a group by one step of ``ways``."""
    result, todo = 0, group
    while todo:
        lowest = todo & -todo
        result |= ways[lowest.bit_length() - 1]
        todo ^= lowest
    return result


class Graph:
    """The graph ``of`` some rules, with its literals as numbers; 0 is in the place of one that there is not.

    ``nodes`` has that of each node. ``around`` has, for each node, those next to it, each with the literals of the edge
    and of the other node. ``adjacent`` has the nodes for whose ways a literal matters, ``opens`` the ends of each edge.
    """

    def __init__(self, of: Groups) -> None:
        self.of = of
        self.nodes = [0] * of.count if of.nodes is None else [x.n for x in of.nodes]
        edges = [0 if x is None else x.n for _, _, x in of.edges]
        self.around = [[(j, edges[e], self.nodes[j]) for j, e in near] for near in of.around]
        self.opens = {n: (i, j) for n, (i, j, _) in zip(edges, of.edges, strict=True) if n}
        self.adjacent: dict[int, list[int]] = {abs(n): [*ends] for n, ends in self.opens.items()}
        self.adjacent.update((abs(n), [j for j, _ in near]) for n, near in zip(self.nodes, of.around, strict=True) if n)


class _Known(Ways):
    """What is known of the groups of a graph if all of ``true`` hold."""

    __slots__ = ("graph", "true")

    def __init__(self, graph: Graph, true: set[int]) -> None:
        self.graph, self.true = graph, true
        super().__init__(_Lazy(self._joined), _Lazy(self._possible))

    def suppose(self, n: int) -> None:
        """Suppose a literal, about which nothing is known."""
        self.true.add(n)
        self._look_again(n)

    def take_back(self, n: int) -> None:
        """Take back that a literal was supposed."""
        self.true.discard(n)
        self._look_again(n)

    def unsure(self, n: int, group: int) -> list[int]:
        """Return the literals of nodes outside a group without which the open edge of ``n`` says nothing; [] if it does."""
        nodes = [self.graph.nodes[i] for i in self.graph.opens.get(n, ()) if not group >> i & 1]
        return [m for own in nodes if own and self.true.isdisjoint((own, -own)) for m in (own, -own)]

    def _look_again(self, n: int) -> None:
        for i in self.graph.adjacent[abs(n)]:
            self.joined.pop(i, None)
            self.possible.pop(i, None)

    def _joined(self, i: int) -> int:
        true = self.true
        return sum(
            [1 << j for j, x, node in self.graph.around[i] if (not x or x in true) and (not node or node in true)]
        )

    def _possible(self, i: int) -> int:
        true = self.true
        return sum([1 << j for j, x, node in self.graph.around[i] if -x not in true and -node not in true])


class _Lazy(dict[int, int]):
    """Values that are found when they are asked for."""

    def __init__(self, find: Callable[[int], int]) -> None:
        super().__init__()
        self.find = find

    def __missing__(self, i: int) -> int:
        found = self[i] = self.find(i)
        return found


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
