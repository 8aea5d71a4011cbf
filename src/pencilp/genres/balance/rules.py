"""Rules that only balance has."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.model import Clause, Constraint, Lit, all_hold


def differently_long(one: Sequence[Lit], other: Sequence[Lit]) -> Constraint | Lit:
    """Return that two straight pieces that leave a cell (``straight_runs``) are not equally long, if the loop takes
    both."""
    lengths = range(min(len(one), len(other)))
    return all_hold([Clause((~one[k], ~other[k], *one[k + 1 : k + 2], *other[k + 1 : k + 2])) for k in lengths])
