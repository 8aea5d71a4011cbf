"""HiGHS's reader of LP and MPS files, for a child process: see ``pencilp.solvers.files.programs``."""

from __future__ import annotations

import os
import tempfile
from math import isfinite, isnan
from typing import Any, TextIO

from pencilp.errors import InputError
from pencilp.model.program import CONTINUOUS, INTEGER
from pencilp.model.variables import plain
from pencilp.solvers.files.faults import first_stumble, mps_fault

MOST_TRIED = 4 * 1024 * 1024
"""Characters: of a larger file the line at which HiGHS stumbles is not looked for."""


class Engine:
    """Reads one file."""

    def __init__(self, path: str) -> None:
        self._path = path

    def read(self) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]], list[tuple[float, int]], float, bool]:
        """Columns, rows, objective, its constant, and whether it is maximised. Raises InputError for a bad file."""
        import highspy

        api: Any = highspy
        h = api.Highs()
        h.setOptionValue("output_flag", False)
        # the log is on standard output, which here is the child's scratch file
        h.setOptionValue("log_to_console", True)
        mps = "mps" in self._ending()
        if mps:
            with self._text() as lines:
                fault = mps_fault(lines)
            if fault:
                raise InputError(fault.message, f"line {fault.line}")
        if h.readModel(self._path) == api.HighsStatus.kError:
            with self._text() as file:
                start = file.read(MOST_TRIED + 1)
            fault = None
            if len(start) <= MOST_TRIED:
                fault = first_stumble(start.split("\n"), "ENDATA" if mps else "End", self._reads)
            if fault:
                raise InputError(fault.message, f"line {fault.line}")
            raise InputError("this is no valid linear program (or HiGHS cannot read it)")
        lp = h.getLp()
        if not lp.num_col_:
            raise InputError("there is no linear program in it (or HiGHS cannot read it)")
        if h.getModel().hessian_.dim_:
            raise InputError("the objective is quadratic, only linear programs are taken")
        kinds = {api.HighsVarType.kContinuous: CONTINUOUS, api.HighsVarType.kInteger: INTEGER}
        whole = list(lp.integrality_) or [api.HighsVarType.kContinuous] * lp.num_col_
        if any(kind not in kinds for kind in whole):
            raise InputError("semi-continuous and semi-integer variables are not taken")
        names = _named(lp.col_names_, lp.num_col_, "x")
        bounds = zip(names, lp.col_lower_, lp.col_upper_, whole, strict=True)
        columns = [(name, _bound(low), _bound(high), kinds[kind]) for name, low, high, kind in bounds]
        rows: list[list[tuple[float, int]]] = [[] for _ in range(lp.num_row_)]
        h.ensureColwise()
        matrix = h.getLp().a_matrix_
        starts, indices, values = list(matrix.start_), list(matrix.index_), list(matrix.value_)
        sides = [*lp.col_lower_, *lp.col_upper_, *lp.row_lower_, *lp.row_upper_]
        if any(map(isnan, sides)) or not all(map(isfinite, [*values, *lp.col_cost_, lp.offset_])):
            raise InputError("a number in it is too large, or is none (nan)")
        for column in range(lp.num_col_):
            for k in range(starts[column], starts[column + 1]):
                rows[indices[k]].append((plain(values[k]), column))
        named_rows = zip(_named(lp.row_names_, lp.num_row_, "row"), rows, lp.row_lower_, lp.row_upper_, strict=True)
        objective = [(plain(a), c) for c, a in enumerate(lp.col_cost_) if a]
        return (
            columns,
            [(name, terms, _bound(low), _bound(high)) for name, terms, low, high in named_rows],
            objective,
            plain(lp.offset_),
            lp.sense_ == api.ObjSense.kMaximize,
        )

    def _ending(self) -> str:
        return self._path.lower()[-4:]

    def _text(self) -> TextIO:
        return open(self._path, encoding="utf-8", errors="replace")

    def _reads(self, text: str) -> bool:
        """Whether HiGHS can read a text."""
        import highspy

        api: Any = highspy
        h = api.Highs()
        h.setOptionValue("output_flag", False)
        with tempfile.TemporaryDirectory(prefix="pencilp-") as folder:
            path = os.path.join(folder, f"part{self._ending()}")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return bool(h.readModel(path) != api.HighsStatus.kError)


def _named(names: Any, count: int, default: str) -> list[str]:
    given = list(names) or [""] * count
    return [name or f"{default}{k}" for k, name in enumerate(given, 1)]


def _bound(value: float) -> float | None:
    return None if abs(value) >= 1e20 else plain(value)
