"""The public API: load, solve and check puzzles."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterable, Iterator
from math import inf
from typing import TYPE_CHECKING, Any, Literal, overload

from pencilp._util import garbage
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.board.lattice import Lattice
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, brief, counted
from pencilp.genres import Genre, find, genre_of, name_of
from pencilp.genres.base import OwnRule
from pencilp.model import Model
from pencilp.solvers.result import Ending, finished, no_answers_in_time, status_of

if TYPE_CHECKING:
    from pencilp.analysis.check import Broken
    from pencilp.formats.reading import Unread
    from pencilp.solvers import Solver


Source = str | bytes | os.PathLike[str]
GenreName = str | type[Genre] | None
MAX_DRAWN = 20
"""The greatest number of answers that ``print(outcome)`` draws."""


class Outcome:
    """The result of ``solve``.

    ``status`` is "unique", "multiple", "none" or "unknown" (a limit was reached first, or only one answer was asked
    for). ``answers`` are the answers found. ``complete`` is False if a limit ended the search before it found all
    answers or as many as asked for. ``solver`` is the name of the solver that found them. ``seconds`` is the time of
    each stage ("state": making the model and stating it, "solve": the search with the proof, "total"). ``first`` is the
    time of the first answer, in seconds of "solve", if the solver reports it; the rest is the proof. ``figures`` are
    the statistics of the solver: ``rows`` and ``columns`` of its program, the ``root`` bound of the objective, and the
    number of ``nodes`` searched. If your own rules have an objective (``m.minimize``, ``m.maximize``), the answers are
    the best ones and ``objective`` is its best value; otherwise it is None.
    """

    __slots__ = ("answers", "complete", "figures", "first", "objective", "seconds", "solver", "status")

    def __init__(
        self,
        status: str,
        answers: list[Answer],
        solver: str,
        seconds: dict[str, float],
        first: float | None = None,
        *,
        complete: bool,
        figures: dict[str, float] | None = None,
        objective: float | None = None,
    ) -> None:
        self.status, self.answers, self.solver, self.seconds, self.first = status, answers, solver, seconds, first
        self.complete, self.figures, self.objective = complete, figures or {}, objective

    @property
    def answer(self) -> Answer | None:
        """The first answer, or None."""
        return self.answers[0] if self.answers else None

    def _repr_html_(self) -> str:
        """Return all answers as pictures, and the result in words, for a notebook."""
        from html import escape  # only in a notebook

        pictures = "\n".join(f"<div>{answer._repr_svg_()}</div>" for answer in self.answers)
        return f"{pictures}\n<p>{escape(repr(self)[1:-1])}</p>".lstrip("\n")

    def __str__(self) -> str:
        """Return the first answers as drawings, and the result in words."""
        drawings = [f"{answer}\n\n" for answer in self.answers[:MAX_DRAWN]]
        more = len(self.answers) - len(drawings)
        return f"{''.join(drawings)}{f'... and {more} more{chr(10)}' if more else ''}{self!r}"

    def __repr__(self) -> str:
        found = counted(len(self.answers), "answer")
        return f"<Outcome {self.status}: {found} by {self.solver} in {self.seconds['total']:.3f} s>"


class Answers(Iterator[Answer]):
    """The answers of a puzzle, each found on demand: the result of ``answers``.

    ``complete`` is None as long as there may be more, True if these were all (or as many as asked for), False if the
    search was stopped first: by the time limit, by Ctrl-C, by a solver that failed. ``found`` is the number of answers
    so far. ``status``, ``solver``, ``seconds``, ``figures``, ``objective`` and ``first`` are as in ``Outcome``.
    ``close()`` ends the search, and so does deleting the iterator.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        model: Any,
        solutions: Generator[Any, None, Ending],
        *,
        count: int,
        solver: str,
        start: float,
        stated: float,
    ) -> None:
        self._genre, self._puzzle, self._model, self._solutions = genre_of(puzzle), puzzle, model, solutions
        self._count, self._start, self._stated = count, start, stated
        self._end: float | None = None
        self._all = False
        self.solver = solver
        self.found = 0
        self.first: float | None = None
        self.complete: bool | None = None
        self.figures: dict[str, float] = {}
        self.objective: float | None = None

    def __next__(self) -> Answer:
        try:
            solution = next(self._solutions)
        except StopIteration as stop:
            if stop.value is not None:
                self._ended(stop.value)
            raise StopIteration from None
        except BaseException:
            self._ended(Ending(self.solver, complete=False))
            raise
        self.found += 1
        if self.found == 1 and self._model is not None:
            self.objective = self._model.objective_value(solution)
        return self._answer(solution)

    def _answer(self, solution: Any) -> Answer:
        return self._genre.answer(self._puzzle, self._model, solution)

    def _ended(self, ending: Ending) -> None:
        self._end = time.perf_counter()
        self.solver, self._all = ending.solver, ending.complete
        self.complete = finished(self.found, self._count, ending.complete)
        self.figures = ending.figures or {}
        self.first = None if ending.first is None else ending.first - self._stated

    @property
    def status(self) -> str:
        """The status of the puzzle so far: see ``Outcome``."""
        return status_of(self.found, self._all)

    @property
    def seconds(self) -> dict[str, float]:
        """The time of each stage so far: see ``Outcome``."""
        end = self._end or time.perf_counter()
        return {"state": self._stated - self._start, "solve": end - self._stated, "total": end - self._start}

    def close(self) -> None:
        """End the search."""
        self._solutions.close()


