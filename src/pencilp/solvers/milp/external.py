"""Any solver that reads an LP file and writes a solution file: ``--solver "external:COMMAND"``.

In the command ``{lp}`` and ``{sol}`` stand for the two files, ``{seconds}`` for the time left (a large number if there
is no limit), ``{threads}`` for the number of threads. Words are split as in a shell, but no shell runs:

    external:scip -c "read {lp} optimize write solution {sol} quit"
    external:highs --solution_file {sol} {lp}
    external:glpsol --lp {lp} -w {sol}
    external:gurobi_cl ResultFile={sol} {lp}
"""

from __future__ import annotations

import os

from pencilp.model import Model
from pencilp.reformulate.linear.program import Program
from pencilp.solvers.milp.command import CommandSession
from pencilp.solvers.milp.search import Prepared, prepared
from pencilp.solvers.milp.words import words

NAME = "external"
NO_LIMIT = 10**8
"""The value of ``{seconds}`` without a time limit."""


def prepare(model: Model, *, threads: int = 1, command: str = "") -> Prepared:
    """Return the command as a solver of ``model``; see ``pencilp.solvers.prepare``."""
    words(command)
    return prepared(model, NAME, lambda program: session(program, threads, command))


def session(program: Program, threads: int = 1, command: str = "") -> CommandSession:
    """Return a session with a plain program. Raise SolverError if the command is malformed."""
    given = words(command)

    def arguments(lp: str, sol: str, seconds: float | None) -> list[str]:
        left = NO_LIMIT if seconds is None else max(1, int(seconds))
        values = {"{lp}": lp, "{sol}": sol, "{seconds}": str(left), "{threads}": str(threads)}
        result = []
        for word in given:
            for placeholder, value in values.items():
                word = word.replace(placeholder, value)
            result.append(word)
        return result

    return CommandSession(os.path.basename(given[0]), program, arguments)
