"""Integer programs: columns, rows and an objective.

``linearise(model)`` turns all constraints of a model into rows, by the reformulations of
``pencilp.reformulate.linear``. The result can be written as an LP or MPS file. ``linearise(model, cutting=True)``, for
a solver that can be called repeatedly, leaves out rows that are better added later, as cuts against solutions that
break them. The name of a row contains its rule; text and place of the rule are for a comment.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from importlib import import_module
from math import ceil, floor, gcd, lcm
from typing import Any, NamedTuple

from pencilp.errors import SolverError
from pencilp.model.constraints import And, Clause, Constraint, Count, Implies, Lazy, Linear
from pencilp.model.fixed_literals import FixedLiterals
from pencilp.model.model import Model, Place, Solution
from pencilp.model.structures import RuleFamily, instances
from pencilp.model.variables import Int, Lit, Number, exact
from pencilp.reformulate.linear import definition, integer
from pencilp.reformulate.plan import plan

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


class Linearised:
    """A model as an integer program, and the conversion of its solutions back.

    ``program`` has the columns and rows; column v - 1 is the model's 0/1 variable v. ``lazy`` are the rules without
    rows, ``cutting`` the constraints with only some of their rows, each with the literals of its conditions. Two
    answers differ in the columns ``deciding``. ``values`` are columns in groups with exactly one 1, so those with 0
    need not be mentioned.
    """

    __slots__ = ("cutting", "deciding", "int_columns", "lazy", "model", "plan", "program", "too_large", "values")

    def __init__(self, model: Model, program: Program) -> None:
        self.model, self.program = model, program
        self.plan = plan(model, deriving=False)
        self.lazy: list[tuple[tuple[Lit, ...], Lazy]] = []
        self.cutting: list[tuple[tuple[Lit, ...], Constraint]] = []
        self.deciding: list[int] = []
        self.values: set[int] = set()
        self.int_columns: dict[int, int] = {}
        """The column of each Int that has one, by its ``index``."""
        self.too_large = ""
        """The text of a rule with a number from ``MAX_FACTOR`` on, or ""."""

    def solution(self, values: Sequence[float]) -> Solution:
        """Return the model's solution for the ``values`` of the columns, rounded to whole numbers, not verified."""
        bits = {v: round(values[v - 1]) for v in range(1, self.model.size + 1)}
        ints = {}
        for x in self.model.ints:
            column = self.int_columns.get(x.index)
            if column is not None:
                ints[x.index] = round(values[column])
            elif x._eq is not None:
                ints[x.index] = next((v for v, lit in zip(x.values, x._eq, strict=True) if bits[lit.n]), x.low - 1)
            else:
                ints[x.index] = x.low + sum(bits[lit.n] for lit in x._ge or ())
        return Solution(bits, ints)

    def broken(self, solution: Solution) -> str:
        """Return the first rule or definition that ``solution`` breaks, in words, or "" if it is right.

        This checks the model's constraints, not the rows, in exact arithmetic. ``Lazy`` rules are not checked.
        """
        model = self.model
        for x in model.ints:
            value = solution(x)
            if not x.low <= value <= x.high:
                return f"{x.name} is not from {x.low} to {x.high}"
            for v, lit in zip(x.values, x._eq or (), strict=False):
                if solution(lit) != (value == v):
                    return f"{x.name} is {value}, at odds with its literal for {v}"
            for k, lit in enumerate(x._ge or ()):
                if solution(lit) != (value > x.low + k):
                    return f"{x.name} is {value}, at odds with its literal for {x.low + k + 1} or more"
        for defined in self.plan.definitions:
            lit = defined.lit
            if lit.n not in self.plan.claimed and solution(lit) != defined.value(solution):
                return f"{model.names()[abs(lit.n)]} is not what its definition says"
        for flood in self.plan.floods:
            if not flood.holds(solution):
                return f"{model.names()[flood.flooded[0].n]} is not what is reached"
        for constraint, words, at, _, _ in self.plan.rules:
            if not holds(constraint, solution):
                return f"{words or 'a structural rule'} {model.place(at)}".rstrip()
        return ""

    def violated(self, solution: Solution) -> list[Constraint]:
        """Return the constraints of lazy rules, and the cuts, that ``solution`` breaks."""
        rules = [(conditions, rule.violated) for conditions, rule in self.lazy]
        rules += [(conditions, partial(reformulation(c).cuts, c)) for conditions, c in self.cutting]
        return [
            Implies(conditions, c) if conditions else c
            for conditions, violated in rules
            if all(map(solution, conditions))
            for c in violated(solution)
        ]

    def rows_of(self, constraints: Iterable[Constraint]) -> tuple[list[Column], list[Row]]:
        """State ``constraints`` over existing variables. Return the columns and rows that this adds to the program."""
        build = Build(self, names=False)
        columns, rows, existing = len(self.program.columns), len(self.program.rows), set(self.int_columns)
        for constraint in constraints:
            build.speak_of(f"cut_{len(self.program.rows) + 1}")
            build.state(constraint)
        for x in self.model.ints:
            if x.index in self.int_columns and x.index not in existing:
                integer.reformulate(x, self.int_columns[x.index] + 1, build)
        return self.program.columns[columns:], self.program.rows[rows:]

    def copy(self) -> Linearised:
        """Return a copy with its own lists, to which a search may add."""
        result = Linearised(self.model, self.program.copy())
        result.plan = self.plan
        result.lazy, result.cutting = self.lazy, self.cutting
        result.deciding, result.values = self.deciding, self.values
        result.int_columns = dict(self.int_columns)
        result.too_large = self.too_large
        return result


