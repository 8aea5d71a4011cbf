"""Integer programs: columns, rows and an objective, and changes that keep their solutions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import NamedTuple

from pencilp.model.constraints import Constraint
from pencilp.model.variables import Number, exact

CONTINUOUS, INTEGER, IMPLIED = 0, 1, 2
"""The kinds of columns. An IMPLIED one may be continuous or integer: if there is a value, there is a whole one."""

CLUES, RULES, DEFINITIONS, NUMBERS, CONNECTIVITY = 1, 2, 3, 4, 5
"""The parts of a program in the order of a file (``reformulate.linear.layout``). A row of part 0 keeps its place."""

TOLERANCE = 1e-6
"""Allowed violation of a bound or row with continuous columns, relative to its numbers."""

Terms = list[tuple[Number, int]]
"""(factor, column) pairs, columns counted from 0."""


class Column(NamedTuple):
    """A column: ``low`` and ``high`` bound it (None: no bound), ``kind`` is CONTINUOUS, INTEGER or IMPLIED."""

    name: str
    low: Number | None
    high: Number | None
    kind: int

    @property
    def binary(self) -> bool:
        """Whether it is an integer column with values 0 and 1 only."""
        return self.kind == INTEGER and self.low in (0, 1) and self.high in (0, 1)

    def between_whole_bounds(self) -> Column:
        """Return the column with its bounds rounded inwards to whole numbers."""
        low, high = self.low, self.high
        if isinstance(low, int | None) and isinstance(high, int | None):
            return self
        return self._replace(
            low=None if low is None else ceil(exact(low)), high=None if high is None else floor(exact(high))
        )

    @property
    def missing(self) -> str:
        """Its missing bounds in words: "no bounds", "no lower bound", "no upper bound", or ""."""
        if self.low is not None and self.high is not None:
            return ""
        return "no bounds" if self.low is self.high else "no lower bound" if self.low is None else "no upper bound"


class Row(NamedTuple):
    """``low`` <= sum of factor * column over ``terms`` <= ``high``; None for an open end.

    ``words`` and ``place`` are those of its rule, or empty if it has none. ``part`` is its part of a file, as in
    ``reformulate.linear.layout``; 0 is for a row that keeps its place and its name.
    """

    name: str
    terms: Terms
    low: Number | None
    high: Number | None
    words: str = ""
    place: str = ""
    part: int = 0


class Bound(NamedTuple):
    """A rule, by its ``words`` and ``place``, that is only a bound of a ``column``."""

    column: int
    words: str
    place: str


class Program:
    """An integer program. ``objective`` is None if all solutions are equally good."""

    __slots__ = (
        "arranged", "bound_by", "columns", "left_out", "objective", "objective_name", "offset", "remarks", "rows",
        "sense",
    )  # fmt: skip

    def __init__(self) -> None:
        self.columns: list[Column] = []
        self.rows: list[Row] = []
        self.objective: Terms | None = None
        self.objective_name = "obj"
        self.offset: Number = 0
        """The constant part of the objective."""
        self.sense = "minimize"
        self.remarks: list[str] = []
        """Remarks on reading the program from a file, a line each."""
        self.left_out: list[str] = []
        """The texts of rules without rows, because they are stated only when an answer breaks them."""
        self.bound_by: list[Bound] = []
        """The rules that are bounds of a column instead of rows: see ``pencilp.reformulate.linear.layout``."""
        self.arranged = False
        """Whether the rows are sorted by parts, as in a file."""

    def copy(self) -> Program:
        """Return a copy of the program with its own lists."""
        result = Program()
        result.columns, result.rows, result.left_out = list(self.columns), list(self.rows), list(self.left_out)
        result.objective, result.offset, result.sense = self.objective, self.offset, self.sense
        result.objective_name, result.bound_by = self.objective_name, list(self.bound_by)
        result.arranged, result.remarks = self.arranged, list(self.remarks)
        return result

    def activity(self, terms: Terms) -> tuple[Number | None, Number | None]:
        """Return the least and the greatest value of a sum within the bounds of its columns, None for no bound."""
        least: Number | None = 0
        most: Number | None = 0
        for a, c in terms:
            _, low, high, _ = self.columns[c]
            if a < 0:
                low, high = high, low
            least = None if least is None or low is None else least + a * low
            most = None if most is None or high is None else most + a * high
        return least, most


MAX_FACTOR = 10**15
"""From factors of this size on, floating-point solvers cannot distinguish 0 and 1. Some refuse such factors."""

MAX_EXACT_FACTOR = 10**6
"""Floating-point solvers accept values that differ from a whole number by up to one divided by this."""


class BareProgram:
    """A program without a model, with the interface of ``Linearised`` for a search.

    A solution is the list of the columns' values. Two solutions differ if a whole number differs; if ``distinct_in`` is
    given, one with a name in it.
    """

    __slots__ = ("deciding", "program", "values")

    def __init__(self, program: Program, distinct_in: Collection[str] | None = None) -> None:
        self.program = program
        self.deciding = [
            c
            for c, column in enumerate(program.columns)
            if column.kind != CONTINUOUS and (distinct_in is None or column.name in distinct_in)
        ]
        self.values: set[int] = set()

    def copy(self) -> BareProgram:
        """Return a copy with its own lists, to which a search may add."""
        result = BareProgram(self.program.copy())
        result.deciding = self.deciding
        return result

    def solution(self, values: Sequence[float]) -> list[float]:
        """Return the columns' values, with those of integer columns rounded."""
        pairs = zip(values, self.program.columns, strict=True)
        return [value if column.kind == CONTINUOUS else round(value) for value, column in pairs]

    def broken(self, solution: Sequence[float]) -> str:
        """Return the name of a column or row that does not hold, or "".

        Rows of whole numbers are checked exactly, others up to ``TOLERANCE``.
        """
        columns = self.program.columns
        for value, (name, low, high, kind) in zip(solution, columns, strict=False):
            slack = TOLERANCE * max(1.0, abs(value)) if kind == CONTINUOUS else 0
            if (low is not None and value < low - slack) or (high is not None and value > high + slack):
                return name
        for row in self.program.rows:
            parts = [Fraction(exact(a) * exact(solution[c])) for a, c in row.terms]
            slack_here = Fraction(0)
            if any(columns[c].kind == CONTINUOUS for _, c in row.terms):
                sides = [Fraction(exact(side)) for side in (row.low, row.high) if side is not None]
                slack_here = Fraction(TOLERANCE) * max(map(abs, (Fraction(1), *parts, *sides)))
            total = sum(parts, Fraction(0))
            if row.low is not None and total < exact(row.low) - slack_here:
                return row.name
            if row.high is not None and total > exact(row.high) + slack_here:
                return row.name
        return ""

    def violated(self, solution: Sequence[float]) -> list[Constraint]:
        """Return no constraint, because all rules are rows."""
        return []

    def rows_of(self, constraints: Iterable[Constraint]) -> tuple[list[Column], list[Row]]:
        """Raise AssertionError: ``violated`` returns no constraint that could be stated."""
        raise AssertionError("a program without a model has no rules to state")


