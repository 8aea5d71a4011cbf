"""All different.

Takes ``AllDifferent``: no two of the whole numbers x1 ... xn are equal.
Makes, for every value v that two or more of them can take, with [x = v] the 0/1 column of the value,

    [x1 = v] + [x2 = v] + ... + [xn = v] <= 1          (= 1 if there are exactly n values for the n numbers)

over the x that can take v.
"""

from __future__ import annotations

from pencilp.model.constraints import AllDifferent
from pencilp.reformulate.linear.linearise import Build


def reformulate(constraint: AllDifferent, build: Build) -> None:
    """State ``constraint``."""
    takers: dict[int, list[int]] = {}
    for x in constraint.ints:
        for v, column in build.value_columns(x).items():
            takers.setdefault(v, []).append(column)
    permutation = len(takers) == len(constraint.ints)
    if len(takers) < len(constraint.ints):
        build.row([], 1, None, "too_few_values")
    for v, columns in sorted(takers.items()):
        if len(columns) > 1 or permutation:
            build.row([(1, h) for h in columns], 1 if permutation else None, 1, f"value_{v}")
