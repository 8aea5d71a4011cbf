"""pencilp as a contestant: the one that the others are compared with."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import pencilp
from pencilp import api, genres
from pencilp.batches.tasks import same
from pencilp.errors import InputError
from pencilp.formats import dataset
from pencilp.formats.links import read_link
from pencilp.formats.text import text as plain

VERSION = pencilp.__version__
PROVES = True


def genre_names() -> list[str]:
    """The genres it takes."""
    return list(genres.names())


def run(genre: str, problem: str, solution: str, limit: float) -> dict[str, Any]:
    """One pass over a puzzle; see worker.py. ``problem`` may be a link or a whole puzzle text as well."""
    kind = genres.find(genre)
    known = with_answer(problem, solution, genre)
    start = time.perf_counter()
    if "://" in problem:
        puzzle = read_link(problem)
    elif problem.startswith(f"{genre}\n"):
        (puzzle,) = plain.read(problem)
    else:
        puzzle = dataset.read_dataset(problem, solution, kind, answered=False)
    read = time.perf_counter() - start
    recorded = None
    if known is not None:
        recorded = known.answer
        if known != puzzle:  # some texts leave something to be seen from the solution: the size of all regions
            puzzle = known
    outcome = api.solve(puzzle, time_limit=limit)
    seconds = outcome.seconds
    ms = {"read": read, "state": seconds["state"], "solve": seconds["solve"], "total": read + seconds["total"]}
    if outcome.first is not None:
        ms |= {"first": outcome.first, "prove": seconds["solve"] - outcome.first}
    equal = None if recorded is None else any(same(answer, recorded) for answer in outcome.answers)
    return {"status": outcome.status, "equal": equal, "ms": {key: 1000 * value for key, value in ms.items()}}


@lru_cache(maxsize=1)
def with_answer(problem: str, solution: str, genre: str) -> Any:
    """The puzzle with its recorded answer; None when none is recorded, or one that cannot be read."""
    if not solution.strip():
        return None
    try:
        return dataset.read_dataset(problem, solution, genres.find(genre))
    except InputError:
        return None
