"""Whether the library that a solver comes in is there, without importing it."""

from __future__ import annotations

from importlib.util import find_spec

from pencilp.errors import SolverError


def require(module: str, title: str, extra: str = "") -> None:
    """Raise SolverError when ``module`` is not installed; ``extra`` is the extra of pencilp that brings it, if one does."""
    if find_spec(module) is None:
        what = f"'pencilp[{extra}]'" if extra else module
        raise SolverError(f"{title} is not installed: pip install {what}")
