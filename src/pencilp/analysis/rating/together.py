"""Rule instances that have to be seen together: pairs that touch, and small sets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence, Set
from itertools import combinations

from pencilp.analysis.steps.asked import Asked
from pencilp.analysis.steps.native import Counted
from pencilp.analysis.steps.program import Instance, Program
from pencilp.analysis.steps.regions import Region
from pencilp.model import Int, Lit
from pencilp.solvers.clasp.questions import Undecided

MAX_SHARING = 12
"""An auxiliary variable that more rule instances speak of belongs to the whole board, and makes no pairs."""
MIN_SHARED = 2
"""Rule instances touch if they share an auxiliary variable, or this number of values."""
MAX_ROUNDS = 40
"""How often a set is enlarged by one more rule that is needed; then no small set is expected."""


class Pairs:
    """Pairs of rule instances that touch, and what each forces: kept up to date while values become known.

    Two counts with at most one value each are no pair: a short chain finds everything that they force together. Rules about
    the groups of a board are no pairs either: questions about them are dear, and chains go from one to the other.
    """

    def __init__(self, program: Program, look: Callable[[], object]) -> None:
        self.program, self.look = program, look
        self.pairs: list[Asked] = []
        self._of: dict[int, list[int]] = {}
        """Per rule instance the pairs that it belongs to."""
        self._pending: dict[int, list[int]] = {}
        for i, j in self._touching():
            look()
            first, second = program.instances[i], program.instances[j]
            self._of.setdefault(i, []).append(len(self.pairs))
            self._of.setdefault(j, []).append(len(self.pairs))
            self.pairs.append(Asked((first.guard, second.guard), first.scope | second.scope, program.questions))
        self._dirty = {*range(len(self.pairs))}

    def touched(self, numbers: Iterable[int]) -> None:
        """Take down that values became known that these rule instances speak of."""
        self._dirty.update(pair for i in numbers for pair in self._of.get(i, ()))

    def steps(self, true: Set[int], goals: Set[int]) -> list[tuple[list[int], list[int]]]:
        """Return for each pair that forces some of ``goals`` its atoms and what it forces, if all of ``true`` hold."""
        for pair in sorted(self._dirty):
            self.look()
            asked = self.pairs[pair]
            open_ = {n for a in asked.atoms for n in (a, -a) if n in goals}
            self._pending[pair] = asked.among(open_, true, lambda n: False) if open_ else []
        self._dirty = set()
        left = {pair: [n for n in lits if n in goals] for pair, lits in self._pending.items()}
        self._pending = {pair: lits for pair, lits in left.items() if lits}
        return [(self.pairs[pair].atoms, lits) for pair, lits in self._pending.items()]

    def _touching(self) -> list[tuple[int, int]]:
        """Return the pairs of rule instances that touch."""
        program = self.program
        near = [i for i in program.instances if i.guard and not i.wide and not isinstance(i.native, Region)]
        shared: dict[tuple[int, int], int] = {}
        for sharing in _by_auxiliary(program, near).values():
            if len(sharing) <= MAX_SHARING:
                shared.update(dict.fromkeys(combinations(sharing, 2), MIN_SHARED))
        own = {i.number for i in near}
        for numbers in program.by_atom.values():
            for pair in combinations([i for i in numbers if i in own], 2):
                shared[pair] = shared.get(pair, 0) + 1
        few = {i.number for i in near if isinstance(i.native, Counted) and i.native.high <= 1}
        return sorted(p for p, count in shared.items() if count >= MIN_SHARED and not few.issuperset(p))


def _by_auxiliary(program: Program, instances: Iterable[Instance]) -> dict[int, list[int]]:
    """Return the numbers of the rule instances that speak of each auxiliary variable that no definition decides."""
    stated = program.clasp.program.plan.rules
    result: dict[int, list[int]] = {}
    for instance in instances:
        constraint = stated[instance.number].constraint
        todo = [constraint] if isinstance(constraint, Lit) else [*constraint.variables()]
        seen: set[int] = set()
        while todo:
            x = todo.pop()
            n = x.order_block.start if isinstance(x, Int) else abs(x.n)
            if n in seen or n in program.place:
                continue
            seen.add(n)
            definition = program.definition(n)
            if definition is not None:
                todo += definition.lits
            elif not isinstance(x, Int) and program.int_of(n) is None:
                result.setdefault(n, []).append(instance.number)
    return result


class SmallSets:
    """Looks for a few rule instances that force a value together."""

    def __init__(self, program: Program, look: Callable[[], object]) -> None:
        self.program, self.look = program, look

    def has(self, n: int, numbers: Collection[int], true: Set[int], most: int) -> bool:
        """Return whether at most ``most`` of these rule instances force the literal ``n`` if all of ``true`` hold.

        If a set of them does not, all others can hold with it but a few: at least one of those few is needed. The next set
        is a smallest one that has one of each of these few ("implicit hitting sets").
        """
        guards = sorted(guard for i in numbers if (guard := self.program.instances[i].guard))
        given = [*sorted(true), -n]
        needed: list[frozenset[int]] = []
        for _ in range(MAX_ROUNDS):
            self.look()
            chosen = _hitting(needed, most)
            if chosen is None:
                return False
            try:
                if self.program.questions.core([*given, *chosen]) is not None:
                    return True
                needed.append(self._broken(given, chosen, guards))
            except Undecided:
                return False
        return False

    def _broken(self, given: list[int], chosen: Collection[int], guards: list[int]) -> frozenset[int]:
        """Return a few guards without which ``chosen`` and all the others can hold."""
        held, left = [*given, *chosen], [g for g in guards if g not in chosen]
        broken: list[int] = []
        while left:
            core = self.program.questions.core([*held, *left])
            if core is None:
                break
            inside = set(core).intersection(left)
            out = max(inside)
            broken.append(out)
            left.remove(out)
        return frozenset(broken)


def _hitting(sets: Sequence[frozenset[int]], most: int) -> list[int] | None:
    """Return a smallest set that has an element of each of ``sets``; None if it needs more than ``most``."""
    for size in range(most + 1):
        found = _hit([*sets], size)
        if found is not None:
            return found
    return None


def _hit(sets: list[frozenset[int]], size: int) -> list[int] | None:
    if not sets:
        return []
    if not size:
        return None
    _, first = min((len(some), sorted(some)) for some in sets)
    for n in first:
        found = _hit([some for some in sets if n not in some], size - 1)
        if found is not None:
            return [n, *found]
    return None
