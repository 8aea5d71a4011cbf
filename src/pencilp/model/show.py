"""A model as text for people, for ``print(model)``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pencilp._util.parse_number import digits
from pencilp.model.constraints import Constraint
from pencilp.model.structures import BoardFamily, CachedRules, instances
from pencilp.model.variables import Int, Lit, Number, Var

if TYPE_CHECKING:
    from pencilp.model.model import Model, Rule
    from pencilp.model.structures import Structure

_NAMED = re.compile(r"``(\w+)``")
_PLACES = frozenset(("node", "nodes", "other", "marked"))
"""Attributes of constraints that are nodes of their structure."""
MAX_LISTED = 12
"""Maximum length of a list of variables. Longer lists are shown without their middle."""


def show(model: Model) -> str:
    """Return the variables, definitions, rules and objective of ``model``, one a line."""
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
    """Return the rules of ``model`` with families for boards split into single rules."""
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
"""Maximum number of rules in a notebook, which would be slow with thousands. ``print`` shows all."""


def as_html(model: Model) -> str:
    """Return the text of ``show`` as HTML: the rules as a table, below folded variables and definitions."""
    from html import escape  # only in a notebook

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
    """Return a number with a noun: "1 rule", "2 rules"."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


class Wording:
    """The names of a model's variables, and sentences that use them."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.names = model.names()

    def name(self, x: Any) -> str:
        if isinstance(x, Int):
            return x.name
        number = x.n
        if abs(number) >= len(self.names):
            # the variable was made while the text of a rule was written
            self.names = self.model.names()
        return self.names[number] if number > 0 else f"not {self.names[-number]}"

    def list(self, xs: Iterable[Any]) -> str:
        return ", ".join(map(self.name, xs))

    def short(self, xs: Sequence[Any]) -> str:
        """Return a list as text, without its middle if it is long."""
        if len(xs) <= MAX_LISTED:
            return self.list(xs)
        return f"{self.list(xs[:3])}, ..., {self.name(xs[-1])} ({len(xs)})"

    def variables(self) -> Iterator[str]:
        """Yield a line for each variable, and one line for consecutive variables with the same name."""
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
        """Return the text of a constraint."""
        return self.name(constraint) if isinstance(constraint, Lit) else constraint.text(self)

    def described(self, constraint: Constraint) -> str:
        """Return the first sentence of the docstring of a constraint's class, with the constraint's own values in it."""
        sentence = " ".join((constraint.__class__.__doc__ or "").split()).partition(". ")[0].rstrip(".:")
        return _NAMED.sub(lambda match: self.value_of(constraint, match[1]), sentence)

    def value_of(self, constraint: Constraint, name: str) -> str:
        """Return the values of the constraint's attribute ``name`` as text, or the word ``name`` if there are none."""
        value = getattr(constraint, name, None)
        values = [value] if isinstance(value, (int, Lit, Int)) else value
        if isinstance(values, frozenset):
            values = sorted(values)
        if not isinstance(values, Sequence) or not all(isinstance(v, (int, Lit, Int)) for v in values):
            return name
        shown = values if len(values) <= MAX_LISTED else values[:3]
        structure = getattr(constraint, "of", None) if name in _PLACES else None
        texts = [self.name(v) if not isinstance(v, int) else self._number(structure, v) for v in shown]
        return ", ".join(texts) + (f", ... ({len(values)})" if len(values) > len(shown) else "")

    def _number(self, structure: Structure | None, value: int) -> str:
        return str(value) if structure is None else self.model.place(structure.place_of(value))

    def one_of(self, xs: Sequence[Var], rows: Sequence[str]) -> str:
        listed = ", ".join(rows) if len(rows) <= MAX_LISTED else f"{', '.join(rows[:3])}, ..., {rows[-1]} ({len(rows)})"
        return f"({self.list(xs)}) is one of {listed}" if rows else "never"

    @staticmethod
    def amount(low: int, high: int, most: int) -> str:
        """Return the words for a number from ``low`` to ``high``, out of ``most``."""
        if low == high:
            return f"exactly {low}" if low else "none"
        if low <= 0:
            return f"at most {high}"
        return f"at least {low}" if high >= most else f"{low} to {high}"

    @staticmethod
    def cells(low: int, high: int, most: int) -> str:
        """Return the words for a number of cells from ``low`` to ``high``, out of ``most``."""
        number = str(low) if low == high else Wording.amount(low, high, most)
        return f"{number} cell{'' if (low if high >= most else high) == 1 else 's'}"

    @staticmethod
    def number(value: Number) -> str:
        """Return a number as a person writes it."""
        return str(value) if isinstance(value, (int, Fraction)) else repr(value).removesuffix(".0")