class BareProgram:
    """A program without a model, with the interface of ``Linearised`` for a search.

    A solution is the list of the columns' values. Two solutions differ if a whole number differs; if ``told_apart`` is
    given, one with a name in it.
    """

    __slots__ = ("deciding", "program", "values")

    def __init__(self, program: Program, told_apart: Collection[str] | None = None) -> None:
        self.program = program
        self.deciding = [
            c
            for c, column in enumerate(program.columns)
            if column.kind != CONTINUOUS and (told_apart is None or column.name in told_apart)
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


def linearise(model: Model, *, cutting: bool = False) -> Linearised:
    """Return ``model`` as an integer program. The model is not changed.

    Rules come first, in their order, then definitions, then the rows between whole numbers and their literals. A file
    has another order (``pencilp.reformulate.linear.layout``). With ``cutting``, constraints whose reformulation has
    ``cuts`` get only their first rows. The search must then call ``Linearised.violated`` and add its cuts until a
    solution breaks none.
    """
    result = Linearised(model, Program())
    Build(result, cutting=cutting).run()
    return result


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


class Build:
    """The builder that reformulations use.

    A column is identified by its handle: its number, counted from 1, or negative for "1 - column" of a 0/1 column. So
    the handle of a literal is its number. ``of`` returns the handle of a variable, ``column`` makes a new column, and
    ``row`` adds a row. A row holds only if all conditions of an enclosing ``under`` are true.
    """

    def __init__(self, result: Linearised, *, names: bool = True, cutting: bool = False) -> None:
        self.result, self.model, self.program = result, result.model, result.program
        self._cutting = cutting
        self._conditions: list[int] = []
        self._words, self._place, self._base = "", "", "row"
        self._part = 0
        self._row_names: dict[str, int] = {}
        self._column_names: dict[str, int] = {}
        self._slugs: dict[str, str] = {}
        self._fixed: FixedLiterals | None = None
        if names:
            for name in self.model.names()[1:]:
                self._new(name, 0, 1, INTEGER)
        else:
            self._row_names = dict.fromkeys((row.name for row in self.program.rows), 1)
            self._column_names = dict.fromkeys((column.name for column in self.program.columns), 1)

    # -- for reformulations --------------------------------------------------------------------------------------

    def of(self, x: Any) -> int:
        """Return the handle of a literal or an Int."""
        if not isinstance(x, Int):
            return int(x.n)
        column = self.result.int_columns.get(x.index)
        if column is None:
            column = self.result.int_columns[x.index] = self._new(x.name, x.low, x.high, INTEGER) - 1
        return column + 1

    def value_columns(self, x: Any) -> dict[int, int]:
        """Return for each value of a literal or an Int the handle of the 0/1 column that it has this value."""
        if not isinstance(x, Int):
            return {0: -x.n, 1: x.n}
        return {v: lit.n for v, lit in zip(x.values, x.eq, strict=True)}

    def column(self, name: str, low: Number | None, high: Number | None, kind: int) -> int:
        """Add an auxiliary column and return its handle. Its name is made legal and unique."""
        return self._new(name, low, high, kind)

    def roots(self, nodes: Sequence[Lit], edges: Sequence[tuple[int, int, Lit]] = ()) -> list[int] | None:
        """Return nodes that include an active one if any is active, as few as possible. None means all nodes.

        With ``edges``, a node is active if an active edge ends there.
        """
        if self._fixed is None:
            true = self.model.false_if_made
            self._fixed = FixedLiterals([rule[0] for rule in self.result.plan.rules], 0 if true is None else -true.n)
        numbers = [x.n for x in nodes]
        if edges:
            return self._fixed.roots_of_edges(numbers, [(i, j, e.n) for i, j, e in edges])
        return self._fixed.roots(numbers)

    def name(self, handle: int) -> str:
        """Return the name of a column, for making other names."""
        return self.program.columns[abs(handle) - 1].name

    def row(self, terms: Iterable[tuple[Number, Any]], low: Number | None, high: Number | None, name: str = "") -> None:
        """Add the row ``low`` <= sum of factor * handle <= ``high``. ``name`` is appended to the rule's name.

        Fractions are scaled to whole numbers. Under conditions c1, c2, ... a lower bound L of a sum that is at least M
        anyway becomes sum + (L - M)(1 - c1) + (L - M)(1 - c2) + ... >= L, and upper bounds likewise.
        """
        factors: dict[int, Number] = {}
        constant: Number = 0
        for a, lit in terms:
            h = lit if lit.__class__ is int else lit.n  # type: ignore[attr-defined]
            if h > 0:
                factors[h - 1] = factors.get(h - 1, 0) + a
            else:
                factors[-h - 1] = factors.get(-h - 1, 0) - a
                constant += a
        whole: Terms = [(a, c) for c, a in factors.items() if a]
        low = None if low is None else low - constant
        high = None if high is None else high - constant
        whole, low, high = in_whole_numbers(whole, low, high)
        name = f"{self._base}_{name}" if name else self._base
        if low is None and high is None:
            return
        if not self._conditions:
            if whole or (low or 0) > 0 or (high or 0) < 0:
                self._add(name, whole, low, high)
            return
        least, most = self.program.activity(whole)
        both = low is not None and high is not None and (least is None or least < low) and (most is None or most > high)
        if low is not None and (least is None or least < low):
            self._conditional(name + "_least" * both, whole, least, low, 1)
        if high is not None and (most is None or most > high):
            self._conditional(name + "_most" * both, whole, most, high, -1)

    @contextmanager
    def under(self, conditions: Iterable[Any]) -> Iterator[None]:
        """Return a context in which added rows hold only if all these literals are true."""
        before = len(self._conditions)
        self._conditions += [x if x.__class__ is int else x.n for x in conditions]
        yield
        del self._conditions[before:]

    def state(self, constraint: Constraint | Lit) -> None:
        """Add the rows of ``constraint``."""
        kind = constraint.__class__
        if kind is Clause:
            self.row([(1, x) for x in constraint.lits], 1, None)  # type: ignore[union-attr]
        elif kind is Count:
            low, high = constraint.low, constraint.high  # type: ignore[union-attr]
            lits = constraint.lits  # type: ignore[union-attr]
            exact_number = low == high  # also "exactly 0" is an equation
            self.row(
                [(1, x) for x in lits],
                low if low > 0 or exact_number else None,
                high if high < len(lits) or exact_number else None,
            )
        elif kind is Lit:
            self.row([(1, constraint.n)], 1, None)  # type: ignore[arg-type]
        elif kind is Linear:
            if any(abs(a) >= MAX_FACTOR for a, _ in constraint.terms):  # type: ignore[union-attr]
                self.result.too_large = self.result.too_large or self._words or "a rule"
            self.row(
                [(exact(a), self.of(x)) for a, x in constraint.terms],  # type: ignore[union-attr]
                None if constraint.low is None else exact(constraint.low),  # type: ignore[union-attr]
                None if constraint.high is None else exact(constraint.high),  # type: ignore[union-attr]
            )
        elif kind is Implies:
            with self.under(constraint.conditions):  # type: ignore[union-attr]
                self.state(constraint.then)  # type: ignore[union-attr]
        elif isinstance(constraint, And):
            for part in (*constraint.parts, *constraint.helpers):
                self.state(part)
        elif isinstance(constraint, RuleFamily):
            for part in constraint.parts:
                self.state(part)
        elif isinstance(constraint, Lazy):
            self.result.lazy.append((tuple(map(Lit, self._conditions)), constraint))
            self.program.left_out.append(" ".join(filter(None, (self._words, self._place))) or "a structural rule")
        else:
            module = reformulation(constraint)  # type: ignore[arg-type]
            if self._cutting and hasattr(module, "cuts"):
                module.first_rows(constraint, self)
                self.result.cutting.append((tuple(map(Lit, self._conditions)), constraint))  # type: ignore[arg-type]
            else:
                stands = self._part
                self._part = stands and getattr(module, "PART", stands)
                module.reformulate(constraint, self)
                self._part = stands

    # -- the whole model -----------------------------------------------------------------------------------------

    def run(self) -> None:
        """State the model."""
        model, result = self.model, self.result
        plan = result.plan
        for lit, _, least in plan.definitions:
            if least == 0:
                self.program.columns[lit.n - 1] = self.program.columns[lit.n - 1]._replace(low=1)
        # a rule of the plan that replaces a rule of a clue has its text, but may lack the clue
        clued = {rule.words for rule in model.rules if rule.clue is not None}
        for rule in instances(plan.rules):
            self._part = 0 if rule.name else CLUES if rule.clue is not None or rule.words in clued else RULES
            self._speak_of(rule.words, rule.at, rule.name)
            self.state(rule.constraint)
        if model.objective is not None:
            self._objective()
        deciding = dict.fromkeys(h - 1 for x in model.answer_variables() for h in self._deciding(x))
        result.deciding = list(deciding)
        for x in model.ints:
            if x._eq is None and x._ge is None:
                self.of(x)
        for lit, lits, least in plan.definitions:
            if least != 0 and lit.n not in plan.claimed:
                self._structure("", f"def_{self.name(lit.n)}", DEFINITIONS)
                definition.reformulate(lit.n, [x.n for x in lits], least, self)
        for flood in plan.floods:
            if not flood.flooded:
                continue
            self._structure("", f"def_{self.name(flood.flooded[0].n)}", DEFINITIONS)
            self.state(flood)
        for x in model.ints:
            self._structure("", f"int_{x.name}", NUMBERS)
            handle = result.int_columns.get(x.index)
            integer.reformulate(x, None if handle is None else handle + 1, self)
            if x._eq is not None:
                result.values.update(lit.n - 1 for lit in x._eq)

    def _deciding(self, x: Any) -> list[int]:
        """Return the handles of the columns that decide the value of ``x``."""
        if not isinstance(x, Int):
            return [abs(x.n)]
        literals = x._eq if x._eq is not None else x._ge
        return [self.of(x)] if literals is None else [lit.n for lit in literals]

    def _objective(self) -> None:
        objective = self.model.objective
        assert objective is not None
        factors: dict[int, Number] = {}
        constant = exact(objective.constant)
        for a, x in objective.terms:
            h = self.of(x)
            if h > 0:
                factors[h - 1] = factors.get(h - 1, 0) + exact(a)
            else:
                factors[-h - 1] = factors.get(-h - 1, 0) - exact(a)
                constant += exact(a)
        self.program.objective = [(_plain(a), c) for c, a in factors.items() if a]
        self.program.offset = _plain(constant)
        self.program.sense, self.program.objective_name = self.model.sense, self.model.objective_name

    # -- names ---------------------------------------------------------------------------------------------------

    def _speak_of(self, words: str, at: Place, name: str) -> None:
        self._words, self._place = words, self.model.place(at)
        if name:
            self._base = legal_name(name, MAX_ROW_NAME_LENGTH)
            return
        slug = self._slugs.get(words)
        if slug is None:
            slug = self._slugs[words] = legal_name(words, MAX_ROW_NAME_LENGTH - 30) if words else "structure"
        self._base = self.at(slug, at)

    def at(self, name: str, place: Place) -> str:
        """Return ``name`` followed by a place, for names of rows. A place of many cells is shortened to the first."""
        text = self.model.place(place)
        if not text:
            return name
        shorten = not isinstance(place, str) and text.count(" ") > MAX_PLACES - 1
        return name + _join(text.split(" ", 1)[0] if shorten else text)

    def speak_of(self, base: str) -> None:
        """Give the following rows names that start with ``base``. They belong to no rule."""
        self._structure("", base, 0)

    def _structure(self, words: str, base: str, part: int) -> None:
        self._words, self._place, self._base, self._part = words, "", base, part

    def _new(self, name: str, low: Number | None, high: Number | None, kind: int) -> int:
        columns = self.program.columns
        columns.append(Column(_unique(legal_name(name), self._column_names), low, high, kind))
        return len(columns)

    def _add(self, name: str, terms: Terms, low: Number | None, high: Number | None) -> None:
        self.program.rows.append(
            Row(
                _unique(name[:MAX_ROW_NAME_LENGTH], self._row_names),
                terms,
                low,
                high,
                self._words,
                self._place,
                self._part,
            )
        )

    def _conditional(self, name: str, terms: Terms, reach: Number | None, bound: Number, sign: int) -> None:
        if reach is None:
            raise SolverError(f"{name}: a condition needs bounds on all variables of what it implies")
        slack = bound - reach  # > 0 for a lower bound, < 0 for an upper one
        factors = {c: a for a, c in terms}
        for h in self._conditions:
            # + slack * (1 - condition)
            if h > 0:
                factors[h - 1] = factors.get(h - 1, 0) - slack
                bound -= slack
            else:
                factors[-h - 1] = factors.get(-h - 1, 0) + slack
        terms = [(a, c) for c, a in factors.items() if a]
        if terms or sign * bound > 0:
            self._add(name, terms, bound if sign > 0 else None, bound if sign < 0 else None)


def reformulation(constraint: Constraint) -> Any:
    """Return the module that reformulates a global constraint, which is named after it."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", constraint.__class__.__name__).lower()
    return import_module(f"pencilp.reformulate.linear.{name}")


def _plain(number: Number) -> Number:
    """Return a whole fraction as an int, other numbers as they are."""
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


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


def holds(constraint: Constraint | Lit, solution: Solution) -> bool:
    """Return whether a constraint holds in ``solution``. Lazy constraints count as holding."""
    if isinstance(constraint, Lit):
        return bool(solution(constraint))
    if isinstance(constraint, Implies):
        return not all(map(solution, constraint.conditions)) or holds(constraint.then, solution)
    if isinstance(constraint, And):
        return all(holds(part, solution) for part in constraint.parts)
    return isinstance(constraint, Lazy) or constraint.holds(solution)


# -- names that every reader of LP files accepts ----------------------------------------------------------------------

MAX_NAME_LENGTH, MAX_ROW_NAME_LENGTH = 80, 150
"""Longer names are cut, with room left for suffixes. CBC drops all names if one has more than 100 characters."""
MAX_PLACES = 2
"""Maximum number of cells of a place in the name of a row. If there are more, only the first is used."""
_ILLEGAL = re.compile(r"[^A-Za-z0-9_(),.]+")
_EXPONENT = re.compile(r"[0-9.(),]|[eE]([0-9+\-.]|$)")
_KEYWORDS = frozenset(
    (
        *("free", "inf", "infinity", "nan", "st", "s.t.", "st.", "subject", "such", "to", "that", "bound", "bounds"),
        *("general", "generals", "gen", "integer", "integers", "int", "binary", "binaries", "bin", "end", "min", "max"),
        *("minimize", "maximize", "minimum", "maximum", "semi", "semis", "sos", "sos1", "sos2", "sec", "pwlobj"),
    )
)


def legal_name(name: str, longest: int = MAX_NAME_LENGTH) -> str:
    """Return ``name`` as a name that all LP readers accept.

    Letters, digits and ``_ ( ) , .`` stay, square brackets become round ones, everything else becomes ``_``. A name
    that begins like a number or is a keyword of the format gets a ``_`` before it.
    """
    legal = _ILLEGAL.sub("_", name.replace("[", "(").replace("]", ")"))
    name = (legal if legal == name else legal.rstrip("_"))[:longest] or "_"
    return "_" + name if _EXPONENT.match(name) or name.lower() in _KEYWORDS else name


def _join(place: str) -> str:
    """Return a place as a suffix: ``(1,2)`` as in ``Around(1,2)``, other places with ``_`` before them."""
    legal = _ILLEGAL.sub("_", place).strip("_")[:MAX_NAME_LENGTH]
    return legal if legal.startswith("(") else "_" + legal


def with_legal_names(program: Program) -> Program:
    """Return the same program with names that all LP readers accept, ``program`` itself if its names are."""
    used: dict[str, int] = {}
    columns = [column._replace(name=_unique(legal_name(column.name), used)) for column in program.columns]
    used = {}
    rows = [row._replace(name=_unique(legal_name(row.name, MAX_ROW_NAME_LENGTH), used)) for row in program.rows]
    objective = _unique(legal_name(program.objective_name, MAX_ROW_NAME_LENGTH), used)
    same = columns == program.columns and [row.name for row in rows] == [row.name for row in program.rows]
    if same and objective == program.objective_name:
        return program
    result = program.copy()
    result.columns, result.rows, result.objective_name = columns, rows, objective
    return result


def with_dummy_objective(program: Program) -> Program:
    """Return the same program with the objective ``value: x``, as published programs without an objective have it.

    ``x`` is a new continuous column that is in no row. A program with an objective is returned as it is.
    """
    if program.objective is not None:
        return program
    result = program.copy()
    result.columns.append(
        Column(_unique("x", dict.fromkeys((c.name for c in program.columns), 1)), 0, None, CONTINUOUS)
    )
    result.objective, result.objective_name = [(1, len(program.columns))], "value"
    return result


def place_in_name(place: str, name: str) -> bool:
    """Return whether the name of a row contains its place."""
    return not place or _join(place) in name


def _unique(name: str, used: dict[str, int]) -> str:
    """Return ``name``, with a number after it if it is ``used``, and count the uses of the name."""
    result = name
    while result in used:
        used[name] += 1
        result = f"{name}_{used[name]}"
    used[result] = 1
    return result
