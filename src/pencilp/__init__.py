"""pencilp: pencil puzzles as integer programs that a person can read.

    import pencilp
    puzzle = pencilp.load("examples/norinori-14x24.txt")
    outcome = pencilp.solve(puzzle)
    outcome.status, outcome.answer["shaded"]

Submodules are imported on first use, so that ``import pencilp`` is fast.
"""

from __future__ import annotations

__version__ = "0.3.0"

TYPE_CHECKING = (
    False  # the module typing is slow to import, and until a command handles signals Ctrl-C would print a traceback
)

if TYPE_CHECKING:
    from typing import Any

    from pencilp.analysis.check import Broken
    from pencilp.analysis.common import CommonValues, common
    from pencilp.analysis.common import CommonValues as Facts
    from pencilp.analysis.common import common as facts
    from pencilp.analysis.conflict import Explanation
    from pencilp.analysis.conflict import Explanation as Conflict
    from pencilp.analysis.explain import explain
    from pencilp.analysis.explain import explain as conflict
    from pencilp.analysis.guess import Guess, guess
    from pencilp.analysis.hint import hint
    from pencilp.analysis.linear_programs import infeasible_set, relax, solve_program
    from pencilp.analysis.needless import Needless, NeedlessClue, needless
    from pencilp.analysis.rate import Rating, rate
    from pencilp.analysis.repair import Repair, nearest_answer, repair
    from pencilp.analysis.steps.step import Fact, RuleUse, Step, Way
    from pencilp.api import (
        Answers,
        Outcome,
        answers,
        can_be_finished,
        check,
        formulate,
        load,
        load_all,
        puzzle,
        read_answer,
        solve,
    )
    from pencilp.batches.run import Batch, batch
    from pencilp.board.lattice import hexagon, hexagonal, square
    from pencilp.board.puzzle import Answer, Puzzle
    from pencilp.errors import InputError, PencilpError, SolverError
    from pencilp.generation.generator import Generator, generate
    from pencilp.genres.base import Genre
    from pencilp.model import (
        AllDifferent,
        Model,
        any_of,
        at_least,
        at_most,
        between,
        exactly,
        none_of,
        not_all,
        total,
    )
    from pencilp.solvers import register_solver
    from pencilp.solvers.programs.infeasible_set import InfeasibleSet
    from pencilp.solvers.programs.relaxation import Relaxation
    from pencilp.solvers.result import Result

_WHERE = {
    "pencilp.api": (
        "Answers",
        "Outcome",
        "answers",
        "can_be_finished",
        "check",
        "formulate",
        "load",
        "load_all",
        "puzzle",
        "read_answer",
        "solve",
    ),
    "pencilp.batches.run": ("Batch", "batch"),
    "pencilp.board.lattice": ("hexagon", "hexagonal", "square"),
    "pencilp.board.puzzle": ("Answer", "Puzzle"),
    "pencilp.analysis.check": ("Broken",),
    "pencilp.analysis.conflict": ("Explanation",),
    "pencilp.analysis.explain": ("explain",),
    "pencilp.analysis.hint": ("hint",),
    "pencilp.analysis.steps.step": ("Fact", "RuleUse", "Step", "Way"),
    "pencilp.errors": ("InputError", "PencilpError", "SolverError"),
    "pencilp.genres.base": ("Genre",),
    "pencilp.analysis.guess": ("Guess", "guess"),
    "pencilp.analysis.linear_programs": ("infeasible_set", "relax", "solve_program"),
    "pencilp.model": (
        "AllDifferent",
        "Model",
        "any_of",
        "at_least",
        "at_most",
        "between",
        "exactly",
        "none_of",
        "not_all",
        "total",
    ),
    "pencilp.analysis.needless": ("Needless", "NeedlessClue", "needless"),
    "pencilp.analysis.rate": ("Rating", "rate"),
    "pencilp.analysis.repair": ("Repair", "nearest_answer", "repair"),
    "pencilp.analysis.common": ("CommonValues", "common"),
    "pencilp.generation.generator": ("Generator", "generate"),
    "pencilp.solvers": ("register_solver",),
    "pencilp.solvers.programs.infeasible_set": ("InfeasibleSet",),
    "pencilp.solvers.programs.relaxation": ("Relaxation",),
    "pencilp.solvers.result": ("Result",),
}
_HOME = {name: module for module, names in _WHERE.items() for name in names}
_FORMER = {"Conflict": "Explanation", "conflict": "explain", "Facts": "CommonValues", "facts": "common"}
"""Deprecated names with the present ones."""

__all__ = [
    "AllDifferent", "Answer", "Answers", "Batch", "Broken", "CommonValues", "Conflict", "Explanation", "Fact", "Facts",
    "Generator", "Genre", "Guess", "InfeasibleSet", "InputError", "Model", "Needless", "NeedlessClue", "Outcome",
    "PencilpError", "Puzzle", "Rating", "Relaxation", "Repair", "Result", "RuleUse", "SolverError", "Step", "Way",
    "answers", "any_of", "at_least", "at_most", "batch", "between", "can_be_finished", "check", "common", "conflict", "exactly",
    "explain", "facts", "formulate", "generate", "guess", "hexagon", "hexagonal", "hint", "infeasible_set", "load", "load_all",
    "nearest_answer", "needless", "none_of", "not_all", "puzzle", "rate", "read_answer", "register_solver", "relax",
    "repair", "solve", "solve_program", "square", "total",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    present = _FORMER.get(name, name)
    if present in _HOME:
        from importlib import import_module

        return getattr(import_module(_HOME[present]), present)
    raise AttributeError(f"module 'pencilp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
