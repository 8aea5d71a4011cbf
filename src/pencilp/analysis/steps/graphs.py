"""Consequences of "one connected group" without a solver, and the witness that shows why it is broken.

A node or an edge is possible as long as it is not known to be inactive. Active nodes in two components of what is
possible break the rule. If there is one component with all active nodes, nodes outside it are inactive, and nodes and
edges without which it would fall apart, with active nodes in both parts, are active.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING

from pencilp.analysis.steps.native import Breaking, CutOff, Native, Watching
from pencilp.model.constraints import Connected

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program
    from pencilp.structures.groups import Groups


class Grouped(Breaking):
    """The active nodes of a graph form one group."""

    __slots__ = ("activates", "around", "edges", "nodes", "ways")

    def __init__(self, constraint: Connected, program: Program) -> None:
        lits = [*constraint.nodes, *(x for _, _, x in constraint.edges if x is not None)]
        super().__init__(abs(x.n) for x in lits if abs(x.n) in program.place)
        self.nodes = [x.n if abs(x.n) in program.place else 0 for x in constraint.nodes]
        """Per node its literal; 0: it is active if one of its edges is."""
        self.edges = [(i, j, None if x is None else x.n) for i, j, x in constraint.edges]
        self.around: list[list[tuple[int, int]]] = [[] for _ in self.nodes]
        for e, (i, j, _) in enumerate(self.edges):
            self.around[i].append((j, e))
            self.around[j].append((i, e))
        self.activates: dict[int, list[int]] = {n: [i] for i, n in enumerate(self.nodes) if n}
        """Per literal the nodes that are active if it holds."""
        for i, j, n in self.edges:
            if n is not None:
                self.activates.setdefault(n, []).extend(k for k in (i, j) if not self.nodes[k])
        self.ways = [[(j, -(self.edges[e][2] or 0), -self.nodes[j]) for j, e in near] for near in self.around]
        """Per node those next to it, each with two literals: if one of them holds, there is no way (0: always)."""

    def implied(self, i: int, true: Set[int], *, active: bool) -> list[int]:
        """Return the literals of the answer that hold if node ``i`` is active, or is not."""
        n = self.nodes[i]
        if n:
            return [] if n in true or -n in true else [n if active else -n]
        lits = [self.edges[e][2] for _, e in self.around[i]]
        open_ = [x for x in lits if x is not None and x not in true and -x not in true]
        if not active:
            return [-x for x in open_]
        return open_ if len(open_) == 1 and not any(x in true for x in lits) else []

    def _known(self, true: Set[int]) -> tuple[list[int | None], list[int | None]]:
        edges: list[int | None] = [1 if n is None or n in true else 0 if -n in true else None for _, _, n in self.edges]
        nodes: list[int | None] = []
        for i, n in enumerate(self.nodes):
            if n:
                nodes.append(1 if n in true else 0 if -n in true else None)
                continue
            values = [edges[e] for _, e in self.around[i]]
            nodes.append(1 if 1 in values else None if None in values else 0)
        return nodes, edges

    def parts(self, true: Set[int]) -> list[list[int]]:
        """Return the components of possible nodes that have an active node, each from an active one on."""
        nodes, edges = self._known(true)
        seen = [v == 0 for v in nodes]
        result = []
        for start, v in enumerate(nodes):
            if v != 1 or seen[start]:
                continue
            seen[start] = True
            found = [start]
            for i in found:
                for j, e in self.around[i]:
                    if not seen[j] and edges[e] != 0:
                        seen[j] = True
                        found.append(j)
            result.append(found)
        return result

    def forced(self, true: Set[int]) -> list[int] | None:
        nodes, edges = self._known(true)
        start = next((i for i, v in enumerate(nodes) if v == 1), None)
        if start is None:
            return []
        order, low, active, parent = searched(self.around, start, nodes, edges)
        if any(v == 1 and order[i] < 0 for i, v in enumerate(nodes)):
            return None
        found: dict[int, None] = {}
        for i, v in enumerate(nodes):
            if v is None and order[i] < 0:
                found.update(dict.fromkeys(self.implied(i, true, active=False)))
        for j, (i, e) in parent.items():
            if i < 0 or not active[j]:
                continue
            if low[j] >= order[i] and nodes[i] is None:
                found.update(dict.fromkeys(self.implied(i, true, active=True)))
            lit = self.edges[e][2]
            if low[j] > order[i] and edges[e] is None and lit is not None:
                found[lit] = None
        if any(-n in found for n in found):
            return None
        return [*found]

    def breaks(self, true: Set[int]) -> bool:
        left = {i for n in true if n in self.activates for i in self.activates[n]}
        if not left:
            return False
        todo = [left.pop()]
        seen = {*todo}
        for i in todo:
            for j, closed, inactive in self.ways[i]:
                if j not in seen and closed not in true and inactive not in true:
                    seen.add(j)
                    todo.append(j)
                    left.discard(j)
            if not left:
                return False
        return True

    def cut_off(self, true: Set[int]) -> CutOff | None:
        parts = self.parts(true)
        if len(parts) < 2:
            return None
        nodes, edges = self._known(true)
        part = min(parts, key=lambda part: (sum(nodes[i] == 1 for i in part), len(part)))
        fence = sorted({j for i in part for j, e in self.around[i] if nodes[j] == 0 and edges[e] != 0})
        drawn = [sum(self.edges[e][2] in true for _, e in self.around[i]) for i in part]
        return CutOff([i for i in part if nodes[i] == 1], fence, all(count == 2 for count in drawn))


def searched(
    around: Sequence[Sequence[tuple[int, int]]], start: int, nodes: Sequence[int | None], edges: Sequence[int | None]
) -> tuple[list[int], list[int], list[int], dict[int, tuple[int, int]]]:
    """Return a depth-first search from a node.

    Per node the order in which it is reached (-1: not), the least order that is reached from below it, how many
    active nodes are below it; and per reached node the one before it, with the edge.
    """
    count = len(nodes)
    order, low, active = [-1] * count, [0] * count, [0] * count
    parent: dict[int, tuple[int, int]] = {start: (-1, -1)}
    order[start] = low[start] = 0
    active[start] = int(nodes[start] == 1)
    clock = 1
    stack = [(start, -1, iter(around[start]))]
    while stack:
        i, by, ways = stack[-1]
        for j, e in ways:
            if e == by or edges[e] == 0 or nodes[j] == 0:
                continue
            if order[j] >= 0:
                low[i] = min(low[i], order[j])
                continue
            order[j] = low[j] = clock
            active[j] = int(nodes[j] == 1)
            clock += 1
            parent[j] = (i, e)
            stack.append((j, e, iter(around[j])))
            break
        else:
            stack.pop()
            above = parent[i][0]
            if above >= 0:
                low[above] = min(low[above], low[i])
                active[above] += active[i]
    return order, low, active, parent


class Leads(Watching):
    """Open edges lead from a node to one of ``ends``; all nodes are active.

    If ``optional``, that is so only if an edge at the node is open.
    """

    __slots__ = ("ends", "node", "of", "optional")

    def __init__(self, of: Groups, node: int, ends: Set[int], *, optional: bool) -> None:
        super().__init__(abs(x.n) for _, _, x in of.edges if x is not None)
        self.of, self.node, self.ends, self.optional = of, node, ends, optional

    def _forced(self, true: Set[int]) -> list[int] | None:
        edges = [1 if x is None or x.n in true else 0 if -x.n in true else None for _, _, x in self.of.edges]
        at = [e for _, e in self.of.around[self.node] if edges[e] != 0]
        begun = not self.optional or any(edges[e] == 1 for e in at)
        if self.node in self.ends or not (begun or at):
            return []
        one = self._way(edges, {})
        if one is None:
            return None if begun else [-self._lit(e) for e in at]
        if not begun:
            return self._show_quiet([one], edges, at)
        once = {e: i for i, e in one if edges[e] is None}
        other = self._way(edges, once)
        if other is not None:
            return self._show_quiet([one, other], edges)
        nodes = [1 if i in self.ends else None for i in range(self.of.count)]
        order, low, below, parent = searched(self.of.around, self.node, nodes, edges)
        every = below[self.node]
        return [
            self._lit(e)
            for j, (i, e) in parent.items()
            if i >= 0 and edges[e] is None and below[j] == every and low[j] > order[i]
        ]

    def _lit(self, e: int) -> int:
        lit = self.of.edges[e][2]
        assert lit is not None
        return lit.n

    def _way(self, edges: Sequence[int | None], once: Mapping[int, int]) -> list[tuple[int, int]] | None:
        """Return a way over possible edges to an end, each edge with the node before it; None if there is none.

        It takes the edges of ``once`` only against the direction in which the first way takes them, from the node given:
        together both ways are two ways without a common undecided edge.
        """
        before: dict[int, tuple[int, int]] = {self.node: (-1, -1)}
        todo = [self.node]
        for i in todo:
            for j, e in self.of.around[i]:
                if edges[e] == 0 or j in before or once.get(e) == i:
                    continue
                before[j] = (i, e)
                if j in self.ends:
                    way = []
                    while e >= 0:
                        way.append((i, e))
                        i, e = before[i]
                    return way
                todo.append(j)
        return None

    def _show_quiet(
        self, ways: Sequence[Sequence[tuple[int, int]]], edges: Sequence[int | None], begins: Sequence[int] = ()
    ) -> list[int]:
        """Take down that nothing follows as long as some ways are possible and do not begin; return that."""
        used = {e for way in ways for _, e in way if self.of.edges[e][2] is not None}
        closed = [-self._lit(e) for e in used if edges[e] is None]
        return self.be_quiet([*closed, *map(self._lit, begins)], (self._lit(e) for e in used if edges[e] == 1))

    def _reached(self, passable: Sequence[bool]) -> list[int]:
        """Return the nodes that are reached over ``passable`` edges."""
        seen, todo = {self.node}, [self.node]
        for i in todo:
            for j, e in self.of.around[i]:
                if passable[e] and j not in seen:
                    seen.add(j)
                    todo.append(j)
        return todo

    def cut_off(self, true: Set[int]) -> CutOff | None:
        reached = self._reached([x is None or -x.n not in true for _, _, x in self.of.edges])
        return CutOff(sorted(reached), [], closed=False) if self.ends.isdisjoint(reached) else None


class Both(Breaking):
    """Several constraints; one says nothing if another does."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Native]) -> None:
        super().__init__(n for part in parts for n in part.atoms)
        self.parts = parts

    def forced(self, true: Set[int]) -> list[int] | None:
        found: dict[int, None] = {}
        for part in self.parts:
            forced = part.forced(true)
            if forced is None:
                return None
            found.update(dict.fromkeys(forced))
        return None if any(-n in found for n in found) else [*found]

    def breaks(self, true: Set[int]) -> bool:
        known = set(true)
        for part in self.parts:
            if part.breaks(known):
                return True
            if part is not self.parts[-1]:
                known.update(part.forced(known) or ())
        return False

    def cut_off(self, true: Set[int]) -> CutOff | None:
        return next(filter(None, (part.cut_off(true) for part in self.parts)), None)
