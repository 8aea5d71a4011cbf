"""Whether the library that a solver comes in is there, without importing it."""

from __future__ import annotations

from pencilp.errors import SolverMissing, install

LIBRARIES = {
    "clasp": "clingo", "highs": "highspy", "scip": "pyscipopt", "glpk": "swiglpk", "cbc": "cbcbox", "cpsat": "ortools",
}  # fmt: skip
"""The library that each solver comes in."""


def installed(solver: str) -> bool:
    """Return whether the library of ``solver``, one of ``LIBRARIES``, is there."""
    from importlib.util import find_spec

    return find_spec(LIBRARIES[solver]) is not None


def require(module: str, title: str, extra: str = "") -> None:
    """Raise SolverMissing when ``module`` is not installed; ``extra`` is the extra of pencilp that brings it, if one does."""
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise SolverMissing(f"{title} is not installed: {install(extra) if extra else f'pip install {module}'}")
