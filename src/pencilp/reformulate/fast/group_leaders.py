"""Groups that hold a given number of marked nodes, at most one of every kind: each is the group of a leader.

If each group holds as many marked nodes as there are kinds, it holds one of the largest kind, or one of no kind. These
are the leaders. They are few, and rules about their groups are enough. Nodes count as one if a single rule opens an
edge between them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.model.constraints import Constraint, all_hold, any_of, at_most, exactly
from pencilp.model.fixed_literals import fixed_true
from pencilp.model.model import Rule
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import EachHolds

if TYPE_CHECKING:
    from pencilp.structures.groups import Groups


def rewrite(groups: Groups, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, if all groups hold one marked node of each kind.

    Let r_lj be "leader l reaches node j". For each l the sum of r_lj over the marked j is the number of kinds, and over
    the j of a kind at most 1. For each j some r_lj is true. For each j the sum of r_lj over the leaders l of the
    largest kind is at most 1. If j is another one of these, there is no r_lj: an open edge from j to a node that l
    reaches would break the sum for that node. An edge between two of these leaders is closed by a rule.
    """
    held = [(rule, rule[0]) for rule in rules if isinstance(rule[0], EachHolds)]
    whole = [(rule, c) for rule, c in held if c.low > 0 and len(set(c.nodes)) == groups.count]
    kinds = [(rule, c.marked) for rule, c in held if (c.low, c.high) == (0, 1) and c.marked.issubset(c.nodes)]
    if not kinds or len(whole) != 1 or len(kinds) + 1 < len(rules) or groups.nodes is not None:
        return "the rules do not say that every group holds one marked node of each kind"
    every, each = whole[0]
    if not each.low == each.high == len(kinds) or not all(kind <= each.marked for _, kind in kinds):
        return "the groups do not hold as many marked nodes as there are kinds"
    largest = max(kinds, key=lambda pair: len(pair[1]))
    first = sorted(largest[1])
    others = sorted(each.marked.difference(*(kind for _, kind in kinds)))
    joined = _Joined(groups)
    node = joined.node
    leaders = {node[leader] for leader in first}
    reached = {
        leader: joined.reached(node[leader], leaders if leader in largest[1] else ()) for leader in (*first, *others)
    }
    stated = []
    for leader, group in reached.items():
        at = groups.place([leader])
        held_there = exactly(len(kinds), [group[node[j]] for j in sorted(each.marked) if node[j] in group])
        stated.append(every._replace(constraint=held_there, at=at))
        stated += [
            rule._replace(constraint=at_most(1, [group[node[j]] for j in sorted(kind) if node[j] in group]), at=at)
            for rule, kind in kinds
            if rule is not largest[0]
        ]
    once: list[Constraint | Lit] = [
        at_most(1, [reached[leader][j] for leader in first if j in reached[leader]]) for j in range(joined.count)
    ]
    once += [~x for i in sorted(leaders) for j, x in joined.around[i] if j in leaders]
    stated.append(largest[0]._replace(constraint=all_hold(once)))
    for j, place in enumerate(joined.first):
        reaching = any_of([group[j] for group in reached.values() if j in group])
        stated.append(every._replace(constraint=reaching, at=groups.place([place])))
    return Rewrite(f"groups of {counted(len(reached), 'leader')}", rules, stated)


class _Joined:
    """A graph in which nodes that must be in one group are merged."""

    def __init__(self, groups: Groups) -> None:
        self.m = groups.m
        sure = fixed_true(groups.m)
        always: list[list[int]] = [[] for _ in range(groups.count)]
        maybe = []
        for i, j, x in groups.edges:
            if x is None or x.n in sure:
                always[i].append(j)
                always[j].append(i)
            elif -x.n not in sure:
                maybe.append((i, j, x))
        self.node = [-1] * groups.count
        """For each node of the graph the merged node."""
        self.first: list[int] = []
        """For each merged node one of its nodes."""
        for start in range(groups.count):
            if self.node[start] < 0:
                self.node[start] = len(self.first)
                stack = [start]
                while stack:
                    for n in always[stack.pop()]:
                        if self.node[n] < 0:
                            self.node[n] = len(self.first)
                            stack.append(n)
                self.first.append(start)
        self.count = len(self.first)
        self.around: list[list[tuple[int, Lit]]] = [[] for _ in self.first]
        for i, j, x in maybe:
            i, j = self.node[i], self.node[j]
            if i != j:
                self.around[i].append((j, x))
                self.around[j].append((i, x))

    def reached(self, start: int, closed: Collection[int]) -> dict[int, Lit]:
        """Return for each node that may be in the group of ``start`` the literal that it is.

        The group enters no ``closed`` node except its start.
        """
        near = {start: 0}
        edges = []
        for i in (nodes := [start]):
            for j, x in self.around[i]:
                if j not in near:
                    if j in closed:
                        continue
                    near[j] = len(nodes)
                    nodes.append(j)
                if near[i] < near[j]:
                    edges.append((near[i], near[j], x))
        return dict(zip(nodes, self.m.flood([self.m.true] * len(nodes), edges, (0,)), strict=True))
