"""Reads answers from a puzzle's program that somebody has edited: rows were added or removed.

The program is solved as it is. The values of the variables that it shares with the puzzle's own program give an answer.
The answer may break rules whose rows were removed; it lists them. Places that the program does not determine are
undecided.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from typing import Any

from pencilp import api
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.analysis.import_solution import FormulationReader, formulation_readers
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.model import Int, Solution
from pencilp.reformulate.linear.program import CONTINUOUS, Program
from pencilp.solvers.programs import solve as programs
from pencilp.solvers.result import Ending, no_answers_in_time


class EditedAnswers(api.Answers):
    """The answers of an edited ``program``, one by one; ``objective`` is its best value, None if it has no objective.

    Each answer's ``broken`` are the rules of the puzzle that it breaks.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        path: str,
        reader: FormulationReader | None,
        program: Program | None,
        solutions: Any,
        **how: Any,
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
) -> EditedAnswers:
    """Return up to ``count`` answers (0: all) of the program in the LP or MPS file ``path`` for ``puzzle``.

    The program was exported from this puzzle in the ``formulation`` "rules" or "published" (None: whichever fits its
    names). Any two answers differ on the board, whatever further variables there are. If ``solver`` is None, one that
    suits the program is chosen; ``say`` gets a line if clasp does not take it. Raise InputError, naming the file, if it
    cannot be read, or has no variable of the puzzle.
    """
    start = time.perf_counter()
    clock = TimeLimit(time_limit)
    reader: FormulationReader | None = None
    program: Program | None = None

    def state() -> tuple[FormulationReader, Program, dict[str, str]]:
        program = programs.program_from_file(path)
        for line in program.remarks:
            say(line)
        return _fitting(puzzle, path, program, formulation)

    name = (solver or "clasp").partition(":")[0]
    try:
        reader, program, meant = clock.run(state)
    except TimeLimitReached:
        solutions: Generator[Any, None, Ending] = no_answers_in_time(name)
    else:
        solutions = _solutions(reader, program, meant, solver, count, clock.left(), threads, say)
    stated = time.perf_counter()
    return EditedAnswers(puzzle, path, reader, program, solutions, count=count, solver=name, start=start, stated=stated)


def _fitting(
    puzzle: Puzzle, path: str, program: Program, formulation: str | None
) -> tuple[FormulationReader, Program, dict[str, str]]:
    """Return the formulation that has most of a program's columns, and its names for these columns."""
    names = [column.name for column in program.columns]
    found: list[tuple[FormulationReader, dict[str, str]]] = []
    for reader in formulation_readers(puzzle, formulation):
        called = {name: reader.spellings.find(name) for name in names}
        found.append((reader, {name: meant for name, meant in called.items() if meant is not None}))
    # if several fit equally well, the first one
    reader, meant = max(found, key=lambda each: len(each[1]))
    if not meant:
        its = next(iter(reader.columns), "none")
        raise InputError(
            f"it has no variable of this puzzle, such as {its}: edit the program that pencilp export writes",
            path,
        )
    _check_places(reader, names, meant, path)
    _check_whole(reader, program, meant, path)
    return reader, program, meant


def _check_places(reader: FormulationReader, names: list[str], meant: Mapping[str, str], path: str) -> None:
    """Raise InputError if a program has variables for places that the board does not have: it is another puzzle's."""
    stems = {name.partition("(")[0] for name in reader.columns if "(" in name}
    for name in names:
        if name not in meant and "(" in name and name.partition("(")[0] in stems:
            raise InputError(
                f"{name} is no variable of this puzzle: is it the program of another one? (A variable of your own needs "
                "another name.)",
                path,
            )


def _deciding(reader: FormulationReader) -> set[str]:
    """Return the names of the answer's variables."""
    return {name for x in reader.model.answer_variables() for name in reader.names_of(x)}


def _check_whole(reader: FormulationReader, program: Program, meant: Mapping[str, str], path: str) -> None:
    """Raise InputError if a variable of the board is continuous: no answer could be proved the only one."""
    deciding = _deciding(reader)
    for column in program.columns:
        if column.kind == CONTINUOUS and meant.get(column.name) in deciding:
            raise InputError(
                f"{column.name} is continuous, but the values on the board are whole numbers: list it below General or Binary",
                path,
            )


def _solutions(
    reader: FormulationReader, program: Program, meant: Mapping[str, str], solver: str | None,
    count: int, time_limit: float | None, threads: int, say: Callable[[str], object],
) -> Generator[tuple[dict[str, float], float | None], None, Ending]:  # fmt: skip
    """Yield the values of the formulation's variables in each solution, and the objective. All answers differ."""
    deciding = _deciding(reader)
    # if the program lacks the answer's variables, the answer may follow from any of the others
    distinct_in = [name for name, called in meant.items() if called in deciding] or list(meant)
    found = programs.program_solutions(
        program,
        solver,
        count=count,
        time_limit=time_limit,
        threads=threads,
        distinct_in=frozenset(distinct_in),
        say=say,
    )
    while True:
        try:
            values = next(found)
        except StopIteration as stop:
            ending: Ending = stop.value
            return ending
        yield {called: values[name] for name, called in meant.items()}, programs.objective_of(program, values)


def _answer(reader: FormulationReader, values: Mapping[str, float]) -> Answer:
    """Return the answer with these values; places for which they have no value are undecided."""
    solution = reader.form.solution(reader.column_values(values))
    known = reader.known({name.partition("(")[0] for name in values})
    wanted = reader.model.answer_variables()
    if not all(map(known, wanted)):
        # a published program has other variables for the answer
        solution = reader.completed(solution, known)
        return reader.genre.answer(reader.puzzle, reader.model, solution)
    numbers = {
        key: [_value(reader, x, values, solution) for x in variables] for key, variables in reader.model.answer.items()
    }
    return reader.genre.answer_of(reader.puzzle, numbers)


def _value(reader: FormulationReader, x: Any, values: Mapping[str, float], solution: Solution) -> int | None:
    """Return the value of a variable; None if the program does not determine it."""
    if not isinstance(x, Int) or x.name in reader.columns:
        return solution(x) if reader.name(x) in values else None
    if x.value_literals is not None:
        true = [v for v, name in zip(x.values, reader.names_of(x), strict=True) if round(values.get(name, 0))]
        return true[0] if len(true) == 1 else None
    return solution(x) if all(name in values for name in reader.names_of(x)) else None
