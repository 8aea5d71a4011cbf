"""Solvers: one file each. All take a model and return a Result."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from pencilp.errors import SolverError
from pencilp.model import Model
from pencilp.solvers.result import Result

SOLVERS = ("clasp", "highs", "scip", "glpk", "cbc", "cpsat", "external")
"""The solvers by name; each is the module ``pencilp.solvers.NAME``."""


def prepare(model: Model, solver: str = "clasp", *, threads: int = 1) -> Callable[..., Result]:
    """State ``model`` to a solver. The result is to be called with ``count=`` and ``time_limit=`` and gives a Result.

    ``solver`` may be "external:COMMAND". Raises SolverError when it is unknown or not installed.
    """
    name, _, command = solver.partition(":")
    if name not in SOLVERS:
        raise SolverError(f"there is no solver {solver!r}, only {', '.join(SOLVERS)}")
    if name == "clasp":
        from pencilp.solvers.clasp import Clasp

        return Clasp(model, threads=threads).search
    prepared: Callable[..., Result] = import_module(f"pencilp.solvers.{name}").prepare(
        model, threads=threads or 1, command=command
    )
    return prepared
