"""Finds the continuous columns of a program that can vary in a best solution: the test for "the only one".

A best solution is the only one with its whole numbers exactly if its continuous columns cannot move in any direction
that keeps the objective and every tight row and bound. The directions form a cone: either there is one in which some
column moves by 1, or there is none. Linear programs look for it. Each maximises a sum of the moves with random factors;
for a direction other than 0 this sum is 0 with probability 0. HiGHS, which is always installed, solves them.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from random import Random

from pencilp.errors import SolverError
from pencilp.model.variables import Number
from pencilp.program_files.status import LIMIT, OPTIMAL
from pencilp.reformulate.linear.program import CONTINUOUS, TOLERANCE, Column, Program, Row, with_small_numbers

MAX_ROUNDS, LISTING_SECONDS = 12, 1.0
"""The search for further columns that can move ends after this number of rounds, or this time."""
TRIES = 2
"""The number of sums with other random factors that must find nothing before the columns count as determined."""
RELATIVE_SLACK = 0.1
"""The relative part of ``TOLERANCE`` for large numbers: solvers write at least seven digits."""
MIN_MOVE = 1e-4
"""The least move that counts. Rows and moves are scaled to 1, and HiGHS keeps rows up to 1e-7."""


def undetermined(
    program: Program, values: Mapping[str, float], seconds: float | None = None, *, solver: str = "highs"
) -> list[str] | None:
    """Return the names of continuous columns that vary among the best solutions with the same whole numbers.

    ``values`` is a best solution, by name, that ``solver`` found. If this is not HiGHS, its values may be less precise,
    and are calculated again. No names: all columns are determined, up to the tolerance of rows (``TOLERANCE``). If
    there are many names, some may be missing. None: ``seconds`` were not enough. A column that occurs only in the
    objective, with a factor of 0 and no bounds, is a dummy and does not count.
    """
    deadline = None if seconds is None else time.perf_counter() + seconds
    in_rows = {c for row in program.rows if not row.low is row.high is None for a, c in row.terms if a}
    costs = {c: a for a, c in program.objective or () if a}
    free, moving = [], []
    for c, (_, low, high, kind) in enumerate(program.columns):
        if kind != CONTINUOUS or (low is not None and low == high):
            continue
        if c in in_rows:
            moving.append(c)
        elif c not in costs and (low, high) != (0, None):
            free.append(c)
    if moving and solver != "highs":
        values = _precise(program, values, deadline)
    found = _moving(_directions(program, moving, costs, values), deadline) if moving else []
    if found is None:
        return None
    return [program.columns[c].name for c in sorted([*free, *(moving[d] for d in found)])]


def _precise(program: Program, values: Mapping[str, float], deadline: float | None) -> Mapping[str, float]:
    """Return HiGHS's best values of the continuous columns for the same whole numbers; ``values`` if it finds none."""
    fixed = program.copy()
    fixed.columns = [
        column
        if column.kind == CONTINUOUS
        else Column(column.name, values[column.name], values[column.name], CONTINUOUS)
        for column in program.columns
    ]
    status, found = _solved(with_small_numbers(fixed), deadline)
    if status != OPTIMAL or found is None:
        return values
    return {column.name: value for column, value in zip(program.columns, found, strict=True)}


def _directions(
    program: Program, moving: Sequence[int], costs: Mapping[int, Number], values: Mapping[str, float]
) -> Program:
    """Return the directions in which columns can move, at most by 1: a program with a column for each of ``moving``."""
    place = {c: d for d, c in enumerate(moving)}
    result = Program()
    for c in moving:
        name, low, high, kind = program.columns[c]
        value = values[name]
        least = 0 if low is not None and _tight(value, low) else -1
        most = 0 if high is not None and _tight(value, high) else 1
        result.columns.append(Column(name, least, most, kind))
    for row in program.rows:
        terms = [(a, place[c]) for a, c in row.terms if a and c in place]
        if not terms:
            continue
        parts = [float(a) * values[program.columns[c].name] for a, c in row.terms]
        size = max(map(abs, parts))
        low = 0 if row.low is not None and _tight(sum(parts), row.low, size) else None
        high = 0 if row.high is not None and _tight(sum(parts), row.high, size) else None
        if low is high is None:
            continue
        result.rows.append(Row(row.name, _scaled(terms), low, high))
    objective = [(a, place[c]) for c, a in costs.items() if c in place]
    if objective:
        result.rows.append(Row("objective", _scaled(objective), 0, 0))
    return result


def _tight(value: float, side: Number, size: float = 0.0) -> bool:
    """Return whether a value is at its bound, up to the precision of solvers for numbers of this ``size``."""
    return abs(value - float(side)) <= TOLERANCE * max(1.0, RELATIVE_SLACK * max(abs(float(side)), size))


def _scaled(terms: Sequence[tuple[Number, int]]) -> list[tuple[Number, int]]:
    """Return the terms divided by their largest factor."""
    largest = max(abs(float(a)) for a, _ in terms)
    return [(float(a) / largest, c) for a, c in terms]


def _moving(program: Program, deadline: float | None) -> list[int] | None:
    """Return columns of a program of directions that can move, at least one if any can; None if the time is over."""
    chance = Random(0)
    found: set[int] = set()
    enough = time.perf_counter() + LISTING_SECONDS
    for _ in range(MAX_ROUNDS):
        before = len(found)
        for _ in range(TRIES):
            factors = [chance.uniform(-1, 1) for _ in program.columns]
            for sign in (1, -1):
                program.objective = [(sign * a, c) for c, a in enumerate(factors) if c not in found]
                moves = _best(program, deadline)
                if moves is None:
                    return sorted(found) or None
                found.update(c for c, move in enumerate(moves) if abs(move) > MIN_MOVE)
                if found and time.perf_counter() > enough:
                    return sorted(found)
            if len(found) > before:
                break
        if len(found) in (before, len(program.columns)):
            break
    return sorted(found)


def _best(program: Program, deadline: float | None) -> list[float] | None:
    """Return the moves that maximise the objective; None if the time is over."""
    program.sense = "maximize"
    status, moves = _solved(program, deadline)
    if status not in (OPTIMAL, LIMIT):
        raise SolverError(f"highs cannot decide whether the continuous columns can have other values ({status})")
    return moves if status == OPTIMAL else None


def _solved(program: Program, deadline: float | None) -> tuple[str, list[float] | None]:
    """Return HiGHS's status and values for a linear program."""
    from pencilp.solvers.milp import highs

    left = None if deadline is None else deadline - time.perf_counter()
    if left is not None and left <= 0:
        return LIMIT, None
    session = highs.session(program)
    status = LIMIT
    try:
        status, found = session.solve(left)
    finally:
        session.close(reusable=status == OPTIMAL)
    return status, found
