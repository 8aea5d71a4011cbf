"""The third judge: all assignments of a small model, tried one by one against the meaning of its constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from pencilp.model import Lit, Model, Solution

Follows = tuple[Sequence[int], Callable[[Solution], Sequence[int]]]
"""Variables, by their numbers, and how their values follow from those of others."""


class _Bits(dict[int, int]):
    """The values of 0/1 variables. One that follows from others is worked out when somebody asks for it."""

    __slots__ = ("follows", "solution")

    def __init__(self, ints: dict[int, int], follows: dict[int, Follows]) -> None:
        self.follows, self.solution = follows, Solution(self, ints)

    def __missing__(self, n: int) -> int:
        numbers, values = self.follows[n]
        self.update(zip(numbers, values(self.solution), strict=True))
        return self[n]


def solutions(m: Model) -> Iterator[Solution]:
    """Every assignment of ``m`` under which all its rules hold; value and order literals and definitions follow.

    What was made for single statements of the model is no part of it.
    """
    follows: dict[int, Follows] = {}
    whole = [x for x in m.ints if not any(x.index in made.ints for made in m.scratch_variables)]
    for x in whole:
        for v, lit in zip(x.values, x.value_literals or (), strict=False):
            follows[lit.n] = [lit.n], lambda value, x=x, v=v: [int(value(x) == v)]  # type: ignore[misc]
        for v, lit in zip(range(x.low + 1, x.high + 1), x.order_literals or (), strict=False):
            follows[lit.n] = [lit.n], lambda value, x=x, v=v: [int(value(x) >= v)]  # type: ignore[misc]
    for numbers, _, values in _in_order(m):
        follows.update((n, (numbers, values)) for n in numbers)
    apart = [made.numbers for made in m.scratch_variables]
    free = [v for v in range(1, m.size + 1) if v not in follows and not any(v in numbers for numbers in apart)]
    rules = [rule[0] for rule in m.rules]
    ints: dict[int, int] = {}
    found = _Bits(ints, follows)
    solution = found.solution
    for bits in product((0, 1), repeat=len(free)):
        for chosen in product(*(x.values for x in whole)):
            found.clear()
            found.update(zip(free, bits, strict=True))
            ints.update(zip([x.index for x in whole], chosen, strict=True))
            for k, c in enumerate(rules):
                if not (solution(c) if isinstance(c, Lit) else c.holds(solution)):
                    # what is wrong with one assignment is often wrong with the next one too
                    rules.insert(0, rules.pop(k))
                    break
            else:
                yield Solution({n: found[n] for n in (*free, *follows)}, dict(ints))


def _in_order(m: Model) -> list[tuple[list[int], set[int], Callable[[Solution], Sequence[int]]]]:
    """What defines variables: their numbers, those that they are defined by, how they follow; each after what it needs."""
    left: list[tuple[list[int], set[int], Callable[[Solution], Sequence[int]]]] = [
        ([d.lit.n], {abs(x.n) for x in d.lits}, lambda value, d=d: [d.value(value)])  # type: ignore[misc]
        for d in m.definitions
    ]
    for flood in m.floods:
        around = {abs(x.n) for x in flood.nodes}.union(abs(e.n) for _, _, e in flood.edges if e is not None)
        left.append(([x.n for x in flood.flooded], around, flood.reached))
    result = []
    while left:
        open_ones = {n for numbers, *_ in left for n in numbers}
        ready = [d for d in left if open_ones.isdisjoint(d[1])]
        assert ready, "definitions in a circle"
        result += ready
        left = [d for d in left if d not in ready]
    return result


def answers(m: Model) -> set[tuple[int, ...]]:
    """The different answers of ``m``: values of its answer variables."""
    seen = m.answer_variables()
    return {tuple(s(x) for x in seen) for s in solutions(m)}


def found(m: Model, result: object) -> set[tuple[int, ...]]:
    """The answers in a solver's Result, which must all be different."""
    seen = m.answer_variables()
    listed = [tuple(s(x) for x in seen) for s in result.solutions]  # type: ignore[attr-defined]
    assert len(set(listed)) == len(listed), "the same answer twice"
    return set(listed)
