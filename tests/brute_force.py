"""The third judge: all assignments of a small model, tried one by one against the meaning of its constraints."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pencilp.model import Int, Lit, Model, Solution


def solutions(m: Model) -> Iterator[Solution]:
    """Every assignment of ``m`` under which all its rules hold; value and order literals and definitions follow."""
    defined = {int(d.lit) for d in m.definitions}
    derived: dict[int, tuple[Int, str, int]] = {}
    for x in m.ints:
        for v, lit in zip(x.values, x.value_literals or [], strict=False):
            derived[int(lit)] = (x, "eq", v)
        for v, lit in zip(x.values[1:], x.order_literals or [], strict=False):
            derived[int(lit)] = (x, "ge", v)
    free = [v for v in range(1, m.size + 1) if v not in defined and v not in derived]
    for bits in product((0, 1), repeat=len(free)):
        for values in product(*(x.values for x in m.ints)):
            ints = {x.name: value for x, value in zip(m.ints, values, strict=True)}
            found = dict(zip(free, bits, strict=True))
            for v, (x, kind, value) in derived.items():
                found[v] = int(ints[x.name] == value if kind == "eq" else ints[x.name] >= value)
            solution = Solution(found, ints)
            for d in m.definitions:
                found[int(d.lit)] = int(sum(solution(y) for y in d.lits) >= d.least)
            if all(solution(c) if isinstance(c, Lit) else c.holds(solution) for c, *_ in m.rules):
                yield solution


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
