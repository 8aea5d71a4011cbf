"""Definitions.

Takes a literal y and literals x1 ... xn: y is true exactly when k or more of them are.
Makes

    k = n:     y <= x_i  for every i,    y >= x1 + ... + xn - (n - 1)
    k = 1:     y >= x_i  for every i,    y <= x1 + ... + xn
    between:   k y <= x1 + ... + xn <= (k - 1) + (n - k + 1) y

    one of two: y = x1 xor x2:  y <= x1 + x2,  y <= 2 - x1 - x2,  y >= x1 - x2,  y >= x2 - x1

The first two are as tight as rows can be. If k <= 0, y is a column fixed to 1, and no row is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilp.model.model import ODD

if TYPE_CHECKING:
    from pencilp.reformulate.linear.linearise import Build


def reformulate(y: int, lits: Sequence[int], least: int, build: Build) -> None:
    """State that ``y`` is true exactly when ``least`` or more of ``lits`` are."""
    n = len(lits)
    sum_: list[tuple[int, int]] = [(1, x) for x in lits]
    if least == ODD:
        a, b = lits
        build.row([(1, a), (1, b), (-1, y)], 0, None)
        build.row([(1, a), (1, b), (1, y)], None, 2)
        build.row([(1, a), (-1, b), (-1, y)], None, 0)
        build.row([(-1, a), (1, b), (-1, y)], None, 0)
    elif least == n:
        for x in lits:
            build.row([(1, x), (-1, y)], 0, None)
        build.row([*sum_, (-1, y)], None, n - 1)
    elif least == 1:
        for x in lits:
            build.row([(1, y), (-1, x)], 0, None)
        build.row([*sum_, (-1, y)], 0, None)
    else:
        build.row([*sum_, (-least, y)], 0, None)
        build.row([*sum_, (-(n - least + 1), y)], None, least - 1)
