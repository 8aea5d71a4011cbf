"""The way of one puzzle: solve it, look at what is filled in, and take one step after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any

from pencilp import api
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.analysis import check
from pencilp.analysis.phrases import Phrase
from pencilp.analysis.steps.costs import cost_of
from pencilp.analysis.steps.mistakes import LATE, mistake
from pencilp.analysis.steps.program import Program
from pencilp.analysis.steps.reasons import Reason
from pencilp.analysis.steps.search import Found, Search
from pencilp.analysis.steps.step import DONE, GIVEN, NONE, Step, Way, after
from pencilp.analysis.steps.telling import step_of
from pencilp.analysis.steps.words import Words
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres.base import OwnRule, genre_of

ALL_FOUND = "everything is filled in, and nothing is wrong"


class Walk:
    """A way while it is found. ``run`` finds it; what was found so far is always there.

    With ``one`` it ends after the first step that gives more than what the rules state outright, such as "there is no
    lamp in a black cell"; ``outright`` are the steps before it.

    ``excluded`` are values that are known not to be there, each with its layer and its index; wrong ones are ignored.
    ``status`` is how many answers the puzzle has, as in ``Outcome``; ``mistake`` is a step that says what is wrong with
    the answer so far, None if nothing is.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        answer: Answer | None,
        *,
        rules: Iterable[OwnRule] = (),
        seed: int = 1,
        stop: Callable[[], bool] | None = None,
        one: bool = False,
        excluded: Iterable[tuple[str, int, Any]] = (),
    ) -> None:
        self.puzzle, self.rules, self.seed, self.stop, self.one = puzzle, [*rules], seed, stop, one
        self.start = answer if answer is not None else Answer(puzzle, {})
        self.excluded = [*excluded]
        self.status = "unknown"
        self.steps: list[Step] = []
        self.outright: list[Step] = []
        self.mistake: Step | None = None
        self.wrong = False
        """Whether the answer so far has a mistake."""
        self.left = True
        """Whether something was still to be found at the end."""
        self.in_time = True
        self.seconds = 0.0
        self._known: list[int] = []
        self._program: Program | None = None

    def run(self, limit: float | None) -> None:
        """Find the way; stop after ``limit`` seconds, or as soon as ``stop()`` is true."""
        for _ in self.found(limit):
            pass

    def found(self, limit: float | None) -> Iterator[Step]:
        """Find the way as ``run`` does, and yield each step as soon as it is found."""
        begin = time.perf_counter()
        clock = TimeLimit(limit)
        try:
            self._look()
            solved = api.solve(self.puzzle, rules=self.rules, count=2, time_limit=clock.left())
            self.status = solved.status
            if solved.status == "unknown":
                self.in_time = False
            elif solved.answers:
                steps = clock.run(lambda: self._begun(solved.answers[0]))
                while (step := clock.run(lambda: next(steps, None))) is not None:
                    yield step
            if self.wrong:
                self.mistake = LATE
                self.mistake = mistake(self.puzzle, self.start, self.rules, limit=clock.left())
        except TimeLimitReached:
            self.in_time = False
        finally:
            self.seconds = time.perf_counter() - begin

    def _look(self) -> None:
        if self.stop is not None and self.stop():
            raise TimeLimitReached

    def _begun(self, right: Answer) -> Iterator[Step]:
        """Return the steps, each found when it is asked for; ``right`` is an answer."""
        self._look()
        program = self._program = Program(self.puzzle, self.rules)
        goals = self._goals(program, program.literals_of(right))
        if goals is None:
            self.wrong = True
            return iter(())
        self._known += [n for n in program.exclusions(self.excluded) if n in goals]
        only = [n for n in program.fixed if n in goals and n not in self._known]
        return self._taken(Search(program, goals, self._known, seed=self.seed, look=self._look), Words(program), only)

    def _taken(self, search: Search, words: Words, only: list[int]) -> Iterator[Step]:
        """Yield one step after the other, each taken. The first gives the ``only`` values of places, if there are any."""
        self.left = search.places_left
        if only:
            cost = cost_of(GIVEN, ())
            first = step_of(search, words, Found(Reason(GIVEN, tuple(only), (), ()), cost, len(only)))
            self._known += only
            yield from self._keep(first, outright=True)
        while search.places_left and not (self.one and self.steps):
            self._look()
            found = search.next()
            if found is None:
                break
            step = step_of(search, words, found)
            self._known += found.reason.lits
            search.take(found)
            self.left = search.places_left
            yield from self._keep(step, outright=search.is_outright(found.reason))

    def _keep(self, step: Step, *, outright: bool) -> Iterator[Step]:
        """Add a step to the way and yield it; if only one is wanted, what the rules state outright is none."""
        if self.one and outright:
            self.outright.append(step)
        else:
            self.steps.append(step)
            yield step

    def _goals(self, program: Program, right: list[int]) -> set[int] | None:
        """Return the literals that remain to be found, given the values filled in; None if those have a mistake.

        If nothing is marked as undecided, places where nothing stands may be undecided as well.
        """
        readings = [self.start]
        if not genre_of(self.puzzle).unfilled(program.m, self.start):
            readings.append(check.with_empty_undecided(genre_of(self.puzzle), self.puzzle, self.start))
        for answer in readings:
            known = program.literals_of(answer)
            if self.status == "unique":
                goals = set(right)
                possible = goals.issuperset(known)
            else:
                found = program.common(known)
                goals, possible = found or set(), found is not None
            if possible:
                self.start, self._known = answer, known
                return goals
        return None

    # -- the result --------------------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether everything is found that all answers have in common."""
        return self.mistake is None and not self.left and self.status in ("unique", "multiple")

    @property
    def stopped(self) -> str:
        """Why the way ends where it does, "" if it reaches the answer."""
        if self.mistake is not None:
            return self.mistake.text
        if self.status == "none":
            return "the puzzle has no answer; pencilp explain says which clues and rules contradict each other"
        if not self.in_time:
            seconds, count = f"{self.seconds:.1f}", len(self.steps)
            if not count:
                return Phrase("stopped after {} s: no step was found so far", seconds)
            several = "stopped after {} steps in {} s"
            return Phrase(several if count > 1 else several.replace("steps", "step"), count, seconds, key=several)
        if self.left:
            return "no further step was found that is short enough to be searched for"
        if self.status == "unique":
            return ""
        return "the puzzle has several answers; this is all that they have in common"

    def way(self) -> Way:
        """Return the way as far as it was found."""
        end = self.start if self._program is None else self._program.answer_of(self._all_known())
        return Way(
            self.puzzle,
            self.status,
            self.steps,
            self.start,
            end,
            self.seconds,
            finished=self.finished,
            stopped=self.stopped,
        )

    def _all_known(self) -> set[int]:
        assert self._program is not None
        return {*self._program.fixed, *self._known}

    @property
    def first(self) -> Step:
        """The first step that is not stated outright, if there is one. Raise IndexError if there is no step."""
        return [*self.steps, *self.outright][0]

    @property
    def board(self) -> Answer:
        """The board before the first step."""
        return reduce(after, self.outright, self.start) if self.steps else self.start

    def step(self) -> Step:
        """Return the first step; one of the kinds "mistake", "done" and "none" if there is no other."""
        if self.mistake is not None:
            return self.mistake._replace(before=self.start)
        if self.steps or self.outright:
            return self.first._replace(before=self.board)
        if self.finished:
            several = self.status == "multiple"
            return Step(DONE, text=self.stopped if several else ALL_FOUND)
        return Step(NONE, text=self.stopped)
