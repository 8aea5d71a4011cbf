"""Explain a puzzle: the whole way to its answer, or, if it has none, the clues and rules that contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pencilp._util.timeout import TimeLimit
from pencilp.analysis.conflict import Explanation, conflict
from pencilp.analysis.steps.walk import Walk
from pencilp.api import answer_to, checked_limit
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres.base import OwnRule


def explain(
    puzzle: Puzzle,
    answer: Answer | None = None,
    *,
    rules: Iterable[OwnRule] = (),
    time_limit: float | None = None,
    stop: Callable[[], bool] | None = None,
    seed: int = 1,
) -> Explanation:
    """Return the way from ``answer`` (default: the empty board) to the answer, or why there is none.

    If the puzzle has an answer, ``steps`` and ``way`` of the explanation lead to it; the easiest step comes first each
    time. If there are several answers, the way ends where they differ. If there is none, ``rules`` contradict each
    other. After ``time_limit`` seconds, or as soon as ``stop()`` is true, everything found by then is returned.
    ``rules`` are further rules, see ``formulate``. The way is the same for the same ``seed``, unless a limit ends it.
    Raise InputError when the puzzle makes no sense, or the limit, or the answer belongs to another puzzle.
    """
    clock = TimeLimit(checked_limit(time_limit, 1))
    given = [*rules]
    start = None if answer is None else answer_to(puzzle, answer)
    walk = Walk(puzzle, start, rules=given, seed=seed, stop=stop)
    walk.run(clock.left())
    return explained(walk, clock.left(), stop)


def explained(walk: Walk, left: float | None, stop: Callable[[], bool] | None = None) -> Explanation:
    """Return the explanation that a walk ends with; ``left`` are the seconds for a conflict."""
    if walk.status == "none":
        return conflict(walk.puzzle, rules=walk.rules, time_limit=left, stop=stop, has_no_answer=True)
    status = "some" if walk.status in ("unique", "multiple") else "unknown"
    return Explanation(walk.puzzle, status, [], walk.seconds, minimal=walk.in_time, way=walk.way())
