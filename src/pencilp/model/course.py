"""A loop that is gone along from a start, in one of its two directions: which way it leads, and when it passes some nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pencilp.model.constraints import Constraint, Value, any_of, exactly
from pencilp.model.structures import Many, Member, Structure
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.model import Model, Rule
    from pencilp.model.plan import Form

State = tuple[int, int]
"""An arc, and how many gates have been passed before it is taken. Arc 2 * e follows edge e from its first node to its
second, arc 2 * e + 1 back."""


class Course(Structure):
    """The way along a loop: ``ends`` are the two nodes of each edge, ``line`` its literals, of ``count`` nodes.

    It begins at the node ``start``, over the first of the active edges there where the literal ``forward`` is true, else over
    the last, and it ends when it comes back. Without ``forward`` the direction is free, and the same for all rules.
    ``gates`` are groups of nodes that have no node in common; the start is in none.
    """

    def __init__(
        self, m: Model, count: int, ends: Sequence[tuple[int, int]], line: Sequence[Lit], start: int,
        gates: Sequence[Sequence[int]] = (), forward: Lit | None = None,
    ) -> None:  # fmt: skip
        super().__init__(m)
        self.count, self.ends, self.line, self.start, self.gates = count, ends, line, start, gates
        self.forward = m.binary("forward") if forward is None else forward
        self.arcs = [arc for a, b in ends for arc in ((a, b), (b, a))]
        """Per arc the node that it leaves, and the one that it leads to."""
        self.out: list[list[int]] = [[] for _ in range(count)]
        """Per node the arcs that leave it."""
        for arc, (a, _) in enumerate(self.arcs):
            self.out[a].append(arc)
        self.gate_of = {node: g for g, gate in enumerate(gates) for node in gate}
        self.most = 0
        """No rule asks for more gates to be passed before an arc."""
        self._comes: dict[bool, dict[State, Lit]] = {}

    def forget(self) -> None:
        self._comes.clear()

    def arcs_into(self, nodes: Iterable[int]) -> list[int]:
        """The arcs that lead to some nodes."""
        return [arc ^ 1 for node in nodes for arc in self.out[node]]

    def steps(self, counted: bool) -> Iterable[tuple[State, State]]:
        """The pairs of states that follow one another; unless gates are ``counted``, none is ever passed."""
        for arc, (_, b) in enumerate(self.arcs):
            more = counted and b in self.gate_of
            for after in self.out[b] if b != self.start else ():
                if after != arc ^ 1:
                    for k in range((self.most if counted else 0) + 1 - more):
                        yield (arc, k), (after, k + more)

    def begins(self, value: Value) -> list[int]:
        """The arc with which the way begins, if there is one."""
        active = [arc for arc in self.out[self.start] if value(self.line[arc // 2])]
        return active[:1] if value(self.forward) else active[-1:]

    def comes(self, counted: bool) -> dict[State, Lit]:
        """Per state the literal, defined by the lines, that the way comes into it."""
        if counted not in self._comes:
            m = self.m
            most = self.most if counted else 0
            states = [(arc, k) for arc in range(len(self.arcs)) for k in range(most + 1)]
            number = {state: i for i, state in enumerate(states)}
            nodes = [self.line[arc // 2] for arc, _ in states]
            first = self.out[self.start]
            for i, arc in enumerate(first):
                before, after = ([self.line[a // 2] for a in some] for some in (first[:i], first[i + 1 :]))
                against = m.all_of((self.forward, m.any_of(before))), m.all_of((~self.forward, m.any_of(after)))
                nodes[number[arc, 0]] = m.all_of((self.line[arc // 2], ~against[0], ~against[1]))
            edges = [(number[a], number[b], None) for a, b in self.steps(counted)]
            flooded = m.flood(nodes, edges, [number[arc, 0] for arc in first])
            self._comes[counted] = dict(zip(states, flooded, strict=True))
        return self._comes[counted]

    def come(self, value: Value, counted: bool) -> set[State]:
        """The same for the values of the lines: the states into which the way comes."""
        around: dict[State, list[State]] = {}
        for a, b in self.steps(counted):
            around.setdefault(a, []).append(b)
            around.setdefault(b, []).append(a)
        first = self.out[self.start]
        found = [(arc, 0) for arc in self.begins(value)]
        seen = {*found, *((arc, 0) for arc in first)}
        for state in found:
            fresh = [s for s in around.get(state, ()) if s not in seen and value(self.line[s[0] // 2])]
            seen.update(fresh)
            found += dict.fromkeys(fresh)
        return set(found)

    def quick(self, rules: Sequence[Rule]) -> Form | None:
        from pencilp.model.quick.courses import form

        return form(self, rules)


class Once(Many):
    """One node of every gate is passed: ``passed`` has a literal per node, that the loop passes it."""

    __slots__ = ()

    def __init__(self, of: Course, passed: Sequence[Lit]) -> None:
        super().__init__([exactly(1, [passed[node] for node in gate]) for gate in of.gates], of.gates, of)


class _Led(Member):
    """The way comes into one of some states. Decomposition: it is flooded along the lines, state by state."""

    __slots__ = ()
    of: Course
    counted = False

    def states(self) -> list[State]:
        """The states that would do."""
        raise NotImplementedError

    def holds(self, value: Value) -> bool:
        return not self.of.come(value, self.counted).isdisjoint(self.states())

    def variables(self) -> Sequence[Lit]:
        return [*self.of.line, self.of.forward]

    def decomposed(self) -> Sequence[Constraint]:
        return [any_of([self.of.comes(self.counted)[state] for state in self.states()])]


class Along(_Led):
    """The way leads over one of ``arcs``, whatever gates it has passed."""

    __slots__ = ("arcs",)

    def __init__(self, of: Course, arcs: Sequence[int]) -> None:
        super().__init__(of)
        self.arcs = arcs

    def states(self) -> list[State]:
        return [(arc, 0) for arc in self.arcs]


class Nth(_Led):
    """The gate with which the way passes a gate for the ``number``-th time is one of ``gates``, numbers of the course's.

    There is none for a number greater than that of all gates.
    """

    __slots__ = ("gates", "number", "possible")
    counted = True

    def __init__(self, of: Course, gates: Sequence[int], number: int) -> None:
        super().__init__(of)
        self.gates, self.number = gates, number
        self.possible = 0 < number <= len(of.gates)
        if self.possible:
            of.most = max(of.most, number - 1)

    def states(self) -> list[State]:
        into = self.of.arcs_into([node for g in self.gates for node in self.of.gates[g]])
        return [(arc, self.number - 1) for arc in into] if self.possible else []
