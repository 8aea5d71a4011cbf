"""Archipelagos: every cell has the size of its island, or none. The consequences for adjacent cells are stated at
once. The rules that an island has its size, and a network one island of each size, are stated only if an answer
breaks them. The second statement adds that every network has all smaller sizes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from pencilp.genres.archipelago.structure import OneOfEachSize
from pencilp.model.constraints import Clause, Constraint, Implies, Lazy, Reached, Value, exactly, not_all
from pencilp.model.model import Rule
from pencilp.model.structures import CachedRules
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import GroupSize

if TYPE_CHECKING:
    from pencilp.genres.archipelago.structure import Archipelagos

MIN_BENT_CELLS = 7
"""Minimum size of an island with two cells that meet at a corner, but neither of the cells between them."""


def rewrite(islands: Archipelagos, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, if the islands have one of each size, and all other rules give the size of an
    island."""
    whole = [rule for rule in rules if isinstance(rule[0], OneOfEachSize)]
    sized = [rule for rule in rules if type(rule[0]) is GroupSize]
    if len(whole) != 1 or len(sized) + 1 != len(rules):
        return "the rules do not say that there is one island of each size"
    sized_islands = _Sized(islands, whole[0].words)
    stated = [
        Rule(constraint, sized_islands.words, None)
        for constraint in (sized_islands.adjacent(), Lazy(sized_islands.over, sized_islands.violated))
    ]
    for rule in sized:
        size: GroupSize = rule[0]  # type: ignore[assignment]
        some = [x for k, x in sized_islands.size[size.node].items() if size.low <= k <= size.high]
        # an unshaded cell is in a group of no cells
        stated.append(rule._replace(constraint=Clause(some if size.low else (~islands.shaded[size.node], *some))))
    return Rewrite(
        "a size for each island, with wrong answers excluded",
        rules,
        stated,
        second_statement_rules=sized_islands.smaller,
    )


