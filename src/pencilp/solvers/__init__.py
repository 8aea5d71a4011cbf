"""The registry of solvers: our own and those that users register. All take a model and return a ``Result``."""

from __future__ import annotations

from collections.abc import Callable, Generator
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from pencilp._util.services import load
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.errors import InputError, SolverError
from pencilp.solvers.result import GRACE_SECONDS, Ending, Result

if TYPE_CHECKING:  # the server starts sooner without models
    from pencilp.model import Model, Solution

SOLVERS = ("clasp", "highs", "scip", "glpk", "cbc", "cpsat", "external")
"""The names of our solvers. clasp is a package, the others are modules of ``pencilp.solvers.milp``."""
CLASP = "pencilp.solvers.clasp.search:Clasp"
"""The class that searches with clasp, imported on first use."""
IN_PARTS = "pencilp.solvers.clasp.in_parts:InParts"
"""The class that divides such a search among processes."""
MAX_COUNT_IN_PARTS = 1000
"""The greatest number of answers of a search that is divided among processes."""
MAX_THREADS = 64
"""The greatest number of threads, and of processes of one search."""


class Search(Protocol):
    """A model that has been stated to a solver.

    A call looks for up to ``count`` answers (0: all) for at most ``time_limit`` seconds (None: no limit). A search may
    also have a method ``answers(count, time_limit)``: a generator that finds each solution on demand and returns an
    ``Ending``. A search without this method is stopped ``GRACE_SECONDS`` seconds after its limit, and its answers are lost. A
    generator must check the time itself.
    """

    def __call__(self, count: int = 2, time_limit: float | None = None) -> Result: ...


Prepare = Callable[..., Search]
"""A factory of searches: ``prepare(model, threads=N)`` states a ``Model`` to a solver and returns a ``Search``."""

Solver = str | Prepare
"""A solver's name (or "external:COMMAND"), or a function that prepares a search."""

_registered: dict[str, Prepare] = {}


def register_solver(name: str, prepare: Prepare) -> None:
    """Register ``prepare`` as ``solver=name``, in place of any earlier solver of this name.

    ``prepare(model, threads=N)`` is called for every model and returns a ``Search``. A solution needs values only for
    the variables of ``model.answer``. Raise SolverError if the name belongs to one of our own solvers, TypeError if
    ``prepare`` is not callable.
    """
    if not callable(prepare):
        raise TypeError(f"a solver is a function that takes a model, not {prepare!r}")
    if name.partition(":")[0] in SOLVERS:
        raise SolverError(f"{name!r} is a solver of pencilp's own; register yours under another name")
    _registered[name] = prepare


def check_solver(solver: str) -> None:
    """Raise SolverError if no solver has this name, or if the command of an external one is malformed."""
    name, _, command = solver.partition(":")
    if solver not in names() and name not in SOLVERS:
        raise SolverError(f"there is no solver {solver!r}, only {', '.join(names())}")
    if name == "external":
        from pencilp.solvers.milp.words import words

        words(command)


def check_installed(solver: str) -> None:
    """Raise SolverMissing if a solver that ``check_solver`` accepts is not on this machine."""
    from pencilp.solvers.installed import require

    name, _, command = solver.partition(":")
    if name == "external":
        from pencilp.solvers.milp.words import words
        from pencilp.solvers.processes import path_of_command

        path_of_command(words(command)[0])
    elif solver not in _registered:
        require(name)


def names() -> list[str]:
    """Return the names of all solvers, the registered ones last."""
    return [*SOLVERS, *_registered]


def prepare(
    model: Model, solver: Solver = "clasp", *, threads: int = 1, jobs: int | None = None, parts: str | None = None
) -> Search:
    """State ``model`` to a solver, and return the search.

    With ``jobs`` as many processes share a long search, which clasp alone can do; ``parts`` is a file of finished parts.
    Raise SolverError if the solver is unknown or not installed, TypeError if a rule uses something that is not a
    variable, InputError for an invalid number of threads or jobs.
    """
    check_threads(threads)
    check_jobs(jobs, parts, solver, threads)
    try:
        return _prepared(model, solver, threads) if jobs is None else _in_parts(model, jobs, parts)
    except (AttributeError, ImportError, LookupError, ValueError):
        # if a rule is malformed, a message with its words says more than any of these errors
        model.only_variables()
        raise


