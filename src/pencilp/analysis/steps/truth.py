"""Truth tables as bits: bit r of a whole number says whether something holds in row r of all values of some places."""

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


class TruthTable:
    """The rows of all values of ``places``. ``masks`` has the rows where each of their literals is true.

    ``rows_of`` says which values a row has.
    """

    def __init__(self, program: Program, places: Sequence[tuple[str, int]]) -> None:
        self.program = program
        sizes = [self._size(place) for place in places]
        count = prod(sizes)
        self.every = (1 << count) - 1
        self.masks: dict[int, int] = {}
        self._of_int: dict[int, list[int]] = {}
        """Per whole number of the answer the rows of each of its values."""
        self._known: dict[int, int] = {}
        for place, rows in zip(places, rows_of(tuple(sizes)), strict=True):
            x = program.m.answer[place[0]][place[1]]
            if isinstance(x, Int):
                self._of_int[x.index] = [*rows]
                self.masks.update(zip(program.atoms_of[place], rows, strict=True))
            else:
                self.masks[abs(x.n)] = rows[1]
        self._known.update(self.masks)

    def _size(self, place: tuple[str, int]) -> int:
        x = self.program.m.answer[place[0]][place[1]]
        return len(x.values) if isinstance(x, Int) else 2

    def rows(self, constraint: Constraint | Lit) -> int:
        """Return the rows where a constraint holds. Raise Unlisted if that is not known."""
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
        if self.every.bit_length() > MAX_SINGLE_ROWS:
            raise Unlisted
        return sum(1 << row for row in range(self.every.bit_length()) if self._holds(constraint, row))

    def _holds(self, constraint: Constraint, row: int) -> bool:
        """Return whether a constraint holds in a row."""

        def value(x: Any) -> int:
            return next(v for v, rows in self._values(x).items() if rows >> row & 1)

        return constraint.holds(value)

    def _literals(self, lits: Iterable[Lit]) -> list[int]:
        return [self._literal(x.n) for x in lits]

    def _literal(self, n: int) -> int:
        """Return the rows where a literal is true."""
        atom = abs(n)
        rows = self._known.get(atom)
        if rows is None:
            rows = self._known[atom] = self._atom(atom)
        return rows if n > 0 else self.every & ~rows

    def _atom(self, atom: int) -> int:
        whole = self.program.int_of(atom)
        if whole is not None:
            values = self._values(whole)
            if atom in whole.block:
                return values.get(whole.values[atom - whole.block.start], 0)
            least = whole.low + atom - whole.order_block.start
            return self._any(rows for v, rows in values.items() if v > least)
        definition = self.program.definition(atom)
        if definition is None:
            raise Unlisted
        lits = self._literals(definition.lits)
        if definition.of_two:
            return lits[0] ^ lits[1]
        return self._at_least(lits, definition.least)

    def _values(self, x: Any) -> dict[int, int]:
        """Return the rows of each value of a variable."""
        if isinstance(x, Int):
            rows = self._of_int.get(x.index)
            if rows is None:
                raise Unlisted
            return dict(zip(x.values, rows, strict=True))
        true = self._literal(x.n)
        return {0: self.every & ~true, 1: true}

    def _any(self, some: Iterable[int]) -> int:
        result = 0
        for rows in some:
            result |= rows
        return result

    def _at_least(self, lits: Sequence[int], least: int) -> int:
        """Return the rows where at least this number of literals, given by their rows, are true."""
        if least <= 0:
            return self.every
        if least > len(lits):
            return 0
        reached = [self.every, *[0] * least]
        for rows in lits:
            for k in range(least, 0, -1):
                reached[k] |= reached[k - 1] & rows
        return reached[least]

    def _linear(self, constraint: Linear) -> int:
        sums = {exact(0): self.every}
        for factor, x in constraint.terms:
            more: dict[Any, int] = {}
            for value, rows in self._values(x).items():
                for before, at in sums.items():
                    if here := at & rows:
                        total = before + exact(factor) * value
                        more[total] = more.get(total, 0) | here
            sums = more
        low, high = constraint.low, constraint.high
        return self._any(
            rows
            for total, rows in sums.items()
            if (low is None or exact(low) <= total) and (high is None or total <= exact(high))
        )

    def _all_different(self, ints: Sequence[Int]) -> int:
        values: dict[int, list[int]] = {}
        for x in ints:
            for v, rows in self._values(x).items():
                values.setdefault(v, []).append(rows)
        return self.every & ~self._any(self._at_least(some, 2) for some in values.values())

    def _table(self, constraint: Table) -> int:
        variables = [self._values(x) for x in constraint.xs]
        result = 0
        for row in constraint.rows:
            here = self.every
            for values, v in zip(variables, row, strict=True):
                here &= values.get(v, 0)
            result |= here
        return result
