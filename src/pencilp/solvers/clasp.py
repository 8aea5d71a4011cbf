"""clasp, the default solver: conflict-driven search with unfounded-set reasoning for connectivity."""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from typing import Any

from pencilp.model import Clause, Int, Lit, Model, Solution
from pencilp.solvers.clasp_api import NULL, check, ffi, lib
from pencilp.solvers.clasp_program import ClaspProgram
from pencilp.solvers.result import Result

NAME = "clasp"
_YIELD = lib.clingo_solve_mode_yield
_ASYNC = lib.clingo_solve_mode_async
_is_true = lib.clingo_model_is_true


class Clasp:
    """A model stated to clasp, ready to be searched, also several times under assumptions.

    ``options`` are command-line options of clasp ("--configuration=jumpy").
    """

    def __init__(self, model: Model, *, guarded: bool = False, threads: int = 1, options: Sequence[str] = ()) -> None:
        arguments = ["0", *options]
        if threads > 1:
            arguments.append(f"--parallel-mode={threads}")
        if model.objective is not None:
            arguments.append("--opt-mode=optN")
        kept = [ffi.new("char[]", a.encode()) for a in arguments]
        pointer = ffi.new("clingo_control_t **")
        check(lib.clingo_control_new(ffi.new("char const *[]", kept), len(kept), NULL, NULL, 0, pointer))
        self._control = ffi.gc(pointer[0], lib.clingo_control_free)
        self.model = model
        collecting = gc.isenabled()
        gc.disable()
        try:
            self.program = ClaspProgram(self._control, model, guarded=guarded)
        finally:
            if collecting:
                gc.enable()
        self._true = ffi.new("bool *")

    def search(
        self,
        count: int = 2,
        time_limit: float | None = None,
        assumptions: Sequence[int] = (),
        watch: Sequence[Any] = (),
    ) -> Result:
        """Look for up to ``count`` answers; ``count=0`` looks for all.

        ``watch`` are further variables whose values the solutions shall hold; ``time_limit`` is in seconds.
        """
        deadline = None if time_limit is None else time.perf_counter() + time_limit
        model, program = self.model, self.program
        derived = {lit for variables in program.derived for lit in variables.lits}
        answer = [x for x in model.answer_variables() if isinstance(x, Int) or x not in derived]
        seen = [*answer, *watch, *(x for rule in program.lazy for x in rule.over)]
        bits = sorted({abs(x) for x in seen if not isinstance(x, Int)})
        ints = list({x.name: x for x in seen if isinstance(x, Int)}.values())
        deciding = [lit for x in answer for lit in program.literals_of(x)]
        solutions: list[Solution] = []
        blocked: list[list[int]] = []
        while True:
            complete, more = self._round(
                count, deadline, assumptions, bits, ints, deciding, solutions, blocked
            )  # fmt: skip
            if not more:
                return Result(NAME, solutions, complete)
            program.add([*more, *(Clause(map(Lit, clause)) for clause in blocked)])
            blocked.clear()

    def _round(
        self, count: int, deadline: float | None, assumptions: Sequence[int], bits: list[int], ints: list[Int],
        deciding: list[int], solutions: list[Solution], blocked: list[list[int]],
    ) -> tuple[bool, list[Any]]:  # fmt: skip
        """One search. Returns whether it is complete, and constraints to be stated before searching again."""
        handle_at = ffi.new("clingo_solve_handle_t **")
        check(
            lib.clingo_control_solve(
                self._control, _YIELD | _ASYNC, list(assumptions) or NULL, len(assumptions), NULL, NULL, handle_at
            )
        )
        handle = handle_at[0]
        model_at = ffi.new("clingo_model_t const **")
        control_at = ffi.new("clingo_solve_control_t **")
        optimising = self.model.objective is not None
        proven = ffi.new("bool *")
        flag = self._true
        try:
            while True:
                check(lib.clingo_solve_handle_resume(handle))
                if not self._wait(handle, deadline):
                    return False, []
                check(lib.clingo_solve_handle_model(handle, model_at))
                model = model_at[0]
                if model == NULL:
                    return True, []
                if optimising:
                    lib.clingo_model_optimality_proven(model, proven)
                    if not proven[0]:
                        continue

                def true(lit: int, model: Any = model) -> int:
                    _is_true(model, lit, flag)
                    return int(flag[0])

                solution = Solution({v: true(v) for v in bits}, {x.name: self.program.value_of(x, true) for x in ints})
                decisive = self._read_derived(solution, true)
                check(lib.clingo_model_context(model, control_at))
                broken = [c for rule in self.program.lazy for c in rule.violated(solution)]
                if broken:
                    clauses = [[*map(int, c.lits)] for c in broken if isinstance(c, Clause)]
                    if len(clauses) < len(broken):
                        return False, broken
                else:
                    solutions.append(solution)
                    if len(solutions) == count:
                        return False, []
                    clauses = [[*(-lit if true(lit) else lit for lit in deciding), *map(int.__neg__, decisive)]]
                for clause in clauses:
                    blocked.append(clause)
                    check(lib.clingo_solve_control_add_clause(control_at[0], clause, len(clause)))
        finally:
            check(lib.clingo_solve_handle_close(handle))

    def _read_derived(self, solution: Solution, true: Any) -> list[int]:
        """Put the values of variables that were not stated into ``solution``; returns the literals that decide them."""
        decisive: list[int] = []
        for derived in self.program.derived:
            values, chosen = derived.read(true)
            solution.bits.update(zip(derived.lits, values, strict=True))
            decisive += chosen
        return decisive

    @staticmethod
    def _wait(handle: Any, deadline: float | None) -> bool:
        """Wait for the next model or the end; False when the deadline passed. Waits in slices so that Ctrl-C is seen."""
        ready = ffi.new("bool *")
        while True:
            left = 0.2 if deadline is None else min(0.2, deadline - time.perf_counter())
            if left <= 0:
                return False
            lib.clingo_solve_handle_wait(handle, left, ready)
            if ready[0]:
                return True


def solve(
    model: Model, *, count: int = 2, time_limit: float | None = None, threads: int = 1, options: Sequence[str] = ()
) -> Result:
    """Look for up to ``count`` answers of ``model`` (0: all of them) for at most ``time_limit`` seconds."""
    return Clasp(model, threads=threads, options=options).search(count, time_limit)