def solve(
    model: Model, solver: Solver = "clasp", *, count: int = 2, time_limit: float | None = None, threads: int = 1
) -> Result:
    """Look for up to ``count`` solutions of ``model`` (0: all) for at most ``time_limit`` seconds.

    The time limit includes stating the model. Raise what ``prepare`` raises.
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
    """Raise InputError unless ``threads`` is a whole number from 0 to ``MAX_THREADS``."""
    if not isinstance(threads, int) or not 0 <= threads <= MAX_THREADS:
        raise InputError(f"the number of threads is a whole number from 0 to {MAX_THREADS}, not {threads!r}")


def check_jobs(jobs: int | None, parts: str | None, solver: Solver = "clasp", threads: int = 1, count: int = 2) -> None:
    """Raise InputError unless a search by ``jobs`` processes (None: no such search) goes with the other arguments."""
    if jobs is None:
        if parts is not None:
            raise InputError("a file of parts needs the number of jobs (jobs=N, --jobs N)")
        return
    if not isinstance(jobs, int) or not 1 <= jobs <= MAX_THREADS:
        raise InputError(f"the number of jobs is a whole number from 1 to {MAX_THREADS}, not {jobs!r}")
    if solver != "clasp":
        raise InputError(f"only clasp searches in parts, not {solver}: leave out the number of jobs")
    if threads > 1:
        raise InputError("each job searches with one thread: give the number of jobs or that of threads")
    if not 1 <= count <= MAX_COUNT_IN_PARTS:
        raise InputError(f"a search in parts finds from 1 to {MAX_COUNT_IN_PARTS:,} answers, not {count:,}")


def _in_parts(model: Model, jobs: int, parts: str | None) -> Search:
    search: Search = load(IN_PARTS)(model, jobs, parts)
    return search


def _prepared(model: Model, solver: Solver, threads: int) -> Search:
    if callable(solver):
        return _search(solver, model, threads)
    if not isinstance(solver, str):
        raise TypeError(f"a solver is a name or a function that takes a model, not {solver!r}")
    if solver in _registered:
        return _search(_registered[solver], model, threads)
    check_solver(solver)
    name, _, command = solver.partition(":")
    if name == "clasp":
        found: Search = load(CLASP)(model, threads=threads)
        return found
    prepared: Search = import_module(f"pencilp.solvers.milp.{name}").prepare(
        model, threads=threads or 1, command=command
    )
    return prepared


def _search(prepare: Prepare, model: Model, threads: int) -> Search:
    """Return the search that a user's solver prepares. Raise TypeError if it is not a search."""
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
    """Yield up to ``count`` answers (0: all) of ``search``, and return how it ended.

    ``name`` is the name of the solver. A search that cannot find answers one by one finds all of them before the first
    is yielded. Raise TypeError if the search returns anything but a ``Result``.
    """
    one_by_one: Callable[[int, float | None], Generator[Solution, None, Ending]] | None
    one_by_one = getattr(search, "answers", None)
    if one_by_one is not None:
        ending: Ending = yield from one_by_one(count, time_limit)
        return ending
    limit = TimeLimit(None if time_limit is None else time_limit + GRACE_SECONDS)
    try:
        result = limit.run(lambda: search(count=count, time_limit=time_limit))
    except TimeLimitReached:
        return Ending(name, complete=False)
    if not isinstance(result, Result):
        raise TypeError(f"a search returns a pencilp.Result, but that of {name} returned {result!r}")
    yield from result.solutions
    return Ending(result.solver, result.complete, result.first, result.incumbent)
