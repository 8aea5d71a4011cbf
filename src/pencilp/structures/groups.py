"""Groups: the connected components of a graph, such as the regions of a board, its islands, or areas of equal numbers.

``Groups`` is the structure. Its rules are about the size of a group, the nodes in it, and its borders.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp._util.cache import Cache
from pencilp.errors import counted
from pencilp.model.constraints import Clause, Constraint, Count, Counted, Implies, Linear, Value, between, outside
from pencilp.model.structures import CachedRules, RuleFamily, Structure, StructureRule
from pencilp.model.variables import Int, Lit, Var

if TYPE_CHECKING:
    from pencilp.model.model import Model
    from pencilp.model.show import Wording

Edge = tuple[int, int, "Lit | None"]


class Groups(Structure):
    """The groups of a graph: the components of its active nodes and open edges.

    ``nodes`` has a literal for each node, true if it is active; None means that all are. ``edges`` are (node, node,
    literal that it is open, or None for always). ``cells_at`` has the cells of each node; None means that nodes are
    cells.
    """

    def __init__(
        self,
        m: Model,
        count: int,
        edges: Sequence[Edge],
        nodes: Sequence[Lit] | None = None,
        cells_at: Sequence[Sequence[int]] | None = None,
    ) -> None:
        super().__init__(m)
        self.count, self.edges, self.nodes, self.cells_at = count, edges, nodes, cells_at
        self._reached: dict[tuple[int, int], dict[int, Lit]] = {}
        self._around: list[list[tuple[int, int]]] | None = None
        self._colours: list[tuple[Lit, Lit]] = []
        self.rounds: Sequence[Sequence[int]] = ()
        """Short cycles, such as those around a corner of a board, as lists of their edges."""
        self.numbers: Sequence[Int] | None = None
        """A whole number for each node, if edges are open exactly where those of their nodes are equal."""
        self.cache: Cache | None = None
        """The cache for all graphs of this shape, or None."""

    def reset(self) -> None:
        self._reached.clear()
        self._colours = []

    @property
    def around(self) -> list[list[tuple[int, int]]]:
        """The (neighbour, edge) pairs of each node."""
        if self._around is None:
            self._around = [[] for _ in range(self.count)]
            for e, (i, j, _) in enumerate(self.edges):
                self._around[i].append((j, e))
                self._around[j].append((i, e))
        return self._around

    def nodes_within(self, node: int, steps: int) -> list[int]:
        """Return the nodes at most ``steps`` edges away from ``node``, open or not, nearest first."""
        result, ring = {node: None}, [node]
        for _ in range(steps):
            ring = [j for i in ring for j, _ in self.around[i] if j not in result and result.setdefault(j) is None]
            if not ring:
                break
        return list(result)

    def reached(self, node: int, steps: int | None = None) -> dict[int, Lit]:
        """Return the literal of each node that may be in the group of ``node``: it is true if the node is.

        The literals are defined by those of the graph. With ``steps`` only nodes within this number of steps of
        ``node``, and ways over such nodes, count.
        """
        steps = self.count if steps is None else min(steps, self.count)
        result = self._reached.get((node, steps))
        if result is None:
            m = self.m
            near = self.nodes_within(node, steps)
            number = {j: k for k, j in enumerate(near)}
            always = None if self.nodes is not None else m.true
            lits = [m.true] * len(near) if always is not None else [self.nodes[j] for j in near]  # type: ignore[index]
            edges = [
                (number[i], number[j], self.opening(e))
                for i in near
                for j, e in self.around[i]
                if j in number and number[i] < number[j]
            ]
            result = self._reached[node, steps] = dict(zip(near, m.flood(lits, edges, (0,)), strict=True))
            if steps == self.count:
                for j, x in result.items():
                    # reachability is symmetric
                    y = self._reached.get((j, steps), {}).get(node)
                    if y is not None and j != node:
                        m.ties += [Clause((~x, y)), Clause((x, ~y))]
        return result

    def group(self, node: int, value: Value) -> list[int]:
        """Return the group of ``node`` if ``value(x)`` is the value of each literal ``x``.

        It is empty if the node is not active.
        """
        if self.nodes is not None and not value(self.nodes[node]):
            return []
        result, stack = {node}, [node]
        while stack:
            for j, e in self.around[stack.pop()]:
                if j not in result and self.is_open(e, value) and (self.nodes is None or value(self.nodes[j])):
                    result.add(j)
                    stack.append(j)
        return sorted(result)

    def all_groups(self, value: Value) -> list[list[int]]:
        """Return all groups of a finished answer, each from its first node on."""
        seen = [False] * self.count if self.nodes is None else [not value(x) for x in self.nodes]
        return self.split([not self.is_open(e, value) for e in range(len(self.edges))], seen)

    def place_of(self, node: int) -> Any:
        return node if self.cells_at is None else tuple(self.cells_at[node])

    def place(self, group: Sequence[int]) -> tuple[int, ...]:
        """Return the cells of a group."""
        return tuple(group if self.cells_at is None else sorted({c for j in group for c in self.cells_at[j]}))

    def split(self, closed: Sequence[Any], seen: list[bool]) -> list[list[int]]:
        """Return the groups of nodes that are separated by ``closed`` edges.

        Nodes in ``seen`` belong to none. All others are added to ``seen``.
        """
        around = self.around
        result = []
        for node in range(self.count):
            if not seen[node]:
                seen[node] = True
                group = [node]
                for i in group:
                    for j, e in around[i]:
                        if not seen[j] and not closed[e]:
                            seen[j] = True
                            group.append(j)
                group.sort()
                result.append(group)
        return result

    def colours(self) -> list[tuple[Lit, Lit]]:
        """Return two literals for each node, its colour, which is the same in a whole group.

        For every division into groups, colours exist with which neighbouring groups differ.
        """
        if not self._colours:
            m = self.m
            bits = m.binaries("", 2 * self.count, lambda: [f"colour_{i}" for i in range(2 * self.count)])
            self._colours = [(bits[2 * i], bits[2 * i + 1]) for i in range(self.count)]
            for e, (i, j, _) in enumerate(self.edges):
                x = self.opening(e)
                for a, b in zip(self._colours[i], self._colours[j], strict=True):
                    closed = () if x is None else (~x,)
                    m.ties += [Clause((*closed, ~a, b)), Clause((*closed, a, ~b))]
        return self._colours

    @property
    def has_colours(self) -> bool:
        """Whether ``colours`` has been used. Reading this property makes no literals."""
        return bool(self._colours)

    def opening(self, edge: int) -> Lit | None:
        """Return the literal that an edge is open, or None if it always is."""
        return self.edges[edge][2]

    def is_open(self, edge: int, value: Value) -> bool:
        """Return whether an edge is open in a finished answer."""
        opening = self.edges[edge][2]
        return opening is None or bool(value(opening))

    def touched(self) -> list[Var]:
        """Return all variables of the graph."""
        return [*(self.nodes or ()), *(x for _, _, x in self.edges if x is not None)]


def _if_any(of: Groups) -> str:
    return "" if of.nodes is None else ", if it is in one,"


class GroupRule(StructureRule):
    """A rule about the group of ``node``."""

    __slots__ = ("node",)
    of: Groups

    def __init__(self, of: Groups, node: int) -> None:
        super().__init__(of)
        self.node = node

    def faults(self, value: Value, at: Any) -> list[Any]:
        """Return the group, if it has several nodes."""
        if self.holds(value):
            return []
        group = self.of.group(self.node, value)
        return [self.of.place(group) if len(group) > 1 else at]

    def variables(self) -> Iterable[Var]:
        return self.of.touched()


class GroupSize(GroupRule):
    """The group of ``node`` has from ``low`` to ``high`` nodes.

    Decomposition: r_j, that node j is connected to it by a way within ``high`` steps of it; low <= sum of r_j <= high.
    (If a group has more than ``high`` nodes, so has its part within this distance.)
    """

    __slots__ = ("high", "low")

    def __init__(self, of: Groups, node: int, low: int, high: int) -> None:
        super().__init__(of, node)
        self.low, self.high = low, high

    def holds(self, value: Value) -> bool:
        return self.low <= len(self.of.group(self.node, value)) <= self.high

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [] if self.holds(value) else [tuple(self.of.group(self.node, value)) or at]

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return cells_instead(len(self.of.group(self.node, value)), self.low, self.high)

    def decomposed(self) -> Sequence[Constraint]:
        if self.low > self.high:
            return [Clause()]
        return [between(self.low, self.high, list(self.of.reached(self.node, self.high).values()))]

    def text(self, words: Wording) -> str:
        return f"the group of {words.value_of(self, 'node')} has {words.cells(self.low, self.high, self.of.count)}"


class GroupSizeIs(GroupRule):
    """The number of nodes in the group of ``node`` is the whole number ``size``.

    Decomposition: r_j, that node j is in the group; sum of r_j = size.
    """

    __slots__ = ("size",)

    def __init__(self, of: Groups, node: int, size: Int) -> None:
        super().__init__(of, node)
        self.size = size

    def holds(self, value: Value) -> bool:
        return bool(len(self.of.group(self.node, value)) == value(self.size))

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return cells_instead(len(self.of.group(self.node, value)), value(self.size), value(self.size))

    def variables(self) -> Iterable[Var]:
        return [*self.of.touched(), self.size]

    def decomposed(self) -> Sequence[Constraint]:
        reached = self.of.reached(self.node, self.size.high)
        return [Linear([*((1, x) for x in reached.values()), (-1, self.size)], 0, 0)]


class GroupSizeIsNot(GroupRule):
    """The group of ``node`` does not have ``size`` nodes.

    Decomposition: r_j, that node j is connected to it by a way within ``size`` steps of it; if at least ``size`` of the
    r_j are true, so is one more. (If a group has more than ``size`` nodes, so has its part within this distance.)
    """

    __slots__ = ("size",)

    def __init__(self, of: Groups, node: int, size: int) -> None:
        super().__init__(of, node)
        self.size = size

    def holds(self, value: Value) -> bool:
        return len(self.of.group(self.node, value)) != self.size

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [] if self.holds(value) else [tuple(self.of.group(self.node, value)) or at]

    def decomposed(self) -> Sequence[Constraint]:
        if self.size >= self.of.count + 1:
            return []
        near, m = [*self.of.reached(self.node, self.size).values()], self.of.m
        return [Clause((~m.count_of(self.size, near), m.count_of(self.size + 1, near)))]

    def text(self, words: Wording) -> str:
        size = words.cells(self.size, self.size, self.of.count)
        return f"the group of {words.value_of(self, 'node')} does not have {size}"


class GroupHolds(GroupRule):
    """The group of ``node``, if it is active, holds from ``low`` to ``high`` of the ``marked`` nodes.

    Decomposition: r_j, that the node is in the group of the marked node j; low <= sum of r_j <= high if it is active.
    """

    __slots__ = ("high", "low", "marked")

    def __init__(self, of: Groups, node: int, marked: Iterable[int], low: int, high: int) -> None:
        super().__init__(of, node)
        self.marked, self.low, self.high = frozenset(marked), low, high

    def holds(self, value: Value) -> bool:
        group = self.of.group(self.node, value)
        return not group or self.low <= sum(j in self.marked for j in group) <= self.high

    def decomposed(self) -> Sequence[Constraint]:
        # ways are symmetric, so floods from the marked nodes serve the rules of all nodes
        ways = (self.of.reached(j).get(self.node) for j in sorted(self.marked))
        inside = [x for x in ways if x is not None]
        if self.low > len(inside):
            count: Constraint = Clause()
        elif self.low == 1 and self.high >= len(inside):
            count = Clause(inside)
        else:
            count = Count(inside, self.low, min(self.high, len(inside)))
        return [count] if self.of.nodes is None else [Implies((self.of.nodes[self.node],), count)]

    def text(self, words: Wording) -> str:
        held = words.amount(self.low, self.high, len(self.marked))
        return f"the group of {words.value_of(self, 'node')}{_if_any(self.of)} holds {held} of {words.value_of(self, 'marked')}"


class DifferentColours(StructureRule):
    """The nodes of the edge ``e`` are in different groups if it is not open.

    Then they have different colours, and another edge of every short cycle through ``e`` is not open either.
    """

    __slots__ = ("e",)
    of: Groups

    def __init__(self, of: Groups, e: int) -> None:
        super().__init__(of)
        self.e = e

    def holds(self, value: Value) -> bool:
        i, j, x = self.of.edges[self.e]
        return x is None or bool(value(x)) or j not in self.of.group(i, value)

    def variables(self) -> Iterable[Var]:
        return self.of.touched()

    def decomposed(self) -> Sequence[Constraint]:
        i, j, x = self.of.edges[self.e]
        (a, b), (c, d) = self.of.colours()[i], self.of.colours()[j]
        open_ = () if x is None else (x,)
        parts = [Clause((*open_, self.of.m.differ(a, c), self.of.m.differ(b, d)))]
        for around in self.of.rounds:
            if self.e in around:
                others = [self.of.edges[e][2] for e in around if e != self.e]
                parts.append(Clause((*open_, *[~y for y in others if y is not None])))
        return parts


def cells_instead(count: int, low: int, high: int) -> str:
    """Return the words for a number of cells that is not from ``low`` to ``high``."""
    return outside(counted(count, "cell"), count, low, high)


# -- rules about all groups -------------------------------------------------------------------------------------------


class EachHolds(RuleFamily):
    """The group of every one of ``nodes``, if it is active, holds from ``low`` to ``high`` of the ``marked`` nodes."""

    __slots__ = ("high", "low", "marked", "nodes")
    of: Groups

    def __init__(self, of: Groups, nodes: Sequence[int], marked: Iterable[int], low: int, high: int) -> None:
        self.of, self.nodes = of, nodes
        self.at = nodes if of.cells_at is None else [of.cells_at[j] for j in nodes]
        self.marked, self.low, self.high = frozenset(marked), low, high

    @property
    def parts(self) -> list[GroupHolds]:  # type: ignore[override]
        """One rule for each node."""
        return [GroupHolds(self.of, node, self.marked, self.low, self.high) for node in self.nodes]

    def _wrong(self, value: Value) -> list[tuple[tuple[int, ...], int]]:
        """Return the groups that hold too few or too many, each with the number that it holds."""
        nodes = set(self.nodes)
        held = [
            (self.of.place(group), sum(j in self.marked for j in group))
            for group in self.of.all_groups(value)
            if not nodes.isdisjoint(group)
        ]
        return [(place, count) for place, count in held if not self.low <= count <= self.high]

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [place for place, _ in self._wrong(value)]

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        count = dict(self._wrong(value))[at]
        return outside(str(count) if count else "none", count, self.low, self.high)

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Iterable[Iterable[Var]]:
        return (self.of.touched(),)

    def text(self, words: Wording) -> str:
        cells, marked = words.value_of(self, "nodes"), words.value_of(self, "marked")
        held = words.amount(self.low, self.high, len(self.marked))
        return f"the group of each of {cells}{_if_any(self.of)} holds {held} of {'these cells' if cells == marked else marked}"


class EachSize(RuleFamily):
    """The group of every active node has from ``low`` to ``high`` nodes."""

    __slots__ = ("high", "low")
    of: Groups

    def __init__(self, of: Groups, low: int, high: int) -> None:
        self.of, self.low, self.high, self.at = of, low, high, range(of.count)

    @property
    def parts(self) -> list[Constraint]:  # type: ignore[override]
        """One rule for each node."""
        nodes = self.of.nodes
        sizes = [GroupSize(self.of, node, self.low, self.high) for node in self.at]
        return [*sizes] if nodes is None else [Implies((x,), size) for x, size in zip(nodes, sizes, strict=True)]

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [tuple(group) for group in self.of.all_groups(value) if not self.low <= len(group) <= self.high]

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return cells_instead(len(at), self.low, self.high)

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Iterable[Iterable[Var]]:
        return (self.of.touched(),)

    def text(self, words: Wording) -> str:
        return f"every group has {words.cells(self.low, self.high, self.of.count)}"


class Parted(RuleFamily):
    """Every edge that is not open runs between two groups, in a planar graph whose nodes are all active.

    By the four colour theorem, groups can be coloured with four colours so that adjacent groups differ. Two literals
    for each node are its colour. If an edge is open, its nodes have the same colour; if not, a rule makes them differ.
    """

    __slots__ = ()
    of: Groups

    def __init__(self, of: Groups) -> None:
        self.of = of

    @property
    def at(self) -> list[tuple[int, int]]:  # type: ignore[override]
        """The two nodes of each edge."""
        return [(i, j) for i, j, x in self.of.edges if x is not None]

    @property
    def parts(self) -> list[DifferentColours]:  # type: ignore[override]
        """One rule for each edge."""
        return [DifferentColours(self.of, e) for e, (_, _, x) in enumerate(self.of.edges) if x is not None]

    def decomposed_together(self) -> CachedRules | None:
        groups = self.of
        cache, openings = groups.cache, [x for _, _, x in groups.edges if x is not None]
        if cache is None or len(openings) < len(groups.edges) or groups.has_colours:
            return None

        def made() -> CachedRules:
            before = len(groups.m.ties)
            clauses = [
                (clause, at) for part, at in zip(self.parts, self.at, strict=True) for clause in part.decomposed()
            ]
            ties = groups.m.ties[before:]
            del groups.m.ties[before:]
            return CachedRules(
                [*(part for part, _ in clauses), *ties], [*(at for _, at in clauses), *[None] * len(ties)], cache
            )

        return groups.m.cached(cache, ("parted",), openings, made)

    def faults(self, value: Value, at: Any) -> list[Any]:
        group = {node: k for k, nodes in enumerate(self.of.all_groups(value)) for node in nodes}
        return [
            (i, j)
            for i, j, x in self.of.edges
            if x is not None and not value(x) and i in group and group[i] == group.get(j)
        ]

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Iterable[Iterable[Var]]:
        return (self.of.touched(),)
