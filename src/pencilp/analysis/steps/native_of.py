"""The choice of a ``Native`` for a constraint."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from pencilp.analysis.steps.graphs import Both, Grouped
from pencilp.analysis.steps.native import Counted, Native, Summed, Tabled
from pencilp.model import Clause, Count, Implies, Int, Lit
from pencilp.model.constraints import And, Connected, Constraint, Linear
from pencilp.model.variables import exact

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program

MAX_TABLE = 8
"""A constraint of at most this many literals is looked at by all their values."""
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


_PLAIN = (Clause, Count, Linear)


def _plain(constraint: Any) -> bool:
    """Return whether a constraint can be evaluated by the values of literals alone."""
    if isinstance(constraint, Implies):
        return _plain(constraint.then)
    if isinstance(constraint, And):
        return all(map(_plain, constraint.parts))
    return isinstance(constraint, (Lit, *_PLAIN))


def _tabled(constraint: Constraint | Lit, program: Program) -> Tabled | None:
    """Return the table of a small constraint of literals of the answer, or of what these define."""
    if not _plain(constraint):
        return None
    scope, closed = program.scope(constraint)
    if not closed or len(scope) > MAX_TABLE or any(n in program.number for n in scope):
        return None
    atoms = sorted(scope)
    variables = constraint.variables() if isinstance(constraint, Constraint) else (constraint,)
    if any(isinstance(x, Int) for x in variables):
        return None
    rows = []
    for row in product((0, 1), repeat=len(atoms)):
        value = _Value(dict(zip(atoms, row, strict=True)), program)
        if value(constraint) if isinstance(constraint, Lit) else constraint.holds(value):
            rows.append(row)
    return Tabled(atoms, rows)


class _Value:
    """The value of a literal where those of the answer have these ``values``."""

    __slots__ = ("program", "values")

    def __init__(self, values: dict[int, int], program: Program) -> None:
        self.values, self.program = values, program

    def __call__(self, x: Any) -> int:
        n = x.n
        atom = abs(n)
        v = self.values.get(atom)
        if v is None:
            definition = self.program.definition(atom)
            if definition is None:
                raise KeyError(atom)
            v = self.values[atom] = definition.value(self)
        return v if n > 0 else 1 - v
