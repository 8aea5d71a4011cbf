"""The choice of a ``Native`` for a constraint."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

from pencilp.analysis.steps.graphs import Both, Grouped
from pencilp.analysis.steps.machines import machine_of, read
from pencilp.analysis.steps.native import Counted, Listed, Native, Parity, Summed, Tabled
from pencilp.analysis.steps.truth import TruthTable, Unlisted
from pencilp.model import Clause, Count, Int, Lit
from pencilp.model.constraints import And, Connected, Constraint, Linear
from pencilp.model.variables import exact

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program

MAX_ROWS = 1 << 18
"""A constraint of places that have at most this many values together is looked at by all of them."""
MAX_SUM = 400
"""A sum is looked at natively up to this value."""


def native_of(constraint: Constraint | Lit, program: Program) -> Native | None:
    """Return what finds the consequences of a constraint, None if a solver has to."""
    if isinstance(constraint, Lit):
        if _independent([constraint], program):
            return Counted([constraint.n], 1, 1)
        return _parity(constraint, program) or _tabled(constraint, program)
    if isinstance(constraint, Clause) and _independent(constraint, program):
        return Counted([x.n for x in constraint], 1, len(constraint))
    if isinstance(constraint, Count) and _independent(constraint.lits, program):
        return Counted([x.n for x in constraint.lits], constraint.low, constraint.high)
    if isinstance(constraint, (Clause, Count, Linear)) and (summed := _summed(constraint, program)) is not None:
        return summed
    ways = (_read, _grouped, _listed, _tabled)
    return next((native for way in ways if (native := way(constraint, program)) is not None), None)


def _read(constraint: Constraint | Lit, program: Program) -> Native | None:
    """Return what finds the consequences of a constraint on numbers of different places in order."""
    machine = machine_of(constraint)
    if machine is None:
        return None
    places, values = set(), []
    for x in machine.variables:
        found = _values(x, program)
        if found is None:
            return None
        places.add(found[0])
        values.append(found[1])
    return read(machine, values) if len(places) == len(values) else None


def _grouped(constraint: Constraint | Lit, program: Program) -> Native | None:
    """Return what finds the consequences of one connected group, also if something must be in it."""
    if isinstance(constraint, Connected):
        if not _single(constraint, program):
            return None
        return Grouped(constraint, program)
    if isinstance(constraint, And) and [type(part) for part in constraint.parts] == [Clause, Connected]:
        parts = [native_of(part, program) for part in constraint.parts]
        return Both([part for part in parts if part is not None]) if None not in parts else None
    return None


def _listed(constraint: Constraint | Lit, program: Program) -> Listed | None:
    """Return what finds the consequences of "one of these sets": a number of literals that all are in one of some sets."""
    if not isinstance(constraint, And) or len(constraint.parts) != 2:
        return None
    count, chosen = constraint.parts
    if not isinstance(count, Count) or not isinstance(chosen, (Clause, Lit)):
        return None
    size, lits = count.low, [x.n for x in count.lits]
    if size != count.high or not _independent(count.lits, program):
        return None
    sets = []
    for x in (chosen,) if isinstance(chosen, Lit) else chosen:
        all_of = program.definition(x.n)
        if all_of is None or all_of.least != len(all_of.lits):
            return None
        sets.append({y.n for y in all_of.lits})
    return Listed(lits, sets) if all(len(some) == size and some <= {*lits} for some in sets) else None


def _single(constraint: Connected, program: Program) -> bool:
    """Return whether the nodes are literals of different places, or defined by their own edges."""
    nodes = [abs(x.n) for x in constraint.nodes]
    edges = {abs(x.n) for _, _, x in constraint.edges if x is not None}
    own = [n for n in nodes if n in program.place]
    if len(set(own)) < len(own) or edges.intersection(own) or not edges <= program.place.keys():
        return False
    places = [program.number[n] for n in own if n in program.number]
    if any(n in program.number for n in edges) or len(set(places)) < len(places):
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


def _parity(lit: Lit, program: Program) -> Parity | None:
    """Return what finds the consequences of a literal that says whether an odd number of others is true."""
    odd = lit.n > 0
    todo, lits = [abs(lit.n)], dict[int, None]()
    while todo:
        atom = todo.pop()
        definition = program.definition(atom)
        if definition is not None and definition.of_two:
            todo += [abs(x.n) for x in definition.lits]
            odd ^= sum(x.n < 0 for x in definition.lits) % 2 == 1
        elif atom not in program.place or atom in program.number:
            return None
        elif atom in lits:
            del lits[atom]
        else:
            lits[atom] = None
    return Parity([*lits], odd=odd)


def _independent(lits: Sequence[Lit], program: Program) -> bool:
    """Return whether literals are those of different places."""
    atoms = [abs(x.n) for x in lits]
    if not all(n in program.place for n in atoms) or len(set(atoms)) < len(atoms):
        return False
    places = [program.number[n] for n in atoms if n in program.number]
    return len(set(places)) == len(places)


def _summed(constraint: Clause | Count | Linear, program: Program) -> Summed | None:
    """Return what finds the consequences of a sum of places, each with a weight for each of its values."""
    if isinstance(constraint, Linear):
        terms, low, high = constraint.terms, constraint.low, constraint.high
    else:
        terms = tuple((1, x) for x in constraint.lits)
        low, high = (constraint.low, constraint.high) if isinstance(constraint, Count) else (1, None)
    if any(n is not None and exact(n) != int(exact(n)) for n in (low, high, *(factor for factor, _ in terms))):
        return None
    weights: dict[tuple[str, int], dict[int, int]] = {}
    for factor, x in terms:
        found = _values(x, program)
        if found is None:
            return None
        place, values = found
        own = weights.setdefault(place, dict.fromkeys(values, 0))
        for n, v in values.items():
            own[n] += int(exact(factor)) * v
    span = sum(max(map(abs, own.values())) for own in weights.values())
    if span > MAX_SUM:
        return None
    least = -span if low is None else int(exact(low))
    most = span if high is None else int(exact(high))
    return Summed([[*own.items()] for own in weights.values()], least, most)


def _values(x: Int | Lit, program: Program) -> tuple[tuple[str, int], dict[int, int]] | None:
    """Return the only place of the answer that decides a variable, and its value for each literal of that place."""
    if isinstance(x, Int):
        lits = [lit.n for lit in x.value_literals or ()]
        place = program.number.get(lits[0]) if lits else None
        return None if place is None else (place, dict(zip(lits, x.values, strict=True)))
    places, closed = program.places(x)
    if not closed or len(places) != 1:
        return None
    (place,) = places
    table = TruthTable(program, [place])
    atoms = program.atoms_of[place]
    every = [*atoms] if atoms[0] in program.number else [atoms[0], -atoms[0]]
    rows = table.rows(x)
    return place, {
        n: int(bool(rows & (table.masks[n] if n in table.masks else table.every & ~table.masks[-n]))) for n in every
    }


def _tabled(constraint: Constraint | Lit, program: Program) -> Tabled | None:
    """Return the table of a constraint that depends on few places of the answer alone."""
    found, closed = program.places(constraint)
    places = sorted(found)
    if not closed or prod(max(2, len(program.atoms_of[place])) for place in places) > MAX_ROWS:
        return None
    table = TruthTable(program, places)
    try:
        return Tabled(table.masks, table.rows(constraint), table.every.bit_length())
    except Unlisted:
        return None
