"""Checks whether the library of a solver is installed, without importing it."""

from __future__ import annotations

from pencilp.errors import SolverMissing, install

LIBRARIES = {
    "clasp": "clingo", "highs": "highspy", "scip": "pyscipopt", "glpk": "swiglpk", "cbc": "cbcbox", "cpsat": "ortools",
}  # fmt: skip
"""The library that each solver comes in."""
IN_BROWSERS = "pencilp_clingo"
"""The module with which a browser provides clasp (``pencilp.solvers.clasp.browser``)."""
TITLES = {"clasp": "clasp", "highs": "HiGHS", "scip": "SCIP", "glpk": "GLPK", "cbc": "CBC", "cpsat": "CP-SAT"}
"""The name of each solver in messages."""
ALWAYS = ("clasp", "highs")
"""The solvers that pencilp is installed with; the others are extras."""


def installed(solver: str) -> bool:
    """Return whether the library of ``solver``, a key of ``LIBRARIES``, is installed."""
    from importlib.util import find_spec

    return find_spec(LIBRARIES[solver]) is not None or (solver == "clasp" and find_spec(IN_BROWSERS) is not None)


def require(solver: str) -> None:
    """Raise SolverMissing if ``solver``, a key of ``LIBRARIES``, is not installed."""
    if not installed(solver):
        command = f"pip install {LIBRARIES[solver]}" if solver in ALWAYS else install(solver)
        raise SolverMissing(f"{TITLES[solver]} is not installed: {command}")
