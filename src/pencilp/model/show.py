"""A model as text for a person: what ``print(model)`` shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from pencilp._util.parse_number import digits
from pencilp.model.constraints import Constraint
from pencilp.model.structures import BoardFamily, CachedRules, instances
from pencilp.model.variables import Int, Lit, Number, Var

if TYPE_CHECKING:
    from pencilp.model.model import Model, Rule

_NAMED = re.compile(r"``(\w+)``")
_PLACES = frozenset(("node", "nodes", "other", "marked"))
"""Values of constraints that are the numbers of places."""
MAX_LISTED = 12
"""If it has more variables than this, a rule about a whole graph or table lists only the first and the last."""


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
        one
        for rule in model.rules
        for one in (instances([rule]) if isinstance(rule[0], (BoardFamily, CachedRules)) else (rule,))
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
        for definition in model.definitions:
            lit, lits, least = definition
            meaning = (
                f"one of {text.list(lits)}"
                if definition.of_two
                else text.at_least(lits, least)
                if lits
                else "always true"
            )
            lines.append(f"  {text.name(lit)} = {meaning}")
    return lines


MAX_ROWS = 500
"""So many rules are shown in a notebook, which would be slow with thousands; ``print`` shows all."""


def as_html(model: Model) -> str:
    """Return what ``show`` says, as HTML: the rules as a table, and before it, folded, what they speak of."""
    text = Wording(model)
    head, *rest = _head(model, text)
    rules = _single(model)
    rows = [
        f"<tr><td>{escape(words or 'structure')}</td><td>{escape(model.place(at))}</td>"
        f"<td>{escape(text.constraint(constraint))}</td></tr>"
        for constraint, words, at, *_ in rules[:MAX_ROWS]
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
        if len(xs) <= MAX_LISTED:
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
            factor = self.number(size) if x is None else "" if size == 1 else self.number(size) + " "
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
        return self.name(constraint) if isinstance(constraint, Lit) else constraint.text(self)

    def described(self, constraint: Constraint) -> str:
        """Return the first sentence of the docstring of a constraint's class, with the constraint's own values in it."""
        told = " ".join((constraint.__class__.__doc__ or "").split()).partition(". ")[0].rstrip(".:")
        return _NAMED.sub(lambda match: self.value_of(constraint, match[1]), told)

    def value_of(self, constraint: Constraint, name: str) -> str:
        """Return the text for the word ``name`` of a docstring: the values of the constraint if they are plain, else the word."""
        value = getattr(constraint, name, None)
        values = [value] if isinstance(value, (int, Lit, Int)) else value
        if isinstance(values, frozenset):
            values = sorted(values)
        if not isinstance(values, Sequence) or not all(isinstance(v, (int, Lit, Int)) for v in values):
            return name
        shown = values if len(values) <= MAX_LISTED else values[:3]
        told = [self.name(v) if not isinstance(v, int) else self._number(name, v) for v in shown]
        return ", ".join(told) + (f", ... ({len(values)})" if len(values) > len(shown) else "")

    def _number(self, name: str, value: int) -> str:
        return self.model.place(value) if name in _PLACES else str(value)

    def one_of(self, xs: Sequence[Var], rows: Sequence[str]) -> str:
        listed = ", ".join(rows) if len(rows) <= MAX_LISTED else f"{', '.join(rows[:3])}, ..., {rows[-1]} ({len(rows)})"
        return f"({self.list(xs)}) is one of {listed}" if rows else "never"

    @staticmethod
    def amount(low: int, high: int, most: int) -> str:
        """Return from ``low`` to ``high`` of ``most``, in words."""
        if low == high:
            return f"exactly {low}" if low else "none"
        if low <= 0:
            return f"at most {high}"
        return f"at least {low}" if high >= most else f"{low} to {high}"

    @staticmethod
    def cells(low: int, high: int, most: int) -> str:
        """Return that there are from ``low`` to ``high`` cells on a board of ``most``."""
        told = str(low) if low == high else Wording.amount(low, high, most)
        return f"{told} cell{'' if (low if high >= most else high) == 1 else 's'}"

    @staticmethod
    def number(value: Number) -> str:
        """Return a number as a person writes it."""
        return str(value) if isinstance(value, (int, Fraction)) else repr(value).removesuffix(".0")
