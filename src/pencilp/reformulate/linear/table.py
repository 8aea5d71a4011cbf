"""Allowed tuples.

Takes ``Table``: (x1, ..., xn) is one of the rows t1 ... tm. Makes a 0/1 column p_k for each row, and

    p_1 + ... + p_m = 1
    [x_i = v] = sum of p_k over the rows with t_ki = v       for every whole number x_i and value v
    x_i       = sum of t_ki * p_k                            for every 0/1 variable x_i
"""

from __future__ import annotations

from pencilp.model.constraints import Table
from pencilp.model.variables import Int
from pencilp.reformulate.linear.linearise import Build
from pencilp.reformulate.linear.program import INTEGER


def reformulate(constraint: Table, build: Build) -> None:
    """State ``constraint``."""
    rows = constraint.rows
    picks = [build.column(f"row_{k + 1}", 0, 1, INTEGER) for k in range(len(rows))]
    build.row([(1, p) for p in picks], 1, 1, "one_row")
    for i, x in enumerate(constraint.xs):
        values = build.value_columns(x)
        for v in values if isinstance(x, Int) else (1,):
            same = [(1, p) for p, row in zip(picks, rows, strict=True) if row[i] == v]
            build.row([*same, (-1, values[v])], 0, 0, f"{i + 1}_is_{v}")
