"""MathProg models (GLPK's modelling language), translated by GLPK and solved by any solver.

The translator lives in a child process. It keeps the model while another solver works on the rows. Then it takes the
solution and runs the statements after ``solve``, whose ``printf`` makes the output for people.

A model is a program in a language, so it has limits: on its time and on the length of its output. It may write files
only if the user allows it.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from pencilp._util.decode import decoded, plain_mathprog
from pencilp._util.read_limited import read_bytes, whole
from pencilp.errors import InputError
from pencilp.model.variables import int_if_whole
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Program
from pencilp.solvers.child import Child
from pencilp.solvers.installed import require
from pencilp.solvers.programs.solve import program_from_values, solve_program
from pencilp.solvers.result import GRACE_SECONDS

MAX_PRINTED_BYTES = 64 * 1024 * 1024
"""The greatest number of bytes that a model may print."""
MAX_MESSAGE_BYTES = 1024 * 1024
"""The greatest number of bytes of GLPK's messages that are read."""
SOLVED, NO_SOLUTION, LIMIT_REACHED = 0, 1, 3


class Translated:
    """A translated model with its data, as rows and columns: ``program``. Close it, or use it in a ``with``."""

    def __init__(self, child: Child, program: Program, seconds: float) -> None:
        self.program = program
        self.seconds = seconds
        """The time of the translation, without the start of a process."""
        self.memory: int | None = None
        """The greatest memory in bytes that GLPK reports; None if it reports none."""
        self._child: Child | None = child

    def postsolve(self, values: Sequence[float] | None, seconds: float | None = None) -> str:
        """Run the statements after ``solve`` with the columns' values (None: do not). Return the model's whole output.

        It can be called once; then ``memory`` is known. Raise LimitReached if it takes longer than ``seconds``,
        InputError if a statement fails.
        """
        assert self._child is not None
        text, self.memory = self._child.ask("postsolve", values if values is None else list(values), seconds=seconds)
        self._child.give_back()
        self._child = None
        return str(text)

    def close(self) -> None:
        """End the translation if it is still open."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def __enter__(self) -> Translated:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Statistics(NamedTuple):
    """Sizes and times of a model: its rows (with the objective's) and columns, as GLPK counts them.

    ``integers`` are the columns of whole numbers, ``binaries`` the 0/1 columns; ``translating``, ``searching`` and
    ``total`` are seconds, the last with the start of processes; ``memory`` as in ``Translated``.
    """

    rows: int
    columns: int
    integers: int
    binaries: int
    non_zeros: int
    translating: float
    searching: float
    total: float
    memory: int | None
    solver: str


class Printed(NamedTuple):
    """The output of a model, its exit code (SOLVED, NO_SOLUTION or LIMIT_REACHED), statistics, and solution.

    ``values`` are those of its columns by name, None without a solution; ``objective`` is the best value of the
    objective, None if there is none.
    """

    text: str
    code: int
    statistics: Statistics
    values: dict[str, float] | None
    objective: float | None
    program: Program


def run(
    model_path: str,
    *data_paths: str,
    solver: str | None = None,
    time_limit: float | None = None,
    threads: int = 1,
    allow_writes: bool = False,
) -> Printed:
    """Translate a model with its data, solve it, and return what the model prints.

    Without ``solver`` it is clasp for bounded whole numbers, HiGHS for all else. Raise InputError with file and line
    for a bad model, and for one that writes files unless ``allow_writes``; SolverError if the solver cannot take it;
    LimitReached if ``time_limit`` seconds run out during the model's own statements.
    """
    left = _clock(time_limit)
    start = time.perf_counter()
    with translate(model_path, *data_paths, seconds=left(), allow_writes=allow_writes) as translated:
        program = translated.program
        begun = time.perf_counter()
        result = solve_program(program, solver, count=1, time_limit=left(), threads=threads)
        searched = time.perf_counter() - begun
        solution = result.solutions[0] if result.solutions else result.incumbent
        if solution is not None:
            text = translated.postsolve([solution[column.name] for column in program.columns], left(GRACE_SECONDS))
            code = SOLVED
            if not result.solutions:
                text += f"the limit was reached; there may be a better solution ({result.solver})\n"
                code = LIMIT_REACHED
        elif result.status == "none":
            text = f"{translated.postsolve(None)}the model has no solution ({result.solver})\n"
            code = NO_SOLUTION
        else:
            text = f"{translated.postsolve(None)}no solution was found in time ({result.solver})\n"
            code = LIMIT_REACHED
    statistics = Statistics(
        rows=len(program.rows),
        columns=len(program.columns),
        integers=sum(column.kind == INTEGER for column in program.columns),
        binaries=sum(column.binary for column in program.columns),
        non_zeros=sum(len(row.terms) for row in program.rows),
        translating=translated.seconds,
        searching=searched,
        total=time.perf_counter() - start,
        memory=translated.memory,
        solver=result.solver,
    )
    return Printed(text, code, statistics, result.solutions[0] if result.solutions else None, result.objective, program)


def translate(
    model_path: str,
    *data_paths: str,
    content: bytes | None = None,
    seconds: float | None = None,
    allow_writes: bool = False,
) -> Translated:
    """Return a model, with the data of other files if there are any, as rows and columns; ``-`` is standard input.

    ``content`` is the content of the model's file, if it was read before. Rows and columns are those of GLPK, in its
    order and with its names; as in GLPK, the objective is a row without bounds. If there are data files, a data section
    in the model is ignored. Raise InputError with file and line if the model cannot be translated, or if it writes
    files without ``allow_writes``; LimitReached if it takes longer than ``seconds``.
    """
    require("glpk")
    left = _clock(seconds)
    paths = (model_path, *data_paths)
    if paths.count("-") > 1:
        raise InputError("only one of the files can be standard input", "-")
    texts = [(model_path, _text(model_path, content)), *((path, _text(path)) for path in data_paths)]
    if not allow_writes and (found := written(texts[0][1])):
        line, what = found
        raise InputError(f"{what}: for a model that you trust use --allow-writes", f"{model_path}:{line}")
    child = Child.take("programs.mathprog", "GLPK's translator")
    try:
        child.ask("new", texts, MAX_PRINTED_BYTES, seconds=left())
        seconds_taken, parts = child.ask("translate", seconds=left())
        return Translated(child, program_from_values(*parts), seconds_taken)
    except BaseException:
        child.kill()
        raise


def _clock(seconds: float | None) -> Callable[..., float | None]:
    """Return a function for the time left of ``seconds``, plus a grace period; it returns None if there is no limit."""
    end = None if seconds is None else time.perf_counter() + seconds
    return lambda grace=0.0: None if end is None else max(0.0, end - time.perf_counter()) + grace


_TOKEN = re.compile(
    r"""(?:\#[^\n]*|/\*.*?(?:\*/|\Z))              # a comment
      |('[^'\n]*'?|"[^"\n]*"?|\w+|<[=>-]?|>[=>]?|\S)  # a string, a word, a sign""",
    re.ASCII | re.DOTALL | re.VERBOSE,
)
"""The tokens of MathProg as GLPK takes them. GLPK refuses unterminated comments and strings."""


def written(text: str) -> tuple[int, str] | None:
    """Return the line of the first statement of a model that writes a file, and what the statement does.

    No such statement is missed in a model that GLPK takes. A false alarm is possible only if a model uses words of the
    language as its own names.
    """
    last = ";"
    depth = conditions = 0
    printing, table = False, 0
    for match in _TOKEN.finditer(text):
        token = match[1]
        if token is None:
            continue
        if last == ";" and token in ("data", "end"):
            return None  # no statements follow
        what = ""
        if token == "printf":
            printing, depth, conditions = True, 0, 0
        elif token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
        elif depth <= 0:
            # "printf ... > file" is no comparison: comparisons are in brackets, or between "if" and "then"
            conditions += (token == "if") - (token == "then")
            if printing and conditions <= 0 and token in (">", ">>"):
                what = "printf writes to a file"
            printing = printing and token != ";"
        # "table NAME 'alias' {domain} OUT" writes; a table that is read has no domain
        if token == "table":
            table = 1
        elif table == 1 and token[0].isidentifier():
            table = 2
        elif table == 2 and token == "{":
            what = "this table is written to a file"
        elif table != 2 or token[0] not in "'\"":
            table = 0
        if what:
            return text.count("\n", 0, match.start()) + 1, what
        last = token
    return None


def _text(path: str, content: bytes | None = None) -> str:
    """Return the text of a file with plain characters. ``content`` is its content, if it was read before."""
    try:
        text = plain_mathprog(decoded(read_bytes(path) if content is None else content))
    except InputError as error:
        raise error.within(path) from None
    if not text.strip():
        raise InputError("the file is empty", path)
    return text


class Engine:
    """The translator in the child.

    ``texts`` are (path for errors, text) of the model and its data. The model may print ``most`` bytes.
    """

    def __init__(self, texts: Sequence[tuple[str, str]], most: int) -> None:
        import swiglpk

        self._glpk: Any = swiglpk
        self._texts, self._most = texts, most
        self._translator = swiglpk.glp_mpl_alloc_wksp()
        self._problem = swiglpk.glp_create_prob()
        self._folder = tempfile.TemporaryDirectory(prefix="pencilp-")
        self._paths: list[str] = []
        """The temporary files that GLPK reads."""
        self._output = os.path.join(self._folder.name, "output")

    def __del__(self) -> None:
        if self._translator is not None:
            self._glpk.glp_mpl_free_wksp(self._translator)
        self._glpk.glp_delete_prob(self._problem)
        self._folder.cleanup()

    def translate(self) -> tuple[float, tuple[Any, ...]]:
        """Return the seconds taken, and (columns, rows, objective, its name, its constant, whether it is maximised)."""
        start = time.perf_counter()
        g, translator, problem = self._glpk, self._translator, self._problem
        paths = self._paths
        for k, (_, text) in enumerate(self._texts):
            paths.append(os.path.join(self._folder.name, f"file{k}"))
            with open(paths[-1], "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
        self._call(g.glp_mpl_read_model, translator, paths[0], len(paths) > 1)
        for path in paths[1:]:
            self._call(g.glp_mpl_read_data, translator, path)
        self._call(g.glp_mpl_generate, translator, self._output)
        g.glp_mpl_build_prob(translator, problem)
        return time.perf_counter() - start, self._program()

    def _program(self) -> tuple[Any, ...]:
        g, p = self._glpk, self._problem
        columns, objective = [], []
        for j in range(1, g.glp_get_num_cols(p) + 1):
            low, high = _sides(g, g.glp_get_col_type(p, j), g.glp_get_col_lb(p, j), g.glp_get_col_ub(p, j))
            kind = CONTINUOUS if g.glp_get_col_kind(p, j) == g.GLP_CV else INTEGER
            columns.append((g.glp_get_col_name(p, j), low, high, kind))
            if g.glp_get_obj_coef(p, j):
                objective.append((int_if_whole(g.glp_get_obj_coef(p, j)), j - 1))
        rows = []
        indices, values = g.intArray(len(columns) + 1), g.doubleArray(len(columns) + 1)
        for i in range(1, g.glp_get_num_rows(p) + 1):
            low, high = _sides(g, g.glp_get_row_type(p, i), g.glp_get_row_lb(p, i), g.glp_get_row_ub(p, i))
            size = g.glp_get_mat_row(p, i, indices, values)
            terms = [(int_if_whole(values[k]), indices[k] - 1) for k in range(size, 0, -1)]
            rows.append((g.glp_get_row_name(p, i), terms, low, high))
        aim = (
            objective,
            g.glp_get_obj_name(p),
            int_if_whole(g.glp_get_obj_coef(p, 0)),
            g.glp_get_obj_dir(p) == g.GLP_MAX,
        )
        return columns, rows, *aim

    def postsolve(self, values: Sequence[float] | None) -> tuple[str, int | None]:
        """Run the statements after ``solve`` if there is a solution. Return the model's output and its memory."""
        if values is not None:
            self._run_rest(values)
        memory = self._memory()
        # GLPK writes the end of the output only when it closes the file, which happens here
        self._glpk.glp_mpl_free_wksp(self._translator)
        self._translator = None
        try:
            with open(self._output, "rb") as file:
                return whole(file).decode("utf-8", "replace"), memory
        except FileNotFoundError:
            return "", memory
        except InputError as error:
            raise InputError(f"the model's output: {error.message}", self._texts[0][0]) from None

    def _memory(self) -> int | None:
        """Return the greatest memory in bytes that GLPK has used; None if its library cannot report it."""
        import ctypes

        # swiglpk does not wrap the pointers of this function
        try:
            most = ctypes.c_size_t()
            ctypes.CDLL(self._glpk._swiglpk.__file__).glp_mem_usage(None, None, None, ctypes.byref(most))
        except (OSError, AttributeError):
            return None
        return most.value

    def _run_rest(self, values: Sequence[float]) -> None:
        g, p = self._glpk, self._problem
        columns, rows, *_ = self._program()
        activities = [sum(a * values[c] for a, c in terms) for _, terms, _, _ in rows]
        best = g.glp_get_obj_coef(p, 0) + sum(g.glp_get_obj_coef(p, j) * v for j, v in enumerate(values, 1))
        # a file is the only way to give a solution to a problem object
        path = os.path.join(self._folder.name, "solution")
        with open(path, "w", encoding="ascii") as file:
            file.write(f"s mip {len(rows)} {len(columns)} o {best!r}\n")
            file.writelines(f"i {i} {float(v)!r}\n" for i, v in enumerate(activities, 1))
            file.writelines(f"j {j} {float(v)!r}\n" for j, v in enumerate(values, 1))
            file.write("e o f\n")
        self._call(g.glp_read_mip, p, path)
        self._call(g.glp_mpl_postsolve, self._translator, p, g.GLP_MIP)

    def _call(self, function: Callable[..., int], *arguments: Any) -> None:
        """Call the translator. Raise InputError with GLPK's message for a return code other than 0."""
        # standard output is the child's log
        with open(os.dup(1), "rb") as log:
            start = log.seek(0, os.SEEK_END)
            with _files_up_to(self._most):
                code = function(*arguments)
            if code:
                if os.path.exists(self._output) and os.path.getsize(self._output) >= self._most:
                    raise InputError(f"the model prints more than {self._most // 1024 // 1024} MB", self._texts[0][0])
                log.seek(max(start, log.seek(0, os.SEEK_END) - MAX_MESSAGE_BYTES))
                raise self._error(log.read().decode("utf-8", "replace"))

    def _error(self, said: str) -> InputError:
        """Return GLPK's first error, with the caller's name of the file."""
        for (path, text), ours in zip(self._texts, self._paths, strict=False):
            found = re.search(re.escape(ours) + r":([0-9]+): (?!warning)(.+)", said)
            if found:
                says = " ".join(found[2].split())
                if "\ufffd" in says and (sign := _strange(text, int(found[1]))):
                    says = f"{sign!r} (U+{ord(sign):04X}) is not allowed in MathProg outside of strings and comments"
                return InputError(says, f"{path}:{found[1]}")
        lines = [line.strip() for line in said.splitlines() if line.strip()]
        lines = [
            line
            for line in lines
            if not re.match(r"(Reading|Generating|Checking|Context:|MathProg model|[0-9]+ lines)", line)
        ]
        return InputError(lines[-1][:200] if lines else "GLPK cannot translate it", self._texts[0][0])


def _strange(text: str, line: int) -> str:
    """Return the first character in a line that is not ASCII and not in a string or comment; "" if there is none."""
    for match in _TOKEN.finditer(text):
        token = match[1] or ""
        if not token.isascii() and token[0] not in "'\"" and text.count("\n", 0, match.start()) + 1 == line:
            return next(ch for ch in token if not ch.isascii())
    return ""


@contextmanager
def _files_up_to(size: int) -> Iterator[None]:
    """Limit the size of files that are written inside the ``with``, on systems that can do this."""
    if sys.platform == "win32":
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    most = size if before[1] == resource.RLIM_INFINITY else min(size, before[1])
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _sides(g: Any, kind: int, low: float, high: float) -> tuple[float | None, float | None]:
    """Return the bounds of a row or column of GLPK."""
    return (
        None if kind in (g.GLP_FR, g.GLP_UP) else int_if_whole(low),
        None if kind in (g.GLP_FR, g.GLP_LO) else int_if_whole(high),
    )