def puzzle(genre: str | type[Genre], lattice: Any, **layers: Any) -> Puzzle:
    """Return a puzzle of ``genre`` (any of its names) on ``lattice``, from the values of its input layers.

    In place of the lattice you can give the whole board: a text, or a list or an array of rows, in any layout that a
    file may have (``[[5, 3, 0], ...]``, "53..7...."). Raise InputError if something is missing or wrong.
    """
    if isinstance(lattice, str) or (not isinstance(lattice, Lattice) and hasattr(lattice, "__iter__")):
        if layers:
            raise TypeError("a board that is a text or a list of rows already has all layers")
        return _puzzle_of_board(lattice, genre)
    kind = find(name_of(genre)) if isinstance(genre, str) else genre
    if not (isinstance(kind, type) and issubclass(kind, Genre)):
        raise TypeError(f"a genre is a name or a class, not {genre!r}")
    if not isinstance(lattice, Lattice):
        raise TypeError(f"a board is needed (pencilp.square, hexagonal or hexagon makes one), not {lattice!r}")
    result = Puzzle(kind, lattice, layers)
    kind(result)
    return result


def _puzzle_of_board(board: Any, genre: str | type[Genre]) -> Puzzle:
    """Return the puzzle of a board that is written in Python."""
    from pencilp.formats import reading

    if not isinstance(board, str):
        board = repr(board.tolist() if hasattr(board, "tolist") else [_listed(row) for row in board])
    content = board.encode(errors="surrogatepass")
    (found,) = reading.read("text", name_of(genre), content=content)[:1]
    return found


def _listed(row: Any) -> Any:
    """Return a row as a list; a text stays a text."""
    if isinstance(row, str) or not hasattr(row, "__iter__"):
        return row
    return [*(row.tolist() if hasattr(row, "tolist") else row)]


def formulate(
    puzzle: Puzzle, formulation: str = "rules", *, rules: Iterable[OwnRule] = (), objective: bool = False
) -> Model:
    """Return the integer program of a puzzle; ``formulation`` is "rules" (ours) or "published" (the seed document's).

    Each of ``rules`` is called with the model and the genre bound to the puzzle, after the genre's own rules. The genre
    has the values of every input layer and the variables of every answer layer, like ``self`` in a genre module. With
    ``objective`` the published formulation also has its objective, if that can vary.
    """
    return genre_of(puzzle).model(puzzle, formulation, rules, objective=objective)


