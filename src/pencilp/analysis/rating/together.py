"""Rule instances that have to be seen together: about the same places, pairs that touch, those inside one, small sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence, Set
from itertools import combinations
from typing import NamedTuple

from pencilp.analysis.steps.asked import Asked
from pencilp.analysis.steps.native import Counted
from pencilp.analysis.steps.program import Instance, Program
from pencilp.analysis.steps.regions import Region
from pencilp.model import Int, Lit
from pencilp.solvers.clasp.questions import Undecided

Place = tuple[str, int]
"""A layer of the answer, and an index there."""


class Group(NamedTuple):
    """Rule instances that are seen together: their numbers, and the ``atoms`` of what they may force."""

    members: Sequence[int]
    atoms: frozenset[int]


MAX_SHARING = 12
"""An auxiliary variable that more rule instances speak of belongs to the whole board, and makes no pairs."""
MIN_SHARED = 2
"""Rule instances touch if they share an auxiliary variable, or this number of values."""
MAX_WITNESSES = 400
"""The assignments that are kept."""
MAX_ROUNDS = 40
"""How often a set is enlarged by one more rule that is needed; then no small set is expected."""


class Groups:
    """Groups of rule instances, and what each forces: kept up to date while values become known.

    ``groups`` are those, ``asked`` has what finds the consequences of each.
    """

    def __init__(self, program: Program, groups: Sequence[Group], look: Callable[[], object]) -> None:
        self.program, self.look, self.groups = program, look, groups
        self.asked: list[Asked] = []
        self._of: dict[int, list[int]] = {}
        """Per rule instance the groups that it belongs to."""
        self._pending: dict[int, list[int]] = {}
        for number, group in enumerate(groups):
            look()
            for i in group.members:
                self._of.setdefault(i, []).append(number)
            guards = [program.instances[i].guard for i in group.members]
            atoms = group.atoms.union(*(program.instances[i].scope for i in group.members))
            self.asked.append(Asked(guards, atoms, program.questions))
        self._dirty = {*range(len(groups))}

    def touched(self, numbers: Iterable[int]) -> None:
        """Take down that values became known that these rule instances speak of."""
        self._dirty.update(group for i in numbers for group in self._of.get(i, ()))

    def forced(self, true: Set[int], goals: Set[int]) -> dict[int, list[int]]:
        """Return by group which of ``goals`` it forces if all of ``true`` hold; groups that force none are left out."""
        for group in sorted(self._dirty):
            self.look()
            asked = self.asked[group]
            open_ = {n for a in self.groups[group].atoms for n in (a, -a) if n in goals}
            self._pending[group] = asked.among(open_, true, lambda n: False) if open_ else []
        self._dirty = set()
        left = {group: [n for n in lits if n in goals] for group, lits in self._pending.items()}
        self._pending = {group: lits for group, lits in left.items() if lits}
        return self._pending


def same_places(program: Program) -> list[Group]:
    """Return the groups of rule instances that speak of the same places, such as two counts of a row."""
    places = _places(program)
    groups: dict[frozenset[Place], list[int]] = {}
    for i, some in places.items():
        groups.setdefault(some, []).append(i)
    return _of_several(program, _groups(program, groups.values()))


def inside(program: Program) -> list[Group]:
    """Return for each rule instance the group of those that speak of its places only."""
    places = _places(program)
    at: dict[Place, list[int]] = {}
    for i, some in places.items():
        for place in some:
            at.setdefault(place, []).append(i)
    groups = [sorted({j for place in some for j in at[place] if places[j] <= some}) for some in places.values()]
    return _of_several(program, _groups(program, dict.fromkeys(map(tuple, groups))))


def spaced(program: Program) -> list[Group]:
    """Return for each count the group of it and the rules that allow one of some of its values, such as "do not touch".

    Only what such a group forces in the places of its count is seen.
    """
    counts = {i.number: i.native for i in _near(program) if isinstance(i.native, Counted)}
    of: dict[int, list[int]] = {}
    for i, native in counts.items():
        for n in native.exclusive:
            of.setdefault(n, []).append(i)
    groups = []
    for i, native in counts.items():
        shared = Counter(j for n in native.lits for j in of.get(n, ()) if j != i)
        groups.append(Group((i, *sorted(j for j, count in shared.items() if count > 1)), native.atoms))
    return _of_several(program, groups)


def pairs(program: Program) -> list[Group]:
    """Return the pairs of rule instances that touch."""
    near = _near(program)
    shared: dict[tuple[int, int], int] = {}
    for sharing in _by_auxiliary(program, near).values():
        if len(sharing) <= MAX_SHARING:
            shared.update(dict.fromkeys(combinations(sharing, 2), MIN_SHARED))
    own = {i.number for i in near}
    for numbers in program.by_atom.values():
        for pair in combinations([i for i in numbers if i in own], 2):
            shared[pair] = shared.get(pair, 0) + 1
    return _of_several(program, _groups(program, sorted(p for p, count in shared.items() if count >= MIN_SHARED)))


def _near(program: Program) -> list[Instance]:
    """Return the rule instances that may be seen together.

    Rules about the whole board are not among them. Nor are those about the groups of a board: questions about them are dear,
    and chains go from one to the other.
    """
    return [i for i in program.instances if i.guard and not i.wide and not isinstance(i.native, Region)]


def _places(program: Program) -> dict[int, frozenset[Place]]:
    """Return the places of each rule instance that may be seen together with others."""
    return {i.number: frozenset(program.place[a][:2] for a in i.scope) for i in _near(program) if i.scope}


def _groups(program: Program, groups: Iterable[Sequence[int]]) -> list[Group]:
    """Return groups of rule instances that may force anything that they speak of."""
    return [Group(some, frozenset().union(*(program.instances[i].scope for i in some))) for some in groups]


def _of_several(program: Program, groups: Iterable[Group]) -> list[Group]:
    """Return the groups that may force more than their rule instances.

    Counts with at most one value each do not: a short chain finds everything that they force together.
    """
    few = {i.number for i in program.instances if isinstance(i.native, Counted) and i.native.high <= 1}
    return [group for group in groups if len(group.members) > 1 and not few.issuperset(group.members)]


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


class Witness(NamedTuple):
    """An assignment: the literals of the answer that it has, and guards of rule instances that hold with it."""

    lits: frozenset[int]
    guards: frozenset[int]


class SmallSets:
    """Looks for a few rule instances that force a value together.

    If a set of them does not, there is an assignment with the opposite value that all others satisfy but a few: at least
    one of those few is needed. The next set is a smallest one that has one of each of these few ("implicit hitting sets").
    Assignments are kept: they are right for each value that they do not have, until what becomes known contradicts them.
    """

    def __init__(self, program: Program, look: Callable[[], object]) -> None:
        self.program, self.look = program, look
        self._atoms = sorted(program.place)
        self._witnesses: list[Witness] = []

    def size(self, n: int, numbers: Collection[int], true: Set[int], most: int) -> int | None:
        """Return how many of these rule instances are enough to force the literal ``n`` if all of ``true`` hold.

        None if more than ``most`` are needed, or if that is not decided soon.
        """
        guards = frozenset(guard for i in numbers if (guard := self.program.instances[i].guard))
        given = [*sorted(true), -n]
        self._witnesses = [w for w in self._witnesses if true <= w.lits][-MAX_WITNESSES:]
        needed = [guards - w.guards for w in self._witnesses if -n in w.lits]
        try:
            few = self._apart(given, guards, needed, most)
            return self._enough(given, guards, needed, most) if few else None
        except Undecided:
            return None

    def _apart(self, given: list[int], guards: frozenset[int], needed: list[frozenset[int]], most: int) -> bool:
        """Add to ``needed`` sets without a common guard. Return whether ``most`` guards may have one of each."""
        apart: list[frozenset[int]] = []
        for some in sorted(needed, key=len):
            if all(some.isdisjoint(other) for other in apart):
                apart.append(some)
        chosen = set().union(*apart)
        while len(apart) <= most:
            self.look()
            if self.program.questions.core([*given, *sorted(chosen)]) is not None:
                return True
            apart.append(self._broken(given, sorted(chosen), guards))
            needed.append(apart[-1])
            chosen |= apart[-1]
        return False

    def _enough(self, given: list[int], guards: frozenset[int], needed: list[frozenset[int]], most: int) -> int | None:
        """Return the size of a smallest set that is enough, None as for ``size``. It has one of each of ``needed``."""
        for _ in range(MAX_ROUNDS):
            self.look()
            chosen = _hitting(needed, most)
            if chosen is None:
                return None
            if self.program.questions.core([*given, *chosen]) is not None:
                return len(chosen)
            needed.append(self._broken(given, chosen, guards))
        return None

    def _broken(self, given: list[int], chosen: Collection[int], guards: frozenset[int]) -> frozenset[int]:
        """Return a few of ``guards`` without which ``chosen`` and all the others can hold."""
        left = guards.difference(chosen)
        broken: set[int] = set()
        while True:
            core, values = self.program.questions.ask([*given, *chosen, *sorted(left)], self._atoms)
            if core is None:
                break
            out = max(left.intersection(core))
            broken.add(out)
            left -= {out}
        lits = frozenset(a if v else -a for a, v in zip(self._atoms, values, strict=True))
        self._witnesses.append(Witness(lits, left.union(chosen)))
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
