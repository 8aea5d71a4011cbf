"""MathProg models (GLPK's modelling language), translated by GLPK's own translator and solved by any solver.

The translator lives in a child process. It keeps the model while another solver works on the rows, and takes the solution
back to run the statements after ``solve``: their ``printf`` is what a person wants to see.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from pencilp.bounded import content_of, last_printed, whole
from pencilp.errors import InputError
from pencilp.model.program import CONTINUOUS, INTEGER, Program
from pencilp.model.variables import plain
from pencilp.solvers.child import Child
from pencilp.solvers.files.programs import solve_program, told_program
from pencilp.solvers.installed import require

SOLVED, NO_SOLUTION, LIMIT_REACHED = 0, 1, 3
_SPACES = dict.fromkeys((160, 8199, 8239, 12288), " ") | {0x200B: "", 0xFEFF: ""}
"""What web pages put for spaces: no-break, figure and ideographic ones, and those without a width."""


class Translated(NamedTuple):
    """A model with its data.

    ``postsolve(values)`` takes the columns' values, ends the translation and returns all that the model prints; with None
    it returns what it printed before ``solve``.
    """

    program: Program
    postsolve: Callable[[Sequence[float] | None], str]


class Printed(NamedTuple):
    """What a model printed, and how it ended: SOLVED, NO_SOLUTION or LIMIT_REACHED."""

    text: str
    code: int


def run(
    model_path: str,
    data_path: str | None = None,
    *,
    solver: str = "highs",
    time_limit: float | None = None,
    threads: int = 1,
) -> Printed:
    """Translate a model with its data, solve it, and return what the model prints.

    Raises InputError with file and line for a bad model, SolverError when the solver cannot take it.
    """
    program, postsolve = translate(model_path, data_path)
    result = solve_program(program, solver, count=1, time_limit=time_limit, threads=threads)
    if result.solutions:
        values = result.solutions[0]
        return Printed(postsolve([values[column.name] for column in program.columns]), SOLVED)
    if result.status == "none":
        return Printed(f"{postsolve(None)}the model has no solution ({result.solver})\n", NO_SOLUTION)
    return Printed(f"{postsolve(None)}no solution was found in time ({result.solver})\n", LIMIT_REACHED)


def translate(model_path: str, data_path: str | None = None) -> Translated:
    """A model, with the data of a second file if there is one, as rows and columns.

    Rows and columns are those of GLPK, in its order and with its names; the objective is a row without sides, as in GLPK.
    Raises InputError with file and line when it cannot be translated.
    """
    require("swiglpk", "GLPK", "glpk")
    texts = [(os.path.basename(path), path, _text(path)) for path in (model_path, data_path) if path is not None]
    child = Child.take("files.mathprog", "GLPK's translator")
    try:
        child.ask("new", texts)
        program = told_program(*child.ask("translate"))
    except BaseException:
        child.kill()
        raise

    def postsolve(values: Sequence[float] | None) -> str:
        text: str = child.ask("postsolve", values if values is None else list(values))
        child.give_back()
        return text

    return Translated(program, postsolve)


def _text(path: str) -> str:
    """The text of a file, with plain spaces."""
    try:
        content = content_of(path)
    except InputError as error:
        raise error.within(path) from None
    for encoding in ("utf-8-sig", "cp932"):
        try:
            text = content.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    else:
        raise InputError("this is neither UTF-8 nor Shift-JIS text", path)
    if not text.strip():
        raise InputError("the file is empty", path)
    return text.translate(_SPACES)


class Engine:
    """The translator inside the child. ``texts`` are (file name, path to name in errors, text): the model, and its data."""

    def __init__(self, texts: Sequence[tuple[str, str, str]]) -> None:
        import swiglpk

        self._glpk: Any = swiglpk
        self._texts = texts
        self._translator = swiglpk.glp_mpl_alloc_wksp()
        self._problem = swiglpk.glp_create_prob()
        self._folder = tempfile.TemporaryDirectory(prefix="pencilp-")
        self._paths: list[str] = []
        """The files as GLPK knows them."""
        self._output = os.path.join(self._folder.name, "output")

    def __del__(self) -> None:
        if self._translator is not None:
            self._glpk.glp_mpl_free_wksp(self._translator)
        self._glpk.glp_delete_prob(self._problem)
        self._folder.cleanup()

    def translate(self) -> tuple[Any, ...]:
        """Columns, rows, objective, its constant, and whether it is maximised."""
        g, translator, problem = self._glpk, self._translator, self._problem
        paths = self._paths
        for k, (name, _, text) in enumerate(self._texts):
            folder = os.path.join(self._folder.name, str(k))
            os.mkdir(folder)
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
        with self._refusals() as said:
            said(g.glp_mpl_read_model(translator, paths[0], len(paths) > 1))
            for path in paths[1:]:
                said(g.glp_mpl_read_data(translator, path))
            said(g.glp_mpl_generate(translator, self._output))
        g.glp_mpl_build_prob(translator, problem)
        return self._program()

    def _program(self) -> tuple[Any, ...]:
        g, p = self._glpk, self._problem
        columns, objective = [], []
        for j in range(1, g.glp_get_num_cols(p) + 1):
            low, high = _sides(g, g.glp_get_col_type(p, j), g.glp_get_col_lb(p, j), g.glp_get_col_ub(p, j))
            kind = CONTINUOUS if g.glp_get_col_kind(p, j) == g.GLP_CV else INTEGER
            columns.append((g.glp_get_col_name(p, j), low, high, kind))
            if g.glp_get_obj_coef(p, j):
                objective.append((plain(g.glp_get_obj_coef(p, j)), j - 1))
        rows = []
        indices, values = g.intArray(len(columns) + 1), g.doubleArray(len(columns) + 1)
        for i in range(1, g.glp_get_num_rows(p) + 1):
            low, high = _sides(g, g.glp_get_row_type(p, i), g.glp_get_row_lb(p, i), g.glp_get_row_ub(p, i))
            size = g.glp_get_mat_row(p, i, indices, values)
            terms = [(plain(values[k]), indices[k] - 1) for k in range(size, 0, -1)]
            rows.append((g.glp_get_row_name(p, i), terms, low, high))
        return columns, rows, objective, plain(g.glp_get_obj_coef(p, 0)), g.glp_get_obj_dir(p) == g.GLP_MAX

    def postsolve(self, values: Sequence[float] | None) -> str:
        """Run what follows ``solve`` with a solution, if there is one; all that the model printed."""
        if values is not None:
            self._run_rest(values)
        # GLPK writes out the last of what was printed when it closes the file, which it does only here
        self._glpk.glp_mpl_free_wksp(self._translator)
        self._translator = None
        try:
            with open(self._output, "rb") as file:
                return whole(file).decode("utf-8", "replace")
        except FileNotFoundError:
            return ""
        except InputError as error:
            raise InputError(f"what it prints: {error.message}", self._texts[0][1]) from None

    def _run_rest(self, values: Sequence[float]) -> None:
        g, p = self._glpk, self._problem
        columns, rows, *_ = self._program()
        activities = [sum(a * values[c] for a, c in terms) for _, terms, _, _ in rows]
        best = g.glp_get_obj_coef(p, 0) + sum(g.glp_get_obj_coef(p, j) * v for j, v in enumerate(values, 1))
        # the only way to give a solution to a problem object is a file
        path = os.path.join(self._folder.name, "solution")
        with open(path, "w", encoding="ascii") as file:
            file.write(f"s mip {len(rows)} {len(columns)} o {best!r}\n")
            file.writelines(f"i {i} {float(v)!r}\n" for i, v in enumerate(activities, 1))
            file.writelines(f"j {j} {float(v)!r}\n" for j, v in enumerate(values, 1))
            file.write("e o f\n")
        with self._refusals() as said:
            said(g.glp_read_mip(p, path))
            said(g.glp_mpl_postsolve(self._translator, p, g.GLP_MIP))

    @contextmanager
    def _refusals(self) -> Iterator[Callable[[int], None]]:
        """Calls of the translator: inside, what GLPK says on the terminal is caught, and a code other than 0 is an
        InputError with it."""
        terminal = os.dup(1)
        with tempfile.TemporaryFile() as log:
            os.dup2(log.fileno(), 1)

            def check(code: int) -> None:
                if code:
                    raise self._error(last_printed(log))

            try:
                yield check
            finally:
                os.dup2(terminal, 1)
                os.close(terminal)

    def _error(self, said: str) -> InputError:
        """GLPK's own words about the first error, with the caller's name of the file."""
        for (_, path, _), ours in zip(self._texts, self._paths, strict=False):
            found = re.search(re.escape(ours) + r":([0-9]+): (?!warning)(.+)", said)
            if found:
                return InputError(" ".join(found[2].split()), f"{path}:{found[1]}")
        lines = [line.strip() for line in said.splitlines() if line.strip()]
        lines = [
            line
            for line in lines
            if not re.match(r"(Reading|Generating|Checking|Context:|MathProg model|[0-9]+ lines)", line)
        ]
        return InputError(lines[-1][:200] if lines else "GLPK cannot translate it", self._texts[0][1])


def _sides(g: Any, kind: int, low: float, high: float) -> tuple[float | None, float | None]:
    """The bounds of a row or column of GLPK."""
    return (
        None if kind in (g.GLP_FR, g.GLP_UP) else plain(low),
        None if kind in (g.GLP_FR, g.GLP_LO) else plain(high),
    )
