"""Rules about whole numbers: sums, different numbers, pairs that fit, lines of heights, tables, runs along a line.

Each function states one constraint in a program: if all ``conditions`` (literals) are true, the constraint holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pencilp.model import AllDifferent, Int, Linear, Lit, MayTake, Runs, Table
from pencilp.model.prime_nogoods import MAX_BITS, prime_nogoods
from pencilp.model.variables import Number, exact
from pencilp.solvers.clasp.ground import RECORDED, positive

if TYPE_CHECKING:
    from pencilp.model.fitting import Fitting, Relation
    from pencilp.model.line_runs import Line
    from pencilp.model.visible_towers import Towers, View
    from pencilp.solvers.clasp.statement import ClaspProgram

_negated = int.__neg__
_WHOLE = {int, type(None)}
_ONE = [1]

MAX_PAIRS_AT_ONCE = 16
"""The greatest number of pairs of one relation that are stated at once."""


def state_linear(program: ClaspProgram, constraint: Linear, conditions: tuple[int, ...]) -> None:
    """State that a weighted sum of numbers and literals lies between two bounds: a weighted row for each bound."""
    low, high = constraint.low, constraint.high
    if conditions and all(a == 1 and x.__class__ is Int for a, x in constraint.terms):
        ints: Any = [x for _, x in constraint.terms]
        if ints and not program.domains.can_add_up(ints, low, high):
            program.forbid(conditions)
            return
    summed = _summed(program, constraint.terms) if {low.__class__, high.__class__} <= _WHOLE else None
    if summed is not None:
        literals, weights, constant = summed
        least = None if low is None else low - constant
        most = None if high is None else high - constant
    else:
        terms, base, scale = program.integral(constraint.terms)
        literals, weights, constant = positive(terms)
        least = most = None
        if low is not None:
            low = (exact(low) - base) * scale
            least = -(-low.numerator // low.denominator) - constant
        if high is not None:
            high = (exact(high) - base) * scale
            most = high.numerator // high.denominator - constant
    program.weigh(literals, weights, least, most, conditions)  # type: ignore[arg-type]


def _summed(program: ClaspProgram, terms: Sequence[tuple[Number, Any]]) -> tuple[list[int], list[int], int] | None:
    """Return literals, their positive weights, and the constant to be added.

    Return None if a factor is no whole number, or if a variable occurs twice.
    """
    literals: list[int] = []
    weights: list[int] = []
    constant = 0
    for factor, x in terms:
        if factor.__class__ is not int or not factor:
            return None
        if x.__class__ is Int:
            known = program.summands.get(x.index)
            if known is None:
                pairs, base = program.terms_of(x)
                known = program.summands[x.index] = [lit for _, lit in pairs], [w for w, _ in pairs], base
            lits, some, base = known
            constant += factor * base  # type: ignore[assignment]
        else:
            lits, some = [x.n], _ONE
        if factor > 0:
            literals += lits
            weights += some if factor == 1 else [factor * w for w in some]  # type: ignore[misc]
        else:
            # -a * x = a * (not x) - a
            more = some if factor == -1 else [-factor * w for w in some]
            literals += map(_negated, lits)
            weights += more  # type: ignore[arg-type]
            constant -= sum(more)  # type: ignore[assignment]
    return (literals, weights, constant) if len(set(map(abs, literals))) == len(literals) else None


def state_several(program: ClaspProgram, constraints: Sequence[Any]) -> None:
    """State a sequence of constraints of one kind."""
    if constraints[0].__class__ is AllDifferent:
        _differ(program, constraints)
    else:
        _fit(program, constraints)


def _differ(program: ClaspProgram, constraints: Sequence[AllDifferent]) -> None:
    """State several ``AllDifferent``."""
    if len(constraints) > 1:
        ints = [*{x.index: x for constraint in constraints for x in constraint.ints}.values()]
        values = ints[0].values if ints else ()
        if all(x.values == values for x in ints) and program.much_left(ints):
            lists = [[x.block for x in constraint.ints] for constraint in constraints]
            identity = (
                "different",
                len(values),
                *map(len, lists),
                *[block.start for blocks in lists for block in blocks],
            )
            program.state_cached(RECORDED, lists, partial(_all_differ, program), (), identity)
            return
    for constraint in constraints:
        state_all_different(program, constraint, ())


def _all_differ(program: ClaspProgram, lists: Sequence[Sequence[range]]) -> None:
    """State that the numbers of each list differ, given the literals of all their values."""
    for blocks in lists:
        for lits in zip(*blocks, strict=True):
            # if there are as many values as numbers, each value occurs
            program.count(int(len(lits) == len(blocks[0])), 1, [*lits])


def state_all_different(program: ClaspProgram, constraint: AllDifferent, conditions: tuple[int, ...]) -> None:
    """State that every value occurs at most once; exactly once if there are as many values as numbers."""
    ints, literals = constraint.ints, program.domains.literals
    settled: dict[int, int] = {}
    values = ints[0].values if ints else ()
    if all(x.values == values and len(literals[x.index]) == len(values) for x in ints):
        able = dict(zip(values, map(list, zip(*[x.block for x in ints], strict=True)), strict=True))
    else:
        able = {}
        for x in ints:
            pairs = literals[x.index]
            value, lit = pairs[0]
            if len(pairs) == 1 and value not in settled:
                settled[value] = lit
                continue
            for value, lit in pairs:
                if value in able:
                    able[value].append(lit)
                else:
                    able[value] = [lit]
    # if there are as many values as numbers, each value occurs
    permutation = len(able.keys() | settled.keys()) == len(ints)
    counts = []
    for value, lits in able.items():
        if value in settled:
            lits.append(settled[value])
        counts.append((int(permutation and value not in settled), 1, lits))
    if conditions:
        for low, high, lits in counts:
            program.count(low, high, lits, conditions)
    else:
        program.counts(counts)


def _fit(program: ClaspProgram, constraints: Sequence[Fitting]) -> None:
    """State several ``Fitting``. Pairs of one relation that still have all their values are stated together."""
    left = program.domains.literals
    alike: dict[tuple[Any, ...], list[Fitting]] = {}
    for constraint in constraints:
        x, y, relation = constraint.x, constraint.y, constraint.relation
        if relation.cache is not None and len(left[x.index]) == len(x.block) and len(left[y.index]) == len(y.block):
            alike.setdefault((relation, x.values, y.values), []).append(constraint)
        else:
            state_fitting(program, constraint, ())
    for (relation, *values), some in alike.items():
        if len(some) == 1 and tuple(values) not in relation.cache:
            # perhaps no other pair has these values, so do not cache its rules yet
            state_fitting(program, some[0], ())
            continue
        state = partial(_all_fit, program, relation, values)
        at = 0
        while at < len(some):
            count = 1 << min(MAX_PAIRS_AT_ONCE, len(some) - at).bit_length() - 1
            literals = [lit for fit in some[at : at + count] for x in (fit.x, fit.y) for lit in x.block]
            program.state_recorded(relation.cache, ("clasp", count, *values), literals, state)
            at += count


def _all_fit(
    program: ClaspProgram, relation: Relation, values: Sequence[tuple[int, ...]], literals: Sequence[int]
) -> None:
    """State that pairs of numbers fit, given the ``values`` of the first and of the second number of a pair.

    ``literals`` are those of all values of the first pair, then of the second pair, and so on.
    """
    bodies, size = relation.at_most_ones(*values), sum(map(len, values))
    for first in range(0, len(literals), size):
        own = literals[first : first + size]
        if bodies is None:
            _never_all(program, relation.contradictions(*values), own, ())
            continue
        for body in bodies:
            lits = [own[x - 1] for x in body]
            if len(lits) == 2:
                program.forbid(lits)
            else:
                program.add_weight_rule(
                    program.handle, False, program.none, 0, 2, program.with_weight_one(lits), len(lits)
                )


def _never_all(
    program: ClaspProgram, bodies: Iterable[Sequence[int]], literals: Sequence[int], conditions: tuple[int, ...]
) -> None:
    """State: if ``conditions`` hold, no list of ``bodies`` is true.

    Its entries are indices into ``literals``, from 1 on.
    """
    # negative indices count from the end
    meant = [0, *literals, *[-x for x in reversed(literals)]]
    for body in bodies:
        program.forbid([*map(meant.__getitem__, body), *conditions])


def state_fitting(program: ClaspProgram, constraint: Fitting, conditions: tuple[int, ...]) -> None:
    """State that the values of two numbers fit: each pair that does not is forbidden."""
    x, y, relation = constraint.x, constraint.y, constraint.relation
    one, other = program.domains.literals[x.index], program.domains.literals[y.index]
    if relation.least is not None:
        at, least = dict(other), relation.least
        for v, lit in one:
            if v in at and v >= least:
                program.forbid((lit, at[v], *conditions))
        return
    values = tuple([v for v, _ in one]), tuple([v for v, _ in other])
    _never_all(program, relation.contradictions(*values), [lit for _, lit in (*one, *other)], conditions)


def state_towers(program: ClaspProgram, constraint: Towers, conditions: tuple[int, ...]) -> None:
    """State how many towers are seen from the start of a line: rules define the visible ones, which are counted."""
    from pencilp.model.visible_towers import visibility

    line, left = constraint.line, [program.domains.literals[x.index] for x in constraint.line]
    different = program.domains.all_different(line)
    # if most values are left, handing over cached rules for all heights is quicker than making fewer rules
    many = 4 * sum(map(len, left)) >= 3 * sum([len(x.values) for x in line])
    if many and not conditions:
        view = constraint.view(different=different)
        if view is not None and all(pairs[-1][0] <= most for pairs, most in zip(left, view.most, strict=True)):
            _look(program, view, constraint)
            return

    def define(ways: list[tuple[int, ...]]) -> int:
        head = program.atom()
        program.one_way(head, ways)
        return head

    sure, literals = visibility(left, define, different=different)
    program.count(constraint.count - sure, constraint.count - sure, literals, conditions)


def _look(program: ClaspProgram, view: View, constraint: Towers) -> None:
    """State that the number of visible towers is that of ``constraint``, by the cached rules of its ``view``."""
    rest = constraint.count - view.sure
    first, program.atoms = program.atoms + 1, program.atoms + len(view.definitions)
    literals = [lit for x in constraint.line for lit in x.block] + [*range(first, program.atoms + 1)]

    def state(literals: Sequence[int]) -> None:
        # negative indices count from the end
        meant = [0, *literals, *[-x for x in reversed(literals)]]
        for head, ways in view.definitions:
            program.one_way(meant[head], [[meant[x] for x in way] for way in ways])
        program.count(rest, rest, [meant[x] for x in view.literals])

    program.state_recorded(view.cache, ("clasp", rest), literals, state)


def state_may_take(program: ClaspProgram, constraint: MayTake, conditions: tuple[int, ...]) -> None:
    """Forbid the values that numbers may not take."""
    for lit in constraint.excluded():
        program.forbid((lit.n, *conditions))


def state_table(program: ClaspProgram, constraint: Table, conditions: tuple[int, ...]) -> None:
    """State that the variables have the values of a row.

    A short row of literals is stated by its prime nogoods. Otherwise a row is chosen by its atom, and each value needs a
    row.
    """
    xs = constraint.xs
    if len(xs) <= MAX_BITS and all(x.__class__ is Lit for x in xs):
        meant = [0, *[x.n for x in xs], *[-x.n for x in reversed(xs)]]  # type: ignore[union-attr]
        for nogood in prime_nogoods(len(xs), constraint.rows):
            program.forbid((*[meant[i] for i in nogood], *conditions))
        return
    chosen = [program.atom(free=True) for _ in constraint.rows]
    program.forbid([*map(_negated, chosen), *conditions])
    support: dict[int, list[int]] = {}
    for row, pick in zip(constraint.rows, chosen, strict=True):
        for x, v in zip(xs, row, strict=True):
            lit = (x == v).n if isinstance(x, Int) else x.n if v else -x.n
            program.forbid((pick, -lit))
            support.setdefault(lit, []).append(pick)
    for x in xs:
        for lit in [y.n for y in x.eq] if isinstance(x, Int) else (x.n, -x.n):
            program.forbid([lit, *map(_negated, support.get(lit, ())), *conditions])


def state_runs(program: ClaspProgram, constraint: Runs, conditions: tuple[int, ...]) -> None:
    """State that the runs of true literals along a line have given lengths (``pencilp.model.line_runs``)."""
    from pencilp.model.line_runs import Line

    if program.lines is None:
        program.lines = {} if program.guarded else _narrowed_lines(program)
    line = program.lines.get(id(constraint))
    if line is None:
        line = Line(constraint)
        if not line.narrow():
            program.forbid(conditions)
            return
        for x in line.fixed:
            program.forbid((-x, *conditions))

    def new(_: str, count: int) -> list[int]:
        atoms = [*range(program.atoms + 1, program.atoms + count + 1)]
        program.atoms += count
        if count:
            program.choose(atoms, ())
        return atoms

    for _, contradictions in line.contradictions(new):
        for lits in contradictions:
            program.forbid([*lits, *conditions] if conditions else lits)


def _narrowed_lines(program: ClaspProgram) -> dict[int, Line]:
    """Return what is left of each ``Runs`` of the model after joint propagation, and state what that decides."""
    from pencilp.model.line_runs import Line, decided

    rules = [rule[0] for rule in program.lasting]
    lines = {id(c): Line(c) for c in rules if c.__class__ is Runs}
    known = decided([*lines.values()], [c.n for c in rules if c.__class__ is Lit])
    if known is None:
        program.forbid(())
        return {}
    # a free variable becomes a fact or is never true; a defined variable needs a constraint
    for x in known:
        if abs(x) in program.defined:
            program.forbid((-x,))
        elif x > 0:
            program.rule(x, ())
    program.defined.update(map(abs, known))
    return lines