@garbage.paused()
def solve(
    puzzle: Puzzle,
    solver: Solver = "clasp",
    *,
    rules: Iterable[OwnRule] = (),
    formulation: str = "rules",
    count: int = 2,
    time_limit: float | None = None,
    threads: int = 1,
    jobs: int | None = None,
    parts: str | os.PathLike[str] | None = None,
) -> Outcome:
    """Solve a puzzle: find up to ``count`` answers (0: all) within ``time_limit`` seconds.

    ``solver`` is a name, or a function that prepares a search (see ``pencilp.register_solver``); ``rules`` are further
    rules, see ``formulate``. Stating the integer program counts towards the limit. The default count, 2, proves whether
    an answer is the only one. ``threads`` searches run at once, and the first that ends stops the others; 0: one, and
    if that takes long as many as there are processors. With ``jobs`` a long search is divided into parts, and as many
    processes search them; ``parts`` is a file that keeps the finished parts, so that a search that was stopped goes on
    where it was. Raise SolverError if the solver is not installed or fails, InputError if the puzzle, one of the
    numbers or the file is invalid.
    """
    found = answers(
        puzzle, solver, rules=rules, formulation=formulation, count=count, time_limit=time_limit, threads=threads,
        jobs=jobs, parts=parts,
    )  # fmt: skip
    listed = list(found)
    complete = found.complete is True
    return Outcome(
        found.status, listed, found.solver, found.seconds, found.first,
        complete=complete, figures=found.figures, objective=found.objective,
    )  # fmt: skip


def answers(
    puzzle: Puzzle,
    solver: Solver = "clasp",
    *,
    rules: Iterable[OwnRule] = (),
    formulation: str = "rules",
    count: int = 0,
    time_limit: float | None = None,
    threads: int = 1,
    jobs: int | None = None,
    parts: str | os.PathLike[str] | None = None,
) -> Answers:
    """Return the answers of a puzzle one by one, each found on demand; stop when you have enough.

    ``count`` is the greatest number of answers, 0 means all. None is stored, so there may be millions. ``time_limit``
    is in seconds from this call, even if you pause between answers. The other arguments and the errors are those of
    ``solve``.
    """
    from pencilp import solvers

    check_count(count)
    limit = checked_limit(time_limit, threads)
    file = None if parts is None else os.fspath(parts)
    solvers.check_jobs(jobs, file, solver, threads, count)

    def state() -> tuple[Model, solvers.Search]:
        m = formulate(puzzle, formulation, rules=rules)
        return m, solvers.prepare(m, solver, threads=threads, jobs=jobs, parts=file)

    name = solver.partition(":")[0] if isinstance(solver, str) else getattr(solver, "__name__", "solver")
    start = time.perf_counter()
    clock = TimeLimit(limit)
    try:
        m, run = clock.run(state)
        solutions = solvers.answers(run, count, clock.left(), name)
    except TimeLimitReached:
        m, solutions = Model(), no_answers_in_time(name)
    stated = time.perf_counter()
    return Answers(puzzle, m, solutions, count=count, solver=name, start=start, stated=stated)


def check_count(count: int) -> None:
    """Raise InputError if a count of answers is invalid."""
    try:
        makes_sense = 0 <= count < inf and count == int(count)
    except (TypeError, ValueError):
        makes_sense = False
    if not makes_sense:
        raise InputError(f"the count of answers is 0 (all) or more, not {brief(count)}")


def checked_limit(time_limit: float | None, threads: int) -> float | None:
    """Return the time limit as solvers take it. Raise InputError if it or the number of threads is invalid."""
    from pencilp.solvers import check_threads

    check_threads(threads)
    if time_limit is None:
        return None
    try:
        makes_sense = time_limit >= 0
    except TypeError:
        makes_sense = False
    if not makes_sense:
        raise InputError(f"the time limit is 0 seconds or more, not {brief(time_limit)}")
    # timers cannot hold more than this, so it counts as no limit
    return time_limit if time_limit < 1e7 else None


def check(
    puzzle: Puzzle, answer: Answer | None = None, *, unfinished: bool = False, rules: Iterable[OwnRule] = ()
) -> list[Broken]:
    """Return the rules that ``answer`` breaks, and where; an empty list if it is right.

    By default ``answer`` is the one that came with the puzzle. If places are undecided, return the rules that every
    completion breaks, or if there are none, the undecided places. With ``unfinished`` these are no fault: an empty list
    then means that nothing is wrong so far. ``rules`` are further rules, see ``formulate``.
    """
    from pencilp.analysis.check import broken_rules

    genre = genre_of(puzzle)
    return broken_rules(genre, puzzle, answer_to(puzzle, answer), unfinished=unfinished, rules=rules)


