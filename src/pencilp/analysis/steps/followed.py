"""Consequences of "the numbers before and after this one are on its neighbours" without a solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import product
from typing import TYPE_CHECKING

from pencilp.analysis.steps.native import Native
from pencilp.structures.walk import Followed

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program


class Neighbours(Native):
    """``own`` and ``near`` have the atoms of each number of a node and of its neighbours; ``last`` is the last number."""

    __slots__ = ("last", "near", "own")
    asks_long = True

    def __init__(self, own: Mapping[int, int], near: Sequence[Mapping[int, int]], last: int) -> None:
        super().__init__(n for values in (own, *near) for n in values.values())
        self.own, self.near, self.last = own, near, last

    def sources(self, lits: Iterable[int], true: Set[int]) -> set[int]:
        lits = set(lits)
        known = {n for n in self.own.values() if n in true}
        values = {v for v, n in self.own.items() if -n in lits}
        atoms: set[int] = set()
        if known or not lits or len(values) < len(lits):
            values = {v for v, n in self.own.items() if (n in known if known else -n not in true)}
            atoms.update(known or self.own.values())
            for some in self.near:
                if not lits.isdisjoint(some.values()):
                    atoms.update(some.values())  # the last number that is left
        wanted = {w for v in values for w in (v - 1, v + 1)}
        atoms.update(n for some in self.near for w, n in some.items() if w in wanted)
        return atoms

    def forced(self, true: Set[int]) -> list[int] | None:
        given = [v for v, n in self.own.items() if n in true]
        ways = {}
        for v in given or [v for v, n in self.own.items() if -n not in true]:
            holders = [self._holders(w, true) for w in (v - 1, v + 1) if 1 <= w <= self.last]
            if some := [way for way in product(*holders) if len({k for k, _ in way}) == len(way)]:
                ways[v] = some
        if not ways:
            return None
        excluded = {n for v, n in self.own.items() if v not in ways and -n not in true}
        every = [dict(way) for some in ways.values() for way in some]
        for k, values in enumerate(self.near):
            if all(k in way for way in every):
                kept = {way[k] for way in every}
                excluded.update(n for w, n in values.items() if w not in kept and -n not in true and n not in true)
        result = [-n for n in excluded]
        for values in (self.own, *self.near):
            left = [n for n in values.values() if -n not in true and n not in excluded]
            if not left:
                return None
            if len(left) == 1 and left[0] not in true and not excluded.isdisjoint(values.values()):
                result.append(left[0])
        return result

    def _holders(self, number: int, true: Set[int]) -> list[tuple[int, int]]:
        """Return the neighbours that may have a number, each with this number."""
        return [(k, number) for k, values in enumerate(self.near) if number in values and -values[number] not in true]


def followed_of(constraint: object, program: Program) -> Native | None:
    """Return what finds the consequences of the rule; None for another rule, or if the answer does not have its numbers."""
    if not isinstance(constraint, Followed):
        return None
    numbers = [constraint.of.numbers[k] for k in (constraint.node, *constraint.of.around[constraint.node])]
    atoms = [lit.n for x in numbers for lit in x.eq]
    if len({*atoms}) < len(atoms) or not all(n in program.number for n in atoms):
        return None
    own, *near = (dict(zip(x.values, (lit.n for lit in x.eq), strict=True)) for x in numbers)
    return Neighbours(own, near, numbers[0].high)
