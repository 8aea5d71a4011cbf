"""clasp, the default solver: conflict-driven search with unfounded-set reasoning for connectivity."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from pencilp.model import Clause, Constraint, Int, Lit, Model, Solution
from pencilp.solvers.clasp_api import NULL, check, ffi, lib
from pencilp.solvers.clasp_program import ClaspProgram
from pencilp.solvers.result import Result

NAME = "clasp"
_YIELD = lib.clingo_solve_mode_yield
_ASYNC = lib.clingo_solve_mode_async
_is_true = lib.clingo_model_is_true


FIRST_CONFLICTS = 200
"""So long a search goes on in the caller's own thread (to clasp's next restart, where it looks at its limits)."""
SMALL = 2500
"""Only a model with so few variables is searched there: on a large one a hundred conflicts can take seconds."""
MOMENT = 1.0
"""So many seconds a search goes on alone before all processors race (``threads=0``), and so many after the first answer
a second one is looked for near it (``pencilp.solvers.nearby``)."""
NEARBY, NEARBY_CONFLICTS = 1.0, 1000
"""For so many seconds at most, and in each neighbourhood for so many conflicts."""

EVERYWHERE, ENOUGH, LIMIT, BROKEN = range(4)
"""How a round ends: all was searched; as many answers as asked for were found; its time or its conflicts are used up; an
answer breaks lazily stated rules in a way that must be stated before searching on."""

OPTIONS = {"--trans-ext": "no"}
"""clasp's options, where its own choice is not the best: left to itself it turns counts into clauses, which takes longer than
what it saves."""
HINTS = {"look ahead": ("--lookahead", "atom,100")}
"""What clasp makes of ``Model.hint``: further options."""


class _Task:
    """What a search looks for and what it has found so far, over several rounds.

    ``bits`` and ``ints`` are the variables to be read. An answer is excluded by the literals of ``values``, of which it
    is enough to exclude the true ones, and of ``free``. ``blocked`` are the clauses added while searching, ``first`` is the
    time of the first answer, ``near`` the time at which a second answer is looked for near it, ``finder`` which of the
    racing searches found the last one.
    """

    __slots__ = (
        "bits",
        "blocked",
        "count",
        "excluded",
        "finder",
        "first",
        "free",
        "ints",
        "more",
        "near",
        "solutions",
        "values",
    )

    def __init__(self, count: int, *, bits: list[int], ints: list[Int], values: list[int], free: list[int]) -> None:
        self.count, self.bits, self.ints, self.values, self.free = count, bits, ints, values, free
        self.solutions: list[Solution] = []
        self.first: float | None = None
        self.near = inf
        self.finder = 0
        self.excluded: list[int] = []
        """The clause that excludes the first answer."""
        self.blocked: list[list[int]] = []
        self.more: list[Constraint] = []


class Clasp:
    """A model stated to clasp, ready to be searched, also several times under assumptions.

    ``threads`` is how many configurations of clasp search at once; the first that is done ends the others. With 0 one
    searches alone for a moment, and then as many as there are processors. ``options`` are command-line options of
    clasp ("--configuration=jumpy").
    """

    def __init__(self, model: Model, *, guarded: bool = False, threads: int = 1, options: Sequence[str] = ()) -> None:
        chosen = dict(OPTIONS)
        if not guarded:
            chosen.update([HINTS[hint] for hint in model.hints if hint in HINTS])
        for option in options:
            chosen.pop(option.partition("=")[0], None)
        arguments = ["0", *map("=".join, chosen.items()), *options]
        if threads > 1:
            arguments.append(f"--parallel-mode={threads},compete")
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
        self._settings: dict[bytes, tuple[Any, int]] = {}
        self._race = (os.cpu_count() or 1) if threads == 0 else 1
        self._racing = False

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
        deadline = inf if time_limit is None else time.perf_counter() + time_limit
        model, program = self.model, self.program
        derived = {x.name if isinstance(x, Int) else x for variables in program.derived for x in variables.xs}
        answer = [x for x in model.answer_variables() if (x.name if isinstance(x, Int) else x) not in derived]
        seen = [*answer, *watch]
        task = _Task(
            count,
            bits=sorted({abs(x) for x in seen if not isinstance(x, Int)}),
            ints=list({x.name: x for x in seen if isinstance(x, Int)}.values()),
            values=[lit for x in answer if isinstance(x, Int) and x.value_literals for lit in program.literals_of(x)],
            free=[
                lit for x in answer if not (isinstance(x, Int) and x.value_literals) for lit in program.literals_of(x)
            ],
        )
        searches = [list(assumptions)]
        if program.narrow:
            # only as long as nothing but a second answer is asked for
            searches = [[*assumptions, program.narrow if count in (1, 2) else -program.narrow]]
            if count in (1, 2) and model.narrowing.likely is not None:  # type: ignore[union-attr]
                searches.insert(0, [*searches[0], int(model.narrowing.likely)])  # type: ignore[union-attr]
        stages = self._stages(deadline)
        threaded, until = next(stages)
        while True:
            end = self._round(task, until, searches[0], threaded=threaded)
            if end is LIMIT and time.perf_counter() >= task.near:
                self._state_found(task)
                end = self._search_nearby(task, deadline, searches[-1])
            if end is ENOUGH or (end is EVERYWHERE and len(searches) == 1):
                return Result(self._winner(task, end), task.solutions, end is EVERYWHERE, task.first)
            if end is EVERYWHERE:
                searches.pop(0)
            elif end is LIMIT and time.perf_counter() >= until:
                stage = next(stages, None)
                if stage is None:
                    return Result(NAME, task.solutions, False, task.first)
                threaded, until = stage
            self._state_found(task)

    def _state_found(self, task: _Task) -> None:
        """State what the last search has found out: the answers it excluded, and the rules that answers broke."""
        self.program.add([*task.more, *(Clause(map(Lit, clause)) for clause in task.blocked)])
        task.blocked.clear()
        task.more.clear()

    def _search_nearby(self, task: _Task, deadline: float, assumptions: Sequence[int]) -> int:
        """Look for a second answer that is much like the first. Returns ENOUGH if one was found, otherwise LIMIT."""
        from pencilp.solvers.nearby import neighbourhoods

        task.near = inf
        until = min(deadline, time.perf_counter() + NEARBY)
        racing = self._racing
        self._race_or_not(False)
        self._set(b"solve.solve_limit", b"%d" % NEARBY_CONFLICTS)
        first = {abs(lit): -lit for lit in task.excluded}
        try:
            for near in neighbourhoods(self.model, [v for v in first if v <= self.model.size]):
                fixed = [lit for v, lit in first.items() if v not in near]
                while (end := self._round(task, until, [*assumptions, *fixed], threaded=True)) is BROKEN:
                    self._state_found(task)
                if end is ENOUGH:
                    return ENOUGH
                if time.perf_counter() >= until:
                    break
        finally:
            self._set(b"solve.solve_limit", b"umax")
        self._race_or_not(racing)
        return LIMIT

    def _stages(self, deadline: float) -> Iterator[tuple[bool, float]]:
        """How the search goes on: whether in a thread of its own, and until when, for each stage that is reached."""
        self._race_or_not(False)
        if self.model.size < SMALL and deadline - time.perf_counter() > 1:
            # most puzzles are solved in less time than it takes to start a thread for the search, so it first goes on
            # in this one, for few enough conflicts that neither a time limit nor Ctrl-C has to wait long
            self._set(b"solve.solve_limit", b"%d" % FIRST_CONFLICTS)
            try:
                yield False, 0
            finally:
                self._set(b"solve.solve_limit", b"umax")
        if self._race > 1:
            moment = time.perf_counter() + MOMENT
            if moment < deadline:
                yield True, moment
                self._race_or_not(True)
        yield True, deadline

    def _race_or_not(self, racing: bool) -> None:
        """Whether from now on all processors search at once."""
        if racing != self._racing:
            self._set(b"solve.parallel_mode", b"%d,compete" % self._race if racing else b"1")
            self._racing = racing

    def _set(self, key: bytes, value: bytes) -> None:
        """Change a setting of clasp between two searches."""
        if key not in self._settings:
            configuration = ffi.new("clingo_configuration_t **")
            check(lib.clingo_control_configuration(self._control, configuration))
            entry = ffi.new("clingo_id_t *")
            check(lib.clingo_configuration_root(configuration[0], entry))
            check(lib.clingo_configuration_map_at(configuration[0], entry[0], key, entry))
            self._settings[key] = (configuration[0], entry[0])
        check(lib.clingo_configuration_value_set(*self._settings[key], value))

    def _winner(self, task: _Task, end: int) -> str:
        """Who found the last answer or the proof: after a race, which of the searches."""
        if not self._racing:
            return NAME
        if end is ENOUGH:
            return f"{NAME}, search {task.finder + 1} of {self._race}"
        statistics = ffi.new("clingo_statistics_t const **")
        check(lib.clingo_control_statistics(self._control, statistics))
        entry = ffi.new("uint64_t *")
        check(lib.clingo_statistics_root(statistics[0], entry))
        check(lib.clingo_statistics_map_at(statistics[0], entry[0], b"summary.winner", entry))
        winner = ffi.new("double *")
        check(lib.clingo_statistics_value_get(statistics[0], entry[0], winner))
        return f"{NAME}, search {int(winner[0]) + 1} of {self._race}"

    def _round(self, task: _Task, until: float, assumptions: Sequence[int], *, threaded: bool) -> int:
        """One search, if it is ``threaded`` at most ``until`` a time. Returns how it ended (``EVERYWHERE``, ...).

        ``task.more`` then holds constraints to be stated before searching again.
        """
        handle_at = ffi.new("clingo_solve_handle_t **")
        mode = _YIELD | _ASYNC if threaded else _YIELD
        check(
            lib.clingo_control_solve(
                self._control, mode, list(assumptions) or NULL, len(assumptions), NULL, NULL, handle_at
            )
        )
        handle = handle_at[0]
        model_at = ffi.new("clingo_model_t const **")
        control_at = ffi.new("clingo_solve_control_t **")
        optimising = self.model.objective is not None
        lazy = [(rule, any(isinstance(x, Int) for x in rule.over)) for rule in self.program.lazy]
        flag = self._true
        try:
            while True:
                check(lib.clingo_solve_handle_resume(handle))
                if threaded and not self._wait(handle, min(until, task.near)):
                    return LIMIT
                check(lib.clingo_solve_handle_model(handle, model_at))
                model = model_at[0]
                if model == NULL:
                    result = ffi.new("clingo_solve_result_bitset_t *")
                    check(lib.clingo_solve_handle_get(handle, result))
                    return EVERYWHERE if result[0] & lib.clingo_solve_result_exhausted else LIMIT
                if optimising:
                    lib.clingo_model_optimality_proven(model, flag)
                    if not flag[0]:
                        continue

                def true(lit: int, model: Any = model) -> bool:
                    _is_true(model, lit, flag)
                    return flag[0]  # type: ignore[no-any-return]

                def value(x: Any, true: Any = true) -> int:
                    return true(x) if x.__class__ is Lit else self.program.value_of(x, true)

                check(lib.clingo_model_context(model, control_at))
                broken = [c for rule, reading in lazy for c in rule.violated(value if reading else true)]
                if broken:
                    clauses = [[*map(int, c.lits)] for c in broken if isinstance(c, Clause)]
                    if len(clauses) < len(broken):
                        task.more += broken
                        return BROKEN
                else:
                    task.first = task.first or time.perf_counter()
                    bits = {}
                    for v in task.bits:
                        _is_true(model, v, flag)
                        bits[v] = 1 if flag[0] else 0
                    solution = Solution(bits, {x.name: value(x) for x in task.ints})
                    decisive = self._read_derived(solution, true)
                    task.solutions.append(solution)
                    if task.count == 2 and self.program.narrow:
                        self._vary(task)
                    if len(task.solutions) == task.count:
                        if self._racing:
                            thread = ffi.new("clingo_id_t *")
                            check(lib.clingo_model_thread_id(model, thread))
                            task.finder = thread[0]
                        return ENOUGH
                    # of a number's value literals the true one tells all
                    clause = [-lit if (bits[lit] if lit in bits else true(lit)) else lit for lit in task.free]
                    clause += [-lit for lit in task.values if true(lit)]
                    task.excluded = [*clause, *map(int.__neg__, decisive)]
                    clauses = [task.excluded]
                    if task.count == 2 and not optimising:
                        task.near = time.perf_counter() + MOMENT
                for clause in clauses:
                    task.blocked.append(clause)
                    check(lib.clingo_solve_control_add_clause(control_at[0], clause, len(clause)))
        finally:
            check(lib.clingo_solve_handle_close(handle))

    def _vary(self, task: _Task) -> None:
        """Add the variation of the first solution that the narrowed search has passed over, if there is one."""
        first = task.solutions[0]
        changed = self.model.narrowing.another(first) if len(task.solutions) == 1 else None  # type: ignore[union-attr]
        if changed is not None:
            task.solutions.append(Solution({**first.bits, **{int(x): v for x, v in changed.items()}}, first.ints))

    def _read_derived(self, solution: Solution, true: Any) -> list[int]:
        """Put the values of variables that were not stated into ``solution``; returns the literals that decide them."""
        decisive: list[int] = []
        for derived in self.program.derived:
            values, chosen = derived.read(true)
            for x, found in zip(derived.xs, values, strict=True):
                if isinstance(x, Int):
                    solution.ints[x.name] = found
                else:
                    solution.bits[x] = found
            decisive += chosen
        return decisive

    @staticmethod
    def _wait(handle: Any, deadline: float) -> bool:
        """Wait for the next model or the end; False when the deadline passed. Waits in slices so that Ctrl-C is seen."""
        ready = ffi.new("bool *")
        while True:
            left = min(0.2, deadline - time.perf_counter())
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
