"""Facts that single rules give about literals: which are true, and how many of a set are true at least.

A solver needs this for connected groups and single loops. It searches from a root, and one node of a small set of
possible roots must be active. The rules give such a set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import And, Clause, Count
from pencilp.model.structures import RuleFamily
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.model import Model, Rule

MAX_CLAUSE_LITERALS = 4
"""Maximum number of literals of the clauses that are examined."""
FEW_ROOTS = 1
"""The search for smaller sets of roots stops at this size."""


AtLeast = tuple[Sequence[Lit], int, int]
"""Literals, a sign, and a number: at least that many of them (for -1: of their opposites) are true."""


class FixedLiterals:
    """The facts that each of ``constraints`` gives. ``true`` is the number of a literal that is always true (0: none)."""

    def __init__(self, constraints: Iterable[Any], true: int = 0) -> None:
        self.units = {true} if true else set()
        """The numbers of literals that are true."""
        self.counts: list[AtLeast] = []
        self._clauses: list[Sequence[Lit]] = []
        self._asked = False
        for constraint in constraints:
            kind = constraint.__class__
            if kind is Lit:
                self.units.add(constraint.n)
            elif kind is Clause:
                if len(constraint) <= MAX_CLAUSE_LITERALS:
                    self._clauses.append(constraint)
            elif isinstance(constraint, RuleFamily):
                # one of many similar clauses is as good as all
                if constraint.is_basic and (one := constraint.example()).__class__ is Clause:
                    self._clauses.append(one)
            elif kind is Count:
                lits = constraint.lits
                n = len(lits)
                if 0 < constraint.low <= n:
                    self.counts.append((lits, 1, constraint.low))
                if 0 <= constraint.high < n:
                    self.counts.append((lits, -1, n - constraint.high))

    def roots(self, nodes: Sequence[int]) -> list[int] | None:
        """Return positions in ``nodes`` (numbers of literals), at least one of them true. None if no rule gives any.

        The smallest known set is returned. Among sets of equal size, the one nearest to the middle of the list is
        taken, which is the middle of the board: from a root in a corner some searches take twenty times as long.
        """
        place = dict(zip(nodes, range(len(nodes)), strict=True))
        far = _from_the_middle(len(nodes))
        sure = sorted([place[n] for n in self.units.intersection(nodes)])
        if sure:
            return [min(sure, key=far)]
        best: list[int] | None = None
        fewest, nearest = len(nodes) + 1, inf
        counts, clauses = self._about(place)
        for lits, sign, least in counts:
            # any ``few`` of the literals include a true one, whether or not the others are nodes
            enough = len(lits) - least + 1
            if enough > fewest:
                continue
            at = place.get(sign * lits[0].n)
            distance = inf if at is None else far(at)
            if enough == fewest and distance >= nearest:
                continue
            inside = [place[n] for x in lits if (n := sign * x.n) in place]
            if len(inside) >= enough:
                best = sorted(inside, key=far)[:enough]
                fewest, nearest = enough, distance
        for clause in clauses:
            if len(clause) and clause[0].n in place and (best is None or len(clause) < len(best)):
                places = [place.get(x.n, -1) for x in clause]
                if -1 not in places:
                    best = places
                    if len(best) <= FEW_ROOTS:
                        break
        return best

    def _about(self, numbers: Iterable[int]) -> tuple[Sequence[AtLeast], Sequence[Sequence[Lit]]]:
        """Return the counts with one of the literals ``numbers``, and the clauses that begin with one, in their order.

        The first time, return all: a model with a single connected group needs no index.
        """
        if not self._asked:
            self._asked = True
            return self.counts, self._clauses
        numbers = [*numbers]
        parts = []
        for index in self._index:
            parts.append(sorted(set().union(*[index[n] for n in numbers if n in index])))
        return [self.counts[k] for k in parts[0]], [self._clauses[k] for k in parts[1]]

    @cached_property
    def _index(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """For each literal the positions of the counts with it, and of the clauses that begin with it."""
        of_counts: dict[int, list[int]] = {}
        for k, (lits, sign, _) in enumerate(self.counts):
            for x in lits:
                of_counts.setdefault(sign * x.n, []).append(k)
        of_clauses: dict[int, list[int]] = {}
        for k, clause in enumerate(self._clauses):
            if len(clause):
                of_clauses.setdefault(clause[0].n, []).append(k)
        return of_counts, of_clauses

    def roots_of_edges(self, nodes: Sequence[int], edges: Sequence[tuple[int, int, int]]) -> list[int] | None:
        """Return roots as ``roots`` does, for nodes that are the ends of active edges.

        ``edges`` are (position, position, number of its literal).
        """
        best = self.roots(nodes)
        ends = {n: (i, j) for i, j, n in edges}
        far = _from_the_middle(len(nodes))

        def distance(count: AtLeast) -> float:
            pair = ends.get(count[1] * count[0][0].n)
            return inf if pair is None else far(pair[0])

        for lits, sign, least in sorted(self.counts, key=distance):
            if best is not None and len(best) <= FEW_ROOTS:
                break
            enough = len(lits) - least + 1
            inside = [n for x in lits if (n := sign * x.n) in ends]
            if len(inside) >= enough:
                # one of these edges is active: find nodes that touch all of them, greedily
                uncovered = [ends[n] for n in inside[:enough]]
                cover: list[int] = []
                while uncovered and (best is None or len(cover) < len(best)):
                    often: dict[int, int] = {}
                    for pair in uncovered:
                        for i in pair:
                            often[i] = often.get(i, 0) + 1
                    node = max(often, key=often.__getitem__)
                    cover.append(node)
                    uncovered = [pair for pair in uncovered if node not in pair]
                if not uncovered and (best is None or len(cover) < len(best)):
                    best = cover
        return best


def _from_the_middle(count: int) -> Callable[[int], int]:
    """Return a function for the distance of a position from the middle of ``count`` positions."""
    return lambda place: abs(2 * place + 1 - count)


def fixed_true(m: Model) -> set[int]:
    """Return the numbers of literals that single rules make true, or that follow from a known whole number."""
    sure: set[int] = set()
    for constraint, *_ in m.rules:
        for part in constraint.parts if constraint.__class__ is And else (constraint,):  # type: ignore[union-attr]
            if part.__class__ is Lit:
                sure.add(part.n)  # type: ignore[union-attr]
    for x in m.ints:
        if x.value_literals is not None and not sure.isdisjoint(x.block):
            sure.update([-n for n in x.block if n not in sure])
    return sure


def minimum_true(lits: Sequence[Lit], rules: Iterable[Rule]) -> int:
    """Return a lower bound on how many of ``lits`` are true: the sum of disjoint counts in ``rules``."""
    counts: list[Count] = [c for c, *_ in rules if c.__class__ is Count and c.low > 0]  # type: ignore[union-attr, misc]
    left = {x.n for x in lits} if counts else set()
    least = 0
    for count in counts:
        numbers = {x.n for x in count.lits}
        # a literal that is listed twice is counted twice, but is only one of them
        minimum = count.low - (len(count.lits) - len(numbers))
        if minimum > 0 and numbers <= left:
            left -= numbers
            least += minimum
    return least