class _Sized:
    """Return the rules over size(c, k): cell c is shaded, and its island has k cells."""

    def __init__(self, islands: Archipelagos, words: str) -> None:
        self.of, self.words = islands, words
        self.near = [[n for n, _ in around] for around in islands.around]
        self.sizes = range(1, islands.most + 1)
        lits = islands.m.binaries("size", len(self.sizes) * islands.count)
        rest = iter(lits)
        self.size = [{k: next(rest) for k in self.sizes} for _ in range(islands.count)]
        self.over = [*islands.shaded, *lits]

    def adjacent(self) -> CachedRules:
        """State the consequences for the neighbours of a cell, which are the same on all boards of a shape."""
        return self.of.m.cached(self.of.cache, ("sizes", len(self.sizes)), self.over, self._adjacent)

    def _adjacent(self) -> CachedRules:
        shaded, near = self.of.shaded, self.near
        parts: list[Constraint] = []
        for c, size in enumerate(self.size):
            around = [shaded[n] for n in near[c]]
            parts.append(exactly(1, [~shaded[c], *size.values()]))
            for k, x in size.items():
                if k == 1:
                    parts += [Clause((~x, ~y)) for y in around]
                    continue
                parts.append(Implies((x,), exactly(1, around)) if k == 2 else Clause((~x, *around)))
                parts += [Clause((~x, ~shaded[n], self.size[n][k])) for n in near[c]]
            for d in self.of.touching[c]:
                if d > c and d not in near[c]:
                    between = [shaded[n] for n in near[c] if n in near[d]]
                    parts += [Clause((~x, ~self.size[d][k], *between)) for k, x in size.items() if k < MIN_BENT_CELLS]
        return CachedRules(parts, [None] * len(parts), self.of.cache)

    def smaller(self) -> list[Rule]:
        """has(c, k): the network of c has an island of k cells, from which c is reached. So has that of a larger island."""
        of, m = self.of, self.of.m
        parts: list[Constraint] = []
        below: Sequence[Lit] = ()
        for k in self.sizes[:-1]:
            has = m.binaries("has", of.count)
            arcs: list[tuple[int, int, Lit | None]] = [(0, 1 + c, self.size[c][k]) for c in range(of.count)]
            arcs += [(1 + c, 1 + d, None) for c, touching in enumerate(of.touching) for d in touching]
            parts.append(Reached([m.true, *has], arcs, [0]))
            for c, x in enumerate(has):
                parts += [Clause((~x, of.shaded[c])), Clause((~self.size[c][k + 1], x))]
                parts += [Clause((~x, below[c]))] if below else []
            below = has
        return [Rule(constraint, self.words, None) for constraint in parts]

    # -- what an answer has wrong -----------------------------------------------------------------------------------

    def violated(self, value: Value) -> list[Constraint]:
        """Return clauses against islands of a wrong size. If there are none, return those against networks without
        one island of each size."""
        shaded = [bool(value(x)) for x in self.of.shaded]
        sized_islands = [
            next(k for k, x in self.size[c].items() if value(x)) if full else 0 for c, full in enumerate(shaded)
        ]
        islands = self.of.all_groups(value)
        result: list[Constraint] = []
        for cells in islands:
            k = sized_islands[cells[0]]
            if len(cells) < k:
                result += self._too_small(cells, k)
            elif len(cells) > k:
                result += [
                    not_all([self.size[c][k] for c in self._part(cells, start, k + 1)])
                    for start in (cells[0], cells[-1])
                ]
        if result:
            return result
        island = {c: cells for cells in islands for c in cells}
        for network in self.of.networks(value):
            there: dict[int, list[list[int]]] = {}
            for cells in {island[c][0]: island[c] for c in network}.values():
                there.setdefault(len(cells), []).append(cells)
            result += self._missing(network, there)
            for k, same in there.items():
                result += [self._twice(one, other, k, shaded) for one, other in combinations(same, 2)]
        return result

    def _too_small(self, cells: Sequence[int], k: int) -> list[Constraint]:
        """Return a clause against an island that is too small: if a cell has this size, so has another cell next to
        the island."""
        adjacent = [self.size[n][k] for n in _ring(cells, self.near)]
        return [Clause((~self.size[c][k], *adjacent)) for c in cells]

    def _part(self, cells: Sequence[int], start: int, count: int) -> list[int]:
        """Return this number of connected cells of an island, starting at one of them."""
        part = [start]
        for c in part:
            part += [n for n in self.near[c] if n in cells and n not in part]
        return part[:count]

    def _missing(self, network: Sequence[int], there: Mapping[int, Sequence[Sequence[int]]]) -> list[Constraint]:
        """Return a clause for an island if a smaller size is missing: some cell has the missing size, or the network
        goes on."""
        beyond = [self.of.shaded[n] for n in _ring(network, self.of.touching)]
        result: list[Constraint] = []
        for k in range(1, max(there)):
            if k not in there:
                some = [*(self.size[c][k] for c in network), *beyond]
                result += [Clause((~self.size[there[j][0][0]][j], *some)) for j in there if j > k]
        return result

    def _twice(self, one: Sequence[int], other: Sequence[int], k: int, shaded: Sequence[bool]) -> Constraint:
        """Return a clause against two connected islands of one size: there is an unshaded cell between them, or a
        shaded cell next to one of them."""
        way = self._way(one, other, shaded)
        ring = min((_ring(cells, self.near) for cells in (one, other)), key=len)
        return Clause(
            (
                ~self.size[way[0]][k],
                ~self.size[way[-1]][k],
                *(~self.of.shaded[c] for c in way[1:-1]),
                *(self.of.shaded[n] for n in ring),
            )
        )

    def _way(self, start: Iterable[int], end: Collection[int], shaded: Sequence[bool]) -> list[int]:
        """Return a shortest way over touching shaded cells from one island to another in its network."""
        before = dict.fromkeys(start, -1)
        queue = list(before)
        for c in queue:
            if c in end:
                way = [c]
                while before[way[-1]] >= 0:
                    way.append(before[way[-1]])
                return way
            for n in self.of.touching[c]:
                if shaded[n] and n not in before:
                    before[n] = c
                    queue.append(n)
        raise ValueError("the islands are not in one network")


def _ring(cells: Collection[int], near: Sequence[Sequence[int]]) -> list[int]:
    """Return the cells around ``cells`` that are next to them by ``near``."""
    return [n for n in dict.fromkeys(n for c in cells for n in near[c]) if n not in cells]
