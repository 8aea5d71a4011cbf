"""In which cases a constraint holds, if the values of some places decide that: ``Cases``, and truth tables of few places.

A truth table is a whole number: bit r says whether something holds in row r of all values of the places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any

from pencilp.model import AllDifferent, Clause, Count, Int, Lit
from pencilp.model.constraints import And, Constraint, Implies, Linear, Table
from pencilp.model.variables import exact

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program


MAX_SINGLE_ROWS = 300
"""A constraint of a kind that is not looked at as a whole is looked at row by row if there are at most this many rows."""


MAX_SIZES = 64
"""The shapes of tables whose rows are kept."""


class Unlisted(Exception):
    """A constraint depends on other things than the places of a table, or on too many of them for its kind."""


@lru_cache(maxsize=MAX_SIZES)
def rows_of(sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return, for places with these numbers of values, the rows of each value: row r has (r // stride) % size.

    The first place has the stride 1. Tables of equal sizes share the rows.
    """
    count = prod(sizes)
    result = []
    stride = 1
    for size in sizes:
        rows = []
        for k in range(size):
            row, length = (1 << stride) - 1 << k * stride, stride * size
            while length < count:
                row |= row << length  # twice as many rows, and at last some that are too many
                length *= 2
            rows.append(row & (1 << count) - 1)
        result.append(tuple(rows))
        stride *= size
    return tuple(result)


class Cases:
    """The cases in which constraints hold, as sets of any kind that has ``&``, ``|``, ``^`` and ``~``.

    ``masks`` has the cases where each literal of ``places`` is true; ``every`` has all cases and ``none`` has none.
    """

    every: Any
    none: Any

    def __init__(self, program: Program, places: Sequence[tuple[str, int]]) -> None:
        self.program = program
        self.masks: dict[int, Any] = {}
        self._of_int: dict[int, list[Any]] = {}
        """Per whole number of the answer the cases of each of its values."""
        for place, cases in zip(places, self._values_of([self._size(place) for place in places]), strict=True):
            x = program.m.answer[place[0]][place[1]]
            if isinstance(x, Int):
                self._of_int[x.index] = [*cases]
                self.masks.update(zip(program.atoms_of[place], cases, strict=True))
            else:
                self.masks[abs(x.n)] = cases[1]
        self._known = dict(self.masks)

    def _values_of(self, sizes: Sequence[int]) -> Iterable[Sequence[Any]]:
        """Return, for places with these numbers of values, the cases of each value."""
        raise NotImplementedError

    def _size(self, place: tuple[str, int]) -> int:
        x = self.program.m.answer[place[0]][place[1]]
        return len(x.values) if isinstance(x, Int) else 2

    def rows(self, constraint: Constraint | Lit) -> Any:
        """Return the cases where a constraint holds. Raise Unlisted if that is not known."""
        if isinstance(constraint, Lit):
            return self._literal(constraint.n)
        if isinstance(constraint, Clause):
            return self._at_least(self._literals(constraint), 1)
        if isinstance(constraint, Count):
            lits = self._literals(constraint.lits)
            return self._at_least(lits, constraint.low) & ~self._at_least(lits, constraint.high + 1)
        if isinstance(constraint, And):
            rows = self.every
            for part in constraint.parts:
                rows &= self.rows(part)
            return rows
        if isinstance(constraint, Implies):
            conditions = self._literals(constraint.conditions)
            return self.every & ~self._at_least(conditions, len(conditions)) | self.rows(constraint.then)
        if isinstance(constraint, Linear):
            return self._linear(constraint)
        if isinstance(constraint, AllDifferent):
            return self._all_different(constraint.ints)
        if isinstance(constraint, Table):
            return self._table(constraint)
        return self._other(constraint)

    def _other(self, constraint: Constraint) -> Any:
        """Return the cases where a constraint of a kind holds that is not looked at as a whole."""
        raise Unlisted

    def _literals(self, lits: Iterable[Lit]) -> list[Any]:
        return [self._literal(x.n) for x in lits]

    def _literal(self, n: int) -> Any:
        """Return the cases where a literal is true."""
        atom = abs(n)
        rows = self._known.get(atom)
        if rows is None:
            rows = self._known[atom] = self._atom(atom)
        return rows if n > 0 else self.every & ~rows

    def _atom(self, atom: int) -> Any:
        whole = self.program.int_of(atom)
        if whole is not None:
            values = self._values(whole)
            if atom in whole.block:
                return values.get(whole.values[atom - whole.block.start], self.none)
            least = whole.low + atom - whole.order_block.start
            return self._any(rows for v, rows in values.items() if v > least)
        definition = self.program.definition(atom)
        if definition is None:
            raise Unlisted
        lits = self._literals(definition.lits)
        if definition.of_two:
            return lits[0] ^ lits[1]
        return self._at_least(lits, definition.least)

    def _values(self, x: Any) -> dict[int, Any]:
        """Return the cases of each value of a variable."""
        if isinstance(x, Int):
            rows = self._of_int.get(x.index)
            if rows is None:
                raise Unlisted
            return dict(zip(x.values, rows, strict=True))
        true = self._literal(x.n)
        return {0: self.every & ~true, 1: true}

    def _any(self, some: Iterable[Any]) -> Any:
        result = self.none
        for rows in some:
            result |= rows
        return result

    def _at_least(self, lits: Sequence[Any], least: int) -> Any:
        """Return the cases where at least this number of literals, given by their cases, are true."""
        if least <= 0:
            return self.every
        if least > len(lits):
            return self.none
        reached = [self.every, *[self.none] * least]
        for rows in lits:
            for k in range(least, 0, -1):
                reached[k] |= reached[k - 1] & rows
        return reached[least]

    def _linear(self, constraint: Linear) -> Any:
        sums = {exact(0): self.every}
        for factor, x in constraint.terms:
            more: dict[Any, int] = {}
            for value, rows in self._values(x).items():
                for before, at in sums.items():
                    if here := at & rows:
                        total = before + exact(factor) * value
                        more[total] = more.get(total, self.none) | here
            sums = more
        low, high = constraint.low, constraint.high
        return self._any(
            rows
            for total, rows in sums.items()
            if (low is None or exact(low) <= total) and (high is None or total <= exact(high))
        )

    def _all_different(self, ints: Sequence[Int]) -> Any:
        values: dict[int, list[Any]] = {}
        for x in ints:
            for v, rows in self._values(x).items():
                values.setdefault(v, []).append(rows)
        return self.every & ~self._any(self._at_least(some, 2) for some in values.values())

    def _table(self, constraint: Table) -> Any:
        variables = [self._values(x) for x in constraint.xs]
        result = self.none
        for row in constraint.rows:
            here = self.every
            for values, v in zip(variables, row, strict=True):
                here &= values.get(v, self.none)
            result |= here
        return result


class TruthTable(Cases):
    """The rows of all values of few ``places``. ``rows_of`` says which values a row has."""

    none = 0

    def _values_of(self, sizes: Sequence[int]) -> Sequence[Sequence[int]]:
        self.every = (1 << prod(sizes)) - 1
        return rows_of(tuple(sizes))

    def _other(self, constraint: Constraint) -> int:
        if self.every.bit_length() > MAX_SINGLE_ROWS:
            raise Unlisted
        return sum(1 << row for row in range(self.every.bit_length()) if self._holds(constraint, row))

    def _holds(self, constraint: Constraint, row: int) -> bool:
        """Return whether a constraint holds in a row."""

        def value(x: Any) -> int:
            return next(v for v, rows in self._values(x).items() if rows >> row & 1)

        return constraint.holds(value)
