"""A model as text for a person: what ``print(model)`` shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.model.constraints import (
    AllDifferent,
    And,
    Clause,
    Connected,
    Constraint,
    Count,
    Flood,
    Implies,
    Lazy,
    Linear,
    OneLoop,
    Reached,
    Runs,
    Table,
)
from pencilp.model.fitting import Fitting, Unlike
from pencilp.model.model import ODD, Model, Rule
from pencilp.model.structures import Alike, Kept, instances
from pencilp.model.variables import Int, Lit, Number, Var
from pencilp.structures.groups import EachHolds, EachSize, GroupHolds, Groups, GroupSize

_NAMED = re.compile(r"``(\w+)``")
_PLACES = frozenset(("node", "nodes", "other", "marked"))
"""Values of constraints that are the numbers of places."""
MOST_LISTED = 12
"""Of more variables than this, a rule about a whole graph or table lists only the first and the last."""


def show(model: Model) -> str:
    """Variables, definitions, rules and objective of ``model``, one a line, in the words and names of its genre."""
    text = Wording(model)
    lines = _head(model, text)
    rules = _single(model)
    if rules:
        lines.append("Rules")
        for constraint, words, at, *_ in rules:
            place = model.place(at)
            where = f" [{place}]" if place else ""
            lines.append(f"  {words or 'structure'}{where}: {text.constraint(constraint)}")
    return "\n".join([*lines, *_objective(model, text)])


def _single(model: Model) -> list[Rule]:
    """Return the rules of ``model``; what is said alike of many places is said of each."""
    return [
        one for rule in model.rules for one in (instances([rule]) if isinstance(rule[0], (Alike, Kept)) else (rule,))
    ]


def _objective(model: Model, text: Wording) -> list[str]:
    if model.objective is None:
        return []
    return [model.sense.capitalize(), "  " + text.sum(model.objective.terms, model.objective.constant)]


def _head(model: Model, text: Wording) -> list[str]:
    """Return the lines above the rules: sizes, variables, definitions."""
    lines = [f"{count(model.size, '0/1 variable')}, {count(len(model.ints), 'whole number')}, "
             f"{count(len(_single(model)), 'rule')}"]  # fmt: skip
    if model.size or model.ints:
        lines.append("Variables")
        lines += (f"  {line}" for line in text.variables())
    if model.definitions:
        lines.append("Definitions")
        for lit, lits, least in model.definitions:
            meaning = (
                f"one of {text.list(lits)}" if least == ODD else text.at_least(lits, least) if lits else "always true"
            )
            lines.append(f"  {text.name(lit)} = {meaning}")
    return lines


MOST_ROWS = 500
"""So many rules are shown in a notebook, which would be slow with thousands; ``print`` shows all."""


def as_html(model: Model) -> str:
    """Return what ``show`` says, as HTML: the rules as a table, and before it, folded, what they speak of."""
    text = Wording(model)
    head, *rest = _head(model, text)
    rules = _single(model)
    rows = [
        f"<tr><td>{escape(words or 'structure')}</td><td>{escape(model.place(at))}</td>"
        f"<td>{escape(text.constraint(constraint))}</td></tr>"
        for constraint, words, at, *_ in rules[:MOST_ROWS]
    ]
    left = len(rules) - len(rows)
    more = f"<p>{count(left, 'more rule')}: print(model) shows all</p>" if left else ""
    objective = "".join(f"<p>{escape(line.strip())}</p>" for line in _objective(model, text))
    details = f"<details><summary>{escape(head)}</summary><pre>{escape(chr(10).join(rest))}</pre></details>"
    titles = "<tr><th>rule</th><th>at</th><th>says</th></tr>"
    return f"{details}<table><thead>{titles}</thead><tbody>{''.join(rows)}</tbody></table>{more}{objective}"


def count(n: int, what: str) -> str:
    """``n`` of something: "1 rule", "2 rules"."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


