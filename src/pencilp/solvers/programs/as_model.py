"""Converts a program into a model, for solvers that take only bounded whole numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil, floor
from typing import Any

from pencilp.model import Linear, Model
from pencilp.model.variables import Sum
from pencilp.reformulate.linear.program import CONTINUOUS, Program

MAX_VALUES = 2**40
"""A whole number with more values than this counts as unbounded."""
MAX_NAMED = 5
"""The greatest number of variables that a message names."""


def model_from_program(program: Program, distinct_in: Collection[str] | None = None) -> Model:
    """Return a program as a model: 0/1 columns as literals, other columns as Ints, rows as linear constraints.

    Rows keep their names. All columns must be whole numbers with bounds, and a value between them. Two solutions differ
    in the columns ``distinct_in``, or (None) in any.
    """
    m = Model()
    variables: list[Any] = []
    for name, low, high, _ in program.columns:
        assert low is not None
        assert high is not None
        if (low, high) == (0, 1):
            variables.append(m.binary(name))
        else:
            variables.append(m.integer(name, ceil(low), floor(high)))
    if distinct_in is not None:
        m.answer = {"": [x for x, column in zip(variables, program.columns, strict=True) if column.name in distinct_in]}
    for row in program.rows:
        m.require(row.name, Linear([(a, variables[c]) for a, c in row.terms], row.low, row.high), name=row.name)
    if program.objective:
        m.objective = Sum([(a, variables[c]) for a, c in program.objective], program.offset)
        m.sense = program.sense
    return m


def not_bounded(program: Program) -> str:
    """Return a text that names the columns that are not bounded whole numbers; "" if there are none."""
    for column in program.columns:
        if column.kind == CONTINUOUS:
            return f"{column.name} is continuous"
    sides: dict[str, list[str]] = {}
    for column in program.columns:
        missing = column.missing
        if column.low is not None and column.high is not None and column.high - column.low > MAX_VALUES:
            missing = "bounds too far apart"
        if missing:
            sides.setdefault(missing, []).append(column.name)
    if not sides:
        return ""
    ranges = "; ".join(
        f"{_first_of(names)} {'have' if len(names) > 1 else 'has'} {what}" for what, names in sides.items()
    )
    only_wide = list(sides) == ["bounds too far apart"]
    return f"{ranges}, and none {'closer ' * only_wide}follow from the rows"


def _first_of(names: Sequence[str]) -> str:
    """Return the first names, and how many more there are."""
    more = len(names) - MAX_NAMED
    return ", ".join(names[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")
