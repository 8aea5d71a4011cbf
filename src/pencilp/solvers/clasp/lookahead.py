"""Look-ahead: how many literals an assumption fixes.

clasp is started under assumptions, propagates them, and is interrupted at its next decisions. A propagator of ours sees
the assignment there. It does nothing in all other searches of the same program.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import inf
from typing import Any, NamedTuple

from pencilp.solvers.clasp.engine import Engine
from pencilp.solvers.clasp.library import check, ffi, lib

OWN_LEVELS = 1
"""The number of decision levels that clasp uses for itself before the first assumption."""


class Look(NamedTuple):
    """What follows from some assumptions by propagation.

    ``fixed`` is the number of clasp's literals that are known, ``open`` are the atoms that are not, and ``next`` those of them
    on which clasp would decide first.
    """

    fixed: int
    open: list[int]
    next: list[int]


class LookAhead:
    """Looks at the consequences of assumptions in an ``engine``. ``atoms`` are those that may be split on."""

    def __init__(self, engine: Engine, atoms: Collection[int]) -> None:
        self._engine, self._atoms = engine, atoms
        self._looking = False
        self._literals: dict[int, int] = {}
        """The solver's literal of each of ``atoms``."""
        self._atom_of: dict[int, int] = {}
        """An atom for each variable of the solver."""
        self._level, self._decisions = 0, 0
        self._size = 0
        self._open: list[int] = []
        self._next: list[int] = []
        self._handle = ffi.new_handle(self)
        self._number, self._literal = ffi.new("uint32_t *"), ffi.new("clingo_literal_t *")
        self._truth = ffi.new("clingo_truth_value_t *")
        engine.register(_PROPAGATOR, self._handle)

    def look(self, assumptions: Sequence[int], decisions: int = 0) -> Look | None:
        """Return what follows from ``assumptions``, None if they contradict each other.

        With ``decisions`` the atoms that are open are listed, and up to as many on which clasp would decide.
        """
        self._level, self._decisions = len(assumptions) + OWN_LEVELS, decisions
        self._size, self._open, self._next = 0, [], []
        self._looking = True
        try:
            run = self._engine.start(assumptions, inf, threaded=False, conflicts=1)
            try:
                run.next(inf)
                complete, contradictory = run.result()
            finally:
                run.close(inf)
        finally:
            self._looking = False
        return None if complete and contradictory else Look(self._size, self._open, self._next)

    def begin(self, init: Any) -> None:
        """Prepare a search: clasp calls ``see`` only while we look."""
        none, fixpoint = lib.clingo_propagator_check_mode_none, lib.clingo_propagator_check_mode_fixpoint
        lib.clingo_propagate_init_set_check_mode(init, fixpoint if self._looking else none)
        if not self._looking or self._literals:
            return
        for atom in self._atoms:
            check(lib.clingo_propagate_init_solver_literal(init, atom, self._literal))
            self._literals[atom] = self._literal[0]
            self._atom_of.setdefault(abs(self._literal[0]), atom)

    def see(self, control: Any) -> None:
        """Look at the assignment. clasp calls this when it has propagated an assumption or a decision."""
        assignment = lib.clingo_propagate_control_assignment(control)
        level = lib.clingo_assignment_decision_level(assignment)
        if level < self._level:
            return
        if not self._size:
            lib.clingo_assignment_trail_size(assignment, self._number)
            self._size = self._number[0]
            if self._decisions:
                self._open = [atom for atom, literal in self._literals.items() if self._is_open(assignment, literal)]
        if level > self._level:
            lib.clingo_assignment_decision(assignment, level, self._literal)
            atom = self._atom_of.get(abs(self._literal[0]))
            if atom is not None and atom not in self._next:
                self._next.append(atom)
        if level >= self._level + self._decisions:
            self._engine.interrupt()

    def _is_open(self, assignment: Any, literal: int) -> bool:
        check(lib.clingo_assignment_truth_value(assignment, literal, self._truth))
        return bool(self._truth[0] == lib.clingo_truth_value_free)


def _begin(init: Any, data: Any) -> bool:
    ffi.from_handle(data).begin(init)
    return True


def _see(control: Any, data: Any) -> bool:
    ffi.from_handle(data).see(control)
    return True


_BEGIN = ffi.callback("bool(clingo_propagate_init_t *, void *)", _begin)
_SEE = ffi.callback("bool(clingo_propagate_control_t *, void *)", _see)
_PROPAGATOR = ffi.new("clingo_propagator_t *", {"init": _BEGIN, "check": _SEE})
