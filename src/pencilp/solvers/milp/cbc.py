"""CBC: the command-line program in the cbcbox package."""

from __future__ import annotations

import contextlib
import io
import os
from functools import cache

from pencilp.model import Model
from pencilp.reformulate.linear.program import Program
from pencilp.solvers.installed import TITLES, require
from pencilp.solvers.milp.command import CommandSession
from pencilp.solvers.milp.search import Prepared, prepared

NAME = "cbc"
TITLE = TITLES[NAME]


def prepare(model: Model, *, threads: int = 1, command: str = "") -> Prepared:
    """State ``model`` to CBC; see ``pencilp.solvers.prepare``."""
    return prepared(model, NAME, lambda program: session(program, threads))


def session(program: Program, threads: int = 1) -> CommandSession:
    """Return a session with a plain program. Raise SolverMissing if CBC is not installed."""
    require(NAME)
    binary = _binary()

    def arguments(lp: str, sol: str, seconds: float | None) -> list[str]:
        limit = [] if seconds is None else ["-sec", str(max(seconds, 0.01))]
        many = ["-threads", str(threads)] if threads > 1 else []
        return [binary, lp, "-ratioGap", "0", "-allowableGap", "0", *limit, *many, "-solve", "-solu", sol]

    return CommandSession(TITLE, program, arguments)


@cache
def _binary() -> str:
    """Return the path of CBC's program."""
    # cbcbox prints about its build if such variables are set
    asked = any(name.startswith("CBCBOX_") for name in os.environ)
    with contextlib.redirect_stdout(io.StringIO()) if asked else contextlib.nullcontext():
        import cbcbox

        return str(cbcbox.cbc_bin_path())
