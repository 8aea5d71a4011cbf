"""Relations between two whole numbers: the pairs of values that are allowed together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pencilp._util.cache import Cache
from pencilp.model.constraints import And, Clause, Constraint, Value
from pencilp.model.variables import Int, Lit, Var

if TYPE_CHECKING:
    from pencilp.model.show import Wording


class Relation:
    """A set of allowed ``pairs``: (value of one number, value of the other).

    ``cache`` holds results for all numbers with the same values, including those of solvers. It is None for a relation
    of two numbers only.
    """

    __slots__ = ("cache", "least", "pairs")

    def __init__(self, pairs: Iterable[tuple[int, int]], cache: Cache | None = None) -> None:
        self.pairs, self.cache = frozenset(pairs), cache
        self.least: int | None = None
        """For ``NotEqual``: equal values from this number on are forbidden, and all other pairs are allowed."""

    def contradictions(self, one: Sequence[int], other: Sequence[int]) -> Sequence[Sequence[int]]:
        """Return sets of literals that are not all true, for numbers with the values ``one`` and ``other``.

        The literals of these values are numbered from 1 on, those of ``one`` first; a negative number is the opposite.
        A set has a value and the opposites of all values that fit it. If a value fits all others but one, the set has
        these two. If there are less than half as many forbidden pairs as allowed ones, each forbidden pair is a set.
        """
        if self.cache is None:
            return self._contradictions(one, other)
        result: list[tuple[int, ...]] | None = self.cache.get((one, other))
        if result is None:
            result = self._contradictions(one, other)
            self.cache.put((one, other), result, sum(map(len, result)))
        return result

    def _contradictions(self, one: Sequence[int], other: Sequence[int]) -> list[tuple[int, ...]]:
        n, m = len(one), len(other)
        place, other_place = {v: i for i, v in enumerate(one, 1)}, {w: k for k, w in enumerate(other, n + 1)}
        fit: list[list[int]] = [[] for _ in range(n + m + 1)]
        for v, w in self.pairs:
            if v in place and w in other_place:
                i, k = place[v], other_place[w]
                fit[i].append(k)
                fit[k].append(i)
        fits = sum(map(len, fit))
        if 2 * (2 * n * m - fits) < fits:
            return [(i, k) for i in range(1, n + 1) for k in range(n + 1, n + m + 1) if k not in fit[i]]
        result: list[tuple[int, ...]] = []
        single: set[tuple[int, ...]] = set()
        for i in range(1, n + m + 1):
            fitting, (first, count) = fit[i], (n + 1, m) if i <= n else (1, n)
            if len(fitting) + 1 == count:
                # the missing number of the others: the sum of consecutive numbers less those that are there
                lone = count * (2 * first + count - 1) // 2 - sum(fitting)
                single.add((min(i, lone), max(i, lone)))
            elif len(fitting) < count:
                result.append((i, *[-k for k in sorted(fitting)]))
        return [*result, *sorted(single)]

    def at_most_ones(self, one: Sequence[int], other: Sequence[int]) -> Sequence[Sequence[int]] | None:
        """Return ``contradictions`` as lists of literals with at most one true literal each.

        Return None if a contradiction is no pair of values. A list has a value and all values of the other number that
        it excludes, because at most one of those is true anyway.
        """
        pairs = self.contradictions(one, other)
        if any(len(body) != 2 or min(body) < 0 for body in pairs):
            return None
        excluded: dict[int, set[int]] = {}
        for x, y in pairs:
            excluded.setdefault(x, set()).add(y)
            excluded.setdefault(y, set()).add(x)
        left = {x: {*others} for x, others in excluded.items()}
        result = []
        while any(left.values()):
            x = max(left, key=lambda x: len(left[x]))
            others = left.pop(x)
            result.append((x, *sorted(excluded[x] if len(others) > 1 else others)))
            for y in others:
                left[y].discard(x)
        return result

    def fit(self, v: int, w: int) -> bool:
        """Return whether the values ``v`` and ``w`` are allowed together."""
        return (v, w) in self.pairs

    def __reduce__(self) -> Any:
        return Relation, (self.pairs, self.cache)


class NotEqual(Relation):
    """The relation that forbids equal values from ``least`` on."""

    __slots__ = ()
    least: int

    def __init__(self, least: int) -> None:
        super().__init__(())
        self.least = least

    def _contradictions(self, one: Sequence[int], other: Sequence[int]) -> list[tuple[int, ...]]:
        place = {w: k for k, w in enumerate(other, len(one) + 1)}
        return [(i, place[v]) for i, v in enumerate(one, 1) if v >= self.least and v in place]

    def fit(self, v: int, w: int) -> bool:
        return v != w or v < self.least

    def __reduce__(self) -> Any:
        return NotEqual, (self.least,)


@lru_cache(maxsize=256)
def relation(fits: Callable[[int, int], bool], one: Sequence[int], other: Sequence[int]) -> Relation:
    """Return the relation of the values ``one`` and ``other`` for which ``fits(v, w)`` is true."""
    return Relation([(v, w) for v in one for w in other if fits(v, w)], Cache())


@lru_cache(maxsize=16)
def not_equal(least: int) -> NotEqual:
    """Return the relation ``NotEqual`` with this ``least``, always the same object."""
    return NotEqual(least)


class Fitting(And):
    """The values of ``x`` and ``y`` are a pair of ``relation``.

    Its parts are clauses, made on first use.
    """

    __slots__ = ("relation", "x", "y")
    is_basic = True

    def __init__(self, x: Int, y: Int, relation: Relation) -> None:
        self.x, self.y, self.relation, self.helpers, self.fault_text = x, y, relation, (), ""
        _ = x.eq, y.eq  # a model must not grow while it is stated

    @property
    def parts(self) -> list[Constraint | Lit]:  # type: ignore[override]
        """Equivalent clauses."""
        lits = [*self.x.eq, *self.y.eq]
        meant = [~lits[0], *[~x for x in lits], *reversed(lits)]
        return [
            Clause([meant[k] for k in body])
            for body in self.relation.contradictions(self.x.values, self.y.values)
        ]  # fmt: skip

    def holds(self, value: Value) -> bool:
        return self.relation.fit(value(self.x), value(self.y))

    def variables(self) -> Iterable[Var]:
        return (self.x, self.y)

    def text(self, words: Wording) -> str:
        if isinstance(self.relation, NotEqual):
            return f"{words.list((self.x, self.y))} are different" + f" or less than {self.relation.least}" * (
                self.relation.least > min(self.x.low, self.y.low)
            )
        rows = [f"({v}, {w})" for v in self.x.values for w in self.y.values if self.relation.fit(v, w)]
        return words.one_of((self.x, self.y), rows)
