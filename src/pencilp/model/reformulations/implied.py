"""Implied.

Takes ``Implied``, a rule that follows from the others.
Makes nothing: the others are stated.
"""

from __future__ import annotations

from pencilp.model.constraints import Implied
from pencilp.model.program import Build


def reformulate(constraint: Implied, build: Build) -> None:
    """State ``constraint``."""
