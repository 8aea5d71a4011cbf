"""Whole numbers and their literals.

Takes a whole number x from l to u, its value literals [x = v], and its order literals [x >= v], if they exist. Makes

    value literals:   [x = l] + ... + [x = u] = 1,             x = sum of v * [x = v]
    order literals:   [x >= v + 1] <= [x >= v],                x = l + [x >= l + 1] + ... + [x >= u]
    both:             [x = v] = [x >= v] - [x >= v + 1]        (with [x >= l] = 1, [x >= u + 1] = 0)

The rows with x itself are made only if x has a column, because a constraint uses it as a number.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pencilp.model.variables import Int

if TYPE_CHECKING:
    from pencilp.reformulate.linear.linearise import Build


def reformulate(x: Int, column: int | None, build: Build) -> None:
    """State the rows that connect the literals of ``x`` and its ``column``, if it has one."""
    values = None if x._eq is None else build.value_columns(x)
    if values is not None:
        build.row([(1, h) for h in values.values()], 1, 1, "one_value")
        if column is not None:
            build.row([*((v - x.low, h) for v, h in values.items()), (-1, column)], -x.low, -x.low, "value")
    if x._ge is not None:
        order = [lit.n for lit in x._ge]
        if values is not None:
            for k, v in enumerate(range(x.low, x.high + 1)):
                # [x >= low] is 1 and [x >= high + 1] is 0: neither has a literal
                first = [] if k == 0 else [(1, order[k - 1])]
                second = [(-1, order[k])] if k < len(order) else []
                side = -1 if k == 0 else 0
                this = [(-1, values[v])] if v in values else []
                build.row([*first, *second, *this], side, side, "value_by_order")
        else:
            for lower, upper in pairwise(order):
                build.row([(1, lower), (-1, upper)], 0, None, "order")
            if column is not None:
                build.row([*((1, h) for h in order), (-1, column)], -x.low, -x.low, "value")