def exclusion(
    program: Program,
    deciding: Sequence[int],
    values: Sequence[float],
    known: set[int] = frozenset(),  # type: ignore[assignment]
) -> tuple[list[Column], list[Row]]:
    """Exclude exactly the solutions with these ``values`` in the ``deciding`` columns. Return the new columns and rows.

    A column x at its low bound v differs if x - v >= 1, at its high bound if v - x >= 1. Between its bounds, two new
    0/1 columns are "less" and "greater": x <= v - 1 + (high - v + 1)(1 - less), x >= v + 1 - (v + 1 - low)(1 -
    greater). The sum of all these is at least 1. ``known`` columns are left out if they are 0 (see
    ``Linearised.values``). The columns and rows are also appended to ``program``. A column with a value between its
    bounds must have both.
    """
    first_column, first_row = len(program.columns), len(program.rows)
    number = sum(row.name.startswith("another_answer") for row in program.rows) + 1
    terms: Terms = []
    least: Number = 1
    for c in deciding:
        name, low, high, _ = program.columns[c]
        v = round(values[c])
        if low == high or (v == low and c in known):
            continue
        if v == low:
            terms.append((1, c))
            least += v
        elif v == high:
            terms.append((-1, c))
            least -= v
        else:
            assert low is not None
            assert high is not None
            less = len(program.columns)
            program.columns += (
                Column(f"less_{number}_{name}", 0, 1, INTEGER),
                Column(f"greater_{number}_{name}", 0, 1, INTEGER),
            )
            below, above = high - v + 1, v + 1 - low
            program.rows += (
                Row(f"less_than_in_{number}_{name}", [(1, c), (below, less)], None, v - 1 + below),
                Row(f"greater_than_in_{number}_{name}", [(1, c), (-above, less + 1)], v + 1 - above, None),
            )
            terms += ((1, less), (1, less + 1))
    program.rows.append(Row(f"another_answer_{number}", terms, least, None))
    return program.columns[first_column:], program.rows[first_row:]


