"""Solvers: one file each, and those that a user adds. All take a model and return a Result."""

from __future__ import annotations

from collections.abc import Callable, Generator
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from pencilp._util.services import load
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.errors import InputError, SolverError
from pencilp.solvers.result import GRACE, Ending, Result

if TYPE_CHECKING:  # the page's server has no need of models: it starts sooner without them
    from pencilp.model import Model, Solution

SOLVERS = ("clasp", "highs", "scip", "glpk", "cbc", "cpsat", "external")
"""Our solvers by name; clasp is a package of its own, the others are modules of ``pencilp.solvers.milp``."""
CLASP = "pencilp.solvers.clasp.search:Clasp"
"""The search of clasp; it is loaded when it is first used."""
MAX_THREADS = 64
"""More threads than these no solver takes."""


class Search(Protocol):
    """A model that was stated to a solver.

    Called, it looks for up to ``count`` answers (0: all) for at most ``time_limit`` seconds (None: no limit). It may also
    have a method ``answers(count, time_limit)``: a generator of solutions, each searched for when it is asked for, that
    returns an ``Ending``. A search without that is ended, with no answer, when it goes on ``GRACE`` seconds after its limit; a
    generator has to look at its clock itself.
    """

    def __call__(self, count: int = 2, time_limit: float | None = None) -> Result: ...


Prepare = Callable[..., Search]
"""A function that makes a solver: ``prepare(model, threads=N)`` states a ``Model`` and returns a ``Search``."""

Solver = str | Prepare
"""A solver by its name (or "external:COMMAND"), or what makes one."""

_registered: dict[str, Prepare] = {}


def register_solver(name: str, prepare: Prepare) -> None:
    """From now on ``solver=name`` means ``prepare``; a solver registered under the name before is replaced.

    ``prepare(model, threads=N)`` is called for every model; see ``Search`` for what it returns. A solution need only
    have values for the variables of ``model.answer``. Raise SolverError for the name of one of our own solvers,
    TypeError for what is no function.
    """
    if not callable(prepare):
        raise TypeError(f"a solver is a function that takes a model, not {prepare!r}")
    if name.partition(":")[0] in SOLVERS:
        raise SolverError(f"{name!r} is a solver of pencilp's own; register yours under another name")
    _registered[name] = prepare


def known(solver: str) -> None:
    """Raise SolverError when there is no solver of this name, or the command of an external one makes no sense."""
    name, _, command = solver.partition(":")
    if solver not in names() and name not in SOLVERS:
        raise SolverError(f"there is no solver {solver!r}, only {', '.join(names())}")
    if name == "external":
        from pencilp.solvers.milp.words import words

        words(command)


def names() -> list[str]:
    """Return all solvers that there are, the registered ones last."""
    return [*SOLVERS, *_registered]


def prepare(model: Model, solver: Solver = "clasp", *, threads: int = 1) -> Search:
    """State ``model`` to a solver.

    The result is to be called with ``count=`` and ``time_limit=`` and gives a Result.

    Raise SolverError when the solver is unknown or not installed, TypeError where a rule speaks of what is no variable,
    InputError for a number of threads that makes no sense.
    """
    check_threads(threads)
    try:
        return _prepared(model, solver, threads)
    except (AttributeError, ImportError, LookupError, ValueError):
        # whatever fails where a rule is none, its words say more
        model.only_variables()
        raise


def solve(
    model: Model, solver: Solver = "clasp", *, count: int = 2, time_limit: float | None = None, threads: int = 1
) -> Result:
    """Look for up to ``count`` solutions of ``model`` (0: all) for at most ``time_limit`` seconds.

    The time to state the model counts. Raises what ``prepare`` raises.
    """

    def stated() -> Search:
        model.only_variables()
        return prepare(model, solver, threads=threads)

    clock = TimeLimit(time_limit)
    try:
        search = clock.run(stated)
    except TimeLimitReached:
        return Result(str(solver), [], complete=False)
    result = search(count=count, time_limit=clock.left())
    if isinstance(result, Result) and result.solution is not None:
        result.objective = model.objective_value(result.solution)
    return result


def check_threads(threads: int) -> None:
    """InputError when the number of threads is none from 0 to ``MAX_THREADS``."""
    if not isinstance(threads, int) or not 0 <= threads <= MAX_THREADS:
        raise InputError(f"the number of threads is a whole number from 0 to {MAX_THREADS}, not {threads!r}")


def _prepared(model: Model, solver: Solver, threads: int) -> Search:
    if callable(solver):
        return _search(solver, model, threads)
    if not isinstance(solver, str):
        raise TypeError(f"a solver is a name or a function that takes a model, not {solver!r}")
    if solver in _registered:
        return _search(_registered[solver], model, threads)
    known(solver)
    name, _, command = solver.partition(":")
    if name == "clasp":
        found: Search = load(CLASP)(model, threads=threads)
        return found
    prepared: Search = import_module(f"pencilp.solvers.milp.{name}").prepare(
        model, threads=threads or 1, command=command
    )
    return prepared


def _search(prepare: Prepare, model: Model, threads: int) -> Search:
    """Return what a solver that is not our own makes of a model."""
    search = prepare(model, threads=threads)
    if not callable(search) and not hasattr(search, "answers"):
        name = getattr(prepare, "__name__", "a solver")
        raise TypeError(
            f"a solver returns a search, a function of count and time_limit, but {name} returned {search!r}"
        )
    return search


def answers(
    search: Search, count: int = 0, time_limit: float | None = None, name: str = "solver"
) -> Generator[Solution, None, Ending]:
    """Yield up to ``count`` answers (0: all) that ``search`` finds, one by one; returns how it ended.

    ``name`` is the solver's.

    Where it can only find them together, all are found before the first is returned. Raise TypeError when the search
    returns anything but a ``Result``.
    """
    one_by_one: Callable[[int, float | None], Generator[Solution, None, Ending]] | None
    one_by_one = getattr(search, "answers", None)
    if one_by_one is not None:
        ending: Ending = yield from one_by_one(count, time_limit)
        return ending
    limit = TimeLimit(None if time_limit is None else time_limit + GRACE)
    try:
        result = limit.run(lambda: search(count=count, time_limit=time_limit))
    except TimeLimitReached:
        return Ending(name, complete=False)
    if not isinstance(result, Result):
        raise TypeError(f"a search returns a pencilp.Result, but that of {name} returned {result!r}")
    yield from result.solutions
    return Ending(result.solver, result.complete, result.first, result.incumbent)
