"""Splits the command of an external solver into words."""

from __future__ import annotations

import os
import shlex

from pencilp.errors import SolverError

EXAMPLE = "external:highs --solution_file {sol} {lp}"


def words(command: str) -> list[str]:
    """Return the words of the command. Raise SolverError if it is empty, has open quotes, or lacks a placeholder."""
    try:
        result = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise SolverError(f"external: {error} in {command!r}") from None
    if not result or not all(any(p in word for word in result) for p in ("{lp}", "{sol}")):
        raise SolverError(f"external: the command must name the files {{lp}} and {{sol}}, as in {EXAMPLE}")
    return result
