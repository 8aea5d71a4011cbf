"""The rooms put together: load a puzzle, solve it, check an answer."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Sequence
from typing import Any

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.genres import Genre, find, genre_of
from pencilp.model import Model


def _picture_of_puzzle(puzzle: Puzzle) -> str:
    from pencilp.draw.svg import to_svg

    return to_svg(puzzle)


def _picture_of_answer(answer: Answer) -> str:
    from pencilp.draw.svg import to_svg

    return to_svg(answer.puzzle, answer)


def _drawing_of_puzzle(puzzle: Puzzle) -> str:
    from pencilp.draw.text import to_text

    return to_text(puzzle).rstrip("\n")


def _drawing_of_answer(answer: Answer) -> str:
    from pencilp.draw.text import to_text

    return to_text(answer.puzzle, answer).rstrip("\n")


# what a notebook and ``print`` show; drawing is loaded when something is shown
Puzzle.picture, Puzzle.drawing = _picture_of_puzzle, _drawing_of_puzzle
Answer.picture, Answer.drawing = _picture_of_answer, _drawing_of_answer


class Outcome:
    """What ``solve`` found.

    ``status`` is "unique", "multiple", "none" or "unknown" (a limit was reached first, or only one answer was asked
    for); ``answers`` the answers found; ``solver`` who found them; ``seconds`` the time of each stage ("state": making
    the model and handing it over, "solve": the search with the proof, "total"); ``first`` the seconds of "solve" after
    which the first answer was there, where the solver tells; what follows is the proof.
    """

    __slots__ = ("answers", "first", "seconds", "solver", "status")

    def __init__(
        self, status: str, answers: list[Answer], solver: str, seconds: dict[str, float], first: float | None = None
    ) -> None:
        self.status, self.answers, self.solver, self.seconds, self.first = status, answers, solver, seconds, first

    @property
    def answer(self) -> Answer | None:
        """The first answer, or None."""
        return self.answers[0] if self.answers else None

    def _repr_svg_(self) -> str | None:
        return None if self.answer is None else _picture_of_answer(self.answer)

    def __repr__(self) -> str:
        return f"<Outcome {self.status}, {len(self.answers)} answers by {self.solver} in {self.seconds['total']:.3f} s>"


def puzzle(genre: str | type[Genre], lattice: Any, **layers: Any) -> Puzzle:
    """A puzzle of ``genre`` (any of its names) on ``lattice``, from the values of its input layers.

    Raises InputError when something is missing or wrong.
    """
    kind = find(genre) if isinstance(genre, str) else genre
    result = Puzzle(kind, lattice, layers)
    kind(result)
    return result


def formulate(puzzle: Puzzle, formulation: str = "rules") -> Model:
    """The integer program of a puzzle; ``formulation`` is "rules" (ours) or "paper" (the seed document's)."""
    return genre_of(puzzle).model(puzzle, formulation)


def solve(
    puzzle: Puzzle,
    solver: str = "clasp",
    *,
    formulation: str = "rules",
    count: int = 2,
    time_limit: float | None = None,
    threads: int = 1,
) -> Outcome:
    """Solve a puzzle: find up to ``count`` answers (0: all) within ``time_limit`` seconds.

    Stating the integer program counts towards the limit, but is not cut short: the search has what is left. The default
    count, 2, is what proves an answer to be the only one. ``threads`` searches run at once, the first that is done ends
    the others; 0: one, and as many as there are processors if that takes long. Raises SolverError when the solver is not
    installed or fails, InputError when the puzzle makes no sense, or one of the numbers.
    """
    from pencilp import solvers

    if count < 0:
        raise InputError(f"the count of answers is 0 (all) or more, not {count}")
    if threads < 0:
        raise InputError(f"the number of threads is 0 or more, not {threads}")
    if time_limit is not None:
        if not time_limit >= 0:
            raise InputError(f"the time limit is 0 seconds or more, not {time_limit}")
        # more than what timers can hold is as good as none
        time_limit = time_limit if time_limit < 1e7 else None
    start = time.perf_counter()
    genre = genre_of(puzzle)
    # a model is many small objects that all live until it is solved: looking for garbage among them is lost time
    collecting = gc.isenabled()
    gc.disable()
    try:
        m = genre.model(puzzle, formulation)
        run = solvers.prepare(m, solver, threads=threads)
        stated = time.perf_counter()
        left = None if time_limit is None else max(0.0, time_limit - (stated - start))
        result = run(count=count, time_limit=left)
        answers = [genre.answer(puzzle, m, solution) for solution in result.solutions]
    finally:
        if collecting:
            gc.enable()
    end = time.perf_counter()
    seconds = {"state": stated - start, "solve": end - stated, "total": end - start}
    first = None if result.first is None else result.first - stated
    return Outcome(result.status, answers, result.solver, seconds, first)


class Broken:
    """A rule that an answer breaks: the ``rule`` in words and the places ``at`` ("r3c4", several joined by spaces)."""

    __slots__ = ("at", "cells", "rule")

    def __init__(self, rule: str, at: str, cells: Sequence[int]) -> None:
        self.rule, self.at, self.cells = rule, at, tuple(cells)

    def __str__(self) -> str:
        return f"{self.at}: {self.rule}" if self.at else self.rule

    def __repr__(self) -> str:
        return f"<Broken {self}>"


def check(puzzle: Puzzle, answer: Answer | None = None) -> list[Broken]:
    """The rules that ``answer`` (default: the one that came with the puzzle) breaks, and where; none if it is right."""
    from pencilp.checking import broken_rules

    genre = genre_of(puzzle)
    answer = answer or puzzle.answer
    if answer is None:
        raise InputError("there is no answer to check")
    if not isinstance(answer, Answer):
        raise TypeError(f"an Answer is needed, not {type(answer).__name__}")
    if answer.puzzle is not puzzle and answer.puzzle != puzzle:
        raise InputError("this is an answer of another puzzle")
    return broken_rules(genre, puzzle, answer)


def load(source: str | os.PathLike[str], genre: str | None = None) -> Puzzle:
    """The puzzle in a file (or link); the first one if there are several. See ``load_all``."""
    return load_all(source, genre)[0]


def load_all(source: str | os.PathLike[str], genre: str | None = None) -> list[Puzzle]:
    """All puzzles of a file, ``-`` (standard input) or a link; ``genre`` for formats that do not name it.

    Raises InputError naming the source and the place in it.
    """
    from pencilp.formats import reading

    return reading.read(os.fspath(source), genre)
