"""pencilp: pencil puzzles as integer programs that a person can read.

    import pencilp
    puzzle = pencilp.load("examples/norinori-14x24.txt")
    outcome = pencilp.solve(puzzle)
    outcome.status, outcome.answer["shaded"]

Nothing is imported until it is used: ``import pencilp`` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from pencilp.api import Broken, Outcome, check, formulate, load, load_all, puzzle, solve
    from pencilp.board.lattice import hexagon, hexagonal, square
    from pencilp.board.puzzle import Answer, Puzzle
    from pencilp.errors import InputError, PencilpError, SolverError
    from pencilp.model import Model

_WHERE = {
    # Puzzle and Answer by way of api, which gives them their pictures in notebooks
    "pencilp.api": (
        "Answer",
        "Broken",
        "Outcome",
        "Puzzle",
        "check",
        "formulate",
        "load",
        "load_all",
        "puzzle",
        "solve",
    ),
    "pencilp.board.lattice": ("hexagon", "hexagonal", "square"),
    "pencilp.errors": ("InputError", "PencilpError", "SolverError"),
    "pencilp.model": ("Model",),
}
_HOME = {name: module for module, names in _WHERE.items() for name in names}

__all__ = [
    "Answer", "Broken", "InputError", "Model", "Outcome", "PencilpError", "Puzzle", "SolverError", "check", "formulate",
    "hexagon", "hexagonal", "load", "load_all", "puzzle", "solve", "square",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'pencilp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
