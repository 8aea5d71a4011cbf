"""The rules of gates: each is passed once, and some as the n-th."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.model.constraints import exactly
from pencilp.model.structures import RuleFamily
from pencilp.model.variables import Lit
from pencilp.reformulate.fast import has_fast_form
from pencilp.structures.course import Course, LeadsTo, State


class Once(RuleFamily):
    """The loop passes exactly one node of every gate. ``passed`` has a literal for each node."""

    __slots__ = ()

    def __init__(self, of: Course, passed: Sequence[Lit]) -> None:
        super().__init__([exactly(1, [passed[node] for node in gate]) for gate in of.gates], of.gates, of)


@has_fast_form("pencilp.genres.slalom.fast:rewrite")
class Nth(LeadsTo):
    """The ``number``-th gate on the way is one of ``gates``, indices of the course's gates.

    If there are fewer gates, no gate has this number.
    """

    __slots__ = ("gates", "number", "possible")
    counted = True
    asked = False  # there are many states, and an open way may enter almost any of them

    def __init__(self, of: Course, gates: Sequence[int], number: int) -> None:
        super().__init__(of)
        self.gates, self.number = gates, number
        self.possible = 0 < number <= len(of.gates)
        if self.possible:
            of.count_gates(number - 1)

    def states(self) -> list[State]:
        into = self.of.arcs_into([node for g in self.gates for node in self.of.gates[g]])
        return [(arc, self.number - 1) for arc in into] if self.possible else []
