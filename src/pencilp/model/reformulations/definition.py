"""Definitions.

Takes a literal y and literals x1 ... xn: y is true exactly when k or more of them are.
Makes

    k = n:     y <= x_i  for every i,    y >= x1 + ... + xn - (n - 1)
    k = 1:     y >= x_i  for every i,    y <= x1 + ... + xn
    between:   k y <= x1 + ... + xn <= (k - 1) + (n - k + 1) y

The first two are as tight as rows can be. With k <= 0 y is a column fixed to 1, and no row is made.
"""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.model.program import Build


def reformulate(y: int, lits: Sequence[int], least: int, build: Build) -> None:
    """State that ``y`` is true exactly when ``least`` or more of ``lits`` are."""
    n = len(lits)
    sum_: list[tuple[int, int]] = [(1, int(x)) for x in lits]
    if least == n:
        for x in lits:
            build.row([(1, int(x)), (-1, y)], 0, None)
        build.row([*sum_, (-1, y)], None, n - 1)
    elif least == 1:
        for x in lits:
            build.row([(1, y), (-1, int(x))], 0, None)
        build.row([*sum_, (-1, y)], 0, None)
    else:
        build.row([*sum_, (-least, y)], 0, None)
        build.row([*sum_, (-(n - least + 1), y)], None, least - 1)
