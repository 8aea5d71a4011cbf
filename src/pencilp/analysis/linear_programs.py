"""Integer programs from any source: their best solutions, LP relaxations, and infeasible sets."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable

from pencilp import api
from pencilp.board.puzzle import Puzzle
from pencilp.model import Model
from pencilp.reformulate.linear.layout import arranged
from pencilp.reformulate.linear.linearise import linearise
from pencilp.reformulate.linear.names import with_legal_names
from pencilp.reformulate.linear.program import Program
from pencilp.solvers.programs.infeasible_set import InfeasibleSet
from pencilp.solvers.programs.infeasible_set import infeasible_set as found_set
from pencilp.solvers.programs.relaxation import Relaxation
from pencilp.solvers.programs.relaxation import relax as relaxed
from pencilp.solvers.programs.solve import FileResult, columns_called, names_in, program_from_file
from pencilp.solvers.programs.solve import solve_program as solved

Source = Puzzle | Model | Program | str | os.PathLike[str]
"""Anything that has an integer program: a puzzle, a model, a program, or the name of an LP or MPS file."""


def solve_program(
    source: Source,
    solver: str | None = None,
    *,
    count: int = 2,
    distinct: str | Iterable[str] | None = None,
    time_limit: float | None = None,
    threads: int = 1,
) -> FileResult:
    """Return up to ``count`` best solutions of a program (0: all), the best value, and what was proved.

    ``source`` is the name of an LP or MPS file, a ``Model`` or a puzzle; each of the ``solutions`` has a value per
    column name. Two solutions differ in a whole number, or with ``distinct`` in the columns of these names: a list, or
    "A,x" (``x`` means all columns x(1,2)). If ``solver`` is None, one that suits the program is chosen. ``time_limit``
    is in seconds. Raise InputError if the file cannot be read or no column has a name, SolverError if the solver does
    not take the program or fails.
    """
    program = program_of(source)
    api.check_count(count)
    apart = (
        None
        if distinct is None
        else columns_called(program, names_in(distinct) if isinstance(distinct, str) else distinct)
    )
    limit = api.checked_limit(time_limit, threads)
    return solved(program, solver, count=count, time_limit=limit, threads=threads, distinct_in=apart)


def relax(source: Source, *, formulation: str = "rules", time_limit: float | None = None) -> Relaxation:
    """Return the LP relaxation of a program: its bound, values, duals and reduced costs.

    ``source`` is a puzzle, a ``Model``, or the name of an LP or MPS file. For a puzzle, ``formulation`` is "rules" or
    "published", the latter with its objective. ``time_limit`` is in seconds. The signs of duals and reduced costs are
    explained in ``pencilp.solvers.programs.relaxation``. Raise InputError if the file cannot be read, SolverError
    if HiGHS fails.
    """
    return relaxed(program_of(source, formulation), api.checked_limit(time_limit, 1))


def infeasible_set(source: Source, *, formulation: str = "rules", time_limit: float | None = None) -> InfeasibleSet:
    """Return an irreducible infeasible set: rows and bounds that contradict each other, none of which can be left out.

    Whole numbers stay whole. ``source``, ``formulation`` and the errors are those of ``relax``. After ``time_limit`` seconds the
    set may not be irreducible: its ``minimal`` is False.
    """
    return found_set(program_of(source, formulation), api.checked_limit(time_limit, 1))


def program_of(source: Source, formulation: str = "rules") -> Program:
    """Return the plain integer program of ``source``, with the rows that an LP file of it has. See ``relax``."""
    if isinstance(source, Program):
        return source
    if isinstance(source, (str, os.PathLike)):
        path = os.fsdecode(source)
        program = program_from_file(path)
        for line in program.remarks:
            warnings.warn(f"{path}: {line}", stacklevel=3)
        return program
    if isinstance(source, Puzzle):
        source = api.formulate(source, formulation, objective=formulation != "rules")
    if not isinstance(source, Model):
        raise TypeError(f"a puzzle, a model or the name of an LP or MPS file is needed, not {type(source).__name__}")
    return with_legal_names(arranged(linearise(source).program))
