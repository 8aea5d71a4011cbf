"""All values that a rule instance of few places allows, and what follows from known ones."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import product
from math import prod

from pencilp.analysis.steps.native import Native
from pencilp.analysis.steps.program import Instance, Program
from pencilp.analysis.steps.values import Values
from pencilp.model import Int, Lit

MAX_ROWS = 4096
"""Values of all places together that are looked at, one by one."""


class Listed(Native):
    """The rows of values that an instance allows, as bits: bit i of ``bits[k][v]`` says that row i has value v at place k.

    ``lits`` has the literal of each value of each place.
    """

    __slots__ = ("all", "bits", "lits")

    def __init__(self, lits: Sequence[Sequence[int]], rows: Sequence[tuple[int, ...]]) -> None:
        super().__init__(abs(n) for some in lits for n in some)
        self.lits = lits
        self.all = (1 << len(rows)) - 1
        self.bits = [[0] * len(some) for some in lits]
        for i, row in enumerate(rows):
            for k, v in enumerate(row):
                self.bits[k][v] |= 1 << i

    def forced(self, true: Set[int]) -> list[int] | None:
        alive = self.all
        for lits, bits in zip(self.lits, self.bits, strict=True):
            for n, some in zip(lits, bits, strict=True):
                if n in true:
                    alive &= some
                elif -n in true:
                    alive &= ~some
        if not alive:
            return None
        result: dict[int, None] = {}
        for lits, bits in zip(self.lits, self.bits, strict=True):
            for n, some in zip(lits, bits, strict=True):
                here = alive & some
                if not here and -n not in true:
                    result[-n] = None
                elif here == alive and n not in true:
                    result[n] = None
        return [*result]


def listed(instance: Instance, program: Program) -> Listed | None:
    """Return the list of an instance; None if it has too many rows, or depends on more than the answer."""
    if instance.rule is None:
        return None
    places = list(dict.fromkeys(program.place[n][:2] for n in sorted(instance.scope)))
    lits = [program.atoms_of[place] for place in places]
    if prod(max(2, len(some)) for some in lits) > MAX_ROWS:
        return None
    lits = [some if some[0] in program.number else [some[0], -some[0]] for some in lits]
    numbers = [program.m.answer[key][i] for key, i in places]
    constraint = instance.rule.constraint
    rows = []
    for row in product(*(range(len(some)) for some in lits)):
        bits, ints = {}, {}
        for k, some, x in zip(row, lits, numbers, strict=True):
            if isinstance(x, Int):
                ints[x.index] = x.values[k]
            else:
                bits[abs(some[0])] = int((some[0] > 0) == (k == 0))
        value = Values(program, bits, ints)
        try:
            holds = bool(value(constraint)) if isinstance(constraint, Lit) else constraint.holds(value)
        except KeyError:
            return None  # it depends on auxiliary variables
        if holds:
            rows.append(row)
    return Listed(lits, rows)