def in_whole_numbers(
    terms: Terms, low: Number | None, high: Number | None
) -> tuple[Terms, Number | None, Number | None]:
    """Return a row multiplied until it has no fractions."""
    numbers = [a for a, _ in terms]
    if all(isinstance(a, int) for a in numbers) and isinstance(low, int | None) and isinstance(high, int | None):
        return terms, low, high
    scale = lcm(*(exact(a).denominator for a in (*numbers, low or 0, high or 0)))
    return (
        [(int(exact(a) * scale), c) for a, c in terms],
        None if low is None else int(exact(low) * scale),
        None if high is None else int(exact(high) * scale),
    )


def with_small_numbers(program: Program) -> Program:
    """Return the same program in the smallest whole numbers: ``0.7 x >= 2`` becomes ``x >= 3``.

    This changes bounds and rows of integer columns, and the objective. Solvers calculate in floating point. One may
    find that x = 3 does not satisfy ``0.7 x >= 2.1``, or that all solutions are equally good for an objective ``1e-9
    x``. GLPK refuses a bound of 3.3 for an integer column. Rows and objectives that would get numbers from
    ``MAX_FACTOR`` on stay as they are.
    """
    result = program.copy()
    result.columns = [column if column.kind != INTEGER else column.between_whole_bounds() for column in program.columns]
    result.rows = [_small(row, program.columns) for row in program.rows]
    if program.objective:
        terms, _, _ = in_whole_numbers(program.objective, None, None)
        common = gcd(*(int(a) for a, _ in terms)) or 1
        if all(-MAX_FACTOR < a < MAX_FACTOR for a, _ in terms):
            result.objective = [(int(a) // common, c) for a, c in terms]
    return result


def _small(row: Row, columns: Sequence[Column]) -> Row:
    """Return a row of integer columns, divided by its common factor, with its sides rounded."""
    if all(a in (1, -1) for a, _ in row.terms) and isinstance(row.low, int | None) and isinstance(row.high, int | None):
        return row
    if not row.terms or any(columns[c].kind != INTEGER for _, c in row.terms):
        return row
    terms, low, high = in_whole_numbers(row.terms, row.low, row.high)
    common = gcd(*(int(a) for a, _ in terms)) or 1
    terms = [(int(a) // common, c) for a, c in terms]
    low = None if low is None else ceil(exact(low) / Fraction(common))
    high = None if high is None else floor(exact(high) / Fraction(common))
    numbers: list[Number] = [low or 0, high or 0, *(a for a, _ in terms)]
    return row._replace(terms=terms, low=low, high=high) if all(-MAX_FACTOR < n < MAX_FACTOR for n in numbers) else row


def may_miss_solutions(program: Program) -> bool:
    """Return whether a floating-point solver may miss an existing solution.

    A row of integer columns with a factor from ``MAX_EXACT_FACTOR`` on changes by 1 or more if a column is as far from
    a whole number as solvers allow.
    """
    return any(
        not -MAX_EXACT_FACTOR < a < MAX_EXACT_FACTOR
        for row in program.rows
        if all(program.columns[c].kind == INTEGER for _, c in row.terms)
        for a, _ in in_whole_numbers(row.terms, None, None)[0]
    )


def with_dummy_objective(program: Program) -> Program:
    """Return the same program with the objective ``value: x``, as published programs without an objective have it.

    ``x`` is a new continuous column that is in no row. A program with an objective is returned as it is.
    """
    if program.objective is not None:
        return program
    used = {column.name for column in program.columns}
    name = next(name for name in ("x", *(f"x_{k}" for k in range(2, len(used) + 3))) if name not in used)
    result = program.copy()
    result.columns.append(Column(name, 0, None, CONTINUOUS))
    result.objective, result.objective_name = [(1, len(program.columns))], "value"
    return result
