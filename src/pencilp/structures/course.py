"""The way along a loop from a start, in one of its two directions: its directions, and the order of nodes on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING

from pencilp.model.constraints import Constraint, Value, any_of, decided
from pencilp.model.structures import Structure, StructureRule
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.model import Model, Solution

State = tuple[int, int]
"""An arc, and the number of gates passed before it. Arc 2 * e follows edge e, arc 2 * e + 1 leads back."""


class Course(Structure):
    """The way along a loop in a graph of ``count`` nodes.

    ``ends`` are the two nodes of each edge, ``line`` the literals of the edges. The way begins at the node ``start``
    and ends when it comes back. If the literal ``forward`` is true it leaves by the first active edge there, else by
    the last. Without ``forward`` the direction is free, but the same for all rules. ``gates`` are disjoint groups of
    nodes without the start.
    """

    def __init__(
        self, m: Model, count: int, ends: Sequence[tuple[int, int]], line: Sequence[Lit], start: int,
        gates: Sequence[Sequence[int]] = (), forward: Lit | None = None,
    ) -> None:  # fmt: skip
        super().__init__(m)
        self.count, self.ends, self.line, self.start, self.gates = count, ends, line, start, gates
        self._free = forward is None
        self.forward = m.binary("forward") if forward is None else forward
        self.arcs = [arc for a, b in ends for arc in ((a, b), (b, a))]
        """For each arc the node that it leaves and the node that it enters."""
        self.out: list[list[int]] = [[] for _ in range(count)]
        """The arcs that leave each node."""
        for arc, (a, _) in enumerate(self.arcs):
            self.out[a].append(arc)
        self.gate_of = {node: g for g, gate in enumerate(gates) for node in gate}
        self._most = 0
        """The greatest number of gates before an arc that a rule needs."""
        self._comes: dict[bool, dict[State, Lit]] = {}
        self._walked_for: list[int | None] = []
        """The values of the lines for which ``_walks`` holds, because every rule asks for the same walk."""
        self._walks: dict[tuple[bool, bool], tuple[set[State], float]] = {}

    def reset(self) -> None:
        self._comes.clear()

    def count_gates(self, number: int) -> None:
        """Let the states count at least this number of gates."""
        self._most = max(self._most, number)

    def arcs_into(self, nodes: Iterable[int]) -> list[int]:
        """Return the arcs that enter ``nodes``."""
        return [arc ^ 1 for node in nodes for arc in self.out[node]]

    def steps(self, counted: bool) -> Iterable[tuple[State, State]]:
        """Yield the pairs of consecutive states. Unless gates are ``counted``, their number stays 0."""
        for arc, (_, b) in enumerate(self.arcs):
            more = counted and b in self.gate_of
            for after in self.out[b] if b != self.start else ():
                if after != arc ^ 1:
                    for k in range((self._most if counted else 0) + 1 - more):
                        yield (arc, k), (after, k + more)

    def assign_free(self, value: Solution) -> bool:
        if not self._free:
            return False
        rules = [rule.constraint for rule in self.m.rules if getattr(rule.constraint, "of", None) is self]
        led = [rule for rule in rules if isinstance(rule, LeadsTo)]
        broken = {}
        for way in (True, False):
            results = [self.leads(value, way, rule.states(), rule.counted) for rule in led]
            if None in results:
                return False
            broken[way] = results.count(False)
        value.bits[self.forward.n] = int(broken[True] <= broken[False])
        return True

    def comes(self, counted: bool) -> dict[State, Lit]:
        """Return for each state the literal, defined by the lines, that the way enters it."""
        if counted not in self._comes:
            m = self.m
            most = self._most if counted else 0
            states = [(arc, k) for arc in range(len(self.arcs)) for k in range(most + 1)]
            number = {state: i for i, state in enumerate(states)}
            nodes = [self.line[arc // 2] for arc, _ in states]
            first = self.out[self.start]
            for i, arc in enumerate(first):
                before, after = ([self.line[a // 2] for a in arcs] for arcs in (first[:i], first[i + 1 :]))
                against = m.all_of((self.forward, m.any_of(before))), m.all_of((~self.forward, m.any_of(after)))
                nodes[number[arc, 0]] = m.all_of((self.line[arc // 2], ~against[0], ~against[1]))
            edges = [(number[a], number[b], None) for a, b in self.steps(counted)]
            flooded = m.flood(nodes, edges, [number[arc, 0] for arc in first])
            self._comes[counted] = dict(zip(states, flooded, strict=True))
        return self._comes[counted]

    def leads(self, value: Value, forward: bool, states: Sequence[State], counted: bool) -> bool | None:
        """Return whether the way enters one of ``states``, for given values of the lines.

        Return None if the way leads to undecided lines and may still enter one. If two lines at a node are decided, its
        undecided lines count as absent, because a loop does not take them.
        """
        if not states:
            return False
        values = [decided(value, line) for line in self.line]
        if values != self._walked_for:
            self._walked_for, self._walks = values, {}
        key = forward, counted
        if key not in self._walks:
            self._walks[key] = self._walk(values, forward, counted)
        reached, least = self._walks[key]
        # beyond an open place the number of gates passed only grows
        return True if not reached.isdisjoint(states) else None if least <= max(k for _, k in states) else False

    def _walk(self, values: Sequence[int | None], forward: bool, counted: bool) -> tuple[set[State], float]:
        """Return the states that the way enters, and the minimum of gates passed where it becomes open."""
        most = self._most if counted else 0
        taken = [[arc for arc in out if values[arc // 2]] for out in self.out]
        is_open = [
            len(arcs) < 2 and any(values[arc // 2] is None for arc in out)
            for arcs, out in zip(taken, self.out, strict=True)
        ]
        if is_open[self.start]:
            return set(), 0
        first = taken[self.start]
        reached = [(arc, 0) for arc in (first[:1] if forward else first[-1:])]
        seen = {*reached, *((arc, 0) for arc in self.out[self.start])}
        least = inf
        for arc, k in reached:
            a, b = self.arcs[arc]
            # if a line branches, follow it backwards, too
            for node, back in ((a, 1), (b, 0)):
                more = counted and node in self.gate_of
                passed = k - more if back else k + more
                if node == self.start or not 0 <= passed <= most:
                    continue
                if is_open[node]:
                    least = min(least, passed)
                this = arc if back else arc ^ 1
                fresh = [(other ^ back, passed) for other in taken[node] if other != this]
                fresh = [state for state in fresh if state not in seen]
                seen.update(fresh)
                reached += fresh
        return set(reached), least


class LeadsTo(StructureRule):
    """The way enters one of some states. Decomposition: a flood of states along the lines."""

    __slots__ = ()
    of: Course
    counted = False

    def states(self) -> list[State]:
        """Return the states."""
        raise NotImplementedError

    def holds(self, value: Value) -> bool:
        forward = decided(value, self.of.forward)
        ways = (True, False) if forward is None else (bool(forward),)
        results = {self.of.leads(value, way, self.states(), self.counted) for way in ways}
        result = results.pop()
        if results or result is None:
            raise KeyError("the answer does not decide the way")
        return result

    def variables(self) -> Sequence[Lit]:
        return [*self.of.line, self.of.forward]

    def decomposed(self) -> Sequence[Constraint]:
        return [any_of([self.of.comes(self.counted)[state] for state in self.states()])]
