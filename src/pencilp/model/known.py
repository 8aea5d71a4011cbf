"""What single rules tell about literals: which of them are true, and of which sets at least so many are.

A solver needs this where something must be connected or form one loop. It starts from a root, one of a small set of nodes of
which one is surely active, and the rules tell such a set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Clause, Count
from pencilp.model.structures import Many
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.model import Rule

SHORT = 4
"""Clauses with more literals than this tell too little to be looked at."""
ENOUGH = 1
"""A set of so few roots is not worth improving."""


class Known:
    """What ``constraints`` tell, each by itself; ``true`` is the number of a literal that is always true (0: none)."""

    def __init__(self, constraints: Iterable[Any], true: int = 0) -> None:
        self.units = {true} if true else set()
        """The numbers of literals that are true."""
        self.counts: list[tuple[list[int], int]] = []
        """Numbers of literals of which at least so many are true."""
        self._clauses: list[Sequence[Lit]] = []
        for constraint in constraints:
            kind = constraint.__class__
            if kind is Lit:
                self.units.add(constraint.n)
            elif kind is Clause:
                if len(constraint) <= SHORT:
                    self._clauses.append(constraint)
            elif isinstance(constraint, Many):
                # of many of a kind one tells as much as all
                if constraint.plain and len(constraint.parts) and constraint.parts[0].__class__ is Clause:
                    self._clauses.append(constraint.parts[0])
            elif kind is Count:
                n = len(constraint.lits)
                if constraint.low > 0:
                    self.counts.append(([x.n for x in constraint.lits], constraint.low))
                if constraint.high < n:
                    self.counts.append(([-x.n for x in constraint.lits], n - constraint.high))

    def roots(self, nodes: Sequence[int]) -> list[int] | None:
        """Places in ``nodes`` (numbers of literals), of which one at least is true; as few as can be told; None: any may be."""
        place = {n: i for i, n in enumerate(nodes)}
        for n in self.units if len(self.units) < len(nodes) else nodes:
            if n in place and n in self.units:
                return [place[n]]
        best: list[int] | None = None
        for lits, least in self.counts:
            inside = [place[n] for n in lits if n in place]
            sure = least - (len(lits) - len(inside))
            if sure > 0 and (best is None or len(inside) - sure + 1 < len(best)):
                best = inside[: len(inside) - sure + 1]
                if len(best) <= ENOUGH:
                    return best
        for clause in self._clauses:
            if len(clause) and clause[0].n in place and (best is None or len(clause) < len(best)):
                some = [place.get(x.n, -1) for x in clause]
                if -1 not in some:
                    best = some
                    if len(best) <= ENOUGH:
                        break
        return best

    def roots_of_edges(self, nodes: Sequence[int], edges: Sequence[tuple[int, int, int]]) -> list[int] | None:
        """The same for nodes at which active ``edges`` end: (place, place, number of its literal)."""
        best = self.roots(nodes)
        ends = {n: (i, j) for i, j, n in edges}
        for lits, least in self.counts:
            if best is not None and len(best) <= 1:
                break
            inside = [n for n in lits if n in ends]
            sure = least - (len(lits) - len(inside))
            if sure > 0:
                # one of these edges is active: nodes that are at all of them, found greedily
                some = [ends[n] for n in inside[: len(inside) - sure + 1]]
                cover: list[int] = []
                while some and (best is None or len(cover) < len(best)):
                    often: dict[int, int] = {}
                    for pair in some:
                        for i in pair:
                            often[i] = often.get(i, 0) + 1
                    node = max(often, key=often.__getitem__)
                    cover.append(node)
                    some = [pair for pair in some if node not in pair]
                if not some and (best is None or len(cover) < len(best)):
                    best = cover
        return best


def least_of(lits: Sequence[Lit], rules: Iterable[Rule]) -> int:
    """How many of ``lits`` are true at least, as counts of some of them tell that share none."""
    left = {x.n for x in lits}
    least = 0
    for rule in rules:
        if rule[0].__class__ is Count and rule[0].low > 0:  # type: ignore[union-attr]
            some = {x.n for x in rule[0].lits}  # type: ignore[union-attr]
            if some <= left:
                left -= some
                least += rule[0].low  # type: ignore[union-attr]
    return least
