"""Finds the values that all answers of a puzzle share."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

from pencilp._util import garbage
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.api import checked_limit
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres import genre_of
from pencilp.genres.base import OwnRule
from pencilp.model import Model
from pencilp.solvers.clasp.search import NAME, Clasp, CommonResult, variable_key


class CommonValues:
    """The values that all answers of a puzzle share: the result of ``common``.

    ``status`` is "unique", "multiple", "none", or "unknown" if the time was not enough. ``answer`` has the common
    values; places where answers differ are undecided. It is None if no answer was found. If the time was not enough,
    all places are undecided. ``found`` is the number of answers found; ``solver`` and ``seconds`` are as in
    ``Outcome``.
    """

    __slots__ = ("answer", "found", "puzzle", "seconds", "solver", "status")

    def __init__(
        self, puzzle: Puzzle, status: str, answer: Answer | None, found: int, seconds: Mapping[str, float]
    ) -> None:
        self.puzzle, self.status, self.answer, self.found, self.solver = puzzle, status, answer, found, NAME
        self.seconds = dict(seconds)

    @property
    def values(self) -> dict[str, Any]:
        """For each answer layer one value per place, None if it is undecided; empty if no answer was found."""
        return {} if self.answer is None else self.answer.values

    @property
    def settled(self) -> int:
        """The number of places that have the same value in all answers."""
        return sum(value is not None for value in self._listed())

    @property
    def places(self) -> int:
        """The number of places."""
        return len(self._listed())

    def _listed(self) -> list[Any]:
        layers = self.puzzle.genre.answers
        return [value for name, values in self.values.items() for _, value in layers[name].place.items(values)]

    def _repr_svg_(self) -> str | None:
        return None if self.answer is None else self.answer._repr_svg_()

    def __repr__(self) -> str:
        return f"<CommonValues {self.status}: {self.settled} of {self.places} places in {self.seconds['total']:.3f} s>"


@garbage.paused()
def common(
    puzzle: Puzzle, *, rules: Iterable[OwnRule] = (), time_limit: float | None = None, threads: int = 1
) -> CommonValues:
    """Return the values that all answers of ``puzzle`` share, found within ``time_limit`` seconds.

    If there is one answer, these are its values, and finding them takes as long as the proof that it is the only one.
    Otherwise the search finds answers that differ from the values shared so far, until there are none. ``rules`` are
    further rules, see ``formulate``; ``time_limit`` and ``threads`` are as in ``solve``. Raise InputError if the puzzle
    or one of the numbers is invalid.
    """
    limit = checked_limit(time_limit, threads)
    start = time.perf_counter()

    def state() -> tuple[Model, Clasp]:
        m = genre_of(puzzle).model(puzzle, rules=rules)
        m.objective = None
        return m, Clasp(m, threads=threads)

    clock = TimeLimit(limit)
    try:
        m, clasp = clock.run(state)
        stated = time.perf_counter()
        shared = _shared(m, clasp, clock, threads)
        answer = None if shared.first is None else genre_of(puzzle).answer_of(puzzle, _values(m, shared))
    except TimeLimitReached:
        seconds = time.perf_counter() - start
        return CommonValues(puzzle, "unknown", None, 0, {"state": seconds, "solve": 0.0, "total": seconds})
    end = time.perf_counter()
    status = ("none", "unique", "multiple")[min(shared.found, 2)] if shared.complete else "unknown"
    return CommonValues(
        puzzle, status, answer, shared.found, {"state": stated - start, "solve": end - stated, "total": end - start}
    )


def _shared(m: Model, clasp: Clasp, clock: TimeLimit, threads: int) -> CommonResult:
    def whole() -> Clasp:
        return clock.run(lambda: Clasp(m, whole=True, threads=threads))

    left, derived = clock.left, clasp.program.derived
    if not clasp.program.narrow and all(d.differing is not None for d in derived):
        shared = clasp.common_values(left())
        return whole().common_values(left()) if shared.gave_up else shared
    # such a program finds a second answer faster, but does not contain the common values
    result = clasp.search(2, left())
    known = result.solutions
    if len(known) < 2:
        everywhere = {variable_key(x) for x in m.answer_variables()}
        return CommonResult(known[0] if known else None, everywhere, len(known), result.complete)
    if derived:
        clasp = whole()
    return clasp.common_values(left(), known)


def _values(m: Model, shared: CommonResult) -> dict[str, list[int | None]]:
    """Return the common values of all answers; values not proved to be common are None."""
    first, alike = shared.first, shared.agreed if shared.complete else ()
    assert first is not None
    return {name: [first(x) if variable_key(x) in alike else None for x in layer] for name, layer in m.answer.items()}
