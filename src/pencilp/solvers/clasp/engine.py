"""A model stated to a control object of clasp: its options, its searches, and how they end.

``browser`` has the same classes for clasp in a browser; ``side`` chooses.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pencilp._util.timeout import POLL_SECONDS, AbandonableCall, TimeLimitReached
from pencilp.model import Model, Rule
from pencilp.reformulate.plan import AdditionalRules
from pencilp.solvers.clasp.backend import ControlBackend
from pencilp.solvers.clasp.library import NULL, check, control, ffi, lib, true_atoms
from pencilp.solvers.clasp.statement import ClaspProgram

_YIELD = lib.clingo_solve_mode_yield
_ASYNC = lib.clingo_solve_mode_async
_is_true = lib.clingo_model_is_true

MIN_PREPARED_ATOMS = 10_000
"""clasp prepares a program with fewer atoms in less time than reading a clock takes."""
STOP_SECONDS = 0.1
"""Seconds that a search may take to stop when asked to."""


class Engine:
    """``model`` stated to clasp with the options ``chosen``, overruled by ``options``.

    The same model has the same atoms each time. The other arguments are those of ``ClaspProgram``.
    """

    __slots__ = ("_backend", "_control", "_entries", "_set", "_translating", "additions", "program", "racing")

    def __init__(
        self,
        model: Model,
        chosen: Mapping[str, str],
        *,
        options: Sequence[str] = (),
        guarded: bool = False,
        standalone: bool = False,
        lasting: Sequence[Rule] = (),
        additional: AdditionalRules | None = None,
        cutting: bool = False,
    ) -> None:
        overruled = {option.partition("=")[0] for option in options}
        self._control = control(["0", *(f"{k}={v}" for k, v in chosen.items() if k not in overruled), *options])
        self._backend = ControlBackend(self._control)
        self.program = ClaspProgram(
            self._backend,
            model,
            guarded=guarded,
            standalone=standalone,
            lasting=lasting,
            additional=additional,
            cutting=cutting,
        )
        self._translating = chosen.get("--trans-ext") != "no"
        """Whether clasp turns counts into clauses before it searches. Even a small program may then grow large."""
        self._entries: dict[bytes, tuple[Any, int]] = {}
        self._set: dict[bytes, bytes] = {b"solve.solve_limit": b"umax"}
        """The present values of the settings that were changed, and of the one whose default is known."""
        self.racing = False
        """Whether several threads search at once."""
        self.additions = 0
        """The number of later additions (``Clasp._additions``) that are stated here."""

    @property
    def abandoned(self) -> bool:
        """Whether a call of the library was abandoned: the library must not be used again."""
        return self._backend.abandoned

    def set(self, key: bytes, value: bytes) -> None:
        """Change a setting of clasp between two searches."""
        if self._backend.abandoned or self._set.get(key) == value:
            return
        if key not in self._entries:
            configuration = ffi.new("clingo_configuration_t **")
            check(lib.clingo_control_configuration(self._control, configuration))
            entry = ffi.new("clingo_id_t *")
            check(lib.clingo_configuration_root(configuration[0], entry))
            check(lib.clingo_configuration_map_at(configuration[0], entry[0], key, entry))
            self._entries[key] = (configuration[0], entry[0])
        check(lib.clingo_configuration_value_set(*self._entries[key], value))
        self._set[key] = value

    def race(self, threads: int) -> None:
        """Let ``threads`` threads search at once from now on."""
        racing = threads > 1
        if racing != self.racing:
            self.set(b"solve.parallel_mode", b"%d,compete" % threads if racing else b"1")
            self.racing = racing

    def winner(self) -> int:
        """Return the number of the thread that ended the last race."""
        statistics = ffi.new("clingo_statistics_t const **")
        check(lib.clingo_control_statistics(self._control, statistics))
        entry = ffi.new("uint64_t *")
        check(lib.clingo_statistics_root(statistics[0], entry))
        check(lib.clingo_statistics_map_at(statistics[0], entry[0], b"summary.winner", entry))
        winner = ffi.new("double *")
        check(lib.clingo_statistics_value_get(statistics[0], entry[0], winner))
        return int(winner[0])

    def register(self, propagator: Any, data: Any) -> None:
        """Register a clingo_propagator_t, which gets ``data``; the caller keeps both."""
        check(lib.clingo_control_register_propagator(self._control, propagator, data, False))

    def decide(self, assumptions: Sequence[int], atoms: Sequence[int]) -> tuple[list[int] | None, bytes] | None:
        """Search in the caller's thread; return None if that was stopped by the ``solve.solve_limit``.

        Return the assumptions that contradict each other, or None and for each of ``atoms`` whether it is true (1 or 0).
        """
        at = ffi.new("clingo_solve_handle_t **")
        solve = lib.clingo_control_solve
        started = solve(self._control, _YIELD, list(assumptions) or NULL, len(assumptions), NULL, NULL, at)
        self._backend.check_started(started)
        handle = at[0]
        try:
            check(lib.clingo_solve_handle_resume(handle))
            model = ffi.new("clingo_model_t const **")
            check(lib.clingo_solve_handle_model(handle, model))
            if model[0] != NULL:
                return None, true_atoms(model[0], atoms) if atoms else b""
            result = ffi.new("clingo_solve_result_bitset_t *")
            check(lib.clingo_solve_handle_get(handle, result))
            if not result[0] & lib.clingo_solve_result_unsatisfiable:
                return None
            return core(handle), b""
        finally:
            check(lib.clingo_solve_handle_close(handle))

    def interrupt(self) -> None:
        """Interrupt the search that is running."""
        lib.clingo_control_interrupt(self._control)

    def start(self, assumptions: Sequence[int], until: float, *, threaded: bool, conflicts: int = 0) -> Run:
        """Return a new search that stops at the first restart after ``conflicts`` conflicts (0: never).

        Raise TimeLimitReached if clasp has not prepared it by the time ``until``.
        """
        if self._backend.abandoned:
            raise TimeLimitReached
        self.set(b"solve.solve_limit", b"%d" % conflicts if conflicts else b"umax")
        handle_at = ffi.new("clingo_solve_handle_t **")
        mode = _YIELD | _ASYNC if threaded else _YIELD
        solve = lib.clingo_control_solve

        def handle(control: Any = self._control, literals: Any = list(assumptions) or NULL) -> Any:
            self._backend.check_started(solve(control, mode, literals, len(assumptions), NULL, NULL, handle_at))
            return handle_at[0]

        if not threaded or (self.program.atoms < MIN_PREPARED_ATOMS and not self._translating):
            return Run(self, handle(), threaded=threaded)
        # clasp works through the whole program before it searches
        self._backend.abandoned = True
        prepared = AbandonableCall(handle, otherwise=lib.clingo_solve_handle_close).result(until)
        self._backend.abandoned = False
        return Run(self, prepared, threaded=threaded)

    def close(self, handle: Any, until: float, *, searching: bool) -> None:
        """End a search.

        Abandon one that has not stopped by ``until``: clasp checks only now and then whether to stop.
        """

        def close(_: Any = self._control) -> None:
            check(lib.clingo_solve_handle_close(handle))

        if not searching:
            close()
            return
        self._backend.abandoned = True
        try:
            AbandonableCall(close).result(max(until, time.perf_counter() + STOP_SECONDS))
            self._backend.abandoned = False
        except TimeLimitReached:
            return


class Run:
    """A search that has been started. ``next`` returns clasp's models, and ``close`` must end the search."""

    __slots__ = ("_control_at", "_engine", "_handle", "_model_at", "_searching", "_threaded", "timed_out")

    def __init__(self, engine: Engine, handle: Any, *, threaded: bool) -> None:
        self._engine, self._handle, self._threaded = engine, handle, threaded
        self._model_at = ffi.new("clingo_model_t const **")
        self._control_at = ffi.new("clingo_solve_control_t **")
        self._searching = False
        """Whether clasp's own threads search now."""
        self.timed_out = False
        """Whether the time ended before the search did."""

    def next(self, until: float) -> Found | None:
        """Return the next model of clasp. Return None if there are no more, or none by the time ``until``.

        In the caller's own thread, the time is checked only between two models.
        """
        if not self._threaded and time.perf_counter() > until:
            self.timed_out = True
            return None
        check(lib.clingo_solve_handle_resume(self._handle))
        if self._threaded:
            self._searching = True
            if not _wait(self._handle, until):
                self.timed_out = True
                return None
            self._searching = False
        check(lib.clingo_solve_handle_model(self._handle, self._model_at))
        return None if self._model_at[0] == NULL else Found(self._model_at[0])

    def add(self, model: Found, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses to the search, which has just returned ``model``."""
        check(lib.clingo_model_context(model.pointer, self._control_at))
        for clause in clauses:
            check(lib.clingo_solve_control_add_clause(self._control_at[0], clause, len(clause)))

    def result(self) -> tuple[bool, bool]:
        """Return whether the search, which has no more models, was complete, and whether it found a contradiction."""
        result = ffi.new("clingo_solve_result_bitset_t *")
        check(lib.clingo_solve_handle_get(self._handle, result))
        return (
            bool(result[0] & lib.clingo_solve_result_exhausted),
            bool(result[0] & lib.clingo_solve_result_unsatisfiable),
        )

    def core(self) -> list[int]:
        """Return the assumptions with which the search found a contradiction."""
        return core(self._handle)

    def close(self, until: float) -> None:
        """End the search. Abandon it if it has not stopped by ``until``."""
        self._engine.close(self._handle, until, searching=self._searching)


def core(handle: Any) -> list[int]:
    """Return the assumptions with which an unsatisfiable search found the contradiction."""
    found, size = ffi.new("clingo_literal_t const **"), ffi.new("size_t *")
    check(lib.clingo_solve_handle_core(handle, found, size))
    return [found[0][i] for i in range(size[0])]


class Found:
    """A model that clasp has found. ``pointer`` is a clingo_model_t; it is valid until the search goes on."""

    __slots__ = ("pointer",)

    def __init__(self, pointer: Any) -> None:
        self.pointer = pointer

    def reader(self) -> Callable[[int], bool]:
        """Return a function that returns whether a literal is true."""
        flag = ffi.new("bool *")

        def true(lit: int, model: Any = self.pointer) -> bool:
            _is_true(model, lit, flag)
            return flag[0]  # type: ignore[no-any-return]

        return true

    def truths(self, atoms: Sequence[int]) -> bytes:
        """Return a 1 for each true atom of ``atoms``, a 0 for each false one."""
        return true_atoms(self.pointer, atoms)

    def is_best(self) -> bool:
        """Return whether it is proved to be a best answer."""
        flag = ffi.new("bool *")
        check(lib.clingo_model_optimality_proven(self.pointer, flag))
        return bool(flag[0])

    def cost(self) -> int:
        """Return the value of what is minimised."""
        found = ffi.new("int64_t *")
        check(lib.clingo_model_cost(self.pointer, found, 1))
        return found[0]  # type: ignore[no-any-return]

    def thread(self) -> int:
        """Return the number of the racing search that found it."""
        thread = ffi.new("clingo_id_t *")
        check(lib.clingo_model_thread_id(self.pointer, thread))
        return int(thread[0])


def _wait(handle: Any, deadline: float) -> bool:
    """Wait for the next model or the end, in slices so that Ctrl-C works. Return False at the deadline."""
    ready = ffi.new("bool *")
    while True:
        left = min(POLL_SECONDS, deadline - time.perf_counter())
        if left <= 0:
            return False
        lib.clingo_solve_handle_wait(handle, left, ready)
        if ready[0]:
            return True
