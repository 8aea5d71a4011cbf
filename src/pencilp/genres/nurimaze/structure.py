"""The way from a start to a goal through a maze."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilp.model.constraints import And, Clause, Constraint, decided, exactly
from pencilp.model.structures import Structure
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.model import Model, Solution


class Way(Structure):
    """A way over active nodes of a graph, from the node ``start`` to the node ``goal``.

    ``nodes`` has a literal for each node, true if it is active; ``near`` lists the neighbours of each node. The literal
    ``passes[i]`` is true if the way passes node i. If the active nodes form a tree, there is exactly one way.
    """

    def __init__(self, m: Model, nodes: Sequence[Lit], near: Sequence[Sequence[int]], start: int, goal: int) -> None:
        super().__init__(m)
        self.nodes, self.near, self.ends = nodes, near, (start, goal)
        self.passes = m.binaries("way", len(nodes))

    def leads(self) -> Constraint:
        """Return the constraint that the way leads from the start to the goal.

        Formula: p_i >> x_i and exactly two p_j of the neighbours j; p_i and exactly one p_j at the start and the goal.
        """
        each: list[Constraint | Lit] = []
        for node, (x, passed) in enumerate(zip(self.nodes, self.passes, strict=True)):
            around = self.passes[self.near[node]]
            if node in self.ends:
                each += [x, passed, exactly(1, around)]
            else:
                each += [Clause((~passed, x)), passed >> exactly(2, around)]
        return And(each)

    def assign_free(self, value: Solution) -> bool:
        """Assign the way if there is exactly one: the active nodes without all dead ends."""
        left = {node for node, x in enumerate(self.nodes) if decided(value, x)}
        around = {node: [n for n in self.near[node] if n in left] for node in left}
        dead = [node for node in left if len(around[node]) < 2 and node not in self.ends]
        for node in dead:
            left.discard(node)
            for n in around[node]:
                around[n].remove(node)
                if len(around[n]) < 2 and n not in self.ends and n in left:
                    dead.append(n)
            around[node] = []
        way = {self.ends[0]: None}
        stack = [*way]
        while stack:
            further = [n for n in around.get(stack.pop(), ()) if n not in way]
            way.update(dict.fromkeys(further))
            stack += further
        # a loop leaves a choice of ways, or lies apart from the way
        branches = [node for node in left if len(around[node]) > (1 if node in self.ends else 2)]
        if branches or left != way.keys() or self.ends[1] not in way:
            return False
        value.bits.update((x.n, int(node in left)) for node, x in enumerate(self.passes))
        return True
