"""Models as integer programs: ``linearise(model)`` turns all constraints of a model into rows.

It uses the reformulations of ``pencilp.reformulate.linear``, and the result can be written as an LP or MPS file.
``linearise(model, cutting=True)``, for a solver that can be called repeatedly, leaves out rows that are better added later, as
cuts against solutions that break them. The name of a row contains its rule; text and place of the rule are for a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import Any

from pencilp.errors import SolverError
from pencilp.model.constraints import And, Clause, Constraint, Count, Implies, Lazy, Linear
from pencilp.model.fixed_literals import FixedLiterals
from pencilp.model.model import Model, Place, Solution
from pencilp.model.structures import RuleFamily, instances
from pencilp.model.variables import Int, Lit, Number, exact
from pencilp.reformulate.linear import definition, integer
from pencilp.reformulate.linear.names import MAX_PLACES, MAX_ROW_NAME_LENGTH, legal_name, suffix, unique
from pencilp.reformulate.linear.program import (
    CLUES,
    DEFINITIONS,
    INTEGER,
    MAX_FACTOR,
    NUMBERS,
    RULES,
    Column,
    Program,
    Row,
    Terms,
    in_whole_numbers,
)
from pencilp.reformulate.plan import plan


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
        return name + suffix(text.split(" ", 1)[0] if shorten else text)

    def speak_of(self, base: str) -> None:
        """Give the following rows names that start with ``base``. They belong to no rule."""
        self._structure("", base, 0)

    def _structure(self, words: str, base: str, part: int) -> None:
        self._words, self._place, self._base, self._part = words, "", base, part

    def _new(self, name: str, low: Number | None, high: Number | None, kind: int) -> int:
        columns = self.program.columns
        columns.append(Column(unique(legal_name(name), self._column_names), low, high, kind))
        return len(columns)

    def _add(self, name: str, terms: Terms, low: Number | None, high: Number | None) -> None:
        self.program.rows.append(
            Row(
                unique(name[:MAX_ROW_NAME_LENGTH], self._row_names),
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


def holds(constraint: Constraint | Lit, solution: Solution) -> bool:
    """Return whether a constraint holds in ``solution``. Lazy constraints count as holding."""
    if isinstance(constraint, Lit):
        return bool(solution(constraint))
    if isinstance(constraint, Implies):
        return not all(map(solution, constraint.conditions)) or holds(constraint.then, solution)
    if isinstance(constraint, And):
        return all(holds(part, solution) for part in constraint.parts)
    return isinstance(constraint, Lazy) or constraint.holds(solution)