class Wording:
    """The names of a model's variables, and what is said with them."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.names = model.names()

    def name(self, x: Any) -> str:
        if isinstance(x, Int):
            return x.name
        number = x.n
        if abs(number) >= len(self.names):
            # it was made while a rule was put into words
            self.names = self.model.names()
        return self.names[number] if number > 0 else f"not {self.names[-number]}"

    def list(self, xs: Iterable[Any]) -> str:
        return ", ".join(map(self.name, xs))

    def short(self, xs: Sequence[Any]) -> str:
        """Return a list of which, if it is long, the middle is left out."""
        if len(xs) <= MOST_LISTED:
            return self.list(xs)
        return f"{self.list(xs[:3])}, ..., {self.name(xs[-1])} ({len(xs)})"

    def variables(self) -> Iterator[str]:
        """Variables that follow each other under one name are one line."""
        groups: list[list[str]] = []
        last = ""
        for name in self.names[1:]:
            unnamed = name[0] == "y" and digits(name[1:]) is not None
            base = "y" if unnamed else name.split("(")[0] + "".join(end for end in ("_is_", "_ge_") if end in name)
            if base != last or base == name:
                groups.append([])
            groups[-1].append(name)
            last = base
        for group in groups:
            yield group[0] if len(group) == 1 else f"{group[0]} to {group[-1]}: {len(group)} of 0 or 1"
        for x in self.model.ints:
            gaps = len(x.values) < x.high - x.low + 1
            yield f"{x.name}: " + (f"one of {', '.join(map(str, x.values))}" if gaps else f"{x.low} to {x.high}")

    def sum(self, terms: Iterable[tuple[Number, Any]], constant: Number = 0) -> str:
        result = ""
        for a, x in [*terms, *([(constant, None)] if constant else [])]:
            sign = ("-" if a < 0 else "") if not result else (" - " if a < 0 else " + ")
            size = -a if a < 0 else a
            name = "" if x is None else self.name(x) if x.__class__ is Int or x.n > 0 else f"({self.name(x)})"
            factor = number(size) if x is None else "" if size == 1 else number(size) + " "
            result += sign + factor + name
        return result or "0"

    def at_least(self, lits: Sequence[Any], least: int) -> str:
        if least == len(lits):
            return " and ".join(map(self.name, lits))
        if least == 1:
            return " or ".join(map(self.name, lits))
        return f"at least {least} of {self.list(lits)}"

    def constraint(self, constraint: Constraint | Lit) -> str:
        """Return what a constraint says."""
        if isinstance(constraint, Lit):
            return self.name(constraint)
        say: Callable[[Any], str] | None = getattr(self, f"_{constraint.__class__.__name__}", None)
        return self._described(constraint) if say is None else say(constraint)

    def _described(self, constraint: Constraint) -> str:
        """Return the first sentence of the docstring of a constraint's class, with the constraint's own values in it."""
        told = " ".join((constraint.__class__.__doc__ or "").split()).partition(". ")[0].rstrip(".:")
        return _NAMED.sub(lambda match: self._value(constraint, match[1]), told)

    def _value(self, constraint: Constraint, name: str) -> str:
        """Return what stands for the word ``name`` of a docstring.

        The values of the constraint if they are plain, else the word.
        """
        value = getattr(constraint, name, None)
        values = [value] if isinstance(value, (int, Lit, Int)) else value
        if isinstance(values, frozenset):
            values = sorted(values)
        if not isinstance(values, Sequence) or not all(isinstance(v, (int, Lit, Int)) for v in values):
            return name
        shown = values if len(values) <= MOST_LISTED else values[:3]
        told = [self.name(v) if not isinstance(v, int) else self._number(name, v) for v in shown]
        return ", ".join(told) + (f", ... ({len(values)})" if len(values) > len(shown) else "")

    def _number(self, name: str, value: int) -> str:
        return self.model.place(value) if name in _PLACES else str(value)

    def _Clause(self, c: Clause) -> str:
        return " or ".join(map(self.name, c.lits)) or "never"

    def _Count(self, c: Count) -> str:
        n, lits = len(c.lits), self.list(c.lits)
        if c.low == c.high:
            return (
                f"none of {lits}" if c.high == 0 else f"all of {lits}" if c.low == n else f"exactly {c.low} of {lits}"
            )
        if c.low <= 0:
            return f"at most {c.high} of {lits}"
        return f"at least {c.low} of {lits}" if c.high >= n else f"{c.low} to {c.high} of {lits}"

    def _Linear(self, c: Linear) -> str:
        middle = self.sum(c.terms)
        if c.low == c.high and c.low is not None:
            return f"{middle} = {number(c.low)}"
        left = "" if c.low is None or c.high is None else f"{number(c.low)} <= "
        if c.high is not None:
            return f"{left}{middle} <= {number(c.high)}"
        return middle if c.low is None else f"{middle} >= {number(c.low)}"

    def _Implies(self, c: Implies) -> str:
        return f"{' and '.join(map(self.name, c.conditions))} -> {self.constraint(c.then)}"

    def _AllDifferent(self, c: AllDifferent) -> str:
        return f"{self.list(c.ints)} are all different"

    def _Table(self, c: Table) -> str:
        return self._one_of(c.xs, [f"({', '.join(map(str, row))})" for row in c.rows])

    def _one_of(self, xs: Sequence[Var], rows: Sequence[str]) -> str:
        listed = (
            ", ".join(rows) if len(rows) <= MOST_LISTED else f"{', '.join(rows[:3])}, ..., {rows[-1]} ({len(rows)})"
        )
        return f"({self.list(xs)}) is one of {listed}" if rows else "never"

    def _Fitting(self, c: Fitting) -> str:
        if isinstance(c.relation, Unlike):
            return f"{self.list((c.x, c.y))} are different" + f" or less than {c.relation.least}" * (
                c.relation.least > min(c.x.low, c.y.low)
            )
        rows = [f"({v}, {w})" for v in c.x.values for w in c.y.values if c.relation.fit(v, w)]
        return self._one_of((c.x, c.y), rows)

    def _Connected(self, c: Connected) -> str:
        return f"one connected group among {self.short(c.nodes)}"

    def _Reached(self, c: Reached) -> str:
        roots = self.short([c.nodes[r] for r in c.roots])
        return f"reached from {roots or 'nowhere'}: {self.short(c.nodes)}"

    def _Runs(self, c: Runs) -> str:
        lengths = ", ".join("any" if n is None else str(n) for n in c.lengths)
        return f"runs of {lengths or 'no'} length{'s' * (len(c.lengths) > 1)} in {self.short(c.lits)}"

    def _OneLoop(self, c: OneLoop) -> str:
        return f"one single loop of {self.short([e for _, _, e in c.edges])}"

    def _Flood(self, c: Flood) -> str:
        sources = self.short([c.nodes[s] for s in c.sources])
        return f"{self.short(c.flooded)} are those of {self.short(c.nodes)} reached from {sources or 'nowhere'}"

    def _Lazy(self, c: Lazy) -> str:
        return f"stated only where broken, over {self.short(c.over)}"

    def _GroupHolds(self, c: GroupHolds) -> str:
        held = amount(c.low, c.high, len(c.marked))
        return f"the group of {self._value(c, 'node')}{_if_any(c.of)} holds {held} of {self._value(c, 'marked')}"

    def _EachHolds(self, c: EachHolds) -> str:
        cells, marked = self._value(c, "nodes"), self._value(c, "marked")
        held = amount(c.low, c.high, len(c.marked))
        return f"the group of each of {cells}{_if_any(c.of)} holds {held} of {'these cells' if cells == marked else marked}"

    def _GroupSize(self, c: GroupSize) -> str:
        return f"the group of {self._value(c, 'node')} has {cells_told(c.low, c.high, c.of.count)}"

    def _EachSize(self, c: EachSize) -> str:
        return f"every group has {cells_told(c.low, c.high, c.of.count)}"

    def _And(self, c: And) -> str:
        return "; ".join(map(self.constraint, c.parts)) or "always"


def _if_any(of: Groups) -> str:
    return "" if of.nodes is None else ", if it is in one,"


def amount(low: int, high: int, most: int) -> str:
    """From ``low`` to ``high`` of ``most``, in words."""
    if low == high:
        return f"exactly {low}" if low else "none"
    if low <= 0:
        return f"at most {high}"
    return f"at least {low}" if high >= most else f"{low} to {high}"


def cells_told(low: int, high: int, most: int) -> str:
    """Describe a number of cells from ``low`` to ``high`` on a board of ``most``."""
    told = str(low) if low == high else amount(low, high, most)
    return f"{told} cell{'' if (low if high >= most else high) == 1 else 's'}"


def number(value: Number) -> str:
    """Return a number as a person writes it."""
    return str(value) if isinstance(value, (int, Fraction)) else repr(value).removesuffix(".0")
