"""Checks whether the library of a solver is installed, without importing it."""

from __future__ import annotations

from pencilp.errors import SolverMissing, install

LIBRARIES = {
    "clasp": "clingo", "highs": "highspy", "scip": "pyscipopt", "glpk": "swiglpk", "cbc": "cbcbox", "cpsat": "ortools",
}  # fmt: skip
"""The library that each solver comes in."""


def installed(solver: str) -> bool:
    """Return whether the library of ``solver``, a key of ``LIBRARIES``, is installed."""
    from importlib.util import find_spec

    return find_spec(LIBRARIES[solver]) is not None


def require(module: str, title: str, extra: str = "") -> None:
    """Raise SolverMissing if ``module`` is not installed.

    ``extra`` is the extra of pencilp that installs it, if any.
    """
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise SolverMissing(f"{title} is not installed: {install(extra) if extra else f'pip install {module}'}")
