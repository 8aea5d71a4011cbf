"""Numbers that may take a value.

Takes ``MayTake``: each value is taken only by some of the whole numbers.
Makes, with [x = v] the 0/1 column of the value,

    sum of [x = v] over all v and all x that may not take v  <=  0
"""

from __future__ import annotations

from pencilp.model.constraints import MayTake
from pencilp.reformulate.linear.linearise import Build


def reformulate(constraint: MayTake, build: Build) -> None:
    """State ``constraint``."""
    build.row([(1, lit) for lit in constraint.excluded()], None, 0)
