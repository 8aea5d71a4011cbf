"""The third judge: all assignments of a small model, tried one by one against the meaning of its constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from pencilp.model import Int, Lit, Model, Solution


def solutions(m: Model) -> Iterator[Solution]:
    """Every assignment of ``m`` under which all its rules hold; value and order literals and definitions follow.

    What was made for single statements of the model is no part of it.
    """
    derived: dict[int, tuple[Int, str, int]] = {}
    whole = [x for x in m.ints if not any(x.index in made.ints for made in m.made)]
    for x in whole:
        for v, lit in zip(x.values, x.value_literals or (), strict=False):
            derived[lit.n] = (x, "eq", v)
        for v, lit in zip(range(x.low + 1, x.high + 1), x.order_literals or (), strict=False):
            derived[lit.n] = (x, "ge", v)
    defining = _in_order(m)
    follow = {n for numbers, *_ in defining for n in numbers}.union(derived)
    apart = [made.numbers for made in m.made]
    free = [v for v in range(1, m.size + 1) if v not in follow and not any(v in numbers for numbers in apart)]
    for bits in product((0, 1), repeat=len(free)):
        for values in product(*(x.values for x in whole)):
            ints = {x.index: value for x, value in zip(whole, values, strict=True)}
            found = dict(zip(free, bits, strict=True))
            for v, (x, kind, value) in derived.items():
                found[v] = int(ints[x.index] == value if kind == "eq" else ints[x.index] >= value)
            solution = Solution(found, ints)
            for numbers, _, follows in defining:
                found.update(zip(numbers, follows(solution), strict=True))
            if all(solution(c) if isinstance(c, Lit) else c.holds(solution) for c, *_ in m.rules):
                yield solution


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