def read_answer(puzzle: Puzzle, text: str) -> Answer:
    """Return the answer to ``puzzle`` in a text: layers as in a puzzle text, or a drawing like that of ``print``.

    Raise InputError, with line and column, if there is none.
    """
    from pencilp.formats.text import text as plain

    if not isinstance(text, str):
        raise TypeError(f"a text is needed, not {type(text).__name__}")
    answer = plain.read_answer(text, puzzle)
    if answer is None:
        raise InputError("the text has no answer, or also a puzzle: the answer alone is needed here", "1:1")
    return answer


def can_be_finished(
    puzzle: Puzzle,
    answer: Answer | None = None,
    *,
    rules: Iterable[OwnRule] = (),
    time_limit: float | None = None,
    threads: int = 1,
) -> bool | None:
    """Return whether a right answer has all decided values of ``answer``; None if the time was not enough.

    By default ``answer`` is the one that came with the puzzle. If nothing is undecided, return whether it is right.
    ``time_limit`` is in seconds, ``rules`` are further rules, see ``formulate``; ``threads`` is as in ``solve``.
    """
    from pencilp.analysis.check import can_be_finished as found

    limit = checked_limit(time_limit, threads)
    return found(genre_of(puzzle), puzzle, answer_to(puzzle, answer), rules=rules, time_limit=limit, threads=threads)


def answer_to(puzzle: Puzzle, answer: Answer | None) -> Answer:
    """Return the answer to be checked. Raise TypeError or InputError if it is none, or belongs to another puzzle."""
    answer = answer or puzzle.answer
    if answer is None:
        raise InputError("there is no answer to check")
    if not isinstance(answer, Answer):
        raise TypeError(f"an Answer is needed, not {type(answer).__name__}")
    if answer.puzzle is not puzzle and answer.puzzle != puzzle:
        raise InputError("this is an answer of another puzzle")
    return answer


def load(source: str | bytes | os.PathLike[str], genre: str | type[Genre] | None = None) -> Puzzle:
    """Return the puzzle in a file (or link); the first one if there are several. See ``load_all``."""
    return load_all(source, genre)[0]


@overload
def load_all(
    source: Source, genre: GenreName = None, *, content: bytes | None = None, errors: Literal["raise"] = "raise"
) -> list[Puzzle]: ...


@overload
def load_all(
    source: Source, genre: GenreName = None, *, content: bytes | None = None, errors: Literal["skip"]
) -> Iterator[Puzzle]: ...


@overload
def load_all(
    source: Source, genre: GenreName = None, *, content: bytes | None = None, errors: Literal["record"]
) -> Iterator[Puzzle | InputError]: ...


def load_all(source: Source, genre: GenreName = None, *, content: bytes | None = None, errors: str = "raise") -> Any:
    """Return all puzzles of a file, ``-`` (standard input) or a link; ``genre`` for formats that do not name it.

    A text of several lines is not the name of a file: it is read itself. ``genre`` may also be a genre of your own: its
    class, or a file with it such as "my_genre.py". ``content`` is the content of the file, if it was read before. Raise
    InputError naming the source and the place in it.

    With ``errors="skip"`` or ``"record"`` the result is an iterator that reads one puzzle at a time, so a file may have
    any length. "skip" leaves out puzzles that cannot be read; "record" yields the InputError in the place of each.
    """
    from pencilp.formats import reading

    named = None if genre is None else name_of(genre)
    if isinstance(source, str) and content is None and "\n" in source.strip("\n"):
        source, content = "text", source.encode(errors="surrogatepass")
    if errors == "raise":
        return reading.read(os.fsdecode(source), named, content=content)
    if errors not in ("skip", "record"):
        raise InputError(f"errors is 'raise', 'skip' or 'record', not {brief(errors)}")
    found = reading.unread(os.fsdecode(source), named, content=content)
    return (each for each in _read_each(found, named) if errors == "record" or isinstance(each, Puzzle))


def _read_each(found: Iterable[Unread], genre: str | None) -> Iterator[Puzzle | InputError]:
    """Yield each puzzle, or the error that says why it cannot be read."""
    for each in found:
        try:
            yield each.read(genre)
        except InputError as error:
            yield InputError(each.says(error))
