"""HiGHS's reader of LP and MPS files, for a child process: see ``pencilp.solvers.files``."""

from __future__ import annotations

from typing import Any

from pencilp.errors import InputError
from pencilp.model.program import CONTINUOUS, INTEGER
from pencilp.model.variables import plain


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
        if h.readModel(self._path) == api.HighsStatus.kError:
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
        for column in range(lp.num_col_):
            for k in range(starts[column], starts[column + 1]):
                rows[indices[k]].append((plain(values[k]), column))
        sides = zip(_named(lp.row_names_, lp.num_row_, "row"), rows, lp.row_lower_, lp.row_upper_, strict=True)
        objective = [(plain(a), c) for c, a in enumerate(lp.col_cost_) if a]
        return (
            columns,
            [(name, terms, _bound(low), _bound(high)) for name, terms, low, high in sides],
            objective,
            plain(lp.offset_),
            lp.sense_ == api.ObjSense.kMaximize,
        )


def _named(names: Any, count: int, default: str) -> list[str]:
    given = list(names) or [""] * count
    return [name or f"{default}{k}" for k, name in enumerate(given, 1)]


def _bound(value: float) -> float | None:
    return None if abs(value) >= 1e20 else plain(value)
