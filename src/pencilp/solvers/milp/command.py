"""Solvers that are commands: they read an LP file and write a solution file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence

from pencilp.bounded import content_of, last_printed
from pencilp.errors import InputError, SolverError
from pencilp.model.program import Column, Program, Row, with_legal_names
from pencilp.model.write import to_lp
from pencilp.solvers.child import GRACE
from pencilp.solvers.files import solutions as solution_files
from pencilp.solvers.milp.search import INFEASIBLE, LIMIT, OPTIMAL

NO_SOLUTION = (
    "model is infeasible",
    "problem is infeasible",
    "integer infeasible",
    "problem has no primal feasible solution",
    "problem has no integer feasible solution",
)
"""What solvers print that write no solution file when there is none to write."""


class CommandSession:
    """A session that writes the whole program to a file for every search.

    ``arguments(lp, sol, seconds)`` gives the command and its arguments. The command runs in a process group of its own,
    so that all of it ends when the time is over or the caller is interrupted.
    """

    def __init__(
        self, title: str, program: Program, arguments: Callable[[str, str, float | None], Sequence[str]]
    ) -> None:
        self._title, self._program, self._arguments = title, program, arguments

    def add(self, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        """Nothing: they are in the program, which is written anew."""

    def close(self, *, reusable: bool) -> None:
        """Nothing is left open."""

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        """Look for a best solution."""
        program = with_legal_names(self._program)
        with tempfile.TemporaryDirectory(prefix="pencilp-") as folder:
            lp, sol = os.path.join(folder, "model.lp"), os.path.join(folder, "model.sol")
            with open(lp, "w", encoding="ascii") as file:
                file.write(to_lp(program))
            printed = self._run(self._arguments(lp, sol, seconds), folder, seconds)
            if printed is None:
                return LIMIT, None
            code, output = printed
            if not os.path.exists(sol) or not os.path.getsize(sol):
                if any(words in output.lower() for words in NO_SOLUTION):
                    return INFEASIBLE, None
                last = next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "")
                raise SolverError(
                    f"{self._title} wrote no solution file (exit code {code})" + (f": {last[:200]}" if last else "")
                )
            try:
                text = content_of(sol, solution_files.most_bytes(program)).decode("utf-8", "replace")
            except InputError as error:
                raise SolverError(f"{self._title}'s solution file: {error.message}") from None
        try:
            status, values = solution_files.parse(text, program)
        except InputError as error:
            raise SolverError(f"{self._title}'s solution file, line {error.where}: {error.message}") from None
        if status == solution_files.FEASIBLE:
            # without an objective any solution is as good as the best
            status = LIMIT if program.objective else OPTIMAL
        if status != OPTIMAL:
            return status, None
        names = [column.name for column in program.columns]
        strangers = values.keys() - set(names)
        if values and len(strangers) == len(values):
            raise SolverError(f"{self._title}'s solution file names other variables than the LP file: {min(strangers)}")
        return OPTIMAL, [values.get(name, 0.0) for name in names]

    def _run(self, arguments: Sequence[str], folder: str, seconds: float | None) -> tuple[int, str] | None:
        """Exit code and output; None when the time is over."""
        with tempfile.TemporaryFile() as log:
            try:
                process = subprocess.Popen(
                    list(arguments),
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            except OSError as error:
                raise SolverError(f"{self._title}: cannot run {arguments[0]}: {error.strerror}") from None
            try:
                process.wait(None if seconds is None else seconds + GRACE)
            except subprocess.TimeoutExpired:
                return None
            finally:
                _end(process)
            output = last_printed(log)
        if process.returncode < 0:
            raise SolverError(f"{self._title} died (signal {-process.returncode}); try another --solver")
        return process.returncode, output


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command and what it has started."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGTERM)
        patience = time.monotonic() + 1
        while process.poll() is None and time.monotonic() < patience:
            time.sleep(0.01)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
