"""Solvers that are commands: they read an LP file and write a solution file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from math import inf

from pencilp._util.read_limited import content_of, last_printed
from pencilp.errors import InputError, SolverError
from pencilp.program_files import solutions as solution_files
from pencilp.program_files.status import INFEASIBLE, LIMIT, OPTIMAL
from pencilp.program_files.write import to_lp
from pencilp.reformulate.linear.names import with_legal_names
from pencilp.reformulate.linear.program import Column, Program, Row
from pencilp.solvers.processes import Folder, end, start_command, wait_for_end
from pencilp.solvers.result import GRACE_SECONDS

NO_SOLUTION = (
    "model is infeasible",
    "problem is infeasible",
    "integer infeasible",
    "problem has no primal feasible solution",
    "problem has no integer feasible solution",
)
"""The output of solvers that write no solution file if there is no solution."""
SKIPPED = "infeasibility proved"
"""The output of CBC if it proves before any search that there is no solution: its file then says "unknown", with
zeros."""
TERMINATE_SECONDS = 0.1
"""Seconds that a command has to end by itself when its time is over."""


class CommandSession:
    """A session that writes the whole program to a file for every search.

    ``arguments(lp, sol, seconds)`` returns the command and its arguments. The command runs in a process group of its
    own, so that all its processes end when the time is over or the caller ends.
    """

    def __init__(
        self, title: str, program: Program, arguments: Callable[[str, str, float | None], Sequence[str]]
    ) -> None:
        self._title, self._program, self._arguments = title, program, arguments

    def add(self, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        """Do nothing: the program, which is written again for each search, has them."""

    def close(self, *, reusable: bool) -> None:
        """Do nothing: nothing is open."""

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        """Look for a best solution."""
        deadline = None if seconds is None else time.perf_counter() + seconds
        program = with_legal_names(self._program)
        with Folder() as folder:
            try:
                found = self._found(program, folder, deadline)
            except OSError as error:
                raise SolverError(f"{self._title}: its temporary folder cannot be used: {error.strerror}") from None
        if found is None:
            return LIMIT, None
        status, values = found.status, found.values
        if status == solution_files.FEASIBLE:
            # without an objective every solution is a best one
            status = LIMIT if program.objective else OPTIMAL
        if status != OPTIMAL and not (status == LIMIT and values):
            return status, None
        names = [column.name for column in program.columns]
        strangers = values.keys() - set(names)
        if values and len(strangers) == len(values):
            raise SolverError(f"{self._title}'s solution file names other variables than the LP file: {min(strangers)}")
        return status, [values.get(name, 0.0) for name in names]

    def _found(self, program: Program, folder: Folder, deadline: float | None) -> solution_files.FileSolution | None:
        """Return the result of the command; None if the time is over."""
        lp, sol = os.path.join(folder.path, "model.lp"), os.path.join(folder.path, "model.sol")
        with open(lp, "w", encoding="ascii") as file:
            file.write(to_lp(program))
        seconds = None if deadline is None else deadline - time.perf_counter()
        if seconds is not None and seconds <= 0:
            return None
        printed = self._run(self._arguments(lp, sol, seconds), folder, seconds)
        if printed is None:
            return None
        code, output = printed
        if SKIPPED in output:
            return solution_files.FileSolution(INFEASIBLE, {})
        try:
            content = content_of(sol, solution_files.most_bytes(program)) if os.path.isfile(sol) else b""
        except InputError as error:
            raise SolverError(f"{self._title}'s solution file: {error.message}") from None
        if not content:
            if any(words in output.lower() for words in NO_SOLUTION):
                return solution_files.FileSolution(INFEASIBLE, {})
            last = next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "")
            raise SolverError(
                f"{self._title} wrote no solution file (exit code {code})" + (f": {last[:200]}" if last else "")
            )
        try:
            return solution_files.parse(content.decode("utf-8", "replace"), program)
        except InputError as error:
            raise SolverError(f"{self._title}'s solution file, line {error.where}: {error.message}") from None

    def _run(self, arguments: Sequence[str], folder: Folder, seconds: float | None) -> tuple[int, str] | None:
        """Run the command. Return its exit code and output, None if the time is over."""
        with open(os.path.join(folder.path, "log"), "w+b") as log:
            try:
                process = start_command(arguments, output=log, environment=folder.environment(), folder=folder.path)
            except SolverError as error:
                raise type(error)(f"{self._title}: {error}") from None
            try:
                if not wait_for_end(process, inf if seconds is None else seconds + GRACE_SECONDS):
                    return None
            finally:
                # end its child processes, too, even if it has ended by itself
                end(process, patience=TERMINATE_SECONDS)
            output = last_printed(log)
        if process.returncode < 0:
            raise SolverError(f"{self._title} died (signal {-process.returncode}); try another --solver")
        return process.returncode, output
