"""The answers of a puzzle's program that somebody has changed: rows were added or removed, and an editor saved it.

The program is solved as it is, and the values of the variables that it shares with the puzzle's own program are read
back as an answer. It may break rules of the puzzle, whose rows were removed: each answer says which. Places that the
program does not determine are undecided.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from typing import Any

from pencilp import api
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.analysis.import_solution import Reader, readers
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.model import Int, Solution
from pencilp.reformulate.linear.program import CONTINUOUS, Program
from pencilp.solvers.programs import solve as programs
from pencilp.solvers.result import Ending, none_in_time


class Changed(api.Answers):
    """The answers of a changed ``program``, one by one; ``objective`` is its best value, None where there is none.

    Each answer's ``broken`` are the rules of the puzzle that it breaks.
    """

    def __init__(
        self, puzzle: Puzzle, path: str, reader: Reader | None, program: Program | None, solutions: Any, **how: Any
    ) -> None:
        super().__init__(puzzle, None, solutions, **how)
        self._path, self._reader = path, reader
        self.program = program

    def _answer(self, solution: Any) -> Answer:
        values, self.objective = solution
        assert self._reader is not None
        try:
            answer = _answer(self._reader, values)
        except InputError as error:
            raise error.within(self._path) from None
        answer.broken = api.check(self._puzzle, answer, unfinished=True)
        return answer


def answers(
    puzzle: Puzzle,
    path: str,
    solver: str | None = None,
    *,
    formulation: str | None = None,
    count: int = 2,
    time_limit: float | None = None,
    threads: int = 1,
    say: Callable[[str], object] = lambda _: None,
) -> Changed:
    """Return up to ``count`` answers (0: all) that the program in the LP or MPS file ``path`` gives for ``puzzle``.

    The program was exported from this puzzle by the ``formulation`` "rules" or "published" (None: whichever fits its
    names). Two answers differ on the board, whatever further variables there are. ``solver`` None chooses one that
    suits the program; ``say`` gets a line if clasp does not take it. Raise InputError, naming the file, when it cannot
    be read, or has no variable of the puzzle.
    """
    start = time.perf_counter()
    clock = TimeLimit(time_limit)
    reader: Reader | None = None
    program: Program | None = None

    def state() -> tuple[Reader, Program, dict[str, str]]:
        program = programs.program_from_file(path)
        for line in program.remarks:
            say(line)
        return _fitting(puzzle, path, program, formulation)

    name = (solver or "clasp").partition(":")[0]
    try:
        reader, program, meant = clock.run(state)
    except TimeLimitReached:
        solutions: Generator[Any, None, Ending] = none_in_time(name)
    else:
        solutions = _solutions(reader, program, meant, solver, count, clock.left(), threads, say)
    stated = time.perf_counter()
    return Changed(puzzle, path, reader, program, solutions, count=count, solver=name, start=start, stated=stated)


def _fitting(
    puzzle: Puzzle, path: str, program: Program, formulation: str | None
) -> tuple[Reader, Program, dict[str, str]]:
    """Return the formulation that has most of a program's columns, and per column what the formulation calls it."""
    names = [column.name for column in program.columns]
    found: list[tuple[Reader, dict[str, str]]] = []
    for reader in readers(puzzle, formulation):
        called = {name: reader.spellings.find(name) for name in names}
        found.append((reader, {name: meant for name, meant in called.items() if meant is not None}))
    # of those that fit alike the first
    reader, meant = max(found, key=lambda each: len(each[1]))
    if not meant:
        its = next(iter(reader.columns), "none")
        raise InputError(
            f"it has no variable of this puzzle, whose first one is {its}: pencilp export writes the program to be changed",
            path,
        )
    _check_places(reader, names, meant, path)
    _check_whole(reader, program, meant, path)
    return reader, program, meant


def _check_places(reader: Reader, names: list[str], meant: Mapping[str, str], path: str) -> None:
    """Refuse a program with variables for places that the board does not have: it is that of another puzzle."""
    stems = {name.partition("(")[0] for name in reader.columns if "(" in name}
    for name in names:
        if name not in meant and "(" in name and name.partition("(")[0] in stems:
            raise InputError(
                f"{name} is no variable of this puzzle: is the program that of another one? (A variable of your own needs "
                "another name.)",
                path,
            )


def _deciding(reader: Reader) -> set[str]:
    """Return the names of the variables of the answer."""
    return {name for x in reader.model.answer_variables() for name in reader.names_of(x)}


def _check_whole(reader: Reader, program: Program, meant: Mapping[str, str], path: str) -> None:
    """Refuse a program in which a variable of the board is continuous: no search can say that its answer is the only one."""
    deciding = _deciding(reader)
    for column in program.columns:
        if column.kind == CONTINUOUS and meant.get(column.name) in deciding:
            raise InputError(
                f"{column.name} is continuous, but what stands on the board is a whole number: list it below General or Binary",
                path,
            )


def _solutions(
    reader: Reader, program: Program, meant: Mapping[str, str], solver: str | None,
    count: int, time_limit: float | None, threads: int, say: Callable[[str], object],
) -> Generator[tuple[dict[str, float], float | None], None, Ending]:  # fmt: skip
    """Yield the values of the formulation's variables in each solution, and the objective; no two mean the same answer."""
    deciding = _deciding(reader)
    # what the answer is derived from may be any of them
    told_apart = [name for name, called in meant.items() if called in deciding] or list(meant)
    found = programs.program_solutions(
        program, solver, count=count, time_limit=time_limit, threads=threads, told_apart=frozenset(told_apart), say=say
    )
    while True:
        try:
            values = next(found)
        except StopIteration as stop:
            ending: Ending = stop.value
            return ending
        yield {called: values[name] for name, called in meant.items()}, programs.objective_of(program, values)


def _answer(reader: Reader, values: Mapping[str, float]) -> Answer:
    """Return the answer that values mean; what they say nothing of is undecided."""
    solution = reader.form.solution(reader.column_values(values))
    known = reader.known({name.partition("(")[0] for name in values})
    wanted = reader.model.answer_variables()
    if not all(map(known, wanted)):
        # a document's program says the answer by other variables
        solution = reader.completed(solution, known)
        return reader.genre.answer(reader.puzzle, reader.model, solution)
    numbers = {
        key: [_value(reader, x, values, solution) for x in variables] for key, variables in reader.model.answer.items()
    }
    return reader.genre.answer_of(reader.puzzle, numbers)


def _value(reader: Reader, x: Any, values: Mapping[str, float], solution: Solution) -> int | None:
    """Return the value of a variable; None where the program does not say it, or not in one way."""
    if not isinstance(x, Int) or x.name in reader.columns:
        return solution(x) if reader.name(x) in values else None
    if x.value_literals is not None:
        true = [v for v, name in zip(x.values, reader.names_of(x), strict=True) if round(values.get(name, 0))]
        return true[0] if len(true) == 1 else None
    return solution(x) if all(name in values for name in reader.names_of(x)) else None
