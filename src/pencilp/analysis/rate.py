"""How hard a puzzle is: a number and a level, from waves of steps that lead to its answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from math import log
from typing import Any

from pencilp import api
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.analysis.rating.waves import Wave, Waves
from pencilp.analysis.rating.weights import GRAIN, TOTAL, level_of
from pencilp.analysis.steps.program import Program
from pencilp.analysis.steps.step import CHAIN, SET, TRIAL
from pencilp.board.puzzle import Puzzle
from pencilp.errors import counted
from pencilp.genres.base import OwnRule

NOT_UNIQUE = {
    "none": "the puzzle has no answer, so it has no rating",
    "multiple": "the puzzle has several answers, so it has no rating",
    "unknown": "the limit was reached before it was known whether there is exactly one answer",
}
"""The line about a puzzle that is not known to have exactly one answer."""


class Rating:
    """How hard a puzzle is: the result of ``rate``.

    * ``number``: the larger, the harder; None if the puzzle has not exactly one answer
    * ``level``: "easy", "normal", "hard", "expert" or "needs trying"; "" without a number
    * ``status``: "unique"; or "none", "multiple" or "unknown"
    * ``finished``: the whole way was looked at; otherwise ``number`` and ``level`` are lower bounds
    * ``waves``: the steps of the way; those of equal cost are taken together (``Wave``)
    * ``places``: how many values were to be found; ``filled`` of them were found
    * ``seconds``: the time it took
    """

    __slots__ = ("finished", "places", "puzzle", "seconds", "status", "waves")

    def __init__(
        self, puzzle: Puzzle, status: str, waves: Sequence[Wave], seconds: float, *, finished: bool, places: int
    ) -> None:
        self.puzzle, self.status, self.waves, self.seconds = puzzle, status, [*waves], seconds
        self.finished, self.places = finished, places

    @property
    def filled(self) -> int:
        """How many values were found."""
        return sum(wave.gives for wave in self.waves)

    @property
    def hardest(self) -> Wave | None:
        """The first wave of the greatest cost; None if there is none."""
        return max(self.waves, key=lambda wave: wave.cost, default=None)

    @property
    def cost(self) -> float:
        """The sum of the costs of all waves."""
        return sum(wave.cost for wave in self.waves)

    @property
    def bottlenecks(self) -> int:
        """How often there was only one step."""
        return sum(wave.open == 1 for wave in self.waves)

    @property
    def longest(self) -> float:
        """The length of the longest chain that was needed; 0 if there was none."""
        return max((wave.length for wave in self.waves), default=0.0)

    @property
    def chains(self) -> int:
        """How many waves were chains."""
        return sum(wave.kind == CHAIN for wave in self.waves)

    @property
    def sets(self) -> int:
        """How many waves were small sets of rules that have to be seen together."""
        return sum(wave.kind == SET for wave in self.waves)

    @property
    def trials(self) -> int:
        """How many waves were found only by looking at many rules together."""
        return sum(wave.kind == TRIAL for wave in self.waves)

    @property
    def number(self) -> float | None:
        """The cost of the hardest step, and a little for the length of the way."""
        if self.status != "unique":
            return None
        hardest = self.hardest
        if hardest is None:
            return 0.0
        return round(round((hardest.cost + TOTAL * log(max(1.0, self.cost))) / GRAIN) * GRAIN, 1)

    @property
    def level(self) -> str:
        """The level in words."""
        number = self.number
        return "" if number is None else level_of(number)

    @property
    def text(self) -> str:
        """The rating in one line."""
        number, hardest = self.number, self.hardest
        if number is None:
            return NOT_UNIQUE[self.status]
        if hardest is None:
            reasons = "nothing is left to find" if self.finished else "no step was found"
        else:
            reasons = f"hardest step: {hardest.kind}; {counted(len(self.waves), 'step')}"
            if self.chains:
                reasons += f", {counted(self.chains, 'chain')} (longest {self.longest:.1f})"
            if self.sets:
                reasons += f", {counted(self.sets, 'set')}"
            if self.trials:
                reasons += f", {counted(self.trials, 'trial')}"
            reasons += f", {counted(self.bottlenecks, 'bottleneck')}"
        if not self.finished:
            found = (
                f"with {self.filled} of {counted(self.places, 'value')} found"
                if self.places
                else "before the first step"
            )
            return f"at least {self.level}, {number:.1f} (stopped {found}; {reasons})"
        return f"{self.level}, {number:.1f} ({reasons})"

    def record(self) -> dict[str, Any]:
        """Return what JSON says of it."""
        hardest = self.hardest
        return {
            "status": self.status,
            "level": self.level or None,
            "number": self.number,
            "finished": self.finished,
            "filled": self.filled,
            "places": self.places,
            "hardest": None if hardest is None else hardest.kind,
            "hardest_cost": None if hardest is None else round(hardest.cost, 3),
            "cost": round(self.cost, 3),
            "steps": len(self.waves),
            "chains": self.chains,
            "longest": round(self.longest, 3),
            "sets": self.sets,
            "trials": self.trials,
            "bottlenecks": self.bottlenecks,
            "open": [wave.open for wave in self.waves],
            "seconds": round(self.seconds, 6),
        }

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Rating {self.text}>"


def rate(
    puzzle: Puzzle,
    *,
    rules: Iterable[OwnRule] = (),
    time_limit: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Rating:
    """Return how hard ``puzzle`` is: a number and a level, from the steps that lead from the empty board to its answer.

    ``rules`` are further rules, see ``formulate``. After ``time_limit`` seconds, or as soon as ``stop()`` is true, return
    what was found by then: a lower bound. Rotations, reflections and other digits do not change the rating.
    Raise InputError when the puzzle makes no sense, or the limit.
    """
    begin = time.perf_counter()
    clock = TimeLimit(api.checked_limit(time_limit, 1))
    given = [*rules]
    waves: list[Wave] = []
    status, finished, places = "unknown", False, 0

    def look() -> None:
        if stop is not None and stop():
            raise TimeLimitReached

    def walk(answer: Any) -> bool:
        nonlocal places
        program = Program(puzzle, given)
        way = Waves(program, program.literals_of(answer), look)
        places = way.places
        waves.extend(way.walk())
        return not way.places_left

    try:
        look()
        solved = api.solve(puzzle, rules=given, count=2, time_limit=clock.left())
        status = solved.status
        if status == "unique":
            finished = clock.run(lambda: walk(solved.answers[0]))
    except TimeLimitReached:
        finished = False
    return Rating(puzzle, status, waves, time.perf_counter() - begin, finished=finished, places=places)
