"""The choice of a ``Native`` for a constraint."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from pencilp.analysis.steps.graphs import Both, Grouped
from pencilp.analysis.steps.native import Counted, Native, Summed, Tabled
from pencilp.analysis.steps.values import Values
from pencilp.model import Clause, Count, Int, Lit
from pencilp.model.constraints import And, Connected, Constraint, Linear
from pencilp.model.variables import exact

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program

MAX_ROWS = 300
"""A constraint of places that have at most this many values together is looked at by all of them."""
MAX_SUM = 400
"""A sum is looked at natively up to this value."""


def native_of(constraint: Constraint | Lit, program: Program) -> Native | None:
    """Return what finds the consequences of a constraint, None if a solver has to."""
    if isinstance(constraint, Lit):
        return Counted([constraint.n], 1, 1) if _independent([constraint], program) else None
    if isinstance(constraint, Clause) and _independent(constraint, program):
        return Counted([x.n for x in constraint], 1, len(constraint))
    if isinstance(constraint, Count) and _independent(constraint.lits, program):
        return Counted([x.n for x in constraint.lits], constraint.low, constraint.high)
    if isinstance(constraint, Linear) and (summed := _summed(constraint, program)) is not None:
        return summed
    return _grouped(constraint, program) or _tabled(constraint, program)


def _grouped(constraint: Constraint | Lit, program: Program) -> Native | None:
    """Return what finds the consequences of one connected group, also if something must be in it."""
    if isinstance(constraint, Connected):
        if not _single(constraint, program):
            return None
        return Grouped(constraint, program, program.scope(constraint)[0])
    if isinstance(constraint, And) and [type(part) for part in constraint.parts] == [Clause, Connected]:
        parts = [native_of(part, program) for part in constraint.parts]
        return Both([part for part in parts if part is not None]) if None not in parts else None
    return None


def _single(constraint: Connected, program: Program) -> bool:
    """Return whether the nodes are literals of different places, or defined by their own edges."""
    nodes = [abs(x.n) for x in constraint.nodes]
    edges = {abs(x.n) for _, _, x in constraint.edges if x is not None}
    own = [n for n in nodes if n in program.place]
    if len(set(own)) < len(own) or edges.intersection(own) or not edges <= program.place.keys():
        return False
    if any(n in program.number for n in (*own, *edges)):
        return False
    around: dict[int, set[int]] = {}
    for i, j, x in constraint.edges:
        if x is not None:
            around.setdefault(i, set()).add(x.n)
            around.setdefault(j, set()).add(x.n)
    for i, x in enumerate(constraint.nodes):
        if abs(x.n) not in program.place:
            definition = program.definition(abs(x.n))
            if definition is None or x.n < 0 or definition.least != 1:
                return False
            if {y.n for y in definition.lits} != around.get(i, set()):
                return False
    return True


def _independent(lits: Sequence[Lit], program: Program) -> bool:
    """Return whether literals are those of different places."""
    atoms = [abs(x.n) for x in lits]
    if not all(n in program.place for n in atoms) or len(set(atoms)) < len(atoms):
        return False
    places = [program.number[n] for n in atoms if n in program.number]
    return len(set(places)) == len(places)


def _summed(constraint: Linear, program: Program) -> Summed | None:
    terms: list[list[tuple[int, int]]] = []
    seen: set[Any] = set()
    for factor, x in constraint.terms:
        weight = exact(factor)
        if weight != int(weight):
            return None
        if isinstance(x, Int):
            lits = [lit.n for lit in x.value_literals or ()]
            if not lits or lits[0] not in program.number or program.number[lits[0]] in seen:
                return None
            seen.add(program.number[lits[0]])
            terms.append([(n, int(weight) * v) for n, v in zip(lits, x.values, strict=True)])
        else:
            if abs(x.n) not in program.place or abs(x.n) in program.number or abs(x.n) in seen:
                return None
            seen.add(abs(x.n))
            terms.append([(x.n, int(weight)), (-x.n, 0)])
    span = sum(max(abs(w) for _, w in term) for term in terms) if terms else 0
    if span > MAX_SUM:
        return None
    low = -span if constraint.low is None else constraint.low
    high = span if constraint.high is None else constraint.high
    if exact(low) != int(exact(low)) or exact(high) != int(exact(high)):
        return None
    return Summed(terms, int(exact(low)), int(exact(high)))


def _tabled(constraint: Constraint | Lit, program: Program) -> Tabled | None:
    """Return the table of a constraint that depends on few places of the answer alone."""
    scope, closed = program.scope(constraint)
    places = sorted({program.place[n][:2] for n in scope})
    sizes = [max(2, len(program.atoms_of[place])) for place in places]
    if not closed or prod(sizes) > MAX_ROWS:
        return None
    masks = {abs(n): 0 for place in places for n in program.atoms_of[place]}
    every, row = 0, 1
    for choice in product(*map(range, sizes)):
        bits: dict[int, int] = {}
        ints: dict[int, int] = {}
        for place, k in zip(places, choice, strict=True):
            lits = program.atoms_of[place]
            x = program.m.answer[place[0]][place[1]]
            if isinstance(x, Int):
                if k >= len(lits):
                    break  # a number that has only one value
                bits.update((n, int(i == k)) for i, n in enumerate(lits))
                ints[x.index] = x.values[k]
            else:
                bits[abs(lits[0])] = k
        else:
            known = dict(bits)
            value = Values(program, bits, ints)
            try:
                holds = value(constraint) if isinstance(constraint, Lit) else constraint.holds(value)
            except KeyError:
                return None
            if holds:
                every |= row
                for n, v in known.items():
                    if v:
                        masks[n] |= row
                row <<= 1
    return Tabled(masks, every)
