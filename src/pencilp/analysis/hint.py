"""A hint: the easiest next step of a puzzle, and why it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pencilp.analysis.steps.step import Step
from pencilp.analysis.steps.walk import Walk
from pencilp.api import answer_to, checked_limit
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres.base import OwnRule


def hint(
    puzzle: Puzzle,
    answer: Answer | None = None,
    *,
    rules: Iterable[OwnRule] = (),
    time_limit: float | None = None,
    stop: Callable[[], bool] | None = None,
    seed: int = 1,
) -> Step:
    """Return the easiest next step for ``answer``, an unfinished one (default: the one that came with the puzzle).

    If no place of the answer is undecided, places where nothing stands may be. If the answer so far has a mistake, the
    step has the kind "mistake" and says it. The kind is "done" if nothing is left to find, and "none" if there is no
    answer, or if no step was found in ``time_limit`` seconds, or before ``stop()`` was true. ``rules`` are further rules,
    see ``formulate``. The step is the same for the same ``seed``.
    Raise InputError when the puzzle makes no sense, or the limit, or the answer belongs to another puzzle.
    """
    limit = checked_limit(time_limit, 1)
    given = answer or puzzle.answer
    walk = Walk(
        puzzle, None if given is None else answer_to(puzzle, given), rules=rules, seed=seed, stop=stop, one=True
    )
    walk.run(limit)
    return walk.step()
